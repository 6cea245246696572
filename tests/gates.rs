//! The laws of the house, as tests: each is a function over text, and proves with a seeded violation that it can fail.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules of the core and what they must not name: the layers of the house, from the outside in.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "syntax",
        &[
            "profiles", "commands", "checks", "rules", "paths", "policy", "decide", "door", "effects",
            "present",
        ],
    ),
    (
        "command_line",
        &[
            "profiles", "commands", "checks", "rules", "paths", "policy", "decide", "door", "effects",
            "present",
        ],
    ),
    ("paths", &["profiles", "syntax", "commands", "checks", "rules", "policy", "decide", "door"]),
    ("commands", &["profiles", "checks", "rules", "policy", "decide", "door", "effects", "present"]),
    ("checks", &["profiles", "commands", "rules", "policy", "decide", "door", "effects", "present"]),
    ("rules", &["profiles", "commands", "checks", "decide", "door", "effects", "present"]),
    ("present", &["profiles", "checks", "rules", "decide", "door"]),
    ("profiles", &["checks", "rules", "policy", "decide", "door", "effects", "present"]),
    (
        "output",
        &[
            "profiles", "commands", "checks", "rules", "paths", "policy", "decide", "door", "effects",
            "present", "syntax",
        ],
    ),
    ("dataflow", &["machine", "proof", "exposure", "rules", "policy", "effects", "decide", "door"]),
    ("machine", &["proof", "exposure", "effects", "decide", "door"]),
    ("proof", &["exposure", "effects", "decide", "door"]),
    ("exposure", &["proof", "effects", "decide", "door"]),
    ("effects", &["exposure", "decide", "door"]),
    ("decide", &["door"]),
];

fn core() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("policy-core/src")
}

/// Every Rust source below `folder` that is no test, with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(place) = waiting.pop() {
        if place.is_dir() {
            let entries = fs::read_dir(&place).expect("the folder can be listed");
            waiting.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if place.extension().is_some_and(|it| it == "rs") {
            let name = place.to_string_lossy().into_owned();
            if !name.contains("tests") && !is_for_tests(&place) {
                found.push((place.clone(), without_tests(&fs::read_to_string(&place).expect("a source"))));
            }
        }
    }
    assert!(!found.is_empty(), "there are sources below {}", folder.display());
    found
}

/// Whether the module beside or above it says that it is only there in tests.
fn is_for_tests(place: &Path) -> bool {
    let module = place.file_stem().unwrap_or_default().to_string_lossy();
    let parent = place.with_file_name("mod.rs");
    let said = ["", "pub(crate) "].map(|shown| format!("#[cfg(test)]\n{shown}mod {module};"));
    fs::read_to_string(parent).is_ok_and(|text| said.iter().any(|said| text.contains(said)))
}

/// The text up to the module of its tests, without comments.
fn without_tests(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let lines = text[..end].lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// The standard library is where input, output, time and threads are; the core cannot name it.
fn impure(text: &str) -> Option<&str> {
    text.lines().find(|line| {
        let names_std = line
            .split(|c: char| !c.is_alphanumeric() && c != ':' && c != '_')
            .any(|word| word.starts_with("std::"));
        names_std || line.contains("extern crate std") && !line.contains("cfg(test)")
    })
}

fn crosses<'t>(text: &'t str, forbidden: &[&str]) -> Option<&'t str> {
    text.lines().find(|line| {
        forbidden.iter().any(|module| {
            line.contains(&format!("crate::{module}::")) || line.contains(&format!("crate::{module};"))
        })
    })
}

#[test]
fn the_core_names_nothing_of_the_standard_library() {
    let root = fs::read_to_string(core().join("lib.rs")).expect("the core's root");
    assert!(root.contains("#![no_std]") && root.contains("#![forbid(unsafe_code)]"));
    for (place, text) in sources(&core()) {
        if place.ends_with("lib.rs") {
            continue;
        }
        assert_eq!(impure(&text), None, "{}", place.display());
    }
    for seeded in ["use std::fs;", "let x = std::time::Instant::now();", "extern crate std;"] {
        assert!(impure(seeded).is_some(), "{seeded}");
    }
    assert!(impure("use alloc::vec::Vec;\nuse core::ops::Range;").is_none());
}

#[test]
fn every_module_uses_only_what_lies_below_it() {
    for (module, forbidden) in LAYERS {
        for (place, text) in sources(&core().join(module)) {
            assert_eq!(crosses(&text, forbidden), None, "{} belongs to `{module}`", place.display());
        }
    }
    assert!(crosses("use crate::rules::Rules;", &["rules"]).is_some());
    assert!(crosses("use crate::span::Span;", &["rules"]).is_none());
}

#[test]
fn nothing_is_left_for_later_and_no_machine_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let marker = |text: &str| {
        let words = ["TO", "FIX", "XX"].iter().zip(["DO", "ME", "X"]).map(|(one, two)| format!("{one}{two}"));
        words.into_iter().find(|word| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|it| it == word))
    };
    for folder in ["policy-core/src", "host-runner/src"] {
        for (place, text) in sources(&root.join(folder)) {
            assert_eq!(marker(&text), None, "{}", place.display());
            assert!(!text.contains("todo!") && !text.contains("unimplemented!"), "{}", place.display());
        }
    }
    assert!(marker(&format!("a {}{} b", "TO", "DO")).is_some());
}

#[test]
fn every_check_has_its_file_its_snapshot_and_no_orphan() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut expected: Vec<String> = policy_core::checks::CHECKS
        .iter()
        .map(|check| format!("{:02}_{}.snap", check.number, check.code.to_lowercase()))
        .collect();
    expected.sort();
    let entries = fs::read_dir(root.join("snapshots/checks")).expect("the snapshots");
    let mut there: Vec<String> =
        entries.map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    there.retain(|name| Path::new(name).extension().is_none_or(|extension| extension != "new"));
    there.sort();
    assert_eq!(there, expected);
    for check in policy_core::checks::CHECKS {
        let file = core().join("checks").join(check.code.to_lowercase()).with_extension("rs");
        assert!(file.is_file(), "{}", file.display());
    }
    assert_eq!(expected.len(), 23);
}

#[test]
fn messages_begin_small_and_end_without_a_full_stop() {
    let wrong = |text: &str| text.ends_with('.') || text.chars().next().is_none_or(char::is_uppercase);
    for check in policy_core::checks::CHECKS {
        assert!(!wrong(check.says), "{}: {}", check.code, check.says);
        assert!(!check.help.ends_with('.') && !check.help.is_empty(), "{}: {}", check.code, check.help);
    }
    let grounds = policy_core::codes::grounds::GROUNDS;
    for notice in policy_core::codes::notices::NOTICES.iter().chain(grounds) {
        assert!(!wrong(notice.says) && !wrong(notice.help), "{}", notice.code);
    }
    let codes: Vec<&str> = policy_core::codes::notices::NOTICES.iter().map(|notice| notice.code).collect();
    assert!(codes.is_sorted(), "{codes:?}");
    assert!(wrong("Big") && wrong("ends."));
}
