//! The web tools: URLs and searches, what is known about them, and what can be wrong with them.
//!
//! Owns the strict reader of URLs, the spellings of hosts, the addresses and names that lead inside, the forms of secrets,
//! and the table of documentation hosts. Knows no rule and decides nothing; resolves no name and fetches nothing.
//!
//! | tool | the text of a request (`Request::command`) | what `spans` of its verdict are in |
//! |---|---|---|
//! | `WebFetch` | the URL | the URL |
//! | `WebSearch` | the query | the query |

pub mod address;
pub mod checks;
mod documentation;
#[cfg(test)]
#[path = "documentation_table.rs"]
mod documentation_table;
mod host;
mod idn;
mod long_text;
mod prompt;
mod punycode;
pub mod search;
mod secret_text;
mod texts;
mod url;

#[cfg(test)]
#[path = "agreement_tests.rs"]
mod agreement_tests;

pub use documentation::{Documentation, documentation, preapproved};
pub use host::{Host, Name, Special};
pub use idn::Idn;
pub(crate) use idn::is_settled;
pub use prompt::urls_in;
pub(crate) use search::refused as refused_query;
pub use secret_text::secrets_in;
pub use texts::{Found, in_search, in_url};
pub use url::{Refused, Scheme, URL_BYTES_MAX, Url};

/// A tool that asks something outside of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Fetches one URL.
    Fetch,
    /// Searches for a text.
    Search,
}

impl Tool {
    /// Both tools.
    pub const ALL: [Self; 2] = [Self::Fetch, Self::Search];

    /// The name in rules and requests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fetch => "WebFetch",
            Self::Search => "WebSearch",
        }
    }

    /// The tool with this name, byte for byte.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }
}
