//! The verdict of the policy on each URL and query that the web tools would send.
//!
//! Owns the way to the core and back: the request, the facts of this machine, the words of the verdict.

use std::sync::{Arc, Mutex, PoisonError};

use policy_core::visible::line;
use policy_core::web::Tool;
use policy_core::{Decision, Engine, Policy, Request, Verdict};
use url::Url;

use super::judge::{Judge, Judgement, Named, Ruling};
use crate::decide::decide;
use crate::engine::{self, ModuleGate};
use crate::environment::Secrets;
use crate::network::{BadHost, Hosts};

/// Where the requests come from, which rules with paths are read by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebPlace {
    /// The working directory: absolute, without symbolic links.
    pub cwd: String,
    /// The user's home directory.
    pub home: Option<String>,
}

/// A policy and what it must know.
#[derive(Debug)]
pub struct PolicyJudge {
    /// It serves one thread at a time.
    engine: Mutex<Engine>,
    /// The module that decides instead, if the policy names one.
    module: Option<ModuleGate>,
    policy: Arc<Policy>,
    /// The lists of the same policy.
    hosts: Hosts,
    place: WebPlace,
    secrets: Secrets,
}

impl PolicyJudge {
    /// Judges by `policy`, from `place`. A text that holds one of `secrets` asks. A module that the policy names is loaded
    /// here, which can take seconds; what is wrong with it is said in the verdict.
    ///
    /// # Errors
    /// A list of hosts in the policy cannot be read.
    pub fn new(policy: Arc<Policy>, place: WebPlace, secrets: Secrets) -> Result<Self, BadHost> {
        let module = ModuleGate::of(&policy);
        if let Some(module) = &module {
            drop(module.module().load());
        }
        let (hosts, engine) = (Hosts::new(&policy.sandbox)?, Mutex::new(Engine::new(Arc::clone(&policy))));
        Ok(Self { engine, module, policy, hosts, place, secrets })
    }

    /// The policy.
    pub fn policy(&self) -> &Arc<Policy> {
        &self.policy
    }

    /// Its lists of hosts.
    pub(super) fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// The whole verdict on a call of `tool` about `text`, a URL or a query.
    pub fn verdict(&self, tool: Tool, text: &str) -> Verdict {
        self.decided(tool, text).1
    }

    /// The request about `text`, with its facts, and the verdict on it.
    pub(super) fn decided<'t>(&'t self, tool: Tool, text: &'t str) -> (Request<'t>, Verdict) {
        let mut request = self.request(tool, text);
        request.facts.carries_secret = self.secrets.are_in(text);
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let verdict = decide(engine::Judge::new(&engine, self.module.as_ref()), &mut request);
        (request, verdict)
    }

    /// The request about `text`, before anything is looked up.
    pub(super) fn request<'t>(&'t self, tool: Tool, text: &'t str) -> Request<'t> {
        Request { cwd: Some(&self.place.cwd), home: self.place.home.as_deref(), ..Request::web(tool, text) }
    }
}

impl From<Verdict> for Ruling {
    fn from(Verdict { decision, reason, .. }: Verdict) -> Self {
        let why = match reason.rule {
            Some(rule) => format!("{} (`{}`)", reason.message, line(&rule)),
            None => reason.message,
        };
        match decision {
            Decision::Allow => Self::Allowed,
            Decision::Ask => Self::Asks(why),
            Decision::Deny => Self::Denied(why),
        }
    }
}

impl Judge for PolicyJudge {
    fn url(&self, url: &Url) -> Judgement {
        let ruling = self.verdict(Tool::Fetch, url.as_str()).into();
        Judgement { ruling, named: Named::of(url, &self.hosts) }
    }

    fn query(&self, query: &str) -> Ruling {
        self.verdict(Tool::Search, query).into()
    }
}
