//! The codes of findings that no check reports.
//!
//! Owns their names and sentences. `explain` prints them like the checks.

use super::{Code, Help, Sentence, sentence};

/// Every notice, sorted by code.
pub static NOTICES: &[&Code] = &[
    &BARE_REPOSITORY,
    &CRITICAL_REMOVAL,
    &ENDLESS_INPUT,
    &FORBIDDEN_COMMAND,
    &FUNCTION_HIDES_PROGRAM,
    &LIMIT_LENGTH,
    &LIMIT_NESTING,
    &LIMIT_PARTS,
    &LIMIT_WORDS,
    &PATH_OUTSIDE,
    &PATH_PROTECTED,
    &PATH_UNKNOWN,
    &PROJECT_SETTINGS,
    &READS_SECRET,
    &REPOSITORY_PROGRAMS,
    &SHELL_NOT_LOADED,
    &SYNTAX_UNEXPECTED,
    &SYNTAX_UNSUPPORTED,
];

/// git would take the working directory for a bare repository.
pub static BARE_REPOSITORY: Code = Code {
    name: "BARE_REPOSITORY",
    says: Sentence::whole(
        "git would take this directory for a bare repository, whose settings can name programs to run",
    ),
    help: Help::person_only("read the files `HEAD`, `config`, `objects` and `refs` in it before git does"),
    story: "Git takes every directory with `HEAD`, `objects` and `refs` for a repository, no matter who created the \
            files. Its `config` can name programs that even `git status` runs (`core.fsmonitor`), so a downloaded \
            folder is enough to run a program (CVE-2026-45033).",
};

/// A removal that loses everything.
pub static CRITICAL_REMOVAL: Code = Code {
    name: "CRITICAL_REMOVAL",
    says: Sentence::whole(
        "this removes the root, the home directory, the working directory, or everything in one of them",
    ),
    help: Help::both("name the files or directories to remove, below these directories"),
    story: "One wrong word loses a machine or a project: `rm -rf / build`, `rm -rf ~/*`, `rm -rf \"$DIR\"/*` when `DIR` \
            is empty. Critical directories are the root, a directory directly below it, a drive, the home directory, the \
            working directory, and every directory around these. `rm`, `rmdir`, `unlink`, `shred`, `mv` and \
            `find -delete` of such a directory, or of everything in it, always ask: no allow rule and no mode approves \
            them, not even `bypassPermissions`. A deny rule still denies them.",
};

/// A device without an end is read.
pub static ENDLESS_INPUT: Code = Code {
    name: "ENDLESS_INPUT",
    says: Sentence::whole("this device never ends, and nothing limits how much of it is read"),
    help: Help::both("read a part of it: `head -c 16 /dev/urandom`"),
    story: "`sort /dev/zero` reads until the memory is full, and `tail /dev/urandom` never prints anything. A command that \
            ends by itself (`head -c`, `od -N`), and one that prints while it reads into such a command (`tr -dc a-z \
            </dev/urandom | head -c 16`), may read these devices.",
};

/// The profile forbids this form of command.
pub static FORBIDDEN_COMMAND: Code = Code {
    name: "FORBIDDEN_COMMAND",
    says: Sentence::whole("the profile forbids this form of command"),
    help: Help::both("leave this part out, or choose another profile in the settings"),
    story: "The profile `jazz` denies commands that can lose everything, take over the machine, or hide the programs \
            they run. No rule and no mode permits them. Each form has a name, which `reason.rule` has. The search for \
            forms sees through wrappers, assignments, quotes, nested shells and substitutions, and covers commands that \
            cannot be parsed.",
};

/// A function has the name of a program.
pub static FUNCTION_HIDES_PROGRAM: Code = Code {
    name: "FUNCTION_HIDES_PROGRAM",
    says: Sentence::whole(
        "this function takes the place of a program, and later commands look like that program",
    ),
    help: Help::both("give the function a name that no program has"),
    story: "After `ls() { rm x; }` the command `ls` is another one. What is known of a program holds for the program alone: \
            what it reads, where it goes, what it prints. A function with a name of its own is judged by the commands in it, \
            and a call of it only reads if they do.",
};

