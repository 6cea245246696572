//! The assignments that an allow rule names in front of its command: `CI=1 npm test`, `PORT=3000 npm run dev:*`.
//!
//! Owns how they are written. A value with a wildcard or an expansion is no value that a rule can name; the rule then
//! has no assignments, and its first word is the name of a program as before.

use crate::sorted;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The assignments that a rule names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assigned {
    /// Names and values, sorted; each name once.
    assignments: Assignments,
}

impl Assigned {
    /// These assignments; none if one name appears twice.
    pub(crate) fn new(mut assignments: Assignments) -> Option<Self> {
        sorted::sort(&mut assignments);
        let is_double = assignments.windows(2).any(|pair| matches!(pair, [a, b] if a.0 == b.0));
        (!is_double).then_some(Self { assignments })
    }

    /// Whether the assignments of a command are these: the same names and values, each once, in any order.
    pub(crate) fn are(&self, given: &[(&str, Option<&str>)]) -> bool {
        let is_given = |(name, value): &(Box<str>, Box<str>)| given.contains(&(&**name, Some(&**value)));
        given.len() == self.assignments.len() && self.assignments.iter().all(is_given)
    }
}

/// Names and values.
type Assignments = Vec<(Box<str>, Box<str>)>;

/// The assignments at the beginning of `content`, and what follows them; none if there are none, or nothing follows.
pub(crate) fn split(content: &str) -> Option<(Assignments, &str)> {
    let mut assignments = Vec::new();
    let mut rest = content.trim_start_matches([' ', '\t']);
    while let Some((name, value, behind)) = assignment(rest) {
        assignments.push((name.into(), value.into_boxed_str()));
        rest = behind.trim_start_matches([' ', '\t']);
    }
    (!assignments.is_empty() && !rest.is_empty()).then_some((assignments, rest))
}

/// The assignment that `text` begins with: its name, its value without quotes, and what follows.
fn assignment(text: &str) -> Option<(&str, String, &str)> {
    let (name, written) = text.split_once('=')?;
    let is_name = !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name || written.starts_with(['~', '(']) {
        return None;
    }
    let mut value = String::new();
    let mut quote = None;
    let mut characters = written.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (None, ' ' | '\t') => return Some((name, value, written.get(at..)?)),
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None | Some('"'), '$' | '`')
            | (None, '*' | '?' | '[' | '{' | ';' | '&' | '|' | '<' | '>' | '(' | ')' | '\n') => {
                return None;
            }
            (None, ':') if written.get(at + 1..).is_some_and(|next| next.starts_with('~')) => return None,
            (None | Some('"'), '\\') => value.push(characters.next()?.1),
            _ => value.push(character),
        }
    }
    quote.is_none().then_some((name, value, ""))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::split;

    #[test]
    fn assignments_are_read_as_the_shell_reads_them_and_nothing_that_it_expands() {
        for (content, expected) in [
            ("CI=1 npm test", Some((&[("CI", "1")][..], "npm test"))),
            (
                "A=1 B='x y' C=\"a\\\"b\" cmd:*",
                Some((&[("A", "1"), ("B", "x y"), ("C", "a\"b")][..], "cmd:*")),
            ),
            ("A= cmd", Some((&[("A", "")][..], "cmd"))),
            ("A=a\\ b cmd", Some((&[("A", "a b")][..], "cmd"))),
            ("npm test", None),
            ("A=1", None),
            ("A=* cmd", None),
            ("A=$x cmd", None),
            ("A=\"$x\" cmd", None),
            ("A=~/x cmd", None),
            ("A=a:~/x cmd", None),
            ("A=a:b cmd", Some((&[("A", "a:b")][..], "cmd"))),
            ("A=(1 2) cmd", None),
            ("1A=1 cmd", None),
            ("A=\"open cmd", None),
            ("A=1;x cmd", None),
        ] {
            let found = split(content);
            let found = found.as_ref().map(|(all, rest)| {
                let all = all.iter().map(|(name, value)| (&**name, &**value)).collect::<Vec<_>>();
                (all, *rest)
            });
            assert_eq!(found, expected.map(|(all, rest)| (all.to_vec(), rest)), "{content}");
        }
    }
}
