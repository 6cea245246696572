//! What a session puts around its commands: a directory that carries over, the user's own shell, its environment.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use host_runner::plan::Shell;
use host_runner::shell::SessionShell;
use host_runner::shell::directory::Directory;
use host_runner::shell::select::{CHOSEN, Selected};
use host_runner::shell::snapshot::{LIMIT, Snapshot, SnapshotError, Taking, Telling};
use policy_core::command_line::CommandLine;
use policy_core::verdict::{About, By, CommandVerdict, Verdict};

use super::*;

/// The user's shell, with these start-up files in a home of its own.
struct User {
    place: Place,
    shell: Shell,
}

impl User {
    fn new(shell: Shell, start_up: &[(&str, &str)]) -> Self {
        let place = Place::new();
        for (name, text) in start_up {
            fs::write(place.join(name), text).unwrap();
        }
        Self { place, shell }
    }

    fn environment(&self) -> Vec<(OsString, OsString)> {
        [("HOME", self.place.path.as_os_str()), ("PATH", "/usr/bin:/bin".as_ref())]
            .map(|(name, value)| (name.into(), value.to_owned()))
            .to_vec()
    }

    /// How the start-up files are run; none when this machine does not have the shell.
    fn telling(&self) -> Option<Telling> {
        let program = test_support::installed::find(self.shell.name())?;
        Some(Telling {
            launcher: env!("CARGO_BIN_EXE_shellgate").into(),
            selected: Selected { shell: self.shell, program },
            environment: self.environment(),
            limit: LIMIT,
        })
    }

    fn take(&self) -> Option<Result<Snapshot, SnapshotError>> {
        let telling = self.telling()?;
        Some(wait_for(Snapshot::take(&telling)))
    }

    /// A session in the place's working directory, with the snapshot.
    fn session(&self) -> Option<Session> {
        let telling = self.telling()?;
        let mut environment = self.environment();
        environment.push((CHOSEN.into(), telling.selected.program.clone().into()));
        let around = SessionShell::new(&environment, &self.place.cwd(), Some(self.shell)).unwrap();
        let around = around.with_snapshot(Taking::new(telling));
        Some(session().with_environment(environment).with_shell(around))
    }

    /// What `command` prints, when this was the verdict on it.
    fn prints(&self, command: &str, verdict: &Verdict) -> Option<String> {
        let cwd = self.place.cwd();
        let request = Request { cwd: cwd.to_str(), shell: self.shell.into(), ..Request::new(command) };
        let verdict = Verdict { about: About::request(&request), ..verdict.clone() };
        let consent = Consent::from_verdict(&verdict).unwrap();
        let plan = Plan::new(&request, &verdict, consent, &SandboxSettings::default()).unwrap();
        let outcome = try_run(&self.session()?, plan).unwrap();
        Some(outcome.stdout)
    }
}

fn names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.definitions().map(|(name, _)| name).collect()
}

/// A verdict on one command named `name`, for which `by` vouches.
fn vouched(name: &str, by: By, read_only: bool) -> Verdict {
    let command = CommandVerdict {
        span: policy_core::Span::default(),
        argv: vec![Some(name.to_owned())],
        assignments: Vec::new(),
        wrappers: Vec::new(),
        redirects: Vec::new(),
        decision: Decision::Allow,
        read_only,
        by,
    };
    Verdict { decision: Decision::Allow, read_only, commands: vec![command], ..Verdict::default() }
}

fn by_rule() -> By {
    By::Rule { rule: "Bash(greet:*)".to_owned(), source: "settings.json:1:1".to_owned() }
}

const GREETING: &str = "alias greet='echo alias'\nhello() { echo function \"$@\"; }\n_greet() { :; }\n";

