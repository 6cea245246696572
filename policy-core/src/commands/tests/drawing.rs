//! Tables as a person reads them: a choice of the pages that `explain` prints, and the size of every table in one list.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::format;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;

use crate::commands::page::{NoPage, page, pages};
use crate::commands::programs;

/// The pages that have a snapshot, and why this one.
const PAGES: &[(&str, &str)] = &[
    ("[[", "a conditional expression, of whole words and without options"),
    ("awk", "a program in a language of its own"),
    ("bash", "an interpreter: texts that are commands, options that conflict"),
    ("cargo", "settings of the project that can start programs"),
    ("cp", "an edit: the last operand is written"),
    ("curl", "connects"),
    ("echo", "any value is harmless"),
    ("env", "a wrapper after assignments"),
    ("find", "an expression, which can run and remove"),
    ("git", "a program of sub-commands"),
    ("git branch", "a sub-command that only lists with the right options"),
    ("git stash", "a sub-command of sub-commands"),
    ("grep", "patterns, files, and a status that is no failure"),
    ("groupadd", "refused as a whole"),
    ("head", "numbers as options"),
    ("htop", "talks to a person at a terminal"),
    ("jq", "a filter that reads further files"),
    ("lz4", "needs an option to be harmless"),
    ("ps", "options with and without a dash, of two kinds"),
    ("rm", "removes"),
    ("sed", "a script in a language of its own, which an option makes an edit"),
    ("sudo", "a wrapper that is looked through for deny rules only"),
    ("tar", "options without a dash"),
    ("timeout", "a wrapper whose command is judged as if it stood alone"),
    ("xargs", "a wrapper that appends what it reads"),
];

/// The list of all tables with their sizes.
const LIST: &str = "every_table";

fn snapshots() -> PathBuf {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/commands").into()
}

fn assert_snapshot(name: &str, drawn: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(snapshots());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, drawn));
}

/// The name of the file that holds a page.
fn file(page: &str) -> String {
    page.replace(' ', "_")
}

#[test]
fn a_page_shows_what_its_table_says() {
    for (name, why) in PAGES {
        let words: Vec<&str> = name.split(' ').collect();
        let page = page(&words).expect("a page");
        assert_snapshot(&file(name), &format!("shown for: {why}\n\n{page}"));
    }
}

/// How much a table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Size {
    /// The program and its sub-commands.
    forms: usize,
    options: usize,
    examples: usize,
}

impl Size {
    /// Whether nothing of `listed` can have been lost.
    fn holds(self, listed: Self) -> bool {
        self.forms >= listed.forms && self.options >= listed.options && self.examples >= listed.examples
    }
}

fn drawn(sizes: &BTreeMap<String, Size>) -> String {
    let mut list = String::new();
    for (name, Size { forms, options, examples }) in sizes {
        writeln!(list, "{name}: {forms} forms, {options} options, {examples} examples")
            .expect("a text grows");
    }
    list
}

/// The lines of a list, as [`drawn`] writes them.
fn listed(list: &str) -> BTreeMap<String, Size> {
    let line = |line: &str| {
        let (name, sizes) = line.rsplit_once(": ")?;
        let counts: Vec<usize> =
            sizes.split(", ").filter_map(|size| size.split_once(' ')?.0.parse().ok()).collect();
        let [forms, options, examples] = counts[..] else { return None };
        Some((name.to_string(), Size { forms, options, examples }))
    };
    list.lines().filter_map(line).collect()
}

/// The listed tables of which something is gone.
fn lost<'l>(listed: &'l BTreeMap<String, Size>, there: &BTreeMap<String, Size>) -> Vec<&'l str> {
    let gone = |(name, size): &(&String, &Size)| !there.get(*name).is_some_and(|it| it.holds(**size));
    listed.iter().filter(gone).map(|(name, _)| name.as_str()).collect()
}

