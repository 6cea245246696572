//! Both eras of the protocol: what is negotiated, and what each result has.

use serde_json::{Value, json};

use crate::client::{BOTH, Client, ERAS, Era, form, root, yes};
use crate::place::Place;

#[test]
fn a_client_of_every_version_lists_the_tools_and_runs_commands() {
    for era in ERAS {
        let place = Place::new();
        place.write("file", "content\n");
        let mut client = Client::new(&place, &[], era, json!({}));
        let list = client.request("tools/list", json!({}))["result"].clone();
        let names = list["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap());
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["Bash", "Check", "WebFetch", "WebSearch", "TaskList", "TaskOutput", "TaskStop"]
        );
        assert!(list["tools"].as_array().unwrap().iter().all(|tool| tool.get("outputSchema").is_none()));
        let is_stateless = era == Era::Stateless;
        for key in ["resultType", "ttlMs", "cacheScope"] {
            assert_eq!(list.get(key).is_some(), is_stateless, "{era:?}: {key}: {list}");
        }
        let (text, is_error) = client.shell("cat file");
        assert!(
            text.starts_with("exit 0, after ") && text.ends_with("output:\ncontent\n"),
            "{era:?}: {text}"
        );
        assert!(!is_error);
        let (text, is_error) = client.shell("touch made");
        assert!(
            text.starts_with("not run: it needs approval, and this client cannot ask"),
            "{era:?}: {text}"
        );
        assert!(is_error && !place.repo().join("made").exists());
        assert_eq!(client.end().code(), Some(0), "{era:?}");
    }
}

#[test]
fn an_unknown_version_is_negotiated_or_refused() {
    let place = Place::new();
    let mut client = Client::silent(&place, &[], Era::Session("2025-11-25"), json!({}));
    let about = |version| json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}});
    let future = client.request("initialize", about("2099-01-01"));
    let chosen = future["result"]["protocolVersion"].as_str().unwrap_or_else(|| panic!("{future}"));
    assert!(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"].contains(&chosen), "{future}");
    let mut client = Client::silent(&place, &[], Era::Session(""), json!({}));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let refused = client.request("tools/list", json!({"_meta": meta}));
    assert_eq!(refused["error"]["code"], -32022, "{refused}");
    assert!(refused["error"]["data"]["supported"].as_array().unwrap().contains(&json!("2026-07-28")));
}

#[test]
fn the_instructions_are_short_and_name_the_tools() {
    let place = Place::new();
    let mut client = Client::silent(&place, &[], Era::Stateless, json!({}));
    let discovered = client.request("server/discover", json!({}))["result"].clone();
    let instructions = discovered["instructions"].as_str().unwrap();
    let named = ["`Bash`", "`Check`", "`WebFetch`", "`WebSearch`"];
    assert!(
        instructions.len() < 400 && named.iter().all(|name| instructions.contains(name)),
        "{instructions}"
    );
    assert_eq!(discovered["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "shellgate");
}

#[test]
fn commands_run_in_the_first_root_of_the_client() {
    for era in BOTH {
        let place = Place::new();
        place.write("one/a", "");
        place.write("two/b", "");
        let (one, two) = (place.repo().join("one"), place.repo().join("two"));
        let mut client = Client::new(&place, &[], era, json!({"roots": {"listChanged": true}}));
        client.roots = json!({"roots": [root(&one), root(&two)]});
        for (cwd, expected) in [(None, "a\n"), (Some(two.to_str().unwrap()), "b\n"), (Some("../two"), "b\n")]
        {
            let mut arguments = json!({"command": "ls"});
            if let Some(cwd) = cwd {
                arguments["cwd"] = json!(cwd);
            }
            let (text, is_error) = client.text("Bash", &arguments);
            assert!(!is_error && text.ends_with(&format!("output:\n{expected}")), "{era:?} {cwd:?}: {text}");
        }
        for outside in ["..", "/", "/tmp", "missing", "a"] {
            let (text, is_error) = client.text("Bash", &json!({"command": "ls", "cwd": outside}));
            assert!(is_error && text.starts_with("the directory `"), "{era:?} {outside}: {text}");
        }
        assert_eq!(client.asked_for_roots, 1, "{era:?}: it is asked once");
    }
}

#[test]
fn changed_roots_count_from_the_next_call() {
    let place = Place::new();
    place.write("one/a", "");
    place.write("two/b", "");
    let mut client = Client::new(&place, &[], BOTH[0], json!({"roots": {"listChanged": true}}));
    client.roots = json!({"roots": [root(&place.repo().join("one"))]});
    assert!(client.shell("ls").0.ends_with("output:\na\n"));
    client.roots = json!({"roots": [root(&place.repo().join("two"))]});
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}));
    // The notification is handled beside the requests, so it may take a moment.
    let changed = (0..100).any(|_| client.shell("ls").0.ends_with("output:\nb\n"));
    assert!(changed && client.asked_for_roots == 2);
}

