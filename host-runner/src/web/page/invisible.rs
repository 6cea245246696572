//! Characters that a reader cannot see: dropped and counted.
//!
//! Owns what becomes of each character of foreign text: it stays, becomes a space, or is dropped. Which characters show
//! as themselves is decided by [`policy_core::visible`] and by nothing here.

use policy_core::visible;

/// Cleans text and counts what it drops.
#[derive(Debug, Default)]
pub(super) struct Cleaner {
    /// The characters that were dropped, but for single variation selectors.
    pub(super) dropped: u64,
    last: char,
}

impl Cleaner {
    /// The character to show: itself, a space for any blank, none if it is dropped. Line breaks and tabs stay.
    ///
    /// One variation selector after a visible character (a coloured emoji) is dropped without being counted. A second one
    /// after it chooses nothing: it carries data.
    pub(super) fn clean(&mut self, character: char) -> Option<char> {
        let last = std::mem::replace(&mut self.last, character);
        match character {
            ' '..='~' | '\n' | '\t' => Some(character),
            _ if is_blank(character) => Some(' '),
            _ if shows_as_itself(character) => Some(character),
            '\u{FE0E}' | '\u{FE0F}' if !last.is_whitespace() && shows_as_itself(last) => None,
            _ => {
                self.dropped += 1;
                None
            }
        }
    }
}

/// Blanks other than the space; not the control characters, of which Unicode calls some blank.
fn is_blank(character: char) -> bool {
    !character.is_ascii() && character.is_whitespace()
}

/// Whether a character shows, takes room and changes nothing around it.
fn shows_as_itself(character: char) -> bool {
    visible::is_plain(character)
}

/// One line of foreign text: cleaned, blanks in a row become one space, at most `characters_max` characters.
pub(super) fn line(text: &str, cleaner: &mut Cleaner, characters_max: usize) -> String {
    let mut line = String::new();
    let mut count = 0;
    for character in text.chars().filter_map(|character| cleaner.clean(character)) {
        let character = if character.is_whitespace() { ' ' } else { character };
        if character == ' ' && (line.is_empty() || line.ends_with(' ')) {
            continue;
        }
        if count == characters_max {
            break;
        }
        line.push(character);
        count += 1;
    }
    line.truncate(line.trim_end().len());
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(text: &str) -> (String, u64) {
        let mut cleaner = Cleaner::default();
        let text = text.chars().filter_map(|character| cleaner.clean(character)).collect();
        (text, cleaner.dropped)
    }

    #[test]
    fn what_cannot_be_seen_is_dropped_and_counted() {
        for (text, shown, dropped) in [
            ("plain ß 日本 😀\n\t", "plain ß 日本 😀\n\t", 0),
            ("a\u{202e}b\u{2066}", "ab", 2),
            ("a\u{200b}\u{200d}\u{feff}\u{ad}b", "ab", 4),
            ("\u{e0048}\u{e0049}", "", 2),
            ("\0\u{1b}[31m\u{9b}\r", "[31m", 4),
            ("a\u{a0}b\u{3000}c\u{2028}d\u{85}e", "a b c d e", 0),
            ("❤\u{fe0f}", "❤", 0),
            ("❤\u{fe0f}\u{fe0f}\u{fe01}", "❤", 2),
            (" \u{fe0f}", " ", 1),
            ("x\u{e0100}\u{e0101}", "x", 2),
        ] {
            assert_eq!(clean(text), (shown.to_owned(), dropped), "{text:?}");
        }
    }

    #[test]
    fn a_line_has_no_two_blanks_in_a_row() {
        assert_eq!(line("  a \n\t b\u{200b}  ", &mut Cleaner::default(), 100), "a b");
        assert_eq!(line("abcdef", &mut Cleaner::default(), 3), "abc");
        assert_eq!(line("ab cd", &mut Cleaner::default(), 3), "ab");
    }
}
