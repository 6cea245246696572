//! A policy of a few hosts, which remembers what it was asked.

use std::sync::Mutex;

use host_runner::web::{Judge, Judgement, Named, Ruling};
use url::Url;

/// Hosts that are allowed, denied and named; everything else asks.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    allowed: Vec<String>,
    denied: Vec<String>,
    named: Vec<String>,
    judged: Mutex<Vec<Url>>,
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().copied().map(str::to_owned).collect()
}

impl Rules {
    /// These hosts are allowed; `*` is every one.
    pub(crate) fn allowing(hosts: &[&str]) -> Self {
        Self { allowed: texts(hosts), ..Self::default() }
    }

    /// The same, with hosts that are denied.
    pub(crate) fn denying(self, hosts: &[&str]) -> Self {
        Self { denied: texts(hosts), ..self }
    }

    /// The same, with hosts that the settings name without a wildcard, some of them with a port.
    pub(crate) fn naming(self, hosts: &[&str]) -> Self {
        Self { named: texts(hosts), ..self }
    }

    /// What was judged since the last time, in order.
    pub(crate) fn judged(&self) -> Vec<Url> {
        std::mem::take(&mut *self.judged.lock().unwrap())
    }
}

impl Judge for Rules {
    fn url(&self, url: &Url) -> Judgement {
        self.judged.lock().unwrap().push(url.clone());
        let host = url.host_str().unwrap();
        let has = |hosts: &[String], name: &str| hosts.iter().any(|known| known == name);
        let ruling = if has(&self.denied, host) {
            Ruling::Denied("a rule denies the host".to_owned())
        } else if has(&self.allowed, host) || has(&self.allowed, "*") {
            Ruling::Allowed
        } else {
            Ruling::Asks("no rule allows the host".to_owned())
        };
        let named = if has(&self.named, &format!("{host}:{}", url.port_or_known_default().unwrap())) {
            Named::HostAndPort
        } else if has(&self.named, host) {
            Named::Host
        } else {
            Named::No
        };
        Judgement { ruling, named }
    }

    fn query(&self, query: &str) -> Ruling {
        match query {
            _ if query.contains("forbidden") => Ruling::Denied("a rule denies searches".to_owned()),
            _ if self.allowed.is_empty() => Ruling::Asks("no rule allows searches".to_owned()),
            _ => Ruling::Allowed,
        }
    }
}
