#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop at the first surprise")]

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::request::{Mode, Request};
use crate::rules::List;
use crate::{Decision, Engine, Policy, Source};

fn policy(text: &str) -> Policy {
    let source = Source { name: "settings.json".into(), text: text.into(), ..Source::default() };
    Policy::from_sources(&[source]).unwrap()
}

fn log(commands: &[(&str, u64)]) -> Vec<Asked> {
    let mut log = Log::new(Some("/home/me"));
    for (command, count) in commands {
        for _ in 0..*count {
            log.add(&Call { command, cwd: Some("/repo"), ..Call::default() });
        }
    }
    log.distinct()
}

fn decisions(policy: &Policy, asked: &[Asked]) -> Vec<Decision> {
    let engine = Engine::new(policy.clone());
    asked.iter().map(|one| engine.check(&one.request()).decision).collect()
}

#[test]
fn a_command_is_counted_once_for_each_place_and_mode() {
    let mut log = Log::new(None);
    let call = Call { command: "ls", cwd: Some("/a"), ..Call::default() };
    for call in [
        call,
        Call { mode: Some(Mode::Default), ..call },
        Call { mode: Some(Mode::Plan), ..call },
        Call { cwd: Some("/b"), ..call },
        Call { cwd: Some("not absolute"), ..call },
        Call { cwd: None, ..call },
    ] {
        log.add(&call);
    }
    assert_eq!(log.calls(), 6);
    let counts: Vec<u64> = log.distinct().iter().map(|one| one.count).collect();
    assert_eq!(counts, [2, 2, 1, 1]);
}

