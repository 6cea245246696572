//! Puts Shellgate's hook or its MCP server into an agent's configuration, and takes it out again.
//!
//! Owns which files of which agent are changed, and how: the rest of a file stays as it is, to the byte. Never starts an
//! agent but for its version, and Codex for its list of trusted hooks. Draws nothing: the command line does.

pub(crate) mod agents;
mod block;
pub(crate) mod canary;
pub(crate) mod change;
pub(crate) mod client;
mod conversation;
pub(crate) mod directories;
pub(crate) mod finding;
mod flag;
pub(crate) mod health;
mod hook_command;
pub(crate) mod json;
pub(crate) mod refusal;
pub(crate) mod server_canary;
pub(crate) mod server_command;
pub(crate) mod servers;
mod setting;
pub(crate) mod surroundings;
pub(crate) mod system;
pub(crate) mod target;
pub(crate) mod tree;
mod trust;
pub(crate) mod version;

#[cfg(test)]
mod server_tests;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use policy_core::agents::{Agent, Rewrites, read};

use agents::client;
use change::{Change, Effect, Present};
use client::{Client, Content, Piece};
use finding::Finding;
use hook_command::HookCommand;
pub(crate) use hook_command::is_own_hook;
use refusal::Refusal;
use surroundings::{Scope, Surroundings};
use version::Version;

use crate::system::running;

/// Whether the hook runs approved commands in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confinement {
    /// As the hook does that is there now; without one it does not.
    AsBefore,
    /// It does.
    On,
    /// It does not.
    Off,
}

/// The changes that install the hook of `agent`.
///
/// # Errors
/// The agent has no such scope, or cannot be confined, or one of its files cannot be changed; nothing was written.
pub(crate) fn installation(
    agent: Agent,
    scope: Scope,
    at: &Surroundings,
    confinement: Confinement,
) -> Result<Vec<Change>, Refusal> {
    let confine = match confinement {
        Confinement::On if !takes_another_command(agent) => return Err(not_confined(agent)),
        Confinement::On => true,
        Confinement::Off => false,
        // What cannot be read is a refusal below.
        Confinement::AsBefore => {
            present(agent, scope, at).unwrap_or_default().iter().any(|(_, call)| call.confines)
        }
    };
    let pieces = pieces(agent, scope, at, confine)?;
    let changes = change::together(&pieces, Change::to_install)?;
    change::check_in(&changes, scope, at, &format!("install {}", agent.name()))?;
    Ok(changes)
}

/// The changes that take the hook of `agent` out, and its MCP server, whichever version of this program put them in. The hook
/// goes last: what relies on it goes before.
///
/// # Errors
/// The agent has no such scope, or one of its files cannot be changed; nothing was written.
pub(crate) fn removal(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Vec<Change>, Refusal> {
    let mut pieces = if client(agent).has_hook(at) { pieces(agent, scope, at, false)? } else { Vec::new() };
    if servers::has_place(agent, scope, at) {
        pieces.extend(servers::installed(agent, scope, at)?);
    }
    let changes = change::together(pieces.iter().rev(), Change::to_remove)?;
    change::check_in(&changes, scope, at, &format!("uninstall {}", agent.name()))?;
    Ok(changes)
}

/// Whether the answer of the hook can change the command that `agent` runs. The core says so of the call of the canary.
fn takes_another_command(agent: Agent) -> bool {
    let question = (client(agent).question)(canary::HARMLESS, Path::new("/"));
    read(question.to_string().as_bytes(), Some(agent)).is_ok_and(|call| call.rewrites == Rewrites::Here)
}

fn not_confined(agent: Agent) -> Refusal {
    let title = agent.title();
    Refusal::Unavailable {
        message: format!("{title} cannot be confined by its hook: it runs no other command than its own"),
        help: format!("`shellgate install {}` installs the hook without `--confine`", agent.name()),
    }
}

fn pieces(agent: Agent, scope: Scope, at: &Surroundings, confine: bool) -> Result<Vec<Piece>, Refusal> {
    let Some(command) = HookCommand::new(&at.shellgate, agent, confine) else {
        return Err(Refusal::no_text(&at.shellgate));
    };
    let client = client(agent);
    let pieces = client.hook_pieces(at, scope, &command);
    if !client.has_hook(at) {
        return Err(Refusal::Unavailable {
            message: format!(
                "{} gives its hook to a shell of Windows, where a hook that fails would not block the command",
                agent.title()
            ),
            help: format!(
                "`shellgate install {} --mcp` gives it the MCP server, which needs no shell",
                agent.name()
            ),
        });
    }
    if pieces.is_empty() {
        return Err(Refusal::Unavailable {
            message: format!("{} has no place for a hook with `--{}`", agent.title(), scope.name()),
            help: format!(
                "`shellgate install {}` installs it for you, `--project` for a project",
                agent.name()
            ),
        });
    }
    Ok(pieces)
}

/// Whether an agent runs a hook that is in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It does, because the user trusts it or because it asks for no trust.
    Given,
    /// It does not, or nobody knows; the reason.
    Missing(String),
}

