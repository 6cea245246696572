//! Builds the text for the shell around a command, in six stages that do not change the meaning of the command.
//!
//! Owns the stages: each is a pure function with a snapshot, and [`CommandLine::build`] runs the last five. The first
//! stage edits the command, so it runs before the verdict, which judges its result. Never edits a command that it does
//! not understand: a stage in doubt returns its input.
//!
//! | stage | function | what it does |
//! |---|---|---|
//! | null redirects | [`null_redirects`] | `2>nul`, as on Windows, becomes `2>/dev/null`; before the verdict |
//! | standard input | [`reads_its_own_input`] | whether the command redirects its own standard input |
//! | quoting | [`quote`] | the command as one word, for `eval` |
//! | first of a pipe | [`input_in_first_of_pipe`] | `a \| b` reads nothing: `a < /dev/null \| b` |
//! | assembly | [`assemble`] | the session's files, the command by `eval`, a note of its last directory |
//! | prefix | [`prefixed`] | the whole line as one argument of a program that the user chose |
//!
//! ```
//! use policy_core::command_line::{CommandLine, Input, null_redirects};
//! use policy_core::Dialect;
//!
//! let command = null_redirects("grep -rn it's . 2>nul | head", Dialect::Bash);
//! assert_eq!(command, "grep -rn it's . 2>nul | head", "a quote is open: nothing is certain");
//!
//! let command = null_redirects("git log 2>nul | head", Dialect::Bash);
//! let line = CommandLine { input: Input::Null, directory_note: Some("/run/note"), ..CommandLine::new(&command) };
//! assert_eq!(
//!     line.build(),
//!     "eval 'git log 2>/dev/null < /dev/null | head'; \
//!      { set -- \"$?\"; set +xv; builtin pwd -P >| '/run/note'; } 2>/dev/null; exit \"$1\""
//! );
//! ```

mod assembly;
mod cmdlets;
mod first_of_pipe;
mod null_redirects;
mod prefix;
mod quoting;
mod standard_input;

#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::string::String;

pub use assembly::{Assembly, assemble};
pub use first_of_pipe::input_in_first_of_pipe;
pub use null_redirects::null_redirects;
pub use prefix::prefixed;
pub use quoting::quote;
pub use standard_input::reads_its_own_input;

use crate::script::Dialect;
use crate::syntax::read;

/// Where a command's standard input comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Input {
    /// From the process that starts the shell: the text says nothing about it.
    #[default]
    Inherited,
    /// From `/dev/null`, unless the command says something else.
    Null,
}

/// A command and what a session puts around it.
#[derive(Clone, Debug, Default)]
pub struct CommandLine<'a> {
    /// The command as it was judged: after [`null_redirects`], if that is used at all.
    pub command: &'a str,
    /// The shell that reads it.
    pub dialect: Dialect,
    /// Where its input comes from.
    pub input: Input,
    /// The absolute path of a file with aliases and functions, sourced first.
    pub snapshot: Option<&'a str>,
    /// Names that are neither an alias nor a function of the snapshot afterwards: they were judged as programs.
    pub unshadowed: &'a [&'a str],
    /// The absolute path of a script with the session's environment, sourced next.
    pub environment: Option<&'a str>,
    /// The absolute path of the file that gets the directory in which the command ended.
    pub directory_note: Option<&'a str>,
    /// The program that gets the whole as one argument, with its options.
    pub prefix: Option<&'a str>,
}

impl<'a> CommandLine<'a> {
    /// `command` in bash, with nothing around it.
    pub fn new(command: &'a str) -> Self {
        Self { command, ..Self::default() }
    }

    /// The text for `bash -c` or `zsh -c`, or for `pwsh -EncodedCommand`, which has no snapshot, no prefix and an input of its own.
    ///
    /// A command of bash or zsh with nothing around it is given back as it is.
    pub fn build(&self) -> String {
        if self.dialect.shell().has_cmdlets {
            return cmdlets::around(self.command, self.directory_note);
        }
        let (command, null_input) = self.fed();
        let is_bare = !null_input
            && self.snapshot.is_none()
            && self.environment.is_none()
            && self.directory_note.is_none();
        let line = if is_bare {
            command.into_owned()
        } else {
            assemble(&Assembly {
                command: &command,
                dialect: self.dialect,
                null_input,
                snapshot: self.snapshot,
                unshadowed: self.unshadowed,
                environment: self.environment,
                directory_note: self.directory_note,
            })
        };
        match self.prefix {
            Some(prefix) => prefixed(prefix, &line),
            None => line,
        }
    }

    /// The command with its input seen to, and whether `eval` still has to give it an empty one.
    fn fed(&self) -> (Cow<'a, str>, bool) {
        let command = Cow::Borrowed(self.command);
        if self.input == Input::Inherited {
            return (command, false);
        }
        let script = read(self.command, self.dialect);
        if reads_its_own_input(&script) {
            return (command, false);
        }
        match input_in_first_of_pipe(&script) {
            Some(moved) => (Cow::Owned(moved), false),
            None => (command, true),
        }
    }
}
