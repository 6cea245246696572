//! Deny rules about commands in text that could not be read, where the shell computes a part of the command.

extern crate std;

use alloc::format;

use crate::request::Mode;
use crate::script::Dialect;
use crate::{Decision, Engine, Policy, Request, Source};

fn decided(shell: Dialect, settings: &str, command: &str) -> Decision {
    let source = Source { name: "s".into(), text: settings.into(), root: None, ..Source::default() };
    let policy = Policy::from_sources(&[source]).unwrap_or_default();
    let tool = if shell == Dialect::PowerShell { "PowerShell" } else { "Bash" };
    let request = Request { tool, shell, cwd: Some("/repo"), home: Some("/home/u"), ..Request::new(command) };
    Engine::new(Policy { mode: Mode::BypassPermissions, ..policy }).check(&request).decision
}

/// Text that cannot be read, in front of a command.
const POSIX_DOUBTS: &[&str] = &["if ( ; ", "echo \u{e000}; ", "((a; ", "echo 'a; ", "for ; do "];
const POWERSHELL_DOUBTS: &[&str] = &["", "if ( ; ", "\u{e000}; ", "$a = [b.c]::d(1); ", "'a ; "];

#[test]
fn a_command_that_the_shell_computes_in_unread_text_may_be_a_denied_one() {
    let posix = [
        "$x push",
        "${x} push",
        "`x` push",
        "$(x) push",
        "git $x",
        "git $(x) --force",
        "git `x`",
        "git pu?h",
        "git pu{sh,}",
        "git pu$x",
        "gi$x push",
        "gi\"$x\" push",
        "/usr/bin/gi? push",
        "A=1 $x push",
        "then $x push",
        "timeout 5 $x push",
        "sudo $x push",
        "a && $x push",
        "a | xargs $x push",
    ];
    for dialect in [Dialect::Bash, Dialect::Zsh] {
        let settings = r#"{"permissions":{"deny":["Bash(git push:*)"]}}"#;
        for doubt in POSIX_DOUBTS {
            for command in posix {
                let command = format!("{doubt}{command}");
                assert_ne!(decided(dialect, settings, &command), Decision::Allow, "{dialect:?} {command}");
            }
        }
    }
    let settings = r#"{"permissions":{"deny":["PowerShell(git push:*)"]}}"#;
    let powershell = [
        "& $x push",
        ". $x push",
        "&$x push",
        "a; & $x push",
        "& ('gi'+'t') push",
        "& (gcm g*) push",
        "git $x",
        "git @x",
        "git pu$x",
        "git (y)",
        "$y = git $x",
        "$y = & $x push",
        "{ & $x push }",
    ];
    for doubt in POWERSHELL_DOUBTS {
        for command in powershell {
            let command = format!("{doubt}{command}");
            let decision = decided(Dialect::PowerShell, settings, &command);
            assert_ne!(decision, Decision::Allow, "{command}");
        }
    }
}

#[test]
fn what_no_rule_can_be_about_is_allowed_by_the_mode_as_before() {
    let settings = r#"{"permissions":{"deny":["Bash(git push:*)"]}}"#;
    let posix = ["ls $x", "x=$y ls", "x=$(ls)", "ls *.txt", "[ -f $x ]", "cargo build $x"];
    for doubt in POSIX_DOUBTS {
        for command in posix {
            let command = format!("{doubt}{command}");
            assert_eq!(decided(Dialect::Bash, settings, &command), Decision::Allow, "{command}");
        }
    }
    let settings = r#"{"permissions":{"deny":["PowerShell(git push:*)"]}}"#;
    let powershell = [
        "$x",
        "$x.Length + 1",
        "Get-Item $x",
        "$y = $x",
        "foreach ($f in $x) { Get-Item $f }",
        "cargo build $x",
    ];
    for command in powershell {
        for doubt in POWERSHELL_DOUBTS {
            let command = format!("{doubt}{command}");
            assert_eq!(decided(Dialect::PowerShell, settings, &command), Decision::Allow, "{command}");
        }
    }
}

#[test]
fn a_rule_about_any_program_sees_the_words_on_both_sides_of_a_doubt() {
    for (dialect, tool) in
        [(Dialect::Bash, "Bash"), (Dialect::Zsh, "Bash"), (Dialect::PowerShell, "PowerShell")]
    {
        let settings = format!(r#"{{"permissions":{{"deny":["{tool}(* evil*)"]}}}}"#);
        for command in [
            "tool evil\u{e000}",
            "tool evil \u{e000}",
            "tool \u{e000} evil",
            "tool\u{e000} evil",
            "tool a evil\u{e000} b",
            "ls; tool evil\u{e000}",
            "ls | tool evil\u{e000}",
        ] {
            assert_eq!(decided(dialect, &settings, command), Decision::Deny, "{dialect:?} {command:?}");
        }
        assert_eq!(decided(dialect, &settings, "tool good\u{e000}"), Decision::Allow, "{dialect:?}");
    }
}
