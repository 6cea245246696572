//! The settings about the web tools as values.
//!
//! Owns the types, and the names of the search engines. Reads no settings and sends nothing: the host does.

use alloc::string::String;
use alloc::vec::Vec;

use super::classifier_settings::LoopbackUrl;

/// `web` without `preapproved`: how the host of the program fetches and searches what may be fetched and searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebSettings {
    /// `search`
    pub search: SearchSettings,
    /// `trustProxy`: false unless a file says otherwise. Whether the proxy of the environment may be given a name that
    /// this machine cannot resolve; then nothing here judges its address.
    pub trust_proxy: bool,
    /// `userAgent`: the value of the header, in ASCII. None for the honest name of the program.
    pub user_agent: Option<String>,
    /// `summarise`
    pub summarise: Option<Summariser>,
}

/// `web.search`: who is asked for results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchSettings {
    /// `engine`; none for the one that is there.
    pub engine: Option<SearchEngineName>,
    /// `url`: the front page of an instance of `SearXNG`, as written.
    pub url: Option<String>,
}

/// A search engine by its name in arguments and settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEngineName {
    /// Brave Search, whose key is in the environment.
    Brave,
    /// An instance of `SearXNG`, whose URL the settings have.
    SearXng,
    /// The instant answers of `DuckDuckGo`.
    DuckDuckGo,
}

impl SearchEngineName {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Brave, Self::SearXng, Self::DuckDuckGo];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brave => "brave",
            Self::SearXng => "searxng",
            Self::DuckDuckGo => "duckduckgo",
        }
    }

    /// The engine with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }
}

/// `web.summarise`: who answers the prompt of a fetch from the text of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Summariser {
    /// A program and its arguments, on standard input.
    Command(Vec<String>),
    /// A server on this machine, by a request.
    Url(LoopbackUrl),
}
