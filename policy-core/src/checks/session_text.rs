//! What a text of a shell with cmdlets runs, as the checks of such a shell look at it: calls with their arguments, and the
//! part that was not understood.
//!
//! Owns the step into texts that are run as code, and the calls in unread text. The tables know the names. Sees too much
//! rather than too little, because checks only ever ask.

use alloc::string::String;
use alloc::vec::Vec;

use super::unread_tokens::{self, UnreadToken};
use crate::commands::{self, AbstractValue, Arg, Bound, Count, Language, Program, ProgramQuality, Role};
use crate::limits::SHELL_DEPTH_MAX;
use crate::powershell::cmdlet;
use crate::script::{Dialect, Script};
use crate::sorted;
use crate::span::Span;

/// One command.
#[derive(Debug)]
pub(super) struct Call<'t> {
    /// Its name, as tables have it.
    pub(super) name: &'t str,
    /// Its arguments, the name first.
    pub(super) args: Vec<Arg<'t>>,
    /// The parameters that are given to a cmdlet.
    pub(super) bound: Vec<Bound>,
    /// The whole of it.
    pub(super) span: Span,
    /// Its table.
    pub(super) program: Option<&'static Program>,
    /// Whether a parameter of a cmdlet names a program that it starts.
    pub(super) starts: bool,
}

impl<'t> Call<'t> {
    fn new(name: &'t str, args: Vec<Arg<'t>>, span: Span) -> Self {
        let bound = commands::bound(&args).map(|(bound, _)| bound).unwrap_or_default();
        let is_command = |it: &Bound| it.parameter.value.is_some_and(|value| value.role == Role::Command);
        let starts = bound.iter().any(is_command);
        Self { name, args, bound, span, program: commands::program(last_part(name)), starts }
    }

    /// Whether it has this quality.
    pub(super) fn is(&self, quality: ProgramQuality) -> bool {
        self.program.is_some_and(|program| program.qualities.contains(&quality))
    }

    /// The place of its name.
    pub(super) fn name_span(&self) -> Span {
        self.args.first().map_or(self.span, |arg| arg.span)
    }

    /// The values of the parameter with this name.
    pub(super) fn values<'c>(&'c self, name: &str) -> impl Iterator<Item = &'c Arg<'t>> {
        let own = self.bound.iter().filter(move |it| it.parameter.names.contains(&name));
        own.flat_map(|it| self.args.get(it.values.clone()).unwrap_or(&[]))
    }

    /// The values of parameters with a role that `wanted` passes, each with its role.
    pub(super) fn values_as<'c>(
        &'c self,
        wanted: impl Fn(Role) -> bool + 'c,
    ) -> impl Iterator<Item = (Role, &'c Arg<'t>)> {
        let own = self.bound.iter().filter_map(move |it| Some((it, it.parameter.value?.role)));
        own.filter(move |(_, role)| wanted(*role)).flat_map(|(it, role)| {
            self.args.get(it.values.clone()).unwrap_or(&[]).iter().map(move |arg| (role, arg))
        })
    }

    /// The option of a shell with cmdlets that this argument is, as its program reads it.
    pub(super) fn start_option(&self, at: usize) -> Option<StartOption> {
        self.args.get(at).and_then(Arg::text).and_then(StartOption::of)
    }
}

/// An option of `pwsh` that the checks know. Each can be cut short, in any case, after `-`, `--`, `/` or a dash beyond ASCII
/// (PowerShell's source, `CommandLineParameterParser.cs`, `MatchSwitch`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StartOption {
    Command,
    EncodedCommand,
    ExecutionPolicy,
    WindowStyle,
}

impl StartOption {
    /// The shortest and the whole spelling of each, and those besides.
    const SPELLINGS: [(Self, &'static str, &'static str, &'static [&'static str]); 4] = [
        (Self::Command, "c", "command", &["cwa", "commandwithargs"]),
        (Self::EncodedCommand, "e", "encodedcommand", &["ec"]),
        (Self::ExecutionPolicy, "ex", "executionpolicy", &["ep"]),
        (Self::WindowStyle, "w", "windowstyle", &[]),
    ];

    fn of(text: &str) -> Option<Self> {
        let name = text
            .strip_prefix("--")
            .or_else(|| text.strip_prefix(['-', '/', '\u{2013}', '\u{2014}', '\u{2015}']))?;
        let name = name.trim_end_matches(':').to_ascii_lowercase();
        let is_one = |(_, shortest, whole, others): &&(Self, &str, &str, &[&str])| {
            name.starts_with(shortest) && whole.starts_with(&name) || others.contains(&name.as_str())
        };
        Self::SPELLINGS.iter().find(is_one).map(|(option, ..)| *option)
    }
}

