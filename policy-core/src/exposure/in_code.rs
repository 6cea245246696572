//! Denied commands in code that is not the shell's: in the program of an interpreter, in the commands of an editor, in an
//! operand whose subscript a built-in evaluates.
//!
//! Owns where such code is, in the arguments and on the input. Reads none of these languages: a name of a rule with the
//! words that follow it may be a command, wherever it is in the code.

use alloc::string::String;

use super::carried::{is_harmless, is_plain, is_text};
use super::command_line::Place;
use super::evaluated::substituted;
use super::search::Exposure;
use super::stdin_text;
use super::strictness::stricter;
use crate::commands::{
    self, Arg, Interpreter, Language, Program, ProgramQuality, Reading, Role, ShellEffect,
};
use crate::rules::Matched;

impl<'p> Exposure<'_, 'p> {
    /// The rule about a command in the code that a program gets.
    pub(super) fn in_code(
        &mut self,
        place: Place<'_>,
        args: &[Arg<'_>],
        reading: &Reading<'_, '_>,
    ) -> Option<Matched<'p>> {
        // What bash only compares, zsh evaluates.
        let uses = commands::uses_in(self.request.shell.shell(), args);
        if is_harmless(&uses.proof) {
            return None;
        }
        let evaluates =
            uses.program.is_some_and(|program| program.shell.contains(&ShellEffect::EvaluatesSubscripts));
        let escapes = commands::has_quality_by_name(args, ProgramQuality::ShellEscape);
        let starts = commands::has_quality_by_name(args, ProgramQuality::StartsPrograms);
        let mut strictest = None;
        for (at, arg) in args.iter().enumerate().skip(1) {
            let Some(text) = arg.text() else { continue };
            let role = uses.uses.get(at).map(|used| used.value.map_or(used.role, |(role, _)| role));
            let found = match role {
                Some(Role::Code(language)) if language != Language::Shell => self.named_in(text),
                _ if starts || escapes && !text.bytes().all(is_of_name) => self.named_in(text),
                _ if evaluates || !is_text(reading, at) && !role.is_some_and(is_plain) => {
                    substituted(text).and_then(|text| self.perhaps(text))
                }
                _ => None,
            };
            strictest = stricter(strictest, found);
        }
        let is_other = |program: &Program| program.form.interpreter == Some(Interpreter::Other);
        let reads = || uses.program.is_some_and(is_other) && commands::reads_program(args);
        if let Place::Script(script, index) = place
            && (escapes || reads())
        {
            for text in stdin_text::texts(script, index) {
                strictest = stricter(strictest, self.named_in(&text));
            }
        }
        strictest
    }

    /// The rule about a command in code: as the code has it, and with nothing but blanks between the words, as in
    /// `["git", "push"]`.
    pub(super) fn named_in(&mut self, code: &str) -> Option<Matched<'p>> {
        let words: String = code.chars().map(|sign| if is_of_word(sign) { sign } else { ' ' }).collect();
        let found = self.perhaps(code);
        if words == code { found } else { stricter(found, self.perhaps(&words)) }
    }
}

/// Whether a name of a file has this byte, so that a text of nothing else is no code.
const fn is_of_name(byte: u8) -> bool {
    matches!(byte, b'+' | b',' | b'-' | b'.' | b'/' | b':' | b'=' | b'@' | b'_' | b'~')
        || byte.is_ascii_alphanumeric()
        || !byte.is_ascii()
}

/// Whether a word of a command has this sign in every language.
fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '%' | '+' | '-' | '.' | '/' | '@' | '_' | '~')
}
