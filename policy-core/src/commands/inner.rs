//! A command inside a command: the command that a wrapper runs, and its position among the arguments.
//!
//! Owns the cases. An inner command is judged like a command on its own.

use super::shape::FoundNames;

/// A command inside a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inner {
    /// A command of its own: `ls -l` in `timeout 5 ls -l`.
    Command {
        /// Index of its name among the arguments.
        at: usize,
        /// Index after its last argument.
        end: usize,
        /// The program that runs it.
        wrapper: &'static str,
        /// Whether it may be looked through for an allow rule: the wrapper is one of the allow set, and
        /// every option of it was understood.
        allowed: bool,
        /// Whether it may be looked through to prove that it only reads.
        provable: bool,
        /// The argument, and the byte in it, where the text begins that the wrapper replaces (`xargs -I`).
        replaces: Option<(usize, usize)>,
        /// Whether the wrapper adds arguments that are not known (see
        /// [`AbstractValue::ANYTHING`](super::AbstractValue::ANYTHING)).
        appends: bool,
        /// The names of files that the program finds and adds.
        found: FoundNames,
    },
    /// A shell command line: the arguments from `at` up to `end`, joined by blanks, the first one without
    /// its first `skip` bytes.
    Shell {
        /// Index of the first argument that holds it.
        at: usize,
        /// Index after the last argument that holds it.
        end: usize,
        /// Bytes of the first argument that precede it (`--command=`).
        skip: usize,
        /// The program that runs it.
        wrapper: &'static str,
        /// The names of files that the program finds and adds.
        found: FoundNames,
    },
    /// Arguments of the program itself, which the argument `at` holds after its first `skip` bytes: an alias that is
    /// given on the line.
    Own {
        /// Index of the argument that holds them.
        at: usize,
        /// Bytes of it that precede them.
        skip: usize,
        /// The program.
        wrapper: &'static str,
    },
    /// A command, or a shell command line, that begins at `from` or at any later argument: the wrapper's
    /// options were not understood.
    AnyOf {
        /// Index of the first argument at which it can begin.
        from: usize,
        /// The program that runs it.
        wrapper: &'static str,
    },
}

impl Inner {
    /// Whether it may be looked through to prove that it only reads.
    pub const fn is_provable(&self) -> bool {
        matches!(self, Self::Command { provable: true, .. })
    }

    /// Index of the first argument that is, or could be, part of it.
    pub const fn at(&self) -> usize {
        match self {
            Self::Command { at, .. } | Self::Shell { at, .. } | Self::Own { at, .. } => *at,
            Self::AnyOf { from, .. } => *from,
        }
    }
}

impl FoundNames {
    /// No names.
    pub const NONE: Self = Self { appended: false, signs: &[] };

    /// Whether the command gets no names.
    pub const fn is_none(&self) -> bool {
        !self.appended && self.signs.is_empty()
    }
}
