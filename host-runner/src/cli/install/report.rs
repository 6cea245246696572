//! What `install` and `uninstall` print at the end, as text and as JSON.
//!
//! Owns the words. Its callers say what happened.

use std::fmt::Write as _;
use std::io;

use policy_core::agents::Agent;
use policy_core::visible::line;
use serde::Serialize;

use super::super::arguments::Installation;
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::terminal;
use super::settle::{End, drawn, name};
use crate::installation::agents::client;
use crate::installation::canary::{self, CANARY, HARMLESS, Said};
use crate::installation::change::{Change, Effect};
use crate::installation::finding::Finding;
use crate::installation::server_command::Registered;
use crate::installation::servers::{self, OwnShell};
use crate::installation::surroundings::{Scope, Surroundings};
use crate::installation::{self, Installed, server_canary};

/// What is installed or taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// The hook; to take it out takes the server out too.
    Hook,
    /// The MCP server.
    Server,
}

/// What is printed at the end.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    agent: &'static str,
    scope: &'static str,
    /// Whether the files are as they should be now.
    done: bool,
    /// Whether something was written.
    written: bool,
    files: Vec<FileReport>,
    /// The version of the agent, if its program says one.
    version: Option<String>,
    pub(super) canary: Option<Canary>,
    /// Of an MCP server: whether the agent's own shell is taken away.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_shell: Option<OwnShellReport>,
    /// Whether the agent runs the hook without a further approval of a person; false too where nobody knows.
    pub(super) trusted: bool,
    /// What a person should know or do.
    pub(super) notes: Vec<String>,
    #[serde(skip)]
    subject: Subject,
    #[serde(skip)]
    end: End,
    #[serde(skip)]
    pub(super) is_removal: bool,
}

/// One file.
#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    /// The file that the link `file` leads to.
    #[serde(rename = "linksTo", skip_serializing_if = "Option::is_none")]
    links_to: Option<String>,
    change: &'static str,
    diff: String,
}

/// Whether the agent still offers its own shell to the model.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnShellReport {
    taken_away: bool,
    /// The entries that take it away, in words; empty if it is there.
    by: Vec<String>,
    /// What is in the way, and what a person does about it; empty if it is taken away.
    found: String,
    remedy: String,
}

impl From<OwnShell> for OwnShellReport {
    fn from(shell: OwnShell) -> Self {
        match shell {
            OwnShell::TakenAway(by) => {
                Self { taken_away: true, by, found: String::new(), remedy: String::new() }
            }
            OwnShell::There(Finding { found, remedy }) => {
                Self { taken_away: false, by: vec![], found, remedy }
            }
        }
    }
}

/// What the hook or the server said about the two commands.
#[derive(Debug, Serialize)]
pub(super) struct Canary {
    command: &'static str,
    blocked: bool,
    reason: String,
    /// The command that only reads, and whether it passes.
    harmless: &'static str,
    passed: bool,
    /// Why it does not pass; empty if it does.
    obstacle: String,
}

