//! Whether the output of a command substitution is one number, several numbers between blanks, or nothing.
//!
//! Owns the pipelines that print only numbers; the tables list the programs. Error messages are not part of the output,
//! so a redirect of messages into it makes it unknown. This matters because arithmetic executes a substitution in a
//! subscript, and the name of a file can contain one.

use super::printers::line_filter;
use crate::commands::{self, Arg, OperandsPrinted, Printed, Prints, Proof, Role, Uses, stays_operand};
use crate::script::pipelines;
use crate::script::{Expansions, Joint, PartKind, RedirectOp, Script};

/// Whether the one pipeline in `scope` prints nothing but numbers.
pub(crate) fn printed_in(script: &Script<'_>, scope: u32) -> bool {
    let Some(mut last) = pipelines::last_in(script, scope) else { return false };
    while keeps_numbers(script, last)
        && let Some(before) = plain_writer_to(script, last)
    {
        last = before;
    }
    if is_made_of(script, last, Printed::NumberedLines) {
        return plain_writer_to(script, last).is_some_and(|before| prints_line_numbers(script, before));
    }
    let quiet = script.redirects_of(last).all(|redirect| {
        redirect.op == RedirectOp::Read
            || redirect.op == RedirectOp::Write
                && script.word(redirect.target).and_then(|word| script.text(word)) == Some("/dev/null")
    });
    let Some(command) = script.commands.get(last) else { return false };
    let args = commands::arguments(script, command);
    let piped = command.before == Joint::Pipe;
    let read = script.redirects_of(last).any(|redirect| redirect.op == RedirectOp::Read);
    quiet && command.assignments.is_empty() && counts(&args, piped || read)
}

/// Whether nothing in the word at `index` is known only at run time but numbers that commands print.
pub(crate) fn counts_in(script: &Script<'_>, index: u32) -> bool {
    let Some(word) = script.word(index).filter(|word| word.expansions.any(Expansions::SUBSTITUTION)) else {
        return false;
    };
    script.parts_of(word).iter().all(|part| match part.kind {
        PartKind::Text => true,
        PartKind::Substitution(scope) => printed_in(script, scope),
        _ => false,
    })
}

/// Whether the command at `at` makes numbers of such input. Its name must be written without a directory.
fn is_made_of(script: &Script<'_>, at: usize, input: Printed) -> bool {
    let Some(command) = script.commands.get(at) else { return false };
    let args = commands::arguments(script, command);
    let uses = commands::uses(&args);
    uses.is_bare(&args) && uses.prints(&args, Printed::Numbers).any(|output| output.entry.of == Some(input))
}

/// Whether the command at `at` makes numbers of numbers: it chooses among lines, orders them, or takes blanks away.
fn keeps_numbers(script: &Script<'_>, at: usize) -> bool {
    is_made_of(script, at, Printed::Numbers)
}

/// The command whose output is all that the one at `at` reads, which sets and redirects nothing.
fn plain_writer_to(script: &Script<'_>, at: usize) -> Option<usize> {
    let plain = script.commands.get(at)?.assignments.is_empty() && script.redirects_of(at).next().is_none();
    pipelines::writer_to(script, at).filter(|_| plain)
}

/// Whether the pipeline that ends with the command at `at` prints lines of one file, each after its number and a
/// colon: `grep -n x file | head -1`.
fn prints_line_numbers(script: &Script<'_>, at: usize) -> bool {
    let Some(command) = script.commands.get(at).filter(|command| command.assignments.is_empty()) else {
        return false;
    };
    let args = commands::arguments(script, command);
    if keeps_numbers(script, at) && line_filter(&args).is_some() {
        return plain_writer_to(script, at).is_some_and(|before| prints_line_numbers(script, before));
    }
    let uses = commands::uses(&args);
    let starts = command.before == Joint::Edge;
    let is_quiet = script.redirects_of(at).all(|redirect| pipelines::is_quiet(script, redirect));
    // Of a file that is no text its name is printed.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte);
    let is_plain = |arg: &Arg<'_>| arg.text().is_some_and(|file| file != "-" && file.bytes().all(plain));
    let numbered = uses.prints(&args, Printed::NumberedLines).any(|output| {
        fits(&uses, &args, output.entry, true) && files(&uses, &args).next().is_some_and(is_plain)
    });
    starts && is_quiet && numbered
}

/// Whether a command with these arguments prints numbers only; `fed` when its input is a pipe or a file.
fn counts(args: &[Arg<'_>], fed: bool) -> bool {
    let uses = commands::uses(args);
    uses.prints(args, Printed::Numbers)
        .any(|output| output.entry.of.is_none() && fits(&uses, args, output.entry, fed))
}

/// The operands that are neither patterns nor formats.
fn files<'a, 's>(uses: &'a Uses, args: &'a [Arg<'s>]) -> impl Iterator<Item = &'a Arg<'s>> {
    let is_file = |at: &&usize| uses.uses.get(**at).is_none_or(|used| used.role != Role::Pattern);
    uses.operands.iter().filter(is_file).filter_map(|at| args.get(*at))
}

/// Whether the operands are those that `entry` asks for, and no argument can become an option.
fn fits(uses: &Uses, args: &[Arg<'_>], entry: &Prints, fed: bool) -> bool {
    let is_proven = uses.proof == Proof::ReadOnly;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match entry.operands {
        OperandsPrinted::Any | OperandsPrinted::NoOptions | OperandsPrinted::Revisions => {
            let stays =
                |at: &usize| args.get(*at).is_some_and(|arg| arg.text().is_some() || stays_operand(arg));
            let is_only_format = entry.format.is_none() || uses.operands.len() == 1;
            is_proven && is_only_format && (fed || !entry.fed) && uses.operands.iter().all(stays)
        }
        // With several files, or where it looks for them itself, their names are in front.
        OperandsPrinted::OneFile => {
            let count = files(uses, args).count();
            let is_known = args.iter().all(|arg| arg.text().is_some());
            is_proven && is_known && (count == 1 || count == 0 && fed)
        }
        // What a name that begins with `-` changes has no file any more.
        OperandsPrinted::One => matches!(args, [_, _, _, file] if !file.splits()),
        OperandsPrinted::Numbers => {
            let is_number = |arg: &Arg<'_>| arg.value.is_number() || arg.text().is_some_and(is_digits);
            args.len() > 1 && args.iter().skip(1).all(is_number)
        }
    }
}
