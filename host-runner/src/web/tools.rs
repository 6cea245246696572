//! The two web tools under one policy.
//!
//! Owns that what is requested is what this policy judges, and that the hooks and the classifier of its settings are asked
//! about each call. Asks no person: what asks is an error, and with the person's yes the caller asks again.

use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

use policy_core::policy::SearchSettings;
use policy_core::visible::line;
use policy_core::web::Tool;
use policy_core::{Policy, Verdict};

use serde_json::{Map, Value, json};

use super::client::Client;
use super::consulted::{Consulted, Heard};
use super::error::FetchError;
use super::fetch::{FetchRequest, Fetched, judged};
use super::policy_judge::PolicyJudge;
use super::search::{Query, SearchEngine, SearchError, SearchRequest, Searched};
use super::{location, search};

/// Fetches and searches what one policy allows.
#[derive(Debug)]
pub struct WebTools {
    pub(super) client: Client,
    pub(super) judge: PolicyJudge,
    pub(super) search: SearchSettings,
    /// The user's, in which hooks and the classifier run.
    pub(super) environment: Vec<(OsString, OsString)>,
    /// What the hooks said about the last call, so that they are asked once for a call that a person is asked about.
    pub(super) heard: Mutex<Option<Heard>>,
}

impl WebTools {
    /// The policy.
    pub fn policy(&self) -> &Policy {
        self.judge.policy()
    }

    /// The page that `request` asks for. The hooks of the settings are asked about its URL first, and the classifier, if it
    /// asks then.
    ///
    /// # Errors
    /// No answer was received, or none may be. An HTTP status such as 404 is an answer.
    pub async fn fetch(&self, request: FetchRequest<'_>) -> Result<Fetched, FetchError> {
        let FetchRequest { url, prompt, approved } = request;
        let first = location::canonical(url)?;
        let mut input = Map::new();
        input.insert("url".to_owned(), first.as_str().into());
        if let Some(prompt) = prompt {
            input.insert("prompt".to_owned(), prompt.into());
        }
        let consulted = self.consulted(Tool::Fetch, first.as_str(), input).await;
        let asked = judged(&consulted, first).0;
        let is_let = approved.is_none()
            && consulted.is_let_by_the_classifier(Tool::Fetch, asked.as_str(), &self.environment).await;
        let approved = if is_let { Some(&asked) } else { approved };
        self.client.fetch(FetchRequest { approved, ..request }, &consulted).await
    }

    /// The engine of the settings; in the environment, `variable` finds its key by its name.
    ///
    /// # Errors
    /// It cannot be used.
    pub fn engine(
        &self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Box<dyn SearchEngine>, SearchError> {
        let SearchSettings { engine, url } = &self.search;
        search::engine(*engine, variable, url.as_deref())
    }

    /// The results that `engine` finds for `request`. The hooks of the settings are asked about its query first, and the
    /// classifier, if it asks then.
    ///
    /// # Errors
    /// The request is none, or not allowed, or the engine gave no results that can be read. No result is no error.
    pub async fn search(
        &self,
        request: SearchRequest<'_>,
        engine: &dyn SearchEngine,
    ) -> Result<Searched, SearchError> {
        let Query { text, .. } = Query::new(&request)?;
        let SearchRequest { allowed_domains, blocked_domains, is_approved, .. } = request;
        let mut input = Map::new();
        input.insert("query".to_owned(), text.as_str().into());
        for (key, domains) in [("allowed_domains", allowed_domains), ("blocked_domains", blocked_domains)] {
            if !domains.is_empty() {
                input.insert(key.to_owned(), json!(domains));
            }
        }
        let consulted = self.consulted(Tool::Search, &text, input).await;
        let is_approved =
            is_approved || consulted.is_let_by_the_classifier(Tool::Search, &text, &self.environment).await;
        self.client.search(SearchRequest { is_approved, ..request }, engine, &consulted).await
    }

    /// The policy with what the hooks say about a call of `tool` about `text` with this whole input.
    async fn consulted(&self, tool: Tool, text: &str, input: Map<String, Value>) -> Consulted<'_> {
        let known = self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let heard = match known.filter(|heard| heard.is_about(tool, text, &input)) {
            Some(heard) => heard,
            None => Heard::of(&self.judge, (tool, text.to_owned()), input, &self.environment).await,
        };
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(heard.clone());
        Consulted { judge: &self.judge, heard }
    }

    /// The verdict on a call of `tool` about `text`, a URL or a query, as far as the text is one: a redirect has a verdict
    /// of its own. What the hooks said about the last call is in it, if it is the same.
    pub fn verdict(&self, tool: Tool, text: &str) -> Verdict {
        let url = (tool == Tool::Fetch).then(|| location::canonical(text).ok()).flatten();
        let text = url.as_ref().map_or(text, |url| url.as_str());
        let mut verdict = self.judge.verdict(tool, text);
        if let Some(heard) = &*self.heard.lock().unwrap_or_else(PoisonError::into_inner) {
            heard.object(&self.judge, (tool, text), &mut verdict);
        }
        verdict
    }
}

impl Searched {
    /// One line about the answer, in which nothing is from the engine.
    pub fn summary(&self) -> String {
        let Self { engine, results, duration_ms, query, .. } = self;
        let count = match results.len() {
            1 => "1 result".to_owned(),
            count => format!("{count} results"),
        };
        format!("{engine}: {count} for `{}` in {duration_ms} ms", line(query))
    }
}
