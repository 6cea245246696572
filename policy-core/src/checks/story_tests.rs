//! Every example in every check's story holds.

use alloc::string::String;
use alloc::vec::Vec;

use super::*;
use crate::script::Script;
use crate::syntax::{Views, read};

/// Relative paths that do not climb are inside.
#[derive(Debug)]
pub(super) struct Relative;

impl Inside for Relative {
    fn inside(&self, path: &str, _command: Option<u32>) -> bool {
        !path.starts_with(['/', '~']) && !path.split('/').any(|part| part == "..") || path == "/dev/null"
    }
}

/// Where any value is harmless on this bench: operands of `echo`, and what follows `-e` or `--` of `grep`.
fn any_value(script: &Script<'_>) -> Vec<bool> {
    let mut table = alloc::vec![false; script.words.len()];
    for command in &script.commands {
        let words = script.words_of(command);
        let name = words.first().and_then(|word| script.text(word));
        for (index, word) in words.iter().enumerate().skip(1) {
            let before = words.get(index - 1).and_then(|word| script.text(word));
            let harmless = match name {
                Some("echo") => true,
                Some("grep") => matches!(before, Some("-e" | "--")),
                _ => false,
            };
            if let Some(at) = script.words.iter().position(|other| core::ptr::eq(other, word))
                && let Some(cell) = table.get_mut(at)
            {
                *cell = harmless;
            }
        }
    }
    table
}

pub(super) fn spotted(example: &Example) -> Vec<Spotted> {
    let script = read(&example.command, example.dialect);
    let views = Views::new(&script);
    let any_value = any_value(&script);
    let case = Case {
        script: &script,
        views: &views,
        any_value: &any_value,
        sums: &[],
        lists: &[],
        inputs: &[],
        texts: &[],
        inside: &Relative,
        session: None,
    };
    run(of(script.shell()), &case, Marks::in_command(&example.command)).spotted
}

#[test]
fn every_example_does_what_its_story_says() {
    let mut wrong: Vec<String> = Vec::new();
    for check in CHECKS {
        let story = check.story();
        for expectation in [Expectation::Fires, Expectation::Silent] {
            let count = story.examples.iter().filter(|example| example.expectation == expectation).count();
            if count < 3 {
                wrong.push(alloc::format!(
                    "{} has {count} examples that are {expectation:?}, not 3",
                    check.code.name
                ));
            }
        }
        for example in &story.examples {
            let fires = spotted(example).iter().any(|spotted| spotted.check == *check);
            if fires != (example.expectation == Expectation::Fires) {
                wrong.push(alloc::format!(
                    "{} {:?}: {:?}",
                    check.code.name,
                    example.expectation,
                    example.command
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_span_lies_on_character_boundaries() {
    for check in CHECKS {
        for example in check.story().examples {
            for place in spotted(&example) {
                let (start, end) = (place.span.start as usize, place.span.end as usize);
                assert!(
                    example.command.get(start..end).is_some(),
                    "{} in {:?}",
                    check.code.name,
                    example.command
                );
            }
        }
    }
}

#[test]
fn numbers_are_those_of_the_registry_order() {
    let numbers: Vec<u8> = CHECKS.iter().map(|check| check.number).collect();
    assert!(numbers.is_sorted_by(|before, after| before < after), "{numbers:?}");
}
