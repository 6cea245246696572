//! Whether a name with wildcards could match a given name, decided by its beginning and its end.
//!
//! Owns one question, and answers yes in doubt: its callers are safe if it finds too much.

/// Whether the name `pattern`, which may have `*`, `?` and classes in it, could find `name`.
pub fn could_find(pattern: &str, name: &str) -> bool {
    let Some(front) = pattern.find(['*', '?', '[']) else { return pattern == name };
    let back = pattern.rfind(['*', '?', ']']).map_or(pattern.len(), |at| at + 1);
    let lead = pattern.get(..front).unwrap_or("");
    let tail = pattern.get(back.max(front)..).unwrap_or("");
    name.starts_with(lead) && name.ends_with(tail)
}

/// Whether a pattern goes on with a character that is no dot: `.[!.]*` is neither `.` nor `..`.
pub(crate) fn no_dot_follows(rest: Option<&str>) -> bool {
    rest.is_some_and(|rest| rest.starts_with("[!.]") || rest.starts_with("[^.]"))
}

/// Whether a pattern could name a parent directory: `..` in it, or a dot that a wildcard could complete.
pub(crate) fn climbs(written: &str) -> bool {
    let mut before = '/';
    let mut dotted = false;
    let plain = |(_, character): &(usize, char)| !matches!(character, '\'' | '"' | '\\');
    for (at, character) in written.char_indices().filter(plain) {
        let starts_with_dot = before == '/' && character == '.';
        if dotted && matches!(character, '.' | '*' | '?' | '[') && !no_dot_follows(written.get(at..)) {
            return true;
        }
        dotted = starts_with_dot;
        before = character;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_decide() {
        for (pattern, name, expected) in [
            (".g*", ".git", true),
            (".[a-z]*", ".git", true),
            ("*t", ".git", true),
            (".gi?", ".git", true),
            ("*", "a", true),
            (".git", ".git", true),
            (".h*", ".git", false),
            (".g*x", ".git", false),
            (".git", ".gitx", false),
            ("[", "a", true),
        ] {
            assert_eq!(could_find(pattern, name), expected, "{pattern} {name}");
        }
    }
}
