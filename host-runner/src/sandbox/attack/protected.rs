//! Attacks on what others obey inside the granted directory, where it is there.

use super::case::Before::{Directory, File, Link, Repository};
use super::case::Sign::{Changed, Exists, Gone};
use super::case::{Before, Case, case};
use crate::sandbox::Promise::ProtectedPaths as Kept;

const GIT: Before = Repository("work/.git");
const HOOK: Before = File("work/.git/hooks/pre-commit", "before");
const AGENT: Before = File("work/.claude/settings.json", "before");

pub(super) const CASES: &[Case] = &[
    case("git's settings are written", Kept, &[GIT], "echo x >> .git/config", Changed("work/.git/config")),
    case("git's settings are replaced", Kept, &[GIT], "echo x > own; {probe} rename own .git/config", Changed("work/.git/config")),
    case("git's settings are exchanged", Kept, &[GIT], "echo x > own; {probe} exchange own .git/config", Changed("work/.git/config")),
    case("git's settings are cut short", Kept, &[GIT], "{probe} truncate .git/config", Changed("work/.git/config")),
    case("git's settings get another name", Kept, &[GIT], "mv .git/config .git/old", Gone("work/.git/config")),
    case("git's settings are written by a second name", Kept, &[GIT], "ln .git/config own; echo x > own", Changed("work/.git/config")),
    case("git's settings are opened again for writing", Kept, &[GIT], "{probe} reopen .git/config", Changed("work/.git/config")),
    case("git's settings are written by a path with a link", Kept, &[GIT], "ln -s .git link; echo x > link/config", Changed("work/.git/config")),
    case("git's settings are written by /proc/self/cwd", Kept, &[GIT], "echo x > /proc/self/cwd/.git/config", Changed("work/.git/config")),
    case("git's settings for a working tree are written", Kept, &[GIT, File("work/.git/config.worktree", "before")], "echo x > .git/config.worktree", Changed("work/.git/config.worktree")),
    case("a hook is written", Kept, &[GIT, HOOK], "echo x > .git/hooks/pre-commit", Changed("work/.git/hooks/pre-commit")),
    case("a hook is added", Kept, &[GIT], "echo x > .git/hooks/pre-push", Exists("work/.git/hooks/pre-push")),
    case("a sample becomes a hook", Kept, &[GIT, File("work/.git/hooks/pre-push.sample", "x")], "mv .git/hooks/pre-push.sample .git/hooks/pre-push", Exists("work/.git/hooks/pre-push")),
    case("the hooks are replaced", Kept, &[GIT, HOOK], "mv .git/hooks .git/old; mkdir .git/hooks; echo x > .git/hooks/pre-commit", Changed("work/.git/hooks/pre-commit")),
    case("the hooks become a link", Kept, &[GIT, HOOK], "rm -rf .git/hooks; mkdir own; echo x > own/pre-commit; ln -s ../own .git/hooks", Changed("work/.git/hooks/pre-commit")),
    case("the repository is replaced", Kept, &[GIT, HOOK], "mv .git .old; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit", Changed("work/.git/hooks/pre-commit")),
    case("the repository is moved away", Kept, &[GIT], "mv .git .old", Gone("work/.git")),
    case("the hooks that the settings name are written", Kept, &[GIT, File("work/.git/config", "[core]\n\thooksPath = tools\n"), File("work/tools/pre-commit", "before")], "echo x > tools/pre-commit", Changed("work/tools/pre-commit")),
    case("a file that git's settings include is written", Kept, &[GIT, File("work/.git/config", "[include]\n\tpath = ../own.inc\n"), File("work/own.inc", "before")], "echo x > own.inc", Changed("work/own.inc")),
    case("a submodule's settings are written", Kept, &[GIT, Repository("work/.git/modules/sub")], "echo x > .git/modules/sub/config", Changed("work/.git/modules/sub/config")),
    case("a submodule gets a hook", Kept, &[GIT, Repository("work/.git/modules/sub")], "echo x > .git/modules/sub/hooks/pre-push", Exists("work/.git/modules/sub/hooks/pre-push")),
    case("a linked tree is led to another repository", Kept, &[GIT, File("work/.git/worktrees/w/commondir", "../..\n")], "echo ../../../own > .git/worktrees/w/commondir", Changed("work/.git/worktrees/w/commondir")),
    case("the file that names the repository is written", Kept, &[File("work/.git", "gitdir: ../outside\n"), Directory("outside")], "echo 'gitdir: own' > .git", Changed("work/.git")),
    case("the file that names the repository is replaced", Kept, &[File("work/.git", "gitdir: ../outside\n"), Directory("outside")], "echo 'gitdir: own' > own; {probe} rename own .git", Changed("work/.git")),
    case("a bare repository's settings are written", Kept, &[Repository("work")], "echo x > config", Changed("work/config")),
    case("an agent's settings are written", Kept, &[AGENT], "echo x > .claude/settings.json", Changed("work/.claude/settings.json")),
    case("an agent's settings are removed", Kept, &[AGENT], "rm -f .claude/settings.json", Gone("work/.claude/settings.json")),
    case("an agent's directory is replaced", Kept, &[AGENT], "mv .claude .old; mkdir .claude; echo x > .claude/settings.json", Changed("work/.claude/settings.json")),
    case("an agent gets a command", Kept, &[AGENT], "mkdir .claude/commands; echo x > .claude/commands/new.md", Exists("work/.claude/commands/new.md")),
    case("an agent gets a skill", Kept, &[Directory("work/.claude/skills")], "echo x > .claude/skills/new.md", Exists("work/.claude/skills/new.md")),
    case("an agent's tools are replaced", Kept, &[File("work/.mcp.json", "before")], "echo x > own; {probe} rename own .mcp.json", Changed("work/.mcp.json")),
    case("an editor's task is written", Kept, &[File("work/.vscode/tasks.json", "before")], "echo x > .vscode/tasks.json", Changed("work/.vscode/tasks.json")),
    case("an editor gets a setting", Kept, &[Directory("work/.idea")], "echo x > .idea/new.xml", Exists("work/.idea/new.xml")),
    case("a file for directories is written", Kept, &[File("work/.envrc", "before")], "echo x >> .envrc", Changed("work/.envrc")),
    case("a shell's start is written", Kept, &[File("work/.bashrc", "before")], "echo x >> .bashrc", Changed("work/.bashrc")),
    case("settings behind a link are written", Kept, &[File("work/shared/settings.json", "before"), Link("work/.claude", "shared")], "echo x > shared/settings.json", Changed("work/shared/settings.json")),
];

/// What is kept by the supervisor alone, because no mount can stand for it before the run.
pub(super) const SUPERVISED: &[Case] = &[
    case("a deep agent's settings are written", super::PLANTED, &[Directory("work/a/b"), File("work/a/b/.claude/settings.json", "before")], "echo x > a/b/.claude/settings.json", Changed("work/a/b/.claude/settings.json")),
    case("a nested repository's settings are written", super::PLANTED, &[Repository("work/sub/.git")], "echo x > sub/.git/config", Changed("work/sub/.git/config")),
    case("a nested repository gets a hook", super::PLANTED, &[Repository("work/sub/.git")], "echo x > sub/.git/hooks/pre-push", Exists("work/sub/.git/hooks/pre-push")),
    case("a nested repository is replaced", super::PLANTED, &[Repository("work/sub/.git")], "mv sub/.git sub/old", Gone("work/sub/.git")),
    case("a nested bare repository's settings are written", super::PLANTED, &[Repository("work/bare")], "echo x > bare/config", Changed("work/bare/config")),
    case("a nested bare repository is disguised and written", super::PLANTED, &[Repository("work/bare")], "mv bare/HEAD bare/own; echo x > bare/config; mv bare/own bare/HEAD", Changed("work/bare/config")),
];
