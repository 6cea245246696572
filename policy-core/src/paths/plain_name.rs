//! Names as a disk may compare them: without regard to case, to invisible characters, to what Windows leaves out.
//!
//! Owns the comparison of names with the lists of protected and of secret names. A name may have wildcards in it, and
//! then it is every name that a shell could find with it.

use alloc::borrow::Cow;

use super::lexical::components;
use super::wildcard::could_find;
use super::windows;

/// Whether a plain name can mean a dot file: by its dot, or as a short name. Any other name means itself alone.
pub(super) fn may_be_hidden(name: &str) -> bool {
    name.starts_with('.') || name.contains('~')
}

/// Whether the components of `part` are side by side anywhere among `names`.
pub(super) fn has_components(names: &[Cow<'_, str>], part: &str) -> bool {
    let length = components(part).count();
    names
        .windows(length)
        .any(|here| here.iter().zip(components(part)).all(|(name, wanted)| is_named(name, wanted)))
}

/// Whether a plain name is `wanted`, can find it, or can be its short name.
pub(super) fn is_named(name: &str, wanted: &str) -> bool {
    name == wanted
        || wanted.starts_with('.')
            && (name.starts_with('.') && could_find(name, wanted) || is_short_for(name, wanted))
}

/// Whether `name` can be the short name that Windows gives to the dot file `wanted`: `git~1`, or `gi7d29~1` once
/// others have taken that.
fn is_short_for(name: &str, wanted: &str) -> bool {
    if !windows::is_short(name) {
        return false;
    }
    let front = name.split('~').next().unwrap_or("");
    let stem = wanted.trim_start_matches('.').split('.').next().unwrap_or("");
    let begins = |length: usize| stem.get(..length.min(stem.len())) == front.get(..length.min(front.len()));
    let hashed = front.len() == 6 && front.bytes().skip(2).all(|byte| byte.is_ascii_hexdigit());
    begins(6) && front.len() == stem.len().min(6) || hashed && begins(2)
}

/// The name as a disk may take it that does not tell capital letters from small ones, leaves out invisible characters
/// (HFS+; CVE-2014-9390), or leaves out streams, dots and blanks at the end (Windows).
pub(super) fn plain(name: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b':';
    if name.bytes().all(is_plain) && !name.ends_with(['.', ' ']) {
        return Cow::Borrowed(name);
    }
    let kept = windows::without_decoration(name).chars().filter(|character| !is_left_out(*character));
    Cow::Owned(kept.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect())
}

/// Whether HFS+ leaves the character out of a name when it looks for it.
fn is_left_out(character: char) -> bool {
    matches!(
        character,
        '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}'
    )
}
