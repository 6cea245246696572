//! Messages: a code's sentence begins with a small letter and ends without a full stop.

use policy_core::all_codes::{Entry, entries};

/// Whether `text` is no message of this house.
fn is_wrong(text: &str) -> bool {
    text.ends_with('.') || text.chars().next().is_none_or(char::is_uppercase)
}

#[test]
fn messages_begin_small_and_end_without_a_full_stop() {
    for entry in entries() {
        let code = entry.code();
        // After "forbids" an abbreviation may come first.
        let is_line = matches!(entry, Entry::Form(_)) || !is_wrong(code.says.text);
        assert!(is_line, "{}: {}", code.name, code.says.text);
        for help in code.help.model.into_iter().chain([code.help.person]) {
            assert!(!help.ends_with('.') && !help.is_empty(), "{}: {help}", code.name);
        }
    }
}

#[test]
fn a_capital_a_full_stop_and_nothing_are_seen() {
    assert!(is_wrong("Big") && is_wrong("ends.") && is_wrong(""));
    assert!(!is_wrong("`ls` only reads"));
}
