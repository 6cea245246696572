//! The characters of PowerShell: which of them separate, and which are never read.
//!
//! Owns the classes that the tokenizer has for ASCII. A character beyond ASCII that the tokenizer takes for an ASCII one (a typographic
//! quote, a dash, a blank) is a doubt wherever it is, because people and other readers take it for another one (PowerShell's source,
//! `CharTraits.cs`).

/// Whether a character is a doubt wherever it is.
pub(super) fn is_doubtful(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{2018}'..='\u{201e}' | '\u{2013}'..='\u{2015}' | '\u{feff}' => true,
        character if character.is_ascii() => character.is_ascii_control(),
        character => character.is_whitespace() || character.is_control(),
    }
}

/// Whether a character separates words on one line.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a byte ends a bare word.
pub(super) const fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\r' | b'\n' | b'&' | b'(' | b')' | b',' | b';' | b'{' | b'|' | b'}' | b'<' | b'>'
    )
}

/// Whether a byte begins the name of a variable, a property or a parameter.
pub(super) const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether a byte belongs to such a name.
pub(super) const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typographic_quotes_dashes_and_blanks_are_doubtful_and_letters_are_not() {
        for character in [
            '‘', '’', '‚', '‛', '“', '”', '„', '–', '—', '―', '\u{a0}', '\u{85}', '\u{2003}', '\u{2028}',
            '\0', '\u{7f}', '\u{1b}',
        ] {
            assert!(is_doubtful(character), "{character:?}");
        }
        for character in ['a', ' ', '\t', '\n', 'é', '漢', '🦀'] {
            assert!(!is_doubtful(character), "{character:?}");
        }
    }
}
