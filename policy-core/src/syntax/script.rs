//! What a command says, once the shell's rules of reading have been applied: the `Script`.
//!
//! Owns the nouns that everything above reads: simple command, word, assignment, redirect, scope,
//! token, doubt. Holds spans into the source and as few copies of it as can be. Never decides anything.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::span::Span;

/// The shell whose grammar applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Dialect {
    /// GNU bash 5, non-interactive, as started by `bash -c`.
    #[default]
    Bash,
    /// zsh 5, non-interactive, as started by `zsh -c`.
    Zsh,
}

/// A command as read: every simple command in source order, with all that surrounds it.
///
/// The vectors are arenas: [`Simple`] and [`Word`] refer into them by index ranges.
#[derive(Debug, Default)]
pub struct Script<'a> {
    /// The text that every span points into.
    pub source: &'a str,
    /// The grammar it was read with.
    pub dialect: Dialect,
    /// All simple commands, nested ones included, in order of their first byte.
    pub commands: Vec<Simple>,
    /// All pipelines, nested ones included; those of one scope are its list, in source order.
    pub pipelines: Vec<Pipeline>,
    /// What pipelines are made of: the stages of each stand together, in order.
    pub stages: Vec<Stage>,
    /// By simple command: the stage that it is, by index.
    pub(super) stages_by_command: Vec<Option<u32>>,
    /// All words: arguments, assigned values, redirect targets, loop words, patterns.
    pub words: Vec<Word>,
    /// What words are made of. A word without pieces is plain text.
    pub pieces: Vec<Piece>,
    /// All redirects, those on groups and loops included, in source order.
    pub redirects: Vec<Redirect>,
    /// Simple commands with their redirects, as indexes, sorted.
    pub(super) redirects_by_command: Vec<(u32, u32)>,
    /// All assignments in front of commands or alone.
    pub assignments: Vec<Assignment>,
    /// Where commands stand: index 0 is the script itself.
    pub scopes: Vec<Scope>,
    /// All `for` loops that go through words.
    pub loops: Vec<Loop>,
    /// What each `case` looks at, as indexes into [`Script::words`].
    pub case_subjects: Vec<u32>,
    /// All here-documents with their bodies.
    pub here_documents: Vec<HereDocument>,
    /// All comments, from `#` up to, not including, the end of the line.
    pub comments: Vec<Span>,
    /// Every token in source order; a word's nested tokens follow the word's own.
    pub tokens: Vec<Token>,
    /// What was not understood. A script with a doubt is never allowed.
    pub doubts: Vec<Doubt>,
}

/// One simple command: assignments, words and redirects, without any operator.
#[derive(Clone, Debug)]
pub struct Simple {
    /// From its first to its last token.
    pub span: Span,
    /// Its words in [`Script::words`], the command name first. Empty for a bare assignment or redirect.
    pub words: Range<u32>,
    /// Its leading assignments in [`Script::assignments`].
    pub assignments: Range<u32>,
    /// The scope it stands in, an index into [`Script::scopes`].
    pub scope: u32,
    /// The operator in front of it in its list or pipeline.
    pub before: Joint,
    /// The operator after it.
    pub after: Joint,
    /// Whether its pipeline is inverted by `!`.
    pub negated: bool,
}

/// Commands that `|` and `|&` join, or a single command.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// The scope in whose list it stands, an index into [`Script::scopes`].
    pub scope: u32,
    /// Its stages, first to last, in [`Script::stages`].
    pub stages: Range<u32>,
}

/// One command of a pipeline: a simple command, or a group, a loop or another compound command.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The pipeline, an index into [`Script::pipelines`].
    pub pipeline: u32,
    /// The operator in front of it: [`Joint::Edge`] for the first stage, else [`Joint::Pipe`] or [`Joint::PipeBoth`].
    pub before: Joint,
    /// Every simple command in it, those in its words included, in [`Script::commands`].
    pub commands: Range<u32>,
    /// Whether it is one simple command: the first of its commands.
    pub is_simple: bool,
}

