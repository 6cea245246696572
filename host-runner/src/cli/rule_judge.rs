//! The verdict of the rules alone on a URL or a query.
//!
//! Owns the order of the lists: deny, ask, allow, and else a person. Knows nothing of modes and of what a URL carries.

use policy_core::rules::List;
use policy_core::{Policy, visible};
use url::Url;

use crate::network::Hosts;
use crate::web::{Judge, Judgement, Named, Ruling};

/// The rules of a policy.
#[derive(Debug)]
pub(super) struct RuleJudge<'p> {
    pub(super) policy: &'p Policy,
    /// The lists of the same policy.
    pub(super) hosts: &'p Hosts,
}

impl Judge for RuleJudge<'_> {
    fn url(&self, url: &Url) -> Judgement {
        // An address is named as the lists of hosts name it, without brackets.
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let rules = &self.policy.rules;
        let ruling = ruling(|list| rules.matching_host(list, host).map(|rule| rule.text.clone()));
        Judgement { ruling, named: Named::of(url, self.hosts) }
    }

    fn query(&self, query: &str) -> Ruling {
        let rules = &self.policy.rules;
        ruling(|list| rules.matching_text(list, "WebSearch", query).map(|rule| rule.text.clone()))
    }
}

/// What the first list says that has a rule; `find` finds its text.
fn ruling(find: impl Fn(List) -> Option<String>) -> Ruling {
    let says = |verb: &str, rule: &str| format!("the rule `{}` {verb}", visible::line(rule));
    if let Some(rule) = find(List::Deny) {
        return Ruling::Denied(says("denies it", &rule));
    }
    if let Some(rule) = find(List::Ask) {
        return Ruling::Asks(says("asks about it", &rule));
    }
    match find(List::Allow) {
        Some(_) => Ruling::Allowed,
        None => Ruling::Asks("no rule allows it".to_owned()),
    }
}
