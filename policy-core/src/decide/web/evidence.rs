//! The evidence about a fetch or a search: what is found in its text, and the rules about it.
//!
//! Owns the order in which they are asked. Decides nothing: the judge does.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::judge::{WebObjection, WebStanding};
use crate::policy::Policy;
use crate::request::{Need, Request};
use crate::rules::{Content, HostPattern, List, Matched, Meeting, Rule, Rules};
use crate::sorted;
use crate::span::Span;
use crate::web::checks::{self, WebCheck};
use crate::web::{Found, Host, Refused, Tool, Url, in_search, in_url, preapproved, refused_query};

/// Everything that was found out about one call.
pub(super) struct Evidence<'r, 'p> {
    pub(super) policy: &'p Policy,
    pub(super) tool: Tool,
    /// The URL or the query.
    pub(super) text: &'r str,
    /// The host that it names, as a rule would name it.
    pub(super) host: Option<HostNamed>,
    /// The strictest deny or ask rule.
    pub(super) against: Option<Matched<'p>>,
    /// The allow rule.
    pub(super) allowed: Option<&'p Rule>,
    pub(super) is_preapproved: bool,
    pub(super) found: Vec<Found>,
    pub(super) needs: Vec<Need>,
}

/// The host of a URL.
pub(super) struct HostNamed {
    pub(super) host: Host,
    pub(super) port: u16,
    pub(super) has_usual_port: bool,
    /// Whether the port is that of the scheme.
    pub(super) is_default_port: bool,
}

/// The evidence about a fetch.
pub(super) fn fetch<'r, 'p>(policy: &'p Policy, request: &Request<'r>) -> Evidence<'r, 'p> {
    let text = request.command;
    let mut evidence = Evidence {
        policy,
        tool: Tool::Fetch,
        text,
        host: None,
        against: None,
        allowed: None,
        is_preapproved: false,
        found: Vec::new(),
        needs: Vec::new(),
    };
    let whole = Span::new(0, text.len());
    let (read, is_same) = match canonical(request) {
        Ok((canonical, is_confirmed)) => {
            (Url::read(&canonical, is_confirmed).map(|url| evidence.take(&url, request)), &*canonical == text)
        }
        Err(refused) => (Err(refused), true),
    };
    if let Err(Refused { check, span }) = read {
        evidence.against = of_unread(&policy.rules);
        evidence.found.push(Found { check, span });
    }
    if !is_same {
        // The places are those of the canonical text.
        evidence.found.iter_mut().for_each(|found| found.span = whole);
    }
    evidence
}

/// The text to judge: that of the request, or what its host says that it becomes; and whether its host says so.
///
/// # Errors
/// Its host says that it is no URL.
fn canonical<'r>(request: &'r Request<'_>) -> Result<(Cow<'r, str>, bool), Refused> {
    let text = request.command;
    match request.facts.urls.get(text) {
        None => Ok((Cow::Borrowed(text), false)),
        Some(Some(canonical)) => Ok((Cow::Borrowed(canonical), true)),
        // What is refused for a reason of its own has that reason.
        Some(None) => match Url::read(text, false) {
            Err(refused) => Err(refused),
            Ok(_) => Err(Refused { check: &checks::URL, span: Span::new(0, text.len()) }),
        },
    }
}

impl Evidence<'_, '_> {
    /// Takes what `url` shows.
    fn take(&mut self, url: &Url<'_>, request: &Request<'_>) {
        let rules = &self.policy.rules;
        if let Some(span) = url.unclear {
            self.found.push(Found { check: &checks::NOT_CANONICAL, span });
            if !request.facts.urls.contains_key(request.command) {
                self.needs.push(Need::Url(request.command.into()));
            }
        }
        let Some(host) = &url.host else {
            self.against = of_unread(rules);
            return;
        };
        let port = url.port;
        self.against = against(rules, host, port);
        let is_named = |rule: &Rule| match &rule.content {
            Content::Domain(pattern) => pattern.is_literal(),
            Content::All | Content::Command(_) | Content::Path(_) | Content::Text(_) => false,
        };
        let literal = |content: &Content| {
            about(content).is_some_and(|pattern| pattern.is_literal() && pattern.meets(host) == Meeting::Yes)
        };
        let opens = |content: &Content| opens(content, host, port);
        let special = host.special();
        // A project may not open the inside of the network that it lies in.
        let may_name = |rule: &Rule| special.is_none() || !self.policy.is_of_project(&rule.place);
        let naming = rules.naming_web(List::Allow, Tool::Fetch, |rule| {
            literal(&rule.content) && opens(&rule.content) && may_name(rule)
        });
        let allowing = || {
            let every = url.has_usual_port();
            rules.naming_web(List::Allow, Tool::Fetch, |rule| match &rule.content {
                Content::All => every,
                content => opens(content),
            })
        };
        if special.is_some() {
            let is_asked_by_name = || {
                rules.naming_web(List::Ask, Tool::Fetch, |rule| {
                    let content = &rule.content;
                    literal(content) && met(content, host, port) == Meeting::Yes && may_name(rule)
                })
            };
            self.allowed = naming;
            if naming.or_else(is_asked_by_name).is_none() {
                self.found.push(Found { check: &checks::SPECIAL_HOST, span: url.host_span });
            }
        } else {
            self.allowed = naming.or_else(allowing);
            self.is_preapproved = self.policy.preapproved && preapproved(url).is_some();
        }
        if special.is_none() && self.allowed.is_none() && !url.has_usual_port() {
            let span = Span { start: url.host_span.end, end: url.path.start };
            self.found.push(Found { check: &checks::PORT, span });
        }
        let by_name = self.allowed.is_some_and(is_named);
        let told = in_url(url).into_iter().filter(|found| !by_name || *found.check == checks::SECRET);
        self.found.extend(told);
        self.add_known_secret(request, Span::new(0, url.text.len()));
        sorted::sort_by_key(&mut self.found, |found| found.span.start);
        self.host = Some(HostNamed {
            host: host.clone(),
            port,
            has_usual_port: url.has_usual_port(),
            is_default_port: port == url.scheme.port(),
        });
    }

