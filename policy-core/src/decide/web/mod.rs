//! The decision about a fetch or a search: the rules, the URL, the table of documentation hosts, the mode.
//!
//! Owns the order: deny rules, what is never fetched, ask rules, the checks of the text, allow rules, the table, the mode.
//! The verdict is that of a command, with these fields filled otherwise: `commands` is empty, `effects.network` has the host
//! (`host:port` where the port is not the scheme's; the search engine is `*`), nothing is granted to a sandbox, spans are
//! places in the URL or the query.

mod evidence;
mod judge;
mod reason;
#[cfg(test)]
#[path = "web_tests.rs"]
mod web_tests;

pub use judge::{WebGround, WebObjection, WebStanding};

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::commands::UiKind;
use crate::policy::Policy;
use crate::proof::{Page, PageVoucher};
use crate::request::{Facts, Request};
use crate::verdict::{Decision, Effects, Finding, Ui, Verdict};
use crate::web::{Found, Scheme, Tool, checks};
use evidence::{Evidence, HostNamed, fetch, search};

/// The verdict on `request`, which is one of the web tool `tool`.
pub(super) fn check(policy: &Policy, request: &Request<'_>, tool: Tool) -> Verdict {
    let evidence = match tool {
        Tool::Fetch => fetch(policy, request),
        Tool::Search => search(policy, request),
    };
    let (decision, ground) =
        judge::judge(evidence.objection(), evidence.standing(), policy.profile.trust, policy.mode);
    Verdict {
        decision,
        reason: reason::reason(&evidence, ground),
        effects: Effects { network: evidence.network(), ..Effects::default() },
        ui: Ui {
            kind: if tool == Tool::Fetch { UiKind::Read } else { UiKind::Search },
            collapsible: true,
            label: evidence.label(),
            ..Ui::default()
        },
        suggestions: evidence.suggestions(ground),
        findings: evidence.findings(),
        needs: evidence.needs,
        ..Verdict::unknown(request)
    }
}

/// The page at `url` as a program may print it, by a rule or by the table of documentation hosts, where nothing speaks
/// against that; `facts` are those of the command.
///
/// A program asks as the URL says, so the table counts over TLS only: the web tools themselves never ask such a host without.
pub(super) fn printable<'p>(policy: &'p Policy, url: &str, facts: &Facts) -> Option<Page<'p>> {
    let facts = Facts { carries_secret: facts.carries_secret, ..Facts::default() };
    let evidence = fetch(policy, &Request { facts, ..Request::web(Tool::Fetch, url) });
    if evidence.objection() != WebObjection::None {
        return None;
    }
    let is_encrypted = |host: &HostNamed| host.is_default_port && host.port == Scheme::Https.port();
    let voucher = match evidence.standing() {
        WebStanding::Allowed => PageVoucher::Rule(evidence.allowed?),
        WebStanding::Preapproved if evidence.host.as_ref().is_some_and(is_encrypted) => PageVoucher::Table,
        WebStanding::Preapproved | WebStanding::Unvouched => return None,
    };
    Some(Page { voucher, host: evidence.network().pop()? })
}

impl Evidence<'_, '_> {
    fn network(&self) -> Vec<String> {
        match (&self.host, self.tool) {
            (Some(HostNamed { host, is_default_port: true, .. }), _) => Vec::from([host.to_string()]),
            (Some(HostNamed { host, port, .. }), _) => Vec::from([format!("{host}:{port}")]),
            (None, Tool::Search) => Vec::from([String::from("*")]),
            (None, Tool::Fetch) => Vec::new(),
        }
    }

    fn label(&self) -> String {
        match (&self.host, self.tool) {
            (Some(HostNamed { host, .. }), _) => format!("fetch {host}"),
            (None, Tool::Fetch) => String::from("fetch"),
            (None, Tool::Search) => String::from("search the web"),
        }
    }

    /// The narrowest rule that would allow it. None helps against a finding that a rule does not answer.
    fn suggestions(&self, ground: WebGround) -> Vec<String> {
        let is_answered = |found: &Found| {
            [&checks::PORT, &checks::SPECIAL_HOST].contains(&found.check)
                // A rule that names the host answers for these.
                || [&checks::LONG_QUERY, &checks::LONG_TEXT].contains(&found.check)
        };
        let is_wanted = matches!(
            ground,
            WebGround::Unvouched
                | WebGround::Approval
                | WebGround::Doubt
                | WebGround::NobodyToAsk
                | WebGround::Refused
        );
        if !is_wanted || self.against.is_some() || !self.found.iter().all(is_answered) {
            return Vec::new();
        }
        match (self.tool, &self.host) {
            (Tool::Search, _) => Vec::from([String::from(Tool::Search.name())]),
            (Tool::Fetch, Some(named)) => {
                let HostNamed { host, port, has_usual_port, .. } = named;
                // Nobody runs a server of their own at an address of a cloud or of no network.
                if host.special().is_some_and(|special| !special.is_of_a_persons_server) {
                    return Vec::new();
                }
                let port = if *has_usual_port { String::new() } else { format!(":{port}") };
                Vec::from([format!("{}(domain:{host}{port})", Tool::Fetch.name())])
            }
            (Tool::Fetch, None) => Vec::new(),
        }
    }

    fn findings(&self) -> Vec<Finding> {
        let finding = |Found { check, span }: &Found| Finding {
            code: check.code.name,
            number: None,
            outcome: if check.refuses { Decision::Deny } else { Decision::Ask },
            span: *span,
            message: check.code.says.text.into(),
            help: check.code.help.person,
        };
        self.found.iter().map(finding).collect()
    }
}
