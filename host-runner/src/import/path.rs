//! A path pattern of another tool as a rule about paths.
//!
//! Owns the two readings of a wildcard in such a pattern. A rule never matches less than the source: these rules ask or deny.

use std::ops::Range;

use policy_core::rules::List;

use super::statement::Statement;

/// What `*` is in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wildcard {
    /// A part of one name, as in a rule; `**` is any number of names.
    Name,
    /// Any text, also with `/` in it, and `?` any one character.
    Text,
}

/// The statement of `list`, which restricts, about the paths of `pattern` in `tool`.
pub(super) fn statement(
    at: Range<usize>,
    list: List,
    tool: &str,
    pattern: &str,
    wildcard: Wildcard,
) -> Statement {
    let is_every = !pattern.is_empty() && pattern.split('/').all(|name| name == "*" || name == "**");
    let (path, is_wider) = match wildcard {
        _ if is_every => return Statement::rule(at, list, tool.to_owned(), false),
        Wildcard::Name => (rooted(pattern), false),
        Wildcard::Text => any_text(pattern),
    };
    Statement::rule(at, list, format!("{tool}({path})"), is_wider)
}

/// In a rule, a path from the root begins with two slashes.
fn rooted(path: &str) -> String {
    if path.starts_with('/') { format!("/{path}") } else { path.to_owned() }
}

/// The paths of `pattern`, in which a wildcard is any text, and whether these are more.
fn any_text(pattern: &str) -> (String, bool) {
    const WILDCARDS: [char; 2] = ['*', '?'];
    let (Some(first), Some(last)) = (pattern.find(WILDCARDS), pattern.rfind(WILDCARDS)) else {
        return (rooted(pattern), false);
    };
    let (head, rest) = pattern.split_at(first);
    let (middle, tail) = rest.split_at(last - first + 1);
    let begins = rooted(head);
    let is_plain = middle.chars().all(|it| it == '*' || it == '/');
    match (head, tail) {
        // What begins with any text is anywhere on the disk.
        ("", tail) if !tail.contains('/') => (format!("//**/*{tail}"), !is_plain),
        ("", _) => ("//**".to_owned(), true),
        (_, "") if head.ends_with('/') => (format!("{begins}**"), !is_plain),
        (_, tail) if head.ends_with('/') && !tail.contains('/') => (format!("{begins}**/*{tail}"), !is_plain),
        // A directory that matches brings everything in it.
        (_, tail) => (format!("{begins}*"), !is_plain || !tail.is_empty()),
    }
}
