//! The built command line held against the shells: built around a command, it does what the command alone does.
//!
//! The generated commands print their arguments and can do nothing else: no program can be found, and the only names
//! in them that mean anything are `printf`, `read`, `:`, `true`, `false` and `cd`. Left out where a shell is missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use policy_core::Dialect;
use policy_core::command_line::{CommandLine, Input, null_redirects, quote};
use policy_core::syntax::read;
use proptest::prelude::*;
use test_support::installed;

const SHELLS: [(Dialect, &str, &[&str]); 2] = [
    (Dialect::Bash, "bash", &["--noprofile", "--norc", "-c", "--"]),
    (Dialect::Zsh, "zsh", &["-f", "-c", "--"]),
];

/// Standard output and status of `line`, which cannot find any program.
fn run(shell: &str, options: &[&str], line: &str, place: &Path) -> (String, Option<i32>) {
    let output = Command::new(program(shell).expect("the shell is installed"))
        .args(options)
        .arg(line)
        .current_dir(place.join("work"))
        .env("PATH", "/nonexistent")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .expect("the shell runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

/// Where `shell` is; a path is itself.
fn program(shell: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|place| place.join(shell)).find(|program| program.is_file())
}

fn is_missing(shell: &str) -> bool {
    installed::find(shell).is_none()
}

/// Whether the shell finds an error in `text` without running it.
fn is_rejected(shell: &str, text: &str) -> bool {
    let mut checker = Command::new(program(shell).expect("the shell is installed"));
    let checked = checker.args(["-n", "-c", text]).stdin(Stdio::null()).output().expect("the shell runs");
    // bash says of some errors only that they are there.
    !checked.status.success() || !checked.stderr.is_empty()
}

/// A directory with what the sessions of these tests put around a command.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary directory");
    std::fs::create_dir_all(place.path().join("work/sub")).expect("a directory");
    std::fs::write(place.path().join("env.sh"), "FROM_SESSION=1\n").expect("a script");
    std::fs::write(place.path().join("snapshot.sh"), "SNAPSHOT=1\n").expect("a snapshot");
    place
}

/// Every way to build a line around `command`.
fn lines(command: &str, dialect: Dialect, place: &Path) -> Vec<String> {
    let path = |name: &str| place.join(name).to_str().expect("a path of text").to_owned();
    let (snapshot, environment, note) = (path("snapshot.sh"), path("env.sh"), path("note"));
    let bare = CommandLine { dialect, ..CommandLine::new(command) };
    let fed = CommandLine { input: Input::Null, ..bare.clone() };
    let noted = CommandLine { directory_note: Some(&note), ..bare.clone() };
    let whole = CommandLine {
        snapshot: Some(&snapshot),
        environment: Some(&environment),
        unshadowed: &["printf", "it's"],
        directory_note: Some(&note),
        ..fed.clone()
    };
    [bare, fed, noted, whole].iter().map(CommandLine::build).collect()
}

fn agree(command: &str, dialect: Dialect, shell: &str, options: &[&str], place: &Path) {
    let alone = run(shell, options, command, place);
    // A text that the shell cannot read to its end fails, with a status that depends on how far it came; bash even gives
    // 0 for some.
    let is_broken = is_rejected(shell, command);
    for line in lines(command, dialect, place) {
        let built = run(shell, options, &line, place);
        let agrees = built.0 == alone.0 && (built.1 == alone.1 || is_broken && built.1 != Some(0));
        assert!(agrees, "{shell}: {command:?} as {line:?}: {built:?} instead of {alone:?}");
    }
}

#[test]
fn what_runs_around_a_command_changes_nothing_in_it() {
    const COMMANDS: &[&str] = &[
        "printf '<%s>' a 'b c' \"it's\" $'\\t'",
        "printf '%s\\n' \"$?\" \"$#\" \"$0\" \"$*\"",
        "false",
        "exit 7",
        "(exit 3) | :",
        "set -e; false; printf no",
        "set -u; printf '%s' \"$unset\"",
        "set -f; printf '<%s>' *",
        "set -x; printf traced",
        "set -C; printf kept",
        "trap 'printf bye' EXIT; printf hi",
        "trap 'printf bye' EXIT; false",
        "cd sub; printf '%s' \"${PWD##*/}\"",
        "printf a # and the rest's comment",
        "printf a \\\n  b",
        "printf a\\",
        "printf 'open",
        "printf \"open",
        "printf a; )",
        "printf a\n)\nprintf b",
        "read x; printf '<%s>' \"$?\" \"$x\"",
        "read x <<'END'\nit's $x `y` \\\nEND\nprintf '<%s>' \"$x\"",
        "read x <<END\nwithout an end",
        "printf a | { read x; printf '<%s>' \"$x\"; }",
        "printf a | while read -r x; do printf '<%s>' \"$x\"; done",
        "printf '%s\\n' hi! '!!' \"!x\"",
        "f() { printf '<%s>' \"$@\"; return 4; }\nf a 'b c'",
        "x=1; printf '%s' $x; x=2 eval 'printf %s $x'",
        "printf '<%s>' @(a|b) +(c) !(d)",
        "printf '<%s>' ?(a)",
        "eval \"printf '<%s>' 'a b'\"",
        "nosuchprogram",
        "if true; then printf yes; else printf no; fi",
        "",
        "\n\n",
        "# nothing",
    ];
    for (dialect, shell, options) in SHELLS {
        if is_missing(shell) {
            continue;
        }
        let place = place();
        for command in COMMANDS {
            agree(command, dialect, shell, options, place.path());
        }
    }
}

