//! Every table as a person reads it: the pages that `explain` prints, one snapshot a program.

use std::string::{String, ToString};
use std::vec::Vec;

use crate::commands::page::{NoPage, page, pages};
use crate::commands::programs;

#[test]
fn every_table_can_be_read_by_a_person() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/commands"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for program in programs() {
            let name = if program.name == ":" { "colon" } else { program.name };
            let drawn: Vec<String> = pages(program).iter().map(ToString::to_string).collect();
            insta::assert_snapshot!(name, drawn.join("\n\n"));
        }
    });
}

#[test]
fn every_page_is_found_by_its_name_and_no_other() {
    for program in programs() {
        for expected in pages(program) {
            let words: Vec<&str> = expected.name.split(' ').collect();
            assert_eq!(page(&words).as_ref(), Ok(&expected));
        }
    }
    assert_eq!(page(&["/usr/bin/grep"]), page(&["grep"]));
    for (words, known) in [(&["git", "psuh"][..], 1), (&["git", "stash", "x", "y"], 2), (&["ls", ""], 1)] {
        assert!(matches!(page(words), Err(NoPage::Sub { known: at, .. }) if at == known), "{words:?}");
    }
    for words in [&[][..], &[""], &["./grep"], &["GREP"], &["git log"]] {
        assert_eq!(page(words), Err(NoPage::Program), "{words:?}");
    }
}

#[test]
fn the_same_page_is_data() {
    let page = page(&["git", "branch"]).expect("a page");
    let data: serde_json::Value = serde_json::to_value(&page).expect("JSON");
    assert_eq!(data["name"], "git branch");
    let row = |name: &str| {
        let rows = data["options"].as_array().expect("a list");
        rows.iter().find(|row| row["names"][0] == name).expect("an option").clone()
    };
    assert_eq!(row("--contains")["value"]["role"], "revision");
    assert_eq!(row("--contains")["arity"], "unless-last");
    assert_eq!(row("-D")["refused"], "changes branches");
}
