//! The licences of what is in a program: whether each is allowed, and the text that goes with the program.
//!
//! Owns the rule for a choice of licences and the form of the text. The allowed ones are those of `deny.toml`, the parts that
//! are no crates those of `host-runner/packages/licences.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cargo_metadata::Metadata;
use serde::Deserialize;
use spdx::{Expression, LicenseReq, ParseMode};
use xtask_base::Failure;
use xtask_base::places;
use xtask_base::target::Target;

use crate::dependencies::{Dependencies, Dependency};

/// Beginnings of the names of files with a licence or a notice, in small letters.
const NAMES: [&str; 6] = ["licen", "copying", "copyright", "notice", "unlicen", "authors"];

/// Ends of names of files that only begin like one: sources and the templates of tools.
const OTHER: [&str; 6] = [".rs", ".toml", ".json", ".sh", ".py", ".html"];

/// What is allowed, and what is in a program beside crates.
#[derive(Debug)]
pub(crate) struct Licences {
    allowed: Vec<String>,
    parts: Vec<Part>,
}

/// What this program reads of `deny.toml`.
#[derive(Deserialize)]
struct Deny {
    licenses: Allowed,
}

#[derive(Deserialize)]
struct Allowed {
    allow: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    part: Vec<Part>,
}

/// A part of a program that is no crate.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    name: String,
    #[serde(rename = "crate")]
    of_crate: Option<String>,
    #[serde(default)]
    copyright: Vec<String>,
    #[serde(default)]
    licences: Vec<String>,
    targets: Vec<String>,
}

impl Licences {
    /// Reads the lists of the repository at `tree`.
    pub(crate) fn read(tree: &Path) -> Result<Self, Failure> {
        let deny: Deny = table(tree, "deny.toml")?;
        let parts: Parts = table(tree, "host-runner/packages/licences.toml")?;
        Ok(Self { allowed: deny.licenses.allow, parts: parts.part })
    }

    /// The text about everything of others in the program for `target`.
    pub(crate) fn text(
        &self,
        target: &Target,
        of: &Dependencies,
        metadata: &Metadata,
    ) -> Result<String, Failure> {
        let refused = self.refused(of);
        if !refused.is_empty() {
            return Err(Failure::Licence(refused.join("\n")));
        }
        // A text that many crates have is printed once.
        let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut list = String::new();
        for ((name, version), dependency) in of.foreign() {
            let licence = dependency.licence.as_deref().unwrap_or("see its text");
            let _ = writeln!(list, "  {name} {version}: {licence}");
            for notice in self.notices(dependency)? {
                users.entry(notice).or_default().push(format!("{name} {version}"));
            }
        }
        for part in &self.parts {
            if !part.targets.iter().any(|end| target.triple.ends_with(end.as_str())) {
                continue;
            }
            let _ = writeln!(list, "  {}", part.name);
            for notice in part.notices(metadata)? {
                users.entry(notice).or_default().push(part.name.clone());
            }
        }
        let mut text = format!(
            "The program `shellgate` for {} contains the following works of others.\n\n{list}",
            target.triple
        );
        let mut groups: Vec<(String, Vec<String>)> = users.into_iter().collect();
        groups.sort_by(|one, other| one.1.cmp(&other.1).then_with(|| one.0.cmp(&other.0)));
        for (notice, names) in groups {
            let _ = write!(text, "\n{}\n{}\n\n{}\n", "=".repeat(80), names.join(", "), notice.trim_end());
        }
        Ok(text)
    }

    /// The crates whose licence is not allowed, each with its licence.
    pub(crate) fn refused(&self, of: &Dependencies) -> Vec<String> {
        let refused = of.foreign().filter(|(_, it)| !self.allows(it.licence.as_deref()));
        refused
            .map(|((name, version), it)| {
                format!("{name} {version}: {}", it.licence.as_deref().unwrap_or("no licence in its manifest"))
            })
            .collect()
    }

    fn allows(&self, licence: Option<&str>) -> bool {
        let read = licence.and_then(|text| Expression::parse_mode(text, ParseMode::LAX).ok());
        read.is_some_and(|expression| expression.evaluate(|licence| self.has(licence)))
    }

    fn has(&self, licence: &LicenseReq) -> bool {
        let name = licence.to_string();
        self.allowed.contains(&name)
    }

    /// The texts that come with a crate; if it has none, the standard texts of its allowed licences.
    fn notices(&self, dependency: &Dependency) -> Result<Vec<String>, Failure> {
        let mut found = notices_in(&dependency.folder)?;
        if let Some(file) = dependency.licence_file.as_ref().filter(|_| found.is_empty()) {
            found.push(fs::read_to_string(file).map_err(Failure::at(file))?);
        }
        if found.is_empty() {
            let text = dependency.licence.as_deref().unwrap_or_default();
            let expression = Expression::parse_mode(text, ParseMode::LAX);
            let allowed = expression.iter().flat_map(Expression::requirements);
            found.extend(allowed.filter(|it| self.has(&it.req)).map(|it| standard_text(&it.req)));
        }
        Ok(found)
    }
}

