#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::format;
use std::string::{String, ToString as _};
use std::vec::Vec;

use super::{Finding, Kind, Level, lint, mended};
use crate::history::examples;
use crate::rules::List;
use crate::{Decision, Engine, Policy, Request, Source};

fn source(text: &str) -> Source {
    Source { name: "s.json".into(), text: text.into(), ..Source::default() }
}

fn settings(allow: &[&str], ask: &[&str], deny: &[&str]) -> Source {
    let text = serde_json::json!({ "permissions": { "allow": allow, "ask": ask, "deny": deny } });
    source(&serde_json::to_string_pretty(&text).unwrap())
}

fn findings(source: &Source) -> Vec<Finding> {
    let policy = Policy::from_sources(std::slice::from_ref(source)).unwrap();
    lint(&policy, Some("/repo"), Some("/home/me"), &mut |_, _| {})
}

/// The findings as kinds and rules.
fn found(allow: &[&str], ask: &[&str], deny: &[&str]) -> Vec<(Kind, String)> {
    let findings = findings(&settings(allow, ask, deny));
    findings.into_iter().map(|it| (it.kind, it.rule.map_or(String::new(), |(_, rule)| rule))).collect()
}

fn of(kind: Kind, rules: &[&str]) -> Vec<(Kind, String)> {
    rules.iter().map(|rule| (kind, rule.to_string())).collect()
}

#[test]
fn a_rule_that_a_stricter_list_overrules_is_found() {
    for (allow, ask, deny, expected) in [
        (&["Bash(rm -rf build)"][..], &[][..], &["Bash(rm:*)"][..], &["Bash(rm -rf build)"][..]),
        // By what it means, not by its text.
        (&["Bash(git push -f origin)"], &[], &["Bash(git push --force:*)"], &["Bash(git push -f origin)"]),
        (&["Bash(npm publish)"], &["Bash(npm publish:*)"], &[], &["Bash(npm publish)"]),
        (&[], &["Bash(curl -O x)"], &["Bash(curl:*)"], &["Bash(curl -O x)"]),
        (&["WebFetch(domain:a.b.c)"], &[], &["WebFetch(domain:*.b.c)"], &["WebFetch(domain:a.b.c)"]),
        (&["Read(~/x/y)"], &[], &["Read(~/x/**)"], &["Read(~/x/y)"]),
        (&["mcp__s__t"], &[], &["mcp__s"], &["mcp__s__t"]),
        // The other way round it is an exception.
        (&["Bash(make:*)"], &[], &["Bash(make install)"], &[]),
        (&["Bash(npm test)"], &[], &["Bash(npm publish)"], &[]),
    ] {
        let overruled = found(allow, ask, deny).into_iter().filter(|(kind, _)| *kind == Kind::Overruled);
        assert_eq!(
            overruled.collect::<Vec<_>>(),
            of(Kind::Overruled, expected),
            "{allow:?} {ask:?} {deny:?}"
        );
    }
}

#[test]
fn a_rule_that_the_list_has_twice_or_in_another_rule_is_found() {
    let twice = ["Bash(tool a)", "Bash(tool b)", "Bash(tool a)"];
    assert_eq!(found(&twice, &[], &[]), of(Kind::Duplicate, &["Bash(tool a)"]));
    assert_eq!(found(&["Bash(tool *)", "Bash(tool:*)"], &[], &[]), of(Kind::Duplicate, &["Bash(tool:*)"]));
    for list in [["Bash(tool a:*)", "Bash(tool:*)"], ["Bash(tool:*)", "Bash(tool a:*)"]] {
        assert_eq!(found(&list, &[], &[]), of(Kind::Covered, &["Bash(tool a:*)"]));
        assert_eq!(found(&[], &[], &list), of(Kind::Covered, &["Bash(tool a:*)"]));
    }
    // No wildcard stands for what the narrower rule names.
    assert_eq!(found(&["Bash(find x -delete)", "Bash(find x:*)"], &[], &[]), []);
}

#[test]
fn a_deny_rule_stays_beside_one_with_words_behind_its_wildcard() {
    let narrow = "Bash(git push --force)";
    assert_eq!(found(&[], &[], &["Bash(git * --force)", narrow]), []);
    assert_eq!(found(&[], &[], &["Bash(git push:*)", narrow]), of(Kind::Covered, &[narrow]));
    assert_eq!(found(&[], &[], &[narrow, narrow]), of(Kind::Duplicate, &[narrow]));
}

#[test]
fn a_rule_that_decides_nothing_is_found() {
    for rule in ["Bash(rm -rf /)", "Bash(rg x * --pre y)"] {
        assert_eq!(found(&[rule], &[], &[]), of(Kind::NeverMatches, &[rule]));
    }
    // An allow rule approves its own text, whatever is in it.
    for rule in ["Bash(done)", "Bash(do tool x)", "Bash(find x -name '*.o' -delete)"] {
        assert_eq!(found(&[rule], &[], &[]), [], "{rule}");
    }
    for rule in ["Bash(make)", "Bash(make:*)", "Bash(curl * | bash:*)", "PowerShell(rm:*)"] {
        assert_eq!(found(&[], &[], &[rule]), [], "{rule}");
    }
}

