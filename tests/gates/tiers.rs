//! Tiers: every suite has a row in `tests/tiers.toml`, and the table of `tests/README.md` is made from these rows.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use serde::Deserialize;

use super::root;

/// Where the table begins and ends in `tests/README.md`.
const MARKS: [&str; 2] = ["<!-- made from tiers.toml -->\n", "<!-- end of what tiers.toml makes -->\n"];

/// The tiers, with the command that runs each.
const TIERS: [(&str, &str); 6] = [
    ("test", "`cargo test`"),
    ("run", "`.ci/run`"),
    ("full", "`.ci/full`"),
    ("nightly", "`.ci/nightly`"),
    ("audit", "`.ci/audit`"),
    ("release", "a release"),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tiers {
    suite: Vec<Suite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Suite {
    name: String,
    command: String,
    tiers: Vec<String>,
    tests: String,
    why: String,
}

fn suites(text: &str) -> Vec<Suite> {
    toml::from_str::<Tiers>(text).unwrap_or_else(|error| panic!("tests/tiers.toml: {error}")).suite
}

fn here() -> Vec<Suite> {
    suites(&read("tests/tiers.toml"))
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// What is wrong with the tiers of a row.
fn wrong(suite: &Suite) -> Option<String> {
    let unknown = suite.tiers.iter().find(|tier| !TIERS.iter().any(|(name, _)| name == tier));
    let has = |tier: &str| suite.tiers.iter().any(|it| it == tier);
    match unknown {
        Some(tier) => Some(format!("`{}`: there is no tier `{tier}`", suite.name)),
        None if suite.tiers.is_empty() => Some(format!("`{}` is in no tier", suite.name)),
        None if has("test") && !(has("run") && has("full")) => {
            Some(format!("`{}`: `.ci/run` and `.ci/full` run what `cargo test` runs", suite.name))
        }
        None if has("run") && !has("full") => {
            Some(format!("`{}`: `.ci/full` runs what `.ci/run` runs", suite.name))
        }
        None => None,
    }
}

/// The table, a row a suite.
fn table(suites: &[Suite]) -> String {
    let mut text =
        "| suite | what it tests | command | first tier | then | why there |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for Suite { name, command, tiers, tests, why } in suites {
        let mut shown = TIERS.iter().filter(|(tier, _)| tiers.iter().any(|it| it == tier)).map(|(_, it)| *it);
        let first = shown.next().unwrap_or_default();
        let then = shown.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "| `{name}` | {tests} | `{command}` | {first} | {then} | {why} |");
    }
    text
}

/// `page` with `table` between the marks; `None` when it lacks one.
fn with(page: &str, table: &str) -> Option<String> {
    let (before, rest) = page.split_once(MARKS[0])?;
    let (_, after) = rest.split_once(MARKS[1])?;
    Some([before, MARKS[0], table, MARKS[1], after].concat())
}

/// The package in `folder`, and the names of its test programs, by its manifest and its folder `tests`.
fn programs(folder: &str) -> (String, BTreeSet<String>) {
    let manifest: toml::Table =
        read(&format!("{folder}/Cargo.toml")).parse().unwrap_or_else(|error| panic!("{folder}: {error}"));
    let declared = manifest.get("test").and_then(toml::Value::as_array).into_iter().flatten();
    let mut names: BTreeSet<String> =
        declared.filter_map(|test| test["name"].as_str()).map(str::to_owned).collect();
    let is_found = manifest["package"].get("autotests").and_then(toml::Value::as_bool).unwrap_or(true);
    let files = fs::read_dir(root().join(folder).join("tests")).into_iter().flatten();
    for file in files.filter(|_| is_found) {
        let file = file.expect("an entry").path();
        let is_program = file.extension().is_some_and(|it| it == "rs") || file.join("main.rs").is_file();
        if is_program {
            names.insert(file.file_stem().expect("a name").to_string_lossy().into_owned());
        }
    }
    (manifest["package"]["name"].as_str().expect("a name").to_owned(), names)
}

/// The packages of the workspace.
fn members() -> Vec<String> {
    let root: toml::Table = read("Cargo.toml").parse().expect("a manifest");
    let members = root["workspace"]["members"].as_array().expect("members");
    members.iter().filter_map(toml::Value::as_str).chain(["."]).map(str::to_owned).collect()
}

#[test]
fn every_test_program_is_in_a_tier() {
    let suites = here();
    let mut found = 0;
    for member in members() {
        let (package, programs) = programs(&member);
        // A row of a package has all its programs in it.
        let whole = format!(" -p {package}");
        let is_whole = suites.iter().any(|suite| suite.command.ends_with(&whole));
        for program in programs {
            found += 1;
            let is_named = suites.iter().any(|suite| suite.name == program);
            assert!(is_whole || is_named, "{member}: `{program}` has no row in tests/tiers.toml");
        }
    }
    assert!(found > 12, "{found} test programs");
}

#[test]
fn every_row_is_in_known_tiers_and_named_once() {
    let suites = here();
    assert_eq!(suites.iter().filter_map(wrong).collect::<Vec<_>>(), Vec::<String>::new());
    let names: BTreeSet<&str> = suites.iter().map(|suite| suite.name.as_str()).collect();
    assert_eq!(names.len(), suites.len(), "a suite has two rows");
}

#[test]
fn the_table_of_the_tiers_is_the_one_that_is_made() {
    let page = read("tests/README.md");
    let made = with(&page, &table(&here())).expect("the marks in tests/README.md");
    if std::env::var_os("SHELLGATE_GENERATE").is_some() {
        fs::write(root().join("tests/README.md"), &made).expect("the page can be written");
    }
    assert!(
        page == made,
        "`SHELLGATE_GENERATE=1 cargo test -p shellgate-gates` makes the table of tests/README.md"
    );
}

#[test]
fn what_a_tier_lacks_is_seen() {
    let row = |tiers: &str| {
        let text = format!("[[suite]]\nname='a'\ncommand='b'\ntiers={tiers}\ntests='c'\nwhy='d'\n");
        wrong(&suites(&text)[0])
    };
    for tiers in ["[]", "['weekly']", "['test']", "['test', 'run']", "['run', 'nightly']"] {
        assert!(row(tiers).is_some(), "{tiers}");
    }
    for tiers in ["['nightly']", "['run', 'full']", "['test', 'run', 'full']"] {
        assert_eq!(row(tiers), None, "{tiers}");
    }
    assert_eq!(with("no marks", "t"), None);
}
