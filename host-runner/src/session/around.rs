//! The hooks after a run.
//!
//! Owns what they are told about it. Nothing that they say undoes the run: it is reported.

use std::sync::Arc;

use policy_core::Policy;
use serde_json::Value;

use super::decision::OwnedRequest;
use crate::consult::{self, HookRun};
use crate::outcome::Outcome;
use crate::outcome::event::Event;

/// What belongs to a run besides its plan: what it came from, and the hooks that were asked.
#[derive(Debug)]
pub(crate) struct Around {
    pub(super) request: OwnedRequest,
    pub(super) policy: Arc<Policy>,
    pub(super) hooks: Vec<HookRun>,
    pub(super) surroundings: consult::Surroundings,
}

impl Around {
    /// `outcome`, with what the hooks did before it and what they say to it.
    pub(super) async fn closed(
        self,
        mut outcome: Outcome,
        events: &mut (impl FnMut(Event<'_>) + Send),
    ) -> Outcome {
        let mut response = serde_json::to_value(&outcome).unwrap_or_default();
        if let Value::Object(response) = &mut response {
            response.insert("interrupted".to_owned(), outcome.end.ended_by().is_some().into());
        }
        let request = self.request.request();
        let runs = consult::after(&self.policy, &request, &self.surroundings, response).await;
        for run in &runs {
            events(Event::Hook(run));
        }
        outcome.hooks = self.hooks;
        outcome.hooks.extend(runs);
        outcome
    }
}
