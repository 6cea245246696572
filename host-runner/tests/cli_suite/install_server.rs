//! `install --mcp`, `uninstall --mcp` and what `doctor` says about servers, in a home that is thrown away.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};

use serde_json::Value;

use crate::install::{everything, json};
use crate::place::{Place, snapshot};

/// The agents with the file of the user's in which the server is registered, and whether a file takes their shell away.
const FILES: [(&str, &str, bool); 10] = [
    ("claude", ".claude.json", true),
    ("codex", ".codex/config.toml", true),
    ("copilot", ".copilot/mcp-config.json", false),
    ("gemini", ".gemini/settings.json", true),
    ("qwen", ".qwen/settings.json", true),
    ("opencode", ".config/opencode/opencode.json", true),
    ("cline", ".cline/data/settings/cline_mcp_settings.json", false),
    ("cursor", ".cursor/mcp.json", false),
    ("windsurf", ".codeium/windsurf/mcp_config.json", false),
    ("vscode", ".config/Code/User/mcp.json", false),
];

/// What `doctor` says about the only agent.
fn doctor(place: &Place) -> Value {
    let doctor = json(&place.run(&["doctor", "--json"], b""));
    doctor["agents"][0].clone()
}

#[test]
fn every_agent_is_given_the_server_its_canary_is_refused_and_it_is_taken_out_without_a_trace() {
    let place = Place::new();
    let empty = everything(&place.home());
    for (agent, file, is_taken_away) in FILES {
        let output = place.run(&["install", agent, "--mcp", "--yes", "--json"], b"");
        let report = json(&output);
        assert_eq!((output.status.code(), &report["written"]), (Some(0), &true.into()), "{report}");
        let canary = &report["canary"];
        assert_eq!((&canary["blocked"], &canary["passed"]), (&true.into(), &true.into()), "{report}");
        assert!(canary["reason"].as_str().unwrap().starts_with("not run: "), "{report}");
        assert_eq!(report["ownShell"]["takenAway"], is_taken_away, "{report}");
        assert_ne!(report["ownShell"]["remedy"].as_str().unwrap().is_empty(), !is_taken_away, "{report}");
        assert!(place.home().join(file).is_file(), "{agent}");
        let again = json(&place.run(&["install", agent, "--mcp", "--yes", "--json"], b""));
        assert_eq!(again["written"], false, "{agent}");
        let health = doctor(&place);
        assert_eq!(health["agent"], agent, "{health}");
        let state = if is_taken_away { "guarded" } else { "unguarded" };
        assert_eq!(
            (&health["state"], &health["problems"]),
            (&state.into(), &Value::Array(vec![])),
            "{health}"
        );
        assert_eq!(health["servers"][0]["program"], env!("CARGO_BIN_EXE_shellgate"), "{health}");
        assert_eq!(health["ownShell"]["takenAway"], is_taken_away, "{health}");
        let order: &[&str] = if is_taken_away { &["--mcp"] } else { &[] };
        let words = [&["uninstall", agent, "--yes", "--json"], order].concat();
        assert_eq!(json(&place.run(&words, b""))["written"], true, "{agent}");
        assert_eq!(everything(&place.home()), empty, "{agent}");
    }
}

#[test]
fn what_is_typed_for_the_server_and_what_is_shown() {
    let place = Place::new();
    let settings = "{\n  // my settings\n  \"permissions\": {\n    \"deny\": [\"Bash(curl:*)\"],\n  },\n}\n";
    let file = place.write_home(".claude/settings.json", settings);
    let state = "{\n  \"numStartups\": 7,\n  \"mcpServers\": {\n    \"docs\": { \"command\": \"docs-server\" }\n  }\n}\n";
    let servers = place.write_home(".claude.json", state);
    let path = place.agent("claude", "echo '2.1.330 (Claude Code)'");
    let mut shown = String::new();
    let mut run = |arguments: &[&str]| shown.push_str(&place.typed(arguments, &path));
    run(&["install", "claude", "--mcp", "--dry-run"]);
    run(&["install", "claude", "--mcp", "--yes"]);
    run(&["install", "claude", "--mcp"]);
    run(&["doctor", "--backend", "none"]);
    run(&["uninstall", "claude", "--mcp", "--yes"]);
    run(&["uninstall", "claude", "--mcp"]);
    run(&["install", "copilot", "--project", "--mcp", "--yes"]);
    run(&["doctor", "--backend", "none"]);
    run(&["uninstall", "copilot", "--mcp"]);
    run(&["install", "windsurf", "--project", "--mcp"]);
    run(&["install", "codex", "--mcp", "--dry-run"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), settings);
    assert_eq!(fs::read_to_string(&servers).unwrap(), state);
    snapshot("install_server", &shown);
}

