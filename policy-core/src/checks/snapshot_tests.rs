//! One snapshot a check: every example with what is expected of it, and the findings drawn under the command.

extern crate std;

use std::fmt::Write as _;
use std::string::String;

use super::story_tests::spotted;
use super::*;
use crate::script::Dialect;

#[test]
fn every_check_is_drawn_as_it_was_read() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/checks"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for check in CHECKS.iter().copied() {
            let name = std::format!("{:02}_{}", check.number, check.code.name.to_lowercase());
            insta::assert_snapshot!(name, draw(check));
        }
    });
}

fn draw(check: &Check) -> String {
    let mut out = std::format!(
        "{} {}\n{}\nhelp: {}\n",
        check.number,
        check.code.name,
        check.code.says.text,
        check.code.help.person
    );
    for example in check.story().examples {
        let shell = match example.dialect {
            Dialect::Bash => String::new(),
            dialect => std::format!(" ({})", dialect.shell().name),
        };
        let _ = write!(out, "\n{:?}{shell}\n", example.expectation);
        let places: std::vec::Vec<_> = spotted(&example).into_iter().filter(|it| it.check == check).collect();
        let mut start = 0;
        for line in example.command.split('\n') {
            let _ = writeln!(out, "  {}", visible(line));
            for place in &places {
                let (from, to) = (place.span.start as usize, place.span.end as usize);
                if from >= start && from <= start + line.len() {
                    let width = |text: &str| visible(text).chars().count();
                    let before = width(line.get(..from - start).unwrap_or(""));
                    let under =
                        width(line.get(from - start..(to - start).min(line.len())).unwrap_or("")).max(1);
                    let message = place.message.as_deref().unwrap_or(check.code.says.text);
                    let _ = writeln!(out, "  {:before$}{} {message}", "", "^".repeat(under));
                }
            }
            start += line.len() + 1;
        }
    }
    out
}

/// The text with everything that takes no ink written as an escape.
fn visible(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        let hidden = character.is_control() || (!character.is_ascii() && !character.is_alphanumeric());
        if hidden { out.extend(character.escape_unicode()) } else { out.push(character) }
    }
    out
}
