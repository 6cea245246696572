//! `import`: what is printed, what is written, and that a policy which cannot be read leaves everything as it was.

use std::fs;

use crate::install::{everything, json};
use crate::place::Place;

/// A policy of each tool that allows `frob x`, at a usual place of the user's.
const USUAL: [(&str, &str, &str); 10] = [
    (
        "amp",
        ".config/amp/settings.json",
        r#"{"amp.permissions": [{"tool": "Bash", "matches": {"cmd": "frob x"}, "action": "allow"}]}"#,
    ),
    ("codex", ".codex/rules/default.rules", r#"prefix_rule(pattern=["frob", "x"], decision="allow")"#),
    ("continue", ".continue/permissions.yaml", "allow:\n  - Bash(frob x)\n"),
    ("copilot", ".copilot/config.json", r#"{"allowedTools": ["shell(frob x)"]}"#),
    ("cursor", ".cursor/cli-config.json", r#"{"permissions": {"allow": ["Shell(frob x)"]}}"#),
    (
        "gemini",
        ".gemini/policies/a.toml",
        "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"frob x\"\ndecision = \"allow\"\npriority = 1\n",
    ),
    ("opencode", ".config/opencode/opencode.json", r#"{"permission": {"bash": {"frob x": "allow"}}}"#),
    ("qwen", ".qwen/settings.json", r#"{"permissions": {"allow": ["Bash(frob x)"]}}"#),
    ("vscode", ".config/Code/User/settings.json", r#"{"chat.tools.terminal.autoApprove": {"frob x": true}}"#),
    (
        "zed",
        ".config/zed/settings.json",
        r#"{"agent": {"tool_permissions": {"tools": {"terminal": {"always_allow": [{"pattern": "^frob x$"}]}}}}}"#,
    ),
];

#[test]
fn what_is_printed_is_a_policy_that_allows_what_the_tool_allows() {
    for (tool, file, text) in USUAL {
        let place = Place::new();
        place.write_home(file, text);
        let output = place.run(&["import", tool], b"");
        assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
        place.write("policy.json", &output.stdout);
        let verdict = place.run(&["check", "--policy", "policy.json", "frob x"], b"");
        assert_eq!(verdict.status.code(), Some(0), "{tool}: {}", String::from_utf8_lossy(&output.stdout));
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(report.contains(&place.home().join(file).display().to_string()), "{tool}: {report}");
        let twin = json(&place.run(&["import", tool, "--json"], b""));
        assert_eq!(twin["tool"], tool);
        assert_eq!(twin["permissions"]["allow"].as_array().map(Vec::len), Some(1), "{tool}: {twin}");
        assert_eq!(twin["written"], false);
    }
}

#[test]
fn into_adds_the_rules_once_and_a_dry_run_adds_none() {
    let place = Place::new();
    place.write_home(".continue/permissions.yaml", "allow: [Bash(frob x)]\nexclude: [Bash(frob y*)]\n");
    let own = "{\n  // mine\n  \"permissions\": { \"allow\": [\"Bash(ls)\"] }\n}\n";
    let into = place.write_home("own.json", own);
    let into = into.to_str().unwrap();
    let dry = place.run(&["import", "continue", "--into", into, "--dry-run"], b"");
    assert!(dry.status.success());
    assert!(String::from_utf8_lossy(&dry.stdout).contains('+'), "{dry:?}");
    assert_eq!(fs::read_to_string(into).unwrap(), own);
    let nobody = place.run(&["import", "continue", "--into", into], b"");
    assert!(!nobody.status.success(), "nobody can be asked: {nobody:?}");
    assert_eq!(fs::read_to_string(into).unwrap(), own);
    assert!(place.run(&["import", "continue", "--into", into, "--yes"], b"").status.success());
    let written = fs::read_to_string(into).unwrap();
    assert!(written.contains("// mine") && written.contains("Bash(ls)"), "{written}");
    assert!(written.contains("Bash(frob x)") && written.contains("Bash(frob y*)"), "{written}");
    assert!(place.run(&["import", "continue", "--into", into, "--yes"], b"").status.success());
    assert_eq!(fs::read_to_string(into).unwrap(), written, "a second import adds nothing");
}

#[test]
fn a_policy_that_cannot_be_read_is_shown_with_its_place_and_writes_nothing() {
    for (tool, name, text, place_of_it) in [
        ("continue", ".continue/permissions.yaml", "allow: []\ndeny: []\n", "permissions.yaml:2:1"),
        ("continue", ".continue/permissions.yaml", "allow: [", "permissions.yaml:1:9"),
        ("codex", ".codex/rules/a.rules", "prefix_rule(pattern=x)", "a.rules:1:21"),
        ("opencode", ".config/opencode/opencode.json", "{\"permission\": 7}", "opencode.json:1:16"),
        ("gemini", ".gemini/policies/a.toml", "[[rule]\n", "a.toml:1:"),
    ] {
        let place = Place::new();
        place.write_home(name, text);
        place.write_home("own.json", "{}\n");
        let before = everything(&place.home());
        let into = place.home().join("own.json");
        let output = place.run(&["import", tool, "--into", into.to_str().unwrap(), "--yes"], b"");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{tool}: {said}");
        assert!(said.contains(place_of_it), "{tool}: {said}");
        assert_eq!(everything(&place.home()), before, "{tool}");
    }
}

#[test]
fn a_tool_without_a_policy_here_is_a_sentence_that_names_the_places() {
    let place = Place::new();
    let output = place.run(&["import", "continue"], b"");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains(".continue/permissions.yaml"), "{said}");
    let unknown = place.run(&["import", "emacs"], b"");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&unknown.stderr).contains("continue"),
        "the names of the tools are listed"
    );
}
