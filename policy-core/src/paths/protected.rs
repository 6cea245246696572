//! Paths whose change always asks a person: files and directories that decide what runs later.
//!
//! Owns this question, and the list as the build packed it (`protected-names.toml`). Names are compared without regard
//! to ASCII case, because some file systems do not distinguish `.GIT` from `.git`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lexical::{clean, components, last_part};
use super::plain_name::{has_components, is_named, may_be_hidden, plain};
pub use super::protected_name::{Enforcement, Extent, Kind, ProtectedName, Spelling};
use crate::sorted;

include!(concat!(env!("OUT_DIR"), "/protected_names.rs"));

/// Where an agent keeps other working trees; each of them is a project of its own, with its own protected paths.
const WORKTREES: [&str; 2] = [".claude", "worktrees"];

/// What is in every path that a directory without a dot file's name protects.
const PLAIN: [&str; 1] = ["library/launch"];

/// Every protected name.
pub fn names() -> impl Iterator<Item = &'static ProtectedName> {
    DIRECTORIES.iter().chain(&FILES).chain(&BEGINNINGS).chain(&ENDINGS)
}

/// The list for a person, as Markdown: the names by who obeys them, and those that the sandbox leaves to the question,
/// with the reason.
pub fn listed() -> String {
    let of_kind = Kind::ALL.iter().map(|kind| {
        let mut of_kind =
            names().filter(|row| row.kind == *kind).map(|row| format!("{row}")).collect::<Vec<_>>();
        sorted::sort(&mut of_kind);
        format!("- {}: `{}`", kind.who(), of_kind.join("`, `"))
    });
    let asked = names().filter_map(|row| match row.enforcement {
        Enforcement::Ask(reason) => Some(format!("- `{row}`: {reason}")),
        Enforcement::Kernel => None,
    });
    let lines = |lines: Vec<String>| lines.join("\n");
    format!(
        "The names, by who obeys them:\n\n{}\n\nInside a writable path the sandbox refuses to change them as well, but for \
         these:\n\n{}\n",
        lines(of_kind.collect()),
        lines(asked.collect())
    )
}

/// The protected name that writing or removing `path` touches, when there is one: a directory that it
/// lies in or is, or a file's name. `path` as text, absolute or relative; symbolic links are not followed.
///
/// A name with a wildcard in it is every name that a shell could find with it: `.g*` is `.git`, `*` is no dot file.
pub fn protected(path: &str) -> Option<&'static ProtectedName> {
    let path = clean(path);
    if is_ordinary(&path) && !PLAIN.iter().any(|part| path.contains(part)) {
        return by_name(last_part(&path));
    }
    let names: Vec<Cow<'_, str>> = components(&path).map(plain).collect();
    let own = own_tree(&names);
    let name = own.last()?;
    let mut plainly = DIRECTORIES.iter().filter(|row| !row.name.starts_with('.'));
    if let Some(row) = plainly.find(|row| has_components(own, row.name)) {
        return Some(row);
    }
    // Nearly every path is of names with which no protected directory begins.
    let in_directory = own
        .iter()
        .any(|name| may_begin_directory(name))
        .then(|| DIRECTORIES.iter().find(|directory| has_components(own, directory.name)))
        .flatten();
    in_directory.or_else(|| by_name(name))
}

/// Whether every name in a clean path is plain and none of them is a dot file's: nearly every path is.
fn is_ordinary(path: &str) -> bool {
    let mut before = b'/';
    let odd = |byte: u8| {
        let ends = before;
        before = byte;
        match byte {
            b'A'..=b'Z' | b':' | b'~' | 0x80.. => true,
            b'.' => ends == b'/',
            b'/' => matches!(ends, b'.' | b' '),
            _ => false,
        }
    };
    !path.bytes().any(odd) && !path.ends_with(['.', ' '])
}

/// The protected file that has this plain name.
fn by_name(name: &str) -> Option<&'static ProtectedName> {
    let of_name = if may_be_hidden(name) && finds_others(name) {
        FILES.iter().find(|file| is_named(name, file.name))
    } else {
        FILES.binary_search_by(|file| file.name.cmp(name)).ok().and_then(|at| FILES.get(at))
    };
    of_name
        .or_else(|| BEGINNINGS.iter().find(|beginning| is_settings_of(name, beginning.name)))
        .or_else(|| ENDINGS.iter().find(|ending| name.ends_with(ending.name)))
}

