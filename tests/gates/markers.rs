//! Markers: nothing in the sources is left for later.

use super::{CORE, LOGS, RUNNER};

/// The marker of unfinished work in a line of comment or code.
fn marker(text: &str) -> Option<String> {
    let words = ["TO", "FIX", "XX"].iter().zip(["DO", "ME", "X"]).map(|(one, two)| format!("{one}{two}"));
    let unfinished = ["todo!", "unimplemented!"].map(str::to_owned);
    let mut names = text.split(|c: char| !c.is_ascii_alphanumeric());
    let mut words = words.filter(|word| names.clone().any(|it| it == word));
    words.next().or_else(|| {
        names.next();
        unfinished.into_iter().find(|call| text.contains(call.as_str()))
    })
}

#[test]
fn nothing_is_left_for_later() {
    for (name, of) in [("policy-core", &CORE), ("host-runner", &RUNNER), ("host-runner/logs", &LOGS)] {
        for (file, text) in &of.texts {
            for (number, line) in text.lines().enumerate() {
                // A command in an example may look for one.
                if !line.contains('`') {
                    assert_eq!(marker(line), None, "{name}/src/{file}:{}", number + 1);
                }
            }
        }
    }
}

#[test]
fn a_marker_is_seen_in_code_and_in_comments() {
    assert!(marker(&format!("// {}{}: later", "TO", "DO")).is_some());
    assert!(marker(&format!("fn f() {{ to{}!() }}", "do")).is_some());
    assert!(marker("// everything is done").is_none());
}
