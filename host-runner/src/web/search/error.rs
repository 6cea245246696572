//! Why there are no results.
//!
//! Owns the codes and the sentences. No key is ever in one.

use super::super::error::{Failing, FetchError};

/// A search without results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The query has no words.
    #[error("the query is shorter than 2 characters; write what to look for")]
    QueryTooShort,
    /// The query is too long for the engines.
    #[error("the query is over 400 characters or 50 words long; shorten it")]
    QueryTooLong,
    /// The number of results is none.
    #[error("{count} results cannot be asked for; ask for 1 to 20")]
    BadCount {
        /// The number.
        count: usize,
    },
    /// Both lists of domains are given.
    #[error("there are allowed domains and blocked domains; give one of the two lists")]
    BothLists,
    /// An entry of a list is no domain.
    #[error("`{entry}` is not a domain; write only the host, such as `docs.rs`")]
    BadDomain {
        /// The entry.
        entry: String,
    },
    /// A person decides.
    #[error("the search needs a person's yes: {reason}; ask them")]
    Asks {
        /// The reason of the policy.
        reason: String,
    },
    /// The policy denies it.
    #[error("the search is denied: {reason}; go on without it")]
    Denied {
        /// The reason of the policy.
        reason: String,
    },
    /// The environment has no key for the engine.
    #[error("{engine} needs a key; set `{variable}` to it, in the environment")]
    MissingKey {
        /// The engine.
        engine: &'static str,
        /// The variable.
        variable: &'static str,
    },
    /// The key cannot be one.
    #[error("the key of {engine} in `{variable}` has characters that no key has; copy it again")]
    BadKey {
        /// The engine.
        engine: &'static str,
        /// The variable.
        variable: &'static str,
    },
    /// The URL of the engine in the settings is none.
    #[error("the URL of {engine} in the settings cannot be used: {problem}")]
    BadSite {
        /// The engine.
        engine: &'static str,
        /// The problem and the remedy.
        problem: String,
    },
    /// The engine refuses the key, or the caller.
    #[error("{engine} refused the search (status {status}); {help}")]
    KeyRefused {
        /// The engine.
        engine: &'static str,
        /// The HTTP status.
        status: u16,
        /// The remedy.
        help: &'static str,
    },
    /// The engine refuses the query.
    #[error("{engine} does not take this query (status {status}); write it with other words")]
    QueryRefused {
        /// The engine.
        engine: &'static str,
        /// The HTTP status.
        status: u16,
    },
    /// There were too many searches.
    #[error("{engine} takes no more searches for now (status 429); wait, or raise the limit of the plan")]
    TooMany {
        /// The engine.
        engine: &'static str,
    },
    /// The engine fails.
    #[error("{engine} failed (status {status}); try again later")]
    Failed {
        /// The engine.
        engine: &'static str,
        /// The HTTP status.
        status: u16,
    },
    /// The engine sends its client elsewhere.
    #[error("{engine} redirects, which is not followed; name the right URL in the settings")]
    Moved {
        /// The engine.
        engine: &'static str,
    },
    /// The answer is a page for a person.
    #[error(
        "{engine} answered with a page instead of data; it may want a person's click, so try another engine"
    )]
    Html {
        /// The engine.
        engine: &'static str,
    },
    /// The answer is not of the form that is known.
    #[error("the answer of {engine} cannot be read; try again later")]
    BadAnswer {
        /// The engine.
        engine: &'static str,
    },
    /// There is no answer.
    #[error("{engine} gave no answer: {error}")]
    Fetch {
        /// The engine.
        engine: &'static str,
        /// Why.
        error: FetchError,
    },
}

impl SearchError {
    /// What kind of failure it is.
    pub fn failing(&self) -> Failing {
        match self {
            Self::Asks { .. } => Failing::Asks,
            Self::Denied { .. } => Failing::Denied,
            Self::QueryTooShort
            | Self::QueryTooLong
            | Self::BadCount { .. }
            | Self::BothLists
            | Self::BadDomain { .. } => Failing::BadInput,
            Self::Fetch { error, .. } => error.failing(),
            _ => Failing::NoAnswer,
        }
    }

    /// The name of this kind of error, which stays as it is.
    pub fn code(&self) -> &'static str {
        match self {
            Self::QueryTooShort => "query_too_short",
            Self::QueryTooLong => "query_too_long",
            Self::BadCount { .. } => "bad_count",
            Self::BothLists => "both_domain_lists",
            Self::BadDomain { .. } => "bad_domain",
            Self::Asks { .. } => "asks",
            Self::Denied { .. } => "denied",
            Self::MissingKey { .. } => "missing_key",
            Self::BadKey { .. } => "bad_key",
            Self::BadSite { .. } => "bad_site",
            Self::KeyRefused { .. } => "key_refused",
            Self::QueryRefused { .. } => "query_refused",
            Self::TooMany { .. } => "too_many_searches",
            Self::Failed { .. } => "engine_failed",
            Self::Moved { .. } => "engine_moved",
            Self::Html { .. } => "page_instead_of_data",
            Self::BadAnswer { .. } => "bad_answer",
            Self::Fetch { error, .. } => error.code(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_has_a_code_of_its_own_and_says_what_to_do() {
        let (engine, reason) = ("Brave Search", || "no rule allows it".to_owned());
        let errors = [
            SearchError::QueryTooShort,
            SearchError::QueryTooLong,
            SearchError::BadCount { count: 21 },
            SearchError::BothLists,
            SearchError::BadDomain { entry: "https://docs.rs".to_owned() },
            SearchError::Asks { reason: reason() },
            SearchError::Denied { reason: reason() },
            SearchError::MissingKey { engine, variable: "BRAVE_API_KEY" },
            SearchError::BadKey { engine, variable: "BRAVE_API_KEY" },
            SearchError::BadSite { engine: "SearXNG", problem: "it is not a URL".to_owned() },
            SearchError::KeyRefused { engine, status: 401, help: "check the key" },
            SearchError::QueryRefused { engine, status: 422 },
            SearchError::TooMany { engine },
            SearchError::Failed { engine, status: 500 },
            SearchError::Moved { engine },
            SearchError::Html { engine },
            SearchError::BadAnswer { engine },
            SearchError::Fetch {
                engine,
                error: FetchError::Tls { host: "docs.rs".to_owned(), problem: "it closed".to_owned() },
            },
        ];
        let told = errors.iter().map(|error| format!("{}: {error}", error.code())).collect::<Vec<_>>();
        super::super::super::error::snapshot("search_errors", &told.join("\n"));
        let mut codes = errors.iter().map(SearchError::code).collect::<Vec<_>>();
        codes.dedup();
        let distinct = codes.iter().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(distinct.len(), codes.len());
    }
}
