//! Repositories that git itself made, with settings that start nothing here: only their names are found.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::{Command, Stdio};

use test_support::installed;

use super::*;

/// A directory whose own path holds no link, with a home directory and a repository `repo`; none without git.
struct Place {
    _directory: tempfile::TempDir,
    root: PathBuf,
}

impl Place {
    fn new() -> Option<Self> {
        installed::find("git")?;
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        let place = Self { _directory: directory, root };
        place.git("", &["init", "-q", "repo"]);
        Some(place)
    }

    fn git(&self, at: &str, arguments: &[&str]) {
        let fixed =
            ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "protocol.file.allow=always"];
        let done = Command::new("git")
            .args(fixed)
            .args(arguments)
            .current_dir(self.root.join(at))
            .env("HOME", &self.root)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(done.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    fn write(&self, at: &str, text: &str) {
        let path = self.root.join(at);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn append(&self, at: &str, text: &str) {
        let old = fs::read_to_string(self.root.join(at)).unwrap_or_default();
        self.write(at, &(old + text));
    }

    fn hook(&self, at: &str) {
        self.write(at, "#!/bin/sh\n");
        fs::set_permissions(self.root.join(at), fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn commit(&self, at: &str) {
        self.write(&format!("{at}/file"), "one\n");
        self.git(at, &["add", "file"]);
        self.git(at, &["commit", "-q", "-m", "first"]);
    }

    /// A repository `inner`, and in `repo` a submodule `deep/sub` of it.
    fn with_submodule(&self) {
        self.git("", &["init", "-q", "inner"]);
        self.commit("inner");
        self.commit("repo");
        self.git("repo", &["submodule", "--quiet", "add", "../inner", "deep/sub"]);
    }

    fn found(&self, at: &str) -> Vec<String> {
        programs(&self.root.join(at), Some(&self.root))
    }
}

const MONITOR: &str = "[core]\n\tfsmonitor = x\n";

#[test]
fn a_fresh_repository_and_no_repository_start_nothing() {
    let Some(place) = Place::new() else { return };
    place.with_submodule();
    place.write("none/file", "");
    for at in ["repo", "repo/deep/sub", "repo/deep", "none", "none/missing", "inner"] {
        assert_eq!(place.found(at), [""; 0], "{at}");
    }
}

#[test]
fn settings_are_found_wherever_git_reads_them_for_a_repository() {
    /// The case; how it is prepared; where git is started; what is found.
    type Case = (&'static str, fn(&Place), &'static str, &'static [&'static str]);
    let cases: &[Case] = &[
        ("its config", |it| it.append("repo/.git/config", MONITOR), "repo", &["core.fsmonitor"]),
        ("from below", |it| it.append("repo/.git/config", MONITOR), "repo/a/b", &["core.fsmonitor"]),
        (
            "several, some harmless",
            |it| {
                it.git("repo", &["config", "core.fsmonitor", "true"]);
                it.git("repo", &["config", "diff.PDF.textconv", "x"]);
                it.git("repo", &["config", "diff.external", "x"]);
                it.git("repo", &["config", "core.editor", "x"]);
            },
            "repo",
            &["diff.PDF.textconv", "diff.external"],
        ),
        ("the user's own do not count", |it| it.write(".gitconfig", MONITOR), "repo", &[]),
        (
            "an included file",
            |it| {
                it.append("repo/.git/config", "[include]\n\tpath = ../more\n");
                it.write("repo/more", "[include]\npath = ~/most\n");
                it.write("most", MONITOR);
            },
            "repo",
            &["core.fsmonitor"],
        ),
        (
            "a file that may be included",
            |it| {
                it.append("repo/.git/config", "[includeIf \"onbranch:x\"]\n\tpath = ../more\n");
                it.write("repo/more", MONITOR);
            },
            "repo",
            &["core.fsmonitor"],
        ),
        (
            "an included file that is not there",
            |it| it.append("repo/.git/config", "[include]\n\tpath = nowhere\n"),
            "repo",
            &[],
        ),
        (
            "an include of itself",
            |it| it.append("repo/.git/config", "[include]\n\tpath = config\n"),
            "repo",
            &[UNREADABLE],
        ),
        (
            "another user's home",
            |it| it.append("repo/.git/config", "[include]\n\tpath = ~root/x\n"),
            "repo",
            &[UNREADABLE],
        ),
        ("what git refuses", |it| it.append("repo/.git/config", "[core\n"), "repo", &[UNREADABLE]),
        (
            "a config that is a directory",
            |it| {
                fs::remove_file(it.root.join("repo/.git/config")).unwrap();
                fs::create_dir(it.root.join("repo/.git/config")).unwrap();
            },
            "repo",
            &[UNREADABLE],
        ),
        (
            "another work tree, and its own settings",
            |it| {
                it.commit("repo");
                it.git("repo", &["worktree", "add", "-q", "../tree"]);
                it.git("repo", &["config", "extensions.worktreeConfig", "true"]);
                it.git("tree", &["config", "--worktree", "core.fsmonitor", "x"]);
                it.append("repo/.git/config", "[diff]\nexternal = x\n");
            },
            "tree",
            &["core.fsmonitor", "diff.external"],
        ),
        (
            "a directory behind a file",
            |it| {
                fs::rename(it.root.join("repo/.git"), it.root.join("elsewhere")).unwrap();
                it.write("repo/.git", "gitdir: ../elsewhere\n");
                it.append("elsewhere/config", MONITOR);
            },
            "repo",
            &["core.fsmonitor"],
        ),
        (
            "a directory behind a link",
            |it| {
                fs::rename(it.root.join("repo/.git"), it.root.join("elsewhere")).unwrap();
                symlink("../elsewhere", it.root.join("repo/.git")).unwrap();
                it.append("elsewhere/config", MONITOR);
            },
            "repo",
            &["core.fsmonitor"],
        ),
        (
            "a bare repository",
            |it| {
                it.git("", &["init", "-q", "--bare", "bare"]);
                it.append("bare/config", MONITOR);
            },
            "bare/refs",
            &["core.fsmonitor"],
        ),
        (
            "a repository above one that git may pass by",
            |it| {
                it.git("repo", &["init", "-q", "in"]);
                it.write("repo/in/.git/HEAD", "nonsense\n");
                it.append("repo/.git/config", MONITOR);
            },
            "repo/in",
            &["core.fsmonitor"],
        ),
        (
            "a repository in another hides its settings",
            |it| {
                it.git("repo", &["init", "-q", "in"]);
                it.append("repo/.git/config", MONITOR);
            },
            "repo/in",
            &[],
        ),
        ("a hook", |it| it.hook("repo/.git/hooks/post-index-change"), "repo", &["hooks/post-index-change"]),
        ("another hook", |it| it.hook("repo/.git/hooks/pre-commit"), "repo", &[]),
        ("a hook that git ignores", |it| it.write("repo/.git/hooks/post-index-change", "x"), "repo", &[]),
        (
            "a hook elsewhere",
            |it| {
                it.git("repo", &["config", "core.hooksPath", ".husky/_"]);
                it.hook("repo/.husky/_/post-index-change");
            },
            "repo/sub",
            &["hooks/post-index-change"],
        ),
        (
            "hooks elsewhere that only change things",
            |it| {
                it.git("repo", &["config", "core.hooksPath", ".husky/_"]);
                it.hook("repo/.husky/_/pre-commit");
            },
            "repo",
            &[],
        ),
        (
            "a submodule",
            |it| {
                it.with_submodule();
                it.append("repo/.git/modules/deep/sub/config", MONITOR);
                it.hook("repo/.git/modules/deep/sub/hooks/post-index-change");
            },
            "repo",
            &["submodules/core.fsmonitor", "submodules/hooks/post-index-change"],
        ),
        (
            "the submodule itself",
            |it| {
                it.with_submodule();
                it.append("repo/.git/modules/deep/sub/config", MONITOR);
                it.append("repo/.git/config", "[diff]\nexternal = x\n");
            },
            "repo/deep/sub",
            &["core.fsmonitor"],
        ),
        (
            "a submodule that brought its own directory, in a compressed index",
            |it| {
                it.commit("repo");
                it.git("repo", &["init", "-q", "own"]);
                it.commit("repo/own");
                it.git("repo", &["-c", "advice.addEmbeddedRepo=false", "add", "own"]);
                it.write("repo/own.txt", "x");
                it.git("repo", &["add", "-N", "own.txt"]);
                it.git("repo", &["update-index", "--index-version", "4"]);
                it.append("repo/own/.git/config", MONITOR);
            },
            "repo",
            &["submodules/core.fsmonitor"],
        ),
        (
            "a submodule in a split index with extended entries",
            |it| {
                it.with_submodule();
                it.write("repo/new", "x");
                it.git("repo", &["add", "-N", "new"]);
                it.git("repo", &["update-index", "--split-index"]);
                it.append("repo/.git/modules/deep/sub/config", MONITOR);
            },
            "repo",
            &["submodules/core.fsmonitor"],
        ),
        ("an index that is none", |it| it.write("repo/.git/index", "DIRC????"), "repo", &[UNREADABLE]),
    ];
    for (case, prepare, at, expected) in cases {
        let Some(place) = Place::new() else { return };
        prepare(&place);
        assert_eq!(place.found(at), *expected, "{case}");
    }
}

#[test]
fn a_repository_with_longer_object_names_is_read_too() {
    let Some(place) = Place::new() else { return };
    place.git("", &["init", "-q", "--object-format=sha256", "long"]);
    place.git("long", &["init", "-q", "--object-format=sha256", "in"]);
    place.commit("long/in");
    place.git("long", &["add", "in"]);
    assert_eq!(place.found("long"), [""; 0]);
    place.append("long/in/.git/config", MONITOR);
    assert_eq!(place.found("long"), ["submodules/core.fsmonitor"]);
}
