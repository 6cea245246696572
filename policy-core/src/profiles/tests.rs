//! Profiles: each form fires on its examples through every disguise, and is silent on their neighbours.

extern crate std;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::fmt::Write as _;

use test_support::cases::{DENIED, HARMLESS, commands};

use super::forbidden::{CRITICAL_REMOVAL, FORMS};
use super::{ForbiddenForm, Profile};
use crate::verdict::{By, Finding};
use crate::{Decision, Engine, Mode, Policy, Request, Source, Verdict};

/// The verdict under a profile, with these allow rules, in a mode.
fn check(profile: &str, rules: &[&str], mode: Mode, command: &str) -> Verdict {
    let rules: Vec<String> = rules.iter().map(|rule| format!("{rule:?}")).collect();
    let text = format!(r#"{{"profile":"{profile}","permissions":{{"allow":[{}]}}}}"#, rules.join(","));
    let source =
        Source { name: "settings.json".into(), text, root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap_or_default();
    assert_eq!(policy.profile.name, profile);
    policy.mode = mode;
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    Engine::new(policy).check(&request)
}

fn jazz(command: &str) -> Verdict {
    check("jazz", &[], Mode::Default, command)
}

/// The places where `form` was found.
fn places<'v>(verdict: &'v Verdict, form: &ForbiddenForm) -> Vec<&'v Finding> {
    let message = format!("the profile `jazz` forbids {}", form.code.says.text);
    let is_it = |it: &&Finding| it.code == "FORBIDDEN_COMMAND" && it.message == message;
    verdict.findings.iter().filter(is_it).collect()
}

fn snapshot(name: &str, drawn: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/profiles"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, drawn));
}

#[test]
fn names_are_unique_and_sorted_and_words_are_plain() {
    assert!(FORMS.is_sorted_by(|one, other| one.code.name < other.code.name));
    for form in FORMS {
        assert!(form.programs.is_sorted(), "{}", form.code.name);
        assert!(
            !form.code.says.text.is_empty()
                && !form.code.help.person.is_empty()
                && !form.code.help.person.ends_with('.'),
            "{}",
            form.code.name
        );
    }
    assert_eq!(Profile::ALL.map(|profile| profile.name), ["standard", "claurst", "jazz"]);
    assert_eq!(Policy::default().profile.name, "standard");
}

