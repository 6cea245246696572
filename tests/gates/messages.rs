//! Messages: a code's sentence begins with a small letter and ends without a full stop, and codes are sorted.

use policy_core::checks::CHECKS;
use policy_core::codes::grounds::GROUNDS;
use policy_core::codes::notices::NOTICES;

/// Whether `text` is no message of this house.
fn is_wrong(text: &str) -> bool {
    text.ends_with('.') || text.chars().next().is_none_or(char::is_uppercase)
}

#[test]
fn messages_begin_small_and_end_without_a_full_stop() {
    for check in CHECKS {
        assert!(!is_wrong(check.says), "{}: {}", check.code, check.says);
        assert!(!check.help.ends_with('.') && !check.help.is_empty(), "{}: {}", check.code, check.help);
    }
    for notice in NOTICES.iter().chain(GROUNDS) {
        assert!(!is_wrong(notice.says.text) && !is_wrong(notice.help.person), "{}", notice.code);
        assert!(!notice.help.model.is_some_and(is_wrong), "{}", notice.code);
    }
    let codes: Vec<&str> = NOTICES.iter().map(|notice| notice.code).collect();
    assert!(codes.is_sorted(), "{codes:?}");
}

#[test]
fn a_capital_a_full_stop_and_nothing_are_seen() {
    assert!(is_wrong("Big") && is_wrong("ends.") && is_wrong(""));
    assert!(!is_wrong("`ls` only reads"));
}
