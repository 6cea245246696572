//! The names that a tool executes or obeys later, wherever they lie in a writable path.
//!
//! Owns the judgement about one name: pure, over a path and what is known about the place. The list is the core's
//! (`policy-core/protected-names.toml`), as far as its rows are to be enforced; what git obeys inside of a git
//! directory is here. Looks at no disk: what it has to know it asks a [`DirectoryState`].

use std::ffi::OsStr;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use policy_core::paths::protected::{self, Extent, Kind, ProtectedName};

use super::SandboxRequest;
use crate::git_layout::is_obeyed_by_git;

/// The operation of a command on a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    not(any(target_os = "linux", test)),
    expect(dead_code, reason = "only Linux has a supervisor that judges each call")
)]
pub(crate) enum Change {
    /// The name appears, by whatever call.
    Make,
    /// An existing name gets other content, or a second name.
    Write,
    /// An existing name gets another mode (`chmod(2)`).
    SetMode,
    /// The name goes, by a removal or a move.
    Remove,
}

/// Why a name is protected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    not(any(target_os = "linux", test)),
    expect(dead_code, reason = "only Linux has a supervisor that judges each call")
)]
pub(crate) enum Why {
    /// Somebody obeys it.
    Obeyed(Kind),
    /// The settings keep it as it is.
    Kept,
    /// A directory in use is or was there, and the new one holds protected names.
    Replaced,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Obeyed(kind) => kind.why(),
            Self::Kept => "it is protected",
            Self::Replaced => "it would replace a directory in use by one with protected names",
        })
    }
}

/// The answer about one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Judgement {
    /// Allowed: no tool reads this name as configuration.
    Free,
    /// Allowed, but this directory can become a git directory by it and is inspected after the run.
    Watched(PathBuf),
    /// Refused.
    Refused(Why),
}

/// The facts about the directories of a path that the judgement needs.
pub(crate) trait DirectoryState {
    /// Whether something is at `path`, links not followed.
    fn exists(&self, path: &Path) -> bool;
    /// Whether `path` was created during this run where nothing existed before. Tracked for directories and for files
    /// named `.git` only.
    fn is_fresh(&self, path: &Path) -> bool;
    /// What git obeys because of the configuration of the repository whose work tree is `directory`, as it was before
    /// the run, with every link followed; none where there is no repository.
    fn obeyed_in(&self, directory: &Path) -> Vec<PathBuf>;
}

/// Where the rules apply.
#[derive(Clone, Debug, Default)]
pub(crate) struct Protection {
    /// The writable paths, with every link followed.
    pub(crate) roots: Vec<PathBuf>,
    /// Paths in them that stay as they are, or stay missing.
    pub(crate) kept: Vec<PathBuf>,
    /// Paths in them that a person approved, with all that is in them.
    pub(crate) approved: Vec<PathBuf>,
    /// Roots in which nothing changes but what is approved.
    pub(crate) closed: Vec<PathBuf>,
}

/// Trees that a package manager fills with other people's projects. Nobody works in them, and packages carry editor
/// settings, so that an installation would fail.
const DEPENDENCIES: [&str; 2] = ["node_modules", "site-packages"];

/// Files in a git directory that name programs, or the place of such files (`gitrepository-layout(5)`).
const GIT_FILES: [&str; 4] = ["config", "config.worktree", "commondir", "gitdir"];

/// The names that make a directory a git directory; together with a protected name in it, it becomes a trap.
const GIT_SHAPE: [&str; 4] = ["HEAD", "objects", "refs", "commondir"];

/// Whether two names are one for a case-insensitive file system.
fn same(name: &OsStr, known: &str) -> bool {
    protected::is_same(name.as_encoded_bytes(), known)
}

fn among(name: &OsStr, known: &[&str]) -> bool {
    known.iter().any(|known| same(name, known))
}

