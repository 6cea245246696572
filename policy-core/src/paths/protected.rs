//! Paths that a person is always asked about: files and folders that decide what runs later.
//!
//! Owns the lists and the question. Names are compared without regard to ASCII case, because some
//! file systems do not tell `.GIT` from `.git`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::lexical::{clean, components, last_part};
use super::wildcard::could_find;
use super::windows;

/// Directories in which a changed file can run or permit something later, and files that do so only there. `a/b` is two
/// components.
///
/// The settings of agents and editors are those that start programs by their own documentation: servers of tools
/// (`.cursor/mcp.json`, `.codex/config.toml`, `.gemini/settings.json`), hooks (`.cursor/hooks.json`, `.hg/hgrc`),
/// plug-ins (`.opencode`), tasks and language servers (`.zed`).
pub const DIRECTORIES: [&str; 22] = [
    ".bashrc.d",
    ".cargo",
    ".claude",
    ".codex/config.toml",
    ".config/fish",
    ".config/git",
    ".cursor/hooks.json",
    ".cursor/mcp.json",
    ".devcontainer",
    ".gemini/settings.json",
    ".git",
    ".hg/hgrc",
    ".husky",
    ".idea",
    ".mvn",
    ".opencode",
    ".shellgate",
    ".ssh",
    ".vscode",
    ".yarn",
    ".zed/settings.json",
    ".zed/tasks.json",
];

/// Files that run or permit something later, by name, sorted.
pub const FILES: [&str; 54] = [
    ".bash_aliases",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".bazeliskrc",
    ".bazelrc",
    ".bazelversion",
    ".bunfig.toml",
    ".claude.json",
    ".cshrc",
    ".devcontainer.json",
    ".dir-locals.el",
    ".emacs",
    ".envrc",
    ".exrc",
    ".gdbinit",
    ".gitconfig",
    ".gitmodules",
    ".hgrc",
    ".inputrc",
    ".kshrc",
    ".lldbinit",
    ".login",
    ".mcp.json",
    ".mise.toml",
    ".npmrc",
    ".nvim.lua",
    ".nvimrc",
    ".pnpmfile.cjs",
    ".pnpmfile.js",
    ".pnpmfile.mjs",
    ".pre-commit-config.yaml",
    ".pre-commit-config.yml",
    ".profile",
    ".ripgreprc",
    ".shrc",
    ".tcshrc",
    ".vimrc",
    ".xinitrc",
    ".xprofile",
    ".xsession",
    ".xsessionrc",
    ".zlogin",
    ".zlogout",
    ".zprofile",
    ".zshenv",
    ".zshrc",
    "bunfig.toml",
    "gradle-wrapper.properties",
    "maven-wrapper.properties",
    "microsoft.powershell_profile.ps1",
    "mise.toml",
    "pyrightconfig.json",
];

/// The beginning of file names that are protected whatever ending follows.
const FILE_BEGINNINGS: [&str; 4] = [".lefthook", ".pnp", ".yarnrc", "lefthook"];

/// The endings of file names that are protected whatever stands before them: workspaces of an editor, with tasks.
const FILE_ENDINGS: [&str; 1] = [".code-workspace"];

/// Where an agent keeps other working trees; each of them is a project of its own, with its own protected paths.
const WORKTREES: [&str; 2] = [".claude", "worktrees"];

/// The protected name that writing or removing `path` touches, when there is one: a directory that it
/// lies in or is, or a file's name. `path` as text, absolute or relative; symbolic links are not followed.
///
/// A name with a wildcard in it is every name that a shell could find with it: `.g*` is `.git`, `*` is no dot file.
pub fn protected(path: &str) -> Option<&'static str> {
    let path = clean(path);
    if is_ordinary(&path) {
        return by_name(last_part(&path));
    }
    let names: Vec<Cow<'_, str>> = components(&path).map(plain).collect();
    let own = own_tree(&names);
    let name = own.last()?;
    // Nearly every path is of names that no protected one is like.
    let in_directory = own
        .iter()
        .any(|name| may_be_hidden(name))
        .then(|| DIRECTORIES.into_iter().find(|dir| has_components(own, dir)))
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
fn by_name(name: &str) -> Option<&'static str> {
    let of_name = if may_be_hidden(name) {
        FILES.into_iter().find(|file| is_named(name, file))
    } else {
        FILES.binary_search(&name).ok().and_then(|at| FILES.get(at).copied())
    };
    of_name
        .or_else(|| FILE_BEGINNINGS.into_iter().find(|beginning| is_settings_of(name, beginning)))
        .or_else(|| FILE_ENDINGS.into_iter().find(|ending| name.ends_with(ending)))
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
            ("/home/u/.bashrc.d/a", ".bashrc.d"),
            ("mise.toml", "mise.toml"),
            ("a.code-workspace", ".code-workspace"),
            ("gradle/wrapper/gradle-wrapper.properties", "gradle-wrapper.properties"),
        ] {
            assert_eq!(protected(path), Some(expected), "{path}");
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
