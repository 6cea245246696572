//! The spelling of a POSIX shell: tokens, pieces and traits.
//!
//! Owns the notes of its reader, for its checks and for the modules that draw a text. Nothing else uses them, and a reader
//! of another shell makes none.

use crate::span::Span;

/// A set of facts about one word, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Traits(pub u16);

impl Traits {
    /// Some part is quoted (`'…'`, `"…"`, `$'…'`, `$"…"`).
    pub const QUOTED: Self = Self(1);
    /// A backslash outside quotes.
    pub const ESCAPED: Self = Self(1 << 1);
    /// A parameter (`$x`, `${…}`).
    pub const PARAMETER: Self = Self(1 << 2);
    /// A command or process substitution.
    pub const SUBSTITUTION: Self = Self(1 << 3);
    /// An arithmetic expansion.
    pub const ARITHMETIC: Self = Self(1 << 4);
    /// An expansion outside quotes: the word may become none, one or many arguments.
    pub const SPLITS: Self = Self(1 << 5);
    /// An unquoted `*`, `?` or `[…]`.
    pub const GLOB: Self = Self(1 << 6);
    /// An unquoted brace list or range that the shell expands.
    pub const BRACE: Self = Self(1 << 7);
    /// An unquoted tilde where it is expanded.
    pub const TILDE: Self = Self(1 << 8);
    /// `$'…'`
    pub const ANSI_C: Self = Self(1 << 9);
    /// A backslash-newline inside the word.
    pub const CONTINUED: Self = Self(1 << 10);
    /// A `#` after the first byte, outside quotes.
    pub const HASH: Self = Self(1 << 11);

    /// Whether all bits of `other` are set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any bit of `other` is set.
    pub const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Sets the bits of `other`.
    pub const fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A part of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its bytes, delimiters included.
    pub span: Span,
    /// What it is.
    pub kind: PieceKind,
    /// Whether it is inside double quotes.
    pub quoted: bool,
}

/// The kinds of parts that a word can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKind {
    /// Text that is literal.
    Literal,
    /// A backslash and the character it makes literal.
    Escape,
    /// A backslash-newline, which is removed.
    Continuation,
    /// `'…'`
    SingleQuoted,
    /// `"…"`; the pieces inside follow with [`Piece::quoted`] set.
    DoubleQuoted,
    /// `$'…'`
    AnsiC,
    /// `$"…"`
    Locale,
    /// `$x`, `${x}`, `$1`, `$?`: a plain parameter.
    Parameter,
    /// `${…}` with anything but a plain name.
    ParameterOperation,
    /// `$(…)`, with the scope of its commands.
    Substitution(u32),
    /// `` `…` ``, with the scope of its commands.
    Backquote(u32),
    /// `<(…)` or `>(…)`, with the scope of its commands.
    ProcessSubstitution(u32),
    /// `$((…))` or `$[…]`.
    Arithmetic,
    /// An unquoted `*`, `?` or `[…]`.
    Glob,
    /// A tilde prefix.
    Tilde,
    /// zsh's `=cmd` at the beginning of a word.
    Equals,
}

/// One token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its bytes.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// The first word of a simple command.
    CommandName,
    /// A further word of a simple command.
    Argument,
    /// `name=value`
    Assignment,
    /// A redirect operator, its descriptor included.
    Redirect,
    /// A redirect's target or a here-document's delimiter.
    Target,
    /// A here-document's body.
    Body,
    /// `;`, `&`, `|`, `|&`, `&&`, `||`
    Operator,
    /// A newline that ends a command.
    Newline,
    /// `(` or `)` of a subshell, or after the name of a function.
    Parenthesis,
    /// A reserved word.
    Keyword,
    /// The name that a `for` loop sets.
    LoopName,
    /// The name in front of the body of a function.
    FunctionName,
    /// A word that a `for` loop goes through, or that `case` looks at.
    LoopWord,
    /// A pattern of a `case` arm.
    CasePattern,
    /// `;;`, `;&`, `;;&`, and the `)` and `|` between patterns.
    CaseMark,
}
