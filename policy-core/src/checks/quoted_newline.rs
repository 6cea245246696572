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
    /// ```sh,fires,whole
    /// git commit -m 'a
    /// # b' && id
    /// ```
    ///
    /// ```sh,fires,whole
    /// echo 'a
    /// ; id' x
    /// ```
    ///
    /// Messages and programs of several lines are ordinary. Where all that runs is proven to only read,
    /// nobody is misled, and the place is not reported.
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
    /// gh pr create --title x --body "## Summary
    /// - one
    /// ## Test plan
    /// - [ ] two"
    /// ```
    ///
    /// ```sh,silent,whole
    /// git commit -m "$(cat <<'EOF'
    /// fix: one
    ///
    /// # heading
    /// EOF
    /// )"
    /// ```
    ///
    /// ```sh,silent,whole
    /// python3 -c '
    /// # counts
    /// print(1)
    /// '
    /// ```
    ///
    /// One commit with a literal message is settled before it comes to this check.
    ///
    /// ```sh,silent,whole
    /// git commit -m 'fix: one
    ///
    /// # this line is text: the command is one commit and nothing else'
    /// ```
    pub static QUOTED_NEWLINE = 23 {
        says: "a parser that reads line by line takes this text for a comment",
        help: "write the text without a line that begins with `#`, or read it from a file",
        marks: Marks::of(b"\n"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for piece in script.pieces.iter().filter(|piece| !piece.quoted) {
        if !matches!(piece.kind, PieceKind::SingleQuoted | PieceKind::DoubleQuoted | PieceKind::AnsiC | PieceKind::Locale) {
            continue;
        }
        // Only the line on which the quote ends: a line before it is dropped with text and nothing else.
        let Some((_, line)) = script.slice(piece.span).rsplit_once('\n') else { continue };
        let text = line.trim_start_matches([' ', '\t']);
        if text.starts_with(['#', ';', '&']) {
            let end = piece.span.end as usize;
            found.ask(Span::new(end - text.len(), end));
        }
    }
}
