//! Programs that print names of files, one after another, and programs that only select lines.
//!
//! Owns the conditions on operands. The table of a program lists the options, in closed lists: with any other option
//! the output is no list of names (`git ls-files --format=/etc/shadow`, `grep -ho -l -e '/etc/[a-z]*'`, `head -c5`).

use super::value::is_one_word;
use crate::commands::{self, Arg, Count, OperandsPrinted, Printed, Proof, Role, Syntax};
use crate::paths::lexical as paths;
use crate::paths::wildcard::climbs;

/// How the names are printed by one command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Listing {
    /// Whether each of them begins with `./`.
    pub(crate) dotted: bool,
    /// Whether a NUL ends each of them, which no name has in it.
    pub(crate) null: bool,
    /// Whether they are names in trees, of which git only looks at those that it checks out.
    pub(crate) committed: bool,
}

/// What a command does with the lines of its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineFilter {
    /// Whether what ends with a NUL is a line to it.
    pub(crate) null: bool,
}

/// How a command lists names of files below the working directory, if that is what it does. `cwd` is the request's.
pub(crate) fn listing(args: &[Arg<'_>], cwd: Option<&str>, source: &str) -> Option<Listing> {
    let uses = commands::uses(args);
    if uses.proof != Proof::ReadOnly {
        return None;
    }
    let below = |arg: &Arg<'_>| stays_below(arg, cwd, source);
    let mut operands = uses.operands.iter().filter_map(|at| {
        let is_pattern = uses.uses.get(*at).is_some_and(|used| used.role == Role::Pattern);
        args.get(*at).filter(|_| !is_pattern)
    });
    if let Some(output) = uses.first_printed(args, Printed::Operands).filter(|it| it.entry.format.is_some()) {
        let plain = |arg: &Arg<'_>| {
            arg.text().map_or(arg.prefix() != "-", |text| is_one_word(text) && !text.starts_with('-'))
        };
        let listing = Listing { dotted: false, null: output.null, committed: false };
        // The first one is the format.
        return operands.skip(1).all(|arg| plain(arg) && below(arg)).then_some(listing);
    }
    let output = uses.first_printed(args, Printed::FileNames)?;
    // A file can be called `-a`, with which ls prints `..` as well; its letters are no dot and no slash.
    let stray =
        |arg: &Arg<'_>| arg.text().is_none() && arg.prefix().is_empty() && !arg.suffix().contains(['.', '/']);
    if output.entry.operands == OperandsPrinted::NoOptions && args.iter().any(stray) {
        return None;
    }
    // Without an operand only a program whose arguments are an expression begins with `./`, and operands that are added may
    // be none.
    let is_there = |arg: &Arg<'_>| arg.text().is_some() || arg.value.count() == Count::One;
    let starts = uses.form.is_some_and(|form| form.syntax.kind == Syntax::Expression);
    let dotted = output.entry.dotted
        && (starts || operands.clone().any(is_there))
        && operands.clone().all(|start| start.text() == Some(".") || start.prefix().starts_with("./"));
    let committed = output.entry.committed;
    operands.all(below).then_some(Listing { dotted, null: output.null, committed })
}

/// How a command passes on lines of its input, if that is all it does.
pub(crate) fn line_filter(args: &[Arg<'_>]) -> Option<LineFilter> {
    let uses = commands::uses(args);
    if uses.proof != Proof::ReadOnly {
        return None;
    }
    let null = uses.first_printed(args, Printed::Lines)?.null;
    let is_pattern = |at: &usize| {
        uses.uses.get(*at).is_some_and(|used| used.role == Role::Pattern)
            && args.get(*at).is_some_and(|arg| !arg.splits())
    };
    uses.operands.iter().all(is_pattern).then_some(LineFilter { null })
}

/// Whether what an argument names, and all that is found in it, lies below the working directory.
fn stays_below(arg: &Arg<'_>, cwd: Option<&str>, source: &str) -> bool {
    let Some(text) = arg.text() else {
        return arg.value.is_file_name()
            && !arg.prefix().starts_with(['/', '~', '-', ':'])
            && !arg.prefix().contains('\\')
            && !climbs(arg.span.slice(source));
    };
    // What git leaves out (`:!vendor`).
    let text = text.strip_prefix(":!").or_else(|| text.strip_prefix(":(exclude)")).unwrap_or(text);
    if text.starts_with('/') {
        // A working directory with a blank in its name would be cut there.
        return cwd.is_some_and(|cwd| cwd.len() > 1 && is_one_word(cwd) && paths::is_within(text, cwd));
    }
    !text.is_empty()
        && !text.starts_with(['~', '-', '!', '^'])
        && !text.contains([':', '\\'])
        && text.split('/').all(|component| component != "..")
}
