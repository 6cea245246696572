//! What programs do with their arguments: argv and a program's table give the use of every word.
//!
//! Owns the tables and the option engine. Knows no rule, no check and no decision.

use alloc::vec::Vec;

use crate::span::Span;
use crate::syntax::{Script, Simple};

/// One argument as the program will see it, as far as that is known before running.
#[derive(Clone, Copy, Debug)]
pub struct Arg<'s> {
    /// Its text; none when it is not known before running.
    pub text: Option<&'s str>,
    /// What it surely begins with when the text is not known: `src/` for `src/*.rs`, `""` for `$x`.
    pub lead: &'s str,
    /// Whether it may become none or several arguments.
    pub splits: bool,
    /// The word it comes from, an index into [`Script::words`].
    pub word: u32,
    /// The word's place.
    pub span: Span,
}

/// The arguments of a simple command, the command name first, brace expansions written out.
pub fn arguments<'s>(_script: &'s Script<'_>, _command: &'s Simple) -> Vec<Arg<'s>> {
    Vec::new()
}

/// What one argument is to its program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Role {
    /// The program itself.
    Program,
    /// A sub-command, such as `status` in `git status`.
    Subcommand,
    /// An option without a value, or several in a cluster.
    Flag,
    /// An option that carries a value in the same argument, or whose value follows.
    OptionWithValue,
    /// Text that is only printed or compared.
    Text,
    /// A search pattern.
    Pattern,
    /// A number, a date, a format: any value only changes what is shown.
    Setting,
    /// A revision or an object of a version control system.
    Revision,
    /// A file that is read, or a directory that is listed.
    PathRead,
    /// A file that is created or changed.
    PathWritten,
    /// A file that is removed.
    PathDeleted,
    /// A host or an address that is contacted.
    Host,
    /// A program that is executed; the arguments after it are its own.
    Command,
    /// A program text in this language.
    Code(Language),
    /// Not known.
    Unknown,
}

/// Languages in which an argument can hold a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Language {
    /// A shell command line.
    Shell,
    /// sed
    Sed,
    /// awk
    Awk,
    /// jq
    Jq,
    /// Anything else.
    Other,
}

/// The use of one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// What it is to the program.
    pub role: Role,
    /// Whether any value at all would be harmless here, so that it need not be known before running.
    pub any_value: bool,
}

/// What a program's table says about one command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It only reads: no write, no network, nothing executed.
    ReadOnly,
    /// It changes nothing but the files among its arguments.
    Edits,
    /// The argument at this index makes it do more; the table says why in words.
    Refused {
        /// Index into the arguments.
        arg: usize,
        /// `runs a program`
        why: &'static str,
    },
    /// The argument at this index is not in the table, or not known before running.
    NotUnderstood {
        /// Index into the arguments.
        arg: usize,
        /// `not an option that is known to only read`
        why: &'static str,
    },
    /// There is no table for the program.
    Unlisted,
}
