//! The content of a sed script: its commands in order, each with the lines to which it applies.
//!
//! Owns the types. The target of a block or a branch is an index into the commands; texts are spans into the script.

use alloc::vec::Vec;

use crate::span::Span;

/// Why a script is not understood, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why} (at byte {offset} of the sed script)")]
pub struct Trouble {
    /// The byte in the script.
    pub offset: usize,
    /// What is wrong there.
    pub why: &'static str,
}

/// A script as read.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    /// The text that every span points into.
    pub text: &'a str,
    /// Whether patterns are extended regular expressions (`-E`, `-r`).
    pub extended: bool,
    /// Whether the script begins with a line `#n`, which is the option `-n`.
    pub quiet: bool,
    /// The commands in the order of the text; comments are left out.
    pub commands: Vec<Command>,
}

/// One command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command {
    /// The byte at which its letter is.
    pub at: usize,
    /// The lines it applies to.
    pub selection: Selection,
    /// Whether it applies to all other lines (`!`).
    pub negated: bool,
    /// What it does.
    pub action: Action,
}

/// The lines that a command applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Every line.
    Every,
    /// The lines of one address.
    One(Address),
    /// From one line to another.
    Range(Address, End),
}

/// One address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Address {
    /// `N`; zero only as the beginning of a range that ends at a pattern, or for `r`.
    Line(u64),
    /// `first~step`
    Step {
        /// The first line.
        first: u64,
        /// The distance, not zero.
        step: u64,
    },
    /// `$`
    Last,
    /// `/regex/`
    Match(Pattern),
}

/// The second address of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// An address as it may occur alone.
    At(Address),
    /// `+N`: so many lines after the first one.
    After(u64),
    /// `~N`: up to the next line whose number is a multiple.
    Multiple(u64),
}

/// A regular expression as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The text between the delimiters; when empty, the last pattern used while running.
    pub span: Span,
    /// The byte that delimits it.
    pub delimiter: u8,
    /// `I`, or `i` on `s`
    pub ignore_case: bool,
    /// `M`, or `m` on `s`
    pub multiline: bool,
}

/// `s/pattern/replacement/flags`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Substitution {
    /// What is looked for.
    pub pattern: Pattern,
    /// What takes its place, as written between the delimiters.
    pub replacement: Span,
    /// `g`
    pub global: bool,
    /// `p`
    pub print: bool,
    /// `N`: the first match that is replaced.
    pub number: Option<u64>,
    /// `e`: the byte at which the flag is.
    pub execute: Option<usize>,
    /// `w file`
    pub write: Option<Span>,
}

/// `a`, `i` and `c`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextPlacement {
    /// `a`: after the line.
    Append,
    /// `i`: in front of it.
    Insert,
    /// `c`: in its place.
    Change,
}

/// `b`, `t` and `T`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// `b`: always.
    Always,
    /// `t`: when a substitution was made.
    Substituted,
    /// `T`: when none was made.
    NotSubstituted,
}

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// `{`, with the index of its `}`.
    Open(usize),
    /// `}`
    Close,
    /// `:label`
    Label(Span),
    /// `b`, `t`, `T`: the index of the label's command; none is the end of the script.
    Branch(Branch, Option<usize>),
    /// `=`
    LineNumber,
    /// `a`, `i`, `c`, with the text as written.
    Text(TextPlacement, Span),
    /// `d`
    Delete,
    /// `D`
    DeleteFirst,
    /// `e`, with the command as written; empty for the one that executes the line.
    Execute(Span),
    /// `F`
    FileName,
    /// `g`
    Get,
    /// `G`
    GetAppend,
    /// `h`
    Hold,
    /// `H`
    HoldAppend,
    /// `x`
    Exchange,
    /// `l`, with its width.
    List(Option<u64>),
    /// `n`
    Next,
    /// `N`
    NextAppend,
    /// `p`
    Print,
    /// `P`
    PrintFirst,
    /// `q`, with its status.
    Quit(Option<u64>),
    /// `Q`, with its status.
    QuitSilently(Option<u64>),
    /// `r file`
    Read(Span),
    /// `R file`
    ReadLine(Span),
    /// `w file`
    Write(Span),
    /// `W file`
    WriteFirst(Span),
    /// `s`
    Substitute(Substitution),
    /// `y`, with both lists as written and the delimiter.
    Translate {
        /// What is looked for.
        from: Span,
        /// What takes its place.
        to: Span,
        /// The byte that delimits them.
        delimiter: u8,
    },
    /// `v`
    Version,
    /// `z`
    Zap,
}
