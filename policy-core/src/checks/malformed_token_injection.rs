//! Tokens whose end two parsers can see at different places.

use super::form::{Case, Found, Marks, check};
use crate::script::{Script, Word};
use crate::syntax::{Piece, PieceKind, TokenKind, Traits};

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
    /// echo \" ; id \"
    /// echo \" && id && echo \"
    /// echo '\';id
    /// ls|\"id
    /// a{b;c}d
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
    /// echo 'don'\''t'; ls
    /// echo \"hi\" | cat
    /// tr -d '\' < f | sort
    /// git show HEAD@{1}; ls
    /// curl -d "{\"a\": \"b;c\"}" host && ls
    /// ```
    pub static MALFORMED_TOKEN_INJECTION = 14 {
        says: "two parsers would not agree where this token ends",
        help: "put the quote or brace into quotes, and a blank in front of the operator",
        marks: Marks::of(b";&|").or(Marks::of(b"\n")),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for word in &script.words {
        let behind = separator_at(script, word.span.end as usize);
        let before = (word.span.start as usize).checked_sub(1).is_some_and(|at| separator_at(script, at));
        if !behind && !before {
            continue;
        }
        let mut pieces = script.pieces_of(word).iter().filter(|piece| !piece.quoted);
        let confusing = pieces.any(|piece| {
            let at_edge = behind && piece.span.end == word.span.end || before && piece.span.start == word.span.start;
            match piece.kind {
                PieceKind::Escape => quote(script, piece).is_some() && (at_edge || behind && !between_quotes(script, word, piece)),
                // A reader for which `\'` does not end the quote reads on.
                PieceKind::SingleQuoted => behind && piece.span.end == word.span.end && ends_in_backslash(script.slice(piece.span)),
                _ => false,
            }
        });
        if confusing || has_loose_brace(script, word) {
            found.ask(word.span);
        }
    }
    a_pair_holds_an_operator(script, found);
}

/// Whether a list or pipeline operator is at this byte. A word never holds one outside quotes.
fn separator_at(script: &Script<'_>, at: usize) -> bool {
    matches!(script.source.as_bytes().get(at), Some(b';' | b'&' | b'|'))
        && script.tokens.binary_search_by(|token| {
            if token.span.end as usize <= at {
                core::cmp::Ordering::Less
            } else if token.span.start as usize > at {
                core::cmp::Ordering::Greater
            } else {
                core::cmp::Ordering::Equal
            }
        })
        .is_ok_and(|index| script.tokens.get(index).is_some_and(|token| token.kind == TokenKind::Operator))
}

/// The quote that an escape disarms.
fn quote(script: &Script<'_>, piece: &Piece) -> Option<usize> {
    let text = script.slice(piece.span);
    ["\\\"", "\\'", "\\`"].iter().position(|escaped| *escaped == text)
}

/// `'don'\''t'`: how one writes a quote between quotes.
fn between_quotes(script: &Script<'_>, word: &Word, piece: &Piece) -> bool {
    let quoted = |other: &Piece| matches!(other.kind, PieceKind::SingleQuoted);
    let pieces = script.pieces_of(word);
    let at = pieces.partition_point(|other| other.span.start < piece.span.start);
    at.checked_sub(1).and_then(|at| pieces.get(at)).is_some_and(quoted) || pieces.get(at + 1).is_some_and(quoted)
}

fn ends_in_backslash(quoted: &str) -> bool {
    let text = quoted.strip_suffix('\'').unwrap_or(quoted);
    (text.len() - text.trim_end_matches('\\').len()) % 2 == 1
}

/// `\" ; id \"`: who takes the two for a pair of quotes has read the operator between them as text.
fn a_pair_holds_an_operator(script: &Script<'_>, found: &mut Found) {
    let mut open: [Option<u32>; 3] = [None; 3];
    let mut words = script.words.iter().filter(|word| word.traits.has(Traits::ESCAPED)).peekable();
    if words.peek().is_none() {
        return;
    }
    let mut operators = script.tokens.iter().filter(|token| token.kind == TokenKind::Operator).peekable();
    let mut last_operator = 0;
    for word in words {
        for piece in script.pieces_of(word).iter().filter(|piece| piece.kind == PieceKind::Escape && !piece.quoted) {
            let Some(kind) = quote(script, piece) else { continue };
            if between_quotes(script, word, piece) {
                continue;
            }
            while let Some(operator) = operators.next_if(|operator| operator.span.start < piece.span.start) {
                last_operator = operator.span.start;
            }
            let Some(cell) = open.get_mut(kind) else { continue };
            match cell.take() {
                None => *cell = Some(piece.span.start),
                Some(start) if start < last_operator => {
                    found.ask(crate::Span { start, end: piece.span.end });
                }
                Some(_) => {}
            }
        }
    }
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
