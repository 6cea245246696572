//! The parts of a word whose text is known only at run time.
//!
//! A reader lowers the quotes, escapes and expansions of its shell into these parts. Quotes are removed, and the
//! different spellings of one construct become the same part.

use crate::span::Span;

/// A part of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its place. Of text, exactly the bytes that are literal, without quotes and escapes.
    pub span: Span,
    /// What it is.
    pub kind: PartKind,
    /// Whether quotes or an escape protect it: what it becomes is not split, and no pattern.
    pub quoted: bool,
    /// Whether it is one character that an escape protects.
    pub escaped: bool,
}

/// The kinds of parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// Text that is literal.
    Text,
    /// A sign of a pattern that file names are matched against.
    Wildcard,
    /// A home directory.
    Home,
    /// A variable, with the place of its name.
    Variable(Span),
    /// A number that the shell keeps: of a process, of arguments, of an exit, a length.
    Count,
    /// A list of values, each of which becomes an argument inside quotes too.
    List,
    /// The output of the commands of this scope.
    Substitution(u32),
    /// The name of a pipe from or to the commands of a scope.
    Process {
        /// The scope of the commands.
        scope: u32,
        /// Whether their output is read from it.
        reads: bool,
    },
    /// An arithmetic expression, which becomes a number.
    Arithmetic,
    /// A block of commands that is a value: the scope of its commands. Who gets it may run them.
    Block(u32),
    /// What is between two elements of a list: each of them is a value of its own.
    Separator,
    /// Anything else that is only known when the command runs.
    Opaque,
}

/// The expansions that a word contains, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Expansions(u8);

impl Expansions {
    /// No expansion.
    pub const NONE: Self = Self(0);
    /// A variable.
    pub const VARIABLE: Self = Self(1);
    /// The output of commands, or a pipe from or to them.
    pub const SUBSTITUTION: Self = Self(1 << 1);
    /// An arithmetic expression.
    pub const ARITHMETIC: Self = Self(1 << 2);
    /// An expansion outside quotes: the word may become none, one or many arguments.
    pub const SPLITS: Self = Self(1 << 3);
    /// A pattern that file names are matched against.
    pub const PATTERN: Self = Self(1 << 4);
    /// Alternatives in braces: the word becomes an argument for each.
    pub const ALTERNATIVES: Self = Self(1 << 5);
    /// Whatever makes the text depend on running.
    pub const DYNAMIC: Self = Self(Self::VARIABLE.0 | Self::SUBSTITUTION.0 | Self::ARITHMETIC.0);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether any of `others` is among them.
    pub const fn any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

/// An arithmetic expression, wherever it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arithmetic {
    /// Its bytes, delimiters included.
    pub span: Span,
    /// The scope in which it is evaluated.
    pub scope: u32,
}
