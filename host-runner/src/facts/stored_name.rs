//! The name under which a disk keeps what another spelling of it finds.
//!
//! Owns the question whether a directory tells `A` from `a`. Where it does not, the text of a path says nothing about a
//! rule with another spelling: the name on the disk does. Disks of macOS and Windows are like that, and some of Linux
//! (vfat, a directory of ext4 with `+F`).

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

/// The name of what is at `name` in `directory`, as the directory lists it; `name` where nothing else is listed for it.
/// None when the directory does not tell `A` from `a` and cannot be listed.
pub(super) fn stored_name(directory: &Path, name: &OsStr) -> Option<OsString> {
    let is_there = |name: &OsStr| directory.join(name).symlink_metadata().is_ok();
    let list = || {
        let entries = fs::read_dir(directory).ok()?;
        Some(entries.flatten().map(|entry| entry.file_name()).collect())
    };
    stored(name, is_there, list)
}

fn stored(
    name: &OsStr,
    is_there: impl Fn(&OsStr) -> bool,
    list: impl FnOnce() -> Option<Vec<OsString>>,
) -> Option<OsString> {
    // What is no text is compared byte for byte.
    let Some(text) = name.to_str() else { return Some(name.to_owned()) };
    // A letter with an accent is kept in one of two ways, whatever its case.
    let can_differ = !text.is_ascii() || other_case(text).is_some_and(|other| is_there(OsStr::new(&other)));
    if !can_differ {
        return Some(name.to_owned());
    }
    let listed = list()?;
    if listed.iter().any(|entry| entry == name) {
        return Some(name.to_owned());
    }
    let wanted = folded(text);
    let found = listed.into_iter().find(|entry| entry.to_str().is_some_and(|entry| folded(entry) == wanted));
    Some(found.unwrap_or_else(|| name.to_owned()))
}

/// The text with the case of every letter of ASCII turned round; none without such a letter.
fn other_case(text: &str) -> Option<String> {
    text.contains(|character: char| character.is_ascii_alphabetic()).then(|| {
        let turned =
            |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        text.chars().map(turned).collect()
    })
}

/// The text as a disk without regard to case compares it.
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stored name on a disk with these entries, which tells `A` from `a` or does not.
    fn found(entries: &[&str], tells: bool, name: &str) -> Option<String> {
        let is_there = |name: &OsStr| {
            let name = name.to_str().unwrap();
            entries.iter().any(|entry| *entry == name || !tells && folded(entry) == folded(name))
        };
        let list = || Some(entries.iter().map(OsString::from).collect());
        stored(OsStr::new(name), is_there, list).map(|name| name.into_string().unwrap())
    }

    #[test]
    fn a_name_is_the_disks_own_where_the_disk_does_not_tell_a_from_a() {
        for (entries, name, expected) in [
            (&["secrets", "src"][..], "SECRETS", "secrets"),
            (&["Secrets"], "secrets", "Secrets"),
            (&["secrets"], "\u{17f}ecrets", "secrets"),
            (&["Ärger"], "ärger", "Ärger"),
            (&["2024"], "2024", "2024"),
            (&["src"], "src", "src"),
            // A short name of Windows is listed under no other spelling of itself.
            (&["program files"], "progra~1", "progra~1"),
        ] {
            assert_eq!(found(entries, false, name).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn two_files_that_differ_in_case_keep_their_names() {
        for name in ["a", "A", "ä"] {
            assert_eq!(found(&["a", "A", "ä", "Ä"], true, name).as_deref(), Some(name));
        }
        assert_eq!(found(&["secrets"], true, "secrets").as_deref(), Some("secrets"));
    }

    #[test]
    fn what_cannot_be_listed_is_not_known_where_the_spelling_matters() {
        assert_eq!(stored(OsStr::new("secrets"), |_| true, || None), None);
        assert_eq!(stored(OsStr::new("secrets"), |_| false, || None), Some("secrets".into()));
    }
}
