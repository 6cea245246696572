//! What the user's own programs say about a fetch or a search: the hooks and the classifier of the settings.
//!
//! Owns when they are asked: once for a call, before anything is sent, about the URL or the query of the call. A redirect is
//! judged by the policy. A hook tightens the verdict; the classifier answers for a person where the settings let it.

use std::ffi::OsString;
use std::time::Duration;

use policy_core::policy::HookEvent;
use policy_core::web::Tool;
use policy_core::{Decision, Request, Verdict};
use serde_json::{Map, Value};
use url::Url;

use super::judge::{Judge, Judgement, Ruling};
use super::location;
use super::policy_judge::PolicyJudge;
use crate::consult::{self, HookRun, ToolCall};

/// What the hooks said about one call.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    tool: Tool,
    /// The URL or the query.
    text: String,
    /// The whole input of the tool.
    input: Map<String, Value>,
    runs: Vec<HookRun>,
}

impl Heard {
    /// Asks the hooks of the policy of `judge` about a call of `tool` about `text`, with this whole input, in the user's
    /// environment. Dropping the future ends them.
    pub(super) async fn of(
        judge: &PolicyJudge,
        (tool, text): (Tool, String),
        input: Map<String, Value>,
        environment: &[(OsString, OsString)],
    ) -> Self {
        let policy = judge.policy();
        let mut runs = Vec::new();
        if policy.hooks.iter().any(|hook| hook.event == HookEvent::PreToolUse) {
            let call = ToolCall { input: Some(input.clone()), ..ToolCall::default() };
            let surroundings = consult::Surroundings { environment: environment.to_vec(), call };
            runs = consult::before(policy, &judge.request(tool, &text), &surroundings, &[]).await.runs;
        }
        Self { tool, text, input, runs }
    }

    /// Whether this is what they said about that call.
    pub(super) fn is_about(&self, tool: Tool, text: &str, input: &Map<String, Value>) -> bool {
        self.tool == tool && self.text == text && self.input == *input
    }

    /// Adds what they said to the verdict on a request for `text`, if that is a part of the call.
    pub(super) fn object(&self, judge: &PolicyJudge, (tool, text): (Tool, &str), verdict: &mut Verdict) {
        if self.tool == tool && (self.text == text || self.is_same_page(text)) {
            for run in &self.runs {
                consult::object(verdict, run, text, judge.policy().mode);
            }
        }
    }

    /// Whether `text` is the URL of the call over TLS.
    fn is_same_page(&self, text: &str) -> bool {
        let url = (self.tool == Tool::Fetch).then(|| Url::parse(&self.text).ok()).flatten();
        url.and_then(|url| location::over_tls(&url)).is_some_and(|secure| secure.as_str() == text)
    }
}

/// The policy, together with what the hooks said about one call.
#[derive(Debug)]
pub(super) struct Consulted<'j> {
    pub(super) judge: &'j PolicyJudge,
    pub(super) heard: Heard,
}

impl Consulted<'_> {
    /// The verdict on a call of `tool` about `text`.
    fn verdict(&self, tool: Tool, text: &str) -> Verdict {
        self.decided(tool, text).1
    }

    fn decided<'t>(&'t self, tool: Tool, text: &'t str) -> (Request<'t>, Verdict) {
        let (request, mut verdict) = self.judge.decided(tool, text);
        self.heard.object(self.judge, (tool, text), &mut verdict);
        (request, verdict)
    }

    /// Whether the classifier of the policy allows `text` where the verdict asks.
    pub(super) async fn is_let_by_the_classifier(
        &self,
        tool: Tool,
        text: &str,
        environment: &[(OsString, OsString)],
    ) -> bool {
        let policy = self.judge.policy();
        let (request, mut verdict) = self.decided(tool, text);
        if verdict.decision != Decision::Ask {
            return false;
        }
        consult::classified(&mut verdict, policy, &request, environment, Duration::MAX).await;
        verdict.decision == Decision::Allow
    }
}

impl Judge for Consulted<'_> {
    fn url(&self, url: &Url) -> Judgement {
        let ruling: Ruling = self.verdict(Tool::Fetch, url.as_str()).into();
        Judgement { ruling, ..self.judge.url(url) }
    }

    fn query(&self, query: &str) -> Ruling {
        self.verdict(Tool::Search, query).into()
    }
}
