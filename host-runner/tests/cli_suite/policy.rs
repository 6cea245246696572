//! `policy`: what two policies answer differently, which change gives another answer, which rules spare questions.

use std::fs;

use crate::install::json;
use crate::place::Place;

const A: &str = r#"{"permissions":{"deny":["Bash(curl:*)"],"allow":["Bash(npm test)"]}}"#;
const B: &str = r#"{"permissions":{"allow":["Bash(curl:*)"],"ask":["Bash(ls:*)"]}}"#;

const LOG: &str = r#"{"command":"curl https://a.example","cwd":"/repo"}
{"command":"curl -H 'Authorization: Bearer abcdef012345' https://b.example","cwd":"/repo"}
{"command":"npm test","cwd":"/repo"}
{"command":"ls","cwd":"/repo"}
{"command":"sometool build one","cwd":"/repo"}
{"command":"sometool build two","cwd":"/repo"}
{"command":"sometool build two","cwd":"/repo"}
{"command":"rm -rf /","cwd":"/repo"}
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("a.json", A);
    place.write("b.json", B);
    place.write("log.jsonl", LOG);
    place
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn diff_reports_what_permits_more_first_and_masks_secrets() {
    let place = place();
    let output = place.run(&["policy", "diff", "a.json", "b.json", "--log", "log.jsonl"], b"");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(
        told.starts_with(
            "deny → allow: 2 calls, 2 commands: `curl https://a.example`\n  before: DENY_RULE `Bash(curl:*)`"
        ),
        "{told}"
    );
    assert!(
        told.ends_with("8 calls and 7 distinct commands in the log: 2 permitted more, 2 permitted less\n"),
        "{told}"
    );
    assert!(told.lines().all(|line| line.chars().count() <= 100), "{told}");
    assert!(!told.contains("abcdef012345"), "{told}");
    let twin = place.run(&["policy", "diff", "a.json", "b.json", "--log", "log.jsonl", "--json"], b"");
    assert!(!text(&twin.stdout).contains("abcdef012345"));
    let twin = json(&twin);
    assert_eq!(twin["morePermissive"], true);
    assert_eq!(twin["changes"][0]["from"]["decision"], "deny");
    assert_eq!(twin["changes"][0]["calls"], 2);
}

#[test]
fn diff_without_a_log_finds_the_same_change_in_made_up_commands() {
    let place = place();
    let same = place.run(&["policy", "diff", "a.json", "a.json"], b"");
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stderr));
    let other = place.run(&["policy", "diff", "a.json", "b.json", "--json"], b"");
    assert_eq!(other.status.code(), Some(1), "{}", text(&other.stderr));
    assert_eq!(json(&other)["source"], "examples");
    place.write("stricter.json", r#"{"permissions":{"deny":["Bash(curl:*)"]}}"#);
    let stricter = place.run(&["policy", "diff", "a.json", "stricter.json"], b"");
    assert_eq!(stricter.status.code(), Some(0), "{}", text(&stricter.stdout));
}

#[test]
fn diff_refuses_settings_and_logs_that_cannot_be_used() {
    let place = place();
    place.write("broken.json", "{");
    assert_eq!(place.run(&["policy", "diff", "a.json", "broken.json"], b"").status.code(), Some(5));
    for log in ["missing.jsonl", "empty.jsonl"] {
        place.write("empty.jsonl", "");
        let output = place.run(&["policy", "diff", "a.json", "b.json", "--log", log], b"");
        assert_eq!(output.status.code(), Some(2), "{log}: {}", text(&output.stderr));
    }
}

#[test]
fn why_not_names_a_change_that_check_confirms() {
    let place = place();
    let ask = ["policy", "why-not", "--json", "--policy", "a.json", "sometool build one"];
    let told = json(&place.run(&ask, b""));
    assert_eq!(told["decision"], "ask");
    let step = &told["changes"][0]["steps"][0];
    assert_eq!((step["do"].as_str(), step["setting"].as_str()), (Some("add"), Some("permissions.allow")));
    place.write("changed.json", format!(r#"{{"permissions":{{"allow":[{}]}}}}"#, step["value"]));
    let checked = place.run(&["check", "--policy", "changed.json", "sometool build one"], b"");
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));

    let deny = place.run(&["policy", "why-not", "--want", "deny", "--policy", "a.json", "ls"], b"");
    let told = text(&deny.stdout);
    assert!(told.contains("add `permissions.deny`: \"Bash(ls)\""), "{told}");
    let never = place.run(&["policy", "why-not", "--no-policy", "rm -rf /"], b"");
    assert!(text(&never.stdout).contains("CRITICAL_REMOVAL"), "{}", text(&never.stdout));
}

