//! The files that have the version in them.
//!
//! Owns the list and where in a file the version is. What belongs to others, such as the version of a dependency, stays.

use std::fs;
use std::path::Path;

use cargo_metadata::semver::Version;
use toml_edit::{DocumentMut, Item, Value};
use xtask_base::Failure;
use xtask_base::places;

/// JSON files whose top has the version; in a lock file of npm the package itself has it a second time.
const MANIFESTS: [&str; 4] =
    ["js/package.json", "js/package-lock.json", "js/command/package.json", "js/.claude-plugin/plugin.json"];

/// Texts in which the version is between two others.
const TEXTS: [(&str, &str, &str); 4] = [
    ("README.md", "shellgate-", ".tgz"),
    ("js/README.md", "shellgate-", ".tgz"),
    ("snapshots/web/engines.snap", "user-agent: shellgate/", "\n"),
    ("snapshots/web/requests.snap", "user-agent: shellgate/", "\n"),
];

/// The version of the workspace at `root`.
pub(super) fn current(root: &Path) -> Result<Version, Failure> {
    let document = workspace(root)?;
    let found = document["workspace"]["package"]["version"].as_str().unwrap_or_default();
    Version::parse(found)
        .map_err(|error| Failure::Template { file: "Cargo.toml".to_owned(), why: error.to_string() })
}

/// Writes `version` into every file but the lock file of cargo; returns their names.
pub(super) fn set(root: &Path, version: &Version) -> Result<Vec<String>, Failure> {
    let old = current(root)?.to_string();
    let new = version.to_string();
    super::changelog::check(&root.join("CHANGELOG.md"))?;
    let mut changed = vec!["Cargo.toml".to_owned()];
    let mut document = workspace(root)?;
    if let Some(value) = document["workspace"]["package"]["version"].as_value_mut() {
        set_text(value, &new);
    }
    own_dependencies(&mut document, |value| set_text(value, &format!("={new}")));
    places::write(&root.join("Cargo.toml"), document.to_string())?;
    for name in MANIFESTS {
        let text = read(root, name)?;
        places::write(&root.join(name), in_json(&text, &old, &new))?;
        changed.push(name.to_owned());
    }
    for (name, before, after) in TEXTS {
        let text = read(root, name)?;
        let set = text.replace(&format!("{before}{old}{after}"), &format!("{before}{new}{after}"));
        if set != text {
            places::write(&root.join(name), set)?;
            changed.push(name.to_owned());
        }
    }
    Ok(changed)
}

/// The files that do not have `version` where [`set`] writes it.
#[cfg(test)]
pub(super) fn other_versions(root: &Path, version: &Version) -> Result<Vec<String>, Failure> {
    let mut others = Vec::new();
    own_dependencies(&mut workspace(root)?, |value| {
        if value.as_str() != Some(&format!("={version}")) {
            others.push(format!("Cargo.toml: {value}"));
        }
    });
    for name in MANIFESTS {
        let text = read(root, name)?;
        let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        if value["version"] != version.to_string() || in_json(&text, &version.to_string(), "9.9.9") == text {
            others.push(name.to_owned());
        }
    }
    for (name, before, after) in TEXTS {
        let text = read(root, name)?;
        // README may name no packed file.
        let is_there = |version: &str| text.contains(&format!("{before}{version}{after}"));
        if !is_there(&version.to_string()) && (text.contains(before) && text.contains(after)) {
            others.push(name.to_owned());
        }
    }
    Ok(others)
}

/// The versions by which the packages of the workspace name each other. One that is never published has none.
fn own_dependencies(document: &mut DocumentMut, mut of: impl FnMut(&mut Value)) {
    let dependencies = document["workspace"].get_mut("dependencies").and_then(Item::as_table_like_mut);
    for (_, dependency) in dependencies.into_iter().flat_map(|all| all.iter_mut()) {
        let Some(dependency) = dependency.as_table_like_mut().filter(|it| it.contains_key("path")) else {
            continue;
        };
        if let Some(value) = dependency.get_mut("version").and_then(Item::as_value_mut) {
            of(value);
        }
    }
}

/// Sets the value to a text; the blanks and comments around it stay.
fn set_text(value: &mut Value, text: &str) {
    let decor = value.decor().clone();
    *value = text.into();
    *value.decor_mut() = decor;
}

/// `text` with the version of the package itself set: at the top, and in `packages` under the empty name. The text is
/// changed in place, so that the form of the file stays.
fn in_json(text: &str, old: &str, new: &str) -> String {
    let (from, to) = (format!("\"version\": \"{old}\""), format!("\"version\": \"{new}\""));
    let mut set = text.replacen(&from, &to, 1);
    if let Some(at) = set.find("\"\": {") {
        let end = set[at..].find("node_modules/").map_or(set.len(), |end| at + end);
        let own = set[at..end].replacen(&from, &to, 1);
        set.replace_range(at..end, &own);
    }
    set
}

fn workspace(root: &Path) -> Result<DocumentMut, Failure> {
    let failed = |error: toml_edit::TomlError| Failure::Template {
        file: "Cargo.toml".to_owned(),
        why: error.to_string(),
    };
    read(root, "Cargo.toml")?.parse().map_err(failed)
}

fn read(root: &Path, name: &str) -> Result<String, Failure> {
    let file = root.join(name);
    fs::read_to_string(&file).map_err(Failure::at(&file))
}
