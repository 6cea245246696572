//! The server is never more permissive than `run`.

use serde_json::{Value, json};
use test_support::cases;

use crate::client::{BOTH, Client, form};
use crate::place::Place;

/// The cases of the core: what is harmless, what only looks so, and what is denied.
const CASES: [&str; 8] = [
    include_str!("../../../policy-core/cases/attacks.md"),
    include_str!("../../../policy-core/cases/contested.md"),
    include_str!("../../../policy-core/cases/critical.md"),
    include_str!("../../../policy-core/cases/denied.md"),
    include_str!("../../../policy-core/cases/neighbours.md"),
    include_str!("../../../policy-core/cases/not_covered.md"),
    include_str!("../../../policy-core/cases/protected.md"),
    include_str!("../../../policy-core/cases/harmless.md"),
];

/// How many of the commands of a file are tried, evenly spread.
const OF_EACH: usize = 100;

/// Settings with rules of every kind.
const SETTINGS: &str = r#"{"permissions":{"allow":["Bash(cargo:*)","Bash(mkdir -p *)"],"ask":["Bash(git push:*)"],
    "deny":["Bash(curl:*)","Read(./.env)"]}}"#;

/// The commands that are tried.
fn commands() -> Vec<String> {
    let tried = CASES.iter().flat_map(|markdown| {
        let all = cases::commands(markdown);
        let step = all.len().div_ceil(OF_EACH).max(1);
        all.into_iter().step_by(step).collect::<Vec<_>>()
    });
    tried.filter(|command| !command.trim().is_empty() && !command.contains('\0')).collect()
}

#[test]
fn what_run_would_not_run_without_approval_does_not_run_without_a_yes() {
    for (mode, era) in
        [("default", BOTH[0]), ("acceptEdits", BOTH[1]), ("plan", BOTH[0]), ("dontAsk", BOTH[1])]
    {
        let place = Place::new();
        place.write(".claude/settings.json", SETTINGS);
        let commands = commands();
        let requests = commands.iter().map(|command| json!({"command": command}).to_string() + "\n");
        let verdicts =
            place.run(&["check", "--jsonl", "--mode", mode], requests.collect::<String>().as_bytes());
        let verdicts = String::from_utf8(verdicts.stdout).unwrap();
        let decisions =
            verdicts.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["decision"].clone());
        let mut client = Client::new(&place, &["--mode", mode], era, form());
        client.person = Some(json!({"action": "decline"}));
        let (mut tried, mut asked) = (0, 0);
        for (command, decision) in commands.iter().zip(decisions).filter(|(_, decision)| decision != "allow")
        {
            let before = client.questions.len();
            let (text, is_error) = client.shell(command);
            assert!(is_error && text.starts_with("not run: "), "{mode}: {command}: {text}");
            let is_asked = client.questions.len() > before;
            // A question that is too long for a person is no question.
            assert!(decision == "ask" || !is_asked, "{mode}: {command}: what is denied is not asked about");
            tried += 1;
            asked += usize::from(is_asked);
        }
        assert!(
            tried > OF_EACH && (asked > OF_EACH || ["plan", "dontAsk"].contains(&mode)),
            "{mode}: {tried} {asked}"
        );
        let left = std::fs::read_dir(place.repo()).unwrap().count();
        assert_eq!(left, 2, "{mode}: nothing was made");
    }
}

#[test]
fn the_dry_run_says_what_check_says() {
    let place = Place::new();
    place.write(".claude/settings.json", SETTINGS);
    let mut client = Client::new(&place, &[], BOTH[0], json!({}));
    for command in
        ["ls", "cargo build", "git push", "curl x", "rm -rf ~", "cat .env", "echo '", "touch a; ls"]
    {
        let output = place.run(&["check", "--json", command], b"");
        let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
        let (text, _) = client.text("Check", &json!({"command": command}));
        let decision = verdict["decision"].as_str().unwrap();
        assert!(text.starts_with(&format!("{decision}: ")), "{command}: {text}");
    }
}
