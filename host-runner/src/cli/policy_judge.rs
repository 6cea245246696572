//! The verdict of the policy on each URL and query that the web tools would send.
//!
//! Owns the way to the core and back: the request, the facts of this machine, the words of the verdict.

use std::sync::{Mutex, PoisonError};

use policy_core::visible::line;
use policy_core::web::Tool;
use policy_core::{Decision, Engine, Facts, Request, Verdict};
use url::Url;

use super::request::Location;
use crate::decide::decide;
use crate::network::Hosts;
use crate::web::{Judge, Judgement, Named, Ruling, Secrets};

/// A policy and what it must know.
#[derive(Debug)]
pub(super) struct PolicyJudge<'p> {
    /// It serves one thread at a time.
    pub(super) engine: Mutex<Engine>,
    /// The lists of the same policy.
    pub(super) hosts: &'p Hosts,
    pub(super) here: &'p Location,
    /// Those of the environment.
    pub(super) secrets: Secrets,
}

impl PolicyJudge<'_> {
    fn ruling(&self, tool: Tool, text: &str) -> Ruling {
        let facts = Facts { carries_secret: self.secrets.are_in(text), ..Facts::default() };
        let mut request = Request {
            cwd: Some(&self.here.cwd),
            home: self.here.home.as_deref(),
            facts,
            ..Request::web(tool, text)
        };
        let Verdict { decision, reason, .. } = {
            let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            decide(&*engine, &mut request)
        };
        let why = match reason.rule {
            Some(rule) => format!("{} (`{}`)", reason.message, line(&rule)),
            None => reason.message,
        };
        match decision {
            Decision::Allow => Ruling::Allowed,
            Decision::Ask => Ruling::Asks(why),
            Decision::Deny => Ruling::Denied(why),
        }
    }
}

impl Judge for PolicyJudge<'_> {
    fn url(&self, url: &Url) -> Judgement {
        Judgement { ruling: self.ruling(Tool::Fetch, url.as_str()), named: Named::of(url, self.hosts) }
    }

    fn query(&self, query: &str) -> Ruling {
        self.ruling(Tool::Search, query)
    }
}