#[test]
fn suggest_prints_rules_that_the_log_confirms_and_adds_them_where_it_is_asked_to() {
    let place = place();
    let ask = ["policy", "suggest", "--policy", "a.json", "--log", "log.jsonl"];
    let told = text(&place.run(&ask, b"").stdout);
    assert!(
        told.starts_with(
            "3 questions of 2 commands:\n  Bash(sometool build:*)\n    answers `sometool build one`\n    answers `sometool build two`\n    also allows `sometool build another`\n"
        ),
        "{told}"
    );
    assert!(!told.contains("Bash(rm"), "{told}");
    let nobody = place.run(&[&ask[..], &["--into", "a.json"]].concat(), b"");
    assert_eq!(nobody.status.code(), Some(2), "{}", text(&nobody.stderr));
    let twin = json(&place.run(&[&ask[..], &["--into", "a.json", "--yes", "--json"]].concat(), b""));
    assert_eq!(twin["written"], true);
    assert_eq!(twin["suggestions"][0]["newlyAllowed"][0], "sometool build another");
    let again = json(&place.run(&[&ask[..], &["--json"]].concat(), b""));
    assert_eq!(again["suggestions"].as_array().map(Vec::len), Some(0), "{again}");
    let checked = place.run(&["check", "--policy", "a.json", "sometool build one"], b"");
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    assert!(fs::read_to_string(place.repo().join("a.json")).unwrap().contains("Bash(curl:*)"));
}

#[test]
fn suggest_decides_in_the_mode_of_the_log_unless_another_is_asked_for() {
    let place = place();
    let log = r#"{"command":"sometool build one","mode":"bypassPermissions"}"#;
    fs::write(place.repo().join("bypass.jsonl"), log).unwrap();
    let ask = ["policy", "suggest", "--no-policy", "--log", "bypass.jsonl", "--json"];
    assert_eq!(json(&place.run(&ask, b""))["questions"], 0);
    assert_eq!(json(&place.run(&[&ask[..], &["--mode", "default"]].concat(), b""))["questions"], 1);
}

/// Settings with something to mend, something to choose, and something to know.
const ODD: &str = r#"{
  // mine
  "permissions": {
    "allow": [
      "Bash(git:*)",
      "Bash(git commit:*)",
      "Bash(rm -rf build)",
      "shell(make:*)"
    ],
    "deny": ["Bash(rm:*)", "Read(/etc/**)"]
  }
}
"#;

#[test]
fn lint_shows_each_finding_at_its_place_and_mends_what_leaves_no_choice() {
    let place = place();
    let file = place.repo().join("odd.json");
    fs::write(&file, ODD).unwrap();
    let ask = ["policy", "lint", "--policy", "odd.json"];
    let told = place.run(&ask, b"");
    let drawn = text(&told.stdout);
    assert_eq!(told.status.code(), Some(3), "{drawn}");
    assert!(drawn.contains("warning[OVERRULED]: `deny` comes first and has `Bash(rm:*)`, so this rule allows nothing\n --> odd.json:7:7\n"), "{drawn}");
    assert!(drawn.contains("note[WIDER]: this rule also allows `git "), "{drawn}");
    assert!(drawn.ends_with("4 warnings, 1 note; `--fix` mends 3\n"), "{drawn}");

    let twin = json(&place.run(&[&ask[..], &["--json"]].concat(), b""));
    let kinds: Vec<&str> =
        twin["findings"].as_array().unwrap().iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["WIDER", "COVERED", "OVERRULED", "OTHER_TOOL", "SETTINGS_ROOT"]);
    assert_eq!(twin["findings"][3]["mend"]["with"], "Bash(make:*)");
    assert_eq!(twin["written"], false);

    let nobody = place.run(&[&ask[..], &["--fix"]].concat(), b"");
    assert_eq!(nobody.status.code(), Some(2), "{}", text(&nobody.stderr));
    assert_eq!(fs::read_to_string(&file).unwrap(), ODD);

    let mended = place.run(&[&ask[..], &["--fix", "--yes"]].concat(), b"");
    assert_eq!(mended.status.code(), Some(3), "{}", text(&mended.stdout));
    assert!(text(&mended.stdout).contains("-      \"Bash(git commit:*)\",\n"), "{}", text(&mended.stdout));
    let after = fs::read_to_string(&file).unwrap();
    assert!(
        after.contains("// mine")
            && after.contains("\"Bash(make:*)\"")
            && after.contains("\"Read(//etc/**)\""),
        "{after}"
    );
    let again = json(&place.run(&[&ask[..], &["--json"]].concat(), b""));
    let left: Vec<&str> =
        again["findings"].as_array().unwrap().iter().filter_map(|it| it["kind"].as_str()).collect();
    assert!(left.iter().all(|kind| ["WIDER", "OVERRULED"].contains(kind)), "{left:?}");

    fs::write(&file, r#"{"permissions": {"deny": ["Bash(rm:*)"]}}"#).unwrap();
    let clean = place.run(&ask, b"");
    assert_eq!((clean.status.code(), text(&clean.stdout).as_str()), (Some(0), "0 warnings, 0 notes\n"));
}
