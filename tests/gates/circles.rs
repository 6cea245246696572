//! Circles: no two files of a crate need each other, not over others either.
//!
//! A file needs another one that defines an item which it names. A `mod.rs` that re-exports its children needs none of
//! them for that.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::source::{Crate, Target};
use super::{CORE, LOGS, RUNNER};

/// The files that each file needs.
fn needs(of: &Crate) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut needs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (id, module) in of.modules.iter().enumerate() {
        let file = needs.entry(&module.file).or_default();
        for target in of.named_by(id) {
            if let Target::Item(other) = target {
                file.insert(&of.modules[other].file);
            }
        }
        file.remove(module.file.as_str());
    }
    needs
}

/// The files from which `file` can be reached again, and that can be reached from it.
fn reachable<'c>(needs: &BTreeMap<&'c str, BTreeSet<&'c str>>, file: &'c str) -> BTreeSet<&'c str> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![file];
    while let Some(file) = waiting.pop() {
        for next in needs.get(file).into_iter().flatten() {
            if found.insert(*next) {
                waiting.push(next);
            }
        }
    }
    found
}

/// Every circle as the sorted list of its files.
fn circles(of: &Crate) -> Vec<Vec<String>> {
    let needs = needs(of);
    let from: BTreeMap<&str, BTreeSet<&str>> =
        needs.keys().map(|file| (*file, reachable(&needs, file))).collect();
    let mut found = BTreeSet::new();
    for (file, others) in &from {
        let circle = others.iter().filter(|other| from.get(*other).is_some_and(|back| back.contains(file)));
        let circle: Vec<String> = circle.map(|file| (*file).to_owned()).collect();
        if !circle.is_empty() {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

/// The circles of a crate, drawn: each file with those of its circle that it needs.
fn drawn(of: &Crate) -> String {
    let needs = needs(of);
    let mut text = String::new();
    for circle in circles(of) {
        for file in &circle {
            let inside = needs[file.as_str()].iter().filter(|other| circle.iter().any(|it| it == *other));
            let needed: Vec<&str> = inside.copied().collect();
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{file} needs {}", needed.join(", "));
        }
        text.push('\n');
    }
    text
}

#[test]
fn no_files_of_the_core_need_each_other() {
    assert_eq!(drawn(&CORE), "");
}

#[test]
fn no_files_of_the_runner_need_each_other() {
    assert_eq!(drawn(&RUNNER), "");
}

#[test]
fn no_files_of_the_reader_of_logs_need_each_other() {
    assert_eq!(drawn(&LOGS), "");
}

/// The circles of a folder `a` with these two children, and of `other.rs` beside it.
fn of_folder(folder: &str, one: &str, two: &str, other: &str) -> Vec<Vec<String>> {
    circles(&Crate::seeded(&[
        ("lib.rs", "mod a; mod other; pub use a::One;"),
        ("a/mod.rs", folder),
        ("a/one.rs", one),
        ("a/two.rs", two),
        ("other.rs", other),
    ]))
}

#[test]
fn circles_are_seen_in_every_spelling() {
    let facade = "mod one; mod two; pub use one::One; pub use two::{Two, two};";
    for (one, two) in [
        ("use super::Two; pub struct One(Two);", "use super::One; pub struct Two(One); pub fn two() {}"),
        ("use crate::a::two::Two; pub struct One;", "pub struct Two; pub fn two() { crate::One }"),
        ("pub struct One; fn f() { super::two() }", "pub struct Two(super::one::One); pub fn two() {}"),
        ("use super::*; pub struct One(Two);", "pub struct Two(crate::a::One); pub fn two() {}"),
    ] {
        assert_eq!(of_folder(facade, one, two, ""), [["a/one.rs", "a/two.rs"]], "{one} {two}");
    }
    // A folder that defines something is a file like others.
    let own = "mod one; mod two; use one::One; pub struct Own(One);";
    assert_eq!(of_folder(own, "pub struct One(super::Own);", "", ""), [["a/mod.rs", "a/one.rs"]]);
    let registry = "mod one; mod two; pub struct Row; pub static ROWS: &[&Row] = &[&one::ROW];";
    let row = "use super::Row; pub static ROW: Row = Row;";
    assert_eq!(of_folder(registry, row, "", ""), [["a/mod.rs", "a/one.rs"]]);
    // Over a third file.
    let three = of_folder(
        facade,
        "use super::Two; pub struct One(Two);",
        "pub struct Two(crate::other::Other); pub fn two() {}",
        "pub struct Other(crate::One);",
    );
    assert_eq!(three, [["a/one.rs", "a/two.rs", "other.rs"]]);
}

#[test]
fn a_folder_that_only_passes_on_is_in_no_circle() {
    let facade = "mod one; mod two; pub use one::One; pub use two::{Two, two};";
    let one = "use super::Two; pub struct One(Two);";
    let two = "pub struct Two; pub fn two() {}";
    assert!(of_folder(facade, one, two, "use crate::a::{One, Two};").is_empty());
    let tests = "pub struct Two; pub fn two() {} #[cfg(test)] mod tests { use super::super::One; }";
    assert!(of_folder(facade, one, tests, "").is_empty());
}
