//! Whatever a client sends: a typed error or a result that is one, no panic, and the next request is served.

use serde_json::{Value, json};

use crate::client::{BOTH, Client, Era, form};
use crate::place::Place;

/// The code of the error that `line` gets.
fn code(client: &mut Client, line: &[u8]) -> Value {
    client.send_bytes(line);
    let answer = client.receive();
    assert!(answer["error"]["message"].is_string(), "{answer}");
    answer["error"]["code"].clone()
}

/// Whether the server still answers.
fn is_well(client: &mut Client) {
    let (text, is_error) = client.shell("echo well");
    assert!(!is_error && text.ends_with("well\n"), "{text}");
}

#[test]
fn what_is_no_request_gets_a_typed_error() {
    for era in BOTH {
        let place = Place::new();
        let mut client = Client::new(&place, &[], era, json!({}));
        for (line, expected) in [
            ("not json", -32700),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,", -32700),
            ("[]", -32600),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]"#, -32600),
            (r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":[],"method":"tools/list"}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":1e2,"method":"tools/list"}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":null}"#, -32600),
            (r#"{"jsonrpc":"1.0","id":1,"method":"tools/list"}"#, -32600),
            ("7", -32600),
        ] {
            assert_eq!(code(&mut client, line.as_bytes()), expected, "{era:?}: {line}");
        }
        assert_eq!(code(&mut client, b"\xff\xfe{}"), -32700);
        assert_eq!(code(&mut client, &[b"{\"a\":".repeat(100_000), b"}".repeat(100_000)].concat()), -32700);
        is_well(&mut client);
    }
}

#[test]
fn an_unknown_method_or_parameters_that_do_not_fit_get_a_typed_error() {
    for era in BOTH {
        let place = Place::new();
        let mut client = Client::new(&place, &[], era, json!({}));
        for (method, params, expected) in [
            ("no/such/method", json!({}), -32601),
            ("", json!({}), -32601),
            ("prompts/list", json!({}), -32601),
            ("resources/list", json!({}), -32601),
            ("resources/read", json!({"uri": "file:///etc/passwd"}), -32601),
            ("logging/setLevel", json!({"level": "debug"}), -32601),
            ("tools/call", json!({}), -32602),
            ("tools/call", json!({"name": 7}), -32602),
            ("tools/call", json!({"name": "Bash", "arguments": "ls"}), -32602),
            ("tools/call", json!({"name": "Bash", "arguments": ["ls"]}), -32602),
            ("tools/call", json!({"name": "shell", "arguments": {"command": "ls"}}), -32602),
            ("tools/call", json!({"name": "bash", "arguments": {"command": "ls"}}), -32602),
            ("tools/call", json!({"name": "\u{1b}[2J", "arguments": {}}), -32602),
        ] {
            let answer = client.request(method, params.clone());
            assert_eq!(answer["error"]["code"], expected, "{era:?} {method} {params}: {answer}");
            assert!(!answer["error"]["message"].as_str().unwrap().contains('\u{1b}'));
        }
        is_well(&mut client);
    }
}

#[test]
fn arguments_that_do_not_fit_a_tool_are_told_to_the_model() {
    for era in BOTH {
        let place = Place::new();
        let mut client = Client::new(&place, &[], era, form());
        for (tool, arguments) in [
            ("Bash", json!({})),
            ("Bash", json!({"command": 7})),
            ("Bash", json!({"command": ["ls"]})),
            ("Bash", json!({"command": "ls", "timeout": -1})),
            ("Bash", json!({"command": "ls", "timeout": 1e300})),
            ("Bash", json!({"command": "ls", "cwd": 7})),
            ("Bash", json!({"command": "ls", "cwd": "a\0b"})),
            ("Bash", json!({"command": "ls", "cwd": "x".repeat(100_000)})),
            ("Bash", json!({"command": "ls", "unknown": true})),
            ("Bash", json!({"command": "touch made", "dangerouslyDisableSandbox": true})),
            ("Bash", json!({"command": ""})),
            ("Bash", json!({"command": " \n"})),
            ("Bash", json!({"command": "ls\0; touch made"})),
            ("Bash", json!({"command": "a".repeat((1 << 20) + 1)})),
            ("Check", json!({"command": "ls\0"})),
            ("Check", json!({"command": 7})),
            ("TaskList", json!({"all": true})),
            ("TaskOutput", json!({})),
            ("TaskOutput", json!({"task_id": "run-1"})),
            ("TaskOutput", json!({"task_id": "../../etc/passwd", "wait": 5})),
            ("TaskStop", json!({"task_id": 7})),
            ("TaskStop", json!({"task_id": ""})),
        ] {
            let (text, is_error) = client.text(tool, &arguments);
            assert!(is_error && !text.is_empty() && !text.contains('\0'), "{era:?} {tool}: {text}");
        }
        assert!(client.questions.is_empty() && !place.repo().join("made").exists());
        is_well(&mut client);
    }
}