#[test]
fn changes_are_grouped_by_cause_and_what_permits_more_comes_first() {
    let a = policy(r#"{"permissions":{"deny":["Bash(curl:*)"],"allow":["Bash(npm test)","Bash(make)"]}}"#);
    let b = policy(
        r#"{"permissions":{"allow":["Bash(curl:*)","Bash(npm run:*)","Bash(make)"],"ask":["Bash(ls:*)"]}}"#,
    );
    let asked = log(&[
        ("curl https://a.example", 2),
        ("curl https://b.example/long", 1),
        ("npm test", 5),
        ("npm run lint", 4),
        ("npm run lint:fix", 1),
        ("ls", 9),
        ("make", 3),
    ]);
    let changes = changes(&a, &b, &asked);
    let told: Vec<String> = changes
        .groups
        .iter()
        .map(|group| {
            let side =
                |side: &Side| format!("{} {}", side.decision.name(), side.rule.clone().unwrap_or_default());
            format!(
                "{} -> {} {}/{} {}",
                side(&group.from),
                side(&group.to),
                group.calls,
                group.commands,
                group.example
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "deny Bash(curl:*) -> allow Bash(curl:*) 3/2 curl https://a.example",
            "ask  -> allow Bash(npm run:*) 5/2 npm run lint",
            "allow  -> ask Bash(ls:*) 9/1 ls",
            "allow Bash(npm test) -> ask  5/1 npm test",
        ]
    );
    assert!(changes.is_more_permissive());
    assert_eq!((changes.calls, changes.commands), (25, 7));
}

#[test]
fn a_policy_is_no_change_of_itself_and_what_is_only_stricter_permits_no_more() {
    let a = policy(r#"{"permissions":{"allow":["Bash(npm test)"]}}"#);
    let b = policy("{}");
    let asked = examples(&[&a, &b], Some("/repo"), None);
    assert_eq!(changes(&a, &a, &asked).groups, []);
    let stricter = changes(&a, &b, &asked);
    assert!(!stricter.is_more_permissive() && !stricter.groups.is_empty());
    assert!(changes(&b, &a, &asked).is_more_permissive());
}

#[test]
fn every_kind_of_rule_shows_itself_in_made_up_commands() {
    let none = policy("{}");
    for rules in [
        r#"{"deny":["Bash(somewhat:*)"]}"#,
        r#"{"ask":["Bash(git status *)"]}"#,
        r#"{"deny":["Bash(*danger*)"]}"#,
        r#"{"deny":["WebFetch(domain:docs.example)"]}"#,
        r#"{"allow":["WebFetch(domain:*.docs.example)"]}"#,
        r#"{"deny":["WebSearch"]}"#,
        r#"{"deny":["Read(//srv/notes.txt)"]}"#,
        r#"{"deny":["Edit(//srv/**)"]}"#,
        r#"{"deny":["Bash"]}"#,
        r#"{"defaultMode":"acceptEdits"}"#,
    ] {
        let other = policy(&format!(r#"{{"permissions":{rules}}}"#));
        let asked = examples(&[&none, &other], Some("/repo"), None);
        assert!(!changes(&none, &other, &asked).groups.is_empty(), "{rules}");
    }
}

#[test]
fn a_cover_prefers_what_answers_most_and_shows_what_else_it_allows() {
    let policy = policy(r#"{"permissions":{"deny":["Bash(sometool drop:*)"]}}"#);
    let asked = log(&[
        ("sometool build one", 3),
        ("sometool build two", 2),
        ("sometool drop all", 7),
        ("othertool x && sometool build one", 1),
        ("python3 -c 'print(1)'", 50),
        ("rm -rf /", 20),
        ("sometool build --token=ghp_0123456789abcdef0123456789abcdef0123", 9),
        ("ls", 4),
    ]);
    let cover = cover(&policy, &asked, 10);
    let told: Vec<(String, u64, usize)> =
        cover.suggestions.iter().map(|it| (it.rules.join(" + "), it.questions, it.commands)).collect();
    assert_eq!(told[0], ("Bash(sometool build:*)".to_string(), 5, 2), "{told:?}");
    assert_eq!(cover.suggestions[0].newly_allowed[0], "sometool build another");
    assert!(cover.suggestions[0].is_wider);
    assert_eq!(told[1], ("Bash(othertool x)".to_string(), 1, 1), "{told:?}");
    assert_eq!(told.len(), 2, "{told:?}");
    // The wide rule answers the command with the secret too, from which no rule was made.
    assert_eq!(cover.left, cover.questions - 6 - 9);
}

#[test]
fn two_rules_that_only_help_together_are_suggested_together() {
    let asked = log(&[("onetool a && twotool b", 3)]);
    let cover = cover(&policy("{}"), &asked, 5);
    assert_eq!(cover.suggestions[0].rules, ["Bash(onetool a)", "Bash(twotool b)"]);
    assert_eq!(cover.left, 0);
}

#[test]
fn nothing_is_widened_where_a_deny_or_ask_rule_names_it() {
    let asked = log(&[("sometool build one", 1), ("sometool build two", 1)]);
    for rule in
        ["Bash(sometool build three)", "Bash(sometool:*)", "Bash(*secret*)", "Bash(sometool build:* --now)"]
    {
        let policy = policy(&format!(r#"{{"permissions":{{"ask":["{rule}"]}}}}"#));
        let cover = cover(&policy, &asked, 5);
        assert!(cover.suggestions.iter().all(|it| !it.is_wider), "{rule}: {cover:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(test_support::effort::property(8, 24)))]

    #[test]
    fn suggested_rules_answer_their_questions_and_allow_nothing_that_is_denied(
        commands in prop::collection::vec(
            (
                prop::sample::select(&["sometool", "othertool", "git", "npm", "cargo", "rm", "sed", "python3", "curl", "docker"][..]),
                prop::sample::select(&["build", "push", "run", "test", "-rf", "-i", "exec", "install"][..]),
                prop::sample::select(&["one", "two", "/", "~/.ssh/id_rsa", "'a b'", "$x", "../up", "> out", "&& sometool build one"][..]),
                1_u64..4,
            ),
            1..25,
        ),
        denied in prop::sample::select(&["sometool push:*", "git push:*", "npm run:*", "rm:*", "*one"][..]),
    ) {
        let before = policy(&format!(r#"{{"permissions":{{"deny":["Bash({denied})"]}}}}"#));
        let texts: Vec<(String, u64)> =
            commands.iter().map(|(program, sub, last, count)| (format!("{program} {sub} {last}"), *count)).collect();
        let asked = log(&texts.iter().map(|(text, count)| (text.as_str(), *count)).collect::<Vec<_>>());
        let cover = cover(&before, &asked, 50);
        let steps: Vec<Step> = cover
            .suggestions
            .iter()
            .flat_map(|it| &it.rules)
            .map(|rule| Step::Add(List::Allow, rule.clone()))
            .collect();
        let after = if steps.is_empty() { before.clone() } else { amended(&before, &steps).unwrap() };
        let (old, new) = (decisions(&before, &asked), decisions(&after, &asked));
        let mut left = 0;
        for ((old, new), one) in old.iter().zip(&new).zip(&asked) {
            prop_assert!(*old != Decision::Deny || *new == Decision::Deny, "{}", one.command);
            prop_assert!(new <= old, "{}", one.command);
            if *new == Decision::Ask {
                left += one.count;
            }
        }
        prop_assert_eq!(left, cover.left);
        let answered: u64 = cover.suggestions.iter().map(|it| it.questions).sum();
        prop_assert!(cover.questions >= cover.left + answered);
        for suggestion in &cover.suggestions {
            for command in &suggestion.newly_allowed {
                let asked = log(&[(command, 1)]);
                prop_assert_eq!(decisions(&after, &asked), [Decision::Allow]);
            }
        }
    }
}

fn told(policy: &Policy, command: &str, wanted: Decision) -> (Vec<String>, Option<String>) {
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/me");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    let verdict = Engine::new(policy.clone()).check(&request);
    let decide = &mut |policy: &Policy| Engine::new(policy.clone()).check(&request).decision;
    let why = why_not(policy, &request, &verdict, wanted, decide);
    for change in &why.changes {
        let after = amended(policy, &change.steps).unwrap();
        assert_eq!(Engine::new(after).check(&request).decision, wanted, "{change:?}");
    }
    let steps = |change: &Proposal| {
        let steps =
            change.steps.iter().map(|step| format!("{} {} {}", step.verb(), step.path(), step.value()));
        steps.collect::<Vec<_>>().join("; ")
    };
    (why.changes.iter().map(steps).collect(), why.nothing)
}

#[test]
fn each_change_gives_the_wanted_answer_and_the_smallest_is_first() {
    let rules = policy(r#"{"permissions":{"deny":["Bash(curl:*)"],"ask":["Bash(cargo test:*)"]}}"#);
    for (command, wanted, first) in [
        ("npm test", Decision::Allow, r#"add permissions.allow "Bash(npm test)""#),
        ("touch new", Decision::Allow, r#"add permissions.allow "Bash(touch new)""#),
        (
            "curl https://a.example",
            Decision::Allow,
            r#"remove permissions.deny "Bash(curl:*)"; add permissions.allow "Bash(curl https://a.example)""#,
        ),
        ("curl https://a.example", Decision::Ask, r#"remove permissions.deny "Bash(curl:*)""#),
        ("ls", Decision::Deny, r#"add permissions.deny "Bash(ls)""#),
        ("timeout 5 git status", Decision::Ask, r#"add permissions.ask "Bash(timeout 5 git status)""#),
        ("echo x > out", Decision::Allow, r#"add permissions.allow "Bash(echo x > out)""#),
    ] {
        let (changes, nothing) = told(&rules, command, wanted);
        assert_eq!(changes.first().map(String::as_str), Some(first), "{command}: {changes:?} {nothing:?}");
        assert_eq!(nothing, None, "{command}");
    }
}

#[test]
fn what_nothing_allows_says_why() {
    for (command, code) in [("rm -rf /", "CRITICAL_REMOVAL"), ("echo x > .git/config", "PATH_PROTECTED")] {
        let (changes, nothing) = told(&policy("{}"), command, Decision::Allow);
        assert_eq!(changes, [] as [String; 0], "{command}");
        assert!(nothing.as_ref().is_some_and(|it| it.contains(code)), "{command}: {nothing:?}");
    }
}

#[test]
fn an_answer_that_is_wanted_needs_no_change() {
    assert_eq!(told(&policy("{}"), "ls", Decision::Allow), (Vec::new(), None));
}

#[test]
fn the_mode_that_the_host_chose_stays() {
    let mut policy = policy("{}");
    policy.set_mode(Mode::Plan);
    let after = amended(&policy, &[Step::Add(List::Allow, "Bash(make)".into())]).unwrap();
    assert_eq!(after.mode, Mode::Plan);
    assert_eq!(amended(&policy, &[Step::Mode(Mode::AcceptEdits)]).unwrap().mode, Mode::AcceptEdits);
    assert!(amended(&policy, &[Step::Remove(List::Deny, "Bash(x)".into())]).is_none());
    assert!(amended(&policy, &[Step::Add(List::Allow, "Bash(".into())]).is_none());
}

#[test]
fn a_log_becomes_tables_of_its_answers_programs_and_hours() {
    let policy = policy(r#"{"permissions":{"allow":["Bash(tool a:*)"],"deny":["Bash(curl:*)"]}}"#);
    let mut tally = Tally::new(Some("/home/me"));
    let call = |command| Call { command, cwd: Some("/repo"), ..Call::default() };
    for (command, time, session, is_rejected) in [
        ("git log", 0, "one", false),
        ("git log", 3_600_000, "two", false),
        ("tool a b", 25 * 3_600_000, "one", false),
        ("tool b", 3_600_000, "two", true),
        ("tool c TOKEN=abcdef", 3_600_000, "two", false),
        ("curl x", 3_600_000, "two", true),
        ("cat a", 3_600_000, "two", false),
    ] {
        tally.add(&Logged { call: call(command), time: Some(time), session: Some(session), is_rejected });
    }
    let showing = Showing { suggestions: 10, commands: true, modes: true };
    let tables = tally.tables(&policy, showing, &mut |_| {});
    assert_eq!((tables.calls, tables.commands, tables.left_out), (7, 6, 0));
    let summary: Vec<_> =
        tables.summary.iter().map(|it| (it.decision, it.plain_disk, it.calls, it.sessions)).collect();
    assert!(summary.contains(&("ask", "ask", 2, 1)), "{summary:?}");
    assert!(summary.contains(&("deny", "deny", 1, 1)), "{summary:?}");
    assert!(
        summary.contains(&("depends_on_disk", "allow", 3, 2))
            || summary.contains(&("depends_on_disk", "allow", 1, 1)),
        "{summary:?}"
    );
    assert_eq!(tables.summary.iter().map(|it| it.calls).sum::<u64>(), 7);
    assert_eq!(tables.summary.iter().map(|it| it.rejected).sum::<u64>(), 2);
    assert!(
        tables.programs.iter().any(|it| (it.program.as_str(), it.calls) == ("git log", 2)),
        "{:?}",
        tables.programs
    );
    assert_eq!(tables.asks.iter().map(|it| it.calls).sum::<u64>(), 2);
    assert!(tables.asks.iter().filter_map(|it| it.example.as_ref()).all(|it| !it.contains("abcdef")));
    let rules: Vec<_> = tables.rules.iter().map(|it| (it.rule.as_str(), it.decided)).collect();
    assert_eq!(rules, [("Bash(curl:*)", 1), ("Bash(tool a:*)", 1)]);
    let hours: Vec<_> = tables.hours.iter().map(|it| (it.hour, it.calls, it.ask)).collect();
    assert_eq!(hours, [(0, 1, 0), (1, 6, 2)]);
    assert_eq!(tables.questions, 2);
    assert!(tables.left < 2, "{:?}", tables.suggestions);
    let hidden = tally.tables(&policy, Showing { commands: false, ..showing }, &mut |_| {});
    assert!(hidden.asks.iter().all(|it| it.example.is_none()));
    assert!(hidden.suggestions.iter().all(|it| it.examples.is_empty()));
}