impl Canary {
    /// Asks every hook that is in the files now, and tells of the worst.
    pub(super) fn of(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Self, Failure> {
        let client = client(agent);
        let calls = installation::present(agent, scope, at)?;
        let mut calls: Vec<_> = calls.into_iter().map(|(_, found)| found.call).collect();
        calls.dedup();
        let mut reason = "the file has no hook of Shellgate".to_owned();
        let (mut blocked, mut obstacle) = (!calls.is_empty(), String::new());
        for call in &calls {
            match canary::said(client, call, CANARY) {
                Said::Blocked(why) if blocked => reason = why,
                Said::Blocked(_) => {}
                Said::Passed => (blocked, reason) = (false, "it would have run".to_owned()),
                Said::Failed(why) => (blocked, reason) = (false, why),
            }
            match canary::said(client, call, HARMLESS) {
                Said::Passed => {}
                Said::Blocked(why) | Said::Failed(why) => obstacle = why,
            }
        }
        let passed = obstacle.is_empty();
        Ok(Self { command: CANARY, blocked, reason, harmless: HARMLESS, passed, obstacle })
    }

    /// Asks the server that is in the file now.
    pub(super) fn of_server(registered: &Registered) -> Self {
        let (canary, harmless) = server_canary::said(registered);
        let (blocked, reason) = match canary {
            Said::Blocked(why) => (true, why),
            Said::Passed => (false, "it ran".to_owned()),
            Said::Failed(why) => (false, why),
        };
        let obstacle = match harmless {
            Said::Passed => String::new(),
            Said::Blocked(why) | Said::Failed(why) => why,
        };
        let passed = obstacle.is_empty();
        Self { command: CANARY, blocked, reason, harmless: HARMLESS, passed, obstacle }
    }
}

impl Report {
    pub(super) fn new(
        (asked, subject): (&Installation, Subject),
        scope: Scope,
        changes: &[Change],
        end: End,
    ) -> Self {
        let file = |change: &Change| FileReport {
            file: change.target.file.display().to_string(),
            links_to: change.target.is_link().then(|| change.target.real.display().to_string()),
            change: change.effect().name(),
            diff: change.diff(),
        };
        Self {
            agent: asked.agent.name(),
            scope: scope.name(),
            done: matches!(end, End::Nothing | End::Written),
            written: end == End::Written || installation::is_change(changes) && end == End::Nothing,
            files: changes.iter().map(file).collect(),
            version: None,
            canary: None,
            own_shell: None,
            trusted: false,
            notes: Vec::new(),
            subject,
            end,
            is_removal: false,
        }
    }

    /// Adds what there is to know about the agent on this machine.
    pub(super) fn learn(&mut self, agent: Agent, scope: Scope, at: &Surroundings) {
        let client = client(agent);
        let title = agent.title();
        let what = match self.subject {
            Subject::Hook => "hook",
            Subject::Server => "server",
        };
        let installed = installation::installed(client, at);
        if installed.is_none() {
            self.notes.push(format!("{title} was not found on this machine; the {what} waits for it"));
        }
        let version = installed.and_then(|Installed { version, .. }| version);
        self.version = version.map(|version| version.to_string());
        if let (Subject::Hook, Some(found), Some(needed)) = (self.subject, version, client.closed_since())
            && found < needed
        {
            self.notes.push(format!(
                "{title} {found} runs the command when the hook does not end in time; {needed} and newer versions \
                 block it: update {title}"
            ));
        }
        let running = installation::is_running(client, at);
        if self.end != End::Nothing && running != Some(false) {
            let front = if running.is_some() {
                format!("{title} is running")
            } else {
                format!("{title} may be running")
            };
            self.notes.push(match self.subject {
                Subject::Hook => {
                    format!("{front}; what was started before may not ask the hook: start it again")
                }
                Subject::Server => format!("{front}; it may not know the server until you start it again"),
            });
        }
        match self.subject {
            Subject::Hook => {
                self.notes.extend(installation::advice(client, at));
                self.notes.extend(client.notes.iter().map(|note| (*note).to_owned()));
            }
            Subject::Server => self.notes.extend(servers::notes(agent, scope)),
        }
    }

    /// Adds whether the agent's own shell is taken away.
    pub(super) fn look_for_own_shell(&mut self, agent: Agent, scope: Scope, at: &Surroundings) {
        self.own_shell = Some(servers::own_shell(agent, scope, at).into());
    }

    /// Adds what still takes the agent's own shell away although no server is registered.
    pub(super) fn left_behind(&mut self, agent: Agent, scope: Scope, at: &Surroundings) {
        for place in servers::left_behind(agent, scope, at) {
            self.notes.push(format!(
                "{} still takes the own shell of {} away, and nothing says that Shellgate wrote it: remove it \
                 yourself if you want that shell back",
                place,
                agent.title()
            ));
        }
    }

