//! Every example in every table holds.

use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use crate::commands::example::argv;
use crate::commands::{Arg, Form, Inner, Intent, Proof, Wrapper, inner, programs, uses};

/// Every form of every table with the words that lead to it.
pub(super) fn forms() -> Vec<(String, &'static Form, Option<Wrapper>)> {
    fn add(path: &str, form: &'static Form, found: &mut Vec<(String, &'static Form, Option<Wrapper>)>) {
        for sub in form.subs {
            let path = format!("{path} {}", sub.name);
            found.push((path.clone(), sub, None));
            add(&path, sub, found);
        }
    }
    let mut found = vec![];
    for program in programs() {
        found.push((program.name.into(), &program.form, program.wrapper));
        add(program.name, &program.form, &mut found);
    }
    found
}

/// Whether the tables vouch for `text`: it is proven, or what a trusted wrapper runs is found, or (for a
/// wrapper that only deny looks through) what it runs is found exactly.
pub(super) fn is_vouched(text: &str, form: &Form, wrapper: Option<Wrapper>) -> bool {
    let args = argv(text);
    match (wrapper, inner(&args), uses(&args).proof) {
        (Some(Wrapper::Allow), Some(Inner::Command { allowed, .. }), _) => allowed,
        (Some(Wrapper::Deny | Wrapper::Prove), Some(found), _) => !matches!(found, Inner::AnyOf { .. }),
        (_, _, Proof::ReadOnly)
            if args.len() <= 2 && form.alone.contains(&args.get(1).and_then(Arg::text).unwrap_or("")) =>
        {
            true
        }
        (_, Some(_), _) => false,
        (_, None, Proof::Edits) => form.intent == Intent::Edits,
        (_, None, Proof::Connects) => form.intent == Intent::Connects,
        (_, None, proof) => proof == Proof::ReadOnly && matches!(form.intent, Intent::Reads | Intent::Runs),
    }
}

#[test]
fn every_example_of_every_table_holds() {
    let mut wrong = vec![];
    for (path, form, wrapper) in forms() {
        for (examples, expected) in [(form.yes, true), (form.no, false)] {
            for text in examples {
                if is_vouched(text, form, wrapper) != expected {
                    let args = argv(text);
                    wrong.push(format!(
                        "{path}: `{text}` is {:?}, inner {:?}",
                        uses(&args).proof,
                        inner(&args)
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn examples_of_a_table_begin_with_its_program() {
    for (path, form, _) in forms() {
        let name = path.split(' ').next().unwrap_or("");
        for text in form.yes {
            assert_eq!(text.split(' ').next(), Some(name), "{path}: {text}");
        }
    }
}

#[test]
fn programs_stand_sorted_so_that_they_are_found() {
    assert!(programs().is_sorted_by_key(|program| program.name));
    for program in programs() {
        assert_eq!(crate::commands::program(program.name), Some(program));
    }
}
