//! The changelog: what is unreleased becomes the section of a version.
//!
//! Owns the form of a heading. Writes no entry.

use std::fs;
use std::path::Path;

use cargo_metadata::semver::Version;
use xtask_base::Failure;
use xtask_base::places;

/// The heading of what no version has yet.
const UNRELEASED: &str = "## Unreleased\n";

/// Whether `text` has an entry that no version has.
fn section(text: &str) -> Option<&str> {
    let (_, after) = text.split_once(UNRELEASED)?;
    let section = after.split("\n## ").next().unwrap_or(after);
    (!section.trim().is_empty()).then_some(section)
}

/// Fails if nothing is unreleased.
pub(super) fn check(file: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(file).map_err(Failure::at(file))?;
    if section(&text).is_none() {
        return Err(Failure::Usage {
            what: "`## Unreleased` has no entry in CHANGELOG.md, so nobody would learn what changed"
                .to_owned(),
            remedy: "describe the changes there".to_owned(),
        });
    }
    Ok(text)
}

/// Gives the entries under `Unreleased` to `version`.
pub(super) fn close(file: &Path, version: &Version, date: &str) -> Result<(), Failure> {
    let heading = format!("{UNRELEASED}\n## {version} - {date}\n");
    places::write(file, check(file)?.replacen(UNRELEASED, &heading, 1))
}
