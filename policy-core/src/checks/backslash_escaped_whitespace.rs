//! Blanks that do not separate.

use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::script::{Script, Word};
use crate::syntax::{Piece, PieceKind, Traits};

check! {
    /// A backslash in front of a blank glues two words into one. A reader that splits at blanks sees a known program
    /// and an argument; the shell looks for a program whose name has a blank in it, or opens a path that begins
    /// somewhere else.
    ///
    /// ```sh,fires
    /// echo\ x/../../../bin/id
    /// ls\ -la
    /// cat a\ /etc/passwd
    /// cat a\ ../../x
    /// cat a\ ~/x
    /// ls \ ; id
    /// ls a\ ;id
    /// cat a\ b/../../x
    /// cat a\ "/etc/passwd"
    /// cat >\ /etc/x
    /// x=a\ rm ls
    /// f=a\ /etc/passwd
    /// ```
    ///
    /// ```sh,fires,whole
    /// ls \ 
    /// id
    /// ```
    ///
    /// ```sh,fires,escaped
    /// ls\\\t-la
    /// ```
    ///
    /// A blank in a file's name is ordinary.
    ///
    /// ```sh,silent
    /// cat my\ file.txt
    /// ls Program\ Files/app
    /// cat 'my file.txt'
    /// grep a\ b f
    /// ls dir\ one dir\ two
    /// cp my\ file.txt other\ dir/
    /// ls Program\ Files/../x
    /// cat my\ file.txt | sort
    /// cat ../my\ docs/a.txt
    /// ```
    pub static BACKSLASH_ESCAPED_WHITESPACE = 15 {
        says: "this blank is part of a word, so the words are not where they seem to be",
        help: "put the word into quotes",
        marks: Marks::of(b"\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        let words = script.words_of(command);
        // A reader that splits at the blank takes what is after it for the command.
        let assigned = script.assignments_of(command).iter().filter_map(|it| script.word(it.value));
        let first = words.first().into_iter().chain(assigned.filter(|_| !words.is_empty()));
        for word in first {
            if let Some(piece) = script.pieces_of(word).iter().find(|piece| is_blank(script, piece)) {
                found.ask(piece.span);
            }
        }
    }
    for word in script.words.iter().filter(|word| word.traits.has(Traits::ESCAPED)) {
        let mut pieces = script.pieces_of(word).iter().filter(|piece| is_blank(script, piece)).peekable();
        while let Some(piece) = pieces.next() {
            let part = Span { start: piece.span.end, end: pieces.peek().map_or(word.span.end, |next| next.span.start) };
            if at_operator(script, word, piece) || moves_path(script.slice(part)) {
                found.ask(piece.span);
            }
        }
    }
}

fn is_blank(script: &Script<'_>, piece: &Piece) -> bool {
    piece.kind == PieceKind::Escape && !piece.quoted && matches!(script.slice(piece.span), "\\ " | "\\\t")
}

/// Whether the blank is between its word's edge and an operator or the end of a line:
/// `\ ` at the end of a line looks like a continuation and is none.
fn at_operator(script: &Script<'_>, word: &Word, piece: &Piece) -> bool {
    let bytes = script.source.as_bytes();
    let operator = |byte: &u8| matches!(byte, b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' | b'\n');
    let behind = bytes.get(word.span.end as usize);
    word.span.end == piece.span.end && behind.is_none_or(operator)
        || word.span.start == piece.span.start
            && (word.span.start.checked_sub(1).and_then(|at| bytes.get(at as usize)).is_some_and(operator)
                || word.span.end == piece.span.end)
}

/// Whether what is after the blank would be a path elsewhere if it were alone.
fn moves_path(part: &str) -> bool {
    let quotes = ['\'', '"', '\\'];
    if part.trim_start_matches(quotes).starts_with(['/', '~']) {
        return true;
    }
    let mut depth = 0i32;
    part.split('/').any(|component| {
        match component.trim_matches(quotes) {
            ".." => depth -= 1,
            "" | "." => {}
            _ => depth += 1,
        }
        depth < 0
    })
}
