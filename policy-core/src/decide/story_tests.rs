//! The examples of the checks, decided by the engine: what a check's story shows is an example of the check alone.

extern crate std;

use std::fmt::Write as _;
use std::format;
use std::string::String;
use std::vec::Vec;

use test_support::cases;

use crate::checks::{CHECKS, Example, Expectation};
use crate::{Decision, Engine, Policy, Request, Verdict};

/// The verdict on an example with no policy, in a directory that holds no link and is no bare repository.
fn decided(engine: &Engine, example: &Example) -> Verdict {
    let mut request = Request::new(&example.command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.shell = example.dialect;
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    engine.check(&request)
}

/// The checks of which the engine allows an example that fires, and why: it proved what the check alone cannot know.
const ALLOWED: &[(&str, &str)] = &[
    ("COMMAND_SUBSTITUTION", "the commands inside are proven to only read"),
    ("SHELL_METACHARACTERS", "every command in the text for the other shell is proven to only read"),
    ("PROC_ENVIRON_ACCESS", "an assignment opens no file"),
    ("COMMENT_QUOTE_DESYNC", "both readings end the comment at the same place, and what follows only reads"),
    ("QUOTED_NEWLINE", "both readings end the quotes at the same place, and what follows only reads"),
];

/// An attack that a check's story shows is allowed only where the engine proved that it reads and no more.
#[test]
fn what_a_check_fires_on_is_never_allowed_without_a_proof() {
    let engine = Engine::new(Policy::default());
    let mut wrong: Vec<String> = Vec::new();
    let mut explained: Vec<&str> = Vec::new();
    for check in CHECKS {
        for example in check.story().examples {
            let verdict = decided(&engine, &example);
            if example.expectation == Expectation::Silent || verdict.decision != Decision::Allow {
                continue;
            }
            let is_explained = ALLOWED.iter().any(|(code, _)| *code == check.code.name);
            if example.expectation == Expectation::Blind || !verdict.read_only || !is_explained {
                wrong.push(format!("{}: {:?}: {:?}", check.code.name, example.expectation, example.command));
            }
            explained.push(check.code.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (code, why) in ALLOWED {
        assert!(explained.contains(code), "no example of {code} is allowed any more: {why}");
    }
}

/// A story is tested on a check alone, which knows of no table and no path. Where the whole engine says something else
/// about the same check, a reader has to know: the list is exact.
#[test]
fn where_the_engine_and_a_check_alone_differ_is_exactly_here() {
    let engine = Engine::new(Policy::default());
    let mut drawn = String::new();
    for check in CHECKS {
        for example in check.story().examples {
            let verdict = decided(&engine, &example);
            let is_found = verdict.findings.iter().any(|finding| finding.code == check.code.name);
            let differs = match example.expectation {
                Expectation::Fires if !is_found => "fires alone, not in the engine",
                Expectation::Silent if is_found => "is silent alone, not in the engine",
                Expectation::Blind if is_found => "is blind alone, not in the engine",
                Expectation::Fires | Expectation::Silent | Expectation::Blind => continue,
            };
            let why = ALLOWED.iter().find(|(code, _)| *code == check.code.name);
            let why = why.filter(|_| verdict.decision == Decision::Allow);
            let why = why.map_or_else(String::new, |(_, why)| format!(", {why}"));
            let line = cases::line(&example.command);
            let (decision, code) = (verdict.decision.name(), verdict.reason.code);
            let _ = write!(drawn, "{} {differs}: {decision} {code}{why}\n  {line}\n\n", check.code.name);
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/cases"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("stories_by_the_engine", drawn));
}
