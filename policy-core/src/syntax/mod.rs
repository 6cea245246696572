//! From bytes to a [`Script`]: the strict reader, and tree-sitter as the witness that it read right.
//!
//! Owns the grammar of the shell. Knows no program, no rule and no path.

mod ansi_c;
mod braces;
mod chars;
mod compound;
mod reader;
mod redirect;
mod salvage;
mod script;
mod views;
mod word;

pub use reader::read;
pub use salvage::{Salvage, salvage};
pub use script::*;
pub use views::{View, Views};

#[cfg(test)]
#[path = "reader_tests.rs"]
mod reader_tests;

/// stub
#[derive(Debug)]
pub struct Witness;
/// stub
#[derive(Debug)]
pub struct Disagreement {
    /// s
    pub span: crate::Span,
}
impl Witness {
    /// n
    pub fn new() -> Self {
        Witness
    }
    /// n
    pub fn agrees(&mut self, _s: &Script<'_>) -> Result<(), Disagreement> {
        Ok(())
    }
}
impl Disagreement {
    /// m
    pub fn message(&self) -> alloc::string::String {
        "x".into()
    }
}
