//! Attacks by which something appears that others obey, where it was not there.

use super::PLANTED as Planted;
use super::case::Before::{Directory, File, Repository};
use super::case::Sign::{Exists, Holds, Succeeded};
use super::case::{Before, Case, case};

const GIT: Before = Repository("work/.git");

pub(super) const CASES: &[Case] = &[
    case("an agent's directory is made", Planted, &[], "mkdir .claude; echo x > .claude/settings.json", Exists("work/.claude/settings.json")),
    case("an agent's directory is made deep inside", Planted, &[Directory("work/a/b")], "mkdir a/b/.claude", Exists("work/a/b/.claude")),
    case("an agent's directory is moved in", Planted, &[], "mkdir own; echo x > own/settings.json; mv own .claude", Exists("work/.claude/settings.json")),
    case("an agent's directory is made as a link", Planted, &[], "mkdir own; echo x > own/settings.json; ln -s own .claude", Exists("work/.claude/settings.json")),
    case("an agent's tools are made", Planted, &[], "echo x > .mcp.json", Exists("work/.mcp.json")),
    case("an agent's tools are made by a rename", Planted, &[], "echo x > own; mv own .mcp.json", Exists("work/.mcp.json")),
    case("an agent's tools are made by a link", Planted, &[], "echo x > own; ln own .mcp.json", Exists("work/.mcp.json")),
    case("an agent's tools are made by an exchange", Planted, &[File("work/other", "")], "echo x > own; {probe} exchange own other; {probe} rename other .mcp.json", Exists("work/.mcp.json")),
    case("a file without a name becomes one for directories", Planted, &[], "{probe} unnamed . .envrc", Exists("work/.envrc")),
    case("a file for directories is made from an open directory", Planted, &[], "{probe} from-directory . .envrc", Exists("work/.envrc")),
    case("a file for directories is made as a node", Planted, &[], "{probe} node .envrc", Exists("work/.envrc")),
    case("a file for directories is made through a link", Planted, &[], "ln -s . link; echo x > link/.envrc", Exists("work/.envrc")),
    case("a file for directories is made through a dangling link", Planted, &[], "ln -s .envrc link; echo x > link", Exists("work/.envrc")),
    case("a file for directories is made by /proc/self/cwd", Planted, &[], "echo x > /proc/self/cwd/.envrc", Exists("work/.envrc")),
    case("a file for directories is made by /proc/self/root", Planted, &[], "echo x > /proc/self/root{root}/work/.envrc", Exists("work/.envrc")),
    case("a file for directories is made with dots in its path", Planted, &[Directory("work/a")], "echo x > a/.././/.envrc", Exists("work/.envrc")),
    case("an editor's task is made", Planted, &[], "mkdir -p .vscode && echo x > .vscode/tasks.json", Exists("work/.vscode/tasks.json")),
    case("an editor's directory is made", Planted, &[], "mkdir .idea", Exists("work/.idea")),
    case("a container for an editor is made", Planted, &[], "mkdir .devcontainer", Exists("work/.devcontainer")),
    case("a shell's start is made", Planted, &[], "echo x > .bash_profile", Exists("work/.bash_profile")),
    case("another shell's start is made", Planted, &[], "echo x > .zshenv", Exists("work/.zshenv")),
    case("a directory of hooks is made", Planted, &[], "mkdir -p .husky && echo x > .husky/pre-commit", Exists("work/.husky/pre-commit")),
    case("settings for a working tree are made", Planted, &[GIT], "echo x > .git/config.worktree", Exists("work/.git/config.worktree")),
    case("a repository is led to another one", Planted, &[GIT], "echo ../own > .git/commondir", Exists("work/.git/commondir")),
    case("hooks are made where they were removed", Planted, &[Directory("work/.git/objects"), Directory("work/.git/refs"), File("work/.git/HEAD", "x")], "mkdir .git/hooks; echo x > .git/hooks/pre-push", Exists("work/.git/hooks/pre-push")),
    case("git's settings are made where they were removed", Planted, &[Directory("work/.git/objects"), Directory("work/.git/refs"), File("work/.git/HEAD", "x")], "echo x > .git/config", Exists("work/.git/config")),
    case("a submodule's settings are made", Planted, &[GIT, Repository("work/.git/modules/sub")], "echo x > .git/modules/sub/config.worktree", Exists("work/.git/modules/sub/config.worktree")),
    case("a directory in use is replaced by a prepared one", Planted, &[File("work/used/file", "")], "mkdir own; mkdir own/.vscode; mv used old; mv own used", Exists("work/used/.vscode")),
    case("a directory in use is made again", Planted, &[File("work/used/file", "")], "rm -r used; mkdir used; mkdir used/.vscode", Exists("work/used/.vscode")),
    case("a directory in use is exchanged with a prepared one", Planted, &[File("work/used/file", "")], "mkdir own; mkdir own/.vscode; {probe} exchange own used", Exists("work/used/.vscode")),
    case("a path is changed in memory while it is judged", Planted, &[], "{probe} swap-text aaaaaa .envrc", Exists("work/.envrc")),
    case("the supervisor's memory is read", Planted, &[], "{probe} read-memory-file $PPID", Succeeded),
    case("the supervisor is stopped, and a file for directories made", Planted, &[], "test -n \"$CONTROL\" || kill -STOP $PPID; echo x > .envrc", Exists("work/.envrc")),
    case("the supervisor is killed, and a file for directories made", Planted, &[], "test -n \"$CONTROL\" || kill -KILL $PPID; echo x > .envrc", Exists("work/.envrc")),
    case("the supervisor is traced", Planted, &[], "{probe} trace $PPID", Succeeded),
    case("a directory is made by the calls of another machine word", Planted, &[], "{probe} old-mkdir .claude", Exists("work/.claude")),
    case("a nested repository with a program in its settings stays", Planted, &[], "mkdir -p sub/.git/objects sub/.git/refs; echo x > sub/.git/HEAD; printf '[core]\\n\\tfsmonitor = x\\n' > sub/.git/config", Exists("work/sub/.git/config")),
    case("a nested repository with a hook stays", Planted, &[], "mkdir -p sub/.git/objects sub/.git/refs sub/.git/hooks; echo x > sub/.git/HEAD; echo x > sub/.git/hooks/pre-commit", Exists("work/sub/.git/hooks/pre-commit")),
    case("a bare repository with a program in its settings stays", Planted, &[], "mkdir -p objects refs; printf '[core]\\n\\tpager = x\\n' > config; echo x > HEAD", Exists("work/config")),
    case("a bare repository is completed around its settings", Planted, &[File("work/sub/HEAD", "x"), File("work/sub/config", "before")], "echo '[core] pager = x' > sub/config; mkdir sub/objects sub/refs", Holds("work/sub/config", "pager")),
    case("a repository is made elsewhere and moved", Planted, &[], "mkdir -p a/.git/objects a/.git/refs; echo x > a/.git/HEAD; echo '[alias] s = !x' > a/.git/config; mv a b", Exists("work/b/.git/config")),
    case("a pointer to a prepared repository stays", Planted, &[Directory("work/node_modules/e/g/objects"), Directory("work/node_modules/e/g/refs"), File("work/node_modules/e/g/HEAD", "x"), File("work/node_modules/e/g/config", "[core]\n\tpager = x\n"), Directory("work/sub")], "echo 'gitdir: ../node_modules/e/g' > sub/.git", Exists("work/sub/.git")),
];