/// What stands between two commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Joint {
    /// The beginning or the end of a list.
    #[default]
    Edge,
    /// `;` or a newline.
    Sequence,
    /// `&`
    Background,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `|&`
    PipeBoth,
}

/// One word as the shell delimits it.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its bytes in the source, quotes included.
    pub span: Span,
    /// Its pieces in [`Script::pieces`]; empty when it is plain text.
    pub pieces: Range<u32>,
    /// What the program will receive.
    pub value: Value,
    /// What kinds of pieces it has.
    pub traits: Traits,
}

/// What a word becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// One argument: the source bytes as they stand.
    Plain,
    /// One argument: this text, after quote removal.
    Literal(Box<str>),
    /// These arguments in order: a brace expansion written out. With [`Traits::GLOB`], file names decide about those
    /// that hold a pattern.
    Several(Box<[Box<str>]>),
    /// File names or the home directory decide (`*.rs`, `~/x`).
    Pattern,
    /// A variable, a substitution or a locale decides.
    Unknown,
}

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
    /// Whether it stands inside double quotes.
    pub quoted: bool,
}

/// The kinds of parts that a word can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKind {
    /// Text that stands for itself.
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
    /// A brace list or range, from `{` to `}`.
    Brace,
    /// A tilde prefix.
    Tilde,
    /// zsh's `=cmd` at the beginning of a word.
    Equals,
}

/// One redirect.
#[derive(Clone, Debug)]
pub struct Redirect {
    /// From its descriptor or operator to the end of its target.
    pub span: Span,
    /// The operator.
    pub op: RedirectOp,
    /// The operator's bytes.
    pub op_span: Span,
    /// The descriptor in front of the operator.
    pub fd: Option<Descriptor>,
    /// The target, an index into [`Script::words`]; the delimiter for a here-document.
    pub target: u32,
    /// The simple command it belongs to; none when it stands on a group or a loop.
    pub command: Option<u32>,
}

/// The descriptor that a redirect names in front of its operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Descriptor {
    /// A number.
    Number(u32),
    /// `{name}`: the shell picks one and assigns it to this variable.
    Variable(Span),
}

/// Redirect operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RedirectOp {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>>`
    Append,
    /// `>|`, and zsh's `>!`
    Clobber,
    /// `<>`
    ReadWrite,
    /// `<<`
    HereDocument,
    /// `<<-`
    HereDocumentTabs,
    /// `<<<`
    HereString,
    /// `<&`
    DuplicateInput,
    /// `>&` followed by a descriptor number, `-`, or both
    DuplicateOutput,
    /// `&>`, or `>&` followed by a file name
    WriteBoth,
    /// `&>>`
    AppendBoth,
}

impl Redirect {
    /// The scope of the commands whose output it reads, in `< <(…)`.
    pub fn process(&self, script: &Script<'_>) -> Option<u32> {
        let target = script.word(self.target).filter(|_| self.op == RedirectOp::Read)?;
        match script.pieces_of(target) {
            [Piece { kind: PieceKind::ProcessSubstitution(scope), .. }]
                if script.slice(target.span).starts_with("<(") =>
            {
                Some(*scope)
            }
            _ => None,
        }
    }
}

impl RedirectOp {
    /// The operator as it is usually written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Read => "<",
            Self::Write => ">",
            Self::Append => ">>",
            Self::Clobber => ">|",
            Self::ReadWrite => "<>",
            Self::HereDocument => "<<",
            Self::HereDocumentTabs => "<<-",
            Self::HereString => "<<<",
            Self::DuplicateInput => "<&",
            Self::DuplicateOutput => ">&",
            Self::WriteBoth => "&>",
            Self::AppendBoth => "&>>",
        }
    }

    /// Whether the target is a file that may be created or changed.
    pub const fn writes(self) -> bool {
        matches!(
            self,
            Self::Write | Self::Append | Self::Clobber | Self::ReadWrite | Self::WriteBoth | Self::AppendBoth
        )
    }
}

