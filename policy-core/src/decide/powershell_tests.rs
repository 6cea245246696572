//! What PowerShell is allowed, asked about and denied, as lists: the same coin as for the other shells.
//!
//! The commands are in `policy-core/cases`, one file for each expectation.

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use test_support::cases;

use crate::script::Dialect;
use crate::{Decision, Engine, Need, Policy, Request, Source, System, Verdict};

const DENY: &str = r#"{"permissions":{"deny":["PowerShell(Remove-Item:*)","PowerShell(Invoke-WebRequest:*)",
    "PowerShell(git push --force:*)","PowerShell(Stop-Process:*)","PowerShell(curl:*)",
    "PowerShell(Set-Content -Path secrets*)"]}}"#;

/// A place where a command would run: the working directory and the home directory.
type Place = (&'static str, &'static str);

const ELSEWHERE: Place = ("/repo", "/home/u");
const ON_WINDOWS: Place = (r"C:\repo", r"C:\Users\u");

fn engine(policy: &str, (root, _): Place) -> Engine {
    let source =
        Source { name: "policy".into(), text: policy.into(), root: Some(root.into()), ..Source::default() };
    Engine::new(Policy::from_sources(&[source]).unwrap_or_default())
}

/// The verdict once the host has answered everything that is needed in the most harmless way.
fn answered(engine: &Engine, (cwd, home): Place, command: &str) -> Verdict {
    let mut request = Request::new(command);
    request.tool = "PowerShell";
    request.shell = Dialect::PowerShell;
    (request.cwd, request.home) = (Some(cwd), Some(home));
    request.facts.environment_cleaned = true;
    request.facts.no_links = true;
    let mut verdict = engine.check(&request);
    while !verdict.needs.is_empty() {
        let facts = &mut request.facts;
        for need in &verdict.needs {
            match need {
                Need::BareRepository(path) => drop(facts.bare_repositories.insert(path.clone(), false)),
                Need::Contents(path) => drop(facts.contents.insert(path.clone(), None)),
                Need::Exists(path) => drop(facts.existing.insert(path.clone(), false)),
                Need::Implementation(path) => {
                    let _ = facts.implementations.insert(path.clone(), System::Gnu);
                }
                Need::Program(name) => {
                    let file = ["/usr/bin/", name].concat();
                    drop(facts.programs.insert(name.clone(), Vec::from([file.clone(), file])));
                }
                Need::RealPath(_) | Need::Url(_) => {}
                Need::WorkTrees(path) => drop(facts.work_trees.insert(path.clone(), Vec::new())),
                Need::RepositoryPrograms(path) => {
                    drop(facts.repository_programs.insert(path.clone(), Vec::new()));
                }
            }
        }
        let next = engine.check(&request);
        if next.needs == verdict.needs {
            break;
        }
        verdict = next;
    }
    verdict
}

