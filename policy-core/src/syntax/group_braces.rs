//! The braces of a group that touch a word, in shells that look for them there (zshmisc(1), "RESERVED WORDS"): a `{` that
//! begins a command, and a `}` after any word.
//!
//! Owns the question whether a word has one. Such a word is doubted.

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

    /// Doubts the name of a command that begins with `{`. As zsh 5.9 does: `{ls,-l}` runs `ls,-l`.
    pub(super) fn doubt_opening_brace(&mut self, name: Span) {
        if self.script.shell().braces_close_anywhere && self.script.slice(name).starts_with('{') {
            let what = "a `{` at the beginning of a command, where zsh begins a group";
            self.doubt(
                Span::new(name.start as usize, name.start as usize + 1),
                DoubtKind::UnsupportedZsh(what),
            );
        }
    }

    pub(super) fn doubt_closing_brace(&mut self) {
        let end = self.at;
        self.fail(
            Span::new(end.saturating_sub(1), end),
            DoubtKind::UnsupportedZsh("a `}` at the end of a word, where zsh ends a group"),
        );
    }
}
