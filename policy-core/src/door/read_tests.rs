//! A verdict that went over the wire is the verdict that was sent, and nothing else is taken for one.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use test_support::cases;

use super::{Desk, VERSION, Words, open, options_json, read_verdict, request, request_json, verdict};
use crate::{Engine, Mode, Policy, Profile, Request, Source};

const CASES: [&str; 7] = [
    cases::ATTACKS,
    cases::CONTESTED,
    cases::DENIED,
    cases::EVERYDAY,
    cases::HARMLESS,
    cases::NEIGHBOURS,
    cases::NOT_COVERED,
];

const POLICIES: [&str; 3] = [
    "{}",
    r#"{"permissions":{"deny":["Bash(curl:*)","Read(./.env)"],"allow":["Bash(npm run:*)","Bash(sudo:*)"],
        "ask":["Bash(git push:*)"],"defaultMode":"acceptEdits"},
        "sandbox":{"autoAllowBashIfSandboxed":true,"excludedCommands":["docker:*"]}}"#,
    r#"{"profile":"jazz","permissions":{"allow":["Bash(git *)"],"defaultMode":"bypassPermissions"}}"#,
];

fn policy(text: &str) -> Policy {
    let source = Source {
        name: "settings.json".into(),
        text: text.into(),
        root: Some("/repo".into()),
        ..Source::default()
    };
    Policy::from_sources(&[source]).unwrap()
}

fn commands() -> Vec<String> {
    let written = CASES.iter().flat_map(|file| cases::commands(file));
    // One with a character of two units and one that is an edit.
    written.chain(["ls 'é🦀' > \"$x\"".into(), EDIT.into()]).collect()
}

const EDIT: &str = "sed -i 's/old/new \"x\"/' a.txt";

/// `command` where much is known, or nothing.
fn asked(command: &str, knows: bool) -> Request<'_> {
    let mut request = Request { cwd: Some("/repo"), home: Some("/home/u"), ..Request::new(command) };
    if knows {
        let facts = &mut request.facts;
        facts.no_links = true;
        facts.sandboxed = true;
        facts.bare_repository = Some(false);
        facts.contents.insert("/repo/a.txt".into(), Some("old\nnot \u{1} \"old\"\n".into()));
        facts.contents.insert("/repo/b".into(), None);
        facts.existing.insert("/repo/a.txt".into(), true);
        facts.real_paths.insert("/repo/link".into(), "/etc".into());
        facts.implementations.insert("sed".into(), crate::System::Macos);
        facts.programs.insert("x".into(), Vec::from(["/usr/bin/x".into(), "/usr/bin/x".into()]));
        facts.system = Some(crate::System::Gnu);
        facts.work_trees.insert("/repo".into(), Vec::from(["/repo".into()]));
        facts.repository_programs.insert("/repo".into(), Vec::from(["core.fsmonitor".into()]));
    }
    request
}

#[test]
fn a_verdict_comes_back_as_it_was_sent() {
    let mut words = Words::new();
    let mut count = 0;
    for policy in POLICIES.map(policy) {
        let engine = Engine::new(policy);
        for command in commands() {
            for knows in [false, true] {
                let request = asked(&command, knows);
                let sent = engine.check(&request);
                let json = verdict(&sent, &request, None);
                let read = read_verdict(&json, &request, &mut words);
                assert_eq!(read.as_ref(), Ok(&sent), "{command}");
                count += 1;
            }
        }
    }
    assert!(count > 3000, "{count} verdicts");
    assert!(format!("{words:?}").len() < 64 * 1024, "a few hundred words are kept");
}

