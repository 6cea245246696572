//! From bytes to a [`Script`]: the strict reader, and tree-sitter as the witness that the reader is right.
//!
//! Owns the grammar of the shell. Knows no program, no rule and no path.

mod ansi_c;
mod arithmetic;
mod braces;
mod chars;
mod compound;
mod conditional;
mod consistency;
mod group_braces;
mod locale_characters;
mod lower;
mod parameter;
mod reader;
mod redirect;
mod salvage;
mod unread_word;
mod views;
mod witness;
mod word;

pub use crate::script::spelling::{Piece, PieceKind, Token, TokenKind, Traits};
pub use arithmetic::{Operand, operands, set_first};
pub use reader::read;
pub use salvage::{BREAKS, Salvage, SalvagedPiece, salvage};
pub use unread_word::{UnreadWord, UnreadWords, WILDCARDS};
pub use views::{View, Views};
pub use witness::{Disagreement, DisagreementKind, Witness};

#[cfg(test)]
#[path = "reader_tests.rs"]
mod reader_tests;
