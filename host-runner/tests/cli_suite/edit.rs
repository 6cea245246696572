//! Commands that are edits, from the outside: what is shown, what is written, and what is refused.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Output;

use crate::place::{Place, snapshot};

fn place() -> Place {
    let place = Place::new();
    place.write("a.txt", "one\n\ttwo\u{1b}\nthree");
    place.write("b.txt", "one\n");
    place
}

fn content(place: &Place, path: &str) -> String {
    fs::read_to_string(place.repo().join(path)).unwrap()
}

fn run(place: &Place, arguments: &[&str], command: &str) -> Output {
    let all: Vec<&str> =
        ["run", "--no-policy"].iter().chain(arguments).copied().chain(["--", command]).collect();
    place.run(&all, b"")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn check_draws_the_change() {
    let place = place();
    let mut shown = String::new();
    for command in ["sed -i 's/t/T/' a.txt b.txt", "sed -i s/a/b/ link", "sed -i.bak s/one/1/ a.txt"] {
        let _ = symlink("b.txt", place.repo().join("link"));
        shown.push_str(&format!("$ {command}\n"));
        shown.push_str(&place.shown(&place.run(&["check", "--no-policy", command], b"")));
    }
    snapshot("check_edit", &shown);
    assert_eq!(content(&place, "b.txt"), "one\n");
}

#[test]
fn check_colours_the_change_only_when_asked_to() {
    let place = place();
    let arguments = ["check", "--no-policy", "sed -i s/one/1/ b.txt"];
    assert!(!text(&place.run(&arguments, b"").stdout).contains('\u{1b}'));
    let forced = place.command().env("CLICOLOR_FORCE", "1").args(arguments).output().unwrap();
    let drawing = text(&forced.stdout);
    assert!(drawing.contains("\u{1b}[31m-one") && drawing.contains("\u{1b}[32m+1"), "{drawing}");
}

#[test]
fn json_has_the_change_and_the_new_content() {
    let place = place();
    let ended = place.run(&["check", "--no-policy", "--json", "sed -i s/one/1/ b.txt"], b"");
    let verdict: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(verdict["ui"]["kind"], "edit");
    let file = &verdict["ui"]["edit"]["files"][0];
    assert_eq!(file["path"], place.repo().join("b.txt").to_str().unwrap());
    assert_eq!(file["diff"], "--- b.txt\n+++ b.txt\n@@ -1 +1 @@\n-one\n+1\n");
    assert_eq!(file["newContent"], "1\n");
    assert_eq!(verdict["needs"], serde_json::json!([]));
}

#[test]
fn what_is_approved_is_what_is_written() {
    let place = place();
    fs::set_permissions(place.repo().join("a.txt"), fs::Permissions::from_mode(0o640)).unwrap();
    let refused = run(&place, &[], "sed -i 's/o/0/;$a four' a.txt b.txt");
    assert_eq!(refused.status.code(), Some(125));
    assert_eq!(content(&place, "b.txt"), "one\n");
    let ended = run(&place, &["--yes"], "sed -i 's/o/0/;$a four' a.txt b.txt");
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    assert!(text(&ended.stderr).contains("approved; 2 files edited as shown"), "{}", text(&ended.stderr));
    assert_eq!(content(&place, "a.txt"), "0ne\n\ttw0\u{1b}\nthree\nfour\n");
    assert_eq!(content(&place, "b.txt"), "0ne\nfour\n");
    let mode = fs::metadata(place.repo().join("a.txt")).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o640);
}

#[test]
fn a_mode_that_accepts_edits_needs_no_approval_and_says_when_nothing_changes() {
    let place = place();
    for (command, says) in
        [("sed -i s/one/1/ b.txt", "1 file edited as shown"), ("sed -i s/one/1/ b.txt", "nothing to change")]
    {
        let ended = run(&place, &["--mode", "acceptEdits", "--json"], command);
        assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
        let result: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert_eq!(result["edited"].as_array().map(Vec::len), Some(usize::from(says.starts_with('1'))));
        assert_eq!(content(&place, "b.txt"), "1\n");
    }
    let ended = run(&place, &["--mode", "acceptEdits"], "sed -i s/one/1/ b.txt");
    assert!(text(&ended.stderr).contains("nothing to change"), "{}", text(&ended.stderr));
}

#[test]
fn what_is_not_presented_as_an_edit_still_runs_in_the_sandbox() {
    let place = place();
    let ended = run(&place, &["--yes"], "sed -i.bak s/one/1/ b.txt");
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    assert_eq!((content(&place, "b.txt"), content(&place, "b.txt.bak")), ("1\n".into(), "one\n".into()));
    assert!(text(&ended.stderr).contains("sandbox embedded"), "{}", text(&ended.stderr));
}

#[test]
fn an_approval_reaches_a_protected_name_and_not_what_the_settings_keep() {
    let place = place();
    place.write(".git/config", "one\n");
    place.write("kept.txt", "one\n");
    place.write("keep.json", r#"{"sandbox":{"filesystem":{"denyWrite":["kept.txt"]}}}"#);
    let approved = |command| place.run(&["run", "--yes", "--policy", "keep.json", "--", command], b"");
    let ended = approved("sed -i s/one/1/ kept.txt");
    assert_eq!(ended.status.code(), Some(125), "{}", text(&ended.stderr));
    assert!(text(&ended.stderr).contains("the sandbox does not permit writing"), "{}", text(&ended.stderr));
    assert_eq!(content(&place, "kept.txt"), "one\n");
    let ended = approved("sed -i s/one/1/ .git/config");
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    assert_eq!(content(&place, ".git/config"), "1\n");
}
