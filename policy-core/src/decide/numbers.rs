//! Whether a command substitution becomes one number, or numbers with blanks between them, or nothing.
//!
//! Owns the list of programs that print numbers and nothing else on their output. What they complain about does not
//! come with it, so a redirect of messages into the output ends the trust.

use crate::commands::{self, Arg};
use crate::syntax::{Joint, PieceKind, RedirectOp, Script, Traits};

/// Whether the one pipeline in `scope` prints nothing but numbers.
pub(super) fn printed_in(script: &Script<'_>, scope: u32) -> bool {
    let inside = || {
        (0..script.commands.len()).filter(|at| script.commands.get(*at).is_some_and(|it| it.scope == scope))
    };
    let Some(last) = inside().next_back() else { return false };
    let joined = inside().filter(|at| *at != last).all(|at| {
        script.commands.get(at).is_some_and(|it| it.after == Joint::Pipe && it.before != Joint::PipeBoth)
    });
    let quiet = script.redirects_of(last).all(|redirect| {
        redirect.op == RedirectOp::Read
            || redirect.op == RedirectOp::Write
                && script.word(redirect.target).and_then(|word| script.text(word)) == Some("/dev/null")
    });
    let Some(command) = script.commands.get(last) else { return false };
    let args = commands::arguments(script, command);
    let piped = command.before == Joint::Pipe;
    let read = script.redirects_of(last).any(|redirect| redirect.op == RedirectOp::Read);
    let name = args.first().and_then(|arg| arg.text);
    joined
        && quiet
        && matches!(command.before, Joint::Pipe | Joint::Edge)
        && command.assignments.is_empty()
        && name.is_some_and(|name| counts(name, args.get(1..).unwrap_or(&[]), piped || read))
}

/// Whether nothing in the word at `index` is known only at run time but numbers that commands print.
pub(super) fn counts_in(script: &Script<'_>, index: u32) -> bool {
    let Some(word) = script.word(index).filter(|word| word.traits.has(Traits::SUBSTITUTION)) else {
        return false;
    };
    script.pieces_of(word).iter().all(|piece| match piece.kind {
        PieceKind::Literal | PieceKind::SingleQuoted | PieceKind::DoubleQuoted => true,
        PieceKind::Substitution(scope) => printed_in(script, scope),
        _ => false,
    })
}

/// Whether a program with these arguments prints numbers only; `fed` when its input is a pipe or a file.
fn counts(name: &str, args: &[Arg<'_>], fed: bool) -> bool {
    let texts = || args.iter().map(|arg| arg.text);
    let one = args.len() == 1;
    match name {
        // With a file among its arguments it prints the file's name as well.
        "wc" => fed && one && texts().all(|text| matches!(text, Some("-l" | "-w" | "-c" | "-m"))),
        "grep" | "egrep" | "fgrep" => {
            let options = texts().take_while(|text| text.is_some_and(|text| text.starts_with('-')));
            let options = options.count();
            let counts = |text: &str| {
                text.strip_prefix('-').is_some_and(|letters| {
                    letters.contains('c') && letters.bytes().all(|letter| b"ciEFvwx".contains(&letter))
                })
            };
            let operands = args.len() - options;
            let literal = args.get(options..).unwrap_or(&[]).iter().all(|arg| arg.text.is_some());
            options == 1
                && texts().next().flatten().is_some_and(counts)
                && literal
                && (operands == 1 && fed || operands == 2)
        }
        "date" => {
            one && texts().all(|text| text.is_some_and(|text| is_numeric_format(text, '+', "sYmdHMSNju")))
        }
        "stat" => {
            let mut texts = texts();
            let option = matches!(texts.next().flatten(), Some("-c" | "--format"));
            let format =
                texts.next().flatten().is_some_and(|text| is_numeric_format(text, '%', "sYXZWaugih"));
            option && format && args.len() == 3
        }
        "id" => one && texts().all(|text| matches!(text, Some("-u" | "-g"))),
        "nproc" => args.is_empty(),
        "seq" => {
            let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            !args.is_empty() && args.iter().all(|arg| arg.number || arg.text.is_some_and(number))
        }
        "git" => {
            let mut texts = texts();
            texts.next().flatten() == Some("rev-list") && texts.next().flatten() == Some("--count")
        }
        _ => false,
    }
}

/// Whether a format is one or more conversions of these letters, without any text; `+` may stand in front of a date's.
fn is_numeric_format(text: &str, start: char, letters: &str) -> bool {
    let text = if start == '+' { text.strip_prefix('+') } else { Some(text) };
    let Some(text) = text.filter(|text| !text.is_empty()) else { return false };
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '%' || !characters.next().is_some_and(|letter| letters.contains(letter)) {
            return false;
        }
    }
    true
}
