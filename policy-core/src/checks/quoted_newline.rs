//! A line break inside quotes, and a line after it that looks like something else.

use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::syntax::PieceKind;

check! {
    /// Text in quotes may go over several lines. Who reads line by line takes a line that begins with `#` for a
    /// comment and drops it, with the quote that ends on it: from there on, text is taken for commands and commands
    /// for text.
    ///
    /// ```sh,fires,whole
    /// echo 'a
    /// # b' ; id
    /// ```
    ///
    /// ```sh,fires,whole
    /// echo "a
    ///   # b" x
    /// ```
    ///
    /// ```sh,fires,whole
    /// ls '
    /// #' x
    /// ```
    ///
    /// Messages and programs of several lines are ordinary.
    ///
    /// ```sh,silent,whole
    /// git commit -m 'fix: one
    ///
    /// two'
    /// ```
    ///
    /// ```sh,silent,whole
    /// awk '
    ///   {print $1}
    /// ' f
    /// ```
    ///
    /// ```sh,silent,whole
    /// jq '
    ///   .a
    ///   | .b
    /// ' f
    /// ```
    ///
    /// ```sh,silent,whole
    /// git commit -m 'fix: one
    ///
    /// # this line is text: the command is one commit and nothing else'
    /// ```
    pub static QUOTED_NEWLINE = 23 {
        says: "a reader that goes line by line takes this text for a comment",
        help: "write the text without a line that begins with `#`, or read it from a file",
        marks: Marks::of(b"#"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for piece in script.pieces.iter().filter(|piece| !piece.quoted) {
        if !matches!(piece.kind, PieceKind::SingleQuoted | PieceKind::DoubleQuoted | PieceKind::AnsiC | PieceKind::Locale) {
            continue;
        }
        let text = script.slice(piece.span);
        let start = piece.span.start as usize;
        let mut at = 0;
        while let Some(newline) = text.get(at..).and_then(|rest| rest.find('\n')) {
            at += newline + 1;
            let line = text.get(at..).unwrap_or("");
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            if line.get(indent..).is_some_and(|rest| rest.starts_with('#')) {
                found.ask(Span::new(start + at + indent, start + at + indent + 1));
            }
        }
    }
}
