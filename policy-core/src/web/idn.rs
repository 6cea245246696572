//! Internationalised host names: the letters after `xn--`, and what can be said about them without the tables of Unicode.
//!
//! Owns the letters of which it is certain that every client encodes them as they are: they have no other form, no case
//! and no mapping (UTS 46 calls them valid), and no letter beside them changes them (Unicode's normal form C). The core
//! has no tables of its own; of every other letter it is not known what a client makes of it, and the host is asked.

use alloc::string::String;

use super::punycode;

/// What an encoded label begins with (RFC 5890).
pub(super) const PREFIX: &str = "xn--";

/// Whether every client encodes this letter as it is.
pub(crate) const fn is_settled(letter: char) -> bool {
    matches!(letter,
        // Latin. Not `ŀ` and `ŉ`, which are mapped, and nothing in upper case; `ß` is one letter or two.
        'à'..='ö' | 'ø'..='ÿ'
        // Greek. `ς` is one of two letters.
        | 'ά'..='ρ' | 'σ'..='ώ'
        // Cyrillic, kana, Han, Hangul.
        | 'а'..='џ' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '々' | '一'..='龥' | '가'..='힣')
        || letter.is_ascii()
        || is_small_latin(letter)
}

/// Of Latin Extended-A up to `ž`: the small letters that are not mapped. They alternate with the large ones, and change
/// sides twice.
const fn is_small_latin(letter: char) -> bool {
    let code = letter as u32;
    match code {
        0x138 => true,
        0x132 | 0x133 | 0x13f | 0x140 | 0x149 | 0x178 => false,
        0x139..=0x148 | 0x179..=0x17e => code.is_multiple_of(2),
        0x101..=0x177 => !code.is_multiple_of(2),
        _ => false,
    }
}

/// What is known about a name with an encoded label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idn {
    /// The name as a person reads it.
    pub unicode: String,
    /// Whether each label is surely the encoding of its letters.
    pub(super) is_settled: bool,
}

impl Idn {
    /// Decodes `name`, which is in small letters. None if no label is encoded; an error if one cannot be decoded.
    pub(super) fn of(name: &str) -> Result<Option<Self>, ()> {
        if !name.split('.').any(|label| label.starts_with(PREFIX)) {
            return Ok(None);
        }
        let mut unicode = String::with_capacity(name.len());
        let mut is_settled = true;
        for label in name.split('.') {
            if !unicode.is_empty() {
                unicode.push('.');
            }
            match label.strip_prefix(PREFIX) {
                Some(encoded) => {
                    let decoded = punycode::decode(encoded).ok_or(())?;
                    is_settled &= decoded.chars().all(self::is_settled)
                        && !decoded.bytes().any(|byte| byte.is_ascii_uppercase());
                    unicode.push_str(&decoded);
                }
                None => unicode.push_str(label),
            }
        }
        Ok(Some(Self { unicode, is_settled }))
    }

    /// Two scripts that one label mixes, where none of the languages that mix scripts does: `раypal` with letters of
    /// Cyrillic and Latin.
    pub fn mixed(&self) -> Option<(&'static str, &'static str)> {
        self.unicode.split('.').find_map(mixed)
    }
}

/// The scripts that this module can name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    /// Han, kana and Hangul: Japanese and Korean mix them, also with Latin letters.
    EastAsian,
    Other,
}

impl Script {
    const fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'a'..='z' | 'A'..='Z' | '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => {
                Self::Latin
            }
            '\0'..='\u{bf}' => return None,
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Self::Greek,
            '\u{400}'..='\u{52f}'
            | '\u{1c80}'..='\u{1c8f}'
            | '\u{2de0}'..='\u{2dff}'
            | '\u{a640}'..='\u{a69f}' => Self::Cyrillic,
            '\u{1100}'..='\u{11ff}'
            | '\u{2e80}'..='\u{30ff}'
            | '\u{3130}'..='\u{318f}'
            | '\u{31a0}'..='\u{a4cf}'
            | '\u{ac00}'..='\u{d7af}'
            | '\u{20000}'..='\u{3ffff}' => Self::EastAsian,
            _ => Self::Other,
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Latin => "Latin",
            Self::Greek => "Greek",
            Self::Cyrillic => "Cyrillic",
            Self::EastAsian => "East Asian",
            Self::Other => "another script",
        }
    }
}

fn mixed(label: &str) -> Option<(&'static str, &'static str)> {
    let mut scripts = label.chars().filter_map(Script::of);
    let first = scripts.next()?;
    let other = scripts.find(|script| *script != first)?;
    let is_usual =
        matches!((first, other), (Script::Latin, Script::EastAsian) | (Script::EastAsian, Script::Latin));
    (!is_usual).then(|| (first.name(), other.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_a_person_reads_it() {
        for (name, expected) in [
            ("docs.rs", Ok(None)),
            ("xn--bcher-kva.de", Ok(Some(("bücher.de", true)))),
            ("www.xn--80ak6aa92e.com", Ok(Some(("www.аррӏе.com", false)))),
            ("xn--strae-oqa.de", Ok(Some(("straße.de", false)))),
            ("xn--fiqs8s.xn--fiqs8s", Ok(Some(("中国.中国", true)))),
            ("xn--abc-.de", Err(())),
            ("xn--.de", Err(())),
        ] {
            let read = Idn::of(name);
            let read =
                read.as_ref().map(|idn| idn.as_ref().map(|idn| (idn.unicode.as_str(), idn.is_settled)));
            assert_eq!(read, expected.as_ref().map(|it| *it).map_err(|()| &()), "{name}");
        }
    }

    #[test]
    fn a_label_that_mixes_scripts_is_said() {
        for (label, expected) in [
            ("paypal", None),
            ("bücher", None),
            ("раypal", Some(("Cyrillic", "Latin"))),
            ("googlе", Some(("Latin", "Cyrillic"))),
            ("αpple", Some(("Greek", "Latin"))),
            ("ドメインabc名", None),
            ("аррӏе", None),
            ("а1-2", None),
        ] {
            assert_eq!(mixed(label), expected, "{label}");
        }
    }
}