/// The commands of a file of cases whose decision at `place` is not right, each with its heading and reason.
fn failures(policy: &str, place: Place, file: &str, is_right: impl Fn(&Verdict) -> bool) -> Vec<String> {
    let engine = engine(policy, place);
    let mut found = Vec::new();
    for group in cases::groups(file).unwrap_or_default() {
        for command in group.commands {
            let verdict = answered(&engine, place, &command);
            if !is_right(&verdict) {
                let (decision, reason) = (verdict.decision.name(), &verdict.reason.message);
                found.push(format!("{}: {decision}: {command:?} ({reason})", group.heading));
            }
        }
    }
    found
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are what this test is run for")]
fn nearly_every_harmless_command_of_powershell_is_allowed() {
    let total = cases::commands(cases::POWERSHELL_HARMLESS).len();
    // Windows cuts a command line up again, so that some quoted arguments of programs are not surely what they say.
    for (place, percent) in [(ELSEWHERE, 2), (ON_WINDOWS, 2)] {
        let asking =
            failures("{}", place, cases::POWERSHELL_HARMLESS, |verdict| verdict.decision == Decision::Allow);
        std::println!("{} of {total} harmless commands ask in {}", asking.len(), place.0);
        assert!(asking.len() * 100 <= total * percent, "{asking:#?}");
    }
}

#[test]
fn none_of_the_dangerous_neighbours_in_powershell_is_allowed() {
    for place in [ELSEWHERE, ON_WINDOWS] {
        let allowed = failures("{}", place, cases::POWERSHELL_NEIGHBOURS, |verdict| {
            verdict.decision != Decision::Allow
        });
        assert!(allowed.is_empty(), "{}: {allowed:#?}", place.0);
    }
}

#[test]
fn a_rule_denies_a_command_of_powershell_in_every_disguise() {
    for place in [ELSEWHERE, ON_WINDOWS] {
        let escaped =
            failures(DENY, place, cases::POWERSHELL_DENIED, |verdict| verdict.decision == Decision::Deny);
        assert!(escaped.is_empty(), "{}: {escaped:#?}", place.0);
    }
}

#[test]
fn a_removal_of_powershell_that_loses_everything_is_asked_about_through_every_disguise() {
    for place in [ELSEWHERE, ON_WINDOWS] {
        for policy in [
            r#"{"permissions":{"allow":["PowerShell"]}}"#,
            r#"{"permissions":{"defaultMode":"bypassPermissions"}}"#,
        ] {
            let missed = failures(policy, place, cases::POWERSHELL_CRITICAL, |verdict| {
                verdict.decision == Decision::Ask
            });
            assert!(missed.is_empty(), "{}: {missed:#?}", place.0);
        }
    }
}

#[test]
fn a_removal_of_powershell_that_loses_less_is_left_to_the_mode() {
    let policy = r#"{"permissions":{"defaultMode":"bypassPermissions"}}"#;
    for place in [ELSEWHERE, ON_WINDOWS] {
        let asked = failures(policy, place, cases::POWERSHELL_NOT_CRITICAL, |verdict| {
            verdict.decision == Decision::Allow
        });
        assert!(asked.is_empty(), "{}: {asked:#?}", place.0);
    }
}

#[test]
fn a_path_that_only_the_run_knows_may_be_the_one_of_a_deny_rule() {
    for place in [ELSEWHERE, ON_WINDOWS] {
        let policy = r#"{"permissions":{"defaultMode":"bypassPermissions","deny":["Read(./secrets/**)"]}}"#;
        let engine = engine(policy, place);
        let decision = |command: &str| answered(&engine, place, command).decision;
        for command in ["Get-Content $x", "gc -Path (Get-Item a)", "Get-Content \"$x/a\"", "cat a, $x"] {
            assert_eq!(decision(command), Decision::Ask, "{command}");
        }
        for command in ["Get-Content a", "gc -Path a, b", "Get-Date", "Get-Content \"src/$x\""] {
            assert_eq!(decision(command), Decision::Allow, "{command}");
        }
    }
}

#[test]
fn a_suggested_rule_allows_the_command_for_which_it_was_suggested() {
    for place in [ELSEWHERE, ON_WINDOWS] {
        let (mut tried, mut failed) = (0, Vec::new());
        let asking = engine("{}", place);
        let files = [cases::POWERSHELL_NEIGHBOURS, cases::POWERSHELL_DENIED, cases::POWERSHELL_NOT_CRITICAL];
        for command in files.into_iter().flat_map(cases::commands) {
            let verdict = answered(&asking, place, &command);
            // What a check objects to, and what is secret or protected, only a rule with the exact text allows.
            if verdict.suggestions.is_empty() || !verdict.findings.is_empty() {
                continue;
            }
            tried += 1;
            let rules = serde_json::to_string(&verdict.suggestions).unwrap_or_default();
            let after = answered(
                &engine(&format!(r#"{{"permissions":{{"allow":{rules}}}}}"#), place),
                place,
                &command,
            );
            let is_exact =
                ["PATH_PROTECTED", "READS_SECRET", "MALFORMED_TOKEN_INJECTION"].contains(&after.reason.code);
            if after.decision != Decision::Allow && !is_exact {
                failed.push(format!(
                    "{command:?} {rules}: {} ({})",
                    after.decision.name(),
                    after.reason.message
                ));
            }
        }
        assert!(failed.is_empty(), "{} of {tried}: {failed:#?}", failed.len());
        assert!(tried > 100, "{tried}");
    }
}

#[test]
fn a_rule_that_lets_files_be_listed_does_not_let_the_pipeline_read_them() {
    for (place, outside) in [(ELSEWHERE, "/etc/ssl"), (ON_WINDOWS, r"D:\other")] {
        let policy = r#"{"permissions":{"allow":["PowerShell(Get-ChildItem:*)"]}}"#;
        let engine = engine(policy, place);
        let decision = |command: &str| answered(&engine, place, command).decision;
        for command in
            ["Get-ChildItem", "gci src | gc", "gci | gc -TotalCount 5", "gci src | ? Length -gt 5 | gc"]
        {
            assert_eq!(decision(command), Decision::Allow, "{command}");
        }
        assert_eq!(decision(&format!("Get-ChildItem {outside}")), Decision::Allow);
        for rest in ["gc", "? Length -gt 5 | gc", "Select-String x", "% { gc $_.FullName }", "% { gc $_ }"] {
            let command = format!("gci {outside} | {rest}");
            assert_eq!(decision(&command), Decision::Ask, "{command}");
        }
    }
}

#[test]
fn a_deny_rule_about_a_path_sees_the_value_of_a_variable() {
    for place in [ELSEWHERE, ON_WINDOWS] {
        let policy = r#"{"permissions":{"deny":["Read(./hidden/**)","PowerShell(Remove-Item:*)"]}}"#;
        let engine = engine(policy, place);
        let decision = |command: &str| answered(&engine, place, command).decision;
        for command in ["$p = 'hidden/a'; gc $p", "$d = 'hidden'; gc \"$d/a\"", "$p = 'x'; gc $p; ri $p"] {
            assert_eq!(decision(command), Decision::Deny, "{command}");
        }
        for command in [
            "gci hidden | % { gc $_.FullName }",
            "foreach ($f in gci hidden) { gc $f }",
            "gci -Recurse | % { gc $_.FullName }",
        ] {
            assert_ne!(decision(command), Decision::Allow, "{command}");
        }
        for command in ["$p = 'src/a'; gc $p", "gci src | % { gc $_.FullName }"] {
            assert_eq!(decision(command), Decision::Allow, "{command}");
        }
    }
}
