//! The formula for Homebrew, the manifests for winget and the crate for cargo, filled in.
//!
//! Owns the placeholders. The texts are in `host-runner/packages`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use xtask_base::Failure;
use xtask_base::target::Target;

/// The texts, by the folder of `host-runner/packages` that has them and the folder of the release that gets them.
const FOLDERS: [&str; 4] = ["crate", "crate/src", "homebrew", "winget"];

/// What the placeholders stand for.
pub(crate) struct Values<'a> {
    pub(crate) version: &'a str,
    /// The address of the repository, without a slash at the end.
    pub(crate) repository: &'a str,
    /// The features of the program.
    pub(crate) features: &'a [&'a str],
    /// The checksum of each archive by its target.
    pub(crate) sums: &'a BTreeMap<&'static str, String>,
}

/// A text that was filled in, or the target without which it cannot be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Filled {
    Text(String),
    Lacks(String),
}

/// Every text of the tree: its path in the release, and what became of it.
pub(crate) fn all(tree: &Path, values: &Values<'_>) -> Result<Vec<(String, Filled)>, Failure> {
    let mut filled = Vec::new();
    for folder in FOLDERS {
        let place = tree.join("host-runner/packages").join(folder);
        let listed = fs::read_dir(&place).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut files: Vec<_> =
            listed.map_err(Failure::at(&place))?.into_iter().map(|it| it.path()).collect();
        files.retain(|file| file.is_file());
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).map_err(Failure::at(&file))?;
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let result = values.fill(&text).map_err(|why| Failure::Template { file: name.clone(), why })?;
            filled.push((format!("{folder}/{name}"), result));
        }
    }
    Ok(filled)
}

impl Values<'_> {
    /// Where an archive is downloaded from. `crate/Cargo.toml` has the same form.
    pub(crate) fn address(&self, target: &Target) -> String {
        let Self { version, repository, .. } = self;
        format!("{repository}/releases/download/v{version}/{}", target.archive_name(version))
    }

    /// `text` with values in the place of `{{…}}`; the error is a placeholder that has no meaning.
    fn fill(&self, text: &str) -> Result<Filled, String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (placeholder, after) = after.split_once("}}").ok_or("a placeholder has no end")?;
            filled.push_str(before);
            let mut words = placeholder.split(' ');
            let target = |words: &mut std::str::Split<'_, char>| {
                Target::of_name(words.next().unwrap_or_default()).map_err(|error| error.to_string())
            };
            match words.next().unwrap_or_default() {
                "version" => filled.push_str(self.version),
                "features" => {
                    let quoted: Vec<_> = self.features.iter().map(|name| format!("\"{name}\"")).collect();
                    filled.push_str(&quoted.join(", "));
                }
                "repository" => filled.push_str(self.repository),
                "archive" => filled.push_str(&self.address(target(&mut words)?)),
                "sha256" => {
                    let triple = target(&mut words)?.triple;
                    let Some(sum) = self.sums.get(triple) else {
                        return Ok(Filled::Lacks(triple.to_owned()));
                    };
                    filled.push_str(sum);
                }
                _ => return Err(format!("`{{{{{placeholder}}}}}` is no placeholder")),
            }
            rest = after;
        }
        filled.push_str(rest);
        Ok(Filled::Text(filled))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use xtask_base::places::Places;
    use xtask_base::target::{TARGETS, names};

    use super::*;

    fn sums(of: &[&'static str]) -> BTreeMap<&'static str, String> {
        of.iter().map(|&triple| (triple, format!("sum-of-{triple}"))).collect()
    }

    fn values<'a>(repository: &'a str, sums: &'a BTreeMap<&'static str, String>) -> Values<'a> {
        Values { version: "1.2.3", repository, features: &["mcp", "web"], sums }
    }

    #[test]
    fn every_placeholder_is_filled_in_and_every_checksum_is_that_of_its_archive() {
        let sums = sums(&names());
        let values = values("https://example.com/shellgate", &sums);
        let root = Places::find().unwrap().workspace;
        let filled = all(&root, &values).unwrap();
        assert_eq!(filled.len(), 6);
        for (name, text) in filled {
            let Filled::Text(text) = text else { panic!("{name}") };
            assert!(!text.contains("{{") && text.contains("1.2.3"), "{name}: {text}");
            let mut last = "";
            for line in text.lines().map(str::trim) {
                if let Some(at) = line.find("sum-of-") {
                    let triple = line[at + 7..].trim_end_matches('"');
                    assert!(last.contains(&format!("/v1.2.3/shellgate-1.2.3-{triple}.")), "{last}: {line}");
                }
                last = line;
            }
        }
    }

    #[test]
    fn a_text_lacks_a_target_that_was_not_built() {
        let sums = sums(&[]);
        let values = values("r", &sums);
        let lacks = Filled::Lacks("aarch64-apple-darwin".to_owned());
        assert_eq!(values.fill("x {{sha256 aarch64-apple-darwin}}"), Ok(lacks));
        assert_eq!(values.fill("a {{version}}b"), Ok(Filled::Text("a 1.2.3b".to_owned())));
        assert_eq!(values.fill("[{{features}}]"), Ok(Filled::Text(r#"["mcp", "web"]"#.to_owned())));
        for wrong in ["{{versio}}", "{{sha256 arm}}", "{{sha256}}", "{{version"] {
            assert!(values.fill(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn cargo_binstall_looks_for_the_archives_that_are_made() {
        let root = Places::find().unwrap().workspace;
        let sums = BTreeMap::new();
        let manifest = root.join("host-runner/packages/crate/Cargo.toml");
        let Ok(Filled::Text(manifest)) =
            values("https://example.com/shellgate", &sums).fill(&fs::read_to_string(manifest).unwrap())
        else {
            panic!("the manifest of the crate is filled in")
        };
        let manifest: toml::Value = toml::from_str(&manifest).unwrap();
        let options = &manifest["package"]["metadata"]["binstall"];
        let values = values("https://example.com/shellgate", &sums);
        for target in TARGETS {
            // It looks for the options of the target first. A program for Windows is asked for under its own system's name.
            let asked = if target.is_windows() { "x86_64-pc-windows-msvc" } else { target.triple };
            let text = |of: Option<&toml::Value>, name: &str| Some(of?.get(name)?.as_str()?.to_owned());
            let own = options.get("overrides").and_then(|all| all.get(asked));
            let option = |name: &str| text(own, name).or(text(Some(options), name)).unwrap_or_default();
            let format = if option("pkg-fmt") == "zip" { ".zip" } else { ".tar.gz" };
            let fill = |text: &str| {
                text.replace("{ repo }", values.repository)
                    .replace("{ version }", values.version)
                    .replace("{ target }", asked)
                    .replace("{ archive-suffix }", format)
                    .replace("{ bin }", "shellgate")
                    .replace("{ binary-ext }", if target.is_windows() { ".exe" } else { "" })
            };
            assert_eq!(fill(&option("pkg-url")), values.address(target));
            let inside = format!("{}/{}", target.folder("1.2.3"), target.program());
            assert_eq!(fill(&option("bin-dir")), inside);
        }
    }
}
