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

/// Who commits, as options of git.
const AUTHOR: &str =
    "export GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=e@x GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=e@x;";

#[test]
fn git_works_as_far_as_its_settings_stay_as_they_are() {
    if !has("git") {
        return;
    }
    for (command, works) in [
        ("git add file && git commit -qm second && git log --oneline | grep -q second", true),
        ("git stash -q && git stash pop -q && git diff --quiet; test $? = 1", true),
        ("git stash -q; git checkout -qb new && git tag t && git checkout -q - && git merge -q new", true),
        ("git worktree add -q tree && cd tree && echo x > y && git add y && git commit -qm y", true),
        ("git worktree add -q tree && git worktree remove tree && test ! -e tree", true),
        ("git init -q new && cd new && echo x > y && git add y && git commit -qm y", true),
        ("git clone -q . copy && cd copy && git log -1 --oneline", true),
        ("git gc -q && git fsck", true),
        ("git commit -qam second && git rebase -q HEAD~1 && git reset -q --hard HEAD~1", true),
        ("mkdir sub && cd sub && git init -q && rm -rf .git && test ! -e .git", true),
        ("git config user.name x", false),
        ("git remote add o ..", false),
        ("git init -q .", false),
        ("git branch -m x", false),
    ] {
        let place = Place::new();
        let work = repository(&place);
        let outcome = confined(&format!("{AUTHOR} {command}"), &work, Proof::Writes);
        assert_eq!(outcome.exit_code == 0, works, "`{command}`: {}", outcome.stdout);
        assert_eq!(outcome.sandbox.quarantined, [], "`{command}`");
        let config = std::fs::read_to_string(work.join(".git/config")).unwrap();
        assert!(!config.contains("[user]") && !config.contains("[remote"), "`{command}`: {config}");
    }
}

#[test]
fn git_commits_in_a_linked_tree_and_changes_nothing_else_of_its_repository() {
    if !has("git") {
        return;
    }
    let place = Place::new();
    let main = repository(&place);
    let tree = place.join("tree");
    let done = Command::new("git").args(["worktree", "add", "-q"]).arg(&tree).current_dir(&main).status();
    assert!(done.unwrap().success());
    let command = format!(
        "{AUTHOR} echo x > new; git add new; git commit -qm new; git config a.b c; echo x > ../work/.git/hooks/pre-push; \
         echo x > ../work/file"
    );
    let outcome = confined(&command, &tree, Proof::Writes);
    let log = Command::new("git").args(["log", "--oneline", "-1"]).current_dir(&tree).output().unwrap();
    assert!(String::from_utf8_lossy(&log.stdout).ends_with(" new\n"), "{}", outcome.stdout);
    assert!(!main.join(".git/hooks/pre-push").exists());
    assert_eq!(std::fs::read_to_string(main.join("file")).unwrap(), "two\n");
}

#[test]
fn what_git_would_execute_in_a_new_repository_is_put_away_and_told() {
    if !has("git") {
        return;
    }
    let place = Place::new();
    let work = place.cwd();
    let command = "git init -q new && cd new && git config core.fsmonitor ./x && \
                   echo x > .git/hooks/pre-commit && git init -q --bare ../bare && git -C ../bare config a.b c";
    let outcome = confined(command, &work, Proof::Writes);
    assert_eq!(outcome.exit_code, 0, "{}", outcome.stdout);
    let moved = outcome.sandbox.quarantined.iter().map(|one| one.path.strip_prefix(&work).unwrap());
    let expected = ["bare/config", "new/.git/config", "new/.git/hooks/pre-commit"].map(Path::new);
    assert_eq!(moved.collect::<std::collections::BTreeSet<_>>(), expected.into());
    assert!(outcome.sandbox.quarantined.iter().all(|one| !one.path.exists()));
    assert!(
        outcome.notes.iter().any(|hint| hint.contains("it sets `core.fsmonitor`")),
        "{:?}",
        outcome.notes
    );
    assert!(work.join("new/.git/config.quarantined").exists());
}
