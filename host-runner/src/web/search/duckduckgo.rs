//! The instant answers of `DuckDuckGo`, without a key: <https://duckduckgo.com/api>.
//!
//! Owns its request and its answer. It knows what encyclopedias know and is empty for most other queries, which is said;
//! its pages for people are not read.

use hyper::HeaderMap;
use serde_json::Value;
use url::Url;

use super::engine::{EngineAnswer, EngineRequest, Hit, SearchEngine, list};
use super::error::SearchError;
use super::query::Query;
use crate::web::judge::Named;

const NAME: &str = "DuckDuckGo";

const SITE: &str = "https://api.duckduckgo.com/";

/// Most related topics that are read, whatever their groups are.
const TOPICS_MAX: usize = 100;

/// The instant answers of `DuckDuckGo`.
#[derive(Clone, Debug)]
pub struct DuckDuckGo {
    site: Url,
}

impl DuckDuckGo {
    /// The engine.
    ///
    /// # Errors
    /// None: its URL is fixed.
    pub fn new() -> Result<Self, SearchError> {
        let site = Url::parse(SITE).map_err(|_| SearchError::BadAnswer { engine: NAME })?;
        Ok(Self { site })
    }
}

impl SearchEngine for DuckDuckGo {
    fn name(&self) -> &'static str {
        NAME
    }

    fn site(&self) -> Url {
        self.site.clone()
    }

    fn when_empty(&self) -> &'static str {
        "without a key DuckDuckGo has instant answers only, such as those of an encyclopedia; set `BRAVE_API_KEY`, or name a SearXNG instance"
    }

    fn request(&self, query: &Query) -> Result<EngineRequest, SearchError> {
        let mut url = self.site.clone();
        // It knows no `site:`; the domains are compared when its answer is there.
        url.query_pairs_mut()
            .append_pair("q", &query.text)
            .append_pair("format", "json")
            .append_pair("no_html", "1")
            .append_pair("no_redirect", "1")
            .append_pair("skip_disambig", "1");
        Ok(EngineRequest { url, headers: HeaderMap::new(), named: Named::No })
    }

    fn read(&self, answer: &EngineAnswer<'_>) -> Result<Vec<Hit>, SearchError> {
        let object = answer.object(NAME, "try another engine")?;
        let mut hits = Vec::new();
        for (title, url, snippet) in
            [("Heading", "AbstractURL", "AbstractText"), ("Heading", "DefinitionURL", "Definition")]
        {
            // Without a text it only says that there is an article elsewhere.
            hits.extend(Hit::of(&object, title, url, snippet).filter(|hit| !hit.snippet.is_empty()));
        }
        hits.extend(list(&object, "/Results").iter().filter_map(topic));
        for related in list(&object, "/RelatedTopics").iter().take(TOPICS_MAX) {
            hits.extend(topic(related));
            hits.extend(list(related, "/Topics").iter().take(TOPICS_MAX).filter_map(topic));
        }
        Ok(hits)
    }
}

/// A topic is a title and a text in one: `Tokio - an asynchronous runtime`.
fn topic(value: &Value) -> Option<Hit> {
    let hit = Hit::of(value, "", "FirstURL", "Text")?;
    let title = hit.snippet.split(" - ").next().unwrap_or_default().to_owned();
    Some(Hit { title, ..hit })
}
