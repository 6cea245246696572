//! Paths that hold secrets by their name: passwords, tokens, keys, and what a person typed.
//!
//! Owns this question, and the list as the build packed it (`secret-names.toml`). A name with a wildcard in it is every
//! name that a shell could find with it, when it says more of the name than where it ends: `.e*` and `id_*` are secret,
//! `*` and `*.json` are not.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::lexical::{clean, components};
use super::plain_name::{is_named, plain};
pub use super::secret_name::{SecretKind, SecretName};
use super::wildcard::could_find;
use crate::name_set::Marks;
use crate::sorted;

include!(concat!(env!("OUT_DIR"), "/secret_names.rs"));

/// How many letters of a name a pattern must have before it is about the name.
const LETTERS_MIN: usize = 3;

/// Every secret name.
pub fn names() -> impl Iterator<Item = &'static SecretName> {
    NAMES.iter()
}

/// The list for a person, as Markdown: the names by what they hold.
pub fn listed() -> String {
    let of_kind = SecretKind::ALL.iter().map(|kind| {
        let of_kind: Vec<&str> = names().filter(|row| row.kind == *kind).map(|row| row.name).collect();
        format!("- {}: `{}`", kind.what(), of_kind.join("`, `"))
    });
    let lines: Vec<String> = of_kind.collect();
    format!("The names, by what they hold:\n\n{}\n", lines.join("\n"))
}

/// The secret name that reading `path` touches, when there is one: a directory that it lies in or is, or a file's name.
/// `path` as text, absolute or relative; symbolic links are not followed.
pub fn secret(path: &str) -> Option<&'static SecretName> {
    // Nearly every path is of names that no row is like.
    if !may_be_secret(path) {
        return None;
    }
    let path = clean(path);
    let names: Vec<Cow<'_, str>> = components(&path).map(plain).collect();
    let last = names.last()?;
    if PUBLIC.iter().any(|public| covers(public, last)) {
        return None;
    }
    NAMES.iter().find(|row| row.is_about(&names) && !row.except.iter().any(|except| covers(except, last)))
}

/// Whether a component of `path`, which need not be cleaned, is like one of a secret name; a home directory may be.
pub(crate) fn may_be_secret(path: &str) -> bool {
    let parts = Parts::known();
    components(path).any(|name| parts.may_match(&plain(name)))
}

/// What the components of rows are, for a quick negative answer.
#[derive(Debug, Default)]
struct Parts {
    /// Components without a star, sorted.
    whole: Vec<&'static str>,
    /// What is before a star.
    starts: Vec<&'static str>,
    /// What is after a star.
    ends: Vec<&'static str>,
    /// The first two bytes of components without a star and of `starts`.
    first: Marks,
    /// The last two bytes of `ends`.
    last: Marks,
}

/// The mark of two bytes.
fn mark([one, other]: [u8; 2]) -> Marks {
    Marks::at(usize::from(one) * 5 + usize::from(other) * 37)
}

/// The marks of two bytes of each text. A text of one byte can be in front of any second.
fn marks<'t>(texts: impl Iterator<Item = &'t str>, two: fn(&[u8]) -> Option<[u8; 2]>) -> Marks {
    texts.fold(Marks::NONE, |all, text| all.or(two(text.as_bytes()).map_or(Marks::ALL, mark)))
}

/// Whether a name with these two bytes may be one of the marked texts; a name of one byte may be.
fn may_be_marked(marks: Marks, two: Option<[u8; 2]>) -> bool {
    two.is_none_or(|two| marks.meet(mark(two)))
}

/// The first two bytes.
fn first_two(text: &[u8]) -> Option<[u8; 2]> {
    text.first_chunk().copied()
}

/// The last two bytes.
fn last_two(text: &[u8]) -> Option<[u8; 2]> {
    text.last_chunk().copied()
}

