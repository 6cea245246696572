//! Assembles the session's parts and the command into one line.
//!
//! Owns the order. It is one line because a shell parses a line as a whole before it runs any of it: no alias of the
//! snapshot affects the words around the command. `eval` parses the command, after the aliases are defined.

use alloc::string::String;

use super::quote;
use crate::script::Dialect;

/// What is put together.
#[derive(Clone, Debug, Default)]
pub struct Assembly<'a> {
    /// The command.
    pub command: &'a str,
    /// The shell that reads it.
    pub dialect: Dialect,
    /// Whether everything in it gets an empty input.
    pub null_input: bool,
    /// A file with aliases and functions.
    pub snapshot: Option<&'a str>,
    /// Names that are neither an alias nor a function when the command is read.
    pub unshadowed: &'a [&'a str],
    /// A script with the session's environment.
    pub environment: Option<&'a str>,
    /// The file that gets the directory in which the command ended.
    pub directory_note: Option<&'a str>,
}

/// The text for `-c`, which ends with the command's own status.
///
/// A file that cannot be sourced is passed over. Extended patterns are off when the command is read, as they were when
/// it was judged. The note holds the path without links and a line break; it is not written when the command ends
/// the shell itself. Nothing of it is traced when the command sets `-x`.
pub fn assemble(assembly: &Assembly<'_>) -> String {
    let mut line = String::new();
    let mut step = |text: &[&str]| {
        for text in text {
            line.push_str(text);
        }
        line.push_str("; ");
    };
    if let Some(snapshot) = assembly.snapshot {
        step(&[". ", &quote(snapshot), " < /dev/null > /dev/null 2>&1"]);
    }
    if let Some(environment) = assembly.environment {
        step(&[". ", &quote(environment), " < /dev/null > /dev/null 2>&1"]);
    }
    if assembly.snapshot.is_some() || assembly.environment.is_some() {
        if !assembly.unshadowed.is_empty() {
            let mut names = String::new();
            for name in assembly.unshadowed {
                names.push(' ');
                names.push_str(&quote(name));
            }
            step(&["{ unalias --", &names, "; unset -f --", &names, "; } 2> /dev/null"]);
        }
        // Last, because its status is 0, and that is what `$?` is for the first command.
        step(&[assembly.dialect.shell().extended_patterns_off]);
    }
    let input = if assembly.null_input { " < /dev/null" } else { "" };
    line.push_str("eval ");
    line.push_str(&quote(assembly.command));
    line.push_str(input);
    if let Some(note) = assembly.directory_note {
        line.push_str("; { set -- \"$?\"; set +xv; builtin pwd -P >| ");
        line.push_str(&quote(note));
        line.push_str("; } 2>/dev/null; exit \"$1\"");
    }
    line
}
