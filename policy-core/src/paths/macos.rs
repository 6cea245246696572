//! The two names that macOS has for some of its directories: `/etc`, `/tmp` and `/var` are links to those in `/private`.
//!
//! Owns their list. On another system one of the two names is nobody's, so that what denies may hold for both, and what
//! allows may not.
//!
//! Source: hier(7) of macOS.

use alloc::string::String;
use alloc::vec::Vec;

/// The directory that holds them.
const PRIVATE: &str = "/private";

/// Their names in it and in the root.
const LINKED: [&str; 3] = ["etc", "tmp", "var"];

/// The other name of the absolute, cleaned path `path`, if it has one: of `/tmp/x` it is `/private/tmp/x`, and the other
/// way round. Its disk does not tell `A` from `a`.
pub fn other_name(path: &str) -> Option<String> {
    let (rest, front) = match strip(path, PRIVATE) {
        Some(rest) => (rest, ""),
        None => (path, PRIVATE),
    };
    let below = rest.strip_prefix('/')?;
    LINKED.iter().any(|name| strip(below, name).is_some()).then(|| alloc::format!("{front}{rest}"))
}

/// The directories, under their other names, that lie beneath the absolute, cleaned path `path`.
pub fn beneath(path: &str) -> Vec<String> {
    if strip(path, PRIVATE) == Some("") {
        LINKED.iter().map(|name| alloc::format!("/{name}")).collect()
    } else {
        other_name(path).into_iter().collect()
    }
}

/// What follows `front`, in any case of its letters, at a slash or at the end.
fn strip<'p>(path: &'p str, front: &str) -> Option<&'p str> {
    let (start, rest) = path.split_at_checked(front.len())?;
    (start.eq_ignore_ascii_case(front) && (rest.is_empty() || rest.starts_with('/'))).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linked_directory_has_two_names_and_its_neighbours_have_one() {
        for (path, other) in [
            ("/tmp", Some("/private/tmp")),
            ("/private/tmp", Some("/tmp")),
            ("/etc/passwd", Some("/private/etc/passwd")),
            ("/private/var/db/x", Some("/var/db/x")),
            ("/Private/TMP/x", Some("/TMP/x")),
            ("/TMP/x", Some("/private/TMP/x")),
            ("/private", None),
            ("/", None),
            ("/private/x", None),
            ("/tmpx", None),
            ("/privateer/tmp", None),
            ("/usr/tmp", None),
            ("/private/private/tmp", None),
            ("tmp", None),
        ] {
            assert_eq!(other_name(path).as_deref(), other, "{path}");
        }
    }

    #[test]
    fn all_of_them_lie_beneath_the_directory_that_holds_them() {
        assert_eq!(beneath("/private"), ["/etc", "/tmp", "/var"]);
        assert_eq!(beneath("/private/etc"), ["/etc"]);
        assert_eq!(beneath("/private/x"), [""; 0]);
    }
}
