//! What an installation knows about an agent, as data: each agent has a file of its own in `agents`.

use std::path::{Path, PathBuf};

use policy_core::agents::Agent;
use serde_json::Value;

use super::finding::Finding;
use super::flag::Flag;
use super::hook_command::{Call, HookCommand};
use super::json::Slot;
use super::server_command::ServerCommand;
use super::setting::Setting;
use super::surroundings::{Scope, Surroundings};
use super::system::System;
use super::version::Version;

/// An agent into which the hook can be installed.
pub(crate) struct Client {
    /// Which one.
    pub(crate) agent: Agent,
    /// The name of its program; empty for one that is no program of its own.
    pub(super) program: &'static str,
    /// Its directory of configuration in the home, which says that the user has used it.
    pub(super) directory: fn(&Surroundings) -> PathBuf,
    /// The files of an installation in a scope, with the call of the hook; empty where the agent has no such scope.
    pub(super) pieces: fn(&Surroundings, Scope, &HookCommand) -> Vec<Piece>,
    /// Whether its hook can be installed on Windows.
    pub(super) on_windows: OnWindows,
    /// What its hook is asked about a command, in a directory.
    pub(super) question: fn(&str, &Path) -> Value,
    /// Where the decision is in an answer, as JSON pointers.
    pub(super) decision_at: &'static [&'static str],
    /// What can switch the hook off.
    pub(super) switches: fn(&Surroundings) -> Vec<Switch>,
    /// Whether it runs only hooks that the user trusts, as Codex does.
    pub(crate) asks_for_trust: bool,
    /// The oldest version in which every failure of the hook blocks, where there is one.
    pub(super) closed_since: Option<[u64; 3]>,
    /// What the agent's settings on this machine mean for the hook.
    pub(super) advice: fn(&Surroundings) -> Vec<Finding>,
    /// What a person should know before they rely on it.
    pub(crate) notes: &'static [&'static str],
    /// How it is given the MCP server.
    pub(super) server: Server,
}

/// How an agent is given the MCP server, and how its own shell is taken away.
pub(super) struct Server {
    /// Where the server is registered in a scope; none where the agent has no such scope.
    pub(super) registration: fn(&Surroundings, Scope, &ServerCommand) -> Option<Piece>,
    /// What takes the agent's own shell away in a scope; empty where no file of the agent does.
    pub(super) own_shell: fn(&Surroundings, Scope) -> Vec<Piece>,
    /// What else lets the model use the server.
    pub(super) besides: fn(&Surroundings, Scope) -> Vec<Piece>,
    /// What a person does where no file takes the own shell away.
    pub(super) by_hand: &'static str,
    /// What a person should know before they rely on it, in a scope.
    pub(super) notes: fn(Scope) -> &'static [&'static str],
}

/// Whether the hook of an agent can be installed on Windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnWindows {
    /// The agent starts the program itself, and blocks the call when that fails.
    StartsProgram,
    /// The agent gives a line to a shell of Windows. Which shell that is depends on the machine, and no line blocks in each of
    /// them when the program fails.
    NeedsShell,
}

impl Piece {
    /// The same with the path in one spelling: Windows has two separators.
    fn spelled(mut self) -> Self {
        self.file = self.file.components().collect();
        self
    }
}

impl Server {
    /// The file that registers the server in a scope; none where the agent has no such scope.
    pub(super) fn registered_by(
        &self,
        at: &Surroundings,
        scope: Scope,
        command: &ServerCommand,
    ) -> Option<Piece> {
        (self.registration)(at, scope, command).map(Piece::spelled)
    }

    /// The files that take the agent's own shell away in a scope; empty where none does.
    pub(super) fn taken_away_by(&self, at: &Surroundings, scope: Scope) -> Vec<Piece> {
        (self.own_shell)(at, scope).into_iter().map(Piece::spelled).collect()
    }

    /// The files that let the model use the server besides.
    pub(super) fn allowed_by(&self, at: &Surroundings, scope: Scope) -> Vec<Piece> {
        (self.besides)(at, scope).into_iter().map(Piece::spelled).collect()
    }
}

impl Client {
    /// Whether its hook can be installed on the system.
    pub(super) fn has_hook(&self, at: &Surroundings) -> bool {
        at.system != System::Windows || self.on_windows == OnWindows::StartsProgram
    }

    /// The files of an installation in a scope, with the call of the hook; empty where the agent has no such scope on this
    /// system.
    pub(super) fn hook_pieces(&self, at: &Surroundings, scope: Scope, command: &HookCommand) -> Vec<Piece> {
        let pieces = if self.has_hook(at) { (self.pieces)(at, scope, command) } else { Vec::new() };
        pieces.into_iter().map(Piece::spelled).collect()
    }

    /// The same files, whatever call they have.
    pub(super) fn hook_places(&self, at: &Surroundings, scope: Scope) -> Vec<Piece> {
        self.hook_pieces(at, scope, &HookCommand { program: String::new(), words: Vec::new() })
    }

    /// The oldest version in which every failure of the hook blocks, where there is one.
    pub(crate) fn closed_since(&self) -> Option<Version> {
        self.closed_since.map(Version)
    }
}

/// One file of an installation.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The file.
    pub(super) file: PathBuf,
    /// The directory that is there without the agent: those below it go when they become empty.
    pub(super) base: PathBuf,
    /// What goes into it.
    pub(super) content: Content,
    /// Why, for a file that is not the hook itself; empty for the hook.
    pub(super) purpose: &'static str,
}

/// What goes into a file.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// Entries of lists in a JSON document: hooks, or texts.
    Entries(Vec<Slot>),
    /// Properties of objects in a JSON document.
    Settings(Vec<Setting>),
    /// A truth value in a TOML document.
    Flag(Flag),
    /// Lines between two comments in a TOML document; the command of the hook, if they have one.
    Lines {
        /// What tells this block from others in the same file; empty if it is the only one.
        label: String,
        /// The lines; empty if they are only known after the hook is in its file.
        lines: String,
        /// The command in them.
        command: Option<String>,
        /// What the document must say too, for the lines to count.
        flag: Option<Flag>,
    },
    /// The whole file, in two parts around the call of the hook.
    Whole {
        /// The text up to the call.
        front: &'static str,
        /// The call as the file's language writes it.
        call: String,
        /// The text after the call.
        back: &'static str,
        /// Whether the file is a program.
        executable: bool,
        /// What the agent runs, from the path of the file and the call in it.
        asked_by: fn(&Path, &str) -> Call,
    },
}

/// A setting that switches the hook off.
#[derive(Clone, Debug)]
pub(super) struct Switch {
    /// The file.
    pub(super) file: PathBuf,
    /// The keys of the setting, the outermost first.
    pub(super) keys: &'static [&'static str],
    /// The value that switches off, or is in a list that does.
    pub(super) off: Off,
    /// The scopes whose hooks it switches off.
    pub(super) scopes: &'static [Scope],
}

/// The value of a [`Switch`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Off {
    /// This truth value.
    When(bool),
    /// A list that contains this text.
    Lists(&'static str),
}
