//! Attacks on files outside of what was granted: their content, their names, and what describes them.

use super::case::Before::{Directory, File, Link, Mode};
use super::case::Sign::{Changed, Exists, Gone, HasAttribute, HasMode, IsOld};
use super::case::{Case, case, without_grant};
use crate::sandbox::Promise::{MetadataConfined as Metadata, ProtectedPaths as Kept, WritesConfined as Writes};

const FILE: super::case::Before = File("outside/file", "before");

pub(super) const CASES: &[Case] = &[
    case("a file outside is written", Writes, &[FILE], "echo x > ../outside/file", Changed("outside/file")),
    case("a file outside is appended to", Writes, &[FILE], "echo x >> ../outside/file", Changed("outside/file")),
    case("a file outside is cut short", Writes, &[FILE], "{probe} truncate ../outside/file", Changed("outside/file")),
    case("a file outside is removed", Writes, &[FILE], "rm -f ../outside/file", Gone("outside/file")),
    case("a file outside is renamed", Writes, &[FILE], "mv ../outside/file ../outside/new", Gone("outside/file")),
    case("a file outside is moved in", Writes, &[FILE], "mv ../outside/file .", Gone("outside/file")),
    case("a file is made outside", Writes, &[Directory("outside")], "echo x > ../outside/new", Exists("outside/new")),
    case("a directory is made outside", Writes, &[Directory("outside")], "mkdir ../outside/new", Exists("outside/new")),
    case("a directory outside is removed", Writes, &[Directory("outside/empty")], "rmdir ../outside/empty", Gone("outside/empty")),
    case("a pipe is made outside", Writes, &[Directory("outside")], "mkfifo ../outside/new", Exists("outside/new")),
    case("a socket is made outside", Writes, &[Directory("outside")], "{probe} bind ../outside/new", Exists("outside/new")),
    case("a symbolic link is made outside", Writes, &[Directory("outside")], "ln -s x ../outside/new", Exists("outside/new")),
    case("a hard link is made outside", Writes, &[FILE], "ln ../outside/file ../outside/new", Exists("outside/new")),
    case("an own file is moved out", Writes, &[Directory("outside")], "echo x > own; mv own ../outside/new", Exists("outside/new")),
    case("an own file replaces one outside", Writes, &[FILE], "echo x > own; {probe} rename own ../outside/file", Changed("outside/file")),
    case("an own file is exchanged with one outside", Writes, &[FILE], "echo x > own; {probe} exchange own ../outside/file", Changed("outside/file")),
    case("a file without a name is given one outside", Writes, &[Directory("outside")], "{probe} unnamed ../outside new", Exists("outside/new")),
    case("a file outside is written through a link", Writes, &[FILE], "ln -s ../outside/file link; echo x > link", Changed("outside/file")),
    case("a file is made through a link to a directory", Writes, &[Directory("outside")], "ln -s ../outside link; echo x > link/new", Exists("outside/new")),
    case("a file is made through a link that was there", Writes, &[Directory("outside"), Link("work/link", "../outside")], "echo x > link/new", Exists("outside/new")),
    case("a file is made through a dangling link", Writes, &[Directory("outside")], "ln -s ../outside/new link; echo x > link", Exists("outside/new")),
    case("a file outside is written through a hard link", Writes, &[FILE], "ln ../outside/file link; echo x > link", Changed("outside/file")),
    case("a file outside is written by /proc/self/cwd", Writes, &[FILE], "echo x > /proc/self/cwd/../outside/file", Changed("outside/file")),
    case("a file outside is written by /proc/self/root", Writes, &[FILE], "echo x > /proc/self/root{root}/outside/file", Changed("outside/file")),
    case("a file open for reading is opened again for writing", Writes, &[FILE], "{probe} reopen ../outside/file", Changed("outside/file")),
    case("a file outside is written in memory", Writes, &[FILE], "{probe} map ../outside/file", Changed("outside/file")),
    case("a file outside is written from an open directory", Writes, &[FILE], "{probe} from-directory ../outside file", Changed("outside/file")),
    case("a link is swapped while it is followed", Writes, &[Directory("outside"), Directory("work/safe")], "{probe} swap-link safe ../outside new", Exists("outside/new")),
    case("a directory is swapped while it is entered", Writes, &[Directory("outside"), Directory("work/safe")], "{probe} swap-directory safe ../outside new", Exists("outside/new")),
    case("a file is written in a directory like the granted one", Writes, &[Directory("work-evil")], "echo x > ../work-evil/new", Exists("work-evil/new")),
    without_grant("a file is made where nothing was granted", Writes, &[], "echo x > new", Exists("work/new")),
    without_grant("a file is removed where nothing was granted", Writes, &[File("work/file", "")], "rm -f file", Gone("work/file")),
    case("permissions outside are changed", Metadata, &[FILE], "chmod 640 ../outside/file", HasMode("outside/file", 0o640)),
    case("permissions of a directory outside are changed", Metadata, &[Directory("outside")], "chmod 711 ../outside", HasMode("outside", 0o711)),
    case("permissions are changed of an open file", Metadata, &[FILE], "{probe} fchmod ../outside/file", HasMode("outside/file", 0o640)),
    case("permissions are changed by /proc/self/fd", Metadata, &[FILE], "chmod 640 /proc/self/fd/3 3< ../outside/file", HasMode("outside/file", 0o640)),
    case("permissions are changed through a link", Metadata, &[FILE], "ln -s ../outside/file link; chmod 640 link", HasMode("outside/file", 0o640)),
    case("times outside are changed", Metadata, &[FILE], "touch -d @0 ../outside/file", IsOld("outside/file")),
    case("times are changed of an open file", Metadata, &[FILE], "{probe} futimens ../outside/file", IsOld("outside/file")),
    case("an attribute is added outside", Metadata, &[FILE], "{probe} setxattr ../outside/file", HasAttribute("outside/file")),
    case("a hook that is there becomes executable", Metadata, &[super::case::Before::Repository("work/.git"), File("work/.git/hooks/pre-commit", ""), Mode("work/.git/hooks/pre-commit", 0o644)], "chmod 755 .git/hooks/pre-commit", HasMode("work/.git/hooks/pre-commit", 0o755)),
    case("a kept file is written", Kept, &[File("work/kept/file", "before")], "echo x > kept/file", Changed("work/kept/file")),
    case("a kept directory is renamed", Kept, &[File("work/kept/file", "before")], "mv kept away", Gone("work/kept/file")),
    case("a kept file is written under another name", Kept, &[File("work/kept/file", "before")], "ln kept/file own; echo x > own", Changed("work/kept/file")),
    case("a kept directory is replaced", Kept, &[File("work/kept/file", "before")], "rm -rf kept; mkdir kept; echo x > kept/file", Changed("work/kept/file")),
    case("something is made in a kept directory", Kept, &[Directory("work/kept")], "echo x > kept/new", Exists("work/kept/new")),
];
