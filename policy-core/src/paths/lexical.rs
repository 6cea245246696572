//! The algebra of Unix paths, by components and never by string prefix.
//!
//! `..` is resolved as text, as a shell's `cd` does. After a symbolic link the kernel goes elsewhere: a caller that
//! decides about a path asks the host for its real path.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// `path` without `.`, empty components, trailing slashes and, as far as it is known, `..`.
///
/// The empty path is `.`; `..` above the root is the root; a relative path keeps leading `..`.
pub fn clean(path: &str) -> Cow<'_, str> {
    if is_clean(path) {
        return Cow::Borrowed(path);
    }
    let is_absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    for component in path.split('/') {
        match component {
            "" | "." => {}
            ".." => match kept.last() {
                Some(&last) if last != ".." => {
                    kept.pop();
                }
                _ if is_absolute => {}
                _ => kept.push(component),
            },
            _ => kept.push(component),
        }
    }
    let mut cleaned = String::with_capacity(path.len());
    if is_absolute {
        cleaned.push('/');
    }
    for (index, component) in kept.iter().enumerate() {
        if index > 0 {
            cleaned.push('/');
        }
        cleaned.push_str(component);
    }
    if cleaned.is_empty() {
        cleaned.push('.');
    }
    Cow::Owned(cleaned)
}

fn is_clean(path: &str) -> bool {
    // By bytes: every path is cleaned several times.
    let mut rest = path.strip_prefix('/').unwrap_or(path).as_bytes();
    path == "/"
        || loop {
            let length = rest.iter().take_while(|byte| **byte != b'/').count();
            if matches!(rest.split_at(length).0, b"" | b"." | b"..") {
                break false;
            }
            match rest.get(length + 1..) {
                Some(more) => rest = more,
                None => break true,
            }
        }
}

/// `path` as seen from the directory `base`, cleaned. An absolute `path` stands for itself.
pub fn join(base: &str, path: &str) -> String {
    if path.starts_with('/') {
        return clean(path).into_owned();
    }
    let mut whole = String::with_capacity(base.len() + path.len() + 1);
    whole.push_str(base);
    whole.push('/');
    whole.push_str(path);
    clean(&whole).into_owned()
}

/// Whether `path` is the directory `dir` or lies in it at any depth. Both absolute, or both relative to
/// the same directory; a path that climbs out with `..` is not within.
pub fn is_within(path: &str, dir: &str) -> bool {
    if path.starts_with('/') != dir.starts_with('/') {
        return false;
    }
    let (path, dir) = (clean(path), clean(dir));
    if path.starts_with('/') {
        return is_within_clean(&path, &dir);
    }
    let mut inner = components(&path);
    let is_prefix = components(&dir).all(|component| inner.next() == Some(component));
    is_prefix && inner.next() != Some("..")
}

