//! jq programs that reach outside their input.

use alloc::format;

use super::form::{Case, Found, Marks, check};
use super::jq_arguments::{self, JqArgument};
use super::jq_words::{self, JqWord};
use crate::span::Span;
use crate::script::{Joint, Script, ScopeKind, Simple, Value, Word};
use crate::syntax::{PieceKind, Traits};

check! {
    /// jq looks like a viewer for JSON and is a programming language. `env` and `$ENV` print every secret in the
    /// environment, `import` and `include` load code from files, `input_filename` and `debug` say things that
    /// are not in the data. A program that the shell fills in may say any of these.
    ///
    /// ```sh,fires
    /// jq -n env
    /// jq -n 'env.AWS_SECRET_ACCESS_KEY'
    /// jq '.a | $ENV.PATH' f
    /// jq '$ ENV' f
    /// jq '{$ENV}' f
    /// jq '{a: env}' f
    /// jq '{(env.X): 1}' f
    /// jq '{a: if . then 1, env, 2 else 3 end}' f
    /// jq -n '"\(env)"'
    /// jq -n '"a \("b \($ENV)")"'
    /// jq -n '@text "\(env)"'
    /// jq 'import "x" as x; x::y' f
    /// jq 'include "x"; y' f
    /// jq '. as $x | input_filename' f
    /// jq 'debug | .a' f
    /// jq '.a | stderr' f
    /// jq 'path(.a)' f
    /// jq -n builtins
    /// jq '"x" | halt_error' f
    /// jq 'system("id")' f
    /// jq -r '.[] | @sh' f | sh
    /// eval "$(jq -r '@sh "x=\(.a)"' f)"
    /// jq --arg a b env f
    /// /usr/bin/jq -n env
    /// timeout 5 jq -n env
    /// ls | xargs jq env
    /// jq "$program" f
    /// jq ".[] | select(.name == \"$name\")" f
    /// jq $(cat program) f
    /// j'q' -n e'n'v
    /// ```
    ///
    /// ```sh,fires,whole
    /// jq -n '1 # \
    /// | env'
    /// ```
    ///
    /// Field names, keys and text are data, whatever they are called. So are values that come in through
    /// `--arg`.
    ///
    /// ```sh,silent
    /// jq '.env.name' f
    /// jq '.path' f
    /// jq -r '.items[] | .id' f
    /// jq .
    /// jq .[] f
    /// jq -r .items[0].name f
    /// jq '{path, env: .x, "system": 1}' f
    /// jq '.["env"], ."env", .a.env?' f
    /// jq '"env $ENV" # env' f
    /// jq --arg env "$HOME" '.a == $env' f
    /// jq '[paths | join(".")]' f
    /// jq -r '.[] | @sh' f
    /// jq -r '.[] | @csv' f | head
    /// jq --version
    /// jq 'with_entries(.value |= tostring) | to_entries[]' f
    /// grep env jq.txt
    /// ```
    ///
    /// The program is the same one in PowerShell.
    ///
    /// ```powershell,fires
    /// jq env
    /// gc a.json | jq '$ENV.PATH'
    /// jq '.a | input_filename' a.json
    /// jq "`$ENV" a.json
    /// ```
    ///
    /// ```powershell,silent
    /// gc a.json | jq .
    /// jq '.env.name' a.json
    /// jq -r '.items[] | .id' a.json
    /// gc a.json | ConvertFrom-Json
    /// ```
    pub static JQ_SYSTEM_FUNCTION = 2 {
        says: "the jq program reaches outside its input",
        help: "use only filters that work on the input, and pass values in with `--arg`",
        marks: Marks::of(b"q\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        jq_arguments::each(script, command, &mut |argument, word, index| {
            if argument != JqArgument::Program {
                return;
            }
            let known = case.texts.iter().find(|(known, _)| *known == index);
            let passed_on = passed_on(script, command);
            if let Some((_, programs)) = known {
                for program in programs {
                    each_reach(program, passed_on, &mut |start, end, why| {
                        let written = program.get(start..end).unwrap_or("");
                        found.ask_because(word.span, format!("`{written}` {why}"));
                    });
                }
                return;
            }
            let Some(program) = program(script, word) else {
                if !case.any_value(index) {
                    found.ask_because(word.span, "the jq program is known only at run time".into());
                }
                return;
            };
            each_reach(program, passed_on, &mut |start, end, why| {
                let written = program.get(start..end).unwrap_or("");
                found.ask_because(place(script, word, program, start, end), format!("`{written}` {why}"));
            });
        });
    }
}

/// Tells `tell` of every part of `program` that reaches outside its input: where, and what it does.
fn each_reach(program: &str, passed_on: bool, tell: &mut dyn FnMut(usize, usize, &'static str)) {
    jq_words::each(program, &mut |token, start, end| {
        let why = match token {
            JqWord::Call(name) => reaches(name),
            JqWord::Variable("ENV" | "__prog_args") => Some("reads the environment"),
            JqWord::Format("sh") if passed_on => Some("builds shell words, which are passed on"),
            JqWord::Variable(_) | JqWord::Format(_) => None,
            JqWord::ContinuedComment => {
                Some("ends in a backslash, and versions of jq differ on where the comment ends")
            }
        };
        if let Some(why) = why {
            tell(start, end, why);
        }
    });
}

/// What the function does besides computing.
fn reaches(name: &str) -> Option<&'static str> {
    Some(match name {
        "env" => "reads the environment",
        "import" | "include" | "modulemeta" | "get_search_list" => "loads or describes code from files",
        "input_filename" => "names the files that are read",
        "debug" | "stderr" | "halt_error" => "writes to the error output",
        "system" => "runs a program",
        "path" | "builtins" => "looks at the program itself",
        _ => return None,
    })
}

/// The program's text. A subscript such as `.[0]` is a pattern to the shell, which leaves it as it is.
fn program<'s>(script: &'s Script<'_>, word: &'s Word) -> Option<&'s str> {
    let subscripts = || {
        let traits = Traits(word.traits.0 & !Traits::GLOB.0) == Traits::default();
        let written = script.slice(word.span);
        let mut parts = written.split('[');
        parts.next();
        let numbers = |part: &str| {
            let inside = part.split(']').next().unwrap_or("");
            inside.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'-'))
        };
        (word.value == Value::Pattern && traits && !written.contains(['*', '?']) && parts.all(numbers))
            .then_some(written)
    };
    script.text(word).or_else(subscripts)
}

/// Whether the output goes into another command.
fn passed_on(script: &Script<'_>, command: &Simple) -> bool {
    let scope = script.scopes.get(command.scope as usize).map(|scope| scope.kind);
    matches!(command.after, Joint::Pipe | Joint::PipeBoth)
        || matches!(
            scope,
            Some(ScopeKind::Substitution | ScopeKind::Backquote | ScopeKind::ProcessSubstitution)
        )
}

/// Where the token is in the source, when the program is there as it is.
fn place(script: &Script<'_>, word: &Word, program: &str, start: usize, end: usize) -> Span {
    let quoted = matches!(
        script.pieces_of(word),
        [piece] if matches!(piece.kind, PieceKind::SingleQuoted | PieceKind::DoubleQuoted)
    );
    let from = word.span.start as usize + usize::from(quoted);
    let stands = Span::new(from, from + program.len()).slice(script.source) == program;
    if stands { Span::new(from + start, from + end) } else { word.span }
}