    /// Adds that the host of the program knows a secret in it.
    fn add_known_secret(&mut self, request: &Request<'_>, whole: Span) {
        let is_found = self.found.iter().any(|found| *found.check == checks::SECRET);
        if request.facts.carries_secret && !is_found {
            self.found.push(Found { check: &checks::SECRET, span: whole });
        }
    }

    pub(super) fn objection(&self) -> WebObjection {
        let worst =
            self.found.iter().map(|found| objection_of(found.check)).max().unwrap_or(WebObjection::None);
        let rule = self.against.map_or(WebObjection::None, |matched| match matched.list {
            List::Deny => WebObjection::DenyRule,
            List::Ask if matched.certain => WebObjection::AskRule,
            List::Ask | List::Allow => WebObjection::PossibleRule,
        });
        rule.max(worst)
    }

    pub(super) fn standing(&self) -> WebStanding {
        match self.allowed {
            Some(_) => WebStanding::Allowed,
            None if self.is_preapproved => WebStanding::Preapproved,
            None => WebStanding::Unvouched,
        }
    }
}

/// How much a finding objects.
pub(super) fn objection_of(check: &WebCheck) -> WebObjection {
    if check.refuses {
        WebObjection::Refused
    } else if *check == checks::NOT_CANONICAL {
        WebObjection::Unclear
    } else {
        WebObjection::Doubt
    }
}

/// The hosts of a rule.
fn about(content: &Content) -> Option<&HostPattern> {
    match content {
        Content::Domain(pattern) => Some(pattern),
        Content::All | Content::Command(_) | Content::Path(_) | Content::Text(_) => None,
    }
}

/// Whether an allow rule with this content means the host and the port. Without a port it means those of the web.
fn opens(content: &Content, host: &Host, port: u16) -> bool {
    about(content).is_some_and(|pattern| {
        pattern.meets(host) == Meeting::Yes
            && pattern.port().map_or(matches!(port, 80 | 443), |meant| meant == port)
    })
}

/// Whether a deny or ask rule with this content means the host and the port. Without a port it means every one.
fn met(content: &Content, host: &Host, port: u16) -> Meeting {
    let meant = about(content).filter(|pattern| pattern.port().is_none_or(|meant| meant == port));
    meant.map_or(Meeting::No, |pattern| pattern.meets(host))
}

/// The strictest deny or ask rule about `host` on `port`.
fn against<'p>(rules: &'p Rules, host: &Host, port: u16) -> Option<Matched<'p>> {
    let certain = |list| {
        let rule = rules.about_web(list, Tool::Fetch, |content| met(content, host, port) == Meeting::Yes)?;
        Some(Matched::certain(list, rule))
    };
    let possible = |list| {
        rules
            .about_web(list, Tool::Fetch, |content| met(content, host, port) == Meeting::Perhaps)
            .map(Matched::possible)
    };
    strictest([certain(List::Deny), certain(List::Ask), possible(List::Deny), possible(List::Ask)])
}

/// The strictest deny or ask rule where nobody can tell the host.
fn of_unread(rules: &Rules) -> Option<Matched<'_>> {
    let every = |list| {
        let rule = rules.naming_web(list, Tool::Fetch, |rule| rule.content == Content::All)?;
        Some(Matched::certain(list, rule))
    };
    let any = |list| rules.about_web(list, Tool::Fetch, |_| true).map(Matched::possible);
    strictest([every(List::Deny), every(List::Ask), any(List::Deny), any(List::Ask)])
}

/// The first of the strictest.
fn strictest<const N: usize>(matched: [Option<Matched<'_>>; N]) -> Option<Matched<'_>> {
    let strictness = |matched: &Matched<'_>| (matched.list == List::Deny, matched.certain);
    matched
        .into_iter()
        .flatten()
        .reduce(|one, next| if strictness(&next) > strictness(&one) { next } else { one })
}

/// The evidence about a search.
pub(super) fn search<'r, 'p>(policy: &'p Policy, request: &Request<'r>) -> Evidence<'r, 'p> {
    let text = request.command;
    let whole = Span::new(0, text.len());
    let rules = &policy.rules;
    let about = |list| rules.matching_text(list, Tool::Search.name(), text);
    let against = strictest([List::Deny, List::Ask].map(|list| Some(Matched::certain(list, about(list)?))));
    let mut evidence = Evidence {
        policy,
        tool: Tool::Search,
        text,
        host: None,
        against,
        allowed: about(List::Allow),
        is_preapproved: false,
        found: Vec::new(),
        needs: Vec::new(),
    };
    if let Some(check) = refused_query(text) {
        evidence.found.push(Found { check, span: whole });
    } else {
        evidence.found = in_search(text);
        evidence.add_known_secret(request, whole);
    }
    evidence
}
