//! A request becomes a verdict, and a verdict with a consent becomes a plan.
//!
//! Owns what a session adds to both: its engines, its backend, its bounds. Asks nobody for a consent.

use std::path::PathBuf;
use std::sync::Arc;

use policy_core::{Dialect, Facts, Policy, Request, Verdict};

use super::Session;
use super::engines::Engines;
use super::unconfined;
use crate::decide::{decide_to_run, vouch_for_sandbox};
use crate::engine::{Judge, ModuleGate};
use crate::environment;
use crate::launch;
use crate::outcome::RunError;
use crate::plan::{Consent, Limits, Plan, PlanError};
use crate::sandbox::Backend;

impl Session {
    /// The module that decides instead of the linked core, if the policy names one.
    pub(crate) fn module(&self) -> Option<&ModuleGate> {
        self.gate.as_deref()
    }

    /// The policy of this session.
    #[cfg(all(feature = "mcp", feature = "web"))]
    pub(crate) fn policy(&self) -> &Arc<Policy> {
        self.engines.policy()
    }

    /// The verdict on `request`, and the policy that it comes from. Facts that the core needs are looked up and added to
    /// the request. With `leaves_sandbox` the sandbox is no reason to allow the command.
    ///
    /// It reads the disk, and may start a launcher and wait for it, so it blocks the thread.
    pub(crate) fn decided(&self, request: &mut Request<'_>, leaves_sandbox: bool) -> (Verdict, Arc<Policy>) {
        let verdict = self.decider(leaves_sandbox).verdict(request);
        (verdict, Arc::clone(self.engines.policy()))
    }

    /// As [`Session::decided`], on a thread for work that blocks, unless this session has its runtime alone.
    ///
    /// # Errors
    /// The runtime shuts down.
    pub(super) async fn decide(
        &self,
        request: &mut OwnedRequest,
        leaves_sandbox: bool,
    ) -> Result<(Verdict, Arc<Policy>), RunError> {
        if self.is_alone {
            let mut asked = request.request();
            let decided = self.decided(&mut asked, leaves_sandbox);
            request.facts = asked.facts;
            return Ok(decided);
        }
        let decider = self.decider(leaves_sandbox);
        let owned = request.clone();
        let decided = tokio::task::spawn_blocking(move || {
            let mut request = owned.request();
            let verdict = decider.verdict(&mut request);
            (verdict, request.facts)
        });
        let (verdict, facts) = match decided.await {
            Ok(decided) => decided,
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => return Err(RunError::Cancelled),
        };
        request.facts = facts;
        Ok((verdict, Arc::clone(self.engines.policy())))
    }

    fn decider(&self, leaves_sandbox: bool) -> Decider {
        Decider {
            engines: Arc::clone(&self.engines),
            gate: self.gate.clone(),
            launcher: self.launcher.clone(),
            backend: (!leaves_sandbox).then(|| self.backend.unwrap_or(Backend::of_this_system())),
        }
    }

    /// Whether the sandbox of this session keeps every promise on this machine.
    pub(crate) fn has_complete_sandbox(&self) -> bool {
        launch::probe::is_complete(&self.launcher, self.backend.unwrap_or(Backend::of_this_system()))
    }

    /// The plan for `request` under `policy`, with this session's backend and bounds.
    ///
    /// # Errors
    /// The verdict and the consent do not allow this request, or it cannot be planned.
    pub(super) fn planned(
        &self,
        request: &Request<'_>,
        verdict: &Verdict,
        consent: Consent,
        policy: &Policy,
    ) -> Result<Plan, PlanError> {
        let mut plan = Plan::new(request, verdict, consent, &policy.sandbox)?;
        if let Some(backend) = self.backend {
            plan = plan.with_backend(backend);
        }
        plan.limits = Limits::of(policy.profile);
        plan.resources = self.resources;
        Ok(plan)
    }
}

/// What a session decides with.
#[derive(Debug)]
struct Decider {
    engines: Arc<Engines>,
    gate: Option<Arc<ModuleGate>>,
    launcher: PathBuf,
    /// The sandbox that the command would run in; none where it leaves the sandbox.
    backend: Option<Backend>,
}

impl Decider {
    /// The verdict on `request`, to which the facts that were looked up are added.
    fn verdict(&self, request: &mut Request<'_>) -> Verdict {
        self.engines.with(|engine| {
            if let Some(backend) = self.backend {
                vouch_for_sandbox(engine, request, &self.launcher, backend);
            }
            let settings = &engine.policy().sandbox.environment;
            request.facts.environment_cleaned |= environment::is_cleaned(settings);
            let mut verdict = decide_to_run(Judge::new(engine, self.gate.as_deref()), request);
            let policy = engine.policy();
            if let Some(backend) = self.backend
                && unconfined::counts(&verdict, policy)
                && !launch::probe::confines(&self.launcher, backend)
            {
                unconfined::ask(&mut verdict, request.command, policy.mode);
            }
            verdict
        })
    }
}

/// A request that can go to another thread.
#[derive(Clone, Debug)]
pub(super) struct OwnedRequest {
    tool: String,
    command: String,
    cwd: Option<String>,
    home: Option<String>,
    shell: Dialect,
    facts: Facts,
}

impl OwnedRequest {
    pub(super) fn of(request: &Request<'_>) -> Self {
        Self {
            tool: request.tool.to_owned(),
            command: request.command.to_owned(),
            cwd: request.cwd.map(str::to_owned),
            home: request.home.map(str::to_owned),
            shell: request.shell,
            facts: request.facts.clone(),
        }
    }

    /// The same for another command, about which nothing is known.
    pub(super) fn with_command(self, command: String) -> Self {
        Self { command, ..self.without_facts() }
    }

    /// The same before anything was looked up.
    pub(super) fn without_facts(self) -> Self {
        Self { facts: Facts::default(), ..self }
    }

    pub(super) fn request(&self) -> Request<'_> {
        Request {
            tool: &self.tool,
            command: &self.command,
            cwd: self.cwd.as_deref(),
            home: self.home.as_deref(),
            shell: self.shell,
            facts: self.facts.clone(),
        }
    }
}
