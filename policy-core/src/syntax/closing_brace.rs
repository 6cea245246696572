//! A `}` that ends a group after any word, in shells that look for it there (zshmisc(1), "RESERVED WORDS").
//!
//! Owns the question whether a word ends with one. Such a word is doubted.

use super::reader::ScriptReader;
use crate::script::DoubtKind;
use crate::script::spelling::PieceKind;
use crate::span::Span;

impl ScriptReader<'_> {
    /// Whether the word whose pieces begin at `base` ends with an unquoted `}` without its `{`, which ends a group in
    /// shells that look for it there.
    pub(super) fn closes_group(&self, base: usize) -> bool {
        if !self.script.shell().braces_close_anywhere {
            return false;
        }
        let pieces = self.pieces.get(base..).unwrap_or(&[]);
        let mut own = pieces.iter().rev().filter(|piece| piece.kind != PieceKind::Continuation);
        let last = own.next().filter(|piece| piece.kind == PieceKind::Literal && !piece.quoted);
        if !last.is_some_and(|piece| self.script.slice(piece.span).ends_with('}')) {
            return false;
        }
        let literals = pieces.iter().filter(|piece| piece.kind == PieceKind::Literal && !piece.quoted);
        let mut open = 0usize;
        literals.flat_map(|piece| self.script.slice(piece.span).bytes()).any(|byte| match byte {
            b'{' => {
                open += 1;
                false
            }
            b'}' if open == 0 => true,
            b'}' => {
                open -= 1;
                false
            }
            _ => false,
        })
    }

    pub(super) fn doubt_closing_brace(&mut self) {
        let end = self.at;
        self.fail(
            Span::new(end.saturating_sub(1), end),
            DoubtKind::UnsupportedZsh("a `}` at the end of a word, where zsh ends a group"),
        );
    }
}
