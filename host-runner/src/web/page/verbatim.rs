//! Text that is passed on as it is: plain text, Markdown, JSON, XML.
//!
//! Owns that nothing in it is invisible and that it has a bound. Line breaks are `\n`.

use super::bounded::{Bounded, Finished};
use super::invisible::Cleaner;

/// Cleans and bounds a text. May be cut at a blank line, and before a line that begins like a heading of Markdown.
pub(super) fn write(text: &str, characters_max: usize, cleaner: &mut Cleaner) -> Finished {
    let mut out = Bounded::new(characters_max);
    let mut clean = String::new();
    let mut is_after_blank = false;
    // A lone carriage return is a line break, as on old systems.
    for line in text.split_inclusive(['\n', '\r']) {
        let end = line.len() - usize::from(line.ends_with(['\n', '\r']));
        let (content, ending) = line.split_at(end);
        // Of `\r\n` the first half ends the line, and the second is an empty line that is none.
        let is_second_half = ending == "\n" && content.is_empty() && is_after_return(text, line);
        if is_second_half {
            continue;
        }
        clean.clear();
        clean.extend(content.chars().filter_map(|character| cleaner.clean(character)));
        let is_heading = clean.starts_with('#');
        if is_after_blank || is_heading {
            out.mark_block(is_heading);
        }
        is_after_blank = clean.trim().is_empty();
        out.push(&clean);
        if !ending.is_empty() {
            out.push("\n");
        }
    }
    out.finish()
}

/// Whether the byte of `text` before its part `line` is a carriage return.
fn is_after_return(text: &str, line: &str) -> bool {
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    start.checked_sub(1).and_then(|before| text.as_bytes().get(before)) == Some(&b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> (String, u64) {
        let mut cleaner = Cleaner::default();
        (write(text, 1_000, &mut cleaner).text, cleaner.dropped)
    }

    #[test]
    fn line_breaks_are_of_one_kind() {
        assert_eq!(written("a\r\nb\rc\n\r\n\nd\r\r\n"), ("a\nb\nc\n\n\nd\n\n".to_owned(), 0));
    }

    #[test]
    fn what_cannot_be_seen_is_dropped() {
        assert_eq!(written("{\"a\u{202e}\": \"\u{1b}[2J\"}\t\n"), ("{\"a\": \"[2J\"}\t\n".to_owned(), 2));
    }

    #[test]
    fn a_long_text_is_cut_before_a_heading() {
        let text = "# Title\n\nA paragraph.\n".repeat(100);
        let text = write(&text, 1_000, &mut Cleaner::default()).text;
        assert!(text.ends_with("A paragraph.\n\n[shown 791 of 2200 characters]"), "{text}");
    }
}