#[test]
fn the_note_says_where_the_command_ended_and_only_when_it_came_to_its_end() {
    let cases = [
        ("cd sub", Some("/work/sub")),
        ("cd sub; false", Some("/work/sub")),
        ("cd sub && cd ..", Some("/work")),
        ("(cd sub)", Some("/work")),
        ("cd nowhere", Some("/work")),
        ("set -C; cd sub", Some("/work/sub")),
        ("pwd() { printf elsewhere; }; cd sub", Some("/work/sub")),
        ("cd sub; exit 0", None),
        ("cd sub; printf 'open", None),
    ];
    for (dialect, shell, options) in SHELLS {
        if is_missing(shell) {
            continue;
        }
        for (command, expected) in cases {
            let place = place();
            let root = place.path().canonicalize().expect("the place");
            let note = root.join("note");
            let line = CommandLine { dialect, directory_note: note.to_str(), ..CommandLine::new(command) };
            run(shell, options, &line.build(), &root);
            let noted = std::fs::read_to_string(&note).ok();
            let noted = noted.as_deref().and_then(|noted| noted.strip_suffix('\n'));
            // A command that cannot be read to its end has moved nowhere.
            let expected = match (expected, command.contains("open")) {
                (None, true) => Some(root.join("work").to_string_lossy().into_owned()),
                (expected, _) => expected.map(|below| format!("{}{below}", root.display())),
            };
            assert_eq!(noted, expected.as_deref(), "{shell}: {command}");
        }
    }
}

#[test]
fn a_prefix_is_given_the_line_that_would_have_run() {
    for (dialect, shell, options) in SHELLS {
        if is_missing(shell) {
            continue;
        }
        let place = place();
        let command = "printf '<%s>' \"it's\" 'a\nb'; (exit 3)";
        let line = CommandLine { dialect, prefix: Some("/bin/sh -c"), ..CommandLine::new(command) };
        let expected = run("/bin/sh", &["-c"], command, place.path());
        assert_eq!(run(shell, options, &line.build(), place.path()), expected);
    }
}

/// Words and what is between them. Nothing in here can be the name of a program, and nothing races: what is written
/// into a pipe is read, and nothing is left in the background.
fn fragment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "printf '<%s>' ",
        "q",
        "it's",
        "'",
        "\"",
        "\\",
        "\\\n",
        "\n",
        "#",
        " ",
        " ",
        " # q'",
        ";",
        " | while read -r q; do printf '<%s>' \"$q\"; done ",
        " && ",
        " || ",
        "$q",
        "${q}",
        "$?",
        "$#",
        "$@",
        "$'q\\n'",
        "!",
        "!!",
        "*",
        "(",
        ")",
        "{ ",
        "; }",
        "`",
        "$(",
        "<<E\n",
        "\nE\n",
        "<<'E'\n",
        "<<<",
        " < /dev/null ",
        " 3>&1 ",
        "é",
        "\t",
        "[[ q ]]",
        "if ",
        "; then ",
        "; fi",
        "case q in q) ",
        " ;; esac",
        "q=1 ",
        ": ",
        "false ",
    ])
}

fn commands() -> impl Strategy<Value = String> {
    prop::collection::vec(fragment(), 0..14)
        .prop_map(|fragments| format!("printf '<%s>' {}", fragments.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: test_support::effort::property(100, 200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_written_behaves_the_same_inside(command in commands()) {
        for (dialect, shell, options) in SHELLS {
            if !is_missing(shell) {
                let place = place();
                agree(&command, dialect, shell, options, place.path());
            }
        }
    }

    #[test]
    fn any_text_is_one_word_and_its_value_is_the_text(text in "[^\0]{0,40}") {
        for (_, shell, options) in SHELLS {
            if !is_missing(shell) {
                let line = format!("printf %s {}", quote(&text));
                let place = place();
                prop_assert_eq!(run(shell, options, &line, place.path()), (text.clone(), Some(0)));
            }
        }
    }

    #[test]
    fn a_rewritten_null_redirect_changes_only_the_target(command in commands(), at in any::<prop::sample::Index>()) {
        let breaks = command.char_indices().map(|(at, _)| at).collect::<Vec<_>>();
        let at = breaks[at.index(breaks.len())];
        let with = |target: &str| format!("{} 2>{target} {}", &command[..at], &command[at..]);
        let given = with("nul");
        let made = null_redirects(&given, Dialect::Bash);
        if made != given {
            prop_assert_eq!(&made, &with("/dev/null"));
            let (old, new) = (read(&given, Dialect::Bash), read(&made, Dialect::Bash));
            prop_assert_eq!(old.commands.len(), new.commands.len());
            prop_assert!(new.doubts.is_empty());
        }
    }
}