/// The last part of a path with separators of any system, without `.exe`.
fn last_part(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// A text: the command itself, or one that it runs as code.
#[derive(Debug)]
pub struct SessionText<'t> {
    /// As read.
    pub(super) script: &'t Script<'t>,
    /// What was not understood.
    pub(super) unread: &'t [UnreadToken],
    /// Its commands, in source order.
    pub(super) calls: Vec<Call<'t>>,
    /// The argument in the outermost text that holds it; none for that text itself.
    place: Option<Span>,
}

impl<'t> SessionText<'t> {
    /// The text of `script`, of which `unread` was not understood, in the argument at `place` of the outermost text.
    pub(super) fn new(script: &'t Script<'t>, unread: &'t [UnreadToken], place: Option<Span>) -> Self {
        let in_unread = unread_calls(unread, script.shell().starts_programs_of_windows);
        let mut calls: Vec<Call<'_>> =
            script.commands.iter().filter_map(|command| read_call(script, command)).collect();
        // Of a command in which the reading ended, the whole is seen only as unread text.
        if !in_unread.is_empty() {
            calls.retain(|call| {
                !in_unread.iter().any(|it| it.span.start == call.span.start && it.span.end > call.span.end)
            });
            calls.extend(in_unread);
        }
        sorted::sort_by_key(&mut calls, |call| call.span.start);
        Self { script, unread, calls, place }
    }
}

impl SessionText<'_> {
    /// The place in the outermost text.
    pub(super) fn place(&self, span: Span) -> Span {
        self.place.unwrap_or(span)
    }

    /// Unread words after a point or two colons: members, in small letters.
    pub(super) fn members(&self) -> impl Iterator<Item = (&str, Span)> {
        self.unread.iter().filter_map(|token| {
            let (_, member) = token.word()?.rsplit_once(['.', ':'])?;
            Some((member, token.span))
        })
    }

    /// Unread names of types after a bracket, in small letters, without `System.`.
    pub(super) fn types(&self) -> impl Iterator<Item = (&str, Span)> {
        let pairs = self.unread.iter().zip(self.unread.iter().skip(1));
        pairs.filter(|(before, _)| before.is('[')).filter_map(|(_, token)| {
            let name = token.bare()?;
            Some((name.strip_prefix("system.").unwrap_or(name), token.span))
        })
    }
}

/// Tells `tell` of a text, and of every text in it that is run as code. A shell without cmdlets has none.
pub(super) fn each(outermost: Option<&SessionText<'_>>, tell: &mut dyn FnMut(&SessionText<'_>)) {
    if let Some(text) = outermost {
        visit(text, 0, tell);
    }
}

fn visit(text: &SessionText<'_>, depth: usize, tell: &mut dyn FnMut(&SessionText<'_>)) {
    tell(text);
    if depth >= SHELL_DEPTH_MAX {
        return;
    }
    for (inner, span) in text.calls.iter().flat_map(run_texts) {
        let inner = crate::syntax::read(&inner, text.script.dialect);
        let unread = unread_tokens::of(&inner);
        visit(&SessionText::new(&inner, &unread, Some(text.place(span))), depth + 1, tell);
    }
}

fn read_call<'t>(script: &'t Script<'_>, command: &'t crate::script::Simple) -> Option<Call<'t>> {
    let mut args = commands::arguments(script, command);
    let name = args.first().and_then(Arg::text)?;
    if commands::program(last_part(name)).is_none_or(|program| program.cmdlet.is_none()) {
        // How a text arrives at a program differs from version to version; what is written does not.
        for arg in &mut args {
            if let Some(text) = script.word(arg.word).and_then(|word| script.text(word)) {
                arg.value = AbstractValue::Known(text);
            }
        }
    }
    Some(Call::new(name, args, command.span))
}

/// The known texts of this shell that a call runs as code.
pub(super) fn run_texts(call: &Call<'_>) -> Vec<(String, Span)> {
    let mut texts: Vec<(String, Span)> = call
        .values_as(|role| role == Role::Code(Language::Shell))
        .filter_map(|(_, arg)| Some((arg.text()?.into(), arg.span)))
        .collect();
    if call.is(ProgramQuality::CmdletShell)
        && let Some(at) = (1..call.args.len()).find(|at| call.start_option(*at) == Some(StartOption::Command))
    {
        let rest = call.args.get(at + 1..).unwrap_or(&[]);
        let known: Vec<&str> = rest.iter().map_while(Arg::text).collect();
        if let (Some(first), Some(last)) = (rest.first(), rest.last())
            && known.len() == rest.len()
        {
            texts.push((known.join(" "), first.span.join(last.span)));
        }
    }
    texts
}

