//! What a name with wildcards could find, told by its beginning and its end alone.
//!
//! Owns one question, and answers yes when in doubt: it is asked where finding too much is safe.

/// Whether the name `pattern`, which may have `*`, `?` and classes in it, could find `name`.
pub fn could_find(pattern: &str, name: &str) -> bool {
    let Some(front) = pattern.find(['*', '?', '[']) else { return pattern == name };
    let back = pattern.rfind(['*', '?', ']']).map_or(pattern.len(), |at| at + 1);
    let lead = pattern.get(..front).unwrap_or("");
    let tail = pattern.get(back.max(front)..).unwrap_or("");
    name.starts_with(lead) && name.ends_with(tail)
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
