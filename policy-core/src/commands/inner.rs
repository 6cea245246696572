//! Commands inside commands: what a wrapper runs, and where it stands among the arguments.
//!
//! Owns the nouns; the tables say which argument it is. An inner command is to be judged like one that
//! stands alone; one that could not be told exactly is still offered to deny rules, never to allow.

use alloc::vec::Vec;

use super::argument::Arg;
use super::engine::{Reader, system_name};
use super::packed::program;
use super::shape::{Program, Syntax};
use crate::paths::lexical::last_part;
use crate::syntax::Dialect;

/// Names of the standard input.
const INPUT: &[&str] = &["-", "/dev/fd/0", "/dev/stdin", "/proc/self/fd/0"];

/// A command inside a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inner {
    /// A command of its own: `ls -l` in `timeout 5 ls -l`.
    Command {
        /// Index of its name among the arguments.
        at: usize,
        /// Index after its last argument.
        end: usize,
        /// The program that runs it.
        wrapper: &'static str,
        /// Whether it may be looked through for an allow rule: the wrapper is one of the allow set, and
        /// every option of it was understood.
        allowed: bool,
        /// Whether it may be looked through to prove that it only reads.
        provable: bool,
        /// The argument, and the byte in it, where the text begins that the wrapper replaces (`xargs -I`).
        replaces: Option<(usize, usize)>,
        /// Whether the wrapper adds arguments that are not known (see [`Arg::anything`]).
        appends: bool,
    },
    /// A shell command line: the arguments from `at` up to `end`, joined by blanks, the first one without
    /// its first `skip` bytes.
    Shell {
        /// Index of the first argument that holds it.
        at: usize,
        /// Index after the last argument that holds it.
        end: usize,
        /// Bytes of the first argument that stand before it (`--command=`).
        skip: usize,
        /// The program that runs it.
        wrapper: &'static str,
    },
    /// Arguments of the program itself, which the argument `at` holds behind its first `skip` bytes: an alias that is
    /// given on the line.
    Own {
        /// Index of the argument that holds them.
        at: usize,
        /// Bytes of it that stand before them.
        skip: usize,
        /// The program.
        wrapper: &'static str,
    },
    /// A command, or a shell command line, that begins at `from` or at any later argument: the wrapper's
    /// options were not understood.
    AnyOf {
        /// Index of the first argument at which it can begin.
        from: usize,
        /// The program that runs it.
        wrapper: &'static str,
    },
}

impl Inner {
    /// Whether it may be looked through to prove that it only reads.
    pub const fn is_provable(&self) -> bool {
        matches!(self, Self::Command { provable: true, .. })
    }

    /// Index of the first argument that is, or could be, part of it.
    pub const fn at(&self) -> usize {
        match self {
            Self::Command { at, .. } | Self::Shell { at, .. } | Self::Own { at, .. } => *at,
            Self::AnyOf { from, .. } => *from,
        }
    }
}

/// The first command that the program of `args` would run from its arguments.
pub fn inner(args: &[Arg<'_>]) -> Option<Inner> {
    inners(args).first().copied()
}

/// Every command that the program of `args` would run from its arguments; find can have several.
pub fn inners(args: &[Arg<'_>]) -> Vec<Inner> {
    let name = args.first().and_then(|arg| arg.text);
    let Some(program) = name.map(system_name).and_then(program).filter(|program| program.runs) else {
        return Vec::new();
    };
    if !may_run(program, args) {
        return Vec::new();
    }
    let reader = Reader::read(program, Dialect::Zsh, args);
    if !reader.inner.is_empty() {
        return reader.inner;
    }
    match reader.unknown {
        Some((doubtful, _)) if program.wrapper.is_some() && doubtful + 1 < args.len() => {
            let mut found = reader.inner;
            found.push(Inner::AnyOf { from: doubtful + 1, wrapper: program.name });
            found
        }
        _ => Vec::new(),
    }
}

/// Whether the arguments name a sub-command, or hold an option, that could run something; without reading them.
fn may_run(program: &Program, args: &[Arg<'_>]) -> bool {
    let form = &program.form;
    if program.wrapper.is_some() || form.syntax == Syntax::Expression || form.subs.is_empty() {
        return true;
    }
    // `git -c alias.x='!command' x`
    args.iter()
        .skip(1)
        .filter_map(|arg| arg.text)
        .any(|text| text == "-c" || !text.starts_with('-') && form.sub(text).is_some_and(|sub| sub.runs))
}

/// Whether the program of `args` runs the commands that it reads from its standard input, as far as can be told.
pub fn reads_commands(args: &[Arg<'_>]) -> bool {
    let name = args.first().and_then(|arg| arg.text);
    let Some(program) = name.map(last_part).and_then(program) else { return false };
    let Some(most) = program.form.commands else { return false };
    let reader = Reader::read(program, Dialect::Zsh, args);
    if reader.inner.iter().any(|inner| !matches!(inner, Inner::AnyOf { .. })) {
        return false;
    }
    let text = |at: &usize| args.get(*at).and_then(|arg| arg.text);
    let is_input = |text: &str| INPUT.contains(&text);
    let count = reader.operands().iter().filter(|at| !text(at).is_some_and(is_input)).count();
    let says_so = || (1..args.len()).any(|at| text(&at) == Some("-s"));
    count <= usize::from(most) || says_so()
}
