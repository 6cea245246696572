//! Places outside of the working directories that every command may read.
//!
//! Owns the look-up in `places.toml`. Nothing in the list reveals a user, a process or a secret; in particular nothing below
//! `/proc/<pid>`, and nothing below `/dev/fd`, which leads there.

use super::lexical::clean;
use super::model::PathModel;
use super::place::Place;

include!(concat!(env!("OUT_DIR"), "/places.rs"));

/// The narrowest place in which the absolute path `path` lies on a system of this model; `home` is the user's home directory.
///
/// A path that has to be cleaned is not found: `/dev/null/..` is no device.
pub fn place(path: &str, home: Option<&str>, model: &PathModel) -> Option<&'static Place> {
    let is_same =
        |own: &str, part: &str| own == part || model.ignores_case(path) && own.eq_ignore_ascii_case(part);
    let beneath_home =
        home.map(clean).filter(|home| home.len() > 1).and_then(|home| beneath(&home, path, &is_same));
    let on_drive = model.on_own_drive(path);
    PLACES
        .iter()
        .rev()
        .find(|place| match (place.path.strip_prefix("~/"), place.path.strip_prefix("C:/")) {
            (Some(inner), _) => beneath_home.is_some_and(|rest| holds(place, inner, rest, &is_same)),
            (_, Some(inner)) => on_drive.is_some_and(|rest| holds(place, inner, rest, &is_same)),
            _ => path.starts_with('/') && holds(place, place.path, path, &is_same),
        })
        .filter(|_| clean(path) == path)
}

/// What of `path` follows `directory`, if it lies in it.
fn beneath<'p>(directory: &str, path: &'p str, is_same: &dyn Fn(&str, &str) -> bool) -> Option<&'p str> {
    let (front, rest) = path.split_at_checked(directory.len())?;
    is_same(directory, front).then_some(rest)?.strip_prefix('/')
}

/// Whether `path` is the place, or lies in it; `own` is the place's path, and both begin at the same directory.
fn holds(place: &Place, own: &str, path: &str, is_same: &dyn Fn(&str, &str) -> bool) -> bool {
    let mut parts = path.split('/');
    let begins =
        own.split('/').all(|name| parts.next().is_some_and(|part| is_same(name, part) || name == "*"));
    begins && (place.is_directory || parts.next().is_none())
}

/// Every place, sorted by path.
pub fn places() -> impl Iterator<Item = &'static Place> {
    PLACES.iter()
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    fn may_be_read(path: &str) -> bool {
        place(path, Some("/home/u"), PathModel::UNIX).is_some()
    }

    /// Where the place is on a system with the drives of Windows, and elsewhere if it is on none.
    fn path_of(row: &Place) -> (String, &'static PathModel) {
        let path = row.path.replace('~', "/home/u").replace('*', "any");
        match path.strip_prefix("C:") {
            Some(rest) => (alloc::format!("/c{rest}"), PathModel::WINDOWS),
            None => (path, PathModel::UNIX),
        }
    }

    #[test]
    fn every_place_is_found_with_what_is_in_it_and_nothing_beside_it() {
        for row in places() {
            let (path, model) = path_of(row);
            let may_be_read = |path: &str| place(path, Some("/home/u"), model).is_some();
            assert!(may_be_read(&path), "{path}");
            let below = alloc::format!("{path}/a/b");
            let is_found = place(&below, Some("/home/u"), model).is_some_and(|found| found == row);
            assert_eq!(is_found, row.is_directory, "{path}");
            for other in ["{}x", "{}/../x", "{}/", "/x{}", "x{}"] {
                let other = other.replace("{}", &path);
                let is_longer = places().any(|it| other.starts_with(&path_of(it).0));
                assert!(!may_be_read(&other) || is_longer && !other.contains(".."), "{other}");
            }
            if row.path.starts_with('~') {
                for home in [None, Some("/home/v"), Some("/")] {
                    assert!(place(&path, home, model).is_none(), "{path} {home:?}");
                }
            }
        }
    }

    #[test]
    fn a_place_on_a_drive_is_found_where_there_are_drives_in_any_case_of_its_letters() {
        let home = Some("/c/Users/u");
        for (model, drive) in
            [(PathModel::WINDOWS, "/c"), (PathModel::WSL, "/mnt/c"), (PathModel::CYGWIN, "/cygdrive/c")]
        {
            for inside in [
                "/Program Files/nodejs/node.exe",
                "/program files/Git",
                "/WINDOWS/system32/drivers/etc/hosts",
            ] {
                let path = alloc::format!("{drive}{inside}");
                assert!(place(&path, home, model).is_some(), "{path}");
                assert!(place(&path, home, PathModel::UNIX).is_none(), "{path}");
            }
            for outside in
                ["/Users/v/x", "/Windows", "/Windows/Temp/x", "/ProgramData/x", "/Program Filesx/a"]
            {
                assert!(
                    place(&alloc::format!("{drive}{outside}"), home, model).is_none(),
                    "{drive}{outside}"
                );
            }
        }
        assert!(
            place("/d/Program Files/x", home, PathModel::WINDOWS).is_none(),
            "another drive is anybody's"
        );
        let temporary = "/c/users/U/appdata/local/temp/x";
        assert!(place(temporary, home, PathModel::WINDOWS).is_some());
        assert!(place(temporary, home, PathModel::UNIX).is_none());
        assert!(place("/c/Users/u/AppData/Local/x", home, PathModel::WINDOWS).is_none());
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
            "/c/Windows/System32/x",
            "C:/Windows/System32/x",
            "dev/null",
            "",
        ] {
            assert!(!may_be_read(path), "{path}");
        }
    }
}
