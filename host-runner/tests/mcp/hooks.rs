//! The hooks of the settings around the commands of a client.

use serde_json::{Value, json};

use crate::client::{BOTH, Client, form, yes};
use crate::place::Place;

fn place(before: &str, after: &str) -> Place {
    let place = Place::new();
    let hooks = |line: &str| json!([{"matcher": "Bash", "hooks": [{"type": "command", "command": line}]}]);
    let settings = json!({"hooks": {"PreToolUse": hooks(before), "PostToolUse": hooks(after)}});
    place.write("../.claude/settings.json", settings.to_string());
    place
}

#[test]
fn a_hook_stops_a_command_and_the_model_reads_why() {
    for era in BOTH {
        let place = place("echo 'use the mirror' >&2; exit 2", "touch told");
        let mut client = Client::new(&place, &[], era, form());
        client.person = Some(yes());
        let (text, is_error) = client.shell("echo ran");
        assert!(
            is_error && text.starts_with("not run: ") && text.contains("use the mirror"),
            "{era:?}: {text}"
        );
        assert!(client.questions.is_empty() && !place.repo().join("told").exists());
    }
}

#[test]
fn a_changed_command_is_what_the_person_is_asked_about_and_what_runs() {
    let change = r#"echo '{"hookSpecificOutput":{"updatedInput":{"command":"touch other"}}}'"#;
    for era in BOTH {
        let place = place(change, "cat > told");
        let mut client = Client::new(&place, &[], era, form());
        client.person = Some(yes());
        let (text, is_error) = client.shell("touch made");
        assert!(!is_error && text.contains("changed the command to `touch other`"), "{era:?}: {text}");
        assert!(client.questions[0].contains("| touch other"), "{:?}", client.questions);
        assert!(place.repo().join("other").exists() && !place.repo().join("made").exists());
        let told: Value = serde_json::from_slice(&std::fs::read(place.repo().join("told")).unwrap()).unwrap();
        assert_eq!(told["tool_input"]["command"], "touch other");
    }
}
