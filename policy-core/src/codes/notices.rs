//! The codes of findings that no check reports.
//!
//! Owns their names and words. `explain` prints them like the checks.

use super::{Code, Help, Sentence, sentence};

/// Every notice, sorted by code.
pub static NOTICES: &[&Code] = &[
    &BARE_REPOSITORY,
    &CRITICAL_REMOVAL,
    &FORBIDDEN_COMMAND,
    &LIMIT_LENGTH,
    &LIMIT_NESTING,
    &LIMIT_PARTS,
    &LIMIT_WORDS,
    &PATH_OUTSIDE,
    &PATH_PROTECTED,
    &PATH_UNKNOWN,
    &PROJECT_SETTINGS,
    &REPOSITORY_PROGRAMS,
    &SYNTAX_UNEXPECTED,
    &SYNTAX_UNSUPPORTED,
];

/// git would take the working directory for a bare repository.
pub static BARE_REPOSITORY: Code = Code {
    name: "BARE_REPOSITORY",
    says: Sentence::whole(
        "git would take this directory for a bare repository, whose settings can name programs to run",
    ),
    help: Help::person_only("look at the files `HEAD`, `config`, `objects` and `refs` in it before git does"),
    story: "A directory that holds `HEAD`, `objects` and `refs` is a git repository, whoever put the files there. Its \
            `config` can name programs that even `git status` runs (`core.fsmonitor`), so a downloaded folder is enough \
            to run a program (CVE-2026-45033).",
};

/// A removal that loses everything.
pub static CRITICAL_REMOVAL: Code = Code {
    name: "CRITICAL_REMOVAL",
    says: Sentence::whole(
        "this removes the root, the home directory, the working directory, or everything in one of them",
    ),
    help: Help::both("name what is to be removed, below these directories"),
    story: "One wrong word loses a machine or a project: `rm -rf / build`, `rm -rf ~/*`, `rm -rf \"$DIR\"/*` when `DIR` \
            is empty. `rm`, `rmdir`, `unlink`, `shred`, `mv` and `find -delete` of the root, a directory directly below \
            it, a drive, the home directory, the working directory, what is around them, or of all that is in one of \
            them, is always asked about: no allow rule and no mode approves it, not even `bypassPermissions`. A deny \
            rule still denies it.",
};

/// The profile forbids this form of command.
pub static FORBIDDEN_COMMAND: Code = Code {
    name: "FORBIDDEN_COMMAND",
    says: Sentence::whole("the profile forbids this form of command"),
    help: Help::both("leave this part out, or choose another profile in the settings"),
    story: "The profile `jazz` denies forms of commands that can lose everything, take over the machine, or hide what \
            they run, whatever the rules and the mode say. Each form has a name, which `reason.rule` gives; they are \
            seen through wrappers, assignments, quotes, nested shells and substitutions, and in commands that cannot \
            be read.",
};

/// The command is longer than can be allowed.
pub static LIMIT_LENGTH: Code = Code {
    name: "LIMIT_LENGTH",
    says: Sentence::whole("the command has more than 10,000 characters"),
    help: Help::both("split the command"),
    story: "Nobody reads ten thousand characters before saying yes, and an attack can hide anywhere in them. Deny rules \
            are still matched on every part.",
};

/// The command nests deeper than is read.
pub static LIMIT_NESTING: Code = Code {
    name: "LIMIT_NESTING",
    says: Sentence::whole("groups or substitutions are nested deeper than 200 levels"),
    help: Help::both("write the command without so many levels"),
    story: "Nesting this deep is made to exhaust who reads it. Deny rules are still matched on every part that can be \
            split off.",
};

/// The command has more parts than can be allowed.
pub static LIMIT_PARTS: Code = Code {
    name: "LIMIT_PARTS",
    says: Sentence::whole("the command runs more than 50 parts"),
    help: Help::both("split the command"),
    story: "A guard that stops looking after fifty parts is bypassed with fifty-one. This one looks at all of them for \
            deny rules, and asks a person about the whole.",
};

