//! The codes of a reason that is not a finding: one for each ground of the judge.
//!
//! Owns their names and sentences. `explain` prints them like the checks and the notices.

use super::{Code, Help, Sentence, sentence};

/// Every ground, sorted by code.
pub static REASONS: &[&Code] = &[
    &ACCEPT_EDITS,
    &ALLOW_RULE,
    &APPROVAL,
    &ASK_RULE,
    &ASSIGNMENT,
    &BYPASS_PERMISSIONS,
    &CLASSIFIER,
    &CONNECTS,
    &DENY_RULE,
    &EDITS_FILES,
    &EMPTY_COMMAND,
    &ENGINE_FAILED,
    &HOOK,
    &HOOK_FAILED,
    &IMPLEMENTATION,
    &NOBODY_TO_ASK,
    &NOT_READ_ONLY,
    &NO_RULE,
    &PATH,
    &PLAN_MODE,
    &PROGRAM_UNKNOWN,
    &READS_SERVICE,
    &READ_ONLY,
    &RULE_MAY_MATCH,
    &SANDBOXED,
    &SELF_DESCRIPTION,
    &UNCONFINED,
    &WEB_NO_RULE,
    &WEB_PREAPPROVED,
    &WEB_SEARCH,
];

/// The mode accepts what it changes.
pub static ACCEPT_EDITS: Code = Code {
    name: "ACCEPT_EDITS",
    says: Sentence::whole("it changes files in the working directories, and the mode accepts that"),
    help: Help::person_only("choose the mode `default` to be asked about changes of files"),
    story: "The mode `acceptEdits` runs a command if its table reports every file that it changes, all of them are in the \
            working directories, and none is protected. A redirect to such a file is accepted in the same way.",
};

/// A rule vouches for it.
pub static ALLOW_RULE: Code = Code {
    name: "ALLOW_RULE",
    says: Sentence::whole("allowed by a rule"),
    help: Help::person_only("remove the rule from `permissions.allow` to be asked"),
    story: "An allow rule covers one simple command, and nothing around it. The verdict names the rule and its place.",
};

/// The profile trusts rules alone.
pub static APPROVAL: Code = Code {
    name: "APPROVAL",
    says: sentence!("under ", "this profile", " every command needs approval or a rule"),
    help: Help::person_only("add a rule to `permissions.allow`, or choose the profile `standard`"),
    story: "The profiles `claurst` and `jazz` require approval or a rule for every command, also for one that is proven to \
            only read. In the mode `acceptEdits`, `claurst` allows a command that only reads.",
};

/// A rule wants a person.
pub static ASK_RULE: Code = Code {
    name: "ASK_RULE",
    says: Sentence::whole("a rule requires a person to decide"),
    help: Help::person_only("approve it this once, or remove the rule from `permissions.ask`"),
    story: "Ask rules apply in every mode and before every allow rule.",
};

/// An assignment may change what the command means.
pub static ASSIGNMENT: Code = Code {
    name: "ASSIGNMENT",
    says: sentence!("", "this assignment", " is not known to be harmless"),
    help: Help::person_only("remove the assignment, or allow the command with a rule"),
    story: "A variable in front of a command can make it load other code, run another program or read other settings. \
            Shellgate has a list of variables that do none of this.",
};

/// The mode allows what would ask.
pub static BYPASS_PERMISSIONS: Code = Code {
    name: "BYPASS_PERMISSIONS",
    says: Sentence::whole("the mode allows what would ask"),
    help: Help::person_only(
        "choose another mode; `disableBypassPermissionsMode` in the settings forbids this one",
    ),
    story: "In the mode `bypassPermissions`, deny rules, ask rules, forbidden forms and critical removals still apply. \
            Every other command runs.",
};

