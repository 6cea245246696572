//! What deny rules see of the code of other languages, and of variables that name a program.

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use super::held::{decision, hold, hold_in};
use crate::Decision::{self, Allow, Ask, Deny};
use crate::Dialect;
use crate::commands::{Interpreter, Program, ProgramQuality, programs};

/// Under the rule that denies `r0`.
fn denied_r0(command: &str) -> Decision {
    decision(Dialect::Bash, r#"{"deny":["Bash(r0:*)"]}"#, command)
}

/// How the languages of editors, debuggers, databases and interpreters start a program.
const CODES: &[&str] = &[
    "!r0",
    ":!r0",
    "\\! r0",
    ".shell r0",
    "shell r0 x",
    "system(\"r0\")",
    "call system('r0')",
    "(shell-command \"r0 x\")",
    "spawn r0",
    "syscmd(`r0')",
    "a:;r0",
    "a:\n\tr0\n",
    "* * * * * r0",
    "spawnSync(\"r0\", [\"x\"])",
    "os.execvp('r0', ['r0'])",
    "exec r0",
];

/// The programs with a language of their own.
fn with_language() -> impl Iterator<Item = &'static Program> {
    programs().into_iter().filter(|program| {
        program.cmdlet.is_none()
            && (program.qualities.contains(&ProgramQuality::ShellEscape)
                || program.form.interpreter == Some(Interpreter::Other))
    })
}

/// `text` in single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// How many of these commands there are, and those that are allowed.
fn allowed(commands: impl Iterator<Item = String>) -> (usize, Vec<String>) {
    let (mut tried, mut allowed) = (0, Vec::new());
    for command in commands {
        tried += 1;
        if denied_r0(&command) == Allow {
            allowed.push(command);
        }
    }
    (tried, allowed)
}

#[test]
fn no_program_with_a_language_of_its_own_gets_a_denied_command_on_its_input() {
    let commands = with_language().flat_map(|program| {
        CODES.iter().flat_map(move |code| {
            let (name, quoted) = (program.name, quoted(code));
            let lines = quoted.trim_matches('\'');
            [
                format!("{name} <<< {quoted}"),
                format!("echo {quoted} | {name}"),
                format!("{name} <<'E'\n{lines}\nE"),
            ]
        })
    });
    let (tried, allowed) = allowed(commands);
    assert!(tried > 2_000, "{tried}");
    assert_eq!(allowed, Vec::<String>::new());
}

#[test]
fn no_program_with_a_shell_escape_gets_a_denied_command_in_an_argument() {
    let escapes = with_language().filter(|it| it.qualities.contains(&ProgramQuality::ShellEscape));
    let options = ["-c ", "-e ", "-ex ", "--eval ", "--command=", "+", "f ", ""];
    let commands = escapes.flat_map(|program| {
        CODES
            .iter()
            .flat_map(move |code| options.map(|option| format!("{} {option}{}", program.name, quoted(code))))
    });
    let (tried, allowed) = allowed(commands);
    assert!(tried > 2_000, "{tried}");
    assert_eq!(allowed, Vec::<String>::new());
}

#[test]
fn code_that_names_no_denied_command_is_no_question() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "psql -c '\\! git push'"),
            (Ask, "perl -e 'system \"git\", \"push\"'"),
            (Ask, "python3 -c 'import subprocess as s; s.run([\"git\", \"push\"])'"),
            (Ask, "python3 - <<'E'\nimport os\nos.system('git push')\nE"),
            (Ask, "vim -es +'!git push' f"),
            (Ask, "gdb -batch -ex 'shell git push'"),
            (Allow, "psql -c 'insert into git values (1)'"),
            (Allow, "psql -c \"insert into t values ('git pull')\""),
            (Allow, "vim -c 'set list' git/push"),
            (Allow, "less git-push.md"),
            (Allow, "make push"),
            (Allow, "sqlite3 git.db 'select push from t'"),
            (Allow, "python3 - <<'E'\nprint('git pull')\nE"),
            // What an interpreter's program reads is no code.
            (Allow, "python3 a.py <<'E'\nplease git push\nE"),
            (Allow, "unknown-program <<'E'\nplease git push\nE"),
        ],
    );
}

#[test]
fn one_word_is_a_command_in_a_variable_that_names_a_program() {
    hold(
        "Bash(r0:*)",
        &[
            (Ask, "PAGER=r0 git log"),
            (Ask, "GIT_SSH_COMMAND=r0 git fetch"),
            (Ask, "export PAGER=/usr/bin/r0; git log"),
            (Ask, "env GIT_EXTERNAL_DIFF=r0 git diff"),
            (Ask, "PAGER=r0; git log"),
            (Ask, "make CC=r0"),
            (Ask, "git config --global alias.x '!r0'"),
            (Allow, "git config user.name '!r00'"),
            (Ask, "alias ls=r0; ls"),
            (Deny, "hash -p /usr/bin/r0 ls; ls"),
            (Allow, "USER=r0 git log"),
            (Allow, "BODY='r0 x'; git commit -m \"$BODY\""),
            (Allow, "NAME=r0; echo $NAME"),
            (Allow, "make V=r0"),
            (Allow, "PAGER=cat git log"),
            (Allow, "alias ls=r00"),
            (Allow, "hash -p /usr/bin/ls r0"),
        ],
    );
    hold_in(
        Dialect::Zsh,
        r#"{"deny":["Bash(r0:*)"]}"#,
        &[(Ask, "hash ls=/usr/bin/r0; ls"), (Ask, "alias -g G=r0"), (Allow, "hash ls=/usr/bin/r1")],
    );
}

#[test]
fn a_program_that_starts_others_starts_none_that_is_denied() {
    let starts = |program: &&&Program| program.qualities.contains(&ProgramQuality::StartsPrograms);
    let all = programs();
    let names: Vec<&str> = all.iter().filter(starts).map(|program| program.name).collect();
    assert!(names.len() > 40, "{}", names.len());
    let arguments = ["r0", "-e r0", "-- r0 x", "--exec=r0", "EXEC:r0 -", "run x /usr/bin/r0", "-c 'r0 x'"];
    let commands = names.iter().flat_map(|name| arguments.map(|arguments| format!("{name} {arguments}")));
    let (_, allowed) = allowed(commands);
    assert_eq!(allowed, Vec::<String>::new());
    hold(
        "Bash(git push:*)",
        &[(Allow, "xterm -e git pull"), (Allow, "xterm -T push"), (Ask, "xterm -e git push")],
    );
}
