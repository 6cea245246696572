//! The two steps before a run, for hosts and for `shellgate` alike: from a request to a verdict, and to a plan.
//!
//! Owns what a session adds to both: its engine, its backend, its bounds. Asks nobody for a consent.

use std::sync::PoisonError;

use policy_core::{Policy, Request, Verdict};

use super::Session;
use crate::decide::{decide_to_run, vouch_for_sandbox};
use crate::engine::{Judge, ModuleGate};
use crate::plan::{Consent, Limits, Plan, PlanError};
use crate::sandbox::Backend;

impl Session {
    /// The module that decides instead of the linked core, if the policy names one.
    pub(crate) fn module(&self) -> Option<&ModuleGate> {
        self.gate.as_deref()
    }

    /// The verdict on `request`, and the policy that it comes from. Facts that the core needs are looked up and added to
    /// the request. With `leaves_sandbox` the sandbox is no reason to allow the command.
    pub(crate) fn decided(&self, request: &mut Request<'_>, leaves_sandbox: bool) -> (Verdict, Policy) {
        // The engine is whole after a panic: it changes nothing but its parser, which begins anew each time.
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if !leaves_sandbox {
            let backend = self.backend.unwrap_or(Backend::of_this_system());
            vouch_for_sandbox(&engine, request, &self.launcher, backend);
        }
        let verdict = decide_to_run(Judge::new(&engine, self.module()), request);
        (verdict, engine.policy().clone())
    }

    /// The plan for `request` under `policy`, with this session's backend and bounds.
    ///
    /// # Errors
    /// The verdict and the consent do not allow this request, or it cannot be planned.
    pub(crate) fn planned(
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