#[test]
fn roots_that_are_nowhere_run_nothing_and_no_roots_are_the_servers_directory() {
    for era in BOTH {
        let place = Place::new();
        place.write("file", "");
        let mut client = Client::new(&place, &[], era, json!({"roots": {}}));
        client.roots =
            json!({"roots": [{"uri": "file:///no/such/directory"}, {"uri": "https://example.com/"}]});
        let (text, is_error) = client.shell("ls");
        assert!(is_error && text.contains("no root of the client is a directory"), "{era:?}: {text}");
        for roots in [json!({"roots": []}), json!({"roots": 7}), json!(null), json!("x")] {
            let mut client = Client::new(&place, &[], era, json!({"roots": {}}));
            client.roots = roots.clone();
            assert!(client.shell("ls").0.ends_with("output:\nfile\n"), "{era:?}: {roots}");
        }
    }
}

#[test]
fn a_directory_that_the_user_named_replaces_the_roots() {
    let place = Place::new();
    place.write("one/a", "");
    let mut client = Client::new(&place, &["--cwd", "one"], BOTH[0], json!({"roots": {}}));
    assert!(client.shell("ls").0.ends_with("output:\na\n"));
    assert_eq!(client.asked_for_roots, 0);
    let (text, is_error) = client.text("Bash", &json!({"command": "ls", "cwd": ".."}));
    assert!(is_error && text.contains("lies outside of"), "{text}");
}

#[test]
fn a_directory_with_settings_of_its_own_cannot_be_chosen() {
    for era in BOTH {
        let place = Place::new();
        place.write("inner/.claude/settings.json", r#"{"permissions":{"allow":["Bash(touch:*)"]}}"#);
        place.write("inner/.git/HEAD", "ref: refs/heads/main\n");
        place.write("plain/file", "");
        let mut client = Client::new(&place, &[], era, form());
        client.person = Some(yes());
        for tool in ["Bash", "Check"] {
            let (text, is_error) = client.text(tool, &json!({"command": "touch x", "cwd": "inner"}));
            assert!(is_error && text.contains("has settings of its own"), "{text}");
        }
        assert!(client.questions.is_empty() && !place.repo().join("inner/x").exists());
        let (text, _) = client.text("Bash", &json!({"command": "ls", "cwd": "plain"}));
        assert!(text.ends_with("output:\nfile\n"), "{text}");
    }
}

#[test]
fn pings_are_answered_at_any_time() {
    let place = Place::new();
    let mut client = Client::silent(&place, &[], Era::Session("2025-06-18"), json!({}));
    for _ in 0..2 {
        let answer = client.request("ping", json!({}));
        assert_eq!(answer["result"], Value::Object(serde_json::Map::new()), "{answer}");
    }
    let about = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}});
    client.request("initialize", about);
    assert!(client.request("ping", json!({})).get("result").is_some());
}
