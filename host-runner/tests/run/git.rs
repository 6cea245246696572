//! git in a repository that somebody else has prepared.

use std::process::Command;

use super::confinement::has;
use super::*;

fn repository(place: &Place) -> PathBuf {
    let work = place.cwd();
    let git = |arguments: &[&str]| {
        let done = Command::new("git").args(arguments).current_dir(&work).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    git(&["init", "-q"]);
    std::fs::write(work.join("file"), "one\n").unwrap();
    git(&["add", "file"]);
    git(&["-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-q", "-m", "first"]);
    std::fs::write(work.join("file"), "two\n").unwrap();
    work
}

#[test]
fn what_looks_at_a_repository_works_in_a_read_only_run() {
    if !has("git") {
        return;
    }
    let place = Place::new();
    let work = repository(&place);
    for (command, shown) in [
        ("git status --short", " M file"),
        ("git diff", "+two"),
        ("git log --oneline", "first"),
        ("git show HEAD:file", "one"),
        ("git branch", "*"),
    ] {
        let outcome = confined(command, &work, Proof::ReadOnly);
        assert_eq!(outcome.exit_code, 0, "`{command}`: {}", outcome.stdout);
        assert!(outcome.stdout.contains(shown), "`{command}`: {}", outcome.stdout);
    }
}

#[test]
fn a_command_can_commit_when_writing_was_granted() {
    if !has("git") {
        return;
    }
    let place = Place::new();
    let work = repository(&place);
    let command =
        "git -c user.name=n -c user.email=e@example.org commit -qam second && git log --oneline | wc -l";
    let outcome = confined(command, &work, Proof::Writes);
    assert_eq!(outcome.stdout.trim(), "2");
}

#[test]
fn a_prepared_configuration_runs_nothing_in_a_read_only_run() {
    if !has("git") {
        return;
    }
    let place = Place::new();
    let work = repository(&place);
    let config = std::fs::read_to_string(work.join(".git/config")).unwrap();
    let planted = "[core]\n\tfsmonitor = \"echo PLANTED >&2; false\"\n";
    std::fs::write(work.join(".git/config"), config + planted).unwrap();
    assert!(bare("git status", &work).stdout.contains("PLANTED"));
    let outcome = confined("git status", &work, Proof::ReadOnly);
    assert!(!outcome.stdout.contains("PLANTED"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("modified:"), "{}", outcome.stdout);
}