/// Whether a plain name can be the first component of a protected directory.
fn may_begin_directory(name: &str) -> bool {
    may_be_hidden(name)
        && (finds_others(name)
            || DIRECTORIES.iter().any(|directory| components(directory.name).next() == Some(name)))
}

/// Whether a plain name can mean another: with a wildcard, or as a short name.
fn finds_others(name: &str) -> bool {
    name.contains(['*', '?', '[', '~'])
}

/// The names below the innermost other working tree; all of them when there is none.
fn own_tree<'n, 'p>(names: &'n [Cow<'p, str>]) -> &'n [Cow<'p, str>] {
    let tree = (0..names.len()).rev().find(|at| {
        names
            .get(*at..)
            .is_some_and(|rest| rest.len() > 3 && rest.iter().zip(WORKTREES).all(|(one, two)| one == two))
    });
    tree.and_then(|at| names.get(at + 3..)).unwrap_or(names)
}

/// `lefthook.yml`, `lefthook-local.toml`, but not `lefthooks`.
fn is_settings_of(name: &str, beginning: &str) -> bool {
    is_named(name, beginning)
        || name.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
}

impl ProtectedName {
    /// Whether `entry`, one name in a directory as bytes, is `component` of this name on a file system that does not
    /// tell `A` from `a`. Such a disk takes some other letters for those of ASCII as well: `.ba\u{17f}hrc` is `.bashrc`.
    pub fn is_entry(&self, component: &str, entry: &[u8]) -> bool {
        self.is_plain_entry(component, entry)
            || in_ascii(entry).is_some_and(|entry| self.is_plain_entry(component, entry.as_bytes()))
    }
}

/// Whether `entry`, one name in a directory as bytes, is `known`, which is of ASCII, on a file system that does not tell
/// `A` from `a`.
pub fn is_same(entry: &[u8], known: &str) -> bool {
    entry.eq_ignore_ascii_case(known.as_bytes())
        || in_ascii(entry).is_some_and(|entry| entry.eq_ignore_ascii_case(known))
}