impl Parts {
    fn known() -> &'static Self {
        static KNOWN: OnceBox<Parts> = OnceBox::new();
        KNOWN.get_or_init(|| {
            let mut parts = Self::default();
            for part in NAMES.iter().flat_map(|row| row.name.split('/')) {
                match (part.strip_prefix('*'), part.strip_suffix('*')) {
                    (Some(end), _) => parts.ends.push(end),
                    (None, Some(start)) => parts.starts.push(start),
                    (None, None) => parts.whole.push(part),
                }
            }
            sorted::sort(&mut parts.whole);
            parts.whole.dedup();
            parts.first = marks(parts.whole.iter().chain(&parts.starts).copied(), first_two);
            parts.last = marks(parts.ends.iter().copied(), last_two);
            Box::new(parts)
        })
    }

    /// Whether a pattern, which surely begins and ends like this, is about a component of a row.
    fn may_find(&self, name: &str, (lead, tail): (&str, &str)) -> bool {
        // See `is_close`: with fewer letters it is about dot files alone, and then it begins with a dot.
        let says_little = !lead.starts_with('.') && lead.len() + tail.len() < LETTERS_MIN;
        let begins = || {
            self.whole.iter().any(|row| may_be_whole((lead, tail), row))
                || self.starts.iter().any(|start| may_begin(lead, start))
        };
        !says_little && begins() || self.ends.iter().any(|end| may_end(name, tail, end))
    }

    /// Whether a component of a row could be spelled as the plain `name`.
    fn may_match(&self, name: &str) -> bool {
        // By bytes: every component of every path is looked at.
        let (mut is_pattern, mut is_short) = (false, false);
        for byte in name.bytes() {
            is_pattern |= matches!(byte, b'*' | b'?' | b'[');
            is_short |= byte == b'~';
        }
        if is_pattern && let Some(known) = ends(name) {
            return self.may_find(name, known);
        }
        is_short
            || may_be_marked(self.first, first_two(name.as_bytes()))
                && (self.whole.binary_search(&name).is_ok()
                    || self.starts.iter().any(|start| begins(name, start)))
            || may_be_marked(self.last, last_two(name.as_bytes()))
                && self.ends.iter().any(|end| name.ends_with(end))
    }
}

impl SecretName {
    /// Whether the path with these plain components is it, or lies in it.
    fn is_about(&self, names: &[Cow<'_, str>]) -> bool {
        let length = self.name.split('/').count();
        let here = |part: &[Cow<'_, str>]| {
            part.iter().zip(self.name.split('/')).all(|(name, wanted)| may_be(name, wanted))
        };
        if self.is_directory {
            return names.windows(length).any(here);
        }
        names.len().checked_sub(length).and_then(|from| names.get(from..)).is_some_and(here)
    }
}

/// Whether the plain `name`, which has no wildcard, is spelled as `row`.
fn covers(row: &str, name: &str) -> bool {
    match (row.strip_prefix('*'), row.strip_suffix('*')) {
        (Some(end), _) => name.ends_with(end),
        (None, Some(start)) => begins(name, start),
        (None, None) => name == row,
    }
}

/// Whether `name` is `start`, or `start` and a sign and anything after it.
fn begins(name: &str, start: &str) -> bool {
    name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-', '_']))
}

/// Whether a plain name is spelled as `row`, or is a pattern about such a name.
fn may_be(name: &str, row: &str) -> bool {
    let Some((lead, tail)) = ends(name) else {
        return covers(row, name) || !row.contains('*') && is_named(name, row);
    };
    match (row.strip_prefix('*'), row.strip_suffix('*')) {
        (Some(end), _) => may_end(name, tail, end),
        (None, Some(start)) => may_begin(lead, start),
        (None, None) => may_be_whole((lead, tail), row),
    }
}

/// Whether a pattern, which surely begins and ends like this, is about the name `row`.
fn may_be_whole((lead, tail): (&str, &str), row: &str) -> bool {
    row.ends_with(tail) && row.starts_with(lead) && is_close(lead, tail, row)
}

/// Whether a pattern that begins with `lead` is about names that begin with `start`.
fn may_begin(lead: &str, start: &str) -> bool {
    (begins(lead, start) || start.starts_with(lead)) && is_close(lead, "", start)
}

/// What a pattern surely begins and ends with; none for a name without a wildcard.
fn ends(name: &str) -> Option<(&str, &str)> {
    let front = name.find(['*', '?', '['])?;
    let back = name.rfind(['*', '?', ']']).map_or(name.len(), |at| at + 1);
    Some((name.get(..front)?, name.get(back.max(front)..)?))
}

/// Whether a pattern with these ends says enough of `wanted`: only a dot finds a dot file, and how the name ends says
/// nothing of any other.
fn is_close(lead: &str, tail: &str, wanted: &str) -> bool {
    if wanted.starts_with('.') {
        return lead.starts_with('.');
    }
    let extension = wanted.rfind('.').map_or(0, |at| wanted.len() - at);
    lead.len() + tail.len().saturating_sub(extension) >= LETTERS_MIN
}

/// Whether the pattern `name`, which ends with `tail`, is about names that end with `end`.
fn may_end(name: &str, tail: &str, end: &str) -> bool {
    if tail.ends_with(end) {
        return true;
    }
    let (stem, extension) = end.rsplit_once('.').unwrap_or((end, ""));
    if !stem.is_empty() {
        return end.ends_with(tail) && tail.len() >= extension.len() + 1 + LETTERS_MIN;
    }
    // `*.p?m` is about `.pem`, and `*.[ch]` is about nothing.
    let written = name.rsplit_once('.').map_or("", |(_, written)| written);
    let is_open = written.contains(['*', '?']) && !written.contains('[');
    is_open && written.starts_with(|c: char| c.is_ascii_alphanumeric()) && could_find(written, extension)
        || tail.len() >= LETTERS_MIN && end.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned as _;

    use super::*;

    fn found(path: &str) -> Option<&'static str> {
        secret(path).map(|row| row.name)
    }

