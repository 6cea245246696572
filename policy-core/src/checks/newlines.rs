//! Line breaks: where a reader sees one line and the shell two, or the other way round.

use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::syntax::{PieceKind, TokenKind, Traits};

check! {
    /// The shell takes a backslash at the end of a line out before it looks for words, so a program's name can be
    /// torn in two. A comment that ends in a backslash goes on for some readers and ends for the shell. A carriage
    /// return moves the cursor back: what you read on the screen has been written over.
    ///
    /// ```sh,fires,whole
    /// cu\
    /// rl x
    /// ```
    ///
    /// ```sh,fires,whole
    /// ls --out\
    /// put=x
    /// ```
    ///
    /// ```sh,fires,whole
    /// ls # list \
    /// rm x
    /// ```
    ///
    /// ```sh,fires,whole
    /// cat <<A; ls <<B
    /// A
    /// B
    /// rm x
    /// ```
    ///
    /// ```sh,fires,escaped
    /// ls\rrm x
    /// ls \r\n rm
    /// ```
    ///
    /// A script of several lines is what it looks like: every line is split off and judged. A long command may go on
    /// behind a backslash, between its words.
    ///
    /// ```sh,silent,whole
    /// # build, then look
    /// ls
    /// pwd # where
    /// ```
    ///
    /// ```sh,silent,whole
    /// ls \
    ///   -l
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<'EOF'
    /// text
    /// EOF
    /// ls
    /// ```
    pub static NEWLINES = 7 {
        says: "a line break hides where this word or command really ends",
        help: "write one command a line, and every word in one piece",
        marks: Marks::of(b"\n\r"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for word in script.words.iter().filter(|word| word.traits.has(Traits::CONTINUED)) {
        let pieces = script.pieces_of(word);
        let piece = pieces.iter().find(|piece| piece.kind == PieceKind::Continuation && !piece.quoted);
        found.ask_because(
            piece.map_or(word.span, |piece| piece.span),
            "the line break inside this word is removed: its two halves are one word".into(),
        );
    }
    for comment in &script.comments {
        let goes_on = script.source.as_bytes().get(comment.end as usize) == Some(&b'\n');
        if goes_on && script.slice(*comment).ends_with('\\') {
            let end = comment.end as usize;
            found.ask_because(
                Span::new(end - 1, end),
                "the comment ends here for the shell, backslash or not: the next line is a command".into(),
            );
        }
    }
    // Several here-documents on one line, and a command behind the last of them.
    let bodies = || script.tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Body);
    for (at, body) in bodies() {
        let after = script.tokens.get(at + 1);
        let before = at.checked_sub(1).and_then(|at| script.tokens.get(at));
        let command_follows = after.is_some_and(|token| token.kind == TokenKind::CommandName);
        if command_follows && before.is_some_and(|token| token.kind == TokenKind::Body) {
            found.ask_because(
                after.map_or(body.span, |token| token.span),
                "this command stands behind several here-documents and is easily taken for their text".into(),
            );
        }
    }
    for (at, _) in script.source.match_indices('\r') {
        found.ask_because(Span::new(at, at + 1), "a carriage return is part of a word here, not the end of a line".into());
    }
}
