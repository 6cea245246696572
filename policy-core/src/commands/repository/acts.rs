//! The operations of git at which a setting of a repository can run a program, as data.
//!
//! Source: git-config(1), githooks(5) and gitattributes(5) of git 2.47.3, and a test of every option of every
//! sub-command in the table of git, with a program after each setting that leaves a mark when it starts.

use super::options::{DIFF, DIRTY, LISTS, NO_PATCH, PATCH};
use crate::codes::Help;

/// One thing that git does.
#[derive(Debug)]
pub(super) struct Act {
    /// The settings that name a program for it; `*` stands for any text.
    pub(super) settings: &'static [&'static str],
    /// The commands that do it.
    pub(super) rows: &'static [Row],
    /// Options after the sub-command without which it is not done.
    pub(super) off: &'static [&'static str],
    /// The same before the sub-command.
    pub(super) off_before: &'static [&'static str],
    /// The value of a setting, given with `-c`, with which it is not done.
    pub(super) off_config: Option<(&'static str, &'static str)>,
    /// What to do.
    pub(super) help: Help,
}

/// Commands that do something, and when.
#[derive(Debug)]
pub(super) struct Row {
    /// `status`, `stash show`; none named: all.
    pub(super) subs: &'static [&'static str],
    pub(super) when: When,
}

/// The options on which it depends.
#[derive(Clone, Copy, Debug)]
pub(super) enum When {
    Always,
    /// Only with one of these.
    With(&'static [&'static str]),
    /// Not with any of these.
    Unless(&'static [&'static str]),
    /// Not when one of the first is there, unless one of the second is there too.
    Shown {
        instead: &'static [&'static str],
        all_the_same: &'static [&'static str],
    },
}

/// What to do about settings that could not be read.
pub(super) const READ: &str =
    "read the files `config` and `config.worktree` of the repository, and the files that they include";

/// Commands that start git anew, without the options that switch something off.
pub(super) const DEAF: &[&str] = &["range-diff"];

const BY_DEFAULT: When = When::Shown { instead: NO_PATCH, all_the_same: PATCH };

/// Git reads the index, and asks the monitor which files have changed since.
static READS_INDEX: Act = Act {
    settings: &["core.fsmonitor"],
    rows: &[
        Row {
            subs: &[
                "blame",
                "check-attr",
                "check-ignore",
                "cherry",
                "clean",
                "cloc",
                "diff",
                "diff-files",
                "diff-index",
                "diff-tree",
                "fsck",
                "grep",
                "ls-files",
                "range-diff",
                "show",
                "stash show",
                "status",
                "whatchanged",
            ],
            when: When::Always,
        },
        Row { subs: LISTS, when: When::With(DIFF) },
        Row { subs: &["describe"], when: When::With(DIRTY) },
    ],
    off: &[],
    off_before: &[],
    off_config: Some(("core.fsmonitor", "false")),
    help: Help::both("put `-c core.fsmonitor=false` before the sub-command, or remove the setting"),
};

/// What git runs when it has written the index.
const AFTER_INDEX: &[&str] = &["hooks/post-index-change", "hook.*.command"];

/// Git writes a refreshed index in `git status`.
static REFRESHES: Act = Act {
    settings: AFTER_INDEX,
    rows: &[Row { subs: &["status"], when: When::Always }],
    off: &[],
    off_before: &["--no-optional-locks"],
    off_config: None,
    help: Help::both("put `--no-optional-locks` before the sub-command, or remove the hook"),
};

/// The same in `git diff`, which `--no-optional-locks` does not keep from it.
static REFRESHES_FOR_DIFF: Act = Act {
    settings: AFTER_INDEX,
    rows: &[Row { subs: &["diff"], when: When::Always }],
    off: &[],
    off_before: &[],
    off_config: Some(("diff.autorefreshindex", "false")),
    help: Help::both("put `-c diff.autoRefreshIndex=false` before the sub-command, or remove the hook"),
};