    /// Adds where else the hook or the server is.
    pub(super) fn elsewhere(&mut self, agent: Agent, scope: Scope, at: &Surroundings) {
        for other in Scope::ALL.into_iter().filter(|other| *other != scope) {
            let order = format!("`shellgate uninstall {} --{}", agent.name(), other.name());
            if self.subject == Subject::Hook {
                for (file, _) in installation::present(agent, other, at).unwrap_or_default() {
                    self.notes.push(format!("the hook is still in `{}`: {order}` takes it out", name(&file)));
                }
            }
            if let Ok(Some((file, _))) = servers::registered(agent, other, at) {
                let file = name(&file);
                self.notes.push(format!("the MCP server is still in `{file}`: {order} --mcp` takes it out"));
            }
        }
        self.notes.dedup();
    }

    pub(super) fn exit(&self) -> Exit {
        match (self.end, &self.canary) {
            (End::Declined, _) => Exit::NotRun,
            (_, Some(canary)) if !canary.blocked || !canary.passed => Exit::Internal,
            _ => Exit::Done,
        }
    }

    pub(super) fn print(&self, asked: &Installation, changes: &[Change]) -> io::Result<()> {
        if asked.json {
            return terminal::data(&serde_json::to_string(self)?);
        }
        let colour = terminal::colour_of_data();
        // Whoever was asked has seen the diff.
        let is_shown = self.end == End::Shown || (self.end == End::Written && asked.yes);
        let mut out = if is_shown { drawn(changes, colour) } else { String::new() };
        self.draw(asked.agent, changes, &mut out);
        terminal::data(&out)
    }

    fn draw(&self, agent: Agent, changes: &[Change], out: &mut String) {
        let title = agent.title();
        // Writing to a string does not fail.
        for change in changes.iter().filter(|_| self.end == End::Written) {
            let file = name(&change.target.real);
            let _ = match change.effect() {
                Effect::Nothing => Ok(()),
                Effect::Remove => writeln!(out, "removed `{file}`"),
                Effect::Create | Effect::Update => writeln!(out, "wrote `{file}`"),
            };
        }
        let (installed, uninstalled) = match self.subject {
            Subject::Hook => ("installed", "uninstalled"),
            Subject::Server => ("MCP server registered", "MCP server taken out"),
        };
        let (already, absent) = match self.subject {
            Subject::Hook => ("already installed", "not installed"),
            Subject::Server => ("MCP server already registered", "MCP server not registered"),
        };
        let _ = match (self.end, self.is_removal) {
            (End::Nothing, false) => writeln!(out, "{title}: {already}, nothing to change"),
            (End::Nothing, true) => writeln!(out, "{title}: {absent}, nothing to take out"),
            (End::Shown, _) => writeln!(out, "nothing was written"),
            (End::Declined, _) => writeln!(out, "not written"),
            (End::Written, false) => writeln!(out, "{title}: {installed}"),
            (End::Written, true) => writeln!(out, "{title}: {uninstalled}"),
        };
        if let Some(canary) = &self.canary {
            let word = if canary.blocked { "canary blocked" } else { "CANARY NOT BLOCKED" };
            let _ = writeln!(out, "{word}: `{}`: {}", canary.command, line(&canary.reason));
            let _ = if canary.passed {
                writeln!(out, "harmless command passes: `{}`", canary.harmless)
            } else {
                writeln!(out, "HARMLESS COMMAND BLOCKED: `{}`: {}", canary.harmless, line(&canary.obstacle))
            };
        }
        if let Some(shell) = &self.own_shell {
            let _ = if shell.taken_away {
                writeln!(out, "own shell taken away: {}", line(&shell.by.join(", ")))
            } else {
                writeln!(out, "OWN SHELL STILL THERE: {}: {}", line(&shell.found), line(&shell.remedy))
            };
        }
        for note in &self.notes {
            let _ = writeln!(out, "note: {}", line(note));
        }
    }
}
