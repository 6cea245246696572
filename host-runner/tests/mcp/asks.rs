//! Commands that ask: the person behind the client decides, and everything but a clear yes is no.

use serde_json::{Value, json};

use crate::client::{BOTH, Client, ERAS, Era, form, text, yes};
use crate::place::Place;

#[test]
fn a_yes_runs_the_command_once() {
    for era in ERAS {
        let place = Place::new();
        let mut client = Client::new(&place, &[], era, form());
        client.person = Some(yes());
        for round in 1..=2 {
            let (text, is_error) = client.shell("touch made && echo done");
            assert!(!is_error && text.ends_with("output:\ndone\n"), "{era:?}: {text}");
            assert_eq!(client.questions.len(), round, "{era:?}: each run is asked about");
            std::fs::remove_file(place.repo().join("made")).unwrap();
        }
        let question = &client.questions[0];
        for part in ["touch made && echo done", place.repo().to_str().unwrap(), "`touch` changes files"] {
            assert!(question.contains(part), "{part}: {question}");
        }
    }
}

#[test]
fn no_other_answer_runs_it_and_the_model_reads_what_the_person_said() {
    let answers = [
        (json!({"action": "accept", "content": {"decision": "deny", "message": "use git"}}), "use git"),
        (json!({"action": "accept", "content": {"decision": "deny"}}), "the person denied it"),
        (json!({"action": "accept", "content": {}}), "no decision"),
        (json!({"action": "accept"}), "no decision"),
        (json!({"action": "decline"}), "declined"),
        (json!({"action": "cancel"}), "dismissed"),
        (json!({"action": "yes", "content": {"decision": "allow once"}}), "not approved"),
        (json!({}), "not approved"),
        (json!(7), "not approved"),
    ];
    for era in BOTH {
        let place = Place::new();
        let mut client = Client::new(&place, &[], era, form());
        for (answer, said) in &answers {
            client.person = Some(answer.clone());
            let (text, is_error) = client.shell("touch made");
            assert!(
                is_error && text.starts_with("not run: ") && text.contains(said),
                "{era:?} {answer}: {text}"
            );
            assert!(text.contains("`touch` changes files"), "{text}");
        }
        assert!(!place.repo().join("made").exists());
        assert_eq!(client.questions.len(), answers.len());
    }
}

#[test]
fn a_client_that_cannot_show_a_form_is_not_asked() {
    for capabilities in [json!({}), json!({"elicitation": {"url": {}}}), json!({"sampling": {}})] {
        for era in BOTH {
            let place = Place::new();
            let mut client = Client::new(&place, &[], era, capabilities.clone());
            client.person = Some(yes());
            let (text, is_error) = client.shell("touch made");
            assert!(is_error && text.contains("cannot ask the user"), "{era:?} {capabilities}: {text}");
            assert!(client.questions.is_empty() && !place.repo().join("made").exists());
        }
    }
    // Before there were kinds, a client said no more than this.
    let place = Place::new();
    let mut client = Client::new(&place, &[], Era::Session("2025-06-18"), json!({"elicitation": {}}));
    client.person = Some(yes());
    assert!(!client.shell("touch made").1 && place.repo().join("made").exists());
}

#[test]
fn what_is_denied_or_allowed_is_not_asked_about() {
    for era in BOTH {
        let place = Place::new();
        place.write(
            ".claude/settings.json",
            r#"{"permissions":{"allow":["Bash(touch a)"],"deny":["Bash(touch b)"]}}"#,
        );
        let mut client = Client::new(&place, &[], era, form());
        client.person = Some(yes());
        assert!(!client.shell("touch a").1 && place.repo().join("a").exists());
        let (text, is_error) = client.shell("touch b");
        assert!(
            is_error && text.starts_with("not run: it is denied") && !place.repo().join("b").exists(),
            "{text}"
        );
        assert!(client.questions.is_empty());
    }
}

#[test]
fn a_question_without_an_answer_ends_with_its_time() {
    let place = Place::new();
    let mut client = Client::new(&place, &["--approval-timeout", "300"], BOTH[0], form());
    let (text, is_error) = client.shell("touch made");
    assert!(is_error && text.contains("nobody answered the question within 0.3 s"), "{text}");
    assert_eq!(client.questions.len(), 1);
    let cancelled = client.notifications.iter().any(|it| it["method"] == "notifications/cancelled");
    assert!(cancelled, "the client can take the question away");
}