#[test]
fn a_rules_command_is_the_users_own_and_a_proven_one_is_a_program() {
    let cases = [
        // name, who vouches, what runs
        ("greet", by_rule(), false, Some("alias")),
        ("hello", by_rule(), false, Some("function")),
        ("greet", By::Nothing, false, Some("alias")),
        // What is proven of a program, or of a change of files, holds for the program.
        ("greet", By::AcceptEdits, false, None),
        // Nobody has looked at what a mode lets through.
        ("hello", By::Mode, false, None),
        ("hello", By::ReadOnly, true, None),
        ("greet", By::ReadOnly, true, None),
    ];
    for (shell, file) in [(Shell::Bash, ".bashrc"), (Shell::Zsh, ".zshrc")] {
        let user = User::new(shell, &[(file, GREETING)]);
        for (name, by, read_only, expected) in cases.clone() {
            let Some(printed) = user.prints(name, &vouched(name, by.clone(), read_only)) else { continue };
            match expected {
                Some(expected) => assert_eq!(printed.trim(), expected, "{shell:?} {name} {by:?}"),
                None => assert!(printed.contains("not found"), "{shell:?} {name} {by:?}: {printed}"),
            }
        }
    }
}

#[test]
fn a_snapshot_is_what_an_interactive_shell_has_and_else_what_a_login_shell_has() {
    let cases = [
        (Shell::Bash, vec![(".bashrc", "[ -z \"$PS1\" ] && return\nalias mine=true\nPATH=/mine:$PATH\n")]),
        (Shell::Bash, vec![(".bashrc", "exit 3\n"), (".bash_profile", "mine() { :; }\nPATH=/mine:$PATH\n")]),
        (
            Shell::Bash,
            vec![(
                ".bashrc",
                "echo hello\nalias printf=false exec=false\nset -eu\nalias mine=true\nPATH=/mine:$PATH",
            )],
        ),
        (
            Shell::Zsh,
            vec![(".zshrc", "[[ -o interactive ]] || return\nalias mine=true\npath=(/mine $path)\n")],
        ),
        (Shell::Zsh, vec![(".zshrc", "exit 3\n"), (".zprofile", "mine() { :; }\nPATH=/mine:$PATH\n")]),
        (
            Shell::Zsh,
            vec![(
                ".zshrc",
                "echo hello\nsetopt ksharrays shwordsplit\nalias -g G=x\nmine() { :; }\nPATH=/mine:$PATH",
            )],
        ),
    ];
    for (shell, start_up) in cases {
        let user = User::new(shell, &start_up);
        let Some(snapshot) = user.take() else { continue };
        let snapshot = snapshot.unwrap_or_else(|error| panic!("{shell:?} {start_up:?}: {error}"));
        assert!(names(&snapshot).contains(&"mine"), "{shell:?} {start_up:?}: {:?}", names(&snapshot));
        assert!(!names(&snapshot).contains(&"G"));
        let path = snapshot.path().unwrap().to_str().unwrap();
        assert!(path.starts_with("/mine:"), "{shell:?} {start_up:?}: {path}");
    }
}

#[test]
fn start_up_files_change_nothing_on_the_host() {
    // Where nothing is from before, and where everybody could write.
    let shared = format!("/tmp/planted-by-start-up-{}", std::process::id());
    let start_up = format!("touch ~/planted {shared}\nalias mine=true\n");
    let user = User::new(Shell::Bash, &[(".bashrc", &start_up)]);
    let snapshot = user.take().unwrap().unwrap();
    assert!(names(&snapshot).contains(&"mine"));
    assert!(!user.place.join("planted").exists() && !Path::new(&shared).exists());
}