/// The command has more words than can be allowed.
pub static LIMIT_WORDS: Code = Code {
    name: "LIMIT_WORDS",
    says: Sentence::whole("the command has more than 1,000 words"),
    help: Help::both("split the command, or name the files by a pattern"),
    story: "Nobody reads a thousand words before saying yes. Deny rules are still matched on every part.",
};

/// A path leads outside the working directories.
pub static PATH_OUTSIDE: Code = Code {
    name: "PATH_OUTSIDE",
    says: Sentence::whole("this path is outside the working directories"),
    help: Help::person_only(
        "add its directory to `permissions.additionalDirectories`, or allow the command with a rule",
    ),
    story: "A command that only reads is allowed without asking where the work is: in the working directory and the \
            additional directories. Elsewhere lie keys, tokens and other people's files. Symbolic links are followed \
            first.",
};

/// A path must not be changed without asking.
pub static PATH_PROTECTED: Code = Code {
    name: "PATH_PROTECTED",
    says: Sentence::whole("this path is protected: what is written there can change what later commands do"),
    help: Help::person_only("make this change by hand, or approve it this once"),
    story: "Settings of git, editors, shells and agents name programs that run later without being asked about. No \
            allow rule and no mode but `bypassPermissions` changes them without asking, whatever writes: `tee`, `cp`, \
            `mv`, `rm`, `sed -i`, `ln`, a redirect. Their names are compared as disks do that do not tell `.GIT` from \
            `.git`, or that leave something out of a name (`.git.`, `GIT~1`). A command that is approved without the \
            name being seen in it (`sh build.sh`) cannot change them either: the sandbox refuses it, unless the run \
            itself made the directory that they are in.",
};

/// Where a path leads is not known.
pub static PATH_UNKNOWN: Code = Code {
    name: "PATH_UNKNOWN",
    says: Sentence::whole("where this path leads is not known"),
    help: Help::both("write the path out, from the working directory"),
    story: "A path that depends on a variable, on a directory change that may fail, or on a symbolic link nobody has \
            followed can lead anywhere.",
};

/// A file of the project can make a program run another one.
pub static PROJECT_SETTINGS: Code = Code {
    name: "PROJECT_SETTINGS",
    says: Sentence::whole("a settings file of this project can make this program run another one"),
    help: Help::person_only("look at the settings file, then approve the command or allow it with a rule"),
    story: "Some programs read settings from the project they are started in, and those settings can name programs: \
            `rust-toolchain.toml` names the compiler that `cargo --version` starts, `.yarnrc` names the yarn to run. \
            Whoever wrote the project decides then what runs.",
};

/// The repository's own settings name a program that this git command would start.
pub static REPOSITORY_PROGRAMS: Code = Code {
    name: "REPOSITORY_PROGRAMS",
    says: Sentence::whole("the settings of this repository can make this git command start a program"),
    help: Help::both(
        "look at the settings with `git config --local --list`, and remove what you do not know",
    ),
    story: "Whoever can write a repository's `.git/config` decides what git starts in it: `core.fsmonitor` names a \
            program that `git status` runs, a `textconv` one that `git log -p` runs, and a hook runs when `git diff` \
            refreshes the index. An unpacked archive brings its `.git` along, and what changed it may have been an \
            earlier command. Only settings of the repository count, not those of the user, and only for the commands \
            that they can reach; the message names the setting, the help what switches it off for one command.",
};

/// A token that the grammar does not have there.
pub static SYNTAX_UNEXPECTED: Code = Code {
    name: "SYNTAX_UNEXPECTED",
    says: Sentence::whole(
        "the shell would not accept this here, or would read it in another way than it looks",
    ),
    help: Help::both("check the quotes and operators around this place"),
    story: "What cannot be read cannot be judged. Deny rules are still matched on every part that can be split off.",
};

/// A construct about which nothing is proven.
pub static SYNTAX_UNSUPPORTED: Code = Code {
    name: "SYNTAX_UNSUPPORTED",
    says: sentence!("nothing can be proven about ", "this construct", ""),
    help: Help {
        person: "write it in a simpler way, or approve it this once",
        model: Some("write it in a simpler way"),
    },
    story: "The strict reader knows the part of the shell's language in which a proof is possible. It does not guess \
            about the rest; it asks.",
};
