//! A `SearXNG` instance, whose URL the settings name: <https://docs.searxng.org/dev/search_api.html>.
//!
//! Owns its request and its answer. An instance gives data only if its own settings allow `json`.

use hyper::HeaderMap;
use url::Url;

use super::engine::{EngineAnswer, EngineRequest, Hit, SearchEngine, list};
use super::error::SearchError;
use super::query::Query;
use crate::web::judge::Named;
use crate::web::location::canonical;

const NAME: &str = "SearXNG";

/// A `SearXNG` instance.
#[derive(Clone, Debug)]
pub struct SearXng {
    /// Ends with `/`.
    base: Url,
}

impl SearXng {
    /// The instance at `base`, the URL of its front page. It may be in a private network: whoever wrote the settings
    /// named it.
    ///
    /// # Errors
    /// It is no URL that can be fetched.
    pub fn new(base: &str) -> Result<Self, SearchError> {
        let bad = |problem| SearchError::BadSite { engine: NAME, problem };
        let mut base = canonical(base).map_err(|error| bad(error.to_string()))?;
        base.set_query(None);
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        Ok(Self { base })
    }
}

impl SearchEngine for SearXng {
    fn name(&self) -> &'static str {
        NAME
    }

    fn site(&self) -> Url {
        self.base.clone()
    }

    fn request(&self, query: &Query) -> Result<EngineRequest, SearchError> {
        let mut url = self.base.join("search").map_err(|_| SearchError::BadAnswer { engine: NAME })?;
        url.query_pairs_mut().append_pair("q", &query.with_sites()).append_pair("format", "json");
        Ok(EngineRequest { url, headers: HeaderMap::new(), named: Named::HostAndPort })
    }

    fn read(&self, answer: &EngineAnswer<'_>) -> Result<Vec<Hit>, SearchError> {
        let object = answer.object(NAME, "allow `json` in `search.formats` of its `settings.yml`")?;
        let hits = list(&object, "/results").iter();
        Ok(hits.filter_map(|hit| Hit::of(hit, "title", "url", "content")).collect())
    }
}