/// The classifier was asked.
pub static CLASSIFIER: Code = Code {
    name: "CLASSIFIER",
    says: Sentence::whole("the classifier of the settings answered"),
    help: Help::person_only("the key `classifier` of your own settings says which questions it answers"),
    story: "The setting `classifier` names a program, or a server on this machine, that is given the command and the verdict \
            when a command asks. It may allow the command if the settings list every reason of the question. It never answers \
            for a rule that asks or may match, a hook, a removal that loses everything, or a denied command. Without an answer \
            that can be read, in time, a person decides.",
};

/// An installed program is asked about itself.
pub static SELF_DESCRIPTION: Code = Code {
    name: "SELF_DESCRIPTION",
    says: sentence!("", "it", " is an installed program that is only asked for its version or its help"),
    help: Help::person_only("add an ask rule for the program to be asked about it"),
    story: "No table knows the program, so that nobody has read what it does. It is allowed because `--version` and `--help` \
            ask almost every program only to describe itself, and because nothing else has a part in what runs: the command \
            is a name and one of these two options, without a path, an assignment, a wrapper or an input, and nothing \
            else in the script changes anything. The host says which file the name leads to: it and all directories above \
            it belong to root or to the user, and it is where the system or its package manager keeps programs, not in \
            the project, in a directory of the user or started by a shim. A script is asked only if it is a package of Node.js \
            and the project has no packages of its own, which it would load instead. In the sandbox it can write nothing \
            and reach no server.",
};

/// It only reads its service.
pub static READS_SERVICE: Code = Code {
    name: "READS_SERVICE",
    says: sentence!("", "it", " only reads the service that the user set up for it"),
    help: Help::person_only(
        "in your own settings `reads.services` decides: `allow` runs such commands, `ask` asks about them",
    ),
    story: "Programs such as `docker ps`, `kubectl get` and `gh pr view` ask a service for which the user set them up: a \
            daemon, a cluster, an account. Their tables have the sub-commands that change nothing there. An option that \
            names another server, prints a secret, follows an output, changes something or starts a program asks all the \
            same, and so does a variable in front of the command. The profile `standard` allows such commands, the other \
            profiles ask. In the sandbox they reach the hosts and sockets that their tables name, and no others unless \
            the settings allow them. What they send can be read by the service, and what they print was stored there by \
            others: set `reads.services` to `ask` where the service holds secrets.",
};

/// It asks a server.
pub static CONNECTS: Code = Code {
    name: "CONNECTS",
    says: sentence!("", "it", " changes nothing here, but sends a request to a server or a daemon"),
    help: Help::person_only("allow it with a rule, if the server may know the data that it sends"),
    story: "A request can send data from this machine, and a daemon can do more than the program that asks it. So a proof \
            that the command writes nothing here is not enough.",
};

/// A rule denies it.
pub static DENY_RULE: Code = Code {
    name: "DENY_RULE",
    says: Sentence::whole("denied by a rule"),
    help: Help::person_only("remove the command, or change the rule in `permissions.deny`"),
    story: "A deny rule in any settings file applies in every mode. It sees through assignments, wrappers, quoting, nested \
            shells and substitutions, even in commands that cannot be parsed.",
};

/// It changes files.
pub static EDITS_FILES: Code = Code {
    name: "EDITS_FILES",
    says: sentence!("", "it", " changes files"),
    help: Help::person_only("approve it, allow it with a rule, or choose the mode `acceptEdits`"),
    story: "Its table reports every file that it changes, and all of them are in the working directories. The mode \
            `default` asks about such commands, `acceptEdits` allows them.",
};

/// There is nothing to run.
pub static EMPTY_COMMAND: Code = Code {
    name: "EMPTY_COMMAND",
    says: Sentence::whole("there is no command"),
    help: Help::person_only("give a command line"),
    story: "Blanks, comments and line breaks run nothing, so there is nothing to allow.",
};

/// The module that decides gave no verdict.
pub static ENGINE_FAILED: Code = Code {
    name: "ENGINE_FAILED",
    says: Sentence::whole("the engine returned no verdict"),
    help: Help::person_only(
        "`shellgate doctor` shows which engine decides; `--engine linked` uses the core in the program",
    ),
    story: "If the settings choose a WebAssembly module as the engine and it fails, nothing is allowed. A command that the \
            linked core denies stays denied.",
};

