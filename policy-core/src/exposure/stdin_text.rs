//! Text known to arrive on a command's standard input: here-documents, here-strings, and the output of `echo`, `printf`
//! or `cat` in front of a pipe.
//!
//! Owns the texts, which deny and ask rules see. Never used to allow anything.

use alloc::string::String;
use alloc::vec::Vec;

use super::inline_script;
use crate::commands::{self, Arg, OutputSource};
use crate::script::pipelines::command_before;
use crate::script::{Joint, RedirectOp, ScopeKind, Script};

/// The largest number of texts of one command, and of commands before it, that are looked at.
const TEXTS_MAX: usize = 16;

/// The texts that the command at `index` reads from its input, as far as the script contains them.
pub(crate) fn texts(script: &Script<'_>, index: usize) -> Vec<String> {
    let mut found = Vec::new();
    gather(script, index, TEXTS_MAX, &mut found);
    found
}

/// The texts of process substitutions among the arguments: `bash <(echo x)`.
pub(crate) fn piped_arguments(script: &Script<'_>, args: &[Arg<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    for word in args.iter().filter(|arg| arg.value.is_pipe()).filter_map(|arg| script.word(arg.word)) {
        if let Some(scope) = script.process_in(word) {
            printed_in(script, scope, TEXTS_MAX, &mut found);
        }
    }
    found
}

fn gather(script: &Script<'_>, index: usize, left: usize, found: &mut Vec<String>) {
    let Some(command) = script.commands.get(index).filter(|_| left > 0) else { return };
    for document in &script.here_documents {
        let redirect = script.redirects.get(document.redirect as usize);
        if redirect.is_some_and(|redirect| redirect.command == Some(index as u32)) {
            found.push(document.body.slice(script.source).into());
        }
    }
    for redirect in script.redirects_of(index) {
        if let Some(scope) = script.process(redirect) {
            printed_in(script, scope, left - 1, found);
        }
        if redirect.op == RedirectOp::HereString
            && let Some(word) = script.word(redirect.target)
        {
            let written = || inline_script::word(script, word);
            found.push(script.text(word).map_or_else(written, String::from));
        }
    }
    if matches!(command.before, Joint::Pipe | Joint::PipeBoth) {
        match command_before(script, index) {
            Some(writer) if pipes(script, writer) => printed(script, writer, left - 1, found),
            // The text before the pipe is a group, a loop or a subshell.
            _ => {
                let inside = (0..index).filter(|at| {
                    script
                        .commands
                        .get(*at)
                        .is_some_and(|other| is_inside(script, other.scope, command.scope))
                });
                for writer in inside.take(left) {
                    printed(script, writer, left / 2, found);
                }
            }
        }
    }
}

fn pipes(script: &Script<'_>, at: usize) -> bool {
    script.commands.get(at).is_some_and(|it| matches!(it.after, Joint::Pipe | Joint::PipeBoth))
}

/// Whether `scope` lies in `outer`, with nothing but groups, loops and subshells between them.
fn is_inside(script: &Script<'_>, scope: u32, outer: u32) -> bool {
    let passes = |kind| matches!(kind, ScopeKind::Group | ScopeKind::Subshell | ScopeKind::Body);
    let mut between =
        script.scopes_around(scope).take_while(|(at, scope)| *at != outer && passes(scope.kind));
    between.any(|(_, scope)| scope.parent == outer)
}

fn printed_in(script: &Script<'_>, scope: u32, left: usize, found: &mut Vec<String>) {
    let inside =
        (0..script.commands.len()).filter(|at| script.commands.get(*at).is_some_and(|it| it.scope == scope));
    for at in inside.take(left).collect::<Vec<_>>() {
        printed(script, at, left.saturating_sub(1), found);
    }
}

/// Collects what the command at `at` prints.
fn printed(script: &Script<'_>, at: usize, left: usize, found: &mut Vec<String>) {
    let Some(command) = script.commands.get(at) else { return };
    let args = commands::arguments(script, command);
    let Some((name, rest)) = args.split_first() else { return };
    match name.text().and_then(commands::output_source) {
        Some(OutputSource::Operands) => {
            let options = |arg: &&Arg<'_>| {
                arg.text().and_then(|text| text.strip_prefix('-')).is_some_and(|letters| {
                    !letters.is_empty() && letters.bytes().all(|byte| b"neE".contains(&byte))
                })
            };
            found.push(joined(rest.iter().skip_while(options)));
        }
        Some(OutputSource::Format) => {
            let rest = if rest.first().and_then(Arg::text) == Some("--") {
                rest.get(1..).unwrap_or(&[])
            } else {
                rest
            };
            found.push(formatted(rest));
        }
        Some(OutputSource::Input) => gather(script, at, left, found),
        Some(OutputSource::Directories | OutputSource::Trees) | None => {}
    }
}

fn joined<'a>(args: impl Iterator<Item = &'a Arg<'a>>) -> String {
    let mut line = String::new();
    for arg in args {
        line.push_str(arg.prefix());
        line.push(' ');
    }
    unescaped(&line)
}

/// The output of `printf`: each value at its conversion, further values after the format.
fn formatted(args: &[Arg<'_>]) -> String {
    let mut values = args.iter().skip(1).map(Arg::prefix);
    let mut line = String::new();
    let mut format = args.first().map_or("", |arg| arg.prefix());
    while let Some((front, rest)) = format.split_once('%') {
        line.push_str(front);
        let end = rest.find(|sign: char| sign.is_ascii_alphabetic() || sign == '%').unwrap_or(rest.len());
        let after = rest.get(end..).unwrap_or("");
        if after.starts_with('%') {
            line.push('%');
        } else {
            line.push_str(values.next().unwrap_or(""));
        }
        format = after.get(1..).unwrap_or("");
    }
    line.push_str(format);
    for value in values {
        line.push(' ');
        line.push_str(value);
    }
    unescaped(&line)
}

/// The text with `\n`, `\t`, `\xHH` and octal escapes replaced as `printf` and `echo -e` do.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((front, after)) = rest.split_once('\\') {
        out.push_str(front);
        let (sign, length) = escape(after);
        out.extend(sign);
        rest = after.get(length..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

/// The character of an escape, of which `text` is the part after the backslash, and how many bytes it takes.
fn escape(text: &str) -> (Option<char>, usize) {
    let number = |digits: &str, radix: u32| {
        let value = u32::from_str_radix(digits, radix).ok()?;
        char::from_u32(value)
    };
    let digits = |from: &str, most: usize, radix: u32| {
        from.chars().take(most).take_while(|digit| digit.is_digit(radix)).count()
    };
    let Some(first) = text.chars().next() else { return (Some('\\'), 0) };
    match first {
        'n' => (Some('\n'), 1),
        't' => (Some('\t'), 1),
        'x' => {
            let from = text.get(1..).unwrap_or("");
            let count = digits(from, 2, 16);
            (from.get(..count).and_then(|text| number(text, 16)), 1 + count)
        }
        '0'..='7' => {
            let count = digits(text, if first == '0' { 4 } else { 3 }, 8);
            (text.get(..count).and_then(|text| number(text, 8)), count)
        }
        '\\' => (Some('\\'), 1),
        _ => (Some('\\'), 0),
    }
}
