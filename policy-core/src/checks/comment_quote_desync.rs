//! Comments that hold an opening quote, and the line after them.

use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::syntax::TokenKind;

check! {
    /// The shell skips a comment whatever is in it. A reader that does not know it is in a comment takes the
    /// quote in it for real, and everything up to the next quote for text: the command on the next line is gone.
    ///
    /// ```sh,fires,whole
    /// ls # it's here
    /// rm x # that's all
    /// ```
    ///
    /// ```sh,fires,whole
    /// ls # say "hi
    /// id
    /// ```
    ///
    /// ```sh,fires,whole
    /// # `
    /// id
    /// ```
    ///
    /// ```sh,fires,whole
    /// # $(
    /// id
    /// ```
    ///
    /// ```sh,fires,whole
    /// # <<EOF
    /// id
    /// ```
    ///
    /// A backslash at the end of a comment continues nothing, but there are parsers that read on.
    ///
    /// ```sh,fires,whole
    /// echo a # \
    /// id
    /// ```
    ///
    /// A comment with nothing open in it, or with nothing after it, is a comment. So is any where all that runs is
    /// proven to only read: nobody is misled about that.
    ///
    /// ```sh,silent
    /// ls # it's here
    /// ls # plain
    /// ```
    ///
    /// ```sh,silent,whole
    /// # look at the `src` folder, "all" of it
    /// ls src
    /// ```
    ///
    /// ```sh,silent,whole
    /// # we don't need the tests here
    /// ls src
    /// ```
    ///
    /// ```sh,silent,whole
    /// # don't build it twice
    /// grep -n 'x' f
    /// # 1 << 2 is four, and "all" of it is quoted
    /// ls
    /// ```
    ///
    /// ```sh,silent,whole
    /// ls # it's here
    ///
    /// # and nothing follows
    /// ```
    pub static COMMENT_QUOTE_DESYNC = 22 {
        says: "a parser that misses this comment takes the lines after it for quoted text",
        help: "remove the comment, or the quote in it",
        marks: Marks::of(b"#"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    if script.comments.is_empty() {
        return;
    }
    // What could be swallowed: a token after the comment, or anything at all where reading was given up.
    let understood = script.tokens.iter().filter(|token| token.kind != TokenKind::Newline);
    let last = understood.map(|token| token.span.end).max().unwrap_or(0);
    let last = if script.doubts.is_empty() { last } else { script.source.trim_end().len() as u32 };
    let mut apostrophes = script.source.matches('\'').count();
    let mut at = 0;
    for comment in &script.comments {
        // How many quotes are after the comment, counted along so that every byte is looked at once.
        let passed = Span { start: at, end: comment.end }.slice(script.source);
        apostrophes -= passed.matches('\'').count();
        at = at.max(comment.end);
        if comment.end < last && stays_open(script.slice(*comment), apostrophes % 2 == 1) {
            found.ask(*comment);
        }
    }
}

/// Whether a reader that misses the `#` is still inside something at the end of the comment.
/// `closes` tells whether the quotes after the comment would come out even then.
fn stays_open(comment: &str, closes: bool) -> bool {
    let bytes = comment.as_bytes();
    let mut quote = None;
    let mut parentheses = 0usize;
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let next = bytes.get(at + 1).copied();
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
        match (quote, byte) {
            (_, b'\\') if quote != Some(b'\'') => {
                if next.is_none() {
                    return true;
                }
                at += 1;
            }
            // An apostrophe inside a word is how people write; it opens a quote only if another one closes it.
            (None, b'\'') if !closes && is_letter(before) && is_letter(next) => {}
            (None, b'\'' | b'"' | b'`') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'$') if next == Some(b'(') => parentheses += 1,
            (None, b')') => parentheses = parentheses.saturating_sub(1),
            (None, b'<') if next == Some(b'<') => {
                let run = comment.get(at..).map_or(0, |rest| rest.len() - rest.trim_start_matches('<').len());
                if run == 2 && is_here_document(comment.get(at + 2..).unwrap_or("")) {
                    return true;
                }
                at += run - 1;
            }
            _ => {}
        }
        at += 1;
    }
    quote.is_some() || parentheses > 0
}

fn is_letter(byte: Option<u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphabetic() || byte > 127)
}

/// Whether a delimiter could be after `<<`: glued to it, or after a blank and in capitals or quotes.
fn is_here_document(rest: &str) -> bool {
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let word = rest.trim_start_matches([' ', '\t']);
    let glued = word.len() == rest.len();
    word.starts_with(|c: char| matches!(c, '\'' | '"' | '\\' | '_') || c.is_ascii_uppercase() || glued && c.is_ascii_alphabetic())
}