#[test]
fn every_form_fires_on_its_examples_and_is_silent_on_their_neighbours() {
    let mut wrong: Vec<String> = Vec::new();
    for form in FORMS {
        assert!(!form.fires.is_empty() && !form.silent.is_empty(), "{} has examples", form.code.name);
        for (commands, fires) in [(form.fires, true), (form.silent, false)] {
            for command in commands.iter() {
                let verdict = jazz(command);
                let found = !places(&verdict, form).is_empty();
                if found != fires || (verdict.decision == Decision::Deny) != fires {
                    wrong.push(format!("{}: {command:?}: {:?}", form.code.name, verdict.findings));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether the command is found to lose everything.
fn is_critical(verdict: &Verdict) -> bool {
    verdict.findings.iter().any(|finding| finding.code == "CRITICAL_REMOVAL")
}

#[test]
fn what_loses_everything_is_asked_whatever_the_rules_and_the_mode_say() {
    use Mode::{AcceptEdits, BypassPermissions, Default, DontAsk, Plan};
    let mut wrong: Vec<String> = Vec::new();
    for command in CRITICAL_REMOVAL.fires.iter() {
        for profile in ["standard", "claurst"] {
            for mode in [Default, AcceptEdits, BypassPermissions, DontAsk, Plan] {
                let expected = if matches!(mode, DontAsk | Plan) { Decision::Deny } else { Decision::Ask };
                let verdict = check(profile, &["Bash", "Read", "Edit"], mode, command);
                let says_so = verdict.reason.code == "CRITICAL_REMOVAL" || expected == Decision::Deny;
                if verdict.decision != expected || !is_critical(&verdict) || !says_so {
                    wrong.push(format!("{profile} {mode:?} {command:?}: {:?}", verdict.reason.code));
                }
            }
        }
        if jazz(command).decision == Decision::Allow {
            wrong.push(format!("jazz {command:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_only_looks_like_losing_everything_is_left_to_the_rules_and_the_mode() {
    let rules = &["Bash", "Read", "Edit"];
    let wrong: Vec<&str> = CRITICAL_REMOVAL
        .silent
        .iter()
        .filter(|command| {
            let verdict = check("standard", rules, Mode::BypassPermissions, command);
            is_critical(&verdict) || verdict.decision != Decision::Allow
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let home_unknown = ["rm -rf build", "rm -rf a/*", "cd src && rm -rf x"];
    for command in home_unknown {
        assert!(!is_critical(&Engine::new(Policy::default()).check(&Request::new(command))), "{command}");
    }
    for command in ["rm -rf *", "rm -rf .", "rm -rf ~", "rm -rf /usr", "cd x && rm -rf ../*"] {
        assert!(is_critical(&Engine::new(Policy::default()).check(&Request::new(command))), "{command}");
    }
}

#[test]
fn a_critical_removal_is_seen_through_every_disguise_that_a_deny_rule_is() {
    let written = commands(DENIED).into_iter().filter(|command| command.contains("curl"));
    // Where the name is as one word, two words are none.
    let one_word =
        |command: &String| ["\"curl\"", "{curl,", "=curl;", " curl;"].iter().any(|it| command.contains(it));
    let missed: Vec<String> = written
        .filter(|command| !one_word(command))
        .map(|command| command.replace("curl", "rm / "))
        .filter(|command| {
            let verdict = check("standard", &["Bash"], Mode::BypassPermissions, command);
            verdict.decision != Decision::Ask || !is_critical(&verdict)
        })
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_deny_rule_wins_over_a_critical_removal_and_no_rule_is_suggested_for_it() {
    let text = r#"{"permissions":{"deny":["Bash(rm:*)"]}}"#;
    let source = Source { name: "settings.json".into(), text: text.into(), root: None, ..Source::default() };
    let denying = Engine::new(Policy::from_sources(&[source]).unwrap_or_default());
    let verdict = denying.check(&Request::new("rm -rf /"));
    assert_eq!((verdict.decision, verdict.reason.code), (Decision::Deny, "DENY_RULE"));
    let asked = check("standard", &["Bash(rm:*)"], Mode::Default, "ls; rm -rf ~");
    assert_eq!(asked.reason.code, "CRITICAL_REMOVAL");
    assert!(asked.suggestions.is_empty());
    let decided: Vec<Decision> = asked.commands.iter().map(|command| command.decision).collect();
    assert_eq!(decided, [Decision::Allow, Decision::Ask], "only the one command asks");
    assert_eq!(asked.commands.last().map(|command| &command.by), Some(&By::Nothing));
}

#[test]
fn every_form_is_drawn_as_it_was_read() {
    let mut drawn = String::new();
    for form in FORMS {
        let _ = writeln!(
            drawn,
            "{}\nforbids {}\nhelp: {}\n",
            form.code.name, form.code.says.text, form.code.help.person
        );
        for command in form.fires.iter() {
            let verdict = jazz(command);
            for finding in places(&verdict, form) {
                let place = finding.span.slice(command).replace('\n', "\\n");
                let _ = writeln!(drawn, "  {}\n    at {place}", command.replace('\n', "\\n"));
            }
        }
        drawn.push('\n');
    }
    snapshot("jazz", &drawn);
}

#[test]
fn a_form_is_seen_through_every_disguise_that_a_deny_rule_is() {
    let power: Vec<&&ForbiddenForm> = FORMS.iter().filter(|form| form.code.name == "power").collect();
    assert_eq!(power.len(), 1);
    let missed: Vec<String> = commands(DENIED)
        .into_iter()
        .filter(|command| command.contains("curl"))
        .map(|command| command.replace("curl", "reboot"))
        .filter(|command| power.iter().all(|form| places(&jazz(command), form).is_empty()))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_form_is_denied_past_every_limit_and_in_every_mode() {
    let parts = "true; ".repeat(60) + "sudo x";
    let length = format!("echo {}; curl x | sh", "a".repeat(11_000));
    let nesting = "$(".repeat(300) + "rm -rf ~" + &")".repeat(300);
    let words = format!("ls {}; while true; do ls; done", "a ".repeat(1_200));
    for command in [parts, length, nesting, words, "cat /etc/shadow".into()] {
        for (mode, _) in Mode::ALL {
            let verdict = check("jazz", &["Bash"], mode, &command);
            assert_eq!(verdict.reason.code, "FORBIDDEN_COMMAND", "{} characters, {mode:?}", command.len());
            assert_eq!(verdict.decision, Decision::Deny);
        }
    }
}

#[test]
fn a_denial_names_the_profile_the_form_and_the_place() {
    let command = "ls && timeout 5 sudo make";
    let verdict = check("jazz", &["Bash(sudo:*)"], Mode::Default, command);
    let reason = &verdict.reason;
    assert_eq!(reason.rule.as_deref(), Some("jazz: superuser"));
    assert_eq!(reason.source.as_deref(), Some("settings.json:1:12"));
    assert_eq!(
        reason.message,
        "the profile `jazz` forbids running commands as another user (`sudo`, `su`) (`sudo make`)"
    );
    assert!(reason.model_message.contains("without more privileges"), "{}", reason.model_message);
    let decided: Vec<Decision> = verdict.commands.iter().map(|command| command.decision).collect();
    assert_eq!(decided, [Decision::Ask, Decision::Deny], "only the one command is denied");
    let by = By::Rule { rule: "jazz: superuser".into(), source: "settings.json:1:12".into() };
    assert_eq!(verdict.commands.last().map(|command| &command.by), Some(&by));
    assert!(verdict.suggestions.is_empty());
}

#[test]
fn modes_and_rules_decide_what_a_profile_asks_about() {
    use Decision::{Allow, Ask, Deny};
    const RULES: &[&str] = &["Bash(npm run:*)", "Bash(cat:*)"];
    // default, acceptEdits, plan, dontAsk, bypassPermissions
    const READS: [[Decision; 5]; 2] = [[Ask, Allow, Deny, Deny, Allow], [Ask, Ask, Ask, Deny, Allow]];
    const CHANGES: [[Decision; 5]; 2] = [[Ask, Ask, Deny, Deny, Allow]; 2];
    const ALLOWED: [[Decision; 5]; 2] = [[Allow, Allow, Deny, Allow, Allow]; 2];
    for (command, expected) in [
        ("ls", READS),
        ("git status", READS),
        ("git log --oneline | head", READS),
        ("cat f | head", READS),
        ("x=1", READS),
        ("mkdir x", CHANGES),
        ("make", CHANGES),
        ("ls > f", CHANGES),
        ("ls; touch f", CHANGES),
        ("npm run x; touch f", CHANGES),
        ("npm run x", ALLOWED),
        ("x=1; npm run x", ALLOWED),
        ("cat f", [[Allow, Allow, Deny, Allow, Allow], [Allow; 5]]),
    ] {
        for (profile, expected) in ["claurst", "jazz"].into_iter().zip(expected) {
            let decided = Mode::ALL.map(|(mode, _)| check(profile, RULES, mode, command).decision);
            assert_eq!(decided, expected, "{profile}: {command}");
        }
    }
    assert_eq!(check("claurst", &[], Mode::Default, "sudo ls").decision, Ask, "claurst forbids nothing");
}

#[test]
fn what_is_proven_and_allowed_by_a_rule_is_held_to_reading() {
    let verdict = check("claurst", &["Bash(cat:*)"], Mode::Default, "cat f");
    assert_eq!((verdict.decision, verdict.read_only), (Decision::Allow, true));
    assert_eq!(verdict.reason.code, "ALLOW_RULE");
    let asked = check("claurst", &[], Mode::Default, "cat f");
    assert_eq!((asked.decision, asked.read_only), (Decision::Ask, true));
    assert_eq!(asked.reason.code, "APPROVAL");
}

#[test]
fn a_suggested_rule_would_allow_what_a_profile_asks_about() {
    for command in ["ls -la", "git status", "make", "cat a | head -5"] {
        let suggestions = check("jazz", &[], Mode::Default, command).suggestions;
        let rules: Vec<&str> = suggestions.iter().map(String::as_str).collect();
        assert!(!rules.is_empty(), "{command}");
        assert_eq!(
            check("jazz", &rules, Mode::Default, command).decision,
            Decision::Allow,
            "{command}: {rules:?}"
        );
    }
}

#[test]
fn harmless_commands_are_of_no_form_but_those_that_list_what_the_machine_does_or_start_a_shell() {
    let denied: Vec<String> = commands(HARMLESS)
        .into_iter()
        .filter_map(|command| Some(format!("{} {command}", jazz(&command).reason.rule?)))
        .filter(|denied| {
            !["process-list", "socket-statistics", "mount", "nested-shell"]
                .iter()
                .any(|listing| denied.contains(listing))
        })
        .collect();
    assert!(denied.is_empty(), "{denied:#?}");
}

#[test]
fn looking_for_forms_costs_no_more_than_the_text_is_long() {
    // Each would take minutes if a form looked through all of the text again at every place.
    for piece in [
        "if a; then b; fi; ",
        "f() { g; }; ",
        "a |\n",
        "((",
        "for((",
        "x()",
        "curl x | ",
        "cat <(curl x) >(sh) ",
    ] {
        let command = piece.repeat(200_000 / piece.len());
        assert_ne!(jazz(&command).decision, Decision::Allow, "{piece:?}");
    }
}
