//! The words of a search and the domains of its results.
//!
//! Owns the bounds, and the domains as engines read them in a query.

use std::fmt::Write as _;

use super::domain::Domain;
use super::error::SearchError;
use crate::web::plain::one_line;

/// Most characters and words that Brave takes, the narrowest of the engines
/// (<https://api-dashboard.search.brave.com/app/documentation/web-search/query>).
const CHARACTERS_MAX: usize = 400;
const WORDS_MAX: usize = 50;

/// Most results that are asked for.
pub const RESULTS_MAX: usize = 20;

/// How many results there are if nobody says another number.
pub const RESULTS_DEFAULT: usize = 5;

/// Most domains that a query names. The results are compared with all.
const NAMED_DOMAINS_MAX: usize = 5;

/// A search.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'r> {
    /// The words.
    pub query: &'r str,
    /// How many results at most: 1 to 20.
    pub num_results: usize,
    /// The domains of which, and of whose sub-domains, results are wanted; none for every one.
    pub allowed_domains: &'r [String],
    /// The domains of which, and of whose sub-domains, none are wanted.
    pub blocked_domains: &'r [String],
    /// Whether a person approved this query.
    pub is_approved: bool,
}

impl<'r> SearchRequest<'r> {
    /// [`RESULTS_DEFAULT`] results for `query`, of every domain.
    pub fn new(query: &'r str) -> Self {
        Self {
            query,
            num_results: RESULTS_DEFAULT,
            allowed_domains: &[],
            blocked_domains: &[],
            is_approved: false,
        }
    }
}

/// A search that an engine can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The words, on one line.
    pub text: String,
    /// How many results to ask for: more than are wanted where domains will take some out.
    pub count: usize,
    allowed: Vec<Domain>,
    blocked: Vec<Domain>,
}

impl Query {
    /// The search of a request.
    ///
    /// # Errors
    /// It is too short or too long, has both lists of domains, or an entry that is no domain.
    pub fn new(request: &SearchRequest<'_>) -> Result<Self, SearchError> {
        // Longer than every query that is taken, so that what is cut is refused.
        let text = one_line(request.query, CHARACTERS_MAX + 1);
        if text.chars().count() < 2 {
            return Err(SearchError::QueryTooShort);
        }
        if text.chars().count() > CHARACTERS_MAX || text.split(' ').count() > WORDS_MAX {
            return Err(SearchError::QueryTooLong);
        }
        if !(1..=RESULTS_MAX).contains(&request.num_results) {
            return Err(SearchError::BadCount { count: request.num_results });
        }
        if !request.allowed_domains.is_empty() && !request.blocked_domains.is_empty() {
            return Err(SearchError::BothLists);
        }
        let domains =
            |texts: &[String]| texts.iter().map(|text| Domain::parse(text)).collect::<Result<Vec<_>, _>>();
        let (allowed, blocked) = (domains(request.allowed_domains)?, domains(request.blocked_domains)?);
        let filters = !allowed.is_empty() || !blocked.is_empty();
        let count = if filters { RESULTS_MAX } else { request.num_results };
        Ok(Self { text, count, allowed, blocked })
    }

    /// Whether results of this host are wanted.
    pub fn wants(&self, host: &str) -> bool {
        let contains = |domains: &[Domain]| domains.iter().any(|domain| domain.contains(host));
        (self.allowed.is_empty() || contains(&self.allowed)) && !contains(&self.blocked)
    }

    /// The words with the domains as most engines read them: `site:` and `-site:`. Where that is too long for them, or
    /// more than five, the words alone.
    pub fn with_sites(&self) -> String {
        let mut text = self.text.clone();
        // Writing to a string does not fail.
        if (1..=NAMED_DOMAINS_MAX).contains(&self.allowed.len()) {
            let sites = self.allowed.iter().map(|domain| format!("site:{}", domain.as_str()));
            let _ = write!(text, " {}", sites.collect::<Vec<_>>().join(" OR "));
        }
        for domain in self.blocked.iter().take(NAMED_DOMAINS_MAX) {
            let _ = write!(text, " -site:{}", domain.as_str());
        }
        let fits = text.chars().count() <= CHARACTERS_MAX && text.split(' ').count() <= WORDS_MAX;
        if fits { text } else { self.text.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(allowed: &[&str], blocked: &[&str]) -> Query {
        let texts = |texts: &[&str]| texts.iter().copied().map(str::to_owned).collect::<Vec<_>>();
        let (allowed, blocked) = (texts(allowed), texts(blocked));
        let request = SearchRequest {
            allowed_domains: &allowed,
            blocked_domains: &blocked,
            ..SearchRequest::new(" two \n words ")
        };
        Query::new(&request).unwrap()
    }

    #[test]
    fn a_query_names_its_domains() {
        assert_eq!(query(&[], &[]).with_sites(), "two words");
        assert_eq!(query(&["a.test"], &[]).with_sites(), "two words site:a.test");
        assert_eq!(query(&["a.test", "b.test"], &[]).with_sites(), "two words site:a.test OR site:b.test");
        assert_eq!(query(&[], &["a.test", "b.test"]).with_sites(), "two words -site:a.test -site:b.test");
        let many = query(&["a.test", "b.test", "c.test", "d.test", "e.test", "f.test"], &[]);
        assert_eq!(many.with_sites(), "two words");
        assert!(many.wants("f.test") && !many.wants("g.test"));
        let long = "a".repeat(60);
        assert_eq!(query(&[], &[&*format!("{long}.{long}.{long}.{long}.test"); 5]).with_sites(), "two words");
    }

    #[test]
    fn more_results_are_asked_for_where_some_will_be_taken_out() {
        assert_eq!(query(&[], &[]).count, 5);
        assert_eq!(query(&["a.test"], &[]).count, RESULTS_MAX);
        assert_eq!(query(&[], &["a.test"]).count, RESULTS_MAX);
    }

    #[test]
    fn what_is_no_search_is_refused() {
        let refused = |request: SearchRequest<'_>| Query::new(&request).unwrap_err().code();
        let domain = ["a.test".to_owned()];
        assert_eq!(refused(SearchRequest::new(" x \u{200b}")), "query_too_short");
        assert_eq!(refused(SearchRequest::new(&"x".repeat(CHARACTERS_MAX + 1))), "query_too_long");
        assert_eq!(refused(SearchRequest::new(&"x ".repeat(WORDS_MAX + 1))), "query_too_long");
        assert!(Query::new(&SearchRequest::new(&"x".repeat(CHARACTERS_MAX))).is_ok());
        assert_eq!(refused(SearchRequest { num_results: 0, ..SearchRequest::new("words") }), "bad_count");
        assert_eq!(refused(SearchRequest { num_results: 21, ..SearchRequest::new("words") }), "bad_count");
        let both = SearchRequest {
            allowed_domains: &domain,
            blocked_domains: &domain,
            ..SearchRequest::new("words")
        };
        assert_eq!(refused(both), "both_domain_lists");
        let bad = ["https://a.test".to_owned()];
        assert_eq!(
            refused(SearchRequest { blocked_domains: &bad, ..SearchRequest::new("words") }),
            "bad_domain"
        );
    }
}
