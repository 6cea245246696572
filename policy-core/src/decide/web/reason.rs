//! Why, in words: one sentence for the person, one or two for the model. No part of a URL but its host is repeated, because
//! the rest may hold a secret.

use alloc::format;
use alloc::string::{String, ToString};

use super::evidence::{Evidence, HostNamed, objection_of};
use super::judge::WebGround;
use crate::codes::{Code, reasons};
use crate::profiles::Trust;
use crate::rules::Rule;
use crate::verdict::Reason;
use crate::visible::owned_line;
use crate::web::{Found, Host, Tool, checks};

pub(super) fn reason(evidence: &Evidence<'_, '_>, ground: WebGround) -> Reason {
    let mut reason = worded(evidence, ground);
    reason.message = owned_line(reason.message);
    reason.model_message = owned_line(reason.model_message);
    reason
}

fn worded(evidence: &Evidence<'_, '_>, ground: WebGround) -> Reason {
    let against = evidence.against.map(|matched| matched.rule);
    let what = noun(evidence);
    match ground {
        WebGround::AllowRule => ruled(
            &reasons::ALLOW_RULE,
            reasons::ALLOW_RULE.says.text.into(),
            evidence.allowed,
            format!("The {what} is allowed by a rule."),
        ),
        WebGround::Preapproved => plain(
            &reasons::WEB_PREAPPROVED,
            reasons::WEB_PREAPPROVED.says.about(&host(evidence)),
            format!("The {what} is allowed: the host is known to have documentation."),
        ),
        WebGround::Bypass => by_mode(
            evidence,
            plain(
                &reasons::BYPASS_PERMISSIONS,
                reasons::BYPASS_PERMISSIONS.says.text.into(),
                format!("The {what} is allowed: permissions are bypassed."),
            ),
        ),
        WebGround::DenyRule => {
            let rule = against.map_or("a deny rule", |rule| &rule.text);
            let model = format!(
                "The rule `{rule}` denies this {what}; nothing was sent. Do not try to reach the same page another way: leave \
                 it out, or tell the user why it is needed."
            );
            ruled(&reasons::DENY_RULE, reasons::DENY_RULE.says.text.into(), against, model)
        }
        WebGround::AskRule => ruled(
            &reasons::ASK_RULE,
            "a rule requires a person to decide".into(),
            against,
            format!("A rule requires the user to approve this {what}."),
        ),
        WebGround::PossibleRule => {
            let rule = against.map_or_else(|| "a deny or ask rule".into(), |rule| format!("`{}`", rule.text));
            let why = match against {
                Some(rule) if rule.in_doubt => ": it cannot be read",
                _ => ", and only a browser can tell",
            };
            let message = format!("{rule} may match{why}");
            ruled(
                &reasons::RULE_MAY_MATCH,
                message,
                against,
                format!(
                    "The user must approve this {what}: a rule may match. Write the host in the letters of ASCII."
                ),
            )
        }
        WebGround::Refused => found(evidence, true).unwrap_or_else(|| unvouched(evidence)),
        WebGround::Doubt => found(evidence, false).unwrap_or_else(|| unvouched(evidence)),
        WebGround::Unvouched => unvouched(evidence),
        WebGround::Approval => approval(evidence),
        WebGround::NobodyToAsk => {
            let inner = match (against, found(evidence, false)) {
                (Some(rule), _) => {
                    let asks = format!("`{}` asks about it", rule.text);
                    ruled(&reasons::ASK_RULE, asks, against, String::new())
                }
                (None, Some(found)) => found,
                (None, None) if evidence.policy.profile.trust != Trust::Proof => approval(evidence),
                (None, None) => unvouched(evidence),
            };
            let reason = Reason {
                code: reasons::NOBODY_TO_ASK.name,
                message: reasons::NOBODY_TO_ASK.says.about(&inner.message),
                model_message: format!(
                    "The {what} would need approval, and nobody can give it in this session; nothing was sent. Use a host that \
                     a rule allows, or do without it."
                ),
                ..inner
            };
            by_mode(evidence, reason)
        }
        WebGround::PlanMode => by_mode(
            evidence,
            plain(
                &reasons::PLAN_MODE,
                format!(
                    "under the profile `{}` nothing is fetched in plan mode",
                    evidence.policy.profile.name
                ),
                format!("Plan mode: this {what} was not made. Put it into the plan."),
            ),
        ),
    }
}

