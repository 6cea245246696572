//! Operators that a backslash has disarmed, until somebody takes the backslash away.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{PieceKind, Script, Simple, Word};

check! {
    /// `\;` is a letter to the shell. A tool that removes backslashes and splits the text again finds an operator
    /// there and runs a second command: text that has been read twice is not the text that you have read.
    ///
    /// ```sh,fires
    /// echo a\;id
    /// echo a \| id
    /// echo a \&\& id
    /// echo a \> f
    /// cat \< f
    /// echo \\\;id
    /// grep a\|b f
    /// ```
    ///
    /// find ends its command with a lone `\;`, and an operator in quotes is text.
    ///
    /// ```sh,silent
    /// find . -name x -exec cat {} \;
    /// find . -exec cat {} \; -exec ls {} \;
    /// grep 'a\|b' f
    /// grep "a\|b" f
    /// sed 's/\&/x/' f
    /// echo \\; ls
    /// echo \$x
    /// ```
    pub static BACKSLASH_ESCAPED_OPERATORS = 21 {
        says: "without its backslash this is an operator, and the rest another command",
        help: "put the operator into single quotes",
        marks: Marks::of(b"\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        for word in script.words_of(command) {
            if ends_find(script, command, word) {
                continue;
            }
            for piece in script.pieces_of(word) {
                let operator = matches!(script.slice(piece.span), "\\;" | "\\|" | "\\&" | "\\<" | "\\>");
                if piece.kind == PieceKind::Escape && !piece.quoted && operator {
                    found.ask(piece.span);
                }
            }
        }
    }
}

/// A lone `\;` among the arguments of `find`.
fn ends_find(script: &Script<'_>, command: &Simple, word: &Word) -> bool {
    let is_find = script.words_of(command).iter().any(|word| {
        script.text(word).is_some_and(|name| name.rsplit('/').next() == Some("find"))
    });
    is_find && script.slice(word.span) == "\\;"
}
