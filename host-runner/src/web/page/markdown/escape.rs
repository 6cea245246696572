//! Text that stays text in Markdown.
//!
//! Owns which characters get a backslash: as few as possible, so that prose reads well, and enough that text of a page never
//! becomes a link, a picture, HTML, code, a heading or a list (<https://spec.commonmark.org/0.31.2/#backslash-escapes>).

use std::borrow::Cow;

/// Adds one character of text after what is in `out`.
///
/// `next` is the character after it, none if that is not known yet. In the text of a link brackets could end it.
pub(super) fn push(out: &mut String, character: char, next: Option<char>, is_in_link: bool) {
    let last = out.chars().next_back();
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let needs_escape = match character {
        '`' => true,
        '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
        '<' => next.is_none_or(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
        '[' | ']' if is_in_link => true,
        // `](` makes a link, `][` a reference, `]:` its definition.
        '(' | '[' | ':' => last == Some(']'),
        '*' => !(last.is_none_or(char::is_whitespace) && next.is_some_and(char::is_whitespace)),
        '_' => !(is_word(last) && is_word(next)),
        '~' => last == Some('~'),
        _ => false,
    };
    if needs_escape {
        out.push('\\');
    }
    out.push(character);
}

/// Keeps an exclamation mark from making a picture of the link that follows.
pub(super) fn before_link(out: &mut String) {
    if out.ends_with('!') {
        out.pop();
        out.push_str("\\!");
    }
}

/// A block of text in which no line begins a heading, a quote, a list, a rule, code or a table.
pub(super) fn line_starts(block: &str) -> Cow<'_, str> {
    if block.split('\n').all(|line| line_start(line).is_none()) {
        return Cow::Borrowed(block);
    }
    let mut out = String::with_capacity(block.len() + 8);
    for (number, line) in block.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let (before, after) = line.split_at_checked(line_start(line).unwrap_or(0)).unwrap_or(("", line));
        out.push_str(before);
        if line_start(line).is_some() {
            out.push('\\');
        }
        out.push_str(after);
    }
    Cow::Owned(out)
}

/// Where a line needs a backslash.
fn line_start(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let ends_after =
        |count: usize| line.get(count..).is_none_or(|rest| rest.is_empty() || rest.starts_with([' ', '\\']));
    let is_all = |mark: char| line.chars().all(|c| c == mark || c == ' ');
    match first {
        '#' => {
            let level = line.bytes().take_while(|byte| *byte == b'#').count();
            (level <= 6 && ends_after(level)).then_some(0)
        }
        '>' | '|' => Some(0),
        '-' | '+' => (ends_after(1)
            || is_all(first)
            || line.starts_with("---")
            || line.starts_with("-:")
            || line.starts_with("-|"))
        .then_some(0),
        '=' => is_all('=').then_some(0),
        ':' => line.get(1..).is_some_and(|rest| rest.starts_with(['-', ' '])).then_some(0),
        '0'..='9' => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let has_mark = matches!(line.as_bytes().get(digits), Some(b'.' | b')'));
            (has_mark && digits <= 9 && ends_after(digits + 1)).then_some(digits)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> String {
        let mut out = String::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            push(&mut out, character, characters.peek().copied(), false);
        }
        line_starts(&out).into_owned()
    }

    #[test]
    fn prose_stays_as_it_is() {
        for prose in [
            "A sentence, with (brackets) [1], 2 * 3 < 4 & snake_case; 50% of #1!",
            "C:\\Users\\me and ~/.bashrc, a/b: c = d | e",
            "#hashtag",
            "-5 degrees",
            "3.14 is no list",
            "AT&T",
            "1980 was a year.",
        ] {
            assert_eq!(text(prose), prose);
        }
    }

    #[test]
    fn text_never_becomes_syntax() {
        for (from, to) in [
            ("[a](http://x)", "[a]\\(http://x)"),
            ("![a](http://x)", "![a]\\(http://x)"),
            ("[a]: http://x", "[a]\\: http://x"),
            ("[a][b]", "[a]\\[b]"),
            ("<b>", "\\<b>"),
            ("a<!-- x", "a\\<!-- x"),
            ("```", "\\`\\`\\`"),
            ("~~~", "~\\~\\~"),
            ("**b**", "\\*\\*b\\*\\*"),
            ("_e_", "\\_e\\_"),
            ("# h", "\\# h"),
            ("> q", "\\> q"),
            ("- i", "\\- i"),
            ("+ i", "\\+ i"),
            ("1. i", "1\\. i"),
            ("12) i", "12\\) i"),
            ("---", "\\---"),
            ("- - -", "\\- - -"),
            ("===", "\\==="),
            ("| a | b |", "\\| a | b |"),
            (":-- | --:", "\\:-- | --:"),
            ("\\*", "\\\\\\*"),
            ("a\\", "a\\\\"),
        ] {
            assert_eq!(text(from), to);
        }
    }

    #[test]
    fn each_line_of_a_block_is_judged() {
        assert_eq!(line_starts("a\\\n# b\\\n---\\\n2. c"), "a\\\n\\# b\\\n\\---\\\n2\\. c");
    }

    #[test]
    fn a_link_after_an_exclamation_mark_is_no_picture() {
        let mut out = "wow!".to_owned();
        before_link(&mut out);
        assert_eq!(out, "wow\\!");
    }
}
