//! What the web tools of a session share, whatever the policy of a call is.
//!
//! Owns the trust in certificates, the environment, and the cache. The policy is read anew for each call, so it comes with
//! the call.

use std::ffi::OsString;
use std::sync::{Arc, Mutex};

use policy_core::Policy;
use policy_core::policy::{Summariser, WebSettings};
use tokio_rustls::rustls::ClientConfig;

use super::cache::Cache;
use super::client::Client;
use super::error::FetchError;
use super::page_reader::PageReader;
use super::policy_judge::{PolicyJudge, WebPlace};
use super::proxy::Proxies;
use super::summary::{Program, Server, Summarise};
use super::tls;
use super::tools::WebTools;
use crate::environment::Secrets;
use crate::network::{BadHost, Outside, System};

/// The web tools of one session. A page that is read twice within a quarter of an hour is requested once.
#[derive(Debug)]
pub struct WebSession {
    outside: Arc<dyn Outside>,
    tls: Arc<ClientConfig>,
    environment: Vec<(OsString, OsString)>,
    cache: Arc<Cache>,
}

impl WebSession {
    /// Tools with the network and the certificates of this machine, and with this environment: its proxies, its keys of
    /// search engines, and the secrets that leave the machine only after a question.
    ///
    /// # Errors
    /// The certificates of the machine cannot be used.
    pub fn new(environment: impl IntoIterator<Item = (OsString, OsString)>) -> Result<Self, FetchError> {
        Ok(Self {
            outside: Arc::new(System),
            tls: tls::system()?,
            environment: environment.into_iter().collect(),
            cache: Arc::default(),
        })
    }

    /// The tools under `policy`, for calls from `place`.
    ///
    /// # Errors
    /// A list of hosts in the policy cannot be read.
    pub fn under(&self, policy: Arc<Policy>, place: WebPlace) -> Result<WebTools, BadHost> {
        let web = policy.web.clone();
        let judge = PolicyJudge::new(policy, place, Secrets::of(self.variables()))?;
        let WebSettings { search, trust_proxy, user_agent, summarise } = web;
        let proxies = Proxies::of(self.variables());
        let proxies = if trust_proxy { proxies.trusted() } else { proxies };
        let hosts = judge.hosts().clone();
        let mut client = Client::new(hosts, Arc::clone(&self.outside), &self.tls, Arc::new(PageReader))
            .with_proxies(proxies)
            .with_cache(Arc::clone(&self.cache));
        if let Some(name) = user_agent {
            client = client.with_user_agent(&name);
        }
        if let Some(summariser) = summarise {
            client = client.with_summaries(self.summaries(summariser));
        }
        Ok(WebTools { client, judge, search, environment: self.environment.clone(), heard: Mutex::default() })
    }

    /// The value of the variable `name`.
    pub fn variable(&self, name: &str) -> Option<String> {
        self.variables().find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
    }

    fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.environment.iter().filter_map(|(name, value)| Some((name.to_str()?, value.to_str()?)))
    }

    fn summaries(&self, by: Summariser) -> Arc<dyn Summarise> {
        match by {
            Summariser::Command(words) => Arc::new(Program { words, environment: self.environment.clone() }),
            Summariser::Url(url) => Arc::new(Server { url }),
        }
    }
}