/// As [`is_within`], for two paths that are both clean and absolute.
pub fn is_within_clean(path: &str, dir: &str) -> bool {
    dir == "/" || path.strip_prefix(dir).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The components of a cleaned path; none for `/` and `.`.
pub fn components(path: &str) -> impl Iterator<Item = &str> + Clone {
    path.split('/').filter(|component| !matches!(*component, "" | "."))
}

/// The absolute, cleaned path that a shell in `cwd` gives to a program for the literal word `path`.
///
/// A leading `~` or `~/` is `home`. None when what it depends on is not known: a relative path without
/// `cwd`, `~` without `home`, `~name`, or the empty path, which names nothing.
pub fn resolve(cwd: Option<&str>, home: Option<&str>, path: &str) -> Option<String> {
    if path.is_empty() {
        return None;
    }
    if path.starts_with('/') {
        return Some(clean(path).into_owned());
    }
    if let Some(rest) = path.strip_prefix('~') {
        if !rest.is_empty() && !rest.starts_with('/') {
            return None;
        }
        return absolute(home).map(|home| join(home, rest.trim_start_matches('/')));
    }
    absolute(cwd).map(|cwd| join(cwd, path))
}

/// Whether a path starts at a root: `/x`, and on Windows `C:\x`, `C:/x`, `\\host\share`.
pub fn is_absolute(path: &str) -> bool {
    let mut bytes = path.bytes();
    match (bytes.next(), bytes.next(), bytes.next()) {
        (Some(b'/'), _, _) | (Some(b'\\'), Some(b'\\'), _) => true,
        (Some(drive), Some(b':'), Some(b'/' | b'\\')) => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

fn absolute(path: Option<&str>) -> Option<&str> {
    path.filter(|path| path.starts_with('/'))
}

/// Whether `..` is among the components of a path.
pub(crate) fn has_parent(path: &str) -> bool {
    path.contains("..") && path.split('/').any(|component| component == "..")
}

/// What follows the last slash: all of `path` where there is none, nothing where it ends with one.
pub fn last_part(path: &str) -> &str {
    // By bytes: every command is asked for its name several times.
    match path.bytes().rposition(|byte| byte == b'/') {
        Some(slash) => path.get(slash + 1..).unwrap_or(""),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clean_path_has_no_empty_dot_or_dot_dot_component() {
        for (path, expected) in [
            ("", "."),
            (".", "."),
            ("/", "/"),
            ("//", "/"),
            ("/..", "/"),
            ("/../../a", "/a"),
            ("a/b", "a/b"),
            ("a//b/", "a/b"),
            ("./a/./b", "a/b"),
            ("a/../b", "b"),
            ("a/..", "."),
            ("../a", "../a"),
            ("a/../../b", "../b"),
            ("../../a/..", "../.."),
            ("/a/b/../../../c", "/c"),
            ("/a/...", "/a/..."),
        ] {
            assert_eq!(clean(path), expected, "{path}");
            assert_eq!(clean(expected), expected, "cleaning `{expected}` again");
        }
    }

    #[test]
    fn within_is_by_components_and_never_by_string_prefix() {
        for (path, dir) in [
            ("/repo/project", "/repo/project"),
            ("/repo/project/", "/repo/project"),
            ("/repo/project/a/b", "/repo/project"),
            ("/repo/x/../project/a", "/repo/project/"),
            ("/anything", "/"),
            ("a/b", "a"),
            ("a", "."),
        ] {
            assert!(is_within(path, dir), "{path} in {dir}");
        }
        for (path, dir) in [
            ("/repo/project-evil/x", "/repo/project"),
            ("/repo/projec", "/repo/project"),
            ("/repo", "/repo/project"),
            ("/repo/project/../x", "/repo/project"),
            ("/repo/project/a/../../x", "/repo/project"),
            ("repo/project", "/repo"),
            ("../a", "."),
            ("..", "."),
        ] {
            assert!(!is_within(path, dir), "{path} in {dir}");
        }
    }

    #[test]
    fn resolving_needs_what_the_path_depends_on() {
        let (cwd, home) = (Some("/repo"), Some("/home/u"));
        for (path, expected) in [
            ("a", Some("/repo/a")),
            ("../a", Some("/a")),
            ("/etc/../x", Some("/x")),
            ("~", Some("/home/u")),
            ("~/", Some("/home/u")),
            ("~//etc", Some("/home/u/etc")),
            ("~/../v", Some("/home/v")),
            ("~other/x", None),
            ("a~", Some("/repo/a~")),
            ("", None),
        ] {
            assert_eq!(resolve(cwd, home, path).as_deref(), expected, "{path}");
        }
        assert_eq!(resolve(None, home, "a"), None);
        assert_eq!(resolve(cwd, None, "~/a"), None);
        assert_eq!(resolve(Some("repo"), None, "a"), None);
        assert_eq!(resolve(None, None, "/a/b").as_deref(), Some("/a/b"));
    }
}
