//! The refusals of the proxy.
//!
//! Owns the sentences: the rule that refused, and the setting that would allow it. Counts repetitions, and keeps a
//! bounded number of facts however many names a command tries.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::address::Objection;
use super::hosts::{Entry, List};
use super::question::HostQuestion;
use super::target::Target;

/// Most different denials of a run that are kept.
const KEPT_MAX: usize = 100;

/// Longest host that a person is shown, in bytes; a name can be no longer.
const SHOWN_BYTES_MAX: usize = 253;

/// A connection that the proxy did not make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HostDenial {
    /// The name or address that was asked for.
    pub host: String,
    /// The TCP port; none when only the name was looked up.
    pub port: Option<u16>,
    /// The address that the name leads to, when that is why it was refused.
    pub address: Option<IpAddr>,
    /// The rule that refused it, in words.
    pub rule: String,
    /// The change of the settings that would allow it, in words.
    pub setting: String,
    /// How often it was tried.
    pub times: u32,
    /// Whether a person can let a run connect to it: it is public, and nothing denies it.
    #[serde(skip)]
    pub(crate) can_be_granted: bool,
}

impl HostDenial {
    /// An entry denies the host.
    pub(super) fn by_entry(host: &str, port: Option<u16>, entry: &Entry) -> Self {
        let rule = entry.rule();
        Self { setting: format!("remove {rule}"), rule, ..Self::of(host, port) }
    }

    /// No entry allows the host.
    pub(super) fn unnamed(host: &str, port: Option<u16>, list: List) -> Self {
        Self {
            rule: format!("nothing in {} names it", list.name()),
            setting: list.addition(&in_brackets(host)),
            ..Self::of(host, port)
        }
    }

    /// No entry allows the host, which would be asked about on other ports than the command used.
    pub(super) fn unasked(host: &str, asked: &[u16], list: List) -> Self {
        let ports = asked.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
        Self {
            rule: format!("nothing in {} names it, and only the ports {ports} are asked about", list.name()),
            setting: format!("{} with its port", list.addition(&in_brackets(host))),
            ..Self::of(host, None)
        }
    }

    /// The host is allowed and leads to an address that is not.
    pub(super) fn by_address(target: &Target, address: IpAddr, objection: Objection, list: List) -> Self {
        let named = Target::of_address(address, target.port);
        Self {
            address: Some(address),
            rule: format!("its address {address} is {}", objection.kind()),
            setting: list.addition(&named.to_string()),
            ..Self::of(&target.host, Some(target.port))
        }
    }

    /// What a person can be asked about it, if a yes would open it.
    pub(crate) fn question(&self) -> Option<HostQuestion> {
        let port = self.port.filter(|_| self.can_be_granted)?;
        Some(HostQuestion { host: self.host.clone(), port })
    }

    fn of(host: &str, port: Option<u16>) -> Self {
        let host = host.get(..SHOWN_BYTES_MAX).unwrap_or(host).to_owned();
        Self {
            host,
            port,
            address: None,
            rule: String::new(),
            setting: String::new(),
            times: 1,
            can_be_granted: false,
        }
    }
}

impl fmt::Display for HostDenial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}", in_brackets(&self.host))?;
        if let Some(port) = self.port {
            write!(f, ":{port}")?;
        }
        write!(f, "` was refused: {}; {}", self.rule, self.setting)
    }
}

fn in_brackets(host: &str) -> String {
    if host.contains(':') { format!("[{host}]") } else { host.to_owned() }
}

/// The denials of one run.
#[derive(Debug, Default)]
pub(super) struct Denials(Mutex<Vec<HostDenial>>);

impl Denials {
    /// Adds one, or counts it when it is known.
    pub(super) fn record(&self, denial: &HostDenial) {
        // A list that a panicking task left behind is still a list.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |known: &&mut HostDenial| {
            (&known.host, known.port, known.address) == (&denial.host, denial.port, denial.address)
        };
        if let Some(known) = kept.iter_mut().find(same) {
            known.times = known.times.saturating_add(1);
        } else if kept.len() < KEPT_MAX {
            kept.push(denial.clone());
        }
    }

    /// All so far, in the order in which they first came.
    pub(super) fn all(&self) -> Vec<HostDenial> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denial_says_which_rule_refused_and_what_would_allow_it() {
        let target = Target::parse("allowed.test", 443).unwrap();
        let loopback = Objection::Special("a loopback address");
        for (denial, expected) in [
            (
                HostDenial::unnamed("evil.test", Some(443), List::AllowedDomains),
                "`evil.test:443` was refused: nothing in `sandbox.network.allowedDomains` names it; add `evil.test` to \
                 `sandbox.network.allowedDomains`",
            ),
            (
                HostDenial::unnamed("::1", Some(80), List::Arguments),
                "`[::1]:80` was refused: nothing in `--allow-host` names it; name it with `--allow-host [::1]`",
            ),
            (
                HostDenial::by_address(&target, [127, 0, 0, 1].into(), loopback, List::AllowedDomains),
                "`allowed.test:443` was refused: its address 127.0.0.1 is a loopback address; add `127.0.0.1:443` to \
                 `sandbox.network.allowedDomains`",
            ),
        ] {
            assert_eq!(denial.to_string(), expected);
        }
    }

    #[test]
    fn what_is_tried_again_is_counted_and_the_list_is_bounded() {
        let denials = Denials::default();
        for number in 0..1_000 {
            denials.record(&HostDenial::unnamed(&format!("{number}.test"), None, List::AllowedDomains));
            denials.record(&HostDenial::unnamed("same.test", None, List::AllowedDomains));
        }
        let all = denials.all();
        assert_eq!(all.len(), KEPT_MAX);
        assert_eq!(all.get(1).map(|denial| (denial.host.as_str(), denial.times)), Some(("same.test", 1_000)));
    }
}
