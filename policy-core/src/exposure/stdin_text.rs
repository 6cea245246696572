//! Text known to arrive on a command's standard input: here-documents, here-strings, and the output of `echo`, `printf`
//! or `cat` in front of a pipe.
//!
//! Owns the texts, which deny and ask rules see. Never used to allow anything.

use alloc::string::String;
use alloc::vec::Vec;

use super::inline_script;
use crate::commands::{self, Arg, OutputSource};
use crate::script::pipelines::command_before;
use crate::script::{Joint, Redirect, RedirectOp, ScopeKind, Script};

/// The largest number of texts of one command, and of commands before it, that are looked at.
const TEXTS_MAX: usize = 16;

/// What a command reads from its input, as far as the script contains it.
#[derive(Debug, Default)]
pub(crate) struct Input {
    /// The texts.
    pub(crate) texts: Vec<String>,
    /// Whether there is more of it, which is not known.
    pub(crate) is_open: bool,
}

impl Input {
    fn push(&mut self, text: String, is_known: bool) {
        self.texts.push(text);
        self.is_open |= !is_known;
    }

    /// Adds what is read from another place.
    pub(crate) fn extend(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.is_open |= other.is_open;
    }

    fn is_empty(&self) -> bool {
        self.texts.is_empty() && !self.is_open
    }
}

/// The texts that the command at `index` reads from its input, as far as the script contains them.
pub(crate) fn texts(script: &Script<'_>, index: usize) -> Vec<String> {
    input(script, index).texts
}

/// What the command at `index` reads from its input.
pub(crate) fn input(script: &Script<'_>, index: usize) -> Input {
    let mut found = Input::default();
    gather(script, index, TEXTS_MAX, &mut found);
    if found.is_empty() {
        around(script, index, &mut found);
    }
    found
}

/// What process substitutions among the arguments print: `bash <(echo x)`.
pub(crate) fn piped_arguments(script: &Script<'_>, args: &[Arg<'_>]) -> Input {
    let mut found = Input::default();
    for word in args.iter().filter(|arg| arg.value.is_pipe()).filter_map(|arg| script.word(arg.word)) {
        match script.process_in(word) {
            Some(scope) => printed_in(script, scope, TEXTS_MAX, &mut found),
            None => found.is_open = true,
        }
    }
    found
}

/// The input of the groups, loops and other compound commands around the command at `index`.
fn around(script: &Script<'_>, index: usize, found: &mut Input) {
    let at = index as u32;
    for (number, stage) in (0..).zip(&script.stages) {
        let is_around = !stage.is_simple && stage.commands.contains(&at);
        let writer = script.stage_before(number).filter(|_| is_around);
        let writers = writer.map_or(0..0, |writer| writer.commands.clone());
        found.is_open |= writers.len() > TEXTS_MAX;
        for other in writers.take(TEXTS_MAX) {
            printed(script, other as usize, TEXTS_MAX / 2, found);
        }
    }
    let Some(command) = script.commands.get(index) else { return };
    for (number, redirect) in (0..).zip(&script.redirects) {
        let is_behind =
            command.span.end <= redirect.span.start && script.scopes_around(command.scope).next().is_some();
        if redirect.command.is_none() && is_behind {
            redirected(script, number, redirect, TEXTS_MAX, found);
        }
    }
}

fn gather(script: &Script<'_>, index: usize, left: usize, found: &mut Input) {
    let Some(command) = script.commands.get(index) else { return };
    if left == 0 {
        found.is_open = true;
        return;
    }
    for (number, redirect) in (0..).zip(&script.redirects) {
        if redirect.command == Some(index as u32) {
            redirected(script, number, redirect, left, found);
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
                for (number, writer) in inside.enumerate() {
                    if number == left {
                        found.is_open = true;
                        break;
                    }
                    printed(script, writer, left / 2, found);
                }
                // Another compound command.
                found.is_open |= found.is_empty();
            }
        }
    }
}

/// What a redirect of the input brings.
fn redirected(script: &Script<'_>, number: u32, redirect: &Redirect, left: usize, found: &mut Input) {
    for document in script.here_documents.iter().filter(|document| document.redirect == number) {
        let is_known =
            document.literal || script.word(document.word).is_some_and(|word| script.text(word).is_some());
        found.push(document.body.slice(script.source).into(), is_known);
    }
    if let Some(scope) = script.process(redirect) {
        printed_in(script, scope, left - 1, found);
        return;
    }
    let word = script.word(redirect.target);
    let text = word.and_then(|word| script.text(word));
    match redirect.op {
        RedirectOp::HereString => {
            let written = || word.map(|word| inline_script::word(script, word)).unwrap_or_default();
            found.push(text.map_or_else(written, String::from), text.is_some());
        }
        RedirectOp::Read | RedirectOp::DuplicateInput | RedirectOp::ReadWrite => {
            found.is_open |= text != Some("/dev/null");
        }
        _ => {}
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

fn printed_in(script: &Script<'_>, scope: u32, left: usize, found: &mut Input) {
    let inside =
        (0..script.commands.len()).filter(|at| script.commands.get(*at).is_some_and(|it| it.scope == scope));
    for (number, at) in inside.enumerate() {
        if number == left {
            found.is_open = true;
            break;
        }
        printed(script, at, left.saturating_sub(1), found);
    }
}

/// Collects what the command at `at` prints.
fn printed(script: &Script<'_>, at: usize, left: usize, found: &mut Input) {
    let Some(command) = script.commands.get(at) else { return };
    let args = commands::arguments(script, command);
    let Some((name, rest)) = args.split_first() else {
        if script.shell().has_cmdlets {
            found.push(script.slice(command.span).trim().trim_matches(['"', '\'']).into(), false);
        }
        return;
    };
    let is_known = rest.iter().all(|arg| arg.text().is_some());
    match name.text().and_then(commands::output_source) {
        Some(OutputSource::Operands) => {
            let options = |arg: &&Arg<'_>| {
                arg.text().and_then(|text| text.strip_prefix('-')).is_some_and(|letters| {
                    !letters.is_empty() && letters.bytes().all(|byte| b"neE".contains(&byte))
                })
            };
            found.push(joined(rest.iter().skip_while(options)), is_known);
        }
        Some(OutputSource::Format) => {
            let rest = if rest.first().and_then(Arg::text) == Some("--") {
                rest.get(1..).unwrap_or(&[])
            } else {
                rest
            };
            found.push(formatted(rest), is_known);
        }
        Some(OutputSource::Input) => {
            let mut own = Input::default();
            gather(script, at, left, &mut own);
            found.is_open |= own.is_open || own.texts.is_empty();
            found.texts.extend(own.texts);
        }
        Some(OutputSource::Directories | OutputSource::Trees) | None => found.is_open = true,
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
