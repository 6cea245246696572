//! The codes of a verdict's reason besides those of findings: one for each ground on which the judge decides.
//!
//! Owns their names and words. `explain` prints them like the checks and the notices.

use super::{Code, Help, Sentence, sentence};

/// Every ground, sorted by code.
pub static GROUNDS: &[&Code] = &[
    &ACCEPT_EDITS,
    &ALLOW_RULE,
    &APPROVAL,
    &ASK_RULE,
    &ASSIGNMENT,
    &BYPASS_PERMISSIONS,
    &CONNECTS,
    &DENY_RULE,
    &EDITS_FILES,
    &EMPTY_COMMAND,
    &ENGINE_FAILED,
    &NOBODY_TO_ASK,
    &NOT_READ_ONLY,
    &NO_RULE,
    &PATH,
    &PLAN_MODE,
    &PROGRAM_UNKNOWN,
    &READ_ONLY,
    &SANDBOXED,
];

/// The mode accepts what it changes.
pub static ACCEPT_EDITS: Code = Code {
    name: "ACCEPT_EDITS",
    says: Sentence::whole("it changes files in the working directories, and the mode accepts that"),
    help: Help::person_only("choose the mode `default` to be asked about changes of files"),
    story: "In the mode `acceptEdits` a command runs whose table tells every file that it changes, when all of them lie in \
            the working directories and none is protected.",
};

/// A rule vouches for it.
pub static ALLOW_RULE: Code = Code {
    name: "ALLOW_RULE",
    says: Sentence::whole("allowed by a rule"),
    help: Help::person_only("take the rule out of `permissions.allow` to be asked"),
    story: "An allow rule covers one simple command by its exact words, and nothing around it. The verdict names the rule \
            and its place.",
};

/// The profile trusts rules alone.
pub static APPROVAL: Code = Code {
    name: "APPROVAL",
    says: sentence!("under ", "this profile", " every command needs approval or a rule"),
    help: Help::person_only("add a rule to `permissions.allow`, or choose the profile `standard`"),
    story: "The profiles `claurst` and `jazz` take no proof for leave: what only reads is asked about too, unless a rule \
            allows it.",
};

/// A rule wants a person.
pub static ASK_RULE: Code = Code {
    name: "ASK_RULE",
    says: Sentence::whole(
        "a rule wants a person to decide, or may be about a path that only the disk can tell",
    ),
    help: Help::person_only("approve it this once, or take the rule out of `permissions.ask`"),
    story: "Ask rules hold in every mode and before every allow rule. A deny rule about paths asks where it may be meant: \
            whether `.ENV` is `.env` depends on the disk.",
};

/// An assignment may change what the command means.
pub static ASSIGNMENT: Code = Code {
    name: "ASSIGNMENT",
    says: sentence!("", "this assignment", " is not known to be harmless"),
    help: Help::person_only("leave the assignment out, or allow the command with a rule"),
    story: "A variable in front of a command can make it load other code, run another program or read other settings. \
            Those that are known to do no such thing are in the tables.",
};

/// The mode allows what would ask.
pub static BYPASS_PERMISSIONS: Code = Code {
    name: "BYPASS_PERMISSIONS",
    says: Sentence::whole("the mode allows what would ask"),
    help: Help::person_only(
        "choose another mode; `disableBypassPermissionsMode` in the settings forbids this one",
    ),
    story: "In the mode `bypassPermissions` deny rules, ask rules, forbidden forms and removals that lose everything \
            still hold. Everything else runs.",
};

/// It asks a server.
pub static CONNECTS: Code = Code {
    name: "CONNECTS",
    says: sentence!("", "it", " changes nothing here, but asks a server or a daemon"),
    help: Help::person_only("allow it with a rule, if what it sends may be known there"),
    story: "What is only read from this machine can be sent with a question, and a daemon can do more than the program \
            that asks it. So a proof that nothing is written here is not enough.",
};

/// A rule denies it.
pub static DENY_RULE: Code = Code {
    name: "DENY_RULE",
    says: Sentence::whole("denied by a rule"),
    help: Help::person_only("leave the command out, or change the rule in `permissions.deny`"),
    story: "A deny rule holds in every mode, for every person and in every file of settings. It sees through assignments, \
            wrappers, quoting, nested shells and substitutions, also in commands that cannot be read.",
};

