//! Every example of every remark holds, and no remark changes a decision.

use alloc::string::String;
use alloc::vec::Vec;
use std::collections::BTreeSet;

use super::*;
use crate::{Dialect, Engine, Policy, Request};

fn codes(engine: &Engine, command: &str) -> Vec<(&'static str, Span)> {
    let mut request = Request::new(command);
    request.cwd = Some("/repo/app");
    request.home = Some("/home/u");
    engine.check(&request).advice.iter().map(|advice| (advice.code, advice.span)).collect()
}

#[test]
fn every_remark_is_made_where_its_examples_say_and_nowhere_else() {
    let engine = Engine::new(Policy::default());
    let mut wrong: Vec<String> = Vec::new();
    for remark in remarks() {
        for (examples, expected) in [(remark.fires, true), (remark.silent, false)] {
            if examples.len() < 3 {
                wrong.push(std::format!("{} has fewer than 3 examples", remark.code.name));
            }
            for command in examples.iter() {
                let found = codes(&engine, command);
                if found.iter().any(|(code, _)| *code == remark.code.name) != expected {
                    wrong.push(std::format!(
                        "{} expected {expected}: `{command}` has {found:?}",
                        remark.code.name
                    ));
                }
                if found.iter().any(|(_, span)| span.slice(command).is_empty()) {
                    wrong.push(std::format!("{}: a place outside of `{command}`", remark.code.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[cfg(feature = "powershell")]
#[test]
fn a_wait_of_a_cmdlet_is_remarked_on_where_the_shell_has_cmdlets_and_nowhere_else() {
    let engine = Engine::new(Policy::default());
    let waits = |command: &str, shell: Dialect| {
        let mut request = Request::new(command);
        request.shell = shell;
        engine.check(&request).advice.iter().any(|advice| advice.code == "SLEEP_FIRST")
    };
    let long = ["Start-Sleep 5", "Start-Sleep -s 2; ls", "start-sleep 3", "Start-Sleep -Milliseconds 5000"];
    let short = ["Start-Sleep 1", "Start-Sleep -ms 500", "Start-Sleep $n", "ls; Start-Sleep 5"];
    for command in long {
        assert!(waits(command, Dialect::PowerShell), "{command}");
    }
    for command in short {
        assert!(!waits(command, Dialect::PowerShell), "{command}");
    }
    for command in long.iter().chain(&short) {
        assert!(!waits(command, Dialect::Bash), "{command} in Bash");
    }
}

#[test]
fn lists_that_are_searched_are_sorted() {
    assert!(files::PLACES.is_sorted());
    for table in TABLES {
        assert!(table.programs.names().is_sorted(), "{:?}", table.programs);
        let of_remarks: BTreeSet<_> = table.remarks.iter().flat_map(|remark| remark.programs).collect();
        assert!(of_remarks.into_iter().eq(table.programs.names()), "{:?}", table.programs);
    }
}

#[test]
fn codes_are_unique_and_words_are_short() {
    let codes: Vec<_> = remarks().map(|remark| remark.code.name).collect();
    assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), codes.len());
    for remark in remarks() {
        for text in [remark.code.says.text, remark.code.help.person] {
            let small = text.starts_with(|c: char| c.is_lowercase() || c == '`');
            assert!(small && !text.ends_with('.') && text.len() < 120, "{}: {text}", remark.code.name);
        }
    }
}
