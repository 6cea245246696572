//! Whether a command substitution becomes one number, or numbers with blanks between them, or nothing.
//!
//! Owns the list of programs that print numbers and nothing else on their output. What they complain about does not
//! come with it, so a redirect of messages into the output ends the trust. It matters that nothing else is printed:
//! arithmetic executes a substitution in a subscript, and a file's name can be one.

use alloc::vec::Vec;

use crate::commands::{self, Arg, Proof, Role, Uses};
use crate::script::pipelines;
use crate::script::{Joint, RedirectOp, Script};
use crate::syntax::{PieceKind, Traits};

/// Whether the one pipeline in `scope` prints nothing but numbers.
pub(crate) fn printed_in(script: &Script<'_>, scope: u32) -> bool {
    let Some(mut last) = pipelines::last_in(script, scope) else { return false };
    while texts(script, last).is_some_and(|words| keeps_numbers(&words))
        && let Some(before) = plain_writer_to(script, last)
    {
        last = before;
    }
    if is_first_field(script, last) {
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
    let Some(word) = script.word(index).filter(|word| word.traits.has(Traits::SUBSTITUTION)) else {
        return false;
    };
    script.pieces_of(word).iter().all(|piece| match piece.kind {
        PieceKind::Literal | PieceKind::SingleQuoted | PieceKind::DoubleQuoted => true,
        PieceKind::Substitution(scope) => printed_in(script, scope),
        _ => false,
    })
}

/// The words of the command at `at`, when all of them are known.
fn texts<'s>(script: &'s Script<'_>, at: usize) -> Option<Vec<&'s str>> {
    script.words_of(script.commands.get(at)?).iter().map(|word| script.text(word)).collect()
}

/// Whether a command only chooses among lines, orders them, or takes blanks away.
fn keeps_numbers(words: &[&str]) -> bool {
    matches!(
        words,
        ["tr", "-d", " " | "[:blank:]" | "[:space:]"]
            | ["head" | "tail", "-1" | "-n1"]
            | ["head" | "tail", "-n", "1"]
            | ["sort", "-n" | "-u" | "-rn" | "-nr" | "-r"]
    )
}

/// The command whose output is all that the one at `at` reads, which sets and redirects nothing.
fn plain_writer_to(script: &Script<'_>, at: usize) -> Option<usize> {
    let plain = script.commands.get(at)?.assignments.is_empty() && script.redirects_of(at).next().is_none();
    pipelines::writer_to(script, at).filter(|_| plain)
}

/// Whether the command at `at` prints what stands in front of the first colon of each line.
fn is_first_field(script: &Script<'_>, at: usize) -> bool {
    matches!(
        texts(script, at).as_deref(),
        Some(
            ["cut", "-d:", "-f1"]
                | ["cut", "-f1", "-d:"]
                | ["cut", "-d", ":", "-f1"]
                | ["cut", "-d", ":", "-f", "1"]
        )
    )
}

/// Whether the pipeline that ends with the command at `at` prints lines of one file, each behind its number and a
/// colon: `grep -n x file | head -1`.
fn prints_line_numbers(script: &Script<'_>, at: usize) -> bool {
    let Some(words) = texts(script, at) else { return false };
    if keeps_numbers(&words) && words.first() != Some(&"tr") {
        return plain_writer_to(script, at).is_some_and(|before| prints_line_numbers(script, before));
    }
    let args = commands::arguments(
        script,
        match script.commands.get(at) {
            Some(command) if command.assignments.is_empty() => command,
            _ => return false,
        },
    );
    let uses = commands::uses(&args);
    let starts = script.commands.get(at).is_some_and(|command| command.before == Joint::Edge);
    let is_quiet = script.redirects_of(at).all(|redirect| pipelines::is_quiet(script, redirect));
    let only = &["-e", "-E", "-F", "-i", "-m", "-n", "-s", "-v", "-w", "-x"];
    let numbered = uses.options.iter().any(|(_, option)| option.names.contains(&"-n"));
    let is_file = |at: &&usize| uses.uses.get(**at).is_some_and(|used| used.role != Role::Pattern);
    let mut files = uses.operands.iter().filter(is_file);
    // Of a file that is no text its name is printed.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte);
    let one = match (files.next().and_then(|at| args.get(*at)?.text()), files.next()) {
        (Some(file), None) => file != "-" && file.bytes().all(plain),
        _ => false,
    };
    words.first() == Some(&"grep") && starts && is_quiet && numbered && one && takes_only(&uses, &args, only)
}

/// Whether a command with these arguments prints numbers only; `fed` when its input is a pipe or a file.
fn counts(args: &[Arg<'_>], fed: bool) -> bool {
    let uses = commands::uses(args);
    let Some(program) = uses.program else { return false };
    let operands = || uses.operands.iter().filter_map(|at| args.get(*at));
    let one = args.len() == 2;
    let texts = || args.iter().skip(1).map(Arg::text);
    match program.name {
        // With a file among its arguments it prints the file's name as well.
        "wc" => {
            let only = &["-l", "-w", "-c", "-m", "-L"];
            fed && one && uses.operands.is_empty() && takes_only(&uses, args, only)
        }
        // With several files, or where it looks for them itself, their names stand in front.
        "grep" | "egrep" | "fgrep" => {
            let only = &["-a", "-c", "-e", "-E", "-F", "-h", "-i", "-P", "-s", "-v", "-w", "-x"];
            let counts = uses.options.iter().any(|(_, option)| option.names.contains(&"-c"));
            let is_file = |at: &&usize| uses.uses.get(**at).is_none_or(|used| used.role != Role::Pattern);
            let files = uses.operands.iter().filter(is_file).count();
            let known = args.iter().all(|arg| arg.text().is_some());
            counts && known && takes_only(&uses, args, only) && (files == 0 && fed || files == 1)
        }
        "date" => {
            takes_only(&uses, args, &["-d", "-u"])
                && uses.operands.len() == 1
                && operands()
                    .all(|arg| arg.text().is_some_and(|text| is_numeric_format(text, '+', "sYmdHMSNju")))
        }
        "stat" => {
            let mut texts = texts();
            let option = matches!(texts.next().flatten(), Some("-c" | "--format"));
            let format =
                texts.next().flatten().is_some_and(|text| is_numeric_format(text, '%', "sYXZWaugih"));
            // What a name that begins with `-` changes has no file any more.
            option && format && matches!(args, [_, _, _, file] if !file.splits())
        }
        "id" => one && texts().all(|text| matches!(text, Some("-u" | "-g"))),
        "nproc" => args.len() == 1,
        "pgrep" => takes_only(&uses, args, &["-c", "-f", "-i", "-n", "-o", "-u", "-x"]),
        "seq" => {
            let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let mut numbers = args.iter().skip(1);
            args.len() > 1 && numbers.all(|arg| arg.value.is_number() || arg.text().is_some_and(number))
        }
        "git" => {
            let only = &[
                "--all",
                "--author",
                "--branches",
                "--count",
                "--first-parent",
                "--grep",
                "--left-right",
                "--max-count",
                "--merges",
                "--no-merges",
                "--remotes",
                "--since",
                "--tags",
                "--until",
            ];
            let begins = matches!(args, [_, list, count, ..]
                if list.text() == Some("rev-list") && count.text() == Some("--count"));
            begins && takes_only(&uses, args, only)
        }
        _ => false,
    }
}

/// Whether all options are among `only`, and no argument can become another one.
fn takes_only(uses: &Uses, args: &[Arg<'_>], only: &[&str]) -> bool {
    let is_known = uses.options.iter().all(|(_, option)| option.names.iter().any(|name| only.contains(name)));
    let stays = |at: &usize| {
        args.get(*at).is_some_and(|arg| {
            arg.text().is_some()
                || !arg.splits() && !arg.prefix().is_empty() && !arg.prefix().starts_with('-')
        })
    };
    is_known && uses.proof == Proof::ReadOnly && uses.operands.iter().all(stays)
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
