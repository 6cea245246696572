//! Repositories whose settings name a program: it leaves a mark when git starts it by itself, and never in a `run`.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::place::Place;

/// What the program says. The sandbox keeps it from leaving its file; it would not keep it from saying this.
const SAYS: &str = "PLANTED";

/// A repository with a change in it, and a program that can be planted.
struct Planted {
    place: Place,
    program: PathBuf,
    mark: PathBuf,
}

impl Planted {
    /// None without git.
    fn new() -> Option<Self> {
        let place = Place::new();
        let (program, mark) = (place.repo().join("../program"), place.repo().join("../mark"));
        let planted = Self { program: program.clone(), mark: mark.clone(), place };
        test_support::installed::find("git")?;
        let text =
            format!("#!/bin/sh\ntouch '{}'\necho {SAYS}\nexec cat \"$@\" </dev/null\n", mark.display());
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::remove_dir(planted.place.repo().join(".git")).unwrap();
        planted.git(&["init", "-q"]);
        for name in ["inner", "."] {
            planted.git(&["init", "-q", name]);
            planted.place.write(&format!("{name}/.gitattributes"), "a diff=d filter=f\n");
            planted.place.write(&format!("{name}/a"), "one\n");
            let own = |arguments: &[&str]| planted.git(&[&["-C", name][..], arguments].concat());
            own(&["-c", "advice.addEmbeddedRepo=false", "add", "."]);
            own(&["-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-qm", "first"]);
            // Of the same length, so that git has to read it again.
            planted.place.write(&format!("{name}/a"), "two\n");
            // Another date and the same text, so that the index has something to refresh.
            let attributes = planted.place.repo().join(name).join(".gitattributes");
            let attributes = fs::OpenOptions::new().append(true).open(attributes).unwrap();
            attributes.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)).unwrap();
        }
        Some(planted)
    }

    /// git as a person would start it.
    fn git(&self, arguments: &[&str]) -> String {
        let done = Command::new("git")
            .args(arguments)
            .current_dir(self.place.repo())
            .env("HOME", self.place.repo().join(".."))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
    }

    fn set(&self, at: &str, setting: &str) {
        // git has a shell start it.
        self.git(&["-C", at, "config", setting, &format!("'{}'", self.program.display())]);
    }

    fn hook(&self, at: &str) {
        let hooks = self.place.repo().join(at).join(".git/hooks");
        fs::create_dir_all(&hooks).unwrap();
        fs::copy(&self.program, hooks.join("post-index-change")).unwrap();
    }

    /// Whether the program left its mark since the last time.
    fn was_started(&self) -> bool {
        fs::remove_file(&self.mark).is_ok()
    }

    /// The exit code of `shellgate` and everything that it says.
    fn shellgate(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let ended = self.place.run(arguments, b"");
        let said = String::from_utf8_lossy(&ended.stdout).into_owned();
        (ended.status.code(), said + &String::from_utf8_lossy(&ended.stderr))
    }
}

