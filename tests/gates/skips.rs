//! A test is left out by `test_support::skip` and by nothing else, so that one variable makes each of them a failure.
//!
//! Owns the search for other ways: a text that is printed before a return, the words of one, and `#[ignore]`.

use std::fs;
use std::path::Path;

use crate::files::below;
use crate::root;

/// The only reason for which a test may be ignored: it is a program for others.
const PROGRAM: &str = "other tests start it in a process of its own";

/// Words of a text that says why something is not tested.
const WORDS: &[&str] = &["skipped", "is not installed", "not shown", "not tested"];

/// The part of `text` up to the parenthesis that ends it; all of it when there is none.
fn arguments(text: &str) -> &str {
    let (mut depth, mut quoted, mut escaped) = (1, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

/// What leaves a test out without the one function for it.
fn found(source: &str) -> Option<String> {
    let printed =
        ["println!(", "print!("].iter().flat_map(|it| source.match_indices(it)).find_map(|(at, name)| {
            let rest = &source[at + name.len()..];
            let said = arguments(rest);
            let after = rest[said.len()..].trim_start_matches([')', ';', ' ', '\n', '}']);
            let leaves = after.starts_with("return") || WORDS.iter().any(|word| said.contains(word));
            leaves.then(|| said.to_owned())
        });
    let ignored = source.match_indices("#[ignore").find_map(|(at, _)| {
        let attribute = source[at..].lines().next().unwrap_or_default();
        (!attribute.contains(PROGRAM)).then(|| attribute.to_owned())
    });
    printed.or(ignored)
}

/// The part of a source that is compiled for tests only.
fn of_tests<'t>(place: &Path, text: &'t str) -> &'t str {
    let name = place.to_string_lossy();
    let is_all = name.contains("/tests/") || name.ends_with("tests.rs");
    let start = if is_all { Some(0) } else { text.find("#[cfg(test)]") };
    start.map_or("", |start| &text[start..])
}

#[test]
fn a_test_is_left_out_in_one_way() {
    let root = root();
    // Programs that print what they are for, and the two files about leaving out.
    let others = [
        "tests/generator",
        "tests/release",
        "tests/xtask",
        "tests/corpus",
        "tests/benches",
        "tests/support/src/skip.rs",
        "tests/gates/skips.rs",
    ];
    let mut searched = 0;
    for folder in ["policy-core/src", "host-runner/src", "host-runner/tests", "tests"] {
        for place in below(&root.join(folder), "rs") {
            if others.iter().any(|it| place.starts_with(root.join(it))) {
                continue;
            }
            let text = fs::read_to_string(&place).expect("a source");
            assert_eq!(
                found(of_tests(&place, &text)),
                None,
                "{}: call `test_support::skip`",
                place.display()
            );
            searched += 1;
        }
    }
    assert!(searched > 100, "{searched} sources");
}

#[test]
fn another_way_to_leave_a_test_out_is_found() {
    for seeded in [
        "if x {\n    println!(\"no (git) here\");\n    return;\n}",
        "if x {\n    eprintln!(\"no {git} here\", git = name(\"\\\"\"));\n    return None;\n}",
        "if !found {\n    println!(\"`{program}` is not installed, so this is nothing\");\n}\nfound",
        "#[test]\n#[ignore]\nfn a() {}",
        "#[test]\n#[ignore = \"takes long\"]\nfn a() {}",
    ] {
        assert!(found(seeded).is_some(), "{seeded}");
    }
    for harmless in [
        "println!(\"{count} commands\");\nassert!(count > 3);",
        "return skip(\"no git\");",
        "#[ignore = \"other tests start it in a process of its own\"]",
    ] {
        assert_eq!(found(harmless), None, "{harmless}");
    }
    let production = "fn a() { println!(\"skipped\"); return; }\n#[cfg(test)]\nmod tests {}";
    assert_eq!(found(of_tests(Path::new("src/a.rs"), production)), None);
    assert!(found(of_tests(Path::new("src/a/tests.rs"), production)).is_some());
}