/// Other implementations of the program do something else.
pub static IMPLEMENTATION: Code = Code {
    name: "IMPLEMENTATION",
    says: sentence!("", "it", " differs between systems"),
    help: Help::person_only(
        "spell it so that it means the same everywhere; a host that knows the system sends the fact `system` or `implementations`",
    ),
    story: "Many programs have several implementations: those of GNU/Linux, of the BSDs, of macOS and of BusyBox. The same \
            option can take a value in one of them and none in another, so that the next word becomes a script or a file \
            that is written. The tables say what holds only for some implementations. It is allowed if the host knows \
            which one runs; `shellgate` looks at the program that the shell would find.",
};

/// A hook objects.
pub static HOOK: Code = Code {
    name: "HOOK",
    says: Sentence::whole("a hook of the settings objects"),
    help: Help::person_only("the key `hooks` of the settings names the hook; its reason says what it wants"),
    story: "`shellgate run` and `shellgate mcp` ask the programs under `hooks` in the settings before a command runs. Such a \
            hook can deny the command, require a person, or change the command, which is then judged as a new one. It allows \
            nothing: a hook that allows has no opinion.",
};

/// A hook did not answer.
pub static HOOK_FAILED: Code = Code {
    name: "HOOK_FAILED",
    says: Sentence::whole("a hook of the settings failed"),
    help: Help::person_only(
        "mend the hook or remove it; `hookFailures` in your own settings says what follows when a hook fails",
    ),
    story: "A hook fails if it cannot be started, takes longer than its time limit, ends with another status than 0 and 2, or \
            prints something else than one answer. Then the command does not run, unless `hookFailures` is `ask` or `allow`.",
};

/// It would ask, and nobody is there.
pub static NOBODY_TO_ASK: Code = Code {
    name: "NOBODY_TO_ASK",
    says: sentence!("", "it needs approval", ", and in this mode nobody can be asked"),
    help: Help::person_only("use a command that only reads, or add a rule to `permissions.allow`"),
    story: "The mode `dontAsk` denies a command that would ask. The message first says why it would ask.",
};

/// Its table says that it does more than read.
pub static NOT_READ_ONLY: Code = Code {
    name: "NOT_READ_ONLY",
    says: Sentence::whole("an argument does more than read, or is unknown"),
    help: Help::person_only(
        "remove the argument, or allow the command with a rule; `shellgate explain PROGRAM` lists the known options",
    ),
    story: "The table of the program lists the options and arguments that only read. The message names the first argument \
            that does more, or that the table does not have.",
};

/// Nothing would confine it.
pub static UNCONFINED: Code = Code {
    name: "UNCONFINED",
    says: Sentence::whole("nothing would confine it on this machine, and it does more than read"),
    help: Help::person_only(
        "approve it, run it where there is a sandbox (Linux, WSL2), or set `sandbox.askIfUnconfined` to false in your own settings",
    ),
    story: "`shellgate run` holds a command to what was decided by a sandbox. Where there is none, a rule that allows a command \
            lets it do whatever the user could do. So a command that does more than read asks there, also beside a rule that \
            allows it. `check` says nothing about it, because it runs nothing.",
};

/// Nothing vouches for it.
pub static NO_RULE: Code = Code {
    name: "NO_RULE",
    says: sentence!("no rule allows ", "it", ", and it is not known to only read"),
    help: Help::person_only(
        "approve it this once, or add the rule that the verdict suggests to `permissions.allow`",
    ),
    story: "A command runs without a question if the table of its program proves that it only reads, if a rule allows it, \
            or if the mode accepts it. `shellgate explain --list` shows the programs that have a table.",
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
    says: Sentence::whole("in plan mode only commands that are proven to only read run"),
    help: Help::person_only("put the command into the plan, or leave plan mode"),
    story: "The mode `plan` denies every command that is not proven to only read. An allow rule is no proof. The message \
            says what is missing. Under the profile `claurst` the mode denies every command.",
};

