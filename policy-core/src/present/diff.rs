//! A change of a text as a unified diff (POSIX, diff(1), "Diff -u Output Format").
//!
//! Owns the drawing. Does not search for common lines: the caller knows which part of the new text comes from which
//! line of the old one, so the cost is linear in both.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// Lines around a change.
const CONTEXT: usize = 3;

/// One line of a diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiffLine<'t> {
    Kept(&'t str),
    Removed(&'t str),
    Added(&'t str),
}

/// The unified diff from `old` to `new`, which is named `path` in its head; empty when they are equal.
///
/// `ends` says how long `new` is after each line of `old`; lines of `old` without an entry are gone.
pub(crate) fn unified(path: &str, old: &str, new: &str, ends: &[usize]) -> String {
    if old == new {
        return String::new();
    }
    let lines = lines(old, new, ends);
    let name = named(path);
    let mut diff = format!("--- {name}\n+++ {name}\n");
    let (mut at, mut old_line, mut new_line) = (0, 0, 0);
    while let Some(rest) = lines.get(at..) {
        let is_kept = |line: &DiffLine<'_>| matches!(line, DiffLine::Kept(_));
        let Some(distance) = rest.iter().position(|line| !is_kept(line)) else { break };
        let skipped = distance.saturating_sub(CONTEXT);
        let rest = rest.get(skipped..).unwrap_or(&[]);
        // A hunk ends where so much is kept that the context of the next change does not touch its own.
        let (mut end, mut kept) = (distance - skipped, 0);
        for (index, line) in rest.iter().enumerate().skip(end) {
            if !is_kept(line) {
                (end, kept) = (index + 1, 0);
            } else if kept == 2 * CONTEXT {
                break;
            } else {
                kept += 1;
            }
        }
        let end = rest.len().min(end + CONTEXT);
        let hunk = rest.get(..end).unwrap_or(&[]);
        (old_line, new_line) = (old_line + skipped, new_line + skipped);
        let olds = hunk.iter().filter(|line| !matches!(line, DiffLine::Added(_))).count();
        let news = hunk.iter().filter(|line| !matches!(line, DiffLine::Removed(_))).count();
        // Writing to a string does not fail.
        let _ = writeln!(diff, "@@ -{} +{} @@", range(old_line, olds), range(new_line, news));
        for line in hunk {
            draw(&mut diff, *line);
        }
        (old_line, new_line) = (old_line + olds, new_line + news);
        at += skipped + end;
    }
    diff
}

/// Every line of both texts: what is removed precedes what is added in its place.
fn lines<'t>(old: &'t str, new: &'t str, ends: &[usize]) -> Vec<DiffLine<'t>> {
    let mut lines = Vec::new();
    let mut added = Vec::new();
    let mut from = 0;
    for (index, line) in old.split_inclusive('\n').enumerate() {
        let to = ends.get(index).copied().unwrap_or(new.len());
        let mut part = new.get(from..to).unwrap_or("");
        from = to;
        let before = part.split_inclusive('\n').position(|made| made == line);
        let Some(before) = before else {
            lines.push(DiffLine::Removed(line));
            added.extend(part.split_inclusive('\n').map(DiffLine::Added));
            continue;
        };
        for made in part.split_inclusive('\n').take(before) {
            added.push(DiffLine::Added(made));
            part = part.get(made.len()..).unwrap_or("");
        }
        lines.append(&mut added);
        lines.push(DiffLine::Kept(line));
        added.extend(part.split_inclusive('\n').skip(1).map(DiffLine::Added));
    }
    added.extend(new.get(from..).unwrap_or("").split_inclusive('\n').map(DiffLine::Added));
    lines.append(&mut added);
    lines
}

/// `first,count`; a range of one line is only its number, and one of none is the line in front of it.
fn range(before: usize, count: usize) -> String {
    match count {
        0 => format!("{before},0"),
        1 => format!("{}", before + 1),
        _ => format!("{},{count}", before + 1),
    }
}

fn draw(diff: &mut String, line: DiffLine<'_>) {
    let (sign, text) = match line {
        DiffLine::Kept(text) => (' ', text),
        DiffLine::Removed(text) => ('-', text),
        DiffLine::Added(text) => ('+', text),
    };
    diff.push(sign);
    diff.push_str(text);
    if !text.ends_with('\n') {
        diff.push_str("\n\\ No newline at end of file\n");
    }
}

/// A name with a control character in it is quoted, so that it stays on its line.
fn named(path: &str) -> String {
    if path.chars().any(char::is_control) { format!("{path:?}") } else { path.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ends when each line of `old` became the part at the same place, which `|` divides.
    fn drawn(old: &str, parts: &str) -> String {
        let mut new = String::new();
        let mut ends = Vec::new();
        for part in parts.split('|') {
            new.push_str(part);
            ends.push(new.len());
        }
        let diff = unified("f", old, &new, &ends);
        diff.strip_prefix("--- f\n+++ f\n").map_or(diff.clone(), String::from)
    }

    #[test]
    fn a_change_is_drawn_with_its_neighbours() {
        const CASES: &[(&str, &str, &str)] = &[
            ("a\n", "a\n", ""),
            ("", "", ""),
            ("a\n", "b\n", "@@ -1 +1 @@\n-a\n+b\n"),
            ("a\nb\nc\n", "a\n|x\n|c\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"),
            ("a\nb\n", "x\n|y\n", "@@ -1,2 +1,2 @@\n-a\n-b\n+x\n+y\n"),
            ("a\nb\n", "|b\n", "@@ -1,2 +1 @@\n-a\n b\n"),
            ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
            ("a\nb\n", "a\nx\n|b\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n"),
            ("a\nb\n", "x\na\n|b\n", "@@ -1,2 +1,3 @@\n+x\n a\n b\n"),
            ("a\nb\n", "a\n", "@@ -1,2 +1 @@\n a\n-b\n"),
            ("a", "a\nx\n", "@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+x\n"),
            ("a", "b", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
                "x\n|2\n|3\n|4\n|5\n|6\n|7\n|8\n|y\n",
                "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+y\n",
            ),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n",
                "x\n|2\n|3\n|4\n|5\n|6\n|7\n|y\n",
                "@@ -1,8 +1,8 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n",
            ),
        ];
        for (old, parts, expected) in CASES {
            assert_eq!(drawn(old, parts), *expected, "{old:?} {parts:?}");
        }
    }

    #[test]
    fn both_texts_can_be_put_together_from_the_lines() {
        let parts = ["", "a\n", "b\n", "a\nb\n", "b\na\na\n", "c\n"];
        for (old, last) in [("a\nb\na\n", "a\n"), ("a\nb\na", "a"), ("a\nb\na", "a\nx\n"), ("b\na\nb\nc", "")]
        {
            for first in parts {
                for second in parts {
                    let new = format!("{first}{second}{last}");
                    let ends = [first.len(), first.len() + second.len(), new.len()];
                    let lines = lines(old, &new, &ends);
                    let text = |wanted: fn(&DiffLine<'_>) -> bool| -> String {
                        let chosen = lines.iter().filter(|line| wanted(line));
                        chosen
                            .map(|(DiffLine::Kept(it) | DiffLine::Removed(it) | DiffLine::Added(it))| *it)
                            .collect()
                    };
                    assert_eq!(text(|line| !matches!(line, DiffLine::Added(_))), old, "{old:?} {new:?}");
                    assert_eq!(text(|line| !matches!(line, DiffLine::Removed(_))), new, "{old:?} {new:?}");
                }
            }
        }
    }

    #[test]
    fn a_name_cannot_add_lines() {
        assert!(unified("a\n+b", "x\n", "y\n", &[2]).starts_with("--- \"a\\n+b\"\n+++ \"a\\n+b\"\n@@ "));
    }
}
