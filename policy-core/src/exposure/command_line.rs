//! Command lines that a shell reads at run time: among arguments, on the standard input.
//!
//! Owns their texts. They are read again, because a shell reads them again.

use alloc::borrow::Cow;
use alloc::string::String;

use super::inline_script;
use super::stdin_text::{self, Input};
use crate::commands::{self, AbstractValue, Arg};
use crate::script::Script;

/// Where arguments are.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// In text that could not be read.
    Unread,
    /// In a script, of which they are the command at this index.
    Script(&'a Script<'a>, usize),
    /// In no text. This is how they would be written.
    Rewritten(&'a str),
}

impl<'a> Place<'a> {
    /// The text in which the spans of the arguments lie.
    pub(super) fn source(self) -> &'a str {
        match self {
            Self::Unread => "",
            Self::Script(script, _) => script.source,
            Self::Rewritten(written) => written,
        }
    }

    /// The text that a shell gets of `arg`, if known.
    fn text<'s>(self, arg: &Arg<'s>) -> Cow<'s, str>
    where
        'a: 's,
    {
        match self {
            _ if arg.text().is_some() => Cow::Borrowed(arg.prefix()),
            Self::Unread => Cow::Borrowed(arg.prefix()),
            Self::Rewritten(written) => Cow::Borrowed(arg.span.slice(written)),
            Self::Script(script, _) => match script.word(arg.word) {
                Some(word) => Cow::Owned(inline_script::word(script, word)),
                None => Cow::Borrowed(arg.prefix()),
            },
        }
    }
}

/// A command line among arguments: those from `at` up to `end`, the first one without its first `skip` bytes, after
/// the words in `front`.
pub(super) struct CommandLine<'a, 's> {
    pub(super) args: &'a [Arg<'s>],
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) skip: usize,
    pub(super) front: &'a str,
}

impl CommandLine<'_, '_> {
    /// Whether a part of the text is known only at run time, and can be more than a number or a path.
    pub(super) fn is_open(&self, place: Place<'_>) -> bool {
        let own = self.args.get(self.at..self.end).unwrap_or(&[]);
        let is_open = |arg: &Arg<'_>| match arg.value {
            AbstractValue::Known(_)
            | AbstractValue::Number(_)
            | AbstractValue::Home(_)
            | AbstractValue::Pipe
            | AbstractValue::Sample { .. } => false,
            AbstractValue::FileName { .. } | AbstractValue::Block | AbstractValue::Unknown { .. } => true,
        };
        matches!(place, Place::Script(..)) && own.iter().any(is_open)
    }

    /// The text of the command line, which is at `place`.
    pub(super) fn text(&self, place: Place<'_>) -> String {
        let mut line = String::from(self.front);
        let own = self.args.get(self.at..self.end).unwrap_or(&[]);
        // `ssh host -- command`
        let marks = own.iter().take_while(|arg| arg.text() == Some("--")).count();
        for (index, arg) in own.iter().enumerate().skip(marks) {
            if !line.is_empty() {
                line.push(' ');
            }
            let text = place.text(arg);
            line.push_str(if index == 0 { text.get(self.skip..).unwrap_or("") } else { &text });
        }
        line
    }
}

/// The command lines that a command runs although they are elsewhere: on its standard input, or in the output of a
/// process substitution.
pub(super) fn elsewhere(place: Place<'_>, args: &[Arg<'_>]) -> Input {
    let Place::Script(script, index) = place else { return Input::default() };
    let mut lines = Input::default();
    if commands::reads_commands(args) {
        lines.extend(stdin_text::input(script, index));
    }
    if args.iter().any(|arg| arg.value.is_pipe()) && reads_script_file(args) {
        lines.extend(stdin_text::piped_arguments(script, args));
    }
    lines
}

/// Whether the program of `args` runs the commands in a file among its arguments.
fn reads_script_file(args: &[Arg<'_>]) -> bool {
    let program = args.first().and_then(|name| name.program(|name| name));
    commands::inners(args).is_empty() && program.is_some_and(|program| program.form.commands.is_some())
}
