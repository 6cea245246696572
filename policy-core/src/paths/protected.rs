//! Paths whose change always asks a person: files and directories that decide what runs later.
//!
//! Owns this question, and the list as the build packed it (`protected-names.toml`). Names are compared without regard
//! to ASCII case, because some file systems do not distinguish `.GIT` from `.git`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lexical::{clean, components, last_part};
pub use super::protected_name::{Enforcement, Extent, Kind, ProtectedName, Spelling};
use super::wildcard::could_find;
use super::windows;

include!(concat!(env!("OUT_DIR"), "/protected_names.rs"));

/// Where an agent keeps other working trees; each of them is a project of its own, with its own protected paths.
const WORKTREES: [&str; 2] = [".claude", "worktrees"];

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
        of_kind.sort();
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
    if is_ordinary(&path) {
        return by_name(last_part(&path));
    }
    let names: Vec<Cow<'_, str>> = components(&path).map(plain).collect();
    let own = own_tree(&names);
    let name = own.last()?;
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

/// Whether a plain name can mean a dot file: by its dot, or as a short name. Any other name means itself alone.
fn may_be_hidden(name: &str) -> bool {
    name.starts_with('.') || name.contains('~')
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

/// Whether the components of `part` stand side by side anywhere among `names`.
fn has_components(names: &[Cow<'_, str>], part: &str) -> bool {
    let length = components(part).count();
    names
        .windows(length)
        .any(|here| here.iter().zip(components(part)).all(|(name, wanted)| is_named(name, wanted)))
}

/// Whether a plain name is `wanted`, can find it, or can be its short name.
fn is_named(name: &str, wanted: &str) -> bool {
    name == wanted
        || wanted.starts_with('.')
            && (name.starts_with('.') && could_find(name, wanted) || is_short_for(name, wanted))
}

/// Whether `name` can be the short name that Windows gives to the dot file `wanted`: `git~1`, or `gi7d29~1` once
/// others have taken that.
fn is_short_for(name: &str, wanted: &str) -> bool {
    if !windows::is_short(name) {
        return false;
    }
    let front = name.split('~').next().unwrap_or("");
    let stem = wanted.trim_start_matches('.').split('.').next().unwrap_or("");
    let begins = |length: usize| stem.get(..length.min(stem.len())) == front.get(..length.min(front.len()));
    let hashed = front.len() == 6 && front.bytes().skip(2).all(|byte| byte.is_ascii_hexdigit());
    begins(6) && front.len() == stem.len().min(6) || hashed && begins(2)
}

/// The name as a disk may take it that does not tell capital letters from small ones, leaves out invisible characters
/// (HFS+; CVE-2014-9390), or leaves out streams, dots and blanks at the end (Windows).
fn plain(name: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b':';
    if name.bytes().all(is_plain) && !name.ends_with(['.', ' ']) {
        return Cow::Borrowed(name);
    }
    let kept = windows::without_decoration(name).chars().filter(|character| !is_left_out(*character));
    Cow::Owned(kept.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect())
}

/// Whether HFS+ leaves the character out of a name when it looks for it.
fn is_left_out(character: char) -> bool {
    matches!(
        character,
        '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}'
    )
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
        assert_eq!(asked.collect::<Vec<_>>(), [".git", ".mvn", ".yarn", ".pnp*"]);
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
