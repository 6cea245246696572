//! Logs as files: where they are looked for, and what happens to what cannot be read.

use std::fs;
use std::path::Path;

use agent_logs::{Format, Options, files};

fn put(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The names of files below `root`.
fn names(root: &Path, found: &[std::path::PathBuf]) -> Vec<String> {
    found.iter().map(|path| path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/")).collect()
}

#[test]
fn a_home_is_searched_where_agents_and_shells_keep_logs() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path();
    for name in [
        ".claude/projects/-r/b.jsonl",
        ".claude/projects/-r/a.jsonl",
        ".claude/projects/-r/a/subagents/agent-1.jsonl",
        ".claude/projects/-r/notes.md",
        ".claude/settings.json",
        ".codex/sessions/2026/11/26/rollout-1.jsonl",
        ".specstory/history/x.md",
        ".bash_history",
        "project/log.jsonl",
    ] {
        put(root, name, "");
    }
    let mut errors = Vec::new();
    let found = files::in_home(root, &mut errors);
    assert_eq!(
        names(root, &found),
        [
            ".claude/projects/-r/a/subagents/agent-1.jsonl",
            ".claude/projects/-r/a.jsonl",
            ".claude/projects/-r/b.jsonl",
            ".codex/sessions/2026/11/26/rollout-1.jsonl",
            ".specstory/history/x.md",
            ".bash_history",
        ]
    );
    assert!(errors.is_empty());
    assert_eq!(names(root, &files::at(&root.join("project"), &mut errors)), ["project/log.jsonl"]);
    assert_eq!(names(root, &files::at(&root.join("gone"), &mut errors)), ["gone"]);
}

#[test]
fn a_file_is_read_with_its_name_where_its_content_shows_no_format() {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), ".bash_history", "ls\npwd\n");
    put(place.path(), "other.txt", "ls\npwd\n");
    let (mut bytes, mut calls) = (0, 0);
    let mut read = |name: &str| {
        files::read(&place.path().join(name), &Options::default(), &mut |length| bytes += length, &mut |_| {
            calls += 1;
        })
    };
    assert_eq!(read(".bash_history").unwrap().format, Some(Format::BashHistory));
    assert_eq!(read("other.txt").unwrap().format, None);
    assert!(read("gone").is_err());
    assert_eq!((bytes, calls), (14, 2));
}