/// Which program runs is not known.
pub static PROGRAM_UNKNOWN: Code = Code {
    name: "PROGRAM_UNKNOWN",
    says: Sentence::whole("the program is known only at run time"),
    help: Help::person_only("write the name of the program"),
    story: "The name comes from a variable, a pattern or the output of a command, so no table and no allow rule applies.",
};

/// It only reads.
pub static READ_ONLY: Code = Code {
    name: "READ_ONLY",
    says: Sentence::whole("it only reads"),
    help: Help::person_only(
        "to be asked or to deny it, add a rule to `permissions.ask` or `permissions.deny`",
    ),
    story: "Every part is proven to write nothing, to connect nowhere and to run no program except those that it names. It \
            runs in a sandbox that can neither write nor connect.",
};

/// A deny or ask rule is possible.
pub static RULE_MAY_MATCH: Code = Code {
    name: "RULE_MAY_MATCH",
    says: sentence!("", "a deny or ask rule", " may match; only the run can tell"),
    help: Help::both("write the words and paths of the command out in full"),
    story: "A deny rule or an ask rule matches a command, does not match it, or may match it: a word is known only when the \
            command runs (`git $x` may be `git push`), a shell reads a text that is not known, or only the disk can tell \
            whether `.ENV` is `.env`. Such a command asks in every mode, whatever allow rule covers it.",
};

/// The sandbox is enough.
pub static SANDBOXED: Code = Code {
    name: "SANDBOXED",
    says: Sentence::whole("the sandbox confines it, and the settings allow every confined command"),
    help: Help::person_only("set `sandbox.autoAllowBashIfSandboxed` to false to be asked"),
    story: "A command may run if every promise of the sandbox holds: the kernel sees what the text does not show. It still \
            asks if a deny or ask rule matches or may match, if it changes a protected name, reads a secret by its name, \
            names a file outside of the working directories that it changes or a server that the settings do not allow, \
            removes everything, or if no shell would run the text.",
};

/// Nothing vouches for the host.
pub static WEB_NO_RULE: Code = Code {
    name: "WEB_NO_RULE",
    says: sentence!("no rule allows to fetch from ", "the host", ""),
    help: Help::person_only(
        "approve it this once, or add the rule that the verdict suggests to `permissions.allow`",
    ),
    story: "A page is fetched without a question if an allow rule names its host (`WebFetch(domain:docs.rs)`, \
            `WebFetch(domain:*.example.com)`, `WebFetch`), if the host is one of those with documentation that are known to \
            be harmless, or if the mode allows it. What a server is asked for is in its log, and what it answers is read by \
            the model.",
};

/// The host is in the table.
pub static WEB_PREAPPROVED: Code = Code {
    name: "WEB_PREAPPROVED",
    says: sentence!("", "the host", " is a known host of documentation"),
    help: Help::person_only("set `web.preapproved` to false to be asked, or deny the host with a rule"),
    story: "Hosts on which strangers cannot publish, and whose logs they cannot read, are fetched without a question under the \
            profile `standard`. Every deny rule, every ask rule and every check of the URL comes first. The host is compared \
            as a whole, and a path by its segments: `modelcontextprotocol.io.evil.com` is another host (CVE-2026-24052). A command \
            that only prints such pages runs as well (`curl -s https://docs.python.org/3/`): over TLS, without following a \
            redirect, with no option that sends or writes more. In the sandbox it reaches the hosts of these pages.",
};

/// Nothing vouches for the search.
pub static WEB_SEARCH: Code = Code {
    name: "WEB_SEARCH",
    says: Sentence::whole("no rule allows a search, which sends the query to a search engine"),
    help: Help::person_only("approve it this once, or add `WebSearch` to `permissions.allow`"),
    story: "The query leaves the machine. A rule `WebSearch` allows every search, and `WebSearch(rust *)` those whose query it \
            matches.",
};
