//! What a rule about a cmdlet says of a command: its parameters in any spelling, its aliases, and the shells without cmdlets.

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::script::Dialect;
use crate::{Decision, Engine, Mode, Policy, Request, Source};

use Decision::{Allow, Ask, Deny};

/// Where a command would run: the working directory and the home directory.
type Place = (&'static str, &'static str);

const ELSEWHERE: Place = ("/repo", "/home/u");
const ON_WINDOWS: Place = (r"C:\repo", r"C:\Users\u");

/// The decision about `command` of `tool` where `rule` is the only one of `list`.
fn decision(place: Place, list: &str, rule: &str, (tool, shell): (&str, Dialect), command: &str) -> Decision {
    let text = format!(r#"{{"permissions":{{"{list}":["{rule}"]}}}}"#);
    let source = Source { name: "s".into(), text, root: Some(place.0.into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap_or_default();
    if list != "allow" {
        policy.mode = Mode::BypassPermissions;
    }
    let mut request = Request::new(command);
    (request.tool, request.shell) = (tool, shell);
    (request.cwd, request.home) = (Some(place.0), Some(place.1));
    request.facts.environment_cleaned = true;
    request.facts.no_links = true;
    Engine::new(policy).check(&request).decision
}

/// Rule, command and decision of PowerShell.
type Rows<'r> = &'r [(&'r str, &'r str, Decision)];

fn hold(places: &[Place], list: &str, rows: Rows<'_>) {
    let mut wrong: Vec<String> = Vec::new();
    for place in places {
        for (rule, command, expected) in rows {
            let rule = format!("PowerShell({rule})");
            let found = decision(*place, list, &rule, ("PowerShell", Dialect::PowerShell), command);
            if found != *expected {
                wrong.push(format!("{list} {rule} in {}: {}: {command}", place.0, found.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_rule_about_a_parameter_sees_it_by_every_name_in_every_place() {
    let rows: Rows<'_> = &[
        ("Remove-Item -Recurse:*", "Remove-Item a -Recurse", Deny),
        ("Remove-Item -Recurse:*", "ri a -Rec -Force", Deny),
        ("Remove-Item -Recurse:*", "Remove-Item a -Force", Allow),
        ("Remove-Item -Recurse:*", "Remove-Item a", Allow),
        ("Set-Content -Path secrets*", "Set-Content -Value x -Path Secrets.txt", Deny),
        ("Set-Content -Path secrets*", "Set-Content -Value x secrets.txt", Deny),
        ("Set-Content -Path secrets*", "Set-Content -Value x -Path a, secrets.txt", Deny),
        ("Set-Content -Path secrets*", "Set-Content -Value x -Path notes.txt", Allow),
        ("Set-Content -Path secrets*", "Set-Content -Value secrets -Path notes.txt", Allow),
        ("Set-Content -Path secrets*", "Set-Content notes.txt secrets", Allow),
    ];
    hold(&[ELSEWHERE, ON_WINDOWS], "deny", rows);
}

#[test]
fn a_value_that_only_the_run_knows_may_be_the_one_of_a_rule() {
    let rows: Rows<'_> = &[
        ("Write-Output -InputObject secret*", "Write-Output -NoEnumerate -InputObject $x", Ask),
        ("Write-Output -InputObject secret*", "Write-Output -NoEnumerate -InputObject a, $x", Ask),
        ("Write-Output -InputObject secret*", "Write-Output -NoEnumerate -InputObject a", Allow),
        ("Write-Output -NoEnumerate:*", "Write-Output -InputObject $x", Allow),
    ];
    hold(&[ELSEWHERE, ON_WINDOWS], "deny", rows);
}

#[test]
fn a_rule_that_names_every_parameter_sees_them_in_every_order() {
    let rows: Rows<'_> = &[
        ("Remove-Item -Recurse -Path a", "Remove-Item a -Recurse", Deny),
        ("Remove-Item -Recurse -Path a", "ri -Rec a", Deny),
        ("Remove-Item -Recurse -Path a", "Remove-Item b -Recurse", Allow),
        ("Remove-Item -Recurse -Path a", "Remove-Item a", Allow),
        ("Remove-Item a", "Remove-Item -Path a", Deny),
        ("Remove-Item a", "Remove-Item b", Allow),
    ];
    hold(&[ELSEWHERE, ON_WINDOWS], "deny", rows);
}

#[test]
fn a_wildcard_stands_for_no_parameter_that_runs_something() {
    let rows: Rows<'_> = &[
        ("Get-Help:*", "Get-Help a", Allow),
        ("Get-Help:*", "Get-Help a -Online", Ask),
        ("Get-Help:*", "Get-Help -Online a", Ask),
        ("Get-Help a -Online", "Get-Help a -Online", Allow),
    ];
    hold(&[ELSEWHERE, ON_WINDOWS], "allow", rows);
}

#[test]
fn the_name_of_a_cmdlet_is_one_where_the_tool_or_the_shell_has_cmdlets() {
    for (tool, shell, expected) in [
        ("Bash", Dialect::Bash, Allow),
        ("Bash", Dialect::PowerShell, Ask),
        ("PowerShell", Dialect::Bash, Ask),
        ("PowerShell", Dialect::PowerShell, Ask),
    ] {
        for (command, expected) in [("Get-Help a", Allow), ("Get-Help a -Online", expected)] {
            let rule = format!("{tool}(Get-Help:*)");
            let found = decision(ELSEWHERE, "allow", &rule, (tool, shell), command);
            assert_eq!(found, expected, "{tool} in {shell:?}: {command}");
        }
    }
}

#[test]
fn an_allow_rule_about_an_alias_of_windows_covers_what_is_written_with_it() {
    let rows: Rows<'_> = &[
        ("rm:*", "rm a", Allow),
        ("rm:*", "RM a", Allow),
        ("rm:*", "Remove-Item a", Ask),
        ("rm:*", "ri a", Ask),
        ("rm b", "rm b", Allow),
        ("rm b", "rm a", Ask),
        ("Remove-Item:*", "rm a", Allow),
    ];
    hold(&[ON_WINDOWS], "allow", rows);
}

#[test]
fn a_rule_about_one_command_may_be_about_it_with_a_switch_more() {
    let rows: Rows<'_> = &[
        ("Remove-Item -Recurse -Path a", "Remove-Item a -Recurse -Force", Ask),
        ("Remove-Item a", "Remove-Item a -Force", Ask),
        ("Remove-Item b", "Remove-Item a -Force", Allow),
        ("Set-Content -Path secrets.txt", "Set-Content -Path secrets.txt -Value x", Ask),
        ("Set-Content -Path secrets.txt", "Set-Content -Path notes.txt -Value x", Allow),
        // A value more is another command.
        ("Set-Content secrets.txt", "Set-Content secrets.txt x", Allow),
        ("Set-Content secrets.txt:*", "Set-Content -Value x secrets.txt", Deny),
    ];
    hold(&[ELSEWHERE, ON_WINDOWS], "deny", rows);
}

#[test]
fn a_parameter_behind_a_value_is_seen_in_a_text_that_cannot_be_read() {
    let rows: Rows<'_> = &[
        ("Remove-Item -Recurse:*", "$x.Foo(); Remove-Item a -Rec", Deny),
        ("Set-Content -Path secrets*", "$x.Foo(); Set-Content x -Path secrets.txt", Deny),
    ];
    hold(&[ELSEWHERE, ON_WINDOWS], "deny", rows);
}

#[test]
fn a_rule_with_a_wildcard_sees_a_name_with_a_character_that_no_rule_can_have() {
    for last in ["x", "\u{10ffff}", "\u{10fffe}", "\u{10ffff}x"] {
        for (rule, command) in [
            ("evil*", "'evil"),
            ("./evil*", "'./evil"),
            ("* evil*", "tool 'evil"),
            ("* evil*", "tool 'a b' 'evil"),
            ("tool * evil*", "tool a 'evil"),
        ] {
            let command = format!("{command}{last}'");
            let found =
                decision(ELSEWHERE, "deny", &format!("Bash({rule})"), ("Bash", Dialect::Bash), &command);
            assert_eq!(found, Deny, "{rule}: {command:?}");
            let (rule, command) = (format!("PowerShell({rule})"), format!("& {command}"));
            let found = decision(ELSEWHERE, "deny", &rule, ("PowerShell", Dialect::PowerShell), &command);
            assert_eq!(found, Deny, "{rule}: {command:?}");
        }
    }
}
