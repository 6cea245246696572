//! Programs: what a program does is in its table, so that no other source names one.
//!
//! A text is taken for the name of a program when a table has this name. `programs.toml` lists the exceptions, each with
//! a reason, and the names that are still to go: its lists may only become shorter.

use std::collections::{BTreeMap, BTreeSet};

use policy_core::commands::programs;

use super::source::{Crate, texts};
use super::{CORE, RUNNER};

/// The lists of one crate.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    /// Names that stay.
    #[serde(default)]
    exceptions: Vec<Exception>,
    /// Names that are to become questions to the tables, by file.
    #[serde(default)]
    remaining: BTreeMap<String, BTreeSet<String>>,
}

/// Names that a file has for a reason.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    /// Below `src`.
    file: String,
    names: BTreeSet<String>,
    why: String,
}

/// The names of programs in each file of a crate.
fn named(of: &Crate, programs: &BTreeSet<&str>) -> BTreeMap<String, BTreeSet<String>> {
    let in_file = |text: &str| -> BTreeSet<String> {
        texts(text).into_iter().filter(|name| programs.contains(name.as_str())).collect()
    };
    let files = of.texts.iter().map(|(file, text)| (file.clone(), in_file(text)));
    files.filter(|(_, names)| !names.is_empty()).collect()
}

/// Everything in which the names of a crate differ from its lists.
fn differences(named: &BTreeMap<String, BTreeSet<String>>, lists: &Lists) -> Vec<String> {
    let mut listed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut found = Vec::new();
    let excepted = lists.exceptions.iter().map(|it| (&it.file, &it.names));
    for (file, names) in excepted.chain(&lists.remaining) {
        let known = listed.entry(file).or_default();
        found.extend(
            names
                .iter()
                .filter(|name| !known.insert(name))
                .map(|name| format!("{file}: `{name}` is listed twice")),
        );
    }
    found.extend(
        lists.exceptions.iter().filter(|it| it.why.is_empty()).map(|it| format!("{}: no reason", it.file)),
    );
    let none = BTreeSet::new();
    for (file, names) in named {
        let listed = listed.get(file.as_str()).unwrap_or(&none);
        let new = names.iter().filter(|name| !listed.contains(name.as_str()));
        found.extend(new.map(|name| {
            format!("{file}: names `{name}`: ask its table, or give the reason in programs.toml")
        }));
    }
    for (file, listed) in &listed {
        let gone = listed.iter().filter(|name| named.get(*file).is_none_or(|names| !names.contains(**name)));
        found.extend(
            gone.map(|name| format!("{file}: no longer names `{name}`: take it out of programs.toml")),
        );
    }
    found
}

#[test]
fn no_source_names_a_program_unless_it_is_listed() {
    let mut lists: BTreeMap<String, Lists> =
        toml::from_str(include_str!("programs.toml")).expect("programs.toml has its form");
    // `.` is a directory everywhere else.
    let names = programs().into_iter().map(|program| program.name).filter(|name| *name != ".");
    let programs: BTreeSet<&str> = names.collect();
    let mut found = Vec::new();
    for (name, of) in [("policy-core", &CORE), ("host-runner", &RUNNER)] {
        let lists = lists.remove(name).unwrap_or_default();
        let named = named(of, &programs);
        let count =
            |names: &BTreeMap<String, BTreeSet<String>>| names.values().map(BTreeSet::len).sum::<usize>();
        println!("{name}: {} names of programs in {} files", count(&named), named.len());
        println!(
            "{name}: {} of them in {} files are still to go",
            count(&lists.remaining),
            lists.remaining.len()
        );
        for (file, names) in &named {
            println!("  {:>4}  {file}", names.len());
        }
        found.extend(differences(&named, &lists).into_iter().map(|it| format!("{name}/src/{it}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(lists.is_empty());
}

#[test]
fn a_new_name_and_a_stale_one_are_seen() {
    let of = Crate::seeded(&[
        ("lib.rs", "mod a; const X: &str = \"sudo\"; const Y: &str = \"a sudo b\";"),
        ("a.rs", "fn f(x: &str) -> bool { matches!(x, \"env\" | \"nothing\") }"),
    ]);
    let named = named(&of, &["env", "sudo", "xargs"].into());
    let of_text = |text: &str| differences(&named, &toml::from_str(text).expect("lists"));
    let both = of_text("");
    assert!(both.len() == 2 && both[0].starts_with("a.rs: names `env`"), "{both:?}");
    let listed = "remaining.\"a.rs\" = [\"env\"]\n[[exceptions]]\nfile = \"lib.rs\"\nnames = [\"sudo\"]\nwhy = \"w\"\n";
    assert_eq!(of_text(listed), [""; 0]);
    let stale = of_text(&listed.replace("\"env\"", "\"env\", \"xargs\""));
    assert!(stale.len() == 1 && stale[0].starts_with("a.rs: no longer names `xargs`"), "{stale:?}");
    assert_eq!(of_text(&listed.replace("\"w\"", "\"\"")), ["lib.rs: no reason"]);
    let twice = of_text(&listed.replace("a.rs", "lib.rs").replace("env", "sudo"));
    assert!(twice.contains(&"lib.rs: `sudo` is listed twice".to_owned()), "{twice:?}");
}
