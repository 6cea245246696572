//! The verdict on a request, as the web tools ask for it.
//!
//! Owns the question. The answer comes from the policy; each hop of a request is asked about anew.

use std::fmt::Debug;

use url::Url;

use super::location;
use crate::network::Hosts;

/// What may be requested.
pub trait Judge: Debug + Send + Sync {
    /// The verdict on a GET of `url`, which is in its canonical spelling ([`canonical`](super::canonical)).
    fn url(&self, url: &Url) -> Judgement;

    /// The verdict on sending `query` to a search engine.
    fn query(&self, query: &str) -> Ruling;
}

/// The verdict on one URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Whether it may be requested.
    pub ruling: Ruling,
    /// How the settings name its host. A person's yes changes nothing here.
    pub named: Named,
}

/// Whether a request may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It may.
    Allowed,
    /// A person decides, for this reason: one sentence, without a full stop.
    Asks(String),
    /// It may not, for this reason, and no yes changes that.
    Denied(String),
}

/// How an entry of the settings that allows a host names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// No entry does, or only one with a wildcard.
    #[default]
    No,
    /// As `docs.rs`: the host may lead to a private network.
    Host,
    /// As `docs.rs:80`: on this port, so that `http:` on port 80 is meant as it is written.
    HostAndPort,
}

impl Named {
    /// How the lists of the settings name the host of `url`, which is in its canonical spelling.
    pub fn of(url: &Url, hosts: &Hosts) -> Self {
        let naming = location::target(url).and_then(|target| hosts.naming(&target.host, target.port));
        match naming {
            Some(true) => Self::HostAndPort,
            Some(false) => Self::Host,
            None => Self::No,
        }
    }

    /// Whether the host may lead to a private network.
    pub(super) fn opens_private(self) -> bool {
        self != Self::No
    }
}