#[test]
fn a_snapshot_that_fails_or_hangs_is_told_and_commands_run_without_it() {
    let hangs = "while :; do :; done\n";
    for (file, limit, says) in [
        (hangs, Duration::from_millis(300), "took longer than 300 ms"),
        ("exit 1\n", LIMIT, "ended it"),
        ("exec true\n", LIMIT, "ended it"),
    ] {
        let user = User::new(Shell::Bash, &[(".bashrc", file), (".bash_profile", file)]);
        let telling = Telling { limit, ..user.telling().unwrap() };
        let taking = Taking::new(telling);
        let around = SessionShell::default().with_snapshot(taking);
        let session = session().with_environment(user.environment()).with_shell(around);
        let cwd = user.place.cwd();
        let run =
            || try_run(&session, plan("echo ran", &cwd, Proof::Writes, &SandboxSettings::default())).unwrap();
        let (first, second) = (run(), run());
        assert_eq!((first.stdout.as_str(), second.stdout.as_str()), ("ran\n", "ran\n"));
        let told = |outcome: &Outcome| outcome.notes.iter().any(|hint| hint.contains(says));
        assert!(told(&first) && !told(&second), "{says}: {:?} {:?}", first.notes, second.notes);
    }
}

#[test]
fn a_snapshot_that_was_deleted_or_changed_is_there_again() {
    let user = User::new(Shell::Bash, &[(".bashrc", GREETING)]);
    let snapshot = Arc::new(user.take().unwrap().unwrap());
    let text = fs::read_to_string(snapshot.file_for("greet").unwrap()).unwrap();
    assert!(text.contains("alias greet"));
    let file = snapshot.file_for("greet").unwrap();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o400);
    let damages: [fn(&Path); 4] = [
        |file| fs::remove_file(file).unwrap(),
        |file| fs::remove_dir_all(file.parent().unwrap()).unwrap(),
        |file| {
            fs::remove_file(file).unwrap();
            fs::write(file, "alias greet='echo planted'\n").unwrap();
        },
        |file| {
            fs::remove_file(file).unwrap();
            std::os::unix::fs::symlink("/etc/passwd", file).unwrap();
        },
    ];
    for damage in damages {
        damage(&file);
        assert_eq!(fs::read_to_string(snapshot.file_for("greet").unwrap()).unwrap(), text);
        assert!(!fs::symlink_metadata(&file).unwrap().is_symlink());
    }
}

