//! Invisible characters: blanks that the shell does not take for blanks, and marks that reorder or hide text.
//!
//! Source: Unicode 16, `White_Space`, `Default_Ignorable_Code_Point` and `Bidi_Control`, without the characters that
//! ordinary text needs.

/// Ranges, sorted, each with what it is.
const RANGES: &[(u32, u32, &str)] = &[
    (0x0085, 0x0085, "next line"),
    (0x00a0, 0x00a0, "no-break space"),
    (0x00ad, 0x00ad, "soft hyphen"),
    (0x034f, 0x034f, "combining grapheme joiner"),
    (0x061c, 0x061c, "Arabic letter mark"),
    (0x115f, 0x1160, "Hangul filler"),
    (0x1680, 0x1680, "Ogham space mark"),
    (0x17b4, 0x17b5, "Khmer inherent vowel"),
    (0x180b, 0x180f, "Mongolian separator"),
    (0x2000, 0x200a, "typographic space"),
    (0x200b, 0x200f, "zero-width character or direction mark"),
    (0x2028, 0x202e, "line separator or direction control"),
    (0x202f, 0x202f, "narrow no-break space"),
    (0x205f, 0x205f, "mathematical space"),
    (0x2060, 0x206f, "invisible operator or direction control"),
    (0x2800, 0x2800, "Braille blank"),
    (0x3000, 0x3000, "ideographic space"),
    (0x3164, 0x3164, "Hangul filler"),
    (0xfe00, 0xfe0f, "variation selector"),
    (0xfeff, 0xfeff, "byte order mark"),
    (0xffa0, 0xffa0, "Hangul filler"),
    (0xfff9, 0xfffb, "interlinear annotation"),
    (0x1bca0, 0x1bca3, "shorthand format control"),
    (0x1d173, 0x1d17a, "musical format control"),
    (0xe0000, 0xe0fff, "tag character"),
];

/// What an invisible character is; none for one that can be seen.
pub(super) fn invisible(character: char) -> Option<&'static str> {
    let code = u32::from(character);
    let at = RANGES.partition_point(|(_, last, _)| *last < code);
    RANGES.get(at).filter(|(first, ..)| *first <= code).map(|(.., what)| *what)
}

/// Whether the character belongs to emoji, so that a joiner or a selector next to it draws one picture.
pub(super) fn is_pictograph(character: char) -> bool {
    matches!(u32::from(character),
        0x23 | 0x2a | 0x30..=0x39 | 0xa9 | 0xae | 0x203c | 0x2049 | 0x2122 | 0x2139 | 0x2190..=0x21ff
        | 0x2300..=0x27bf | 0x2900..=0x297f | 0x2b00..=0x2bff | 0x3030 | 0x303d | 0x3297 | 0x3299
        | 0xfe0f | 0x20e3 | 0x1f000..=0x1faff)
}

/// Whether both characters are letters of scripts in which a joiner between letters is spelling:
/// Arabic, Syriac, and the Indic scripts.
pub(super) fn joins_letters(before: char, after: char) -> bool {
    let indic = |character: char| matches!(u32::from(character), 0x620..=0x6ef | 0x710..=0x77f | 0x8a0..=0x8ff | 0x900..=0xdff);
    indic(before) && indic(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_sorted_and_apart() {
        assert!(
            RANGES.is_sorted_by(|before, after| before.1 < after.0),
            "a range overlaps or is out of order"
        );
        assert!(RANGES.iter().all(|(first, last, _)| first <= last));
    }

    #[test]
    fn ordinary_letters_are_visible() {
        for character in "aé漢ñ🙂ا-—'".chars() {
            assert_eq!(invisible(character), None, "{character:?}");
        }
    }
}
