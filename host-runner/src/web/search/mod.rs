//! Searches of the web: one question to one engine, and its results without what was not wanted.
//!
//! Owns what holds whatever the engine does: the verdict, the bounds of a query, the domains, the text of a result. An
//! engine is one file: how it is asked, and how its answer is read.

mod brave;
mod choice;
mod domain;
mod duckduckgo;
mod engine;
mod error;
mod query;
mod searxng;

use serde::Serialize;
use tokio::time::{Instant, timeout_at};

pub use brave::Brave;
pub use choice::{EngineName, engine};
pub use domain::Domain;
pub use duckduckgo::DuckDuckGo;
pub use engine::{EngineAnswer, EngineRequest, Hit, SearchEngine};
pub use error::SearchError;
pub use query::{Query, RESULTS_DEFAULT, RESULTS_MAX, SearchRequest};
pub use searxng::SearXng;

use super::client::Client;
use super::envelope::marked;
use super::error::FetchError;
use super::exchange::Ask;
use super::judge::{Judge, Ruling};
use super::{location, plain};

/// Most characters of a title.
const TITLE_CHARACTERS_MAX: usize = 200;

/// Most characters of a snippet.
const SNIPPET_CHARACTERS_MAX: usize = 500;

/// The results of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Searched {
    /// The words.
    pub query: String,
    /// The engine that found them.
    pub engine: &'static str,
    /// The results, the best first.
    pub results: Vec<Hit>,
    /// The text for the model: the results between marks, and a note when there is one.
    pub result: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
}

impl Client {
    /// The results that `engine` finds for `request`, as far as `judge` allows the query.
    ///
    /// # Errors
    /// The request is none, or not allowed, or the engine gave no results that can be read. No result is no error.
    pub async fn search(
        &self,
        request: SearchRequest<'_>,
        engine: &dyn SearchEngine,
        judge: &dyn Judge,
    ) -> Result<Searched, SearchError> {
        let started = Instant::now();
        let query = Query::new(&request)?;
        match judge.query(&query.text) {
            Ruling::Allowed => {}
            Ruling::Asks(_) if request.is_approved => {}
            Ruling::Asks(reason) => return Err(SearchError::Asks { reason }),
            Ruling::Denied(reason) => return Err(SearchError::Denied { reason }),
        }
        let EngineRequest { url, headers, named } = engine.request(&query)?;
        // The engine is the settings' choice, so its host needs no verdict; its address does.
        let ask = Ask { url: &url, named, accept: "application/json", headers };
        let answer = timeout_at(started + self.limits.total, self.exchange(ask)).await;
        let answer = answer.unwrap_or_else(|_| {
            Err(FetchError::TimedOut { url: Box::new(engine.site()), limit: self.limits.total })
        });
        // The URL of the request has the query in it, which is long and known.
        let name = engine.name();
        let answer =
            answer.map_err(|error| SearchError::Fetch { engine: name, error: error.at(&engine.site()) })?;
        let body = EngineAnswer {
            status: answer.status.as_u16(),
            redirects: answer.location.is_some(),
            body: &answer.body,
        };
        let mut results = Vec::new();
        for hit in engine.read(&body)? {
            if results.len() < request.num_results
                && let Some(hit) = wanted(&hit, &query)
            {
                results.push(hit);
            }
        }
        let result = text(engine, &results);
        let duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Searched { query: query.text, engine: name, results, result, duration_ms })
    }
}

/// A result as it is shown; none if its domain is not wanted, or it is no page.
fn wanted(hit: &Hit, query: &Query) -> Option<Hit> {
    let url = location::canonical(&hit.url).ok()?;
    let host = url.host_str()?;
    if !query.wants(host) {
        return None;
    }
    Some(Hit {
        title: plain::text_of(&hit.title, TITLE_CHARACTERS_MAX),
        url: url.into(),
        snippet: plain::text_of(&hit.snippet, SNIPPET_CHARACTERS_MAX),
    })
}

fn text(engine: &dyn SearchEngine, results: &[Hit]) -> String {
    if results.is_empty() {
        return format!("no results; {}", engine.when_empty());
    }
    let lines = results.iter().zip(1..).map(|(Hit { title, url, snippet }, number)| {
        let snippet = if snippet.is_empty() { String::new() } else { format!("\n   {snippet}") };
        format!("{number}. {title}\n   {url}{snippet}")
    });
    marked(engine.site().as_str(), &lines.collect::<Vec<_>>().join("\n"))
}
