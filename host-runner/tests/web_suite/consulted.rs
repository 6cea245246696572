//! The hooks and the classifier of the settings around a fetch and a search.

use std::fs;
use std::process::Output;

use serde_json::{Value, json};

use crate::commands::Place;

/// Settings that allow the server of the test, and every search with it, with these hooks before a call.
fn hooked(hooks: &Value) -> String {
    let settings = json!({
        "permissions": {"allow": ["WebFetch(domain:127.0.0.1:PLAIN)", "WebSearch"]},
        "sandbox": {"network": {"allowedDomains": ["127.0.0.1:PLAIN"]}},
        "web": {"search": {"url": "http://127.0.0.1:PLAIN"}},
        "hooks": {"PreToolUse": hooks},
    });
    settings.to_string()
}

/// A hook of this line for the tools that `matcher` names.
fn hook(matcher: &str, line: &str) -> Value {
    json!([{"matcher": matcher, "hooks": [{"type": "command", "command": line}]}])
}

/// The line of a hook that keeps what it is told, a line for each time, and answers so.
fn keeping(answer: &str) -> String {
    format!("cat >> \"$HOME/told\"; echo >> \"$HOME/told\"; {answer}")
}

/// What hooks were told in `place`.
fn told(place: &Place) -> Vec<Value> {
    let told = fs::read_to_string(place.home.path().join("told")).unwrap_or_default();
    told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text)).concat()
}

const URL: &str = "http://127.0.0.1:PLAIN/";

#[tokio::test]
async fn a_hook_is_told_a_fetch_and_a_search_as_claude_code_tells_them() {
    let place = Place::new(&hooked(&hook("WebFetch|WebSearch", &keeping("true")))).await;
    for arguments in [
        &["fetch", "--prompt", "what is it?", URL][..],
        &["search", "rust"],
        &["search", "--allowed-domain", "tokio.rs", "rust async"],
    ] {
        let output = place.run(arguments).await;
        assert!(output.status.success(), "{}", said(&output));
    }
    let plain = place.server.plain;
    let expected = [
        ("WebFetch", json!({"url": format!("http://{plain}/"), "prompt": "what is it?"})),
        ("WebSearch", json!({"query": "rust"})),
        ("WebSearch", json!({"query": "rust async", "allowed_domains": ["tokio.rs"]})),
    ];
    let told = told(&place);
    assert_eq!(told.len(), expected.len());
    for (told, (tool, input)) in told.iter().zip(expected) {
        assert_eq!((&told["tool_name"], &told["tool_input"]), (&json!(tool), &input));
        assert_eq!(told["hook_event_name"], "PreToolUse");
        assert!(told["session_id"].is_string() && told["cwd"].is_string(), "{told}");
    }
}

#[tokio::test]
async fn a_hook_that_denies_or_fails_is_before_every_request() {
    let updates = r#"echo '{"hookSpecificOutput":{"updatedInput":{"url":"https://example.test/"}}}'"#;
    for (line, code) in [
        ("echo not here >&2; exit 2", "not here"),
        (r#"echo '{"hookSpecificOutput":{"permissionDecision":"deny"}}'"#, "gave no reason"),
        ("exit 1", "failed: it ended with status 1"),
        ("echo nonsense", "failed: it printed something that is no JSON object"),
        (updates, "failed: it changes `url`, and this tool's input is final"),
    ] {
        let place = Place::new(&hooked(&hook("WebFetch|WebSearch", line))).await;
        for arguments in [&["fetch", URL][..], &["fetch", "--yes", URL], &["search", "--yes", "rust"]] {
            let output = place.run(arguments).await;
            assert_eq!(output.status.code(), Some(4), "{arguments:?} {}", said(&output));
            assert!(said(&output).contains(code), "{arguments:?} {}", said(&output));
        }
        assert_eq!(place.server.requests(), [""; 0], "{line}");
    }
}

#[tokio::test]
async fn a_hook_that_asks_is_asked_once_and_a_persons_yes_answers_it() {
    let ask = r#"echo '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"look twice"}}'"#;
    for arguments in [&["fetch", URL][..], &["search", "rust"]] {
        let place = Place::new(&hooked(&hook("*", &keeping(ask)))).await;
        let output = place.run(arguments).await;
        assert_eq!(output.status.code(), Some(3), "{}", said(&output));
        assert!(said(&output).contains("look twice"), "{}", said(&output));
        assert_eq!((place.server.requests().len(), told(&place).len()), (0, 1));
        let yes = [&arguments[..1], &["--yes"], &arguments[1..]].concat();
        let output = place.run(&yes).await;
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!((place.server.requests().len(), told(&place).len()), (1, 2));
    }
}

#[tokio::test]
async fn a_hook_loosens_nothing() {
    let allow = r#"echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'"#;
    let place = Place::new(&hooked(&hook("*", allow))).await;
    let output = place.run(&["fetch", "https://example.test/"]).await;
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
}

#[tokio::test]
async fn other_tools_hooks_and_those_of_another_host_are_not_asked() {
    let other_host = json!([{"hooks": [{"command": "exit 2", "if": "WebFetch(domain:example.test)"}]}]);
    let this_host = json!([{"hooks": [{"command": "exit 2", "if": "WebFetch(domain:127.0.0.1)"}]}]);
    for (hooks, is_denied) in [
        (hook("Bash", "exit 2"), false),
        (hook("WebSearch", "exit 2"), false),
        (hook("mcp__.*", "exit 2"), false),
        (other_host, false),
        (this_host, true),
        (hook("Web.*", "exit 2"), true),
        (hook("", "exit 2"), true),
    ] {
        let place = Place::new(&hooked(&hooks)).await;
        let output = place.run(&["fetch", URL]).await;
        assert_eq!(output.status.code() == Some(4), is_denied, "{hooks} {}", said(&output));
    }
}

#[tokio::test]
async fn the_classifier_answers_for_a_person_where_the_settings_list_the_reason() {
    let settings = |allow: &[&str], asks: &[&str], line: &str| {
        let settings = json!({
            "permissions": {"allow": allow},
            "sandbox": {"network": {"allowedDomains": ["127.0.0.1:PLAIN"]}},
            "web": {"search": {"url": "http://127.0.0.1:PLAIN"}},
            "classifier": {"command": ["/bin/sh", "-c", line], "asks": asks, "timeout": 20},
        });
        settings.to_string()
    };
    let allow = r#"grep -q '"command":"rust"' && echo '{"decision":"allow","reason":"a word"}'"#;
    for (asks, line, is_sent) in [
        (&["WEB_SEARCH"][..], allow, true),
        (&["NO_RULE"], allow, false),
        (&["WEB_SEARCH"], r#"echo '{"decision":"ask"}'"#, false),
        (&["WEB_SEARCH"], "exit 1", false),
    ] {
        let place = Place::new(&settings(&[], asks, line)).await;
        let output = place.run(&["search", "rust"]).await;
        assert_eq!(output.status.success(), is_sent, "{asks:?} {line} {}", said(&output));
        assert_eq!(place.server.requests().len(), usize::from(is_sent), "{asks:?} {line}");
    }
    // What looks like a secret is a person's, and so is this machine.
    let every = &["WEB_SEARCH", "WEB_NO_RULE", "WEB_SECRET", "WEB_SPECIAL_HOST", "WEB_PORT"];
    let place = Place::new(&settings(&[], every, r#"echo '{"decision":"allow"}'"#)).await;
    let output = place.run(&["fetch", "http://127.0.0.1:TLS/"]).await;
    assert_eq!((output.status.success(), place.server.requests().len()), (false, 0), "{}", said(&output));
}
