//! What a build without PowerShell answers about it: it asks in every mode, and what it can split off is denied.
//!
//! `cargo test -p policy-core --test unread_shell --no-default-features` builds the core so.

#![cfg(not(feature = "powershell"))]

use policy_core::{Decision, Dialect, Engine, Mode, Policy, Request, Source, Verdict};
use test_support::cases;

fn asked(settings: &str, mode: Mode, command: &str) -> Verdict {
    let source = Source { name: "s".into(), text: settings.into(), root: None, ..Source::default() };
    let policy = Policy::from_sources(&[source]).unwrap_or_default();
    let request = Request {
        tool: "PowerShell",
        shell: Dialect::PowerShell,
        cwd: Some("/repo"),
        home: Some("/home/u"),
        ..Request::new(command)
    };
    Engine::new(Policy { mode, ..policy }).check(&request)
}

#[test]
fn nothing_is_allowed_in_any_mode_by_any_rule_or_in_any_sandbox() {
    for settings in [
        "{}",
        r#"{"permissions":{"allow":["PowerShell","PowerShell(*)","PowerShell(Get-Date)"]}}"#,
        r#"{"sandbox":{"enabled":true,"autoAllowBashIfSandboxed":true}}"#,
        r#"{"profile":"claurst"}"#,
        r#"{"profile":"jazz"}"#,
    ] {
        for (mode, _) in Mode::ALL {
            for command in ["", "Get-Date", "ls", "Get-ChildItem | Select-Object Name", "'", "\u{e9}"] {
                let verdict = asked(settings, mode, command);
                let expected = match mode {
                    Mode::Plan | Mode::DontAsk => Decision::Deny,
                    Mode::Default | Mode::AcceptEdits | Mode::BypassPermissions => Decision::Ask,
                };
                assert_eq!(verdict.decision, expected, "{settings} {mode:?} {command}");
                assert_eq!(verdict.findings.first().map(|it| it.code), Some("SHELL_NOT_LOADED"), "{command}");
            }
        }
    }
    for command in cases::commands(cases::POWERSHELL_HARMLESS) {
        assert_eq!(asked("{}", Mode::BypassPermissions, &command).decision, Decision::Ask, "{command}");
    }
}

#[test]
fn the_reason_says_where_the_shell_is_to_be_had() {
    let verdict = asked("{}", Mode::Default, "Get-Date");
    assert_eq!(verdict.reason.code, "SHELL_NOT_LOADED");
    let help = verdict.findings.first().map_or("", |finding| finding.help);
    assert!(help.contains("`shellgate/powershell`"), "{help}");
}

#[test]
fn a_deny_rule_is_held_against_what_can_be_split_off_by_every_name_of_a_cmdlet() {
    let settings = r#"{"permissions":{"deny":["PowerShell(Remove-Item:*)","PowerShell(curl:*)"],"ask":["PowerShell(git push:*)"]}}"#;
    for command in [
        "Remove-Item x",
        "remove-item x",
        "Get-ChildItem; ri x",
        "if ($x) { del x }",
        "gci | % { rm $_ }",
        "$x = Remove-Item x",
        "'a' ; Microsoft.PowerShell.Management\\Remove-Item x",
        "curl x",
    ] {
        for (mode, _) in Mode::ALL {
            assert_eq!(asked(settings, mode, command).decision, Decision::Deny, "{command}");
        }
    }
    assert_eq!(asked(settings, Mode::BypassPermissions, "git push").reason.code, "ASK_RULE");
    let denied = r#"{"permissions":{"deny":["PowerShell(Remove-Item:*)","PowerShell(Invoke-WebRequest:*)",
        "PowerShell(git push --force:*)","PowerShell(Stop-Process:*)","PowerShell(curl:*)",
        "PowerShell(Set-Content -Path secrets*)"]}}"#;
    let (mut all, mut seen) = (0, 0);
    for command in cases::commands(cases::POWERSHELL_DENIED) {
        all += 1;
        seen += usize::from(asked(denied, Mode::Default, &command).decision == Decision::Deny);
    }
    assert!(seen * 10 >= all * 8, "{seen} of {all}");
}

#[test]
fn a_text_without_an_end_is_answered_too() {
    for command in ["Get-Date;".repeat(20_000), "(".repeat(50_000)] {
        assert_eq!(asked("{}", Mode::BypassPermissions, &command).decision, Decision::Ask);
    }
}
