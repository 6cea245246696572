//! Texts of the profile's language: quoted strings, and patterns of paths.
//!
//! Owns the spelling. A pattern is in `#"…"`, in which some read a backslash as it is and others as an escape; so no
//! pattern has one, and a sign that would need one is written as a class (`[.]`).

use std::fmt::Write as _;
use std::path::Path;

use policy_core::paths::protected::{ProtectedName, Spelling};

/// A text in the quotes of the language.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A path in the quotes of the language. macOS has no other paths than those of UTF-8.
pub(super) fn path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// The filter for what `pattern` fits.
pub(super) fn regex(pattern: &str) -> String {
    format!("(regex #\"{pattern}\")")
}

/// Letters that a disk without regard to case takes for those of ASCII (Unicode's `CaseFolding.txt`), the longest first.
const FOLDED: [(&str, &[&str]); 9] = [
    ("ffi", &["ﬃ"]),
    ("ffl", &["ﬄ"]),
    ("ff", &["ﬀ"]),
    ("fi", &["ﬁ"]),
    ("fl", &["ﬂ"]),
    ("ss", &["ß", "ẞ"]),
    ("st", &["ﬅ", "ﬆ"]),
    ("s", &["ſ"]),
    ("k", &["\u{212a}"]),
];

/// A text as a pattern that fits it in every case of its letters: macOS installs itself on a disk that does not tell `A`
/// from `a`. Only for what is denied: on a disk that does, it fits more than the text.
pub(super) fn any_case(text: &str) -> String {
    let mut pattern = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let folded = FOLDED.iter().find(|(letters, _)| {
            rest.get(..letters.len()).is_some_and(|start| start.eq_ignore_ascii_case(letters))
        });
        let length = folded.map_or(first.len_utf8(), |(letters, _)| letters.len());
        let (here, behind) = rest.split_at(length);
        // An alternative, and no class: who reads bytes finds several in such a letter.
        match folded {
            Some((_, others)) => {
                let plain = here.chars().map(one).collect::<String>();
                let _ = write!(pattern, "({plain}|{})", others.join("|"));
            }
            None => pattern.push_str(&one(first)),
        }
        rest = behind;
    }
    pattern
}

/// One character as a pattern, in both cases.
fn one(character: char) -> String {
    match character {
        letter if letter.is_ascii_alphabetic() => {
            format!("[{}{}]", letter.to_ascii_lowercase(), letter.to_ascii_uppercase())
        }
        plain if plain.is_ascii_digit() || "/_-, :;@%&='~#!<>".contains(plain) => plain.to_string(),
        // In a class it means something, or the text could not hold it: any character stands for it.
        '^' | '[' | ']' | '"' | '\\' | '\n' | '\r' => ".".to_owned(),
        sign if sign.is_ascii() => format!("[{sign}]"),
        other => other.to_string(),
    }
}

/// The path and everything beneath it, in every case of its letters.
pub(super) fn beneath(path: &Path) -> String {
    format!("^{}(/|$)", any_case(&path.to_string_lossy()))
}

/// The path alone, in every case of its letters.
pub(super) fn exactly(path: &Path) -> String {
    format!("^{}$", any_case(&path.to_string_lossy()))
}

/// The first `count` components of a protected name.
pub(super) fn components(row: &ProtectedName, count: usize) -> String {
    let component = |component: &str| {
        let name = any_case(component);
        match row.spelling {
            Spelling::Exact => name,
            Spelling::Beginning => format!("{name}([.-][^/]*)?"),
            Spelling::Ending => format!("[^/]*{name}"),
        }
    };
    row.components().take(count).map(component).collect::<Vec<_>>().join("/")
}