#[test]
fn a_question_that_the_client_answers_with_an_error_is_a_no() {
    let place = Place::new();
    let mut client = Client::new(&place, &[], BOTH[0], form());
    let id = client.start("tools/call", json!({"name": "Bash", "arguments": {"command": "touch made"}}));
    let question = client.receive();
    assert_eq!(question["method"], "elicitation/create");
    let error = json!({"code": -32601, "message": "Method not found"});
    client.send(&json!({"jsonrpc": "2.0", "id": question["id"], "error": error}));
    let (text, is_error) = text(&client.answer(&json!(id)));
    assert!(is_error && text.contains("Method not found") && !place.repo().join("made").exists(), "{text}");
}

/// The first result of a call that asks, in the era of results.
fn asked(client: &mut Client, arguments: &Value) -> Value {
    let answer = client.request("tools/call", json!({"name": "Bash", "arguments": arguments}));
    let result = answer["result"].clone();
    assert_eq!(result["resultType"], "input_required", "{answer}");
    result
}

/// Comes back with a yes under `state`.
fn back(client: &mut Client, arguments: &Value, state: &Value) -> Value {
    let params = json!({
        "name": "Bash", "arguments": arguments, "requestState": state, "inputResponses": {"approval": yes()},
    });
    client.request("tools/call", params)["result"].clone()
}

#[test]
fn a_yes_is_for_the_very_call_and_for_one_run() {
    let place = Place::new();
    place.write("sub/file", "");
    let mut client = Client::new(&place, &[], Era::Stateless, form());
    let harmless = json!({"command": "touch made"});
    for swapped in [
        json!({"command": "touch other"}),
        json!({"command": "touch made "}),
        json!({"command": "touch made", "cwd": "sub"}),
        json!({"command": "touch made", "run_in_background": true}),
        json!({"command": "touch made", "timeout": 1000}),
        json!({"command": "touch made", "description": "another purpose"}),
    ] {
        let state = asked(&mut client, &harmless)["requestState"].clone();
        let again = back(&mut client, &swapped, &state);
        assert_eq!(again["resultType"], "input_required", "{swapped}: it is asked about on its own");
        assert_ne!(again["requestState"], state);
        assert_eq!(
            back(&mut client, &harmless, &state)["resultType"],
            "input_required",
            "{swapped}: it is used up"
        );
    }
    for forged in [json!("S1"), json!(""), json!("0".repeat(32))] {
        assert_eq!(back(&mut client, &harmless, &forged)["resultType"], "input_required");
    }
    assert!(std::fs::read_dir(place.repo()).unwrap().count() == 2, "nothing ran");
    let state = asked(&mut client, &harmless)["requestState"].clone();
    assert_eq!(back(&mut client, &harmless, &state)["isError"], false);
    assert!(place.repo().join("made").exists());
    assert_eq!(
        back(&mut client, &harmless, &state)["resultType"],
        "input_required",
        "no answer counts twice"
    );
}

#[test]
fn a_yes_does_not_survive_stricter_settings() {
    let place = Place::new();
    let mut client = Client::new(&place, &[], Era::Stateless, form());
    let call = json!({"command": "touch made"});
    let state = asked(&mut client, &call)["requestState"].clone();
    place.write(".claude/settings.json", r#"{"permissions":{"deny":["Bash(touch:*)"]}}"#);
    let denied = back(&mut client, &call, &state);
    assert_eq!(denied["isError"], true, "{denied}");
    place.write(".claude/settings.json", "{}");
    let state = asked(&mut client, &call)["requestState"].clone();
    place.write(".claude/settings.json", r#"{"permissions":{"ask":["Bash(touch:*)"]}}"#);
    assert_eq!(
        back(&mut client, &call, &state)["resultType"],
        "input_required",
        "it asks for another reason now"
    );
    assert!(!place.repo().join("made").exists());
}

#[test]
fn a_call_that_is_cancelled_while_the_person_thinks_runs_nothing() {
    let place = Place::new();
    let mut client = Client::new(&place, &[], BOTH[0], form());
    let id = client.start("tools/call", json!({"name": "Bash", "arguments": {"command": "touch made"}}));
    let question = client.receive();
    for _ in 0..2 {
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
        );
    }
    // The answer comes too late, and the next call is served.
    client.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": yes()}));
    assert!(client.shell("ls").0.ends_with("no output"));
    assert_eq!(client.end().code(), Some(0));
    assert!(!place.repo().join("made").exists());
}

#[test]
fn an_edit_is_shown_as_the_change_that_it_is() {
    let place = Place::new();
    place.write("text", "old\n");
    let mut client = Client::new(&place, &[], BOTH[0], form());
    client.person = Some(yes());
    let (text, is_error) = client.shell("sed -i s/old/new/ text");
    assert!(!is_error && text.contains("1 file edited as shown; no program ran"), "{text}");
    assert!(client.questions[0].contains("| -old\n| +new"), "{}", client.questions[0]);
    assert_eq!(std::fs::read_to_string(place.repo().join("text")).unwrap(), "new\n");
}