/// The command is longer than can be allowed.
pub static LIMIT_LENGTH: Code = Code {
    name: "LIMIT_LENGTH",
    says: Sentence::whole("the command has more than 10,000 characters"),
    help: Help::both("split the command"),
    story: "Nobody reads ten thousand characters before approving them, and an attack can hide anywhere in them. Deny \
            rules are still matched on every part of the first 40,000 bytes, and on commands after them that begin with the name of \
            their program; what was not read asks in every mode.",
};

/// The command nests deeper than is read, or than rules look.
pub static LIMIT_NESTING: Code = Code {
    name: "LIMIT_NESTING",
    says: Sentence::whole(
        "groups or substitutions are nested deeper than 200 levels, or commands in each other deeper than rules look",
    ),
    help: Help::both("write the command with fewer levels"),
    story: "Text nested this deep is made to exhaust parsers, or to hide a command from rules: behind nine `eval`, or a \
            hundred and fifty `nice`. Deny rules are still matched on every part that can be split off; what they did not \
            see asks in every mode.",
};

/// The command has more parts than can be allowed.
pub static LIMIT_PARTS: Code = Code {
    name: "LIMIT_PARTS",
    says: Sentence::whole("the command runs more than 50 parts"),
    help: Help::both("split the command"),
    story: "A guard that stops looking after fifty parts is bypassed with fifty-one. Shellgate matches deny rules on all \
            parts, and asks a person about the whole command.",
};

/// The command has more words than can be allowed.
pub static LIMIT_WORDS: Code = Code {
    name: "LIMIT_WORDS",
    says: Sentence::whole("the command has more than 1,000 words"),
    help: Help::both("split the command, or name the files by a pattern"),
    story: "Nobody reads a thousand words before approving them. Deny rules are still matched on every part.",
};

/// A path leads outside the working directories.
pub static PATH_OUTSIDE: Code = Code {
    name: "PATH_OUTSIDE",
    says: Sentence::whole("this path is outside the working directories"),
    help: Help::person_only(
        "approve it this once, or add the directory to `permissions.additionalDirectories`",
    ),
    story: "A read-only command runs without a question in the working directory and the additional directories, and reads \
            installed programs, libraries, package caches and temporary files (`places.toml`), but not the secrets and \
            repositories there. Elsewhere are keys, tokens and files of other people. Symbolic links are followed first. \
            An allow rule can cover the command, but not a redirect to such a path.",
};

/// A path must not be changed without asking.
pub static PATH_PROTECTED: Code = Code {
    name: "PATH_PROTECTED",
    says: Sentence::whole("this path is protected: a change of it can change what later commands do"),
    help: Help::person_only("make this change yourself, or approve it this once"),
    story: "Settings of git, editors, shells and agents name programs that run later without a question. Every write to \
            them asks (`tee`, `cp`, `mv`, `rm`, `sed -i`, `ln`, a redirect): no allow rule and no mode except \
            `bypassPermissions` permits it. Names are compared as on disks that do not distinguish `.GIT` from `.git`, \
            or that drop a part of a name (`.git.`, `GIT~1`). If an approved command does not name the file (`sh \
            build.sh`), the sandbox refuses the write, unless the run itself created the directory of the file.",
};

/// Where a path leads is not known.
pub static PATH_UNKNOWN: Code = Code {
    name: "PATH_UNKNOWN",
    says: Sentence::whole("the target of this path is unknown"),
    help: Help::both("write the path out, starting from the working directory"),
    story: "A path can lead anywhere if it depends on a variable, on a directory change that may fail, or on a symbolic \
            link that nobody has followed.",
};

