//! Which engine a search uses.
//!
//! Owns the order where nobody chose: the engine that a key or a URL is there for, else the one that needs neither.

use super::brave::Brave;
use super::duckduckgo::DuckDuckGo;
use super::engine::SearchEngine;
use super::error::SearchError;
use super::searxng::SearXng;

pub use policy_core::policy::SearchEngineName as EngineName;

/// The engine `asked`; where none is, Brave if the environment has its key, else the `SearXNG` instance at `searxng` if
/// there is one, else `DuckDuckGo`. In the environment, `variable` finds a value by its name.
///
/// # Errors
/// The engine that was asked for, or whose key is there, cannot be used.
pub fn engine(
    asked: Option<EngineName>,
    variable: impl Fn(&str) -> Option<String>,
    searxng: Option<&str>,
) -> Result<Box<dyn SearchEngine>, SearchError> {
    Ok(match (asked, searxng) {
        (Some(EngineName::Brave), _) => Box::new(Brave::new(variable)?),
        (Some(EngineName::SearXng), url) => Box::new(SearXng::new(url.unwrap_or_default())?),
        (Some(EngineName::DuckDuckGo), _) => Box::new(DuckDuckGo::new()?),
        (None, url) => match (Brave::new(variable), url) {
            (Ok(brave), _) => Box::new(brave),
            (Err(SearchError::MissingKey { .. }), Some(url)) => Box::new(SearXng::new(url)?),
            (Err(SearchError::MissingKey { .. }), None) => Box::new(DuckDuckGo::new()?),
            (Err(error), _) => return Err(error),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_is_the_one_that_is_there() {
        let chosen = |asked, key: Option<&str>, url| {
            let variable = |_: &str| key.map(str::to_owned);
            engine(asked, variable, url).map(|engine| engine.name()).map_err(|error| error.code())
        };
        let url = Some("http://localhost:8888");
        for (asked, key, url, expected) in [
            (None, Some("key"), url, Ok("Brave Search")),
            (None, None, url, Ok("SearXNG")),
            (None, None, None, Ok("DuckDuckGo")),
            (None, Some("a\nb"), None, Err("bad_key")),
            (Some(EngineName::Brave), None, url, Err("missing_key")),
            (Some(EngineName::SearXng), Some("key"), None, Err("bad_site")),
            (Some(EngineName::SearXng), Some("key"), url, Ok("SearXNG")),
            (Some(EngineName::DuckDuckGo), Some("key"), url, Ok("DuckDuckGo")),
        ] {
            assert_eq!(chosen(asked, key, url), expected, "{asked:?} {key:?} {url:?}");
        }
        for engine in EngineName::ALL {
            assert_eq!(EngineName::of_name(engine.name()), Some(engine));
        }
    }
}
