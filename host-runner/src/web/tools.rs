//! The two web tools under one policy.
//!
//! Owns that what is requested is what this policy judges. Asks nobody: what asks is an error, and with the person's yes
//! the caller asks again.

use policy_core::policy::SearchSettings;
use policy_core::visible::line;
use policy_core::web::Tool;
use policy_core::{Policy, Verdict};

use super::client::Client;
use super::error::FetchError;
use super::fetch::{FetchRequest, Fetched};
use super::policy_judge::PolicyJudge;
use super::search::{SearchEngine, SearchError, SearchRequest, Searched};
use super::{location, search};

/// Fetches and searches what one policy allows.
#[derive(Debug)]
pub struct WebTools {
    pub(super) client: Client,
    pub(super) judge: PolicyJudge,
    pub(super) search: SearchSettings,
}

impl WebTools {
    /// The policy.
    pub fn policy(&self) -> &Policy {
        self.judge.policy()
    }

    /// The page that `request` asks for.
    ///
    /// # Errors
    /// No answer was received, or none may be. An HTTP status such as 404 is an answer.
    pub async fn fetch(&self, request: FetchRequest<'_>) -> Result<Fetched, FetchError> {
        self.client.fetch(request, &self.judge).await
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

    /// The results that `engine` finds for `request`.
    ///
    /// # Errors
    /// The request is none, or not allowed, or the engine gave no results that can be read. No result is no error.
    pub async fn search(
        &self,
        request: SearchRequest<'_>,
        engine: &dyn SearchEngine,
    ) -> Result<Searched, SearchError> {
        self.client.search(request, engine, &self.judge).await
    }

    /// The verdict on a call of `tool` about `text`, a URL or a query, as far as the text is one: a redirect has a verdict
    /// of its own.
    pub fn verdict(&self, tool: Tool, text: &str) -> Verdict {
        let url = (tool == Tool::Fetch).then(|| location::canonical(text).ok()).flatten();
        self.judge.verdict(tool, url.as_ref().map_or(text, |url| url.as_str()))
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