/// The rows of the list that the sandbox keeps.
pub(crate) fn enforced() -> impl Iterator<Item = &'static ProtectedName> {
    protected::names().filter(|row| row.is_enforced())
}

/// The protected names that `names`, the components of a path, end in. With `goes_on` the path leads on from there.
pub(crate) fn ending_in<'n>(
    names: &'n [&OsStr],
    goes_on: bool,
) -> impl Iterator<Item = &'static ProtectedName> + use<'n> {
    enforced().filter(move |row| ends_in(row, names, goes_on))
}

/// Whether `names` end in this protected name, as in [`ending_in`].
pub(crate) fn ends_in(row: &ProtectedName, names: &[&OsStr], goes_on: bool) -> bool {
    (row.extent == Extent::Directory || !goes_on) && begins_at_the_end(row, row.components().count(), names)
}

/// Whether the first `count` components of a protected name are the last ones of `names`.
fn begins_at_the_end(row: &ProtectedName, count: usize, names: &[&OsStr]) -> bool {
    names.len().checked_sub(count).and_then(|from| names.get(from..)).is_some_and(|last| {
        last.iter()
            .zip(row.components())
            .all(|(name, component)| row.is_entry(component, name.as_encoded_bytes()))
    })
}

/// What of a protected name is missing after `names`, where its first components are the last ones of them: of
/// `.config/git` after `/home/u/.config` it is `git`. With each the number of components that are there.
pub(crate) fn rests_behind(
    row: &'static ProtectedName,
    names: &[&OsStr],
) -> impl Iterator<Item = (usize, PathBuf)> {
    let there = (1..row.components().count()).filter(|count| begins_at_the_end(row, *count, names));
    there.map(|count| (count, row.components().skip(count).collect())).collect::<Vec<_>>().into_iter()
}

/// The names in a git directory that are protected, the hooks included.
pub(crate) fn git_names() -> impl Iterator<Item = &'static str> {
    GIT_FILES.into_iter().chain(["hooks"])
}

/// Whether `name` is that of a tree of dependencies.
pub(crate) fn is_dependency_tree(name: &OsStr) -> bool {
    among(name, &DEPENDENCIES)
}

#[cfg_attr(
    not(any(target_os = "linux", test)),
    expect(dead_code, reason = "only Linux has a supervisor that judges each call")
)]
impl Protection {
    /// The protection that a request calls for. Its temporary directory is a writable path like the others: what is
    /// made there can be moved to them.
    pub(crate) fn of(request: &SandboxRequest) -> Self {
        Self {
            roots: request.writable.iter().chain(&request.temp).cloned().collect(),
            kept: [&request.read_only_inside, &request.kept_links, &request.kept_missing]
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
            approved: request.approved.clone(),
            closed: request.closed.clone(),
        }
    }

    /// The writable path that `path` lies in; the innermost, if several.
    pub(crate) fn root_of(&self, path: &Path) -> Option<&Path> {
        let within = self.roots.iter().filter(|root| path.starts_with(root));
        within.max_by_key(|root| root.components().count()).map(PathBuf::as_path)
    }

