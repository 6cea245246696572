//! A search engine: how it is asked, and how its answer is read.
//!
//! Owns the trait and what passes through it. An engine sends nothing itself and never sees the network.

use std::fmt::Debug;

use hyper::HeaderMap;
use serde::Serialize;
use serde_json::Value;
use url::Url;

use super::super::judge::Named;
use super::error::SearchError;
use super::query::Query;

/// A search engine.
pub trait SearchEngine: Debug + Send + Sync {
    /// Its name, for a person and in results.
    fn name(&self) -> &'static str;

    /// The URL of the service, without a query.
    fn site(&self) -> Url;

    /// What to do when it finds nothing: one sentence.
    fn when_empty(&self) -> &'static str {
        "try other words"
    }

    /// The request for a query.
    ///
    /// # Errors
    /// The engine takes no such query.
    fn request(&self, query: &Query) -> Result<EngineRequest, SearchError>;

    /// The results in an answer, the best first, as the engine has them: HTML, domains that were not wanted and links
    /// to no page are taken out by the caller.
    ///
    /// # Errors
    /// The answer is a refusal, or cannot be read.
    fn read(&self, answer: &EngineAnswer<'_>) -> Result<Vec<Hit>, SearchError>;
}

/// A request to an engine.
#[derive(Clone, Debug)]
pub struct EngineRequest {
    /// Where to, with the query. No key is in it.
    pub url: Url,
    /// Headers of this engine; a key is marked as sensitive.
    pub headers: HeaderMap,
    /// Whether the settings name its host.
    pub named: Named,
}

/// The answer of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineAnswer<'a> {
    /// The HTTP status.
    pub status: u16,
    /// Whether it redirects, which is not followed.
    pub redirects: bool,
    /// The body, decompressed.
    pub body: &'a [u8],
}

/// One result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The title of the page.
    pub title: String,
    /// Its URL.
    pub url: String,
    /// What the engine quotes of it.
    pub snippet: String,
}

impl Hit {
    /// The result whose fields have these names; none without a URL.
    pub(super) fn of(value: &Value, title: &str, url: &str, snippet: &str) -> Option<Self> {
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let hit = Self { title: text(title), url: text(url), snippet: text(snippet) };
        (!hit.url.is_empty()).then_some(hit)
    }
}

impl EngineAnswer<'_> {
    /// The JSON object of a success; `help` is what to do where the engine lets nobody in.
    ///
    /// # Errors
    /// Another status, or no JSON object.
    pub(super) fn object(&self, engine: &'static str, help: &'static str) -> Result<Value, SearchError> {
        match self.status {
            _ if self.redirects => return Err(SearchError::Moved { engine }),
            200..=299 => {}
            401 | 403 => return Err(SearchError::KeyRefused { engine, status: self.status, help }),
            400 | 422 => return Err(SearchError::QueryRefused { engine, status: self.status }),
            429 => return Err(SearchError::TooMany { engine }),
            status => return Err(SearchError::Failed { engine, status }),
        }
        let is_html = self.body.trim_ascii_start().starts_with(b"<");
        match serde_json::from_slice::<Value>(self.body) {
            Ok(value) if value.is_object() => Ok(value),
            Err(_) if is_html => Err(SearchError::Html { engine }),
            Ok(_) | Err(_) => Err(SearchError::BadAnswer { engine }),
        }
    }
}

/// The list at `path` in `value`; empty if there is none.
pub(super) fn list<'v>(value: &'v Value, path: &str) -> &'v [Value] {
    value.pointer(path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
