//! What is read of each payload of a real agent, and what is answered to it.
//!
//! `payloads` has them as they were recorded, `payloads/documented` as the agent's documentation shows them.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::Decision;

/// The payloads in `folder`, by the name of the agent's program.
fn payloads(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    crate::sorted::sort(&mut files);
    files
}

fn all() -> Vec<(String, Vec<u8>)> {
    let files = [payloads("payloads"), payloads("payloads/documented")].concat();
    files
        .into_iter()
        .map(|file| (file.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read(&file).unwrap()))
        .collect()
}

/// The agent that a file belongs to.
fn agent_of(name: &str) -> Agent {
    let name = name.split('-').next().unwrap();
    Agent::from_name(name).unwrap_or_else(|| panic!("{name}"))
}

fn drawn(answer: &HookAnswer) -> String {
    let HookAnswer { stdout, stderr, exit } = answer;
    match (stdout.is_empty(), stderr.is_empty(), exit) {
        (true, true, 0) => "nothing".to_owned(),
        (false, true, 0) => stdout.clone(),
        (true, false, exit) => format!("exit {exit}: {stderr}"),
        _ => format!("exit {exit}: {stdout} and {stderr}"),
    }
}

#[test]
fn the_agent_is_recognised_by_each_of_its_payloads_that_is_answered() {
    for (name, payload) in all() {
        let named = read(&payload, Some(agent_of(&name)));
        let recognised = read(&payload, None);
        if let Ok(call) = &named {
            let recognised = recognised.unwrap_or_else(|problem| panic!("{name}: {problem}"));
            // Codex and Claude Code write the same call of the same tool, but for the sign that tells them apart.
            assert_eq!(recognised.agent, call.agent, "{name}");
            assert_eq!(recognised.commands, call.commands, "{name}");
        } else {
            assert!(recognised.is_err(), "{name}: {recognised:?}");
        }
    }
}

