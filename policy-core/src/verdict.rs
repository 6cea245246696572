//! The verdict: the decision, every reason for it, and the data that a host needs to run the command.
//!
//! Owns the verdict as a value. Knows no wire format (the door does) and takes no decision (the judge does).

pub use crate::commands::UiKind;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::request::{Needs, Request};
use crate::span::Span;

/// The three answers, ordered by strictness: the whole is as strict as its strictest part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub enum Decision {
    /// It may run without asking.
    Allow,
    /// A person decides.
    #[default]
    Ask,
    /// It must not run.
    Deny,
}

impl Decision {
    /// `allow`, `ask` or `deny`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// The request to which an answer belongs: its command, directories, shell and tool, without the facts.
///
/// A host holds the two against each other before it runs anything, so that no answer serves for another question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About(Box<str>);

impl About {
    /// The identity of `request`.
    pub fn request(request: &Request<'_>) -> Self {
        let Request { tool, command, cwd, home, shell, .. } = request;
        // The command is last: whatever an agent writes into it, the parts in front are the host's.
        let parts = [*tool, shell.shell().name, cwd.unwrap_or_default(), home.unwrap_or_default(), *command];
        Self(parts.join("\0").into_boxed_str())
    }
}

/// The answer to one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Which request it answers. It is in no text: there an answer follows its request.
    pub about: About,
    /// The answer.
    pub decision: Decision,
    /// Proven: no write, no network, nothing executed but the named programs.
    pub read_only: bool,
    /// Why.
    pub reason: Reason,
    /// The reasons why the command is not allowed automatically, in source order.
    pub findings: Vec<Finding>,
    /// What to look at twice, and what there is a better way for, in source order. It changes no decision.
    pub advice: Vec<Advice>,
    /// Every simple command in source order.
    pub commands: Vec<CommandVerdict>,
    /// What running it does, if known.
    pub effects: Effects,
    /// What its sandbox has to grant; none if that is unknown, and everything then depends on the host's
    /// settings.
    pub grants: Option<Grants>,
    /// How to show it.
    pub ui: Ui,
    /// The narrowest rules that together would allow it; empty when no rule would.
    pub suggestions: Vec<String>,
    /// Whether the settings (`sandbox.excludedCommands`) let the whole run outside of the sandbox, once it may run.
    pub excluded: bool,
    /// Whether it may go on in the background.
    pub background_eligible: bool,
    /// The facts that could change this answer and were not given.
    pub needs: Needs,
}

impl Verdict {
    /// The verdict on `request` before anything is known: it asks.
    pub fn unknown(request: &Request<'_>) -> Self {
        Self { about: About::request(request), ..Self::default() }
    }

    /// The place of the rule that decided, `file:line:column`; none if no rule did.
    pub fn deciding_rule_place(&self) -> Option<&str> {
        self.reason.source.as_deref().filter(|_| self.reason.rule.is_some())
    }

    /// The places of all rules that had a part in the verdict, the one that decided first; none twice.
    pub fn rule_places(&self) -> Vec<&str> {
        let by = self.commands.iter().filter_map(|command| match &command.by {
            By::Rule { source, .. } => Some(&**source),
            _ => None,
        });
        let mut places = Vec::new();
        for place in self.deciding_rule_place().into_iter().chain(by) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }
}

/// Why the decision is what it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// A stable name, such as `READ_ONLY` or `DENY_RULE`.
    pub code: &'static str,
    /// One sentence for the person.
    pub message: String,
    /// The rule that decided, as written.
    pub rule: Option<String>,
    /// The place of that rule, or of the mode that decided: `file:line:column`. None for a mode that no settings name.
    pub source: Option<String>,
    /// One or two sentences for the model, about this call only.
    pub model_message: String,
}

/// One reason why the command is not allowed automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check's name, such as `OUTPUT_REDIRECTION`.
    pub code: &'static str,
    /// The check's number; none if a notice reports the finding.
    pub number: Option<u8>,
    /// The decision that this finding requires.
    pub outcome: Decision,
    /// The place.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: &'static str,
}

/// A warning about a command, or a better way to do the same. It changes no decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// A stable name, such as `GIT_RESET_HARD`.
    pub code: &'static str,
    /// The reader that it addresses.
    pub audience: Audience,
    /// The place.
    pub span: Span,
    /// What the command does.
    pub message: &'static str,
    /// What to do instead, or before.
    pub help: &'static str,
}