/// Whether `agent` trusts the hook of `scope`, as the agent itself says.
pub(crate) fn trust(agent: Agent, scope: Scope, at: &Surroundings) -> Trust {
    match untrusted(agent, scope, at) {
        Ok(hooks) if hooks.iter().all(trust::Listed::is_trusted) => Trust::Given,
        Ok(_) => Trust::Missing("Codex does not trust the hook, and skips it without a word".to_owned()),
        Err(why) => Trust::Missing(why),
    }
}

/// The hooks of `scope` that `agent` lists; empty if it asks for no trust.
fn untrusted(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Vec<trust::Listed>, String> {
    let client = client(agent);
    let pieces = client.hook_places(at, scope);
    let (true, Some(hooks)) = (client.asks_for_trust && scope != Scope::Managed, pieces.first()) else {
        return Ok(Vec::new());
    };
    let Some(program) = at.program(client.program) else {
        return Err(format!(
            "`{}` is not on the `PATH`, so nobody knows whether it trusts the hook",
            client.program
        ));
    };
    let listed = trust::listed(&program, &at.project, &hooks.file)?;
    if listed.is_empty() {
        return Err("Codex does not see the hook; it reads a project's hooks only if you trust the project"
            .to_owned());
    }
    Ok(listed)
}

/// The change by which the user trusts the hook of `scope`, which is in its file already. None if there is nothing to do.
///
/// # Errors
/// The agent does not list its hooks, or its file has no place for the entry.
pub(crate) fn trusting(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Option<Change>, String> {
    let listed = untrusted(agent, scope, at)?;
    if listed.iter().all(trust::Listed::is_trusted) {
        return Ok(None);
    }
    let Some(mut piece) = client(agent).hook_places(at, scope).pop() else { return Ok(None) };
    if let Content::Lines { lines, .. } = &mut piece.content {
        *lines = trust::lines(&listed);
    }
    let read = target::Target::read(&piece.file);
    let change = read.and_then(|target| Change::to_install(&piece, target));
    change.map(Some).map_err(|refusal| refusal.to_string())
}

/// Every call of the hook of `agent` in the files of `scope`, each with its file; empty where there is no such scope.
///
/// # Errors
/// A file cannot be read, or is not valid.
pub(crate) fn present(
    agent: Agent,
    scope: Scope,
    at: &Surroundings,
) -> Result<Vec<(PathBuf, Present)>, Refusal> {
    let mut found = Vec::new();
    for piece in client(agent).hook_places(at, scope) {
        found.extend(change::present(&piece)?.into_iter().map(|call| (piece.file.clone(), call)));
    }
    Ok(found)
}

/// An agent on this machine.
#[derive(Clone, Debug)]
pub(crate) struct Installed {
    /// Its version, if the program says one.
    pub(crate) version: Option<Version>,
}

/// The agent of `client` on this machine; none without its program and without its configuration.
pub(crate) fn installed(client: &Client, at: &Surroundings) -> Option<Installed> {
    let program = at.program(client.program);
    let is_configured = (client.directory)(at).is_dir();
    let version = program.as_deref().and_then(version::version);
    (program.is_some() || is_configured).then_some(Installed { version })
}

/// What the settings of the agent on this machine mean for the hook, each with the remedy.
pub(crate) fn advice(client: &Client, at: &Surroundings) -> Vec<String> {
    (client.advice)(at).into_iter().map(|Finding { found, remedy }| format!("{found}; {remedy}")).collect()
}

/// Whether the agent of `client` is running with this home. None where nobody knows.
pub(crate) fn is_running(client: &Client, at: &Surroundings) -> Option<bool> {
    running::is_running(client.program, &at.home)
}

/// Whether any of `changes` would write.
pub(crate) fn is_change(changes: &[Change]) -> bool {
    changes.iter().any(|change| change.effect() != Effect::Nothing)
}