/// The list is a floor: a new table and a larger one need no line in it, so that a program is added by one file; a
/// table that is gone or smaller fails. `INSTA_UPDATE=always` writes the list anew.
#[cfg(feature = "powershell")]
#[test]
fn no_table_is_lost_or_shrinks_unseen() {
    let size = |program| {
        let pages = pages(program);
        let options = pages.iter().map(|page| page.options.len()).sum();
        let examples = pages.iter().map(|page| page.yes.len() + page.no.len()).sum();
        Size { forms: pages.len(), options, examples }
    };
    let there: BTreeMap<String, Size> =
        programs().into_iter().map(|program| (program.name.into(), size(program))).collect();
    let committed = std::fs::read_to_string(snapshots().join(format!("{LIST}.snap"))).unwrap_or_default();
    let listed = listed(&committed);
    let renewed = std::env::var("INSTA_UPDATE").is_ok_and(|it| it == "always");
    if renewed || listed.is_empty() || !lost(&listed, &there).is_empty() {
        assert_snapshot(LIST, &drawn(&there));
    }
}

#[test]
fn a_list_finds_what_is_lost_and_lets_a_table_grow() {
    let sizes = |list: &str| listed(list);
    let before = sizes("[: 1 forms, 2 options, 3 examples\ngit: 80 forms, 900 options, 50 examples\n");
    assert_eq!(sizes(&drawn(&before)), before, "what is drawn can be read");
    let grown = sizes(
        "[: 1 forms, 3 options, 3 examples\na: 1 forms, 0 options, 2 examples\ngit: 80 forms, 900 options, 50 examples\n",
    );
    assert_eq!(lost(&before, &grown), Vec::<&str>::new());
    for (there, expected) in [
        ("git: 80 forms, 900 options, 50 examples", &["["][..]),
        ("[: 1 forms, 2 options, 2 examples\ngit: 80 forms, 900 options, 50 examples", &["["]),
        ("[: 1 forms, 2 options, 3 examples\ngit: 79 forms, 900 options, 50 examples", &["git"]),
        ("", &["[", "git"]),
    ] {
        assert_eq!(lost(&before, &sizes(there)), expected, "{there}");
    }
}

#[test]
fn every_snapshot_of_a_page_is_drawn_by_a_test() {
    let mut expected: BTreeSet<String> =
        PAGES.iter().map(|(name, _)| format!("{}.snap", file(name))).collect();
    expected.insert(format!("{LIST}.snap"));
    let entries = std::fs::read_dir(snapshots()).expect("the snapshots");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    // What insta proposes when a test has failed is no snapshot yet.
    let is_proposed = |name: &std::ffi::OsString| Path::new(name).extension().is_some_and(|it| it == "new");
    let there: BTreeSet<String> =
        names.filter(|name| !is_proposed(name)).map(|name| name.to_string_lossy().into_owned()).collect();
    assert_eq!(there, expected);
}

#[test]
fn every_page_is_found_by_its_name_and_no_other() {
    for program in programs() {
        for expected in pages(program) {
            let words: Vec<&str> = expected.name.split(' ').collect();
            assert_eq!(page(&words).as_ref(), Ok(&expected));
        }
    }
    assert_eq!(page(&["/usr/bin/grep"]), page(&["grep"]));
    for (words, known) in [(&["git", "psuh"][..], 1), (&["git", "stash", "x", "y"], 2), (&["ls", ""], 1)] {
        assert!(matches!(page(words), Err(NoPage::Sub { known: at, .. }) if at == known), "{words:?}");
    }
    for words in [&[][..], &[""], &["./grep"], &["GREP"], &["git log"]] {
        assert_eq!(page(words), Err(NoPage::Program), "{words:?}");
    }
}

#[test]
fn the_same_page_is_data() {
    let page = page(&["git", "branch"]).expect("a page");
    let data: serde_json::Value = serde_json::to_value(&page).expect("JSON");
    assert_eq!(data["name"], "git branch");
    let row = |name: &str| {
        let rows = data["options"].as_array().expect("a list");
        rows.iter().find(|row| row["names"][0] == name).expect("an option").clone()
    };
    assert_eq!(row("--contains")["value"]["role"], "revision");
    assert_eq!(row("--contains")["arity"], "unless-last");
    assert_eq!(row("-D")["refused"], "changes branches");
}