/// The reader of a piece of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The person who approves the command: a warning.
    Person,
    /// The model that proposed the command: a better way, which no person needs to see.
    Model,
}

impl Audience {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Model => "model",
        }
    }
}

/// The decision about one simple command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandVerdict {
    /// Its place in the source; its text is the source under it.
    pub span: Span,
    /// Its arguments after quote removal; none for an argument that is known only at run time.
    pub argv: Vec<Option<String>>,
    /// Its leading assignments: name and, when known, value.
    pub assignments: Vec<(String, Option<String>)>,
    /// The wrappers around the program, outermost first.
    pub wrappers: Vec<&'static str>,
    /// Its redirects.
    pub redirects: Vec<RedirectVerdict>,
    /// The decision about its program, its arguments and the files that its redirects write. The findings of checks
    /// are in `findings`.
    pub decision: Decision,
    /// Whether it is proven read-only, redirects included.
    pub read_only: bool,
    /// What vouches for it, or objects to it.
    pub by: By,
}

/// One redirect as a verdict shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectVerdict {
    /// The operator.
    pub op: &'static str,
    /// The descriptor in front of it.
    pub fd: Option<u32>,
    /// The target after quote removal, when known.
    pub target: Option<String>,
}

/// What decided about one simple command.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum By {
    /// Nothing vouches for it.
    #[default]
    Nothing,
    /// The program's table proves that it only reads.
    ReadOnly,
    /// It asks an installed program without a table for its version or its help.
    SelfDescription,
    /// The program's table proves that it only reads the service that the user set up, and the settings allow that.
    ReadsService,
    /// The program's table proves that it only prints pages, of hosts of documentation.
    Documentation,
    /// It changes files inside the working directories, and the mode accepts that.
    AcceptEdits,
    /// A bare assignment or redirect that runs nothing.
    NoProgram,
    /// A rule: its text and where it is.
    Rule {
        /// As written.
        rule: String,
        /// `file:line:column`.
        source: String,
    },
    /// The sandbox holds it, and the settings let that be enough.
    Sandbox,
    /// The mode allows what would ask.
    Mode,
}

/// The effects of running a command, from the tables of the programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Paths read.
    pub reads: Vec<String>,
    /// Paths created or changed.
    pub writes: Vec<String>,
    /// Paths removed.
    pub deletes: Vec<String>,
    /// Hosts contacted.
    pub network: Vec<String>,
    /// Programs executed.
    pub executes: Vec<String>,
    /// Whether there may be further, unknown effects.
    pub opaque: bool,
}

/// What a sandbox must let a command change: absolute paths, cleaned, links not followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// Files that are created or written in place, and directories in which everything may change.
    pub writes: Vec<String>,
    /// Files that are replaced by another file (`mv`, `sed -i`): their directory must be writable. A directory
    /// among them receives the new file.
    pub replaces: Vec<String>,
    /// Paths that are removed: their directory must be writable.
    pub removes: Vec<String>,
    /// Whether the command connects.
    pub network: bool,
    /// The hosts that it reaches although the settings do not name them, one of documentation with its port (`host:443`). Only
    /// where it is proven that every command only reads, here or at these hosts.
    pub hosts: Vec<String>,
    /// The socket files of daemons that it reaches, under the same condition.
    pub sockets: Vec<String>,
}

/// How to display a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ui {
    /// What the command mainly does.
    pub kind: UiKind,
    /// Whether its output may be collapsed, because the command only reads.
    pub collapsible: bool,
    /// The command in a few words.
    pub label: String,
    /// Whether success prints nothing.
    pub silent: bool,
    /// The exact change of files, if the whole command is an edit; none for every other command.
    pub edit: Option<Edit>,
}

/// A command as an edit: whoever runs it writes each file's new content, provided that the file still has the
/// content that the request's facts gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The files in the order in which the command names them.
    pub files: Vec<FileEdit>,
}

/// The change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// The absolute path, as in the request's `facts.contents`.
    pub path: String,
    /// The unified diff, with the path as the command writes it; empty when the file does not change.
    pub diff: String,
    /// The whole new content of the file.
    pub new_content: String,
}

impl FileEdit {
    /// Whether the file does not change.
    pub fn is_unchanged(&self) -> bool {
        self.diff.is_empty()
    }
}

impl UiKind {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Read => "read",
            Self::List => "list",
            Self::Edit => "edit",
            Self::Silent => "silent",
            Self::Other => "other",
        }
    }
}