#[test]
fn a_message_of_megabytes_is_read_or_refused_and_the_next_one_served() {
    let place = Place::new();
    let mut client = Client::new(&place, &[], BOTH[0], json!({}));
    let (text, is_error) = client.shell(&format!("echo {}", "a".repeat(2 << 20)));
    assert!(is_error && text.contains("longer than 1 MiB"), "{text}");
    assert_eq!(code(&mut client, &vec![b'x'; 9 << 20]), -32600);
    is_well(&mut client);
}

#[test]
fn an_identifier_that_is_open_is_not_used_twice() {
    let place = Place::new();
    let arguments = ["--no-policy", "--mode", "bypassPermissions"];
    let mut client = Client::new(&place, &arguments, BOTH[0], json!({}));
    let wait =
        json!({"name": "Bash", "arguments": {"command": "until [ -e go ]; do sleep 0.01; done; echo first"}});
    let id = client.start("tools/call", wait);
    let other = json!({"name": "Bash", "arguments": {"command": "touch made"}});
    let again = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": other});
    assert_eq!(code(&mut client, again.to_string().as_bytes()), -32600);
    place.write("go", "");
    let (text, _) = crate::client::text(&client.answer(&json!(id)));
    assert!(text.ends_with("first\n") && !place.repo().join("made").exists(), "{text}");
}

#[test]
fn a_request_before_the_conversation_has_begun_runs_nothing() {
    let place = Place::new();
    place.write(".claude/settings.json", r#"{"permissions":{"allow":["Bash(touch:*)"]}}"#);
    let mut client = Client::silent(&place, &[], Era::Session("2025-06-18"), json!({}));
    for early in [
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
        json!({"jsonrpc": "2.0", "method": "no/such/notification"}),
        json!({"jsonrpc": "2.0", "id": 5, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 5, "error": {"code": 1, "message": "no"}}),
    ] {
        client.send(&early);
    }
    let call = json!({"name": "Bash", "arguments": {"command": "touch made"}});
    let answer = client.request("tools/call", call);
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert!(!place.repo().join("made").exists());
    let about = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}});
    for bad in [json!({}), json!({"protocolVersion": 7}), json!([])] {
        let answer =
            client.request("initialize", if bad.is_array() { json!({"protocolVersion": []}) } else { bad });
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    assert_eq!(client.request("initialize", about)["result"]["protocolVersion"], "2025-06-18");
    is_well(&mut client);
}

#[test]
fn a_stateless_request_without_its_metadata_runs_nothing() {
    let place = Place::new();
    let mut client = Client::new(&place, &[], Era::Stateless, json!({}));
    is_well(&mut client);
    let call = json!({"name": "Bash", "arguments": {"command": "ls"}});
    client.send(&json!({"jsonrpc": "2.0", "id": 900, "method": "tools/call", "params": call}));
    let answer = client.answer(&json!(900));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    is_well(&mut client);
}

#[test]
fn a_client_that_goes_at_any_point_leaves_no_server() {
    let place = Place::new();
    let client = Client::silent(&place, &[], BOTH[0], json!({}));
    assert_eq!(client.end().code(), Some(0), "before the first message");
    let mut client = Client::silent(&place, &[], BOTH[0], json!({}));
    client.send_bytes(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"meth");
    assert_eq!(client.end().code(), Some(0), "in a message");
    let mut client = Client::new(&place, &[], BOTH[0], form());
    client.start("tools/call", json!({"name": "Bash", "arguments": {"command": "touch made"}}));
    assert_eq!(client.receive()["method"], "elicitation/create");
    assert_eq!(client.end().code(), Some(0), "with an open question");
    assert!(!place.repo().join("made").exists());
}

#[test]
fn a_client_that_reads_no_longer_is_gone() {
    use std::io::Write as _;
    use std::process::Stdio;
    let place = Place::new();
    let mut command = place.command();
    let mut child = command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "although standard input is still open");
}