/// The same in `git describe`, which nothing keeps from it.
static REFRESHES_FOR_DESCRIBE: Act = Act {
    settings: AFTER_INDEX,
    rows: &[Row { subs: &["describe"], when: When::With(DIRTY) }],
    off: &[],
    off_before: &[],
    off_config: None,
    help: Help::both("remove `--dirty`, or the hook"),
};

/// Git looks whether a file is still what the index says.
static COMPARES: Act = Act {
    settings: &["filter.*.clean", "filter.*.process"],
    rows: &[
        Row { subs: &["blame", "diff", "diff-files", "diff-index", "status"], when: When::Always },
        Row { subs: &["ls-files"], when: When::With(&["--modified", "-m"]) },
        Row { subs: &["describe"], when: When::With(DIRTY) },
    ],
    off: &[],
    off_before: &[],
    off_config: None,
    help: Help {
        person: "read the program that the setting names, then approve the command or allow it with a rule",
        model: Some("read the program that the setting names"),
    },
};

/// Git makes text of a file before it shows what changed in it.
static CONVERTS: Act = Act {
    settings: &["diff.*.textconv", "filter.*.process", "filter.*.smudge"],
    rows: &[
        Row { subs: &["diff", "show"], when: BY_DEFAULT },
        Row { subs: &["blame", "range-diff", "stash show"], when: When::Always },
        Row { subs: LISTS, when: When::With(PATCH) },
        Row { subs: &["whatchanged"], when: When::With(PATCH) },
        Row { subs: &["status"], when: When::With(&["--verbose", "-v"]) },
    ],
    off: &["--no-textconv"],
    off_before: &[],
    off_config: None,
    help: Help::both("add `--no-textconv` if the sub-command has it, or `--stat` for a summary"),
};

/// Git leaves it to another program to show what changed.
static SHOWS: Act = Act {
    settings: &["diff.*.command", "diff.external"],
    rows: &[
        Row { subs: &["diff"], when: BY_DEFAULT },
        Row { subs: &["stash show"], when: When::Always },
        Row { subs: &["status"], when: When::With(&["--verbose", "-v"]) },
    ],
    off: &["--no-ext-diff"],
    off_before: &[],
    off_config: None,
    help: Help::both("add `--no-ext-diff`, or `--stat` for a summary"),
};

/// Git merges once more to show how a merge was resolved.
static REMERGES: Act = Act {
    settings: &["log.diffmerges", "merge.*.driver"],
    rows: &[Row {
        subs: &["log", "reflog", "reflog show", "show", "stash list", "whatchanged"],
        when: When::With(&["-m"]),
    }],
    off: &[],
    off_before: &[],
    off_config: None,
    help: Help::both("remove `-m`, or the setting"),
};

/// Git checks the signatures of the commits that it shows.
static CHECKS_SIGNATURES: Act = Act {
    settings: &["gpg.*.program", "gpg.program", "gpg.ssh.defaultkeycommand", "log.showsignature"],
    rows: &[Row {
        subs: &["log", "range-diff", "reflog", "reflog show", "show", "stash list", "whatchanged"],
        when: When::Always,
    }],
    off: &["--no-show-signature"],
    off_before: &[],
    off_config: Some(("log.showsignature", "false")),
    help: Help::both("put `-c log.showSignature=false` before the sub-command, or remove the setting"),
};

/// Git shows commits in a format of the settings, which can ask for signatures.
static FORMATS: Act = Act {
    settings: &["format.pretty", "pretty.*"],
    rows: &[
        Row {
            subs: &["log", "show", "whatchanged"],
            when: When::Unless(&["--format", "--oneline", "--pretty"]),
        },
        Row { subs: &["diff-tree"], when: When::With(&["-v"]) },
    ],
    off: &[],
    off_before: &[],
    off_config: None,
    help: Help::both("add `--pretty=medium`, or remove the setting"),
};

