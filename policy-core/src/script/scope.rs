//! The regions that contain commands: scopes, and the loops and functions whose bodies are scopes.

use alloc::vec::Vec;

use crate::span::Span;

/// A place in which commands are.
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

/// One function that the script defines, and that only runs where a later command names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Span,
    /// The scope of what it does.
    pub body: u32,
    /// From its name to the end of its body.
    pub span: Span,
}

/// One loop that goes on while a condition holds, or until it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repeat {
    /// The word that begins it.
    pub keyword: Span,
    /// The scope of the condition.
    pub condition: u32,
    /// Whether it ends once the condition holds.
    pub until: bool,
}
