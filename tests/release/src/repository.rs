//! `cargo xtask repository`: the address of the repository, which every manifest has.
//!
//! Owns which manifests these are and the form that each gives the address. The constant is in the root manifest.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use xtask_base::Failure;
use xtask_base::places::{self, Places};

/// The files that have it, the constant first.
const MANIFESTS: [&str; 4] =
    ["Cargo.toml", "js/package.json", "js/command/package.json", "js/.claude-plugin/plugin.json"];

/// The host of an address that no owner has set: RFC 2606 keeps it for examples.
const PLACEHOLDER: &str = "https://example.org/";

/// Options of `cargo xtask repository`.
#[derive(Args, Debug)]
pub(crate) struct Asked {
    /// The address, such as `https://forge.example/owner/shellgate`
    #[arg(value_name = "URL", value_parser = address)]
    address: String,
    /// Sets it in the repository in this folder [default: that of this program]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Prints the address and the changed files as JSON
    #[arg(long)]
    json: bool,
}

/// Reads an address; the form without an end is the one that others are made of.
pub(crate) fn address(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/').trim_end_matches(".git");
    let is_address = text.strip_prefix("https://").is_some_and(|rest| rest.contains('/'));
    let is_plain = !text.contains(|sign: char| sign.is_whitespace() || "\"\\?#".contains(sign));
    if is_address && is_plain { Ok(text.to_owned()) } else { Err("write `https://HOST/PATH`".to_owned()) }
}

/// Sets the address in every manifest.
pub(crate) fn run(asked: &Asked) -> Result<(), Failure> {
    let root = match &asked.folder {
        Some(folder) => folder.clone(),
        None => Places::find()?.workspace,
    };
    let old = constant(&root)?;
    let mut changed = Vec::new();
    for name in MANIFESTS {
        let file = root.join(name);
        let text = fs::read_to_string(&file).map_err(Failure::at(&file))?;
        let set = text.replace(&old, &asked.address);
        if set != text {
            places::write(&file, set)?;
            changed.push(name);
        }
    }
    if asked.json {
        println!("{}", json!({ "repository": asked.address, "files": changed }));
    } else {
        println!("{}: {}", asked.address, changed.join(", "));
    }
    Ok(())
}

/// The address in the root manifest.
fn constant(root: &Path) -> Result<String, Failure> {
    let failed = |why: String| Failure::Template { file: "Cargo.toml".to_owned(), why };
    let file = root.join("Cargo.toml");
    let text = fs::read_to_string(&file).map_err(Failure::at(&file))?;
    let manifest: toml::Table = toml::from_str(&text).map_err(|error| failed(error.to_string()))?;
    let package = manifest.get("workspace").and_then(|workspace| workspace.get("package"));
    let found = package.and_then(|package| package.get("repository")).and_then(toml::Value::as_str);
    found.map(str::to_owned).ok_or_else(|| failed("`workspace.package` has no `repository`".to_owned()))
}

/// The address for a release of the sources at `root`: the one that is `named` for it, or that of the root manifest.
pub(crate) fn of_release(named: Option<&str>, root: &Path) -> Result<String, Failure> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let constant = constant(root)?;
    if constant.starts_with(PLACEHOLDER) {
        return Err(Failure::Usage {
            what: format!(
                "`repository` in Cargo.toml is the placeholder {constant}, to which every package would lead"
            ),
            remedy: "set the address once with `cargo xtask repository URL`, or for this release with \
                     `--repository URL`"
                .to_owned(),
        });
    }
    Ok(constant)
}

/// What a package of npm says about it, in the form that npm itself writes.
pub(crate) fn for_npm(address: &str) -> [(&'static str, Value); 3] {
    [
        ("homepage", address.into()),
        ("repository", json!({ "type": "git", "url": format!("git+{address}.git") })),
        ("bugs", json!({ "url": format!("{address}/issues") })),
    ]
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::dependencies;

    /// The address in every place where a manifest at `root` has it, as the address alone.
    fn everywhere(root: &Path) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let manifest: toml::Table =
            toml::from_str(&fs::read_to_string(root.join("Cargo.toml")).unwrap()).unwrap();
        for key in ["repository", "homepage", "documentation"] {
            found.insert(manifest["workspace"]["package"][key].as_str().unwrap().to_owned());
        }
        for name in &MANIFESTS[1..] {
            let manifest: Value = serde_json::from_slice(&fs::read(root.join(name)).unwrap()).unwrap();
            let address = manifest["homepage"].as_str().unwrap();
            if name.ends_with("package.json") {
                for (key, value) in for_npm(address) {
                    assert_eq!(manifest[key], value, "{key} of {name}");
                }
            } else {
                assert_eq!(manifest["repository"], address, "{name}");
            }
            found.insert(address.to_owned());
        }
        found
    }

    #[test]
    fn every_manifest_of_this_repository_has_the_address_of_the_root_manifest() {
        let root = Places::find().unwrap().workspace;
        let address = constant(&root).unwrap();
        assert_eq!(everywhere(&root), BTreeSet::from([address.clone()]));
        let metadata = dependencies::metadata(&root.join("Cargo.toml")).unwrap();
        let members = metadata.workspace_packages();
        // A list of registries that is empty means `publish = false`.
        let published: Vec<_> = members.iter().filter(|it| it.publish.is_none()).collect();
        assert!(published.len() >= 5, "{published:?}");
        for package in published {
            for own in [&package.repository, &package.homepage, &package.documentation] {
                assert_eq!(own.as_ref(), Some(&address), "{}", package.name);
            }
        }
    }

    #[test]
    fn the_address_is_set_in_every_manifest_and_nothing_else_is_changed() {
        let root = Places::find().unwrap().workspace;
        let place = tempfile::tempdir().unwrap();
        for name in MANIFESTS {
            let file = place.path().join(name);
            places::make(file.parent().unwrap()).unwrap();
            fs::copy(root.join(name), file).unwrap();
        }
        let set = |address: &str| {
            let address = super::address(address).unwrap();
            run(&Asked { address, folder: Some(place.path().to_owned()), json: false }).unwrap();
        };
        set("https://forge.test/owner/gate.git/");
        assert_eq!(everywhere(place.path()), BTreeSet::from(["https://forge.test/owner/gate".to_owned()]));
        assert_eq!(of_release(None, place.path()).unwrap(), "https://forge.test/owner/gate");
        set(&constant(&root).unwrap());
        for name in MANIFESTS {
            assert_eq!(fs::read(place.path().join(name)).unwrap(), fs::read(root.join(name)).unwrap());
        }
    }

    #[test]
    fn a_release_has_no_placeholder_unless_it_is_named() {
        let place = tempfile::tempdir().unwrap();
        let placeholder = "https://example.org/shellgate";
        let manifest = format!("[workspace.package]\nrepository = \"{placeholder}\"\n");
        fs::write(place.path().join("Cargo.toml"), manifest).unwrap();
        let refused = of_release(None, place.path()).unwrap_err();
        assert!(refused.help().contains("cargo xtask repository URL"), "{refused}");
        assert_eq!(of_release(Some(placeholder), place.path()).unwrap(), placeholder);
    }

    #[test]
    fn only_an_address_of_the_web_is_one() {
        for text in
            ["", "shellgate", "http://a.test/b", "https://a.test", "https://a.test/b c", "https://a.test/\"b"]
        {
            assert!(address(text).is_err(), "{text}");
        }
        assert_eq!(address("https://a.test/b/").as_deref(), Ok("https://a.test/b"));
    }
}