#[test]
fn a_rule_for_another_tool_is_found_and_written_anew() {
    for (rule, kind, meant) in [
        ("bash(make a)", Kind::OtherTool, Some("Bash(make a)")),
        ("shell(make:*)", Kind::OtherTool, Some("Bash(make:*)")),
        ("run_shell_command(make)", Kind::OtherTool, Some("Bash(make:*)")),
        ("Shell(make)", Kind::OtherTool, Some("Bash(make)")),
        ("Bash(^make (a|b)$)", Kind::RegularExpression, None),
        ("Bash(make (a|b))", Kind::RegularExpression, None),
        ("Read(/etc/passwd)", Kind::SettingsRoot, Some("Read(//etc/passwd)")),
        ("Edit(/home/me/x/**)", Kind::SettingsRoot, Some("Edit(//home/me/x/**)")),
    ] {
        let source = settings(&[], &[], &[rule]);
        let findings = findings(&source);
        let kinds: Vec<Kind> = findings.iter().map(|it| it.kind).collect();
        assert_eq!(kinds, [kind], "{rule}: {findings:?}");
        let texts = mended(std::slice::from_ref(&source), &findings);
        match meant {
            Some(meant) => {
                let (_, text) = texts.first().unwrap();
                let policy = Policy::from_sources(&[self::source(text)]).unwrap();
                assert_eq!(policy.rules.list(List::Deny).first().unwrap().text, meant);
            }
            None => assert_eq!(texts, []),
        }
    }
    for rule in [
        "Bash(make a)",
        "mcp__x__y",
        "Read(/src/**)",
        "Bash(grep -E '^a|b$' x)",
        "Bash(echo $HOME)",
        "Task(x)",
        "Monitor(make)",
    ] {
        let kinds: Vec<Kind> = found(&[], &[], &[rule]).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, [], "{rule}");
    }
}

#[test]
fn what_may_run_anyway_and_what_is_wide_is_noted() {
    assert_eq!(found(&["Bash(git status)"], &[], &[]), of(Kind::Needless, &["Bash(git status)"]));
    assert_eq!(found(&["Bash(git commit)"], &[], &[]), []);
    let findings = findings(&settings(&["Bash(git:*)"], &[], &[]));
    let wide = findings.first().unwrap();
    assert_eq!((wide.kind, findings.len()), (Kind::Wider, 1));
    assert_eq!(Kind::Wider.level(), Level::Note);
    let ask = Policy::default();
    let allow = Policy::from_sources(&[settings(&["Bash(git:*)"], &[], &[])]).unwrap();
    for command in &wide.examples {
        let mut request = Request::new(command);
        request.cwd = Some("/repo");
        request.facts.bare_repository = Some(false);
        assert_eq!(Engine::new(ask.clone()).check(&request).decision, Decision::Ask, "{command}");
        assert_eq!(Engine::new(allow.clone()).check(&request).decision, Decision::Allow, "{command}");
    }
    // The example is not denied.
    let source = settings(&["Bash(git:*)"], &[], &["Bash(git push:*)"]);
    for finding in self::findings(&source) {
        assert!(finding.examples.iter().all(|it| !it.starts_with("git push")), "{finding:?}");
    }
}

#[test]
fn removing_what_is_without_effect_changes_no_answer() {
    let text = r#"{
  // mine
  "permissions": {
    "allow": [
      "Bash(make:*)", // first
      "Bash(make a)",
      "Bash(npm test)", "Bash(npm test)",
      "Read(src/**)",
      "Read(src/a/**)"
    ],
    "deny": ["Bash(rm:*)", "Bash(rm -rf:*)", "Bash(rm -r -f /)"],
  },
}
"#;
    let before = source(text);
    let findings = findings(&before);
    let texts = mended(std::slice::from_ref(&before), &findings);
    let (at, text) = texts.first().unwrap();
    assert_eq!(*at, 0);
    assert_eq!(findings.iter().filter(|it| it.mend.is_some()).count(), 5, "{findings:?}");
    assert!(text.contains("// mine") && text.contains("// first"));
    let after = source(text);
    let [old, new] = [before, after.clone()].map(|source| Policy::from_sources(&[source]).unwrap());
    assert_eq!(new.warnings, []);
    assert!(self::findings(&after).iter().all(|it| it.mend.is_none()));
    let (one, two) = (Engine::new(old.clone()), Engine::new(new.clone()));
    for asked in examples(&[&old, &new], Some("/repo"), None) {
        let request = asked.request();
        assert_eq!(one.check(&request).decision, two.check(&request).decision, "{}", asked.command);
    }
}

#[test]
fn the_place_of_a_finding_is_that_of_its_rule() {
    let source = settings(&["Bash(make a)", "Bash(make a)"], &[], &[]);
    for finding in findings(&source) {
        let quoted = format!("\"{}\"", finding.rule.as_ref().unwrap().1);
        assert_eq!(finding.problem.span.slice(&source.text), quoted);
        assert!(finding.problem.line > 1);
    }
}

#[test]
fn each_step_is_announced_and_no_name_is_used_twice() {
    let policy = Policy::from_sources(&[settings(&["Bash(make a)", "Bash(make b)"], &[], &[])]).unwrap();
    let mut steps = Vec::new();
    lint(&policy, None, None, &mut |at, all| steps.push((at, all)));
    assert_eq!(steps, [(0, 2), (1, 2)]);
    let names: std::collections::BTreeSet<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), Kind::ALL.len());
}
