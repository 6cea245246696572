//! Paths that a person is always asked about: files and folders that decide what runs later, and
//! directories whose removal loses everything.
//!
//! Owns the lists and the two questions. Names are compared without regard to ASCII case, because some
//! file systems do not tell `.GIT` from `.git`.

use alloc::string::String;

use super::lexical::{clean, components, is_within};

/// Directories in which a changed file can run or permit something later. `a/b` is two components.
pub const DIRECTORIES: [&str; 12] = [
    ".cargo",
    ".claude",
    ".config/git",
    ".devcontainer",
    ".git",
    ".husky",
    ".idea",
    ".mvn",
    ".shellgate",
    ".ssh",
    ".vscode",
    ".yarn",
];

/// Files that run or permit something later, by name, sorted.
pub const FILES: [&str; 41] = [
    ".bash_aliases",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".bazeliskrc",
    ".bazelrc",
    ".claude.json",
    ".cshrc",
    ".devcontainer.json",
    ".envrc",
    ".gitconfig",
    ".gitmodules",
    ".inputrc",
    ".kshrc",
    ".login",
    ".mcp.json",
    ".npmrc",
    ".pnp.cjs",
    ".pnp.js",
    ".pnp.loader.mjs",
    ".pnpmfile.cjs",
    ".pnpmfile.js",
    ".pnpmfile.mjs",
    ".pre-commit-config.yaml",
    ".pre-commit-config.yml",
    ".profile",
    ".ripgreprc",
    ".shrc",
    ".tcshrc",
    ".yarnrc",
    ".yarnrc.yml",
    ".zlogin",
    ".zlogout",
    ".zprofile",
    ".zshenv",
    ".zshrc",
    "bunfig.toml",
    "gradle-wrapper.properties",
    "maven-wrapper.properties",
    "pyrightconfig.json",
];

/// The beginning of file names that are protected whatever follows: lefthook's settings have many.
const FILE_BEGINNINGS: [&str; 2] = [".lefthook", "lefthook"];

/// The protected name that writing or removing `path` touches, when there is one: a directory that it
/// lies in or is, or a file's name. `path` as text, absolute or relative; symbolic links are not followed.
pub fn protected(path: &str) -> Option<&'static str> {
    let path = clean(path);
    let name = components(&path).last()?;
    for dir in DIRECTORIES {
        if has_components(&path, dir) {
            return Some(dir);
        }
    }
    let lower = name.to_ascii_lowercase();
    if let Ok(at) = FILES.binary_search(&lower.as_str()) {
        return FILES.get(at).copied();
    }
    FILE_BEGINNINGS.into_iter().find(|beginning| is_settings_of(&lower, beginning))
}

/// `lefthook.yml`, `lefthook-local.toml`, but not `lefthooks`.
fn is_settings_of(name: &str, beginning: &str) -> bool {
    name.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
}

/// Whether the components of `part` stand side by side anywhere in `path`.
fn has_components(path: &str, part: &str) -> bool {
    let mut rest = components(path);
    loop {
        let mut here = rest.clone();
        if components(part).all(|wanted| here.next().is_some_and(|found| found.eq_ignore_ascii_case(wanted)))
        {
            return true;
        }
        if rest.next().is_none() {
            return false;
        }
    }
}

/// Why removing the absolute path `path` loses everything, when it does. No rule may allow it.
///
/// Critical are the root, each directory directly below it, the home directory, the working directory and
/// all their parents.
pub fn critical_removal(path: &str, cwd: Option<&str>, home: Option<&str>) -> Option<&'static str> {
    let path: String = clean(path).into_owned();
    if !path.starts_with('/') {
        return None;
    }
    if path == "/" {
        return Some("the root of the file system");
    }
    if home.is_some_and(|home| is_within(home, &path)) {
        return Some("the home directory, or one around it");
    }
    if cwd.is_some_and(|cwd| is_within(cwd, &path)) {
        return Some("the working directory, or one around it");
    }
    (components(&path).count() == 1).then_some("a directory directly below the root")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(DIRECTORIES.is_sorted());
        assert!(FILES.is_sorted());
    }

    #[test]
    fn what_decides_what_runs_later_is_protected() {
        for (path, expected) in [
            (".git/hooks/pre-commit", ".git"),
            (".GIT/config", ".git"),
            ("/repo/sub/.git", ".git"),
            ("a/../.git/config", ".git"),
            ("/home/u/.config/git/config", ".config/git"),
            ("/home/u/.bashrc", ".bashrc"),
            (".Zshenv", ".zshenv"),
            ("x/.claude/settings.json", ".claude"),
            ("lefthook-local.yml", "lefthook"),
            ("gradle/wrapper/gradle-wrapper.properties", "gradle-wrapper.properties"),
        ] {
            assert_eq!(protected(path), Some(expected), "{path}");
        }
        for path in [
            ".gitignore",
            ".github/workflows/x.yml",
            "src/git/a",
            ".config/x",
            "lefthooks",
            "a.bashrc",
            "",
            "/",
        ] {
            assert_eq!(protected(path), None, "{path}");
        }
    }

    #[test]
    fn removing_the_root_the_home_or_the_working_directory_is_critical() {
        let (cwd, home) = (Some("/srv/repo/sub"), Some("/home/u"));
        for path in
            ["/", "//", "/usr", "/etc/", "/home", "/home/u", "/home/u/x/..", "/srv/repo", "/srv/repo/sub/."]
        {
            assert!(critical_removal(path, cwd, home).is_some(), "{path}");
        }
        for path in ["/srv/repo/sub/target", "/home/u/x", "/tmp/x", "/srv/repo2", "a"] {
            assert_eq!(critical_removal(path, cwd, home), None, "{path}");
        }
    }
}
