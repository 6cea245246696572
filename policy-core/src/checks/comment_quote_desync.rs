//! Comments that hold an opening quote, and the line after them.

use super::form::{Case, Found, Marks, check};
use crate::span::Span;

check! {
    /// The shell skips a comment whatever stands in it. A reader that does not know it is in a comment takes the
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
    /// A comment with nothing open in it, or with nothing behind it, is a comment.
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
    pub static COMMENT_QUOTE_DESYNC = 22 {
        says: "a reader that misses this comment swallows the lines after it",
        help: "leave the comment out, or the quote in it",
        marks: Marks::of(b"#"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for comment in &script.comments {
        let rest = script.source.get(comment.end as usize..).unwrap_or("");
        if rest.trim().is_empty() {
            continue;
        }
        let text = script.slice(*comment);
        // An apostrophe inside a word is how people write; it opens a quote only if another one can close it.
        let apostrophes = text.matches('\'').count();
        let in_words = text
            .as_bytes()
            .windows(3)
            .filter(|around| matches!(around, [before, b'\'', after] if before.is_ascii_alphabetic() && after.is_ascii_alphabetic()))
            .count();
        let quote = apostrophes % 2 == 1 && (apostrophes > in_words || rest.contains('\''));
        let opens = quote
            || text.matches('"').count() % 2 == 1
            || text.matches('`').count() % 2 == 1
            || text.matches("$(").count() > text.matches(')').count()
            || text.contains("<<");
        if opens {
            found.ask(Span::new(comment.start as usize, comment.end as usize));
        }
    }
}