#[test]
fn each_payload_is_read_and_answered_as_the_agent_understands_it() {
    for agent in Agent::ALL {
        let mut shown = String::new();
        for (name, payload) in all().into_iter().filter(|(name, _)| agent_of(name) == agent) {
            writeln!(shown, "== {name}").unwrap();
            let call = match read(&payload, Some(agent)) {
                Ok(call) => call,
                Err(problem) => {
                    writeln!(shown, "problem: {}\n", drawn(&failure(Some(agent), &format!("{problem}"))))
                        .unwrap();
                    continue;
                }
            };
            writeln!(
                shown,
                "{:?} {} {:?} in {} mode {:?}",
                call.event,
                call.tool,
                call.commands.iter().map(|command| call.judged(command)).collect::<Vec<_>>(),
                call.cwd.as_deref().unwrap_or("?"),
                call.mode,
            )
            .unwrap();
            if call.commands.is_empty() {
                shown.push('\n');
                continue;
            }
            for decision in [Decision::Allow, Decision::Ask, Decision::Deny] {
                let ruling = Ruling::new(decision, "it's why");
                let rewritten =
                    Some(call.commands.iter().map(|command| format!("run '{command}'")).collect());
                let confined = Ruling { rewritten, ..ruling.clone() };
                writeln!(shown, "{}: {}", decision.name(), drawn(&answer(&call, &ruling))).unwrap();
                if answer(&call, &confined) != answer(&call, &ruling) {
                    writeln!(shown, "  confined: {}", drawn(&answer(&call, &confined))).unwrap();
                }
            }
            let open = answer(&call, &Ruling::default());
            writeln!(shown, "no opinion: {}\n", drawn(&open)).unwrap();
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../../../snapshots/agents");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(agent.name(), shown));
    }
}

#[test]
fn no_agent_lets_a_denied_command_run_whatever_else_is_said() {
    for (name, payload) in all() {
        let Ok(call) = read(&payload, Some(agent_of(&name))) else { continue };
        if call.commands.is_empty() {
            continue;
        }
        let rewritten = Some(alloc::vec!["true".to_owned(); call.commands.len()]);
        let denied = Ruling { rewritten, ..Ruling::new(Decision::Deny, "") };
        let said = answer(&call, &denied);
        let text = format!("{}{}", said.stdout, said.stderr);
        assert!(said.exit == BLOCKED || text.contains("deny") || text.contains("cancel"), "{name}: {text}");
        assert!(!text.contains("\"true\"") && text.contains("nothing allows it"), "{name}: {text}");
    }
}

#[test]
fn every_failure_blocks_with_a_sentence_on_standard_error() {
    for agent in Agent::ALL.map(Some).into_iter().chain([None]) {
        let said = failure(agent, "on\npurpose\u{1b}");
        assert!(
            said.stderr.starts_with("shellgate: on<U+000A>purpose<U+001B>, so the call is blocked"),
            "{said:?}"
        );
        // Cline looks at no exit code, and at what is written only with exit 0.
        let ends_the_run =
            agent == Some(Agent::Cline) && said.stdout.starts_with(r#"{"cancel":true,"#) && said.exit == 0;
        assert!(ends_the_run || (said.exit == BLOCKED && said.stdout.is_empty()), "{said:?}");
    }
}

#[test]
fn a_call_that_is_not_understood_is_a_problem_for_every_agent() {
    for agent in Agent::ALL.map(Some).into_iter().chain([None]) {
        for input in [
            &b""[..],
            b" \n",
            b"null",
            b"[]",
            b"7",
            b"\"x\"",
            b"{",
            b"{\"hook_event_name\":\"PreToolUse\"",
            b"{}",
            b"{} {}",
            b"\xff",
            b"\xef\xbb\xbf{}",
            b"{\"hook_event_name\":\"PreToolUse\",\"tool_name\":7}",
        ] {
            // A call of Cursor's shell names its event in no required field, and has a command.
            let read = read(input, agent);
            assert!(read.is_err(), "{agent:?} {}: {read:?}", input.escape_ascii());
        }
    }
}

#[test]
fn a_key_that_appears_twice_is_a_problem_wherever_it_decides() {
    for (name, payload) in all() {
        let text = String::from_utf8(payload).unwrap();
        let agent = agent_of(&name);
        let Ok(call) = read(text.as_bytes(), Some(agent)) else { continue };
        if call.commands.is_empty() {
            continue;
        }
        for key in [
            "\"command\":",
            "\"commands\":",
            "\"command_line\":",
            "\"tool_input\":",
            "\"toolName\":",
            "\"cwd\":",
        ] {
            let escaped = key.replace("\"c", "\"\\u0063").replace("\"t", "\"\\u0074");
            for again in [key, &escaped] {
                if !text.contains(key) {
                    continue;
                }
                let twice = text.replacen(key, &format!("{again} \"ls\", {key}"), 1);
                assert!(read(twice.as_bytes(), Some(agent)).is_err(), "{name} {again}");
            }
        }
    }
}

#[test]
fn a_shell_without_a_command_is_a_problem_and_another_tool_without_one_is_not() {
    for (agent, call) in [
        (Agent::ClaudeCode, r#"{"hook_event_name":"PreToolUse","tool_name":"TOOL","tool_input":INPUT}"#),
        (
            Agent::Codex,
            r#"{"hook_event_name":"PreToolUse","turn_id":"t","tool_name":"TOOL","tool_input":INPUT}"#,
        ),
        (Agent::Gemini, r#"{"hook_event_name":"BeforeTool","tool_name":"TOOL","tool_input":INPUT}"#),
        (Agent::Copilot, r#"{"sessionId":"s","toolName":"TOOL","toolArgs":INPUT}"#),
        (Agent::Opencode, r#"{"callID":"c","tool":"TOOL","args":INPUT}"#),
    ] {
        let shell = match agent {
            Agent::Gemini => "run_shell_command",
            Agent::Copilot | Agent::Opencode => "bash",
            _ => "Bash",
        };
        for input in ["{}", r#"{"cmd":"ls"}"#, r#"{"command":["ls"]}"#, r#"{"command":5}"#, r#""ls""#, "[]"] {
            let text = |tool: &str| call.replace("TOOL", tool).replace("INPUT", input);
            assert!(read(text(shell).as_bytes(), Some(agent)).is_err(), "{agent:?} {input}");
            if input.starts_with('{') {
                let other = read(text("another").as_bytes(), Some(agent)).unwrap();
                assert!(
                    !other.is_shell && other.commands.is_empty() != input.contains("ls"),
                    "{agent:?} {input}"
                );
            }
        }
    }
}

#[test]
fn a_tool_that_only_carries_a_command_is_objected_to_and_never_allowed() {
    let text =
        br#"{"hook_event_name":"PreToolUse","tool_name":"mcp__x__run","tool_input":{"cmd":"ls"},"cwd":"/"}"#;
    let call = read(text, None).unwrap();
    assert_eq!((call.is_shell, call.commands.as_slice()), (false, &["ls".to_owned()][..]));
    let rewritten = Some(alloc::vec!["x".to_owned()]);
    assert_eq!(
        answer(&call, &Ruling { rewritten, ..Ruling::new(Decision::Allow, "a") }),
        HookAnswer::silent()
    );
    assert!(answer(&call, &Ruling::new(Decision::Ask, "a")).stdout.contains(r#""ask""#));
    assert!(answer(&call, &Ruling::new(Decision::Deny, "a")).stdout.contains(r#""deny""#));
}

#[test]
fn of_several_commands_the_strictest_decision_counts() {
    let ruling = |decision| match decision {
        Some(decision) => Ruling::new(decision, format!("{decision:?}")),
        None => Ruling::default(),
    };
    let order = [Some(Decision::Allow), None, Some(Decision::Ask), Some(Decision::Deny)];
    for (at, a) in order.into_iter().enumerate() {
        for (to, b) in order.into_iter().enumerate() {
            let strictest = Ruling::strictest(alloc::vec![ruling(a), ruling(b)]);
            assert_eq!(strictest, ruling(order[at.max(to)]));
        }
    }
}

#[test]
fn a_mode_of_codex_never_allows_more_and_that_of_the_others_is_believed() {
    let mode = |agent: &str, mode: &str| {
        let text = format!(
            r#"{{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{{"command":"ls"}},"permission_mode":"{mode}"}}"#
        );
        read(text.as_bytes(), Agent::from_name(agent)).unwrap().mode
    };
    for (agent, named, expected) in [
        ("codex", "bypassPermissions", AgentMode::Unsaid),
        ("codex", "acceptEdits", AgentMode::Unsaid),
        ("codex", "default", AgentMode::Unsaid),
        ("codex", "plan", AgentMode::Is(crate::Mode::Plan)),
        ("claude", "bypassPermissions", AgentMode::Is(crate::Mode::BypassPermissions)),
        ("claude", "auto", AgentMode::Auto),
        ("claude", "later", AgentMode::Unsaid),
        ("qwen", "yolo", AgentMode::Is(crate::Mode::BypassPermissions)),
        ("qwen", "auto_edit", AgentMode::Is(crate::Mode::AcceptEdits)),
        ("qwen", "plan", AgentMode::Is(crate::Mode::Plan)),
    ] {
        assert_eq!(mode(agent, named), expected, "{agent} {named}");
    }
}