#[test]
fn options_of_the_hook_and_the_managed_scope_do_not_go_with_the_server() {
    let place = Place::new();
    for options in [["--mcp", "--managed"], ["--mcp", "--confine"], ["--mcp", "--no-confine"]] {
        let output = place.run(&[&["install", "claude"], &options[..]].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{options:?}");
    }
}

#[test]
fn the_server_of_claude_code_still_runs_what_the_settings_allow() {
    let place = Place::new();
    place.run(&["install", "claude", "--mcp", "--yes"], b"");
    for (command, code) in [("ls", 0), ("touch x", 3)] {
        assert_eq!(place.run(&["check", command], b"").status.code(), Some(code), "{command}");
    }
}

#[test]
fn the_hook_and_the_server_go_with_one_word() {
    let place = Place::new();
    let empty = everything(&place.home());
    for order in [["--no-confine", "--mcp"], ["--mcp", "--no-confine"]] {
        for option in order {
            let output = place.run(&["install", "gemini", "--yes", "--json", option], b"");
            assert_eq!(json(&output)["written"], true);
        }
        assert_eq!(json(&place.run(&["uninstall", "gemini", "--yes", "--json"], b""))["written"], true);
        assert_eq!(everything(&place.home()), empty);
    }
}

#[test]
fn a_link_stays_a_link_and_what_cannot_be_written_is_a_sentence() {
    let place = Place::new();
    let real = place.write_home("dotfiles/claude.json", "{ /* mine */ \"a\": [1,], }\n");
    let file = place.home().join(".claude.json");
    symlink(&real, &file).unwrap();
    fs::set_permissions(&real, Permissions::from_mode(0o600)).unwrap();
    let report = json(&place.run(&["install", "claude", "--mcp", "--yes", "--json"], b""));
    assert_eq!(report["files"][0]["linksTo"], real.to_str().unwrap(), "{report}");
    assert!(file.symlink_metadata().unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("\"shellgate\""));
    place.run(&["uninstall", "claude", "--mcp", "--yes"], b"");
    assert_eq!(fs::read_to_string(&real).unwrap(), "{ /* mine */ \"a\": [1,], }\n");
    // Root may write everywhere.
    if !nix::unistd::Uid::effective().is_root() {
        fs::set_permissions(&real, Permissions::from_mode(0o400)).unwrap();
        let before = everything(&place.home());
        let output = place.run(&["install", "claude", "--mcp", "--yes"], b"");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("cannot be written: Permission denied"), "{text}");
        assert_eq!(everything(&place.home()), before);
    }
}

#[test]
fn documents_of_another_form_and_foreign_servers_are_shown_with_their_line() {
    let mut shown = String::new();
    for (agent, file, text) in [
        ("claude", ".claude.json", "{\n  \"mcpServers\": []\n}\n"),
        (
            "claude",
            ".claude.json",
            "{\n  \"mcpServers\": {\n    \"shellgate\": { \"command\": \"shellgate\", \"args\": [\"mcp\", \"--mode\", \"plan\"] }\n  }\n}\n",
        ),
        ("claude", ".claude/settings.json", "{\n  \"permissions\": {\"deny\": \"Bash\"}\n}\n"),
        ("codex", ".codex/config.toml", "[mcp_servers.shellgate]\ncommand = \"other\"\n"),
        ("codex", ".codex/config.toml", "features = {other = true}\n"),
        ("opencode", ".config/opencode/opencode.json", "{\n  \"permission\": \"allow\"\n}\n"),
    ] {
        let place = Place::new();
        let file = place.write_home(file, text);
        let before = everything(&place.home());
        let output = place.run(&["install", agent, "--mcp", "--yes"], b"");
        assert_eq!(output.status.code(), Some(5), "{}", place.shown(&output));
        shown.push_str(&place.shown(&output));
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert_eq!(everything(&place.home()), before);
    }
    snapshot("install_server_invalid", &shown);
}

#[test]
fn a_server_that_moved_is_a_finding_and_is_registered_again() {
    let place = Place::new();
    place.run(&["install", "claude", "--mcp", "--yes"], b"");
    let file = place.home().join(".claude.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace(env!("CARGO_BIN_EXE_shellgate"), "/old/place/shellgate")).unwrap();
    let health = doctor(&place);
    assert_eq!(health["state"], "broken", "{health}");
    let remedy = health["problems"][0]["remedy"].as_str().unwrap();
    assert!(remedy.contains("shellgate install claude --mcp --user"), "{remedy}");
    let report = json(&place.run(&["install", "claude", "--mcp", "--yes", "--json"], b""));
    assert_eq!((&report["written"], &report["canary"]["blocked"]), (&true.into(), &true.into()), "{report}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}