/// A file of the project can make a program run another one.
pub static PROJECT_SETTINGS: Code = Code {
    name: "PROJECT_SETTINGS",
    says: Sentence::whole("a settings file of this project can make this program run another one"),
    help: Help::person_only("read the settings file, then approve the command or allow it with a rule"),
    story: "Some programs read settings of the project in which they start, and those settings can name programs: \
            `rust-toolchain.toml` names the compiler that `cargo --version` starts, `.yarnrc` names the yarn to run. \
            Then the authors of the project decide which program runs.",
};

/// A file whose name says that it holds secrets is read.
pub static READS_SECRET: Code = Code {
    name: "READS_SECRET",
    says: Sentence::whole("the name of this file says that it holds secrets"),
    help: Help {
        person: "approve it this once, allow the file with a rule (`Read(./.env)`), or set `permissions.askForSecrets` to false",
        model: Some(
            "do not read secrets; look at an example such as `.env.example`, or at the names with `ls`",
        ),
    },
    story: "What a command prints goes to the model, and from there it can go anywhere: into a log, a commit, a request to a \
            server. So a command that reads `.env`, a private key, a login or the history of a shell asks, by any name that \
            the file has: in another case, through a link, as `HEAD:.env`, by a pattern such as `.e*`. Looking at the names \
            (`ls`, `test -f .env`) and searching a whole directory do not ask, nor do examples (`.env.example`) and public \
            keys. The same holds for the environment (`env`) and for variables such as `$GITHUB_TOKEN`, unless the host \
            removes secrets from the environment, as `shellgate run` does. An allow rule answers when it names the file; no \
            wildcard stands for one.",
};

/// The repository's own settings name a program that this git command would start.
pub static REPOSITORY_PROGRAMS: Code = Code {
    name: "REPOSITORY_PROGRAMS",
    says: Sentence::whole("the settings of this repository can make this git command start a program"),
    help: Help::both(
        "list the settings with `git config --local --list`, and remove those that you do not know",
    ),
    story: "The settings in a repository's `.git/config` decide which programs git starts: `core.fsmonitor` names a \
            program that `git status` runs, `textconv` one that `git log -p` runs, and a hook runs when `git diff` \
            refreshes the index. An unpacked archive contains its own `.git`, and an earlier command may have changed \
            it. Only the settings of the repository count, not those of the user, and only for the git commands that \
            they affect. The message names the setting; the help names the option that switches it off for one command.",
};

/// The build does not read the shell of the command.
pub static SHELL_NOT_LOADED: Code = Code {
    name: "SHELL_NOT_LOADED",
    says: Sentence::whole("the loaded module does not read PowerShell, and `shellgate/powershell` does"),
    help: Help::person_only(
        "load the module with PowerShell: import `shellgate/powershell` in place of `shellgate`",
    ),
    story: "The npm package has two modules. The smaller one, `shellgate`, reads bash and zsh; `shellgate/powershell` reads \
            PowerShell too, and is loaded when it is asked for. A command for a shell that is not in the module asks in \
            every mode. Deny rules are still matched on every part that can be split off.",
};

/// A token that the grammar does not have there.
pub static SYNTAX_UNEXPECTED: Code = Code {
    name: "SYNTAX_UNEXPECTED",
    says: Sentence::whole("the shell would reject this here, or read it differently than it looks"),
    help: Help::both("check the quotes and operators around this place"),
    story: "Shellgate cannot judge a command that it cannot parse. Deny rules are still matched on every part that can be \
            split off.",
};

/// A construct about which nothing is proven.
pub static SYNTAX_UNSUPPORTED: Code = Code {
    name: "SYNTAX_UNSUPPORTED",
    says: sentence!("nothing can be proven about ", "this construct", ""),
    help: Help {
        person: "write the command in a simpler way, or approve it this once",
        model: Some("write the command in a simpler way"),
    },
    story: "The strict parser knows the part of the shell language in which a proof is possible. It never guesses; a \
            construct that it does not know asks.",
};
