//! What holds past the limits.

#![expect(clippy::expect_used, reason = "a test may stop at the first surprise")]

extern crate std;

use std::string::String;

use super::Engine;
use crate::limits::READ_BYTES_MAX;
use crate::policy::Policy;
use crate::policy::Source;
use crate::request::{Mode, Request};
use crate::verdict::Decision;

fn decided(mode: Mode, rules: &str, command: &str) -> Decision {
    let text = alloc::format!(r#"{{"permissions":{{"defaultMode":"{}",{rules}}}}}"#, mode.name());
    let source = Source { name: "test".into(), text, root: Some("/repo".into()), ..Source::default() };
    let policy = Policy::from_sources(&[source]).expect("the policy is right");
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    Engine::new(policy).check(&request).decision
}

/// Harmless text of this many bytes, then `end`.
fn long(bytes: usize, end: &str) -> String {
    let mut text = "echo a\n".repeat(bytes / 7);
    text.push_str(&"#".repeat(bytes - text.len()));
    text + "\n" + end
}

#[test]
fn what_was_not_read_asks_in_every_mode_or_is_denied_where_nobody_can_be_asked() {
    let text = long(READ_BYTES_MAX, "rm -rf /");
    for (mode, _) in Mode::ALL {
        let expected = match mode {
            Mode::Default | Mode::AcceptEdits | Mode::BypassPermissions => Decision::Ask,
            Mode::Plan | Mode::DontAsk => Decision::Deny,
        };
        assert_eq!(decided(mode, r#""allow":["Bash"]"#, &text), expected, "{mode:?}");
    }
}

#[test]
fn a_command_of_which_everything_is_read_is_what_it_was_in_bypass_permissions() {
    let text = long(READ_BYTES_MAX - 8, "touch a");
    assert_eq!(text.len(), READ_BYTES_MAX);
    assert_eq!(decided(Mode::BypassPermissions, r#""allow":[]"#, &text), Decision::Allow);
    assert_eq!(decided(Mode::BypassPermissions, r#""allow":[]"#, &(text + "b")), Decision::Ask);
}

#[test]
fn a_deny_rule_holds_in_the_part_that_is_read() {
    let text = alloc::format!("touch a\n{}", long(2 * READ_BYTES_MAX, ""));
    for (mode, _) in Mode::ALL {
        assert_eq!(decided(mode, r#""deny":["Bash(touch:*)"]"#, &text), Decision::Deny, "{mode:?}");
    }
}

#[test]
fn a_deny_rule_holds_in_the_part_that_is_not_read() {
    for end in
        ["touch a", "x=1 touch a", "'to'uch a", "/bin/touch a", "if t; then touch a; fi", "timeout 5 touch a"]
    {
        for padding in [READ_BYTES_MAX, 1_000_000] {
            let text = long(padding, end);
            let found = decided(Mode::BypassPermissions, r#""deny":["Bash(touch:*)"]"#, &text);
            assert_eq!(found, Decision::Deny, "{end} after {padding}");
        }
    }
    let text = long(READ_BYTES_MAX, "touchy a");
    assert_eq!(decided(Mode::BypassPermissions, r#""deny":["Bash(touch:*)"]"#, &text), Decision::Ask);
}

#[test]
fn a_character_is_not_cut_in_the_middle() {
    for shift in 0..4 {
        let text = "x".repeat(shift) + &"\u{10ffff}".repeat(READ_BYTES_MAX / 4 + 1);
        assert_eq!(decided(Mode::Default, r#""allow":[]"#, &text), Decision::Ask, "{shift}");
        let text = alloc::format!("echo {text}");
        assert_eq!(decided(Mode::BypassPermissions, r#""allow":[]"#, &text), Decision::Ask, "{shift}");
    }
}

/// Programs that run the command after them.
const OPENERS: [&str; 9] =
    ["eval", "nice", "env", "command", "exec", "nohup", "timeout 5", "xargs", "find . -exec"];

#[test]
fn no_number_of_programs_in_front_of_a_command_hides_it() {
    for opener in OPENERS {
        for count in [1, 7, 8, 9, 12, 50, 139, 140, 141, 160, 300] {
            let front = alloc::format!("{opener} ").repeat(count);
            for (rules, command) in [
                (r#""deny":["Bash(tool:*)"]"#, "tool x"),
                (r#""deny":["Bash(tool * -f)"]"#, "tool a b c d e g h -f"),
                (r#""deny":["Bash(tool x)"]"#, "tool $x"),
                (r#""deny":[]"#, "rm -rf /"),
            ] {
                let end = if opener.starts_with("find") { " \\;".repeat(count) } else { String::new() };
                let command = alloc::format!("{front}{command}{end}");
                let decision = decided(Mode::BypassPermissions, rules, &command);
                assert_ne!(decision, Decision::Allow, "{count} times {opener}: {rules}");
            }
        }
    }
}

#[test]
fn no_number_of_texts_or_arguments_in_front_of_a_command_hides_it() {
    for count in [1, 14, 15, 16, 17, 20, 31, 32, 33, 45] {
        let (echoes, words) = ("echo a; ".repeat(count), "a ".repeat(count));
        for command in [
            alloc::format!("{{ {echoes}echo tool x; }} | sh"),
            alloc::format!("({echoes}echo tool x) | {{ sh; }}"),
            alloc::format!("bash <({echoes}echo tool x)"),
            alloc::format!("sh < <({echoes}echo tool x)"),
            alloc::format!("parallel tool ::: {words}x"),
            alloc::format!("unheard-of {words}tool x"),
        ] {
            let decision = decided(Mode::BypassPermissions, r#""deny":["Bash(tool x)"]"#, &command);
            assert_ne!(decision, Decision::Allow, "{command}");
        }
        for command in [
            alloc::format!("{{ {echoes}echo tool x; }} | cat"),
            alloc::format!("parallel other ::: {words}x"),
            alloc::format!("unheard-of {words}x"),
            alloc::format!("git log -- {words}tool x"),
        ] {
            let decision = decided(Mode::BypassPermissions, r#""deny":["Bash(tool x)"]"#, &command);
            assert_eq!(decision, Decision::Allow, "{command}");
        }
    }
}

#[test]
fn an_allow_rule_about_the_first_program_answers_for_none_that_was_not_looked_at() {
    let command = "nice ".repeat(300) + "tool x";
    let rules = r#""allow":["Bash(nice:*)"],"deny":["Bash(tool:*)"]"#;
    assert_eq!(decided(Mode::Default, rules, &command), Decision::Ask);
    assert_eq!(decided(Mode::DontAsk, rules, &command), Decision::Deny);
}

#[test]
fn a_few_programs_in_front_of_a_harmless_command_and_many_arguments_are_no_question() {
    let many = "a ".repeat(400);
    for command in [
        "eval eval ls",
        "nice nice nice nice nice env timeout 5 ls",
        "sh -c 'sh -c \"eval ls\"'",
        &alloc::format!("echo {many}"),
        &alloc::format!("tool {many}"),
        &alloc::format!("git log -- {many}"),
        &alloc::format!("nice timeout 5 tool {many}"),
        &alloc::format!("find . -name a -exec ls {many} {{}} +"),
    ] {
        let decision = decided(Mode::BypassPermissions, r#""deny":["Bash(rm:*)"]"#, command);
        assert_eq!(decision, Decision::Allow, "{command}");
    }
}