/// What is planted, and a command that git itself would start it for.
type Case = (fn(&Planted), &'static str);

#[test]
fn a_run_starts_nothing_that_its_environment_switches_off_and_asks_nobody() {
    let cases: &[Case] = &[
        (|it| it.set(".", "core.fsmonitor"), "git status"),
        (|it| it.set(".", "core.fsmonitor"), "git diff --stat"),
        (|it| it.set(".", "core.fsmonitor"), "git log -p"),
        (|it| it.hook("."), "git status"),
        (|it| it.hook("."), "git diff"),
        (|it| it.set("inner", "core.fsmonitor"), "git status"),
        (|it| it.hook("inner"), "git status"),
    ];
    for (plant, command) in cases {
        let Some(it) = Planted::new() else { return };
        plant(&it);
        let (code, said) = it.shellgate(&["run", "--no-policy", "--", command]);
        assert_eq!(code, Some(0), "{command}: {said}");
        assert!(!said.contains(SAYS) && !it.was_started(), "{command}: {said}");
        // Where the command is only judged, another one runs it.
        let (code, said) = it.shellgate(&["check", "--no-policy", command]);
        assert_eq!(code, Some(3), "{command}: {said}");
        assert!(said.contains("REPOSITORY_PROGRAMS"), "{command}: {said}");
        assert!(!it.was_started(), "the runner starts no git of its own");
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        it.git(&words);
        assert!(it.was_started(), "git itself starts it: {command}");
    }
}

#[test]
fn what_cannot_be_switched_off_is_asked_and_an_option_is_the_way_out() {
    /// The last one: the same command in a form that starts nothing.
    type Case = (fn(&Planted), &'static str, Option<&'static str>);
    let cases: &[Case] = &[
        (|it| it.set(".", "diff.external"), "git diff", Some("git diff --no-ext-diff")),
        (|it| it.set(".", "diff.d.command"), "git diff", Some("git diff --stat")),
        (|it| it.set(".", "diff.d.textconv"), "git log -p", Some("git log -p --no-textconv")),
        (|it| it.set(".", "diff.d.textconv"), "git show", Some("git show --stat")),
        (
            |it| it.set(".", "diff.d.textconv"),
            "cd inner && cd .. && git diff",
            Some("git diff --no-textconv"),
        ),
        (|it| it.set(".", "filter.f.clean"), "git status", None),
        (|it| it.set("inner", "filter.f.clean"), "git status", Some("git status --ignore-submodules")),
        (
            |it| it.set("inner", "diff.d.textconv"),
            "git -C inner diff",
            Some("git -C inner diff --no-textconv"),
        ),
    ];
    for (plant, command, instead) in cases {
        let Some(it) = Planted::new() else { return };
        plant(&it);
        let (code, said) = it.shellgate(&["run", "--no-policy", "--", command]);
        assert_eq!(code, Some(125), "{command}: {said}");
        assert!(said.contains("REPOSITORY_PROGRAMS") && !it.was_started(), "{command}: {said}");
        if let Some(instead) = instead {
            let (code, said) = it.shellgate(&["run", "--no-policy", "--", instead]);
            assert_eq!(code, Some(0), "{instead}: {said}");
            assert!(!said.contains(SAYS), "{instead}: {said}");
            let words: Vec<&str> = instead.split(' ').skip(1).collect();
            it.git(&words);
            assert!(!it.was_started(), "the way out is one: {instead}");
        }
        let last = command.rsplit("&& ").next().unwrap_or(command);
        let words: Vec<&str> = last.split(' ').skip(1).collect();
        it.git(&words);
        assert!(it.was_started(), "git itself starts it: {command}");
    }
}

#[test]
fn the_ways_out_that_are_offered_start_nothing() {
    let cases: &[Case] = &[
        (|it| it.set(".", "core.fsmonitor"), "git -c core.fsmonitor=false status"),
        (|it| it.set("inner", "core.fsmonitor"), "git -c core.fsmonitor=false status"),
        (|it| it.hook("."), "git --no-optional-locks status"),
        (|it| it.hook("."), "git -c diff.autoRefreshIndex=false diff"),
        (|it| it.hook("inner"), "git --no-optional-locks status"),
        (|it| it.hook("inner"), "git --no-optional-locks diff"),
    ];
    for (plant, command) in cases {
        let Some(it) = Planted::new() else { return };
        plant(&it);
        let (code, said) = it.shellgate(&["check", "--no-policy", command]);
        assert_eq!(code, Some(0), "{command}: {said}");
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        it.git(&words);
        assert!(!it.was_started(), "{command}");
    }
}

#[test]
fn nothing_is_left_out_for_a_command_that_does_not_run_as_one_that_only_reads() {
    let Some(it) = Planted::new() else { return };
    it.place.write("rules.json", r#"{"permissions":{"allow":["Bash(touch:*)"],"ask":["Bash(git diff:*)"]}}"#);
    let run = |command: &str| it.shellgate(&["run", "--policy", "rules.json", "--", command]);
    let (code, said) = run("git status && touch made");
    assert_eq!(code, Some(0), "{said}");
    it.set(".", "core.fsmonitor");
    assert_eq!(run("git status").0, Some(0));
    for command in ["git status && touch made", "git diff", "git status; make"] {
        let (code, said) = run(command);
        assert_eq!(code, Some(125), "{command}: {said}");
        assert!(said.contains("REPOSITORY_PROGRAMS"), "{command}: {said}");
        assert!(!it.was_started(), "{command}");
    }
}