#[test]
fn another_build_is_asked_what_was_asked_here() {
    let mut desk = Desk::new();
    for text in POLICIES {
        for profile in [None, Profile::from_name("claurst")] {
            for mode in [None, Some(Mode::Plan)] {
                let mut policy = policy(text);
                if let Some(profile) = profile {
                    policy.profile = profile;
                    policy.profile_place = None;
                }
                policy.set_mode(mode.unwrap_or(policy.mode));
                let options = options_json(&policy);
                assert!(open(&options).is_ok(), "{options}");
                let opened = desk.call(&format!(r#"{{"operation":"open","options":{options}}}"#));
                let opened: serde_json::Value = serde_json::from_str(&opened).unwrap();
                let gate = opened.get("gate").unwrap();
                let engine = Engine::new(policy);
                for command in commands().iter().step_by(7).chain([&EDIT.into()]) {
                    let request = asked(command, true);
                    let json = request_json(&request, None, None);
                    let answer =
                        desk.call(&format!(r#"{{"operation":"check","gate":{gate},"request":{json}}}"#));
                    assert_eq!(answer, verdict(&engine.check(&request), &request, None), "{command}");
                }
            }
        }
    }
}

#[test]
fn a_request_reads_as_it_was_written() {
    for knows in [false, true] {
        let sent = asked("printf '\u{1}\"\\é🦀'", knows);
        let own = serde_json::value::RawValue::from_string(POLICIES[1].into()).unwrap();
        let json = request_json(&sent, Some(&own), Some(Mode::DontAsk));
        let wire = request(&json).unwrap();
        assert_eq!(wire.policy.map(serde_json::value::RawValue::get), Some(POLICIES[1]));
        assert_eq!(wire.mode, Some(Mode::DontAsk));
        let read = wire.as_request();
        assert_eq!(
            (read.tool, read.command, read.cwd, read.home, read.shell, &read.facts),
            (sent.tool, sent.command, sent.cwd, sent.home, sent.shell, &sent.facts)
        );
    }
}

#[test]
fn what_is_not_wholly_understood_is_no_verdict() {
    let request = asked("git push --force && ls > é", false);
    let json = verdict(&Engine::new(policy("{}")).check(&request), &request, None);
    let refused = |json: &str| read_verdict(json, &request, &mut Words::new()).unwrap_err().to_string();
    for (was, is) in [
        (r#""decision":"ask""#, r#""decision":"perhaps""#),
        (r#""decision":"ask","#, ""),
        (r#"{"decision""#, r#"{"new":1,"decision""#),
        (r#"{"decision""#, r#"{ "decision""#),
        (r#""text":"git push --force""#, r#""text":"git push""#),
        (r#""end":16}"#, r#""end":99}"#),
        (r#""end":16}"#, r#""end":26}"#),
        (r#""needs":["#, r#""needs":[{"kind":"else","path":"/"}"#),
        (r#""readOnly":false"#, r#""readOnly":0"#),
    ] {
        assert!(json.contains(was), "{was} in {json}");
        let changed = json.replacen(was, is, 1);
        assert!(!refused(&changed).is_empty(), "{changed}");
    }
    for other in ["", "null", "{}", r#"{"error":{"message":"x","help":"y","line":1,"column":1}}"#, "\u{0}"] {
        assert!(!refused(other).is_empty(), "{other}");
    }
    // What was said about another command.
    let other = asked("rm -rf /", false);
    assert!(read_verdict(&json, &other, &mut Words::new()).is_err());
}

#[test]
fn no_flood_of_words_is_kept() {
    let request = asked("ls", false);
    let json = verdict(&Engine::new(policy("{}")).check(&request), &request, None);
    let code = r#""code":"READ_ONLY""#;
    assert!(json.contains(code), "{json}");
    let mut words = Words::new();
    let mut refused = None;
    for number in 0..10_000 {
        let flood = json.replace(code, &format!(r#""code":"FLOOD_{number}""#));
        if let Err(error) = read_verdict(&flood, &request, &mut words) {
            refused = Some((number, error.to_string()));
            break;
        }
    }
    let (number, error) = refused.unwrap();
    assert!((4000..5000).contains(&number), "{number}");
    assert_eq!(error, "it has more codes and sentences than exist");
}

#[test]
fn the_version_is_the_one_that_the_door_says() {
    assert_eq!(Desk::new().call(r#"{"operation":"version"}"#), format!("\"{VERSION}\""));
}