/// What follows this option in an argument that a cmdlet gives to such a shell; empty where nothing does.
pub(super) fn start_value<'t>(
    text: &'t SessionText<'_>,
    call: &Call<'t>,
    arg: &Arg<'t>,
    wanted: StartOption,
) -> Option<&'t str> {
    if !call.starts {
        return None;
    }
    let is_shell = |(_, program): (Role, &Arg<'_>)| {
        program
            .text()
            .and_then(|name| commands::program(last_part(name)))
            .is_some_and(|program| program.qualities.contains(&ProgramQuality::CmdletShell))
    };
    let is_given = call.values("-ArgumentList").any(|value| core::ptr::eq(value, arg));
    if !is_given || !call.values_as(|role| role == Role::Command).any(is_shell) {
        return None;
    }
    // A quoted text that begins like a parameter is no value that a cmdlet's table knows.
    let written: &'t str = arg.text().unwrap_or_else(|| text.script.slice(arg.span));
    let mut words =
        written.split([' ', ',']).map(|word| word.trim_matches(['\'', '"'])).filter(|word| !word.is_empty());
    words.find(|word| StartOption::of(word) == Some(wanted))?;
    Some(words.next().unwrap_or(""))
}

/// Words after which a command begins.
const OPENERS: &[&str] = &["do", "else", "exit", "finally", "return", "throw", "try"];

/// Most calls that are looked for in unread text, which asks anyway.
const UNREAD_CALLS_MAX: usize = 128;

/// Most arguments that all of these calls have together. Where no sign ends a command, each call goes on to the end of the text.
const UNREAD_ARGUMENTS_MAX: usize = 4_096;

/// The calls in unread text.
fn unread_calls(tokens: &[UnreadToken], on_windows: bool) -> Vec<Call<'_>> {
    let mut calls: Vec<Call<'_>> = Vec::new();
    let mut left = UNREAD_ARGUMENTS_MAX;
    let mut begins = true;
    let mut is_called = false;
    for (at, token) in tokens.iter().enumerate() {
        if let Some(text) = token.word() {
            let is_name = begins && token.bare().is_some() || is_called;
            // `. ./a.ps1` and `return x`
            let opens = begins && (text == "." || OPENERS.contains(&text));
            if is_name && !opens && calls.len() < UNREAD_CALLS_MAX && left > 0 {
                let call = unread_call(tokens, at, text, on_windows);
                left = left.saturating_sub(call.args.len());
                calls.push(call);
            }
            is_called = begins && text == ".";
            begins = opens;
            continue;
        }
        is_called = token.is('&');
        begins = [';', '|', '&', '(', '{', '}', '\n', '='].iter().any(|sign| token.is(*sign));
    }
    calls
}

/// The call whose name is the token at `at`.
fn unread_call<'t>(tokens: &'t [UnreadToken], at: usize, written: &'t str, on_windows: bool) -> Call<'t> {
    let name = cmdlet(written, on_windows).unwrap_or(written);
    let name_span = tokens.get(at).map_or_else(Span::default, |token| token.span);
    let mut args = alloc::vec![Arg::known(name, 0, name_span).of_cmdlet_shell()];
    let mut depth = 0usize;
    let mut end = name_span;
    for (index, token) in tokens.iter().enumerate().skip(at + 1) {
        let opens = ['(', '{', '['].iter().any(|sign| token.is(*sign));
        let closes = [')', '}', ']'].iter().any(|sign| token.is(*sign));
        if depth == 0 && (closes || [';', '|', '\n', '&'].iter().any(|sign| token.is(*sign))) {
            break;
        }
        if depth == 0 {
            let value = match token.word() {
                Some(text) => AbstractValue::Known(text),
                None => AbstractValue::Unknown { prefix: "", suffix: "", count: Count::One },
            };
            if !token.is(',') {
                args.push(Arg::new(value, index as u32, token.span));
            }
        }
        depth = if opens {
            depth + 1
        } else if closes {
            depth.saturating_sub(1)
        } else {
            depth
        };
        end = token.span;
    }
    Call::new(name, args, name_span.join(end))
}

/// Whether a text has more than one command, or what the reader of `dialect` does not understand.
pub(super) fn is_more_than_one(text: &str, dialect: Dialect) -> bool {
    let script = crate::syntax::read(text, dialect);
    !script.doubts.is_empty() || !script.operators.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_of_the_start_is_known_by_every_prefix_in_any_case() {
        for (text, expected) in [
            ("-e", Some(StartOption::EncodedCommand)),
            ("-EnC", Some(StartOption::EncodedCommand)),
            ("/ec", Some(StartOption::EncodedCommand)),
            ("--encodedcommand", Some(StartOption::EncodedCommand)),
            ("\u{2013}enc", Some(StartOption::EncodedCommand)),
            ("-ex", Some(StartOption::ExecutionPolicy)),
            ("-EP", Some(StartOption::ExecutionPolicy)),
            ("-c", Some(StartOption::Command)),
            ("-w", Some(StartOption::WindowStyle)),
            ("-encodedcommands", None),
            ("-File", None),
            ("-wd", None),
            ("e", None),
        ] {
            assert_eq!(StartOption::of(text), expected, "{text}");
        }
    }
}
