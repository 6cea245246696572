//! What is known of each argument before running, by how it is written.

use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use crate::commands::{AbstractValue, Count, DIGIT, OBJECT, Origin, arguments};
use crate::script::Dialect;
use crate::syntax::read;

fn value_of(written: &str) -> String {
    let source = format!("x {written}");
    let script = read(&source, Dialect::Bash);
    let args = arguments(&script, &script.commands[0]);
    let values: Vec<String> = args.iter().skip(1).map(|arg| format!("{:?}", arg.value)).collect();
    values.join(" and ")
}

fn drawn(values: &[AbstractValue<&str>]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    values.join(" and ")
}

#[test]
fn every_spelling_has_the_value_that_the_head_of_the_module_says() {
    let (one, any, origin) = (Count::One, Count::Any, Origin::Disk);
    for (written, expected) in [
        ("src", vec![AbstractValue::Known("src")]),
        ("'a b'", vec![AbstractValue::Known("a b")]),
        ("{a,b}", vec![AbstractValue::Known("a"), AbstractValue::Known("b")]),
        ("~", vec![AbstractValue::Home("~")]),
        ("~/src", vec![AbstractValue::Home("~/src")]),
        ("~user/src", vec![AbstractValue::Home("~user/src")]),
        ("~/*", vec![AbstractValue::FileName { prefix: "~/", suffix: "", count: any, origin }]),
        ("of=~/x", vec![AbstractValue::FileName { prefix: "of=", suffix: "/x", count: one, origin }]),
        ("src/*.rs", vec![AbstractValue::FileName { prefix: "src/", suffix: ".rs", count: any, origin }]),
        (
            "{a,b*c}",
            vec![
                AbstractValue::Known("a"),
                AbstractValue::FileName { prefix: "b", suffix: "c", count: any, origin },
            ],
        ),
        ("$#", vec![AbstractValue::Number(one)]),
        ("\"${#list[@]}\"", vec![AbstractValue::Number(one)]),
        ("<(ls)", vec![AbstractValue::Pipe]),
        (">(ls)", vec![AbstractValue::Unknown { prefix: "", suffix: "", count: one }]),
        ("\"src/$x.rs\"", vec![AbstractValue::Unknown { prefix: "src/", suffix: ".rs", count: one }]),
        ("src/$x", vec![AbstractValue::Unknown { prefix: "src/", suffix: "", count: any }]),
        ("\"$@\"", vec![AbstractValue::Unknown { prefix: "", suffix: "", count: any }]),
    ] {
        assert_eq!(value_of(written), drawn(&expected), "{written}");
    }
}

#[test]
fn a_value_answers_the_same_questions_in_every_case() {
    let names = |origin| AbstractValue::any_file_name(Count::Any, origin);
    let sample = AbstractValue::Sample { prefix: "v", sample: "v7", count: Count::One };
    for (value, text, prefix, suffix, sample, count) in [
        (AbstractValue::Known("a/b"), Some("a/b"), "a/b", "a/b", None, Count::One),
        (AbstractValue::Home("~/b"), None, "~/b", "/b", None, Count::One),
        (names(Origin::List), None, "", "", None, Count::Any),
        (names(Origin::Objects), None, "", "", Some(OBJECT), Count::Any),
        (AbstractValue::Number(Count::Any), None, "", "", None, Count::Any),
        (sample, None, "v", "", Some("v7"), Count::One),
        (AbstractValue::Pipe, None, "/dev/fd/", "", None, Count::One),
        (AbstractValue::ANYTHING, None, "", "", None, Count::Any),
    ] {
        let answers = (value.text(), value.prefix(), value.suffix(), value.sample(), value.count());
        assert_eq!(answers, (text, prefix, suffix, sample, count), "{value:?}");
    }
    assert!(names(Origin::List).is_cut() && !names(Origin::Disk).is_cut());
    assert_eq!(sample.sample(), Some(&*["v", DIGIT].concat()));
}