    /// Whether `change` of the name at `path` may be. The path is absolute, and the directories in it are no links.
    pub(crate) fn judge(&self, path: &Path, change: Change, ground: &impl DirectoryState) -> Judgement {
        if self.kept.iter().any(|kept| keeps(kept, path, change, ground)) {
            return Judgement::Refused(Why::Kept);
        }
        let is_in = |places: &[PathBuf]| places.iter().any(|place| path.starts_with(place));
        if is_in(&self.approved) {
            return Judgement::Free;
        }
        if is_in(&self.closed) {
            return Judgement::Refused(Why::Kept);
        }
        let Some(root) = self.root_of(path) else { return Judgement::Free };
        let Ok(inside) = path.strip_prefix(root) else { return Judgement::Free };
        let mut directory = root.to_owned();
        let mut names = root.components().map(Component::as_os_str).collect::<Vec<_>>();
        let mut parts = inside.components().peekable();
        let mut watched = None;
        while let Some(part) = parts.next() {
            let name = part.as_os_str();
            let goes_on = parts.peek().is_some();
            if ground.obeyed_in(&directory).iter().any(|obeyed| keeps(obeyed, path, change, ground)) {
                return Judgement::Refused(Why::Obeyed(Kind::Git));
            }
            match in_git(name, !goes_on, change, &directory, ground) {
                Judgement::Free => {}
                Judgement::Watched(place) => watched = Some(place),
                refused @ Judgement::Refused(_) => return refused,
            }
            names.push(name);
            let obeyed = |row: &&ProtectedName| is_obeyed(&names, row.components().count(), ground);
            if let Some(row) = ending_in(&names, goes_on).find(obeyed) {
                return Judgement::Refused(Why::Obeyed(row.kind));
            }
            directory.push(name);
        }
        watched.map_or(Judgement::Free, Judgement::Watched)
    }

    /// What must not come to `path` together with what comes there, as paths beneath it: the rest of the protected
    /// names that begin there (of `.config/git` at `/home/u/.config` it is `git`), and what is kept although it is
    /// missing.
    pub(crate) fn going_on(&self, path: &Path, ground: &impl DirectoryState) -> Vec<(Why, PathBuf)> {
        if self.root_of(path).is_none_or(|root| root == path) {
            return Vec::new();
        }
        let names = path.components().map(Component::as_os_str).collect::<Vec<_>>();
        let of_row = |row: &'static ProtectedName| {
            let obeyed = rests_behind(row, &names).filter(|(count, _)| is_obeyed(&names, *count, ground));
            obeyed.map(|(_, rest)| (Why::Obeyed(row.kind), rest)).collect::<Vec<_>>()
        };
        let obeyed = path.ancestors().skip(1).take_while(|around| self.root_of(around).is_some());
        let obeyed = obeyed.flat_map(|around| ground.obeyed_in(around)).collect::<Vec<_>>();
        let kept = self.kept.iter().chain(&obeyed).filter_map(|kept| kept.strip_prefix(path).ok());
        let kept = kept.filter(|rest| !rest.as_os_str().is_empty()).map(|rest| (Why::Kept, rest.to_owned()));
        let is_approved = |rest: &Path| self.approved.iter().any(|free| path.join(rest).starts_with(free));
        enforced().flat_map(of_row).filter(|(_, rest)| !is_approved(rest)).chain(kept).collect()
    }
}

/// Whether `kept`, a path that stays as it is, forbids `change` of the name at `path`.
fn keeps(kept: &Path, path: &Path, change: Change, ground: &impl DirectoryState) -> bool {
    let moves = matches!(change, Change::Make | Change::Remove);
    path.starts_with(kept) || (moves && kept.starts_with(path) && ground.exists(kept))
}

/// Whether somebody obeys a protected name that is the last `count` of `names`: not where this run made the directory
/// that it lies in, and not in a tree of dependencies.
fn is_obeyed(names: &[&OsStr], count: usize, ground: &impl DirectoryState) -> bool {
    let around = names.get(..names.len().saturating_sub(count)).unwrap_or_default();
    !around.iter().any(|name| is_dependency_tree(name))
        && !ground.is_fresh(&around.iter().collect::<PathBuf>())
}

/// Whether what is at `path`, in one of the directories `roots`, is protected as the disk is before a run. Both with
/// every link followed.
pub(crate) fn is_protected(path: &Path, roots: &[PathBuf]) -> bool {
    struct Disk;
    impl DirectoryState for Disk {
        fn exists(&self, path: &Path) -> bool {
            std::fs::symlink_metadata(path).is_ok()
        }

        fn is_fresh(&self, _: &Path) -> bool {
            false
        }

        fn obeyed_in(&self, directory: &Path) -> Vec<PathBuf> {
            super::obeyed::in_work_tree(directory, &[])
        }
    }
    let protection = Protection { roots: roots.to_vec(), ..Protection::default() };
    matches!(protection.judge(path, Change::Write, &Disk), Judgement::Refused(_))
}

