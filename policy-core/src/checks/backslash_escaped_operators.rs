//! Operators disarmed by a backslash, which become operators again when a program removes the backslash.

use super::form::{Case, Found, Marks, check};
use crate::commands::{Role, expression_form};
use crate::script::{Script, Simple, Word};
use crate::syntax::{PieceKind, Traits};

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
    /// echo a \; id
    /// find . -name x \; id
    /// cat x > a\;b
    /// x=a\;id
    /// ```
    ///
    /// find ends its command with a lone `\;`, and an operator in quotes is text.
    ///
    /// ```sh,silent
    /// find . -name x -exec cat {} \;
    /// find . -exec cat {} \; -exec ls {} \;
    /// sudo find . -execdir ls {} \; | sort
    /// find . \( -name a -o -name b \) -print
    /// grep 'a\|b' f
    /// grep "a\|b" f
    /// sed 's/\&/x/' f
    /// echo \\; ls
    /// echo \$x
    /// ```
    pub static BACKSLASH_ESCAPED_OPERATORS = 21 {
        says: "without its backslash this is an operator, and the rest is another command",
        help: "put the operator into single quotes",
        marks: Marks::of(b"\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for word in script.words.iter().filter(|word| word.traits.has(Traits::ESCAPED)) {
        if is_lone_semicolon(script, word) {
            continue;
        }
        for piece in script.pieces_of(word) {
            let operator = matches!(script.slice(piece.span), "\\;" | "\\|" | "\\&" | "\\<" | "\\>");
            if piece.kind == PieceKind::Escape && !piece.quoted && operator {
                found.ask(piece.span);
            }
        }
    }
    for command in &script.commands {
        lone_semicolons(script, command, found);
    }
}

fn is_lone_semicolon(script: &Script<'_>, word: &Word) -> bool {
    script.slice(word.span) == "\\;"
}

/// Reports every lone `\;` but those that end a command of `find`.
fn lone_semicolons(script: &Script<'_>, command: &Simple, found: &mut Found) {
    let mut expression = None;
    let mut in_exec = false;
    for word in script.words_of(command) {
        if is_lone_semicolon(script, word) {
            if !core::mem::take(&mut in_exec) {
                found.ask(word.span);
            }
            continue;
        }
        let text = script.text(word).unwrap_or("");
        expression = expression.or_else(|| expression_form(text));
        let option = expression.and_then(|form| form.option(text));
        in_exec |= option.and_then(|option| option.value).is_some_and(|kind| kind.role == Role::Command);
    }
}