fn table<T: serde::de::DeserializeOwned>(tree: &Path, name: &str) -> Result<T, Failure> {
    let file = tree.join(name);
    let text = fs::read_to_string(&file).map_err(Failure::at(&file))?;
    toml::from_str(&text).map_err(|error| Failure::Template { file: name.to_owned(), why: error.to_string() })
}

impl Part {
    fn notices(&self, metadata: &Metadata) -> Result<Vec<String>, Failure> {
        if let Some(name) = &self.of_crate {
            let package = metadata.packages.iter().find(|package| package.name.as_str() == name);
            let folder = package.and_then(|package| package.manifest_path.parent()).ok_or(Failure::Tree)?;
            return notices_in(folder.as_std_path());
        }
        let mut texts = vec![self.copyright.join("\n")];
        for licence in &self.licences {
            let parsed = Expression::parse_mode(licence, ParseMode::LAX);
            let parsed = parsed.map_err(|error| Failure::Template {
                file: "licences.toml".to_owned(),
                why: format!("`{licence}`: {error}"),
            })?;
            texts.extend(parsed.requirements().map(|it| standard_text(&it.req)));
        }
        Ok(vec![texts.join("\n\n")])
    }
}

/// The text of a licence, and of the exception to it.
fn standard_text(licence: &LicenseReq) -> String {
    let own = licence.license.id().map_or("", |id| id.text());
    let exception = licence.addition.as_ref().and_then(spdx::AdditionItem::id).map_or("", |id| id.text());
    format!("{own}\n{exception}").trim().to_owned()
}

/// The files with licences and notices at the top of a crate's sources, by name.
fn notices_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(Failure::at(folder))?
        .into_iter()
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && is_notice(path))
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| Ok(String::from_utf8_lossy(&places::read(file)?).replace("\r\n", "\n").trim().to_owned()))
        .filter(|text| !text.as_ref().is_ok_and(String::is_empty))
        .collect()
}

fn is_notice(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    NAMES.iter().any(|start| name.starts_with(start)) && !OTHER.iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::collections::BTreeSet;

    use xtask_base::places::MANIFEST;
    use xtask_base::target::TARGETS;

    use super::*;
    use crate::dependencies::metadata;

    /// Every feature that a released program can have.
    const FEATURES: &str = "attacks,engine,mcp,web";

    fn licences(allowed: &[&str]) -> Licences {
        Licences { allowed: allowed.iter().map(|&name| name.to_owned()).collect(), parts: Vec::new() }
    }

    #[test]
    fn every_dependency_of_every_target_has_an_allowed_licence_and_a_text_and_no_other_is_allowed() {
        let metadata = metadata(Path::new(MANIFEST)).unwrap();
        let licences = Licences::read(metadata.workspace_root.as_std_path()).unwrap();
        let mut named = BTreeSet::new();
        for target in TARGETS {
            let found = Dependencies::of(target, FEATURES, &metadata).unwrap();
            assert_eq!(licences.refused(&found), [""; 0], "{}", target.triple);
            for (id, dependency) in found.foreign() {
                let notices = licences.notices(dependency).unwrap();
                assert!(notices.iter().any(|text| text.len() > 100), "{id:?} has no text");
                let text = dependency.licence.as_deref().unwrap_or_default();
                let read = Expression::parse_mode(text, ParseMode::LAX).unwrap();
                named.extend(read.requirements().map(|it| it.req.to_string()));
            }
        }
        let unused: Vec<_> = licences.allowed.iter().filter(|name| !named.contains(*name)).collect();
        assert_eq!(unused, Vec::<&String>::new());
    }

    #[test]
    fn a_licence_that_is_not_listed_is_refused() {
        let listed = licences(&["MIT", "Apache-2.0 WITH LLVM-exception"]);
        for licence in ["MIT", "MIT OR GPL-3.0-only", "MIT/Apache-2.0", "Apache-2.0 WITH LLVM-exception"] {
            assert!(listed.allows(Some(licence)), "{licence}");
        }
        for licence in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0", "", "not a licence"] {
            assert!(!listed.allows(Some(licence)), "{licence}");
        }
        assert!(!listed.allows(None));
    }

    #[test]
    fn a_dependency_with_another_licence_stops_the_text() {
        let metadata = metadata(Path::new(MANIFEST)).unwrap();
        let found = Dependencies::of(&TARGETS[0], "web", &metadata).unwrap();
        let failed = licences(&["MIT"]).text(&TARGETS[0], &found, &metadata).unwrap_err();
        assert!(matches!(&failed, Failure::Licence(list) if list.contains("ring ")), "{failed}");
    }
}