/// It changes files.
pub static EDITS_FILES: Code = Code {
    name: "EDITS_FILES",
    says: sentence!("", "it", " changes files"),
    help: Help::person_only("approve it, allow it with a rule, or choose the mode `acceptEdits`"),
    story: "Its table tells every file that it changes, and all of them lie in the working directories. The modes \
            `default` and `acceptEdits` differ in such commands.",
};

/// There is nothing to run.
pub static EMPTY_COMMAND: Code = Code {
    name: "EMPTY_COMMAND",
    says: Sentence::whole("there is no command"),
    help: Help::person_only("give a command line"),
    story: "Blanks, comments and line breaks alone run nothing, and nothing is allowed by them.",
};

/// The module that decides gave no verdict.
pub static ENGINE_FAILED: Code = Code {
    name: "ENGINE_FAILED",
    says: Sentence::whole("the engine that decides gave no verdict on this"),
    help: Help::person_only(
        "`shellgate doctor` shows which engine decides; `--engine linked` uses the core in the program",
    ),
    story: "When the settings choose a WebAssembly module to decide and it fails, nothing is allowed. What the core in the \
            program denies stays denied.",
};

/// It would ask, and nobody is there.
pub static NOBODY_TO_ASK: Code = Code {
    name: "NOBODY_TO_ASK",
    says: sentence!("", "it would be asked about", ", and in this mode nobody can be asked"),
    help: Help::person_only("use a command that only reads, or add a rule to `permissions.allow`"),
    story: "The mode `dontAsk` denies what would ask. The message says first why it would.",
};

/// Its table says that it does more than read.
pub static NOT_READ_ONLY: Code = Code {
    name: "NOT_READ_ONLY",
    says: Sentence::whole("an argument does more than read, or is not known"),
    help: Help::person_only(
        "leave the argument out, or allow the command with a rule; `shellgate explain PROGRAM` shows what is known",
    ),
    story: "The program's table tells which of its options and arguments only read. The message names the first one that \
            does not, or that the table does not have.",
};

/// Nothing vouches for it.
pub static NO_RULE: Code = Code {
    name: "NO_RULE",
    says: sentence!("no rule allows ", "it", ", and it is not known to only read"),
    help: Help::person_only(
        "approve it this once, or add the rule that the verdict suggests to `permissions.allow`",
    ),
    story: "What runs without a question is what the programs' tables prove to only read, what a rule allows and what the \
            mode accepts. `shellgate explain --list` shows the programs that have a table.",
};

/// It would use a path elsewhere.
pub static PATH: Code = Code {
    name: "PATH",
    says: sentence!("", "it", " would use a path outside the working directories"),
    help: Help::person_only(
        "add its directory to `permissions.additionalDirectories`, or allow the command with a rule",
    ),
    story: "The proof that a command only reads, or only edits, holds in the working directories.",
};

/// The mode lets nothing else run.
pub static PLAN_MODE: Code = Code {
    name: "PLAN_MODE",
    says: Sentence::whole("in plan mode only what is proven to read runs"),
    help: Help::person_only("put the command into the plan, or leave plan mode"),
    story: "The mode `plan` denies what would ask, and takes no allow rule for a proof. The message says what is missing.",
};

/// Which program runs is not known.
pub static PROGRAM_UNKNOWN: Code = Code {
    name: "PROGRAM_UNKNOWN",
    says: Sentence::whole("which program this runs is only known when it runs"),
    help: Help::person_only("write the program's name"),
    story: "The name comes from a variable, a pattern or the output of a command. No table and no allow rule can be about \
            it.",
};

/// It only reads.
pub static READ_ONLY: Code = Code {
    name: "READ_ONLY",
    says: Sentence::whole("it only reads"),
    help: Help::person_only(
        "add a rule to `permissions.ask` or `permissions.deny` to be asked about it or to deny it",
    ),
    story: "Every part is proven to write nothing, to connect nowhere and to run no other program than those that are \
            named. A run of it gets a sandbox that cannot write or connect.",
};

/// The sandbox is enough.
pub static SANDBOXED: Code = Code {
    name: "SANDBOXED",
    says: Sentence::whole("the sandbox holds it, and the settings let that be enough"),
    help: Help::person_only("set `sandbox.autoAllowBashIfSandboxed` to false to be asked"),
    story: "What is understood and only lacks a rule may run where every promise of the sandbox holds. What writes outside \
            of the working directories, and what a rule asks about, still asks.",
};
