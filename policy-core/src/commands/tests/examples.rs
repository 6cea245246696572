//! Every example in every table holds.

use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use crate::commands::example::Example;
use crate::commands::{Form, Program, programs};

type Found = Vec<(String, &'static Program, &'static Form)>;

/// Every form of every table with the words that lead to it.
fn forms() -> Found {
    fn add(path: &str, program: &'static Program, form: &'static Form, found: &mut Found) {
        for sub in form.subs {
            let path = format!("{path} {}", sub.name);
            found.push((path.clone(), program, sub));
            add(&path, program, sub, found);
        }
    }
    let mut found = vec![];
    for program in programs() {
        found.push((program.name.into(), program, &program.form));
        add(program.name, program, &program.form, &mut found);
    }
    found
}

#[test]
fn every_example_of_every_table_is_one_command_and_holds() {
    let mut wrong = vec![];
    for (path, program, form) in forms() {
        for (examples, expected) in [(form.yes, true), (form.no, false)] {
            for text in examples {
                match Example::read(text) {
                    Err(why) => wrong.push(format!("{path}: `{text}`: {why}")),
                    Ok(example) if example.is_vouched(program, form) == expected => {}
                    Ok(example) => wrong.push(format!("{path}: `{text}`: {}", example.outcome(program))),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn examples_of_a_table_begin_with_its_program() {
    for (path, program, form) in forms() {
        for text in form.yes {
            let first = Example::read(text)
                .ok()
                .and_then(|it| it.args().first().and_then(|arg| arg.text().map(String::from)));
            assert_eq!(first.as_deref(), Some(program.name), "{path}: {text}");
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
