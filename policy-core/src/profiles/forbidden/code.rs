//! Forms that run a program text in the command: inline code of an interpreter, a nested shell, `eval`.
//!
//! Owns where an interpreter's program is: in an option, in a file, or on its input. Which programs are interpreters, and
//! which of their options name a program, is in the tables.

use super::argv::Argv;
use super::form::ForbiddenForm;
use super::pipeline::{Origin, Whole};
use crate::codes::{Code, Help};
use crate::commands::{Interpreter, Kind, ProgramSource, Reading, Role};
use crate::examples::examples;
use crate::script::RedirectOp;
use crate::span::Span;

pub(super) static INLINE_CODE: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "inline-code",
        "passing code to an interpreter in the command (`python -c`, `node -e`)",
        Help::both("put the code into a script file and run that"),
    ),
    command: |argv| origin(argv).is_some_and(|(shell, from)| !shell && from == Origin::Inline),
    script: |whole| told_here(whole, false),
    fires: examples![
        "python -c 'print(1)'",
        "python3 -c 'print(1)'",
        "python3.12 -Bc 'print(1)'",
        "python3 -W ignore -c x",
        "python3 -c\"$x\"",
        "node -e 1",
        "node --eval=1",
        "node --require x -p 1",
        "perl -e 1",
        "perl -lane 'print' f",
        "perl -pi -e 's/a/b/' f",
        "ruby -e 1",
        "ruby -rjson -ne 1 f",
        "php -r 1",
        "deno eval 1",
        "/usr/bin/python3 -c x",
        "timeout 5 node -e 1",
        "ls | xargs -n1 python3 -c x",
        "python3 <<'E'\nprint(1)\nE",
        "python3 - <<< 'print(1)'",
    ],
    silent: examples![
        "python3 x.py",
        "python3 x.py -c y",
        "python3 -m json.tool f",
        "python3 -m pytest -c x",
        "python3 x.py <<'E'\n1\nE",
        "node app.js -e production",
        "node --require ./a.js b.js -e",
        "perl x.pl -e",
        "ruby -c x.rb",
        "ruby -Ilib x.rb -e 1",
        "grep -e python f",
        "echo python -c x",
        "sed -e s/a/b/ f",
        "cat <<E\npython -c x\nE",
        "cargo run -- -c",
    ],
    ..ForbiddenForm::NONE
};

pub(super) static NESTED_SHELL: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "nested-shell",
        "running a shell inside the command (`bash -c`, `sh -c`)",
        Help::both("write the commands themselves, or put them into a script file and run that"),
    ),
    command: |argv| origin(argv).is_some_and(|(shell, from)| shell && from == Origin::Inline),
    script: |whole| told_here(whole, true),
    fires: examples![
        "bash -c ls",
        "sh -c 'ls'",
        "bash -lc ls",
        "bash -euo pipefail -c ls",
        "bash --norc -c ls",
        "zsh -o x -c ls",
        "/bin/sh -c ls",
        "env -i sh -c ls",
        "nohup sh -c ls &",
        "find . -exec sh -c 'cat {}' \\;",
        "ls | xargs -I{} bash -c 'ls {}'",
        "busybox sh -c ls",
        "bash <<< ls",
        "sh <<E\nls\nE",
        "fish --command ls",
    ],
    silent: examples![
        "bash x.sh",
        "bash x.sh -c y",
        "bash -x x.sh -c",
        "sh -n x.sh",
        "bash x.sh <<E\n1\nE",
        "echo bash -c ls",
        "git commit -m 'bash -c'",
        "ls bash -c",
    ],
    ..ForbiddenForm::NONE
};

pub(super) static EVAL: ForbiddenForm = ForbiddenForm {
    code: Code::brief("eval", "`eval`", Help::both("write the command itself")),
    programs: &["eval"],
    fires: examples![
        "eval ls",
        "eval \"$x\"",
        "ev\\al ls",
        "builtin eval ls",
        "ls && eval ls",
        "echo $(eval ls)",
        "x=$(eval ls)",
    ],
    silent: examples!["grep -r eval src", "echo eval", "git log --grep eval", "cat eval.rs"],
    ..ForbiddenForm::NONE
};

/// Where the program of this command comes from, when it is an interpreter; and whether that is a shell.
pub(super) fn origin(argv: &Argv<'_>) -> Option<(bool, Origin)> {
    let reading = argv.reading();
    let language = reading.form()?.interpreter?;
    let mut origin = None;
    for given in reading.options() {
        let Some(option) = given.option else { continue };
        if holds_code(option.value) || holds_code(option.first) {
            return Some((language == Interpreter::Shell, Origin::Inline));
        }
        match (option.program, given.value) {
            (ProgramSource::Value, Some(value)) => {
                return Some((language == Interpreter::Shell, Origin::Named(reading.span(value.at))));
            }
            (ProgramSource::Input, _) => origin = Some(Origin::Input),
            (ProgramSource::Value | ProgramSource::Elsewhere, _) => {}
        }
    }
    let by_operand = || operand_origin(argv, &reading);
    Some((language == Interpreter::Shell, origin.unwrap_or_else(by_operand)))
}

/// As [`origin`], by the first operand.
fn operand_origin(argv: &Argv<'_>, reading: &Reading<'_, '_>) -> Origin {
    let Some(first) = reading.operands().first() else { return Origin::Input };
    let operands = reading.form().map(|form| &form.operands);
    let kind = operands.and_then(|operands| operands.first.first().copied().or(operands.rest));
    if holds_code(kind) {
        Origin::Inline
    } else if is_input(&argv.shown(*first)) {
        Origin::Input
    } else {
        Origin::Named(reading.span(*first))
    }
}

/// Whether a value or an operand is a program text.
fn holds_code(kind: Option<Kind>) -> bool {
    kind.is_some_and(|kind| matches!(kind.role, Role::Code(_)))
}

/// Whether a path stands for the input.
fn is_input(path: &str) -> bool {
    matches!(path, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// Where an interpreter gets its program from a here-document or a here-string.
fn told_here(whole: &Whole<'_>, shell: bool) -> Option<Span> {
    let told = |index: usize| {
        let mut redirects = whole.script.redirects_of(index);
        redirects.any(|redirect| {
            matches!(
                redirect.op,
                RedirectOp::HereDocument | RedirectOp::HereDocumentTabs | RedirectOp::HereString
            )
        })
    };
    let index = whole.runs.iter().enumerate().position(|(index, runs)| {
        runs.program.is_some_and(|program| program.shell == shell && program.origin == Origin::Input)
            && told(index)
    })?;
    whole.script.commands.get(index).map(|command| command.span)
}