/// A name with other letters than those of ASCII, as a disk compares it that does not tell `A` from `a`.
fn in_ascii(entry: &[u8]) -> Option<Cow<'_, str>> {
    if entry.is_ascii() { None } else { core::str::from_utf8(entry).ok().map(plain) }
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned as _;

    use super::*;

    #[test]
    fn every_row_protects_its_own_name_and_what_is_in_a_directory() {
        assert!(FILES.is_sorted_by_key(|row| row.name));
        for row in names() {
            let name = match row.spelling {
                Spelling::Exact | Spelling::Beginning => row.name.to_owned(),
                Spelling::Ending => alloc::format!("x{}", row.name),
            };
            assert!(
                protected(&name).is_some() && protected(&alloc::format!("/a/b/{name}")).is_some(),
                "{row}"
            );
            let inside = protected(&alloc::format!("{name}/x/y")).is_some();
            assert_eq!(inside, row.extent == Extent::Directory || row.name.contains('/'), "{row}");
        }
    }

    #[test]
    fn what_only_a_person_keeps_says_why_the_kernel_does_not() {
        for row in names() {
            if let Enforcement::Ask(reason) = row.enforcement {
                assert!(!reason.trim().is_empty(), "{row}");
            }
        }
        let asked = names().filter(|row| !row.is_enforced()).map(alloc::string::ToString::to_string);
        let expected = [
            ".bin",
            ".bundle",
            ".config/gh",
            ".docker/config.json",
            ".git",
            ".gnupg",
            ".jj",
            ".kube/config",
            ".local/bin",
            ".mvn",
            ".venv/bin",
            ".yarn",
            ".pnp*",
        ];
        assert_eq!(asked.collect::<Vec<_>>(), expected);
        for row in names().filter(|row| row.extent == Extent::Directory && !row.name.starts_with('.')) {
            assert!(PLAIN.iter().any(|part| row.name.contains(part)), "{row}");
        }
    }

    #[test]
    fn a_letter_that_a_disk_takes_for_one_of_ascii_hides_no_name() {
        for (entry, expected) in [
            (".bashrc", true),
            (".BASHRC", true),
            (".ba\u{17f}hrc", true),
            (".bashr\u{107}", false),
            (".ba\u{15f}hrc", false),
        ] {
            let is_entry =
                names().any(|row| row.name == ".bashrc" && row.is_entry(".bashrc", entry.as_bytes()));
            assert_eq!(is_entry, expected, "{entry}");
        }
        for (entry, expected) in [
            ("hooks", true),
            ("HOOKS", true),
            ("hoo\u{212a}s", true),
            ("hoo\u{137}s", false),
            ("hook", false),
        ] {
            assert_eq!(is_same(entry.as_bytes(), "hooks"), expected, "{entry}");
        }
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
            (".ſSH/id", ".ssh"),
            (".gi\u{200c}t/config", ".git"),
            (".git./config", ".git"),
            (".git /config", ".git"),
            (".git::$INDEX_ALLOCATION/config", ".git"),
            (".npmrc::$DATA", ".npmrc"),
            ("GIT~1/config", ".git"),
            ("VSCODE~1", ".vscode"),
            ("gi7d29~1", ".git"),
            (".g*/config", ".git"),
            (".[a-z]*", ".bashrc.d"),
            (".npm??", ".npmrc"),
            ("sub/.env*", ".envrc"),
            (".pnp.loader.mjs", ".pnp"),
            (".yarnrc.yml", ".yarnrc"),
            (".config/fish/config.fish", ".config/fish"),
            (".claude/worktrees", ".claude"),
            (".claude/worktrees/a", ".claude"),
            ("/r/.claude/worktrees/a/.git/config", ".git"),
            ("lefthook-local.yml", "lefthook"),
            (".cursor/mcp.json", ".cursor/mcp.json"),
            ("/home/u/.codex/config.toml", ".codex/config.toml"),
            (".opencode/plugin/a.js", ".opencode"),
            (".zed/Tasks.json", ".zed/tasks.json"),
            (".hg/hgrc", ".hg/hgrc"),
            (".direnv/bin/x", ".direnv"),
            ("/home/u/.config/autostart/a.desktop", ".config/autostart"),
            ("/home/u/.config/systemd/user/a.service", ".config/systemd"),
            ("/Users/u/Library/LaunchAgents/a.plist", "library/launchagents"),
            ("library/launchagents/a", "library/launchagents"),
            ("/home/u/.local/bin/ls", ".local/bin"),
            (".tmux.conf", ".tmux.conf"),
            ("/home/u/.emacs.d/init.el", ".emacs.d"),
            ("/home/u/.vim/vimrc", ".vim"),
            ("/home/u/.config/nvim/init.lua", ".config/nvim"),
            ("/home/u/.aws/config", ".aws/config"),
            ("/home/u/.kube/config", ".kube/config"),
            ("/home/u/.docker/config.json", ".docker/config.json"),
            (".gemrc", ".gemrc"),
            (".Rprofile", ".rprofile"),
            (".lessfilter", ".lessfilter"),
            ("/home/u/.gnupg/gpg.conf", ".gnupg"),
            (".jj/repo/config.toml", ".jj"),
            ("rust-toolchain.toml", "rust-toolchain.toml"),
            (".venv/bin/python", ".venv/bin"),
            ("node_modules/.bin/tsc", ".bin"),
            ("/home/u/.pam_environment", ".pam_environment"),
            ("/home/u/.bashrc.d/a", ".bashrc.d"),
            ("mise.toml", "mise.toml"),
            ("a.code-workspace", ".code-workspace"),
            ("gradle/wrapper/gradle-wrapper.properties", "gradle-wrapper.properties"),
        ] {
            assert_eq!(protected(path).map(|row| row.name), Some(expected), "{path}");
        }
        for path in [
            ".gitignore",
            ".github/workflows/x.yml",
            ".cursor/rules/a.mdc",
            ".gemini/GEMINI.md",
            ".hg/store",
            ".zed",
            ".gitattributes",
            "code-workspace",
            "src/git/a",
            ".config/x",
            ".local/share/x",
            ".venv/lib/x.py",
            "library/x",
            "src/launchagents",
            ".docker/Dockerfile",
            ".kube/cache/x",
            ".aws/x",
            ".env",
            ".gitkeep",
            ".g",
            "*",
            "*.json",
            ".*.swp",
            ".cache*",
            "git~",
            "digit~1",
            ".yarn-integrity",
            ".pnpm-store/x",
            "/r/.claude/worktrees/a/src/main.rs",
            "lefthooks",
            "a.bashrc",
            "",
            "/",
        ] {
            assert_eq!(protected(path), None, "{path}");
        }
    }
}