#[test]
fn a_command_cannot_write_its_snapshot_even_where_it_may_write() {
    // The other tests have snapshots beside it; its own is the one with this text.
    let mark = format!("of-{}", std::process::id());
    let user = User::new(Shell::Bash, &[(".bashrc", &format!("alias greet='echo {mark}'\n"))]);
    let session = user.session().unwrap();
    let temporary = std::env::temp_dir().canonicalize().unwrap();
    let settings = SandboxSettings {
        allow_write: vec![temporary.to_str().unwrap().to_owned()],
        ..SandboxSettings::default()
    };
    let command = format!(
        "for f in '{}'/shellgate-snapshot-*/*.bash; do \
                   grep -q {mark} \"$f\" || continue; echo found; chmod u+w \"$f\" && echo planted > \"$f\" && echo wrote; rm -f \"$f\" && echo removed; done; type greet",
        temporary.display()
    );
    let outcome = try_run(&session, plan(&command, &user.place.cwd(), Proof::Writes, &settings)).unwrap();
    assert!(outcome.stdout.contains("greet is aliased"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("found"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("wrote") && !outcome.stdout.contains("removed"), "{}", outcome.stdout);
}

#[test]
fn a_command_replays_what_it_names_of_a_large_start_up_file() {
    use std::fmt::Write as _;
    const ROUNDS: usize = 20;
    let mut start_up = String::from("alias wanted='fn_7 x'\n");
    for number in 0..400 {
        writeln!(start_up, "fn_{number}() {{").unwrap();
        for line in 0..8 {
            writeln!(start_up, "  if [ -n \"$1\" ]; then local v{line}=\"${{1:-x}}\"; fi").unwrap();
        }
        writeln!(start_up, "  echo {number}\n}}\nalias al{number}='git log -{number}'").unwrap();
    }
    let user = User::new(Shell::Bash, &[(".bashrc", &start_up)]);
    let snapshot = user.take().unwrap().unwrap();
    let size = |file: PathBuf| fs::metadata(file).unwrap().len();
    let (whole, needed) =
        (size(snapshot.file_for("alias").unwrap()), size(snapshot.file_for("wanted").unwrap()));
    assert!(names(&snapshot).len() == 801 && needed < 2_000, "{needed} of {whole} bytes");
    assert_eq!(user.prints("wanted", &vouched("wanted", by_rule(), false)).unwrap(), "7\n");

    // What it costs, measured side by side; a loaded machine is no reason to fail.
    let program = user.telling().unwrap().selected.program;
    let line = |file: Option<PathBuf>| {
        let snapshot = file.map(|file| file.to_str().unwrap().to_owned());
        CommandLine { snapshot: snapshot.as_deref(), ..CommandLine::new("true") }.build()
    };
    let lines = [None, Some("wanted"), Some("alias")]
        .map(|command| line(command.map(|it| snapshot.file_for(it).unwrap())));
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for (line, times) in lines.iter().zip(&mut times) {
            let started = Instant::now();
            let status = Command::new(&program).args(["--noprofile", "--norc", "-c", line]).status().unwrap();
            times.push(started.elapsed());
            assert!(status.success());
        }
    }
    let [plain, needed, whole] = times.map(|mut times| {
        times.sort_unstable();
        times[ROUNDS / 2].as_secs_f64() * 1_000.0
    });
    println!(
        "replay adds {:.2} ms to {plain:.2} ms for what a command names, {:.2} ms for all of it",
        needed - plain,
        whole - plain
    );
}

/// A session that begins in the place's working directory.
fn travelling(place: &Place, maintain: bool) -> (Session, SessionShell) {
    fs::create_dir_all(place.cwd().join("sub/deep")).unwrap();
    let directory = Directory::new(&place.cwd(), []).maintained(maintain);
    let around = SessionShell::default().with_directory(directory);
    (session().with_shell(around.clone()), around)
}

/// Runs `command` where the session is; gives where the next one starts and the message about it.
fn step(session: &Session, around: &SessionShell, command: &str, proof: Proof) -> (PathBuf, Option<String>) {
    let (cwd, reset) = around.next_directory().unwrap();
    assert_eq!(reset, None);
    let outcome = try_run(session, plan(command, &cwd, proof, &SandboxSettings::default())).unwrap();
    let message = outcome.notes.into_iter().find(|hint| hint.contains("cwd was reset"));
    (around.next_directory().unwrap().0, message)
}

#[test]
fn the_directory_of_a_command_is_the_next_ones_and_nothing_else_carries_over() {
    for proof in [Proof::ReadOnly, Proof::Writes] {
        let place = Place::new();
        let (session, around) = travelling(&place, false);
        let cases = [
            ("cd sub", "sub", false),
            ("cd deep; false", "sub/deep", false),
            ("cd ..", "sub", false),
            ("(cd deep)", "sub", false),
            ("cd deep | cat", "sub", false),
            ("cd missing", "sub", false),
            ("cd deep; exit 0", "sub", false),
            ("cd /usr", "", true),
            ("cd -P sub/../sub && true", "sub", false),
            ("pushd deep", "sub/deep", false),
            ("cd ~nobody-here; cd /", "", true),
        ];
        for (command, next, is_reset) in cases {
            let (cwd, message) = step(&session, &around, command, proof);
            assert_eq!(cwd, place.cwd().join(next), "{command} {proof:?}");
            let expected = is_reset.then(|| format!("Shell cwd was reset to {}", place.cwd().display()));
            assert_eq!(message, expected, "{command} {proof:?}");
        }
        let settings = SandboxSettings::default();
        let print =
            |command: &str| try_run(&session, plan(command, &place.cwd(), proof, &settings)).unwrap().stdout;
        print("export KEPT=1; alias kept=true; kept() { :; }");
        assert_eq!(print("echo \"<$KEPT>\"; type kept 2>/dev/null; true"), "<>\n");
    }
}

#[test]
fn a_deleted_directory_does_not_end_the_session() {
    let place = Place::new();
    let (session, around) = travelling(&place, false);
    step(&session, &around, "cd sub/deep", Proof::Writes);
    fs::remove_dir_all(place.cwd().join("sub")).unwrap();
    let (cwd, message) = around.next_directory().unwrap();
    assert_eq!(cwd, place.cwd());
    assert!(message.unwrap().ends_with("is gone"));
    // The command itself removes it.
    fs::create_dir(place.cwd().join("own")).unwrap();
    let (cwd, _) = step(&session, &around, "cd own && rmdir ../own", Proof::Writes);
    assert_eq!(cwd, place.cwd());
    assert_eq!(step(&session, &around, "echo on", Proof::Writes), (place.cwd(), None));
}

#[test]
fn a_session_may_stay_where_it_began() {
    let place = Place::new();
    let (session, around) = travelling(&place, true);
    for command in ["cd sub", "cd /"] {
        assert_eq!(step(&session, &around, command, Proof::Writes), (place.cwd(), None));
    }
}

#[test]
fn a_note_that_the_command_wrote_itself_leads_nowhere_else() {
    let place = Place::new();
    let (session, around) = travelling(&place, false);
    for command in [
        "echo /usr > \"$TMPDIR/.shellgate-directory\"; exit 0",
        "ln -s /etc/hostname \"$TMPDIR/.shellgate-directory\"; exit 0",
        "mkdir \"$TMPDIR/.shellgate-directory\"",
    ] {
        assert_eq!(step(&session, &around, command, Proof::Writes).0, place.cwd(), "{command}");
    }
}

#[test]
fn a_sessions_script_and_prefix_are_around_a_command_and_what_is_missing_is_told() {
    let place = Place::new();
    let (script, prefix) = (place.join("env.sh"), place.join("my prefix"));
    fs::write(&script, "FROM_SESSION=yes\necho not shown\n").unwrap();
    fs::write(&prefix, "#!/bin/bash\necho \"$#\"\nexec bash -c \"$1\"\n").unwrap();
    fs::set_permissions(&prefix, fs::Permissions::from_mode(0o755)).unwrap();
    let missing = place.join("missing.sh");
    let run = |variables: &[(&str, &Path)], proof| {
        let usual = [("PATH", Path::new("/usr/bin:/bin")), ("HOME", &place.path)];
        let environment: Vec<(OsString, OsString)> =
            usual.iter().chain(variables).map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let around = SessionShell::new(&environment, &place.cwd(), Some(Shell::Bash)).unwrap();
        let session = session().with_environment(environment).with_shell(around);
        let command = "echo \"<$FROM_SESSION>\"; (exit 4)";
        try_run(&session, plan(command, &place.cwd(), proof, &SandboxSettings::default())).unwrap()
    };
    for (variables, proof, stdout, hint) in [
        (vec![("CLAUDE_ENV_FILE", script.as_path())], Proof::Writes, "<yes>\n", None),
        (vec![("CLAUDE_ENV_FILE", script.as_path())], Proof::ReadOnly, "<>\n", None),
        (vec![("CLAUDE_ENV_FILE", missing.as_path())], Proof::Writes, "<>\n", Some("which is no file")),
        (vec![("CLAUDE_CODE_SHELL_PREFIX", prefix.as_path())], Proof::Writes, "1\n<>\n", None),
        (
            vec![("CLAUDE_CODE_SHELL_PREFIX", prefix.as_path()), ("CLAUDE_ENV_FILE", script.as_path())],
            Proof::Writes,
            "1\n<yes>\n",
            None,
        ),
    ] {
        let outcome = run(&variables, proof);
        assert_eq!((outcome.stdout.as_str(), outcome.exit_code), (stdout, 4), "{variables:?}");
        assert_eq!(
            outcome.notes.iter().any(|it| it.contains("CLAUDE_ENV_FILE")),
            hint.is_some(),
            "{variables:?}"
        );
        assert!(
            hint.is_none_or(|hint| outcome.notes.iter().any(|it| it.contains(hint))),
            "{:?}",
            outcome.notes
        );
    }
}
