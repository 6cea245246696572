//! What deny rules see of the code of other languages, and of variables that name a program.

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use super::seen_tests::{decision, hold, hold_in};
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
fn what_a_script_writes_into_a_file_that_it_runs_may_be_a_denied_command() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "echo 'git push' > s.sh; sh s.sh"),
            (Ask, "cat > s.sh <<'E'\ncd x\ngit push\nE\nbash ./s.sh"),
            (Ask, "printf 'git push' > s && chmod +x s && ./s"),
            (Ask, "tee s.sh <<< 'git push'; . s.sh"),
            (Ask, "tee s.sh <<< 'git push'; source ./s.sh"),
            (Ask, "{ echo git push; } > s.sh; sudo sh s.sh"),
            (Ask, "echo 'import os; os.system(\"git push\")' > a.py; python3 a.py"),
            (Ask, "sh -c 'echo git push > s; sh s'"),
            (Ask, "echo 'git push' > /tmp/s; cd /tmp && ./s"),
            (Ask, "cat > a.js <<'E'\nrun('git push')\nE\nnode a"),
            (Ask, "cat > a.py <<'E'\nrun('git push')\nE\npython3 -m a"),
            (Allow, "echo 'git push' > notes.md; cat notes.md"),
            (Allow, "echo 'git push' > notes.md; git add notes.md; git commit -F notes.md"),
            (Allow, "echo 'git push' > notes.md; ./build.sh"),
            (Allow, "echo 'git pull' > s.sh; sh s.sh"),
            (Allow, "./s; echo 'git push' > s"),
            (Allow, "echo 'git push' > data; python3 run.py data"),
        ],
    );
    hold(
        "Bash(r0:*)",
        &[
            (Ask, "cp /bin/r0 x; ./x"),
            (Ask, "ln -s /bin/r0 ./x && ./x -f"),
            (Ask, "install -m755 /bin/r0 x; ./x"),
            (Ask, "mv /bin/r0 x; ./x"),
            (Allow, "cp /bin/r1 x; ./x"),
            (Allow, "cp /bin/r0 x; ./y"),
        ],
    );
}

#[test]
fn what_a_script_writes_into_a_file_of_the_project_may_be_run_by_what_runs_the_project() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "cat > Makefile <<'E'\na:\n\tgit push\nE\nmake a"),
            (Ask, "printf 'a:\n\tgit push' > x.mk && make -f x.mk"),
            (Ask, "printf 'a:\n\tgit push' | tee Makefile && make"),
            (Ask, "echo '{\"scripts\":{\"x\":\"git push\"}}' > package.json; npm run x"),
            (Ask, "cat > test_x.py <<'E'\nos.system('git push')\nE\npytest test_x.py"),
            (Ask, "cat > a.go <<'E'\nexec.Command(\"git\", \"push\")\nE\ngo run a.go"),
            (Ask, "cat > build.rs <<'E'\nCommand::new(\"sh\").args([\"-c\", \"git push\"])\nE\ncargo build"),
            (Ask, "echo 'RUN git push' > Dockerfile; docker build ."),
            (Ask, "echo 'git push' > .git/hooks/pre-commit; git commit -m x"),
            (Allow, "cat > NOTES.md <<'E'\nthen git push\nE\nmake a"),
            (Allow, "make a; echo 'git push' > Makefile"),
            (Allow, "cat > Makefile <<'E'\na:\n\tgit pull\nE\nmake a"),
            (Allow, "echo git push > /dev/null; make a"),
            (Allow, "echo 'git push' > Makefile; cat Makefile"),
        ],
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
