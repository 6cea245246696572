//! Brave Search, with a key: <https://api-dashboard.search.brave.com/app/documentation/web-search/get-started>.
//!
//! Owns its variables, its request and its answer.

use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::engine::{EngineAnswer, EngineRequest, Hit, SearchEngine, list};
use super::error::SearchError;
use super::query::Query;
use crate::web::judge::Named;

const NAME: &str = "Brave Search";

/// The variables that may have the key; the first counts.
const VARIABLES: [&str; 2] = ["BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY"];

const KEY: HeaderName = HeaderName::from_static("x-subscription-token");

const SITE: &str = "https://api.search.brave.com/res/v1/web/search";

/// Brave Search.
#[derive(Clone, Debug)]
pub struct Brave {
    /// Marked as sensitive: it is in no message.
    key: HeaderValue,
    site: Url,
}

impl Brave {
    /// The engine with the key of the environment, in which `variable` finds a value by its name.
    ///
    /// # Errors
    /// There is no key, or it cannot be one.
    pub fn new(variable: impl Fn(&str) -> Option<String>) -> Result<Self, SearchError> {
        let mut found = VARIABLES.iter().filter_map(|name| {
            let value = variable(name)?;
            let key = value.trim();
            (!key.is_empty()).then(|| (*name, key.to_owned()))
        });
        let [first, ..] = VARIABLES;
        let missing = SearchError::MissingKey { engine: NAME, variable: first };
        let (variable, key) = found.next().ok_or(missing)?;
        let mut key =
            HeaderValue::from_str(&key).map_err(|_| SearchError::BadKey { engine: NAME, variable })?;
        key.set_sensitive(true);
        let site = Url::parse(SITE).map_err(|_| SearchError::BadAnswer { engine: NAME })?;
        Ok(Self { key, site })
    }
}

impl SearchEngine for Brave {
    fn name(&self) -> &'static str {
        NAME
    }

    fn site(&self) -> Url {
        self.site.clone()
    }

    fn request(&self, query: &Query) -> Result<EngineRequest, SearchError> {
        let mut url = self.site.clone();
        url.query_pairs_mut()
            .append_pair("q", &query.with_sites())
            .append_pair("count", &query.count.to_string())
            .append_pair("text_decorations", "false")
            .append_pair("result_filter", "web");
        let mut headers = HeaderMap::new();
        headers.insert(KEY, self.key.clone());
        Ok(EngineRequest { url, headers, named: Named::No })
    }

    fn read(&self, answer: &EngineAnswer<'_>) -> Result<Vec<Hit>, SearchError> {
        let object = answer.object(NAME, "check the key, and that its plan has web searches")?;
        let hits = list(&object, "/web/results").iter();
        Ok(hits.filter_map(|hit| Hit::of(hit, "title", "url", "description")).collect())
    }
}