const fn noun(evidence: &Evidence<'_, '_>) -> &'static str {
    match evidence.tool {
        Tool::Fetch => "fetch",
        Tool::Search => "search",
    }
}

/// The host, in both of its forms where it has two, with what is strange about its letters.
fn host(evidence: &Evidence<'_, '_>) -> String {
    match &evidence.host {
        Some(HostNamed { host: Host::Name(name), .. }) => {
            let Some(idn) = &name.idn else { return format!("`{}`", name.ascii) };
            let mixed = idn.mixed().map(|(one, other)| format!(", letters of {one} and of {other}"));
            format!("`{}` (`{}`{})", name.ascii, idn.unicode, mixed.unwrap_or_default())
        }
        Some(HostNamed { host, .. }) => format!("`{host}`"),
        None => "it".into(),
    }
}

/// The first finding of the strictest kind speaks for all.
fn found(evidence: &Evidence<'_, '_>, refuses: bool) -> Option<Reason> {
    let strictest = evidence.found.iter().filter(|found| found.check.refuses == refuses);
    let Found { check, span } = strictest.max_by_key(|found| {
        (objection_of(found.check), *found.check == checks::SECRET, core::cmp::Reverse(found.span.start))
    })?;
    let code = &check.code;
    let message = match &evidence.host {
        Some(HostNamed { host: named, .. }) if *check == &checks::SPECIAL_HOST => {
            let kind = named.special().map_or("special", |special| special.kind);
            format!("{} is {kind}, and no rule names it", host(evidence))
        }
        Some(HostNamed { port, .. }) if *check == &checks::PORT => {
            format!("no rule names the port {port} of {}", host(evidence))
        }
        None if *check == &checks::SCHEME => {
            let scheme = span.slice(evidence.text);
            format!("{}, not `{scheme}`", code.says.text)
        }
        _ if evidence.host.is_some() => format!("{} ({})", code.says.text, host(evidence)),
        _ => code.says.text.to_string(),
    };
    let what = noun(evidence);
    let help = code.help.model.map(|help| format!(" To avoid it: {help}.")).unwrap_or_default();
    let model = if refuses {
        format!("The {what} was refused: {message}. Nothing was sent.{help}")
    } else {
        format!("The user must approve this {what}: {message}.{help}")
    };
    Some(plain(code, message, model))
}

fn unvouched(evidence: &Evidence<'_, '_>) -> Reason {
    let code = match evidence.tool {
        Tool::Fetch => &reasons::WEB_NO_RULE,
        Tool::Search => &reasons::WEB_SEARCH,
    };
    let message = match evidence.tool {
        Tool::Fetch => code.says.about(&host(evidence)),
        Tool::Search => code.says.text.into(),
    };
    let model = format!("The user must approve this {}: {message}.", noun(evidence));
    plain(code, message, model)
}

fn approval(evidence: &Evidence<'_, '_>) -> Reason {
    let profile = format!("the profile `{}`", evidence.policy.profile.name);
    let reason = plain(
        &reasons::APPROVAL,
        format!("under {profile} every {} needs approval or a rule", noun(evidence)),
        format!("The user must approve this {}: each needs approval in this session.", noun(evidence)),
    );
    let source = evidence.policy.profile_place.as_ref().map(ToString::to_string);
    Reason { source, ..reason }
}

/// `reason` with the place where the mode was set, unless it names the place of a rule.
fn by_mode(evidence: &Evidence<'_, '_>, reason: Reason) -> Reason {
    let mode = || evidence.policy.mode_place.as_ref().map(ToString::to_string);
    Reason { source: reason.source.or_else(mode), ..reason }
}

fn plain(code: &Code, message: String, model_message: String) -> Reason {
    Reason { code: code.name, message, rule: None, source: None, model_message }
}

fn ruled(code: &Code, message: String, rule: Option<&Rule>, model_message: String) -> Reason {
    Reason {
        code: code.name,
        message,
        rule: rule.map(|rule| rule.text.clone()),
        source: rule.map(|rule| rule.place.to_string()),
        model_message,
    }
}
