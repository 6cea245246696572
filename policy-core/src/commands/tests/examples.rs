//! Every example in every table holds.

use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use crate::commands::example::Example;
use crate::commands::{Form, Program, Role, programs};

type Found = Vec<(String, &'static Program, &'static Form)>;

/// Every form of every table with the words that lead to it.
fn forms() -> Found {
    fn add(path: &str, program: &'static Program, form: &'static Form, found: &mut Found) {
        for sub in form.subs() {
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
                match Example::of(program, text) {
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
            let first = Example::of(program, text)
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

#[test]
fn an_option_that_makes_operands_harmless_has_a_value_that_is_checked() {
    let mut wrong = vec![];
    let mut seen = 0;
    for (path, _, form) in forms() {
        for option in form.options.iter().filter(|option| option.lists) {
            let Some(value) = option.value else { continue };
            seen += 1;
            // A revision that does not exist fails; a setting may have a value that stands for no option.
            if value.any && value.role != Role::Revision {
                wrong.push(format!("{path} {:?}", option.names));
            }
        }
    }
    assert!(seen > 5 && wrong.is_empty(), "{seen} {wrong:?}");
}

#[test]
fn a_number_that_stands_for_no_option_does_not_make_a_name_a_pattern() {
    for value in ["-1", "-1x", "x", "", "+1", "1k", "0x1"] {
        let text = format!("git tag '-n{value}' v1");
        let vouched = Example::read(&text).ok().and_then(|example| {
            let program = crate::commands::program("git")?;
            let form = program.form.subs().find(|form| form.name == "tag")?;
            Some(example.is_vouched(program, form))
        });
        assert_eq!(vouched, Some(value.is_empty()), "{text}");
    }
}

#[test]
fn a_file_of_arguments_is_refused_wherever_it_stands() {
    let mut programs = vec![];
    let mut wrong = vec![];
    for (path, program, form) in
        forms().into_iter().filter(|(_, program, _)| program.form.syntax.response_files)
    {
        programs.push(program.name);
        for text in form.yes {
            let words: Vec<&str> = text.split(' ').collect();
            for at in 1..=words.len() {
                let (front, back) = words.split_at(at);
                let text = format!("{} @a {}", front.join(" "), back.join(" "));
                if Example::read(text.trim()).is_ok_and(|example| example.is_vouched(program, form)) {
                    wrong.push(format!("{path}: {text}"));
                }
            }
        }
    }
    for name in ["ar", "gcc", "g++", "clang", "jar", "java", "javac", "mypy", "rustc", "tsc"] {
        assert!(programs.contains(&name), "{name}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
