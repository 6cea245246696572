//! What the sandbox of the host is enough for: the setting `autoAllowBashIfSandboxed`.
//!
//! Owns the conditions under which the sandbox is reason enough to allow a command. Builds no sandbox: the host reports
//! whether it has a complete one ([`Facts::sandboxed`](crate::request::Facts::sandboxed)).

use alloc::string::String;
use alloc::vec::Vec;

use super::concern::Concern;
use crate::commands::{Arg, Uses};
use crate::policy::{Policy, SandboxSettings};
use crate::profiles::Trust;
use crate::request::Request;
use crate::rules::{Access, HostPattern, List, Rules};

/// What the sandbox of the host is enough for.
#[derive(Debug)]
pub(crate) struct Confinement {
    /// Whether it is enough for what is not known before the run. Not where the profile forbids forms of commands, which
    /// only the text shows.
    pub(crate) holds_unknown: bool,
    /// Whether text that was not understood counts too. Not beside a deny or ask rule, which may be about it.
    holds_syntax: bool,
    /// Whether it refuses each path that a deny or ask rule is about, so that an unknown path is none of them.
    pub(crate) holds_paths: bool,
    servers: Servers,
}

/// The servers that the sandbox lets a command reach.
#[derive(Debug)]
enum Servers {
    /// None.
    None,
    /// Those that an entry of the first list matches, and none of the second.
    Hosts(Vec<HostPattern>, Vec<HostPattern>),
    /// The sockets of daemons that the settings name.
    Sockets,
}

impl Confinement {
    /// The confinement of the request's command; none when the settings or the host do not let it be reason enough.
    pub(crate) fn of(policy: &Policy, request: &Request<'_>) -> Option<Self> {
        let settings = &policy.sandbox;
        let counts = settings.enabled && settings.auto_allow_bash_if_sandboxed && request.facts.sandboxed;
        let profile = policy.profile;
        let ruled = |list| !policy.rules.list(list).is_empty();
        let holds_unknown = profile.trust == Trust::Proof && profile.forbidden.is_empty();
        counts.then(|| Self {
            holds_unknown,
            holds_paths: [Access::Read, Access::Edit]
                .into_iter()
                .all(|access| holds_paths(&policy.rules, access)),
            holds_syntax: holds_unknown && !ruled(List::Deny) && !ruled(List::Ask),
            servers: Servers::of(settings),
        })
    }

    /// Whether it makes harmless what a finding is about.
    pub(crate) fn holds(&self, concern: Concern) -> bool {
        match concern {
            Concern::Change | Concern::Value => self.holds_unknown,
            Concern::Syntax => self.holds_syntax,
            Concern::Access | Concern::Text => false,
        }
    }

    /// Whether the command needs no server, or only what the settings let it reach.
    pub(super) fn grants_servers(&self, uses: &Uses, args: &[Arg<'_>]) -> bool {
        if !uses.connects() {
            return true;
        }
        match &self.servers {
            Servers::None => false,
            Servers::Sockets => true,
            Servers::Hosts(allowed, denied) => uses.hosts(args).all(|host| {
                let meets = |list: &[HostPattern]| list.iter().any(|pattern| pattern.matches_host(host));
                meets(allowed) && !meets(denied)
            }),
        }
    }
}

/// Whether the sandbox enforces every deny rule about this access, and no ask rule is about it.
///
/// A host adds the paths that deny rules name one by one to what the sandbox refuses
/// ([`SandboxSettings::deny_read`], [`SandboxSettings::deny_write`]).
fn holds_paths(rules: &Rules, access: Access) -> bool {
    !rules.is_about(List::Ask, access) && rules.names_each(List::Deny, access)
}

impl Servers {
    fn of(settings: &SandboxSettings) -> Self {
        let parsed = |lists: [&[String]; 2]| -> Vec<HostPattern> {
            lists.into_iter().flatten().filter_map(|text| HostPattern::parse(text).ok()).collect()
        };
        let allowed = parsed([&settings.allowed_domains, &settings.fetch_allowed]);
        if settings.allow_all_unix_sockets || !settings.allow_unix_sockets.is_empty() {
            Self::Sockets
        } else if allowed.is_empty() {
            Self::None
        } else {
            Self::Hosts(allowed, parsed([&settings.denied_domains, &settings.fetch_refused]))
        }
    }
}

#[cfg(test)]
#[path = "confinement_tests.rs"]
mod tests;
