//! A `#` that starts a comment for some parsers and is an ordinary letter for the shell.

use super::form::{Case, Found, Marks, check};
use crate::script::{Script, Word};
use crate::syntax::{PieceKind, TokenKind, Traits};

check! {
    /// The shell begins a comment only where a word could begin. A reader that cuts at every `#` never sees what
    /// follows: `echo a#;id` is harmless to it, and the shell runs `id` (CVE-2026-82537). With a quote in front of
    /// the `#`, even careful readers differ.
    ///
    /// ```sh,fires
    /// echo a#;id
    /// echo "x"#;id
    /// echo 'x'# y; id
    /// echo a#|id
    /// echo a#&&id
    /// echo $x#;id
    /// echo a#b;id
    /// echo $(id)#x; id
    /// echo `id`#x && id
    /// echo $(echo a#)
    /// ls a#>f
    /// ```
    ///
    /// A comment, and a `#` in a name after which both readings agree, are what they look like.
    ///
    /// ```sh,silent
    /// ls # a comment
    /// echo issue#12
    /// curl https://example.com/#part
    /// git log --grep=#12
    /// echo '#' x; ls
    /// echo "a # b"; ls
    /// echo ${#x}
    /// echo a#b c
    /// curl -s https://example.com/#part | jq .
    /// nix run .#tool -- --help && ls
    /// ls C#/ && pwd
    /// sed 's#a#b#' f | sort
    /// echo $#
    /// ```
    pub static MID_WORD_HASH = 19 {
        says: "some parsers take this `#` for the start of a comment and never see the rest",
        help: "put the word with the `#` into quotes",
        marks: Marks::of(b"#"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    let mut line = None;
    for word in script.words.iter().filter(|word| word.traits.has(Traits::HASH)) {
        // After the word, on the same line, must be something that one of the readings loses.
        let Some(piece) = hash(script, word) else { continue };
        let glued = matches!(script.source.as_bytes().get(word.span.end as usize), Some(b';' | b'&' | b'|' | b')' | b'<' | b'>' | b'`')) || word.traits.has(Traits::CONTINUED);
        let after_quote = script.source.as_bytes().get(piece.wrapping_sub(1)).is_some_and(|byte| matches!(byte, b'\'' | b'"' | b'`' | b')' | b'}'));
        if glued || after_quote && operator_follows(script, word, &mut line) {
            found.ask(crate::Span::new(piece, piece + 1));
        }
    }
}

/// The place of the first `#` outside quotes.
fn hash(script: &Script<'_>, word: &Word) -> Option<usize> {
    let mut pieces =
        script.pieces_of(word).iter().filter(|piece| piece.kind == PieceKind::Literal && !piece.quoted);
    pieces.find_map(|piece| Some(piece.span.start as usize + script.slice(piece.span).find('#')?))
}

/// One line's tokens: from where it was looked at, where it ends, and its last operator.
type LineTokens = (u32, u32, Option<u32>);

/// Whether an operator is after the word on its line. Each line is looked through once.
fn operator_follows(script: &Script<'_>, word: &Word, line: &mut Option<LineTokens>) -> bool {
    let from = word.span.end;
    let (.., last) = match *line {
        Some(known) if (known.0..known.1).contains(&from) => known,
        _ => {
            let at = script.tokens.partition_point(|token| token.span.start < from);
            let rest = script.tokens.get(at..).unwrap_or(&[]);
            let length = rest.iter().position(|token| token.kind == TokenKind::Newline);
            let rest = length.map_or(rest, |length| rest.get(..length).unwrap_or(&[]));
            let end = rest.last().map_or(from, |token| token.span.end);
            let operator = rest.iter().rfind(|token| token.kind == TokenKind::Operator);
            *line.insert((from, end, operator.map(|token| token.span.start)))
        }
    };
    last.is_some_and(|operator| operator >= from)
}
