//! Directories whose removal loses everything.
//!
//! Owns this list. Judges one directory by its path; patterns and variables are the caller's.

use super::lexical::{clean, components, is_within};
use super::macos;

/// Directories directly below the root that hold a system, sorted.
const SYSTEM: [&str; 20] = [
    "Applications",
    "Library",
    "System",
    "Users",
    "bin",
    "boot",
    "dev",
    "etc",
    "home",
    "lib",
    "lib32",
    "lib64",
    "libx32",
    "private",
    "proc",
    "root",
    "run",
    "sbin",
    "sys",
    "usr",
];

/// The same below a drive of Windows, in small letters.
const WINDOWS: [&str; 5] = ["program files", "program files (x86)", "programdata", "users", "windows"];

/// Why removing the absolute path `path` loses everything, when it does. No rule may allow it.
///
/// Critical are the root, each directory directly below it, a drive of Windows (as `/c`, `/mnt/c`, `/cygdrive/c`) and
/// the directories of its system, the home directory, the working directory, and all their parents.
///
/// The other name of a directory of macOS (`/private/tmp`) is as critical, and so is another case of the letters of a
/// directory: to remove what only looks like one that is used is a question, to remove the other is a loss.
pub fn critical_removal(path: &str, cwd: Option<&str>, home: Option<&str>) -> Option<&'static str> {
    let path = clean(path);
    critical(&path, cwd, home).or_else(|| critical(&macos::other_name(&path)?, cwd, home))
}

fn critical(path: &str, cwd: Option<&str>, home: Option<&str>) -> Option<&'static str> {
    if !path.starts_with('/') {
        return None;
    }
    if path == "/" {
        return Some("the root of the file system");
    }
    let is_around = |used: &str| is_within(&used.to_lowercase(), &path.to_lowercase());
    if home.is_some_and(is_around) {
        return Some("the home directory, or one around it");
    }
    if cwd.is_some_and(is_around) {
        return Some("the working directory, or one around it");
    }
    let mut names = components(path);
    match (names.next(), names.next(), names.next(), names.next()) {
        (Some(_), None, ..) => Some("a directory directly below the root"),
        (Some("mnt" | "cygdrive"), Some(drive), None, _) if is_drive(drive) => Some("a drive"),
        (Some("mnt" | "cygdrive"), Some(drive), Some(name), None) | (Some(drive), Some(name), None, _)
            if is_drive(drive) && WINDOWS.contains(&&*name.to_ascii_lowercase()) =>
        {
            Some("a directory that holds a system")
        }
        _ => None,
    }
}

/// Whether the absolute path `path` is the root or a directory below it that holds a system.
pub fn is_system(path: &str) -> bool {
    let path = clean(path);
    let mut names = components(&path);
    path.starts_with('/')
        && match (names.next(), names.next()) {
            (None, _) => true,
            (Some(name), None) => SYSTEM.binary_search(&name).is_ok(),
            _ => false,
        }
}

/// Whether `name` is a drive's letter.
fn is_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(SYSTEM.is_sorted());
    }

    #[test]
    fn removing_the_root_the_home_a_drive_or_the_working_directory_is_critical() {
        let (cwd, home) = (Some("/srv/repo/sub"), Some("/home/u"));
        for path in [
            "/",
            "//",
            "/usr",
            "/etc/",
            "/home",
            "/home/u",
            "/home/u/x/..",
            "/srv/repo",
            "/srv/repo/sub/.",
            "/c",
            "/c/users",
            "/mnt/c",
            "/mnt/c/Program Files",
            "/cygdrive/d",
            "/private/etc",
            "/private/tmp/",
            "/HOME/U",
            "/srv/Repo",
        ] {
            assert!(critical_removal(path, cwd, home).is_some(), "{path}");
        }
        for path in [
            "/srv/repo/sub/target",
            "/home/u/x",
            "/tmp/x",
            "/srv/repo2",
            "/srv/Repo2",
            "/private/tmp/x",
            "/private/etcetera",
            "a",
            "/mnt/disk",
            "/mnt/disk/x",
            "/c/Users/x",
            "/mnt/c/Users/x",
            "/c/x",
            "/cc/users",
        ] {
            assert_eq!(critical_removal(path, cwd, home), None, "{path}");
        }
    }

    #[test]
    fn the_working_directory_is_found_by_its_other_name_on_macos() {
        for (path, cwd) in [("/tmp/repo", "/private/tmp/repo/sub"), ("/private/var/u/p", "/var/u/p")] {
            assert!(critical_removal(path, Some(cwd), None).is_some(), "{path}");
        }
        assert_eq!(critical_removal("/tmp/repo2", Some("/private/tmp/repo"), None), None);
    }

    #[test]
    fn the_system_is_the_root_and_what_it_names() {
        for path in ["/", "/usr", "/etc/", "//", "/usr/x/.."] {
            assert!(is_system(path), "{path}");
        }
        for path in ["/build", "/tmp", "/usr/lib", "usr", ""] {
            assert!(!is_system(path), "{path}");
        }
    }
}
