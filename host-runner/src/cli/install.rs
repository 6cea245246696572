//! `install` and `uninstall`: show what changes in an agent's files, ask, write, and try what was written.
//!
//! Owns the order, for the hook. What changes where is `installation`'s.

mod report;
mod server;
mod settle;

use policy_core::agents::Agent;

use super::arguments::{Install, Uninstall};
use super::exit::Exit;
use super::failure::Failure;
use crate::installation::agents::client;
use crate::installation::change::{self, Change};
use crate::installation::surroundings::{Scope, Surroundings};
use crate::installation::{self, Confinement, Trust};
use report::{Canary, Report, Subject};
use settle::{End, settle, surroundings};

impl Install {
    fn confinement(&self) -> Confinement {
        match (self.confine, self.no_confine) {
            (true, _) => Confinement::On,
            (false, true) => Confinement::Off,
            (false, false) => Confinement::AsBefore,
        }
    }
}

/// Puts the hook or the server in, and tries it.
pub(super) fn install(asked: &Install) -> Result<Exit, Failure> {
    if asked.mcp {
        return server::register(&asked.installation);
    }
    let (confinement, asked) = (asked.confinement(), &asked.installation);
    let (at, scope) = (surroundings()?, asked.scope.scope());
    let title = asked.agent.title();
    let besides = (client(asked.agent).asks_for_trust && scope != Scope::Managed).then(|| {
        format!("{title} is also told, in its own settings, that you trust this hook, as `/hooks` does it")
    });
    let plan = || installation::installation(asked.agent, scope, &at, confinement);
    let (mut changes, end) = settle(asked, besides.as_deref(), plan)?;
    let mut distrust = None;
    if matches!(end, End::Written | End::Nothing) {
        distrust = trust(asked.agent, scope, &at, &mut changes);
    }
    let mut report = Report::new((asked, Subject::Hook), scope, &changes, end);
    report.notes.extend(besides.filter(|_| end == End::Shown));
    if end != End::Declined {
        report.learn(asked.agent, scope, &at);
    }
    if matches!(end, End::Written | End::Nothing) {
        report.trusted = distrust.is_none();
        report.notes.extend(distrust);
        report.canary = Some(Canary::of(asked.agent, scope, &at)?);
    }
    report.print(asked, &changes)?;
    Ok(report.exit())
}

/// Takes the hook and the server out, or the server alone.
pub(super) fn uninstall(asked: &Uninstall) -> Result<Exit, Failure> {
    if asked.mcp {
        return server::deregister(&asked.installation);
    }
    let asked = &asked.installation;
    let (at, scope) = (surroundings()?, asked.scope.scope());
    let (changes, end) = settle(asked, None, || installation::removal(asked.agent, scope, &at))?;
    let mut report = Report::new((asked, Subject::Hook), scope, &changes, end);
    report.is_removal = true;
    report.elsewhere(asked.agent, scope, &at);
    report.left_behind(asked.agent, scope, &at);
    report.print(asked, &changes)?;
    Ok(report.exit())
}

/// Makes the agent trust the hook where it asks for that, and adds to `changes` what that wrote. What a person must do if the
/// agent does not trust it.
fn trust(agent: Agent, scope: Scope, at: &Surroundings, changes: &mut Vec<Change>) -> Option<String> {
    let result = installation::trusting(agent, scope, at).and_then(|change| {
        let change = change.into_iter().collect::<Vec<_>>();
        change::apply(&change).map_err(|refusal| refusal.to_string())?;
        Ok(change)
    });
    let why = match result {
        Ok(change) => {
            changes.retain(|it| change.iter().all(|new| new.target.file != it.target.file));
            changes.extend(change);
            match installation::trust(agent, scope, at) {
                Trust::Given => return None,
                Trust::Missing(why) => why,
            }
        }
        Err(why) => why,
    };
    let title = agent.title();
    Some(format!(
        "NOT TRUSTED YET: {why}; open `/hooks` in {title} and trust the hook: until then it is not asked"
    ))
}
