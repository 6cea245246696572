//! `install --mcp` and `uninstall --mcp`: the MCP server in the place of the agent's own shell.
//!
//! Owns the order: the server is registered, the agent's own shell goes, and what was registered is tried.

use super::super::arguments::Installation;
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::report::{Canary, Report, Subject};
use super::settle::{End, settle, surroundings};
use crate::installation::servers;

/// Registers the server, and tries it.
pub(super) fn register(asked: &Installation) -> Result<Exit, Failure> {
    // A server that this program cannot serve would leave the agent without any shell.
    if !cfg!(feature = "mcp") {
        return Err(Failure::without_server());
    }
    let (agent, at, scope) = (asked.agent, surroundings()?, asked.scope.scope());
    let (changes, end) = settle(asked, None, || servers::registration(agent, scope, &at))?;
    let mut report = Report::new((asked, Subject::Server), scope, &changes, end);
    if end != End::Declined {
        report.learn(agent, scope, &at);
    }
    if matches!(end, End::Written | End::Nothing) {
        let registered = servers::registered(agent, scope, &at)?;
        report.canary = registered.map(|(_, registered)| Canary::of_server(&registered));
        report.look_for_own_shell(agent, scope, &at);
    }
    report.print(asked, &changes)?;
    Ok(report.exit())
}

/// Takes the server out, and gives the agent its own shell back.
pub(super) fn deregister(asked: &Installation) -> Result<Exit, Failure> {
    let (agent, at, scope) = (asked.agent, surroundings()?, asked.scope.scope());
    let (changes, end) = settle(asked, None, || servers::deregistration(agent, scope, &at))?;
    let mut report = Report::new((asked, Subject::Server), scope, &changes, end);
    report.is_removal = true;
    report.elsewhere(agent, scope, &at);
    report.left_behind(agent, scope, &at);
    report.print(asked, &changes)?;
    Ok(report.exit())
}
