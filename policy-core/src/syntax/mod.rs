//! From bytes to a [`Script`]: the strict reader, and tree-sitter as the witness that it read right.
//!
//! Owns the grammar of the shell. Knows no program, no rule and no path.

mod script;

pub use script::*;
