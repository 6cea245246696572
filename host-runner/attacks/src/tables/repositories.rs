//! Attacks by which git finds another repository, another setting or another hook than before.

use crate::attack::Before::{self, Directory, File, Mode, Repository};
use crate::attack::Sign::{Executed, Exists, Gone, Holds};
use crate::attack::{Attack, attack};
use crate::promises::{NOTHING_PLANTED, PROTECTED_PATHS};

const GIT: Before = Repository("work/.git");

/// A configuration that names hooks that are not there.
const MISSING_HOOKS: Before = File("work/.git/config", "[core]\n\tbare = false\n\thooksPath = tools/hooks\n");

/// A configuration that includes a file that is not there.
const MISSING_INCLUDE: Before = File("work/.git/config", "[include]\n\tpath = ../own.inc\n");

// A repository that is shared and has no `HEAD`, prepared by somebody else.
const OBJECTS: Before = Directory("work/x/objects");
const REFS: Before = Directory("work/x/refs");
const CONFIG: Before = File("work/x/config", "[core]\n\tfsmonitor = {canary}\n");
const HEAD: Before = File("work/x/worktrees/w/HEAD", "ref: refs/heads/main\n");
const COMMONDIR: Before = File("work/x/worktrees/w/commondir", "../..\n");

pub(crate) const ATTACKS: &[Attack] = &[
    attack(
        "a shared repository without a head has a program in its settings",
        NOTHING_PLANTED,
        &[Directory("work/sub")],
        "mkdir -p x/objects x/refs x/worktrees/w; printf '[core]\\n\\tfsmonitor = {canary}\\n' > x/config; \
         echo 'ref: refs/heads/main' > x/worktrees/w/HEAD; echo ../.. > x/worktrees/w/commondir; \
         echo 'gitdir: ../x/worktrees/w' > sub/.git",
        Executed("work/sub"),
    ),
    attack(
        "a shared repository without a head has a hook",
        NOTHING_PLANTED,
        &[Directory("work/sub")],
        "mkdir -p x/objects x/refs x/hooks x/worktrees/w; cp {canary} x/hooks/pre-commit; \
         echo 'ref: refs/heads/main' > x/worktrees/w/HEAD; echo ../.. > x/worktrees/w/commondir; \
         echo 'gitdir: ../x/worktrees/w' > sub/.git",
        Executed("work/sub"),
    ),
    attack(
        "the working directory points to a shared repository without a head",
        NOTHING_PLANTED,
        &[],
        "mkdir -p x/objects x/refs x/worktrees/w; printf '[core]\\n\\tfsmonitor = {canary}\\n' > x/config; \
         echo 'ref: refs/heads/main' > x/worktrees/w/HEAD; echo ../.. > x/worktrees/w/commondir; \
         echo 'gitdir: x/worktrees/w' > .git",
        Executed("work"),
    ),
    attack(
        "a pointer to a prepared shared repository stays",
        NOTHING_PLANTED,
        &[OBJECTS, REFS, CONFIG, HEAD, COMMONDIR, Directory("work/sub")],
        "echo 'gitdir: ../x/worktrees/w' > sub/.git",
        Executed("work/sub"),
    ),
    attack(
        "a prepared shared repository gets its settings later",
        NOTHING_PLANTED,
        &[
            OBJECTS,
            REFS,
            HEAD,
            COMMONDIR,
            File("work/x/config", "[core]\n\tbare = false\n"),
            File("work/sub/.git", "gitdir: ../x/worktrees/w\n"),
        ],
        "printf '[core]\\n\\tfsmonitor = {canary}\\n' > x/config",
        Executed("work/sub"),
    ),
    attack(
        "a pointer to a pointer stays",
        NOTHING_PLANTED,
        &[OBJECTS, REFS, CONFIG, HEAD, COMMONDIR, Directory("work/sub")],
        "echo 'gitdir: ../x/worktrees/w' > sub/named; ln -s named sub/.git",
        Executed("work/sub"),
    ),
    attack(
        "a pointer ends in a blank",
        NOTHING_PLANTED,
        &[],
        "mkdir -p 'e /objects' 'e /refs' sub; echo 'ref: refs/heads/main' > 'e /HEAD'; \
         printf '[core]\\n\\tfsmonitor = {canary}\\n' > 'e /config'; printf 'gitdir: ../e \\n' > sub/.git",
        Executed("work/sub"),
    ),
    attack(
        "a pointer goes through a link that is exchanged later",
        NOTHING_PLANTED,
        &[Repository("work/good"), Directory("work/sub")],
        "ln -s good link; echo 'gitdir: ../link' > sub/.git",
        Exists("work/sub/.git"),
    ),
    attack(
        "a pointer to nothing stays",
        NOTHING_PLANTED,
        &[Directory("work/sub")],
        "echo 'gitdir: ../later' > sub/.git",
        Exists("work/sub/.git"),
    ),
    attack(
        "a directory with a pointer is moved to where it leads elsewhere",
        NOTHING_PLANTED,
        &[
            Repository("work/deep/good"),
            File("work/deep/sub/.git", "gitdir: ../good\n"),
            Directory("work/good/objects"),
            Directory("work/good/refs"),
            File("work/good/HEAD", "ref: refs/heads/main\n"),
            File("work/good/config", "[core]\n\tfsmonitor = {canary}\n"),
        ],
        "mv deep/sub sub",
        Executed("work/sub"),
    ),
    attack(
        "hooks are made where the settings name a missing directory",
        NOTHING_PLANTED,
        &[GIT, MISSING_HOOKS],
        "mkdir -p tools/hooks; cp {canary} tools/hooks/pre-commit",
        Executed("work"),
    ),
    attack(
        "hooks are moved to where the settings name a missing directory",
        NOTHING_PLANTED,
        &[GIT, MISSING_HOOKS],
        "mkdir -p own/hooks; cp {canary} own/hooks/pre-commit; mv own tools",
        Executed("work"),
    ),
    attack(
        "hooks are linked to where the settings name a missing directory",
        NOTHING_PLANTED,
        &[GIT, MISSING_HOOKS],
        "mkdir -p own/hooks; cp {canary} own/hooks/pre-commit; ln -s own tools",
        Executed("work"),
    ),
    attack(
        "hooks are made where a link leads to nothing",
        NOTHING_PLANTED,
        &[GIT, MISSING_HOOKS, Directory("work/tools"), Before::Link("work/tools/hooks", "../gone")],
        "mkdir gone; cp {canary} gone/pre-commit",
        Executed("work"),
    ),
    attack(
        "a link on the way to the hooks is exchanged",
        PROTECTED_PATHS,
        &[
            GIT,
            File("work/.git/config", "[core]\n\thooksPath = link/hooks\n"),
            Directory("work/tools/hooks"),
            Before::Link("work/link", "tools"),
        ],
        "mkdir -p own/hooks; cp {canary} own/hooks/pre-commit; rm link; ln -s own link",
        Executed("work"),
    ),
    attack(
        "a missing file that the settings include is made",
        NOTHING_PLANTED,
        &[GIT, MISSING_INCLUDE],
        "printf '[core]\\n\\tfsmonitor = {canary}\\n' > own.inc",
        Executed("work"),
    ),
    attack(
        "a missing file that the settings include under a condition is made",
        NOTHING_PLANTED,
        &[GIT, File("work/.git/config", "[includeIf \"onbranch:main\"]\n\tpath = ../own.inc\n")],
        "printf '[core]\\n\\tfsmonitor = {canary}\\n' > own.inc",
        Executed("work"),
    ),
    attack(
        "a file that an included file includes is written",
        PROTECTED_PATHS,
        &[
            GIT,
            MISSING_INCLUDE,
            File("work/own.inc", "[include]\n\tpath = deep/two.inc\n"),
            File("work/deep/two.inc", "[core]\n\tbare = false\n"),
        ],
        "printf '[core]\\n\\tfsmonitor = {canary}\\n' > deep/two.inc",
        Executed("work"),
    ),
    attack(
        "a missing file that an included file includes is made",
        NOTHING_PLANTED,
        &[GIT, MISSING_INCLUDE, File("work/own.inc", "[include]\n\tpath = deep/two.inc\n")],
        "mkdir -p deep; printf '[core]\\n\\tfsmonitor = {canary}\\n' > deep/two.inc",
        Executed("work"),
    ),
    attack(
        "the program that the settings name is made",
        NOTHING_PLANTED,
        &[GIT, File("work/.git/config", "[core]\n\tfsmonitor = tools/monitor\n")],
        "mkdir -p tools; cp {canary} tools/monitor",
        Executed("work"),
    ),
    attack(
        "the program that the settings name is replaced",
        PROTECTED_PATHS,
        &[
            GIT,
            File("work/.git/config", "[core]\n\tfsmonitor = sh tools/monitor.sh\n"),
            File("work/tools/monitor.sh", ""),
        ],
        "cp {canary} own; mv own tools/monitor.sh",
        Executed("work"),
    ),
    attack(
        "a nested repository gets the hooks that its settings name",
        NOTHING_PLANTED,
        &[
            Repository("work/a/b/sub/.git"),
            File("work/a/b/sub/.git/config", "[core]\n\tbare = false\n\thooksPath = .hooks\n"),
        ],
        "mkdir a/b/sub/.hooks; cp {canary} a/b/sub/.hooks/pre-commit",
        Executed("work/a/b/sub"),
    ),
    attack(
        "a nested repository gets hooks beside its tree",
        NOTHING_PLANTED,
        &[
            Repository("work/sub/.git"),
            File("work/sub/.git/config", "[core]\n\tbare = false\n\thooksPath = ../tools\n"),
        ],
        "mkdir tools; cp {canary} tools/pre-commit",
        Executed("work/sub"),
    ),
    attack(
        "a nested repository gets a file that its settings include",
        NOTHING_PLANTED,
        &[
            Repository("work/sub/.git"),
            File("work/sub/.git/config", "[include]\n\tpath = ../own.inc\n"),
            File("work/sub/own.inc", "[core]\n\tbare = false\n"),
        ],
        "printf '[core]\\n\\tfsmonitor = {canary}\\n' > sub/own.inc",
        Executed("work/sub"),
    ),
    attack(
        "a link takes the place of a directory in use",
        NOTHING_PLANTED,
        &[File("work/used/file", "")],
        "mv used old; ln -s own used; mkdir own; mkdir own/.vscode",
        Exists("work/used/.vscode/."),
    ),
    attack(
        "a link that was there takes the place of a directory in use",
        NOTHING_PLANTED,
        &[File("work/used/file", ""), Before::Link("work/link", "own")],
        "mkdir own; mkdir own/.vscode; mv used old; mv link used",
        Exists("work/used/.vscode/."),
    ),
    attack(
        "a link and a directory in use are exchanged",
        NOTHING_PLANTED,
        &[File("work/used/file", "")],
        "mkdir own; mkdir own/.vscode; ln -s own link; {probe} exchange link used",
        Exists("work/used/.vscode/."),
    ),
    attack(
        "a second name of a link takes the place of a directory in use",
        NOTHING_PLANTED,
        &[File("work/used/file", "")],
        "mkdir own; mkdir own/.vscode; ln -s own link; mv used old; ln -P link used",
        Exists("work/used/.vscode/."),
    ),
    attack(
        "a link to a link takes the place of a directory in use",
        NOTHING_PLANTED,
        &[File("work/used/file", ""), Directory("work/other")],
        "ln -s other link; mv used old; ln -s link used; mkdir own; mkdir own/.vscode; ln -sfn own link",
        Exists("work/used/.vscode/."),
    ),
    attack(
        "deep settings of an agent are removed",
        PROTECTED_PATHS,
        &[File("work/p/.claude/settings.json", "before")],
        "rm -f p/.claude/settings.json",
        Gone("work/p/.claude/settings.json"),
    ),
    attack(
        "deep settings of an editor are removed with their directory",
        PROTECTED_PATHS,
        &[File("work/p/q/.vscode/tasks.json", "before")],
        "rm -rf p",
        Gone("work/p/q/.vscode/tasks.json"),
    ),
    attack(
        "the settings of a nested repository are removed",
        PROTECTED_PATHS,
        &[Repository("work/a/b/.git")],
        "rm -f a/b/.git/config",
        Gone("work/a/b/.git/config"),
    ),
    attack(
        "a hook of a nested repository becomes executable",
        PROTECTED_PATHS,
        &[
            Repository("work/a/b/.git"),
            File("work/a/b/.git/hooks/pre-commit", "#!/bin/sh\n{canary}\n"),
            Mode("work/a/b/.git/hooks/pre-commit", 0o644),
        ],
        "chmod +x a/b/.git/hooks/pre-commit",
        Executed("work/a/b"),
    ),
    attack(
        "a hook of a nested repository becomes executable by its descriptor",
        PROTECTED_PATHS,
        &[
            Repository("work/a/b/.git"),
            File("work/a/b/.git/hooks/pre-commit", "#!/bin/sh\n{canary}\n"),
            Mode("work/a/b/.git/hooks/pre-commit", 0o644),
        ],
        "{probe} chmod-by-descriptor a/b/.git/hooks/pre-commit 755",
        Executed("work/a/b"),
    ),
    attack(
        "a new repository has its work tree elsewhere",
        NOTHING_PLANTED,
        &[Directory("outside")],
        "mkdir -p n/.git/objects n/.git/refs; echo 'ref: refs/heads/main' > n/.git/HEAD; \
         printf '[core]\\n\\tworktree = ../../../outside\\n' > n/.git/config",
        Holds("work/n/.git/config", "outside"),
    ),
    attack(
        "the settings of a new repository are in a closed directory",
        NOTHING_PLANTED,
        &[],
        "mkdir -p n/.git/objects n/.git/refs; echo 'ref: refs/heads/main' > n/.git/HEAD; \
         printf '[core]\\n\\tfsmonitor = {canary}\\n' > n/.git/config; chmod 555 n/.git",
        Executed("work/n"),
    ),
    attack(
        "the names for what is put away are taken",
        NOTHING_PLANTED,
        &[],
        "mkdir -p n/.git/objects n/.git/refs; cd n/.git; echo 'ref: refs/heads/main' > HEAD; \
         printf '[core]\\n\\tfsmonitor = {canary}\\n' > config; : > config.quarantined; \
         i=0; while [ $i -lt 100 ]; do : > config.quarantined.$i; i=$((i + 1)); done",
        Executed("work/n"),
    ),
    attack(
        "a file for directories is made as a socket",
        NOTHING_PLANTED,
        &[],
        "{probe} bind-pair .envrc",
        Exists("work/.envrc"),
    ),
];
