//! The question whether a command may connect to a host that nothing names, and its answers.
//!
//! Owns what a host reads of them. Asks nobody.

use std::fmt;

use serde::Serialize;

/// A connection that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct HostQuestion {
    /// The name in lower case, or the address without brackets.
    pub host: String,
    /// The TCP port.
    pub port: u16,
}

/// The answer to a [`HostQuestion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum HostAnswer {
    /// This run may connect to this host on this port.
    Once,
    /// The same, and whoever answered has added the entry to the settings.
    Always,
    /// It may not. The host is not asked about again in this run.
    No,
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedHost {
    /// What was asked.
    #[serde(flatten)]
    pub question: HostQuestion,
    /// The answer; none if there was none in time, or before the command ended. The connection was refused then.
    pub answer: Option<HostAnswer>,
}

impl HostQuestion {
    /// The narrowest entry of `sandbox.network.allowedDomains` that allows it: the host with its port.
    pub fn entry(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for HostQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_is_the_narrowest_that_there_is() {
        for (host, entry) in [("a.test", "a.test:443"), ("9.9.9.9", "9.9.9.9:443"), ("::1", "[::1]:443")] {
            assert_eq!(HostQuestion { host: host.to_owned(), port: 443 }.entry(), entry);
            policy_core::rules::HostPattern::parse(entry).unwrap();
        }
    }
}