/// One assignment.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The whole of it.
    pub span: Span,
    /// The variable's name.
    pub name: Span,
    /// Whether the operator is `+=`.
    pub append: bool,
    /// The value, an index into [`Script::words`].
    pub value: u32,
}

/// A place in which commands stand.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// What it is.
    pub kind: ScopeKind,
    /// The scope around it; the script is its own.
    pub parent: u32,
    /// Its bytes, delimiters included.
    pub span: Span,
}

/// The kinds of scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// The whole script.
    Script,
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// `$(…)`
    Substitution,
    /// `` `…` ``
    Backquote,
    /// `<(…)` or `>(…)`
    ProcessSubstitution,
    /// The body of an unquoted here-document.
    HereDocument,
    /// What `if`, `elif`, `while` or `until` tests.
    Condition,
    /// What is run after `then`, `else` or `do`, or in an arm of `case`.
    Body,
    /// The body of a function definition.
    Function,
}

/// One `for` loop that goes through words.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The variable's name.
    pub name: Span,
    /// What it goes through, as indexes into [`Script::words`].
    pub words: Vec<u32>,
    /// The scope of what is done each time.
    pub body: u32,
}

/// One here-document.
#[derive(Clone, Copy, Debug)]
pub struct HereDocument {
    /// The redirect that opened it, an index into [`Script::redirects`].
    pub redirect: u32,
    /// Its lines, without the terminator's.
    pub body: Span,
    /// The body as a word, an index into [`Script::words`]: its pieces are the expansions in it.
    pub word: u32,
    /// Whether the delimiter was quoted, so that the body stands for itself.
    pub literal: bool,
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
    /// `(` or `)` of a subshell.
    Parenthesis,
    /// A reserved word.
    Keyword,
    /// The name that a `for` loop sets.
    LoopName,
    /// A word that a `for` loop goes through, or that `case` looks at.
    LoopWord,
    /// A pattern of a `case` arm.
    CasePattern,
    /// `;;`, `;&`, `;;&`, and the `)` and `|` between patterns.
    CaseMark,
}

/// Something that was not understood, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// The place.
    pub span: Span,
    /// What it is.
    pub kind: DoubtKind,
}

