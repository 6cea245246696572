//! A variable that a statement sets, in a shell whose variables hold objects.
//!
//! Owns the type. What it is worth is in the dataflow.

use crate::span::Span;

/// A statement that sets a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The variable's name. Of a variable that the shell itself names, the keyword of the statement.
    pub name: Span,
    /// The scope in which the statement is, an index into [`Script::scopes`](super::Script::scopes).
    pub scope: u32,
    /// What it is set to.
    pub to: SetTo,
}

/// What a statement sets a variable to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetTo {
    /// The value of the expression that is this command, an index into [`Script::commands`](super::Script::commands).
    Expression(u32),
    /// Each object of the pipeline that ends with this command, one after another, in the body that is this scope.
    Each {
        /// The last command of the pipeline.
        list: u32,
        /// The scope of the body.
        body: u32,
    },
    /// The error that a handler caught, in the body that is this scope.
    Caught(u32),
    /// Anything else.
    Other,
}
