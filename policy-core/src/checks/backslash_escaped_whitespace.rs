//! Blanks that do not separate.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{PieceKind, Script, Word};

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
    /// ```
    pub static BACKSLASH_ESCAPED_WHITESPACE = 15 {
        says: "this blank is part of a word: the words are not where they seem to be",
        help: "put the word into quotes",
        marks: Marks::of(b"\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        for (at, word) in script.words_of(command).iter().enumerate() {
            for (place, piece) in script.pieces_of(word).iter().enumerate() {
                let blank = piece.kind == PieceKind::Escape && !piece.quoted && matches!(script.slice(piece.span), "\\ " | "\\\t");
                if blank && (at == 0 || place == 0 || ends_word_at_operator(script, word, piece.span.end) || moves_path(script, piece.span.end)) {
                    found.ask(piece.span);
                }
            }
        }
    }
}

fn ends_word_at_operator(script: &Script<'_>, word: &Word, end: u32) -> bool {
    word.span.end == end && matches!(script.source.as_bytes().get(end as usize), Some(b';' | b'&' | b'|' | b'<' | b'>'))
}

/// Whether what stands behind the blank would be another path if it stood alone.
fn moves_path(script: &Script<'_>, end: u32) -> bool {
    let rest = script.source.get(end as usize..).unwrap_or("");
    rest.starts_with(['/', '~']) || rest.starts_with("..")
}