/// Whether what is at `path` is protected, and a person can free it by its name. A repository has too much in it that
/// no name of a command tells of.
pub(crate) fn can_be_approved(path: &Path, roots: &[PathBuf]) -> bool {
    is_protected(path, roots) && !is_obeyed_by_git(path, |path| std::fs::symlink_metadata(path).is_ok())
}

/// The judgement about one name of a path in `directory`, as far as git obeys it.
fn in_git(
    name: &OsStr,
    is_last: bool,
    change: Change,
    directory: &Path,
    ground: &impl DirectoryState,
) -> Judgement {
    let refused = Judgement::Refused(Why::Obeyed(Kind::Git));
    if is_last && same(name, ".git") {
        let own = directory.join(name);
        return match change {
            // Replacing one that is there is removing it.
            Change::Make if !ground.exists(&own) => Judgement::Watched(directory.to_owned()),
            Change::Make | Change::Write if ground.is_fresh(&own) => Judgement::Watched(directory.to_owned()),
            Change::Remove if ground.is_fresh(&own) => Judgement::Free,
            // What git executes or obeys in it is judged by its own name.
            Change::SetMode => Judgement::Free,
            Change::Make | Change::Remove | Change::Write => refused,
        };
    }
    let protects = same(name, "hooks") || (is_last && among(name, &GIT_FILES));
    let shapes = is_last && among(name, &GIT_SHAPE);
    if !protects && !shapes {
        return Judgement::Free;
    }
    let old = !ground.is_fresh(directory) && is_obeyed_by_git(directory, |path| ground.exists(path));
    match (old, change) {
        // Without what shapes it the directory would be none, and nothing in it protected.
        (true, change) if protects || change == Change::Remove => refused,
        (false, Change::Make) if shapes => Judgement::Watched(directory.to_owned()),
        (true | false, Change::Make | Change::Remove | Change::Write | Change::SetMode) => Judgement::Free,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place that is described by the paths that exist and the directories that are fresh.
    struct Described<'d> {
        existing: &'d [&'d str],
        fresh: &'d [&'d str],
    }

    impl DirectoryState for Described<'_> {
        fn exists(&self, path: &Path) -> bool {
            self.existing.iter().any(|known| Path::new(known) == path)
        }

        fn is_fresh(&self, directory: &Path) -> bool {
            self.fresh.iter().any(|known| directory.starts_with(known))
        }

        fn obeyed_in(&self, directory: &Path) -> Vec<PathBuf> {
            let names =
                if directory == Path::new("/w/nested") { &["tools/hooks", "own.inc"][..] } else { &[] };
            names.iter().map(|name| directory.join(name)).collect()
        }
    }

    /// The judgement as a word, in a writable `/w` with a repository, a bare one, and a fresh directory.
    fn judged(path: &str, change: Change) -> String {
        let ground = Described {
            existing: &[
                "/w/.git",
                "/w/kept/file",
                "/w/bare/HEAD",
                "/w/bare/objects",
                "/w/bare/refs",
                "/w/tree/HEAD",
                "/w/tree/commondir",
                "/w/shared/objects",
                "/w/shared/refs",
                "/w/half/HEAD",
                "/w/half/refs",
            ],
            fresh: &["/w/new", "/w/.git/worktrees/new"],
        };
        let protection = Protection {
            roots: vec!["/w".into(), "/w/file".into(), "/t".into(), "/c/.husky".into(), "/h/.config".into()],
            kept: vec!["/w/kept/file".into(), "/w/.idea/kept".into()],
            approved: vec!["/w/.zshrc".into(), "/w/.idea".into(), "/c/.husky/pre-push".into()],
            closed: vec!["/c/.husky".into()],
        };
        match protection.judge(Path::new(path), change, &ground) {
            Judgement::Free => "free".to_owned(),
            Judgement::Watched(place) => format!("watched {}", place.display()),
            Judgement::Refused(Why::Obeyed(kind)) => format!("refused {kind:?}"),
            Judgement::Refused(why) => format!("refused {why:?}"),
        }
    }

    #[test]
    fn what_others_obey_cannot_be_made_written_or_moved() {
        let cases = [
            ("/w/.claude", "refused Agent"),
            ("/w/.claude/settings.json", "refused Agent"),
            ("/w/.CLAUDE/skills/x", "refused Agent"),
            ("/w/deep/in/.vscode/tasks.json", "refused Editor"),
            ("/w/.envrc", "refused Program"),
            ("/w/sub/.mcp.json", "refused Agent"),
            ("/w/.bashrc", "refused Shell"),
            ("/w/.git/hooks/pre-commit", "refused Git"),
            ("/w/.git/hooks", "refused Git"),
            ("/w/.git/config", "refused Git"),
            ("/w/.git/config.worktree", "refused Git"),
            ("/w/.git/commondir", "refused Git"),
            ("/w/bare/config", "refused Git"),
            ("/w/bare/hooks/update", "refused Git"),
            ("/w/tree/gitdir", "refused Git"),
            ("/w/kept/file", "refused Kept"),
            ("/w/.npmrc", "refused Build"),
            ("/w/sub/.cargo/config.toml", "refused Build"),
            ("/w/.cursor/mcp.json", "refused Agent"),
            ("/w/sub/.Config/git/config", "refused Git"),
            ("/w/new/.cursor/mcp.json", "free"),
            ("/w/lefthook-local.yml", "refused Git"),
            ("/w/a.code-workspace", "refused Editor"),
            ("/h/.config/git/config", "refused Git"),
            ("/h/.config/fish", "refused Shell"),
            ("/w/.cursor/rules/a.mdc", "free"),
            ("/w/.cursor", "free"),
            ("/w/.config/x", "free"),
            ("/w/lefthooks", "free"),
            ("/w/.yarn/cache/x", "free"),
            ("/w/.yarn/releases/yarn.cjs", "refused Build"),
            ("/w/.bashrc/x", "free"),
            ("/w/src/main.rs", "free"),
            ("/w/.git/index", "free"),
            ("/w/.git/objects/ab/cd", "free"),
            ("/w/.git/refs/heads/config/x", "free"),
            ("/w/config", "free"),
            ("/w/hooks/pre-commit", "free"),
            ("/w/claude", "free"),
            ("/etc/.claude", "free"),
        ];
        for (path, expected) in cases {
            for change in [Change::Make, Change::Write, Change::Remove, Change::SetMode] {
                assert_eq!(judged(path, change), expected, "{path} {change:?}");
            }
        }
    }

    #[test]
    fn what_a_nested_repository_obeys_is_held_also_where_it_is_missing() {
        for (path, expected) in [
            ("/w/nested/tools/hooks", "refused Git"),
            ("/w/nested/tools/hooks/pre-commit", "refused Git"),
            ("/w/nested/own.inc", "refused Git"),
            ("/w/nested/tools", "free"),
            ("/w/nested/tools/other", "free"),
            ("/w/tools/hooks", "free"),
        ] {
            assert_eq!(judged(path, Change::Make), expected, "{path}");
        }
    }

    #[test]
    fn the_mode_of_a_repository_changes_and_that_of_what_git_executes_does_not() {
        for (path, expected) in [
            ("/w/.git", "free"),
            ("/w/.git/objects", "free"),
            ("/w/.git/hooks", "refused Git"),
            ("/w/.git/hooks/pre-commit", "refused Git"),
            ("/w/src/run.sh", "free"),
        ] {
            assert_eq!(judged(path, Change::SetMode), expected, "{path}");
        }
    }

    #[test]
    fn the_directory_that_other_repositories_share_needs_no_head() {
        assert_eq!(judged("/w/shared/config", Change::Write), "refused Git");
        assert_eq!(judged("/w/half/config", Change::Write), "free");
    }

    #[test]
    fn what_the_run_itself_made_and_what_is_granted_by_name_are_free() {
        for path in ["/w/new/.vscode/tasks.json", "/w/node_modules/x/.claude/y", "/w/file"] {
            assert_eq!(judged(path, Change::Make), "free", "{path}");
        }
    }

    #[test]
    fn what_a_person_approved_is_free_and_nothing_beside_it() {
        for (path, expected) in [
            ("/w/.zshrc", "free"),
            ("/w/.zshenv", "refused Shell"),
            ("/w/sub/.zshrc", "refused Shell"),
            ("/w/.idea/workspace.xml", "free"),
            ("/w/.idea/kept", "refused Kept"),
            ("/c/.husky/pre-push", "free"),
            ("/c/.husky/pre-commit", "refused Kept"),
        ] {
            for change in [Change::Make, Change::Write, Change::Remove] {
                assert_eq!(judged(path, change), expected, "{path} {change:?}");
            }
        }
    }

    #[test]
    fn what_comes_to_the_beginning_of_a_protected_name_must_not_hold_its_end() {
        let ground = Described { existing: &[], fresh: &["/w/new"] };
        let protection = Protection {
            roots: vec!["/w".into(), "/h/.config".into()],
            kept: vec!["/w/shared/mcp.json".into()],
            approved: vec!["/w/free/.hg/hgrc".into()],
            ..Protection::default()
        };
        for (path, expected) in [
            ("/w/.cursor", &["hooks.json", "mcp.json"][..]),
            ("/w/a/.HG", &["hgrc"]),
            ("/w/free/.hg", &[]),
            ("/w/new/.hg", &[]),
            ("/w/node_modules/x/.hg", &[]),
            ("/w/shared", &["mcp.json"]),
            ("/w/shared/mcp.json", &[]),
            ("/w/.claude", &[]),
            ("/w/src", &[]),
            ("/h/.config", &[]),
            ("/x/.hg", &[]),
        ] {
            let found = protection.going_on(Path::new(path), &ground);
            let rests = found.iter().map(|(_, rest)| rest.to_str().unwrap()).collect::<Vec<_>>();
            assert_eq!(rests, expected, "{path}");
        }
    }

    #[test]
    fn a_place_that_becomes_a_repository_is_watched() {
        let cases = [
            ("/w/sub/.git", Change::Make, "watched /w/sub"),
            ("/w/new/.git", Change::Make, "watched /w/new"),
            ("/w/sub/HEAD", Change::Make, "watched /w/sub"),
            ("/w/new/objects", Change::Make, "watched /w/new"),
            ("/w/.git/worktrees/new/commondir", Change::Make, "watched /w/.git/worktrees/new"),
            ("/w/.git/worktrees/new/gitdir", Change::Make, "free"),
            ("/w/.git/HEAD", Change::Make, "free"),
            ("/w/sub/HEAD", Change::Write, "free"),
        ];
        for (path, change, expected) in cases {
            assert_eq!(judged(path, change), expected, "{path}");
        }
    }

    #[test]
    fn a_repository_cannot_be_moved_replaced_or_made_unrecognisable() {
        let cases = [
            ("/w/.git", Change::Remove),
            ("/w/.git", Change::Make),
            ("/w/.git", Change::Write),
            ("/w/.git/HEAD", Change::Remove),
            ("/w/bare/objects", Change::Remove),
        ];
        for (path, change) in cases {
            assert_eq!(judged(path, change), "refused Git", "{path} {change:?}");
        }
        assert_eq!(judged("/w/kept", Change::Remove), "refused Kept");
    }
}
