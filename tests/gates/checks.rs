//! Checks: each has a file of its own and a snapshot, and no snapshot is of none.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use policy_core::checks::CHECKS;

use super::root;

/// What is expected and not there, and what is there and not expected.
fn differences(expected: &BTreeSet<String>, there: &BTreeSet<String>) -> Vec<String> {
    expected.symmetric_difference(there).cloned().collect()
}

#[test]
fn every_check_has_its_file_and_its_snapshot() {
    let expected =
        CHECKS.iter().map(|check| format!("{:02}_{}.snap", check.number, check.code.name.to_lowercase()));
    let entries = fs::read_dir(root().join("snapshots/checks")).expect("the snapshots");
    let there = entries.map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned());
    // What a test that fails leaves for review.
    let there = there.filter(|name| Path::new(name).extension().is_none_or(|extension| extension != "new"));
    assert_eq!(differences(&expected.collect(), &there.collect()), [""; 0]);
    for check in CHECKS {
        let file =
            root().join("policy-core/src/checks").join(check.code.name.to_lowercase()).with_extension("rs");
        assert!(file.is_file(), "{}", file.display());
    }
}

#[test]
fn checks_are_numbered_from_one_without_a_gap() {
    let numbers: Vec<usize> = CHECKS.iter().map(|check| check.number.into()).collect();
    assert_eq!(numbers, (1..=CHECKS.len()).collect::<Vec<_>>());
}

#[test]
fn a_missing_snapshot_and_an_orphan_are_seen() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(differences(&names(&["a", "b"]), &names(&["b", "c"])), ["a", "c"]);
}
