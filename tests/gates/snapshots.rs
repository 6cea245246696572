//! No snapshot outlives the test that draws it.
//!
//! Owns the search for snapshots that no source names. Never compares what a snapshot says: insta does.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::below;
use crate::root;

/// Folders whose snapshots are named after data; what draws them compares the folder with the data.
const NAMED_BY_DATA: &[&str] = &["checks", "commands", "web_pages"];

/// The snapshots whose name is in quotes in none of the sources.
fn orphans<'s>(snapshots: &'s [PathBuf], sources: &[String]) -> Vec<&'s PathBuf> {
    let is_named = |snapshot: &PathBuf| {
        let name = format!("\"{}\"", snapshot.file_stem().unwrap_or_default().to_string_lossy());
        sources.iter().any(|text| text.contains(&name))
    };
    snapshots.iter().filter(|snapshot| !is_named(snapshot)).collect()
}

#[test]
fn every_snapshot_is_named_by_a_test() {
    let root = root();
    let sources: Vec<String> =
        ["policy-core/src", "host-runner/src", "host-runner/tests", "host-runner/audit/tests", "tests"]
            .iter()
            .flat_map(|folder| below(&root.join(folder), "rs"))
            .map(|place| fs::read_to_string(place).expect("a source"))
            .collect();
    let mut snapshots = below(&root.join("snapshots"), "snap");
    snapshots.retain(|it| {
        let folder = it.parent().and_then(Path::file_name).unwrap_or_default();
        !NAMED_BY_DATA.iter().any(|name| folder == *name)
    });
    assert!(!snapshots.is_empty(), "there are snapshots");
    assert_eq!(orphans(&snapshots, &sources), Vec::<&PathBuf>::new());

    let seeded = ["a/there.snap", "a/gone.snap"].map(PathBuf::from);
    let source = "assert_snapshot!(\"there\", shown)".to_owned();
    assert_eq!(orphans(&seeded, &[source]), [&seeded[1]]);
}
