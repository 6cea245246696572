//! Forms that run a program text in the command: inline code of an interpreter, a nested shell, `eval`.
//!
//! Owns the ways in which an interpreter receives its program: by an option, from a file, or on its input.

use super::argv::Argv;
use super::form::ForbiddenForm;
use super::pipeline::{Origin, Whole};
use crate::codes::{Code, Help};
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
    fires: &[
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
    silent: &[
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
    fires: &[
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
    silent: &[
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
    fires: &[
        "eval ls",
        "eval \"$x\"",
        "ev\\al ls",
        "builtin eval ls",
        "ls && eval ls",
        "echo $(eval ls)",
        "x=$(eval ls)",
    ],
    silent: &["grep -r eval src", "echo eval", "git log --grep eval", "cat eval.rs"],
    ..ForbiddenForm::NONE
};

/// How an interpreter reads its options.
struct Interpreter {
    /// Its names, without a version behind them.
    names: &'static [&'static str],
    /// Whether it is a shell.
    shell: bool,
    /// Letters whose value is code.
    code: &'static str,
    /// Long options whose value is code.
    long_code: &'static [&'static str],
    /// Letters that take the rest of the argument, or the next one, as their value.
    value: &'static str,
    /// Letters that take the rest of the argument only.
    attached: &'static str,
    /// Letters and long options whose value names the program otherwise.
    other: &'static str,
    /// Long options that take the next argument.
    long_value: &'static [&'static str],
}

impl Interpreter {
    const NONE: Self = Self {
        names: &[],
        shell: false,
        code: "",
        long_code: &[],
        value: "",
        attached: "",
        other: "",
        long_value: &[],
    };
}

/// Sources: bash(1), zsh(1), fish(1), python(1), node(1), perlrun(1), ruby(1), php(1), lua(1), Rscript(1), julia(1).
const INTERPRETERS: &[Interpreter] = &[
    Interpreter {
        names: &["ash", "bash", "csh", "dash", "ksh", "mksh", "sh", "tcsh", "zsh"],
        shell: true,
        code: "c",
        value: "oO",
        long_value: &["--init-file", "--rcfile"],
        ..Interpreter::NONE
    },
    Interpreter {
        names: &["fish"],
        shell: true,
        code: "cC",
        long_code: &["--command", "--init-command"],
        value: "dDo",
        ..Interpreter::NONE
    },
    Interpreter { names: &["python", "pypy"], code: "c", value: "WX", other: "m", ..Interpreter::NONE },
    Interpreter {
        names: &["node", "nodejs", "bun", "tsx", "ts-node"],
        code: "ep",
        long_code: &["--eval", "--print"],
        value: "rC",
        long_value: &["--conditions", "--experimental-loader", "--import", "--loader", "--require"],
        ..Interpreter::NONE
    },
    Interpreter { names: &["perl"], code: "eE", value: "I", attached: "iMmCDFVx", ..Interpreter::NONE },
    Interpreter { names: &["ruby"], code: "e", value: "rIC", attached: "iWKTFxEX", ..Interpreter::NONE },
    Interpreter {
        names: &["php"],
        code: "rBRE",
        long_code: &["--run", "--process-begin", "--process-code", "--process-end"],
        value: "cdzSt",
        other: "fF",
        ..Interpreter::NONE
    },
    Interpreter { names: &["lua", "luajit"], code: "e", value: "l", ..Interpreter::NONE },
    Interpreter { names: &["R", "Rscript"], code: "e", ..Interpreter::NONE },
    Interpreter {
        names: &["julia"],
        code: "eE",
        long_code: &["--eval", "--print"],
        value: "LJpt",
        ..Interpreter::NONE
    },
    Interpreter { names: &["osascript"], code: "e", value: "ls", ..Interpreter::NONE },
];

/// Where the program of this command comes from, when it is an interpreter; and whether that is a shell.
pub(super) fn origin(argv: &Argv<'_>) -> Option<(bool, Origin)> {
    let name = argv.name()?;
    let place = |index: usize| argv.arg(index).map_or_else(Span::default, |arg| arg.span);
    match name {
        "." | "source" => {
            let from = match (argv.len(), is_input(&argv.shown(1))) {
                (0 | 1, _) => return None,
                (_, true) => Origin::Input,
                (_, false) => Origin::Named(place(1)),
            };
            return Some((true, from));
        }
        "eval" => return Some((true, Origin::Named(place(1).join(place(argv.len() - 1))))),
        "deno" if argv.shown(1) == "eval" => return Some((false, Origin::Inline)),
        "pwsh" | "powershell" => {
            let code = argv.options().any(|option| {
                let option = option.trim_start_matches('-').to_ascii_lowercase();
                "command".starts_with(&option) || "encodedcommand".starts_with(&option)
            });
            return Some((true, if code { Origin::Inline } else { Origin::Input }));
        }
        _ => {}
    }
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
    let by = INTERPRETERS.iter().find(|by| by.names.contains(&name) || by.names.contains(&plain))?;
    let from = match by.look(argv) {
        At::Inline => Origin::Inline,
        At::Input => Origin::Input,
        At::File(index) => Origin::Named(place(index)),
        At::Elsewhere => return None,
    };
    Some((by.shell, from))
}

/// Where an interpreter's program is.
enum At {
    Inline,
    Input,
    File(usize),
    Elsewhere,
}

impl Interpreter {
    fn look(&self, argv: &Argv<'_>) -> At {
        let file = |index: usize| match argv.shown(index) {
            arg if index >= argv.len() || is_input(&arg) => At::Input,
            _ => At::File(index),
        };
        let mut input = false;
        let mut index = 1;
        while index < argv.len() {
            let arg = argv.shown(index);
            index += 1;
            if arg == "--" {
                return if input { At::Input } else { file(index) };
            }
            if let Some(long) = arg.strip_prefix("--").map(|_| arg.split('=').next().unwrap_or("")) {
                if self.long_code.contains(&long) {
                    return At::Inline;
                }
                index += usize::from(self.long_value.contains(&long) && !arg.contains('='));
                continue;
            }
            let letters = match arg.strip_prefix('-') {
                Some(letters) if !letters.is_empty() => letters,
                _ if self.shell && arg.starts_with('+') && arg.len() > 1 => arg.get(1..).unwrap_or(""),
                _ => return if input { At::Input } else { file(index - 1) },
            };
            for (at, letter) in letters.char_indices() {
                let last = at + letter.len_utf8() == letters.len();
                if self.code.contains(letter) {
                    return At::Inline;
                }
                if self.other.contains(letter) {
                    return At::Elsewhere;
                }
                input |= self.shell && letter == 's';
                if self.value.contains(letter) {
                    // `bash -eo pipefail`: the value is the next argument, whatever follows the letter.
                    index += usize::from(last || self.shell);
                    if !self.shell {
                        break;
                    }
                }
                if self.attached.contains(letter) {
                    break;
                }
            }
        }
        At::Input
    }
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
