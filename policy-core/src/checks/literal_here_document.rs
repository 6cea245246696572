//! `"$(cat <<'EOF' … EOF)"`: a substitution whose output is the literal text in it.
//!
//! Owns one question: whether a substitution is this idiom and nothing else.

use crate::script::{Script, Word};
use crate::span::Span;
use crate::syntax::{Piece, PieceKind, TokenKind};

/// Whether `piece` is `$(cat <<'X' … X)` in double quotes: `cat` without arguments, one here-document whose
/// delimiter is quoted, and nothing else, not even a comment.
pub(super) fn is_literal(script: &Script<'_>, piece: &Piece) -> bool {
    if !piece.quoted || !matches!(piece.kind, PieceKind::Substitution(_)) {
        return false;
    }
    let inside = |span: Span| piece.span.contains(span);
    let first = script.tokens.partition_point(|token| token.span.start <= piece.span.start);
    let mut tokens = script.tokens.iter().skip(first).take_while(|token| inside(token.span));
    let mut next =
        |kind| tokens.next().filter(|token| token.kind == kind).map(|token| script.slice(token.span));
    let idiom = next(TokenKind::CommandName) == Some("cat")
        && matches!(next(TokenKind::Redirect), Some("<<" | "<<-"))
        && next(TokenKind::Target).is_some_and(|delimiter| delimiter.contains(['\'', '"', '\\']))
        && next(TokenKind::Newline).is_some()
        && next(TokenKind::Body).is_some();
    let comment = script.comments.partition_point(|comment| comment.start < piece.span.start);
    idiom
        && tokens.all(|token| token.kind == TokenKind::Newline)
        && !script.comments.get(comment).is_some_and(|comment| inside(*comment))
}

/// Whether everything in `word` that is not known before running is such a substitution.
pub(super) fn only_literal(script: &Script<'_>, word: &Word) -> bool {
    let mut any = false;
    for piece in script.pieces_of(word) {
        match piece.kind {
            PieceKind::Literal
            | PieceKind::Escape
            | PieceKind::SingleQuoted
            | PieceKind::DoubleQuoted
            | PieceKind::Continuation => {}
            PieceKind::Substitution(_) if is_literal(script, piece) => any = true,
            _ => return false,
        }
    }
    any
}
