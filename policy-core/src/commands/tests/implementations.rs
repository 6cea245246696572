//! Programs that several systems have: each was compared, and what differs is found in a command.

use std::collections::{BTreeMap, BTreeSet};
use std::string::String;
use std::vec::Vec;

use serde::Deserialize;

use super::argv;
use crate::commands::{limits, programs, uses, uses_in_order};
use crate::script::Shell;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    source: String,
    programs: Vec<String>,
}

/// The programs of all lists of `implementations.toml`.
fn listed() -> BTreeSet<String> {
    let lists: BTreeMap<String, List> =
        toml::from_str(include_str!("../../../implementations.toml")).expect("the lists can be read");
    for (system, list) in &lists {
        assert!(!list.source.is_empty(), "{system} has no source");
        assert!(list.programs.is_sorted_by(|one, other| one < other), "{system} is not sorted");
        assert!(list.programs.len() > 100, "{system} is short");
    }
    lists.into_values().flat_map(|list| list.programs).collect()
}

/// The programs of `tables`, all of which vouch for something, each with whether it was compared, that are listed and were not.
fn missing<'t>(tables: &[(&'t str, bool)], listed: &BTreeSet<String>) -> Vec<&'t str> {
    let is_missing = |(name, compared): &&(&str, bool)| listed.contains(*name) && !compared;
    tables.iter().filter(is_missing).map(|(name, _)| *name).collect()
}

#[test]
fn every_program_that_other_systems_have_was_compared_with_theirs() {
    let listed = listed();
    let all = programs();
    let vouching = all.iter().filter(|program| !program.form.yes.is_empty() || !program.form.subs.is_empty());
    let tables: Vec<(&str, bool)> = vouching.map(|program| (program.name, program.several)).collect();
    let missing_here = missing(&tables, &listed);
    assert!(missing_here.is_empty(), "compare these, and enter the day as `elsewhere`: {missing_here:?}");
    assert!(tables.iter().filter(|(_, compared)| *compared).count() > 250, "hundreds were compared");
    assert_eq!(missing(&[("head", false), ("head", true), ("cargo", false)], &listed), ["head"]);
}

#[test]
fn what_differs_is_found_however_it_is_spelled() {
    for (command, expected) in [
        ("ls -I x", Some(1)),
        ("ls -lI x", Some(1)),
        ("ls -lIx", Some(1)),
        ("ls -l -I x", Some(2)),
        ("ls --ignore x", None),
        ("vdir -I x", None),
        ("date -d 20240101", Some(1)),
        ("date -d20240101", Some(1)),
        ("date -d '-1'", Some(1)),
        ("date -d yesterday", None),
        ("date --date=1", None),
        ("ls -w 80", None),
        ("ls -w /etc", Some(1)),
        ("egrep -C 3 x a", Some(1)),
        ("whereis ls", Some(0)),
        ("tar tXf x a", Some(1)),
    ] {
        let args = argv(command);
        let uses = uses(&args);
        assert_eq!(limits(&uses, &args).map(|(at, _)| at).next(), expected, "{command}");
    }
}

#[test]
fn another_order_is_only_read_where_it_differs() {
    for (command, expected) in [
        ("uniq a -c", true),
        ("uniq -c a", false),
        ("head a -n 5", true),
        ("head -n 5 a", false),
        ("cat a -- b", true),
        ("cat -- a", false),
        ("timeout 5 ls -l", false),
        ("find a -name b", false),
        ("rg a -n", false),
        ("echo a -n", false),
    ] {
        let args = argv(command);
        let uses = uses(&args);
        assert_eq!(uses_in_order(Shell::UNKNOWN, &args, &uses).is_some(), expected, "{command}");
    }
}