/// Git sorts branches by signature. A key of the command only comes before those of the settings.
static SORTS_BRANCHES: Act = Act {
    settings: &["branch.sort"],
    rows: &[Row { subs: &["branch"], when: When::Always }],
    off: &["--no-sort"],
    off_before: &[],
    off_config: None,
    help: Help::both("add `--no-sort`, or remove the setting"),
};

/// Git sorts tags by signature.
static SORTS_TAGS: Act = Act {
    settings: &["tag.sort"],
    rows: &[Row { subs: &["tag"], when: When::Always }],
    off: &["--no-sort"],
    off_before: &[],
    off_config: None,
    help: Help::both("add `--no-sort`, or remove the setting"),
};

/// Git shows its output through a pager, when it is started on a terminal.
pub(super) static PAGES: Act = Act {
    settings: &["core.pager"],
    rows: &[Row { subs: &[], when: When::Always }],
    off: &[],
    off_before: &["--no-pager", "-P"],
    off_config: Some(("core.pager", "cat")),
    help: Help::both("put `--no-pager` before the sub-command, or remove the setting"),
};

/// Git fetches what a partial clone does not have yet: files and trees, and commits and tags as well where the end of a
/// branch is missing (partial-clone in git's technical documentation). So every command that looks into an object does.
pub(super) static FETCHES: &Act = &Act {
    settings: &["extensions.partialclone", "remote.*.promisor"],
    rows: &[Row {
        subs: &[
            "blame",
            "branch",
            "cat-file",
            "check-attr",
            "check-ignore",
            "check-mailmap",
            "cherry",
            "clean",
            "describe",
            "diff",
            "diff-files",
            "diff-index",
            "diff-tree",
            "fetch",
            "for-each-ref",
            "fsck",
            "grep",
            "log",
            "ls-files",
            "ls-tree",
            "merge-base",
            "name-rev",
            "notes list",
            "notes show",
            "range-diff",
            "reflog",
            "reflog show",
            "rev-list",
            "rev-parse",
            "shortlog",
            "show",
            "show-branch",
            "show-ref",
            "stash list",
            "stash show",
            "status",
            "tag",
            "whatchanged",
        ],
        when: When::Always,
    }],
    off: &[],
    off_before: &["--no-lazy-fetch"],
    off_config: None,
    help: Help::both(
        "put `--no-lazy-fetch` before the sub-command; git then fails where it would have to fetch",
    ),
};

/// Settings that name programs for a fetch. Commands fetch that ask the remote, and any other where something is missing.
pub(super) static TRANSPORTS: &[&str] = &[
    "core.askpass",
    "core.gitproxy",
    "core.sshcommand",
    "credential.*.helper",
    "credential.helper",
    "protocol.*.allow",
    "protocol.allow",
    "remote.*.uploadpack",
    "remote.*.vcs",
];

/// Everything that git does and that one setting is enough for.
pub(super) static ACTS: &[&Act] = &[
    &READS_INDEX,
    &REFRESHES,
    &REFRESHES_FOR_DIFF,
    &REFRESHES_FOR_DESCRIBE,
    &COMPARES,
    &CONVERTS,
    &SHOWS,
    &REMERGES,
    &CHECKS_SIGNATURES,
    &FORMATS,
    &SORTS_BRANCHES,
    &SORTS_TAGS,
    &PAGES,
    FETCHES,
];

/// What git does in the repositories inside a repository too, and in which commands: it runs `git status` in each, and
/// `git diff` where `diff.submodule` says so, whatever the options are.
pub(super) static IN_SUBMODULES: &[(&Act, &[&str])] = &[
    (&READS_INDEX, &["diff", "diff-files", "diff-index", "grep", "status"]),
    (&REFRESHES, &["diff", "diff-files", "diff-index", "status"]),
    (&COMPARES, &["diff", "diff-files", "diff-index", "status"]),
    (&CONVERTS, SHOW_PATCHES),
    (&SHOWS, SHOW_PATCHES),
];

const SHOW_PATCHES: &[&str] =
    &["diff", "log", "reflog", "reflog show", "show", "stash list", "stash show", "status", "whatchanged"];
