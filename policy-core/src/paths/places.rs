//! Places outside of the working directories that every command may read.
//!
//! Owns the look-up in `places.toml`. Nothing in the list reveals a user, a process or a secret; in particular nothing below
//! `/proc/<pid>`, and nothing below `/dev/fd`, which leads there.

use super::lexical::clean;
use super::place::Place;

include!(concat!(env!("OUT_DIR"), "/places.rs"));

/// The narrowest place in which the absolute path `path` lies; `home` is the user's home directory.
///
/// A path that has to be cleaned is not found: `/dev/null/..` is no device.
pub fn place(path: &str, home: Option<&str>) -> Option<&'static Place> {
    let beneath_home = home
        .map(clean)
        .filter(|home| home.len() > 1)
        .and_then(|home| path.strip_prefix(&*home).and_then(|rest| rest.strip_prefix('/')));
    PLACES
        .iter()
        .rev()
        .find(|place| match (place.path.strip_prefix("~/"), beneath_home) {
            (Some(inner), Some(rest)) => holds(place, inner, rest),
            (Some(_), None) => false,
            (None, _) => path.starts_with('/') && holds(place, place.path, path),
        })
        .filter(|_| clean(path) == path)
}

/// Whether `path` is the place, or lies in it; `own` is the place's path, and both begin at the same directory.
fn holds(place: &Place, own: &str, path: &str) -> bool {
    let mut parts = path.split('/');
    let begins = own.split('/').all(|name| parts.next().is_some_and(|part| name == part || name == "*"));
    begins && (place.is_directory || parts.next().is_none())
}

/// Every place, sorted by path.
pub fn places() -> impl Iterator<Item = &'static Place> {
    PLACES.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_be_read(path: &str) -> bool {
        place(path, Some("/home/u")).is_some()
    }

    #[test]
    fn every_place_is_found_with_what_is_in_it_and_nothing_beside_it() {
        for row in places() {
            let path = row.path.replace('~', "/home/u").replace('*', "any");
            assert!(may_be_read(&path), "{path}");
            let below = alloc::format!("{path}/a/b");
            let is_found = place(&below, Some("/home/u")).is_some_and(|found| found == row);
            assert_eq!(is_found, row.is_directory, "{path}");
            assert!(!row.source.is_empty());
            for other in ["{}x", "{}/../x", "{}/", "/x{}", "x{}"] {
                let other = other.replace("{}", &path);
                let is_longer = places().any(|it| it.path == other || other.starts_with(it.path));
                assert!(!may_be_read(&other) || is_longer && !other.contains(".."), "{other}");
            }
            if row.path.starts_with('~') {
                assert!(place(&path, None).is_none() && place(&path, Some("/home/v")).is_none(), "{path}");
                assert!(place(&path, Some("/")).is_none(), "{path}");
            }
        }
    }

    #[test]
    fn what_is_no_place_is_not_found() {
        for path in [
            "/",
            "/etc/passwd",
            "/etc/issue.d/x",
            "/dev/null2",
            "/dev/nullx",
            "/dev/null/..",
            "/dev/null/",
            "/dev/fd/0",
            "/dev/fd/../environ",
            "/proc/self/environ",
            "/proc/1/environ",
            "/proc/self/stat",
            "/proc/sys/kernel/core_pattern",
            "/usr/include/../../etc/shadow",
            "/usr/include-evil/x",
            "/usr",
            "/usr/local",
            "/usr/local/etc/x",
            "/opt/homebrew/etc/x",
            "/opt/x",
            "/home/u",
            "/home/u/other/a",
            "/home/u/.claude/projects/x",
            "/home/u/.claude/projects/x/a.jsonl",
            "/home/u/.cargo/credentials.toml",
            "/home/u/go/src/x",
            "/home/v/go/pkg/mod/x",
            "/var/log/x",
            "/var/lib/x",
            "/root",
            "/srv/x",
            "/mnt/x",
            "dev/null",
            "",
        ] {
            assert!(!may_be_read(path), "{path}");
        }
    }
}
