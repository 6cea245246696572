//! Signs that can be the second byte of a character (bash(1), `LC_CTYPE`).
//!
//! In GBK, GB18030, Big5 and Shift JIS a byte beyond ASCII and one such as `\` can be one character, and a shell that
//! reads the locale's characters sees no `\` there. Owns the search for signs at such places. The reader reads UTF-8,
//! in which no character has a byte of ASCII.

use crate::script::Script;
use crate::script::spelling::{Piece, PieceKind, TokenKind};
use crate::span::Span;

/// The most places that are looked up; further ones count as signs.
const PLACES_MAX: usize = 64;

/// The first sign of the shell's grammar right after a byte beyond ASCII; none in a shell that reads bytes.
pub(super) fn hidden_sign(script: &Script<'_>) -> Option<Span> {
    if !script.shell().reads_locale_characters || script.source.is_ascii() {
        return None;
    }
    let bytes = script.source.as_bytes();
    let pairs = bytes.iter().zip(bytes.iter().skip(1)).enumerate();
    let hideable = |byte: u8| matches!(byte, b'\\' | b'`' | b'|' | b'}');
    let places = pairs.filter(|(_, (before, sign))| !before.is_ascii() && hideable(**sign));
    let mut signs = places.map(|(at, _)| at as u32 + 1).enumerate();
    let (_, at) = signs.find(|(count, at)| *count >= PLACES_MAX || is_sign(script, *at))?;
    Some(Span { start: at, end: at + 1 })
}

/// Whether the byte at `at` quotes, begins or ends something, and is not text.
fn is_sign(script: &Script<'_>, at: u32) -> bool {
    let of_piece = |piece: &Piece| {
        let Span { start, end } = piece.span;
        match piece.kind {
            PieceKind::Escape | PieceKind::Continuation => start == at,
            PieceKind::Backquote(_) => start == at || end == at + 1,
            PieceKind::ParameterOperation | PieceKind::AnsiC => start < at && at < end,
            _ => false,
        }
    };
    let of_token = |kind: TokenKind| matches!(kind, TokenKind::Operator | TokenKind::CaseMark);
    script.pieces.iter().any(of_piece)
        || script.tokens.iter().any(|token| token.span.start == at && of_token(token.kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Dialect;
    use crate::syntax::read;

    #[test]
    fn a_sign_that_a_character_of_the_locale_can_hide_is_doubted_in_bash() {
        for text in [
            "echo \"あ\\\"; touch p #\"",
            "echo あ\\\"b",
            "echo あ\\ b",
            "echo あ|cat",
            "echo あ||ls",
            "echo あ`ls`",
            "echo `echo あ`",
            "echo $'あ\\''",
            "echo ${x:-あ}",
            "echo \"${x:-あ\\}}\"",
            "case $x in あ|b) ls;; esac",
            "cat <<E\nあ\\$x\nE",
            "echo $(echo あ|cat)",
        ] {
            let found = |dialect| hidden_sign(&read(text, dialect)).is_some();
            assert!(found(Dialect::Bash) && !found(Dialect::Zsh), "{text}");
            assert!(!read(text, Dialect::Bash).doubts.is_empty(), "{text}");
        }
    }

    #[test]
    fn text_in_any_language_is_read_as_before() {
        for text in [
            "echo 'あ\\' \"あ\" あ \"あ\\n\"",
            "grep -rn 'é|à' src",
            "grep \"é|à\" src | head",
            "printf 'é\\n'",
            "echo あ | cat",
            "echo é; ls # é|à `é`",
            "echo {é,à}",
            "cat <<'E'\né\\$x `é`\nE",
            "awk '{print \"é\"}' f",
        ] {
            assert_eq!(hidden_sign(&read(text, Dialect::Bash)), None, "{text}");
        }
    }
}