/// The kinds of doubts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoubtKind {
    /// A quote without its end.
    UnclosedQuote,
    /// A `` ` ``, `$(`, `<(` without its end.
    UnclosedSubstitution,
    /// A `${` or `((` without its end.
    UnclosedExpansion,
    /// A `(`, `{`, `if`, `for`, `while`, `until` or `case` without its end.
    UnclosedGroup,
    /// A here-document without its terminator.
    UnclosedHereDocument,
    /// An operator with nothing after it.
    TrailingOperator,
    /// A backslash as the last byte.
    TrailingBackslash,
    /// A token that the grammar does not have here.
    Unexpected,
    /// Nesting past [`crate::limits::NESTING_MAX`].
    TooDeep,
    /// A construct that this reader does not prove anything about, by name.
    Unsupported(&'static str),
    /// The same, of a construct that only zsh has.
    UnsupportedZsh(&'static str),
    /// An index or a span of the script itself points nowhere: the reader made a mistake.
    Contradiction,
}

impl<'a> Script<'a> {
    /// The words of a simple command, the command name first.
    pub fn words_of(&self, command: &Simple) -> &[Word] {
        slice(&self.words, &command.words)
    }

    /// The leading assignments of a simple command.
    pub fn assignments_of(&self, command: &Simple) -> &[Assignment] {
        slice(&self.assignments, &command.assignments)
    }

    /// The pieces of a word; empty for plain text.
    pub fn pieces_of(&self, word: &Word) -> &[Piece] {
        slice(&self.pieces, &word.pieces)
    }

    /// The word at `index`.
    pub fn word(&self, index: u32) -> Option<&Word> {
        self.words.get(index as usize)
    }

    /// The one argument that `word` becomes, when that is known before running.
    pub fn text<'s>(&'s self, word: &'s Word) -> Option<&'s str> {
        match &word.value {
            Value::Plain => Some(word.span.slice(self.source)),
            Value::Literal(text) => Some(text),
            Value::Several(_) | Value::Pattern | Value::Unknown => None,
        }
    }

    /// The stage that the simple command at `index` is, an index into [`Script::stages`]; none when it is only a part of
    /// one, such as the header of a loop.
    pub fn stage_of(&self, index: usize) -> Option<u32> {
        *self.stages_by_command.get(index)?
    }

    /// The stage in the list of `scope` that is, or holds, the simple command at `index`; an index into
    /// [`Script::stages`].
    pub fn stage_around(&self, index: usize, scope: u32) -> Option<u32> {
        let holds = |stage: &Stage| {
            stage.commands.contains(&(index as u32))
                && self.pipelines.get(stage.pipeline as usize).is_some_and(|it| it.scope == scope)
        };
        self.stages.iter().position(holds).map(|at| at as u32)
    }

    /// The stage whose output the stage at `at` may read.
    pub fn stage_before(&self, at: u32) -> Option<&Stage> {
        let reads = self.stages.get(at as usize)?.before != Joint::Edge;
        self.stages.get(at.checked_sub(1).filter(|_| reads)? as usize)
    }

    /// The stages of a pipeline, first to last.
    pub fn stages_of(&self, pipeline: &Pipeline) -> &[Stage] {
        slice(&self.stages, &pipeline.stages)
    }

    /// The pipelines in the list of `scope`, in source order.
    pub fn pipelines_in(&self, scope: u32) -> impl Iterator<Item = &Pipeline> {
        self.pipelines.iter().filter(move |pipeline| pipeline.scope == scope)
    }

    /// The scope at `scope` and those around it, with their indexes: innermost first, the script last.
    pub fn scopes_around(&self, scope: u32) -> impl Iterator<Item = (u32, &Scope)> {
        let found = |at: u32| self.scopes.get(at as usize).map(|scope| (at, scope));
        // What a scope stands in comes before it.
        core::iter::successors(found(scope), move |(at, scope)| {
            (scope.parent < *at).then(|| found(scope.parent)).flatten()
        })
    }

    /// The redirects of the simple command at `index`, in source order.
    pub fn redirects_of(&self, index: usize) -> impl Iterator<Item = &Redirect> + Clone {
        let index = index as u32;
        let first = self.redirects_by_command.partition_point(|(command, _)| *command < index);
        let own = self.redirects_by_command.get(first..).unwrap_or(&[]).iter();
        own.take_while(move |(command, _)| *command == index)
            .filter_map(|(_, redirect)| self.redirects.get(*redirect as usize))
    }

    /// Indexes redirects and stages by the command they belong to, once all are read.
    pub(super) fn index_commands(&mut self) {
        self.stages_by_command = alloc::vec![None; self.commands.len()];
        for (at, stage) in (0..).zip(&self.stages).filter(|(_, stage)| stage.is_simple) {
            if let Some(own) = self.stages_by_command.get_mut(stage.commands.start as usize) {
                *own = Some(at);
            }
        }

        let owned = self.redirects.iter().enumerate();
        self.redirects_by_command =
            owned.filter_map(|(at, redirect)| Some((redirect.command?, at as u32))).collect();
        self.redirects_by_command.sort_unstable();
    }

    /// The source under `span`.
    pub fn slice(&self, span: Span) -> &'a str {
        span.slice(self.source)
    }
}

fn slice<'s, T>(arena: &'s [T], range: &Range<u32>) -> &'s [T] {
    arena.get(range.start as usize..range.end as usize).unwrap_or(&[])
}
