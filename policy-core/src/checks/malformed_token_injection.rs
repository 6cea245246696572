//! Tokens on which two readers can disagree.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{PieceKind, Script, TokenKind, Word};

check! {
    /// When two readers do not agree where a word or a command ends, one of them has approved what the other does
    /// not run. An escaped quote outside of quotes, or a brace glued to a separator, is read in two ways by the tools
    /// of this world. Shellgate reads every command twice, by different means, and asks when the readings differ.
    ///
    /// ```sh,fires
    /// echo \";id
    /// echo \"x;y\"
    /// echo };id
    /// echo {;id
    /// echo a{b;id
    /// echo \'|id
    /// ```
    ///
    /// JSON in quotes, placeholders and groups are well formed.
    ///
    /// ```sh,silent
    /// echo '{"a": "b;c"}'
    /// find . -name x -exec cat {} \;
    /// xargs -I{} cat {}
    /// awk '{print $1}' f
    /// { ls; pwd; }
    /// echo ${x}; ls
    /// echo {a,b}; ls
    /// echo "a \" b"; ls
    /// echo it\'s
    /// ```
    pub static MALFORMED_TOKEN_INJECTION = 14 {
        says: "two readers of this command would not agree where this token ends",
        help: "put the quote or brace into quotes, and a blank in front of the operator",
        marks: Marks::of(b";&|").or(Marks::of(b"\n")),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for word in &script.words {
        if !touches_separator(script, word) {
            continue;
        }
        let escaped_quotes = script
            .pieces_of(word)
            .iter()
            .filter(|piece| piece.kind == PieceKind::Escape && !piece.quoted)
            .filter(|piece| matches!(script.slice(piece.span), "\\\"" | "\\'"))
            .count();
        if escaped_quotes > 0 || has_loose_brace(script, word) {
            found.ask(word.span);
        }
    }
}

/// Whether an operator follows the word without a blank between them.
fn touches_separator(script: &Script<'_>, word: &Word) -> bool {
    let next = script.source.as_bytes().get(word.span.end as usize);
    matches!(next, Some(b';' | b'&' | b'|')) && script.tokens.iter().any(|token| {
        token.kind == TokenKind::Operator && token.span.start == word.span.end
    })
}

/// Whether the word has a brace of its own that nothing closes or opens.
fn has_loose_brace(script: &Script<'_>, word: &Word) -> bool {
    let mut open = 0i32;
    let literal = |text: &str, open: &mut i32| {
        text.bytes().any(|byte| {
            *open += i32::from(byte == b'{') - i32::from(byte == b'}');
            *open < 0
        })
    };
    let pieces = script.pieces_of(word);
    if pieces.is_empty() {
        return literal(script.slice(word.span), &mut open) || open != 0;
    }
    let below = pieces
        .iter()
        .filter(|piece| piece.kind == PieceKind::Literal && !piece.quoted)
        .any(|piece| literal(script.slice(piece.span), &mut open));
    below || open != 0
}