    #[test]
    fn every_row_is_found_by_its_name_in_any_directory_and_case() {
        assert!(NAMES.is_sorted_by_key(|row| row.name));
        for row in names() {
            let name = match (row.name.strip_prefix('*'), row.name.strip_suffix('*')) {
                (Some(end), _) => format!("x{end}"),
                (None, Some(start)) => format!("{start}.x"),
                (None, None) => row.name.to_owned(),
            };
            let spellings = [name.clone(), name.to_uppercase(), format!("{name}::$DATA")];
            for name in spellings {
                assert!(found(&name).is_some(), "{name}");
                assert!(found(&format!("/a/b/{name}")).is_some(), "{name}");
                assert!(found(&format!("a/x/../{name}")).is_some(), "{name}");
            }
            let inside = found(&format!("{name}/x/y")).is_some();
            assert_eq!(inside, row.is_directory, "{name}");
        }
    }

    #[test]
    fn what_is_ruled_out_at_a_glance_matches_no_row() {
        let parts = Parts::known();
        for row in names() {
            for (at, _) in row.name.char_indices() {
                for name in row.name.split('/').flat_map(|part| [part.get(at..), part.get(..at)]).flatten() {
                    let name = name.replace('*', "x");
                    let patterns = ["*", "?", "[a-z]"].map(|wild| {
                        [format!("{wild}{name}"), format!("{name}{wild}"), format!("x{wild}{name}{wild}")]
                    });
                    for name in patterns.as_flattened().iter().chain([&name]) {
                        let path = [Cow::Borrowed(name.as_str())];
                        let is_about = NAMES.iter().any(|row| row.is_about(&path));
                        assert!(!is_about || parts.may_match(name), "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_pattern_that_spells_most_of_a_name_is_about_it() {
        for row in names().filter(|row| !row.name.contains(['*', '/'])) {
            for at in 1..row.name.len() {
                let (front, back) = row.name.split_at(at);
                let (letter, behind) = back.split_at(1);
                let one = format!("{front}?{behind}");
                let class = format!("{front}[{letter}]{behind}");
                let rest = format!("{front}*");
                let short = !row.name.starts_with('.') && at < LETTERS_MIN;
                for pattern in [one, class, rest].iter().take(if short { 0 } else { 3 }) {
                    assert!(secret(pattern).is_some(), "{pattern} finds {}", row.name);
                }
            }
        }
    }

    #[test]
    fn examples_and_public_keys_and_source_code_are_no_secrets() {
        assert!(SILENT.len() > 50);
        for path in SILENT {
            assert_eq!(found(path), None, "{path}");
        }
        for row in names() {
            for except in row.except.iter().filter(|except| !except.contains('*')) {
                let path =
                    if row.is_directory { format!("{}/{except}", row.name) } else { (*except).to_owned() };
                assert_eq!(found(&path), None, "{path}");
            }
        }
    }

    #[test]
    fn secrets_are_found_in_the_spellings_that_a_shell_and_a_disk_allow() {
        for path in [
            ".env",
            "sub/.env.local",
            ".env-prod",
            ".ENV",
            ".e*",
            ".en?",
            ".[e]nv",
            ".*",
            "prod.env",
            "/home/u/.ssh/id_work",
            "/home/u/.ssh",
            ".s*/id_rsa",
            "SSH~1/x",
            "/home/u/.aws/credentials",
            "id_*",
            "*_rsa",
            "*.pem",
            "certs/*.p?m",
            "a.k*",
            "/etc/shadow",
            "/run/secrets/db",
            "gcp-credentials.json",
            "*dentials.json",
        ] {
            assert!(found(path).is_some(), "{path}");
        }
    }
}
