//! Why, in words: one sentence for the person, one or two for the model.

use alloc::format;
use alloc::string::{String, ToString};

use super::evidence::Evidence;
use super::findings::{Raised, forbids};
use super::judge::Ground;
use crate::codes::{Code, notices, reasons};
use crate::commands::Arg;
use crate::profiles::Trust;
use crate::proof::{Lack, Standing, Voucher};
use crate::rules::Rule;
use crate::script::Script;
use crate::verdict::{Decision, Reason};
use crate::visible::{line, owned_line};

/// Longest piece of the command that is quoted in a message, in characters.
const QUOTED_MAX: usize = 60;

pub(super) fn reason(evidence: &Evidence<'_, '_>, ground: Ground) -> Reason {
    let mut reason = worded(evidence, ground);
    // Rules and pieces of the command are quoted, which may hold anything.
    reason.message = owned_line(reason.message);
    reason.model_message = owned_line(reason.model_message);
    reason
}

fn worded(evidence: &Evidence<'_, '_>, ground: Ground) -> Reason {
    let matched = evidence.against.map(|matched| matched.rule);
    match ground {
        Ground::ReadOnly => plain(&reasons::READ_ONLY, "The command only reads and may run.".into()),
        Ground::SelfDescription => {
            let asked =
                evidence.vouchers.iter().find(|voucher| voucher.standing == Standing::SelfDescription);
            let name = asked.map_or_else(|| "it".into(), name);
            let model =
                "The command only asks an installed program for its version or its help, and may run.";
            let message = reasons::SELF_DESCRIPTION.says.about(&name);
            worded_as(reasons::SELF_DESCRIPTION.name, message, model.into())
        }
        Ground::ReadsService => {
            let model = "The command only reads the service that the user set up, and may run.";
            let message = reasons::READS_SERVICE.says.about(&service_reader(evidence));
            worded_as(reasons::READS_SERVICE.name, message, model.into())
        }
        Ground::Preapproved => {
            let model = "The command only prints pages of a known host of documentation, and may run.";
            let documentation = evidence.vouchers.iter().find_map(|voucher| voucher.documentation().next());
            let host = documentation.map_or_else(|| "it".into(), |host| ["`", host, "`"].concat());
            let message = reasons::WEB_PREAPPROVED.says.about(&host);
            worded_as(reasons::WEB_PREAPPROVED.name, message, model.into())
        }
        Ground::AllowRule => {
            let rule =
                evidence.approved.or_else(|| evidence.vouchers.iter().find_map(|voucher| voucher.rule));
            ruled(
                &reasons::ALLOW_RULE,
                reasons::ALLOW_RULE.says.text,
                rule,
                "The command is allowed by a rule and may run.".into(),
            )
        }
        Ground::AcceptEdits => by_mode(
            evidence,
            plain(
                &reasons::ACCEPT_EDITS,
                "The command changes files in the working directories and may run.".into(),
            ),
        ),
        Ground::Sandboxed => plain(
            &reasons::SANDBOXED,
            "The command may run in the sandbox, which refuses everything outside of its grants.".into(),
        ),
        Ground::Bypass => by_mode(
            evidence,
            plain(&reasons::BYPASS_PERMISSIONS, "The command may run: permissions are bypassed.".into()),
        ),
        Ground::DenyRule => {
            let rule = matched.map_or("a deny rule", |rule| &rule.text);
            let model = format!(
                "The rule `{rule}` denies this command; it was not run. Do not try to reach the same effect another way: \
                 leave it out, or tell the user why it is needed."
            );
            ruled(&reasons::DENY_RULE, reasons::DENY_RULE.says.text, matched, model)
        }
        Ground::Forbidden => forbidden(evidence),
        Ground::Approval if evidence.vouchers.is_empty() => unvouched(evidence),
        Ground::Approval => approval(evidence),
        Ground::PossibleRule => possible(matched),
        Ground::AskRule => ruled(
            &reasons::ASK_RULE,
            "a rule requires a person to decide",
            matched,
            "A rule requires the user to approve this command.".into(),
        ),
        // Of a text that no shell would run, a finding about something else may be the only one.
        Ground::Doubt => doubt_or(evidence, |evidence| match evidence.findings.first() {
            Some(first) => found_out(evidence, first),
            None => unvouched(evidence),
        }),
        Ground::Critical => critical(evidence),
        Ground::Unvouched => unvouched(evidence),
        Ground::NobodyToAsk => {
            let loses = |raised: &Raised| raised.finding.code == notices::CRITICAL_REMOVAL.name;
            let inner = if let Some(rule) = matched.filter(|_| !evidence.certainly_ruled()) {
                possible(Some(rule))
            } else if evidence.findings.iter().any(loses) {
                critical(evidence)
            } else if !evidence.findings.is_empty() {
                doubt(evidence)
            } else if evidence.policy.profile.trust != Trust::Proof {
                approval(evidence)
            } else {
                unvouched(evidence)
            };
            let reason = Reason {
                code: reasons::NOBODY_TO_ASK.name,
                message: reasons::NOBODY_TO_ASK.says.about(&inner.message),
                model_message: "The command would need approval, and nobody can give it in this session; it was not run. \
                                Use a command that only reads or that a rule allows."
                    .into(),
                ..inner
            };
            by_mode(evidence, reason)
        }
        Ground::PlanMode if evidence.policy.profile.trust == Trust::Modes => {
            by_mode(evidence, plans_only(evidence))
        }
        Ground::PlanMode => {
            let inner = if evidence.findings.is_empty() { unvouched(evidence) } else { doubt(evidence) };
            let reason = worded_as(
                reasons::PLAN_MODE.name,
                format!("{}: {}", reasons::PLAN_MODE.says.text, inner.message),
                "Plan mode: only commands that are proven to only read run; this one was not run. Put it into the plan."
                    .into(),
            );
            by_mode(evidence, reason)
        }
    }
}

/// `reason` with the place where the mode was set, unless it names the place of a rule.
fn by_mode(evidence: &Evidence<'_, '_>, reason: Reason) -> Reason {
    let mode = || evidence.policy.mode_place.as_ref().map(ToString::to_string);
    Reason { source: reason.source.or_else(mode), ..reason }
}

/// The ground's own sentence for the person.
fn plain(ground: &Code, model_message: String) -> Reason {
    worded_as(ground.name, ground.says.text.into(), model_message)
}

fn worded_as(code: &'static str, message: String, model_message: String) -> Reason {
    Reason { code, message, rule: None, source: None, model_message }
}

fn ruled(ground: &Code, message: &str, rule: Option<&Rule>, model_message: String) -> Reason {
    Reason {
        code: ground.name,
        message: message.into(),
        rule: rule.map(|rule| rule.text.clone()),
        source: rule.map(|rule| rule.place.to_string()),
        model_message,
    }
}

/// Which rule may match.
fn possible(rule: Option<&Rule>) -> Reason {
    let text = rule.map_or("a rule", |rule| &rule.text);
    let model = format!(
        "The user must approve this command: the rule `{text}` may match it, because a part of it is not known before it \
         runs. To avoid it: write the words and paths out in full."
    );
    let message = reasons::RULE_MAY_MATCH.says.about(&format!("the rule `{text}`"));
    ruled(&reasons::RULE_MAY_MATCH, &message, rule, model)
}

/// The first forbidden form speaks for all.
fn forbidden(evidence: &Evidence<'_, '_>) -> Reason {
    let profile = evidence.policy.profile;
    let hit = evidence.hits.iter().find(|hit| hit.form.outcome == Decision::Deny);
    let Some(hit) = hit else { return doubt(evidence) };
    let place = quoted(hit.span.slice(evidence.script.source)).map(|place| format!(" (`{place}`)"));
    let message = forbids(profile, hit.form);
    Reason {
        code: notices::FORBIDDEN_COMMAND.name,
        message: format!("{message}{}", place.unwrap_or_default()),
        rule: Some(format!("{}: {}", profile.name, hit.form.code.name)),
        source: evidence.policy.profile_place.as_ref().map(ToString::to_string),
        model_message: format!(
            "The profile `{}` forbids {}; this command was not run. Instead: {}; do not try to reach the same effect \
             in another form.",
            profile.name, hit.form.code.says.text, hit.form.code.help.person
        ),
    }
}

/// Why even what is understood needs a person.
fn approval(evidence: &Evidence<'_, '_>) -> Reason {
    let profile = format!("the profile `{}`", evidence.policy.profile.name);
    worded_as(
        reasons::APPROVAL.name,
        reasons::APPROVAL.says.about(&profile),
        "The user must approve this command: every command needs approval in this session.".into(),
    )
}

/// The mode `plan` of a profile in which it allows nothing.
fn plans_only(evidence: &Evidence<'_, '_>) -> Reason {
    worded_as(
        reasons::PLAN_MODE.name,
        format!("under the profile `{}` no command runs in plan mode", evidence.policy.profile.name),
        "Plan mode: no command runs; this one was not run. Put it into the plan.".into(),
    )
}

/// What would lose everything speaks for all.
fn critical(evidence: &Evidence<'_, '_>) -> Reason {
    let found = evidence.findings.iter().find(|it| it.finding.code == notices::CRITICAL_REMOVAL.name);
    found.map_or_else(|| doubt(evidence), |raised| found_out(evidence, raised))
}

/// The first finding speaks for all.
fn doubt(evidence: &Evidence<'_, '_>) -> Reason {
    doubt_or(evidence, unvouched)
}

/// The first finding that asks, or else what `otherwise` says.
fn doubt_or(evidence: &Evidence<'_, '_>, otherwise: fn(&Evidence<'_, '_>) -> Reason) -> Reason {
    // What the sandbox holds is no reason beside what it does not hold.
    let asks = |raised: &&Raised| !evidence.is_held(raised.concern);
    let Some(first) = evidence.findings.iter().find(asks) else { return otherwise(evidence) };
    // Where a redirect leads weighs more than that there is one.
    let leads = |Raised { finding, .. }: &&Raised| {
        [notices::PATH_OUTSIDE.name, notices::PATH_PROTECTED.name].contains(&finding.code)
            && first.finding.span.start <= finding.span.start
            && finding.span.end <= first.finding.span.end
    };
    found_out(evidence, evidence.findings.iter().find(leads).unwrap_or(first))
}

fn found_out(evidence: &Evidence<'_, '_>, Raised { finding, model_help, .. }: &Raised) -> Reason {
    let place = quoted(finding.span.slice(evidence.script.source));
    let message = match place.map(|place| format!("`{place}`")) {
        Some(place) if !finding.message.contains(&place) => format!("{} ({place})", finding.message),
        _ => finding.message.clone(),
    };
    Reason {
        code: finding.code,
        message,
        rule: None,
        source: None,
        model_message: match model_help {
            Some(help) => {
                format!("The user must approve this command: {}. To avoid it: {help}.", finding.message)
            }
            None => format!("The user must approve this command: {}.", finding.message),
        },
    }
}

/// Why the first command that nothing vouches for needs a person.
fn unvouched(evidence: &Evidence<'_, '_>) -> Reason {
    let script = evidence.script;
    let is_bare =
        |voucher: &&Voucher<'_, '_>| !voucher.standing.only_reads() && !voucher.standing.is_by_rule();
    let asks = |voucher: &&Voucher<'_, '_>| evidence.policy.judge(voucher.standing).0 != Decision::Allow;
    let bare = || evidence.vouchers.iter().filter(is_bare);
    let Some(voucher) = bare().find(asks).or_else(|| bare().next()) else {
        if evidence.commands.iter().any(|(decision, _)| *decision != Decision::Allow)
            || !evidence.vouchers.is_empty()
        {
            return worded_as(
                reasons::NO_RULE.name,
                "a rule allows it, but it is not proven to only read".into(),
                "The user must approve this command.".into(),
            );
        }
        return plain(&reasons::EMPTY_COMMAND, "The command is empty; nothing was run.".into());
    };
    let name = name(voucher);
    let (ground, message) = match &voucher.lack {
        Some(Lack::ProgramUnknown) => (&reasons::PROGRAM_UNKNOWN, reasons::PROGRAM_UNKNOWN.says.text.into()),
        Some(Lack::Refused(span, why) | Lack::NotUnderstood(span, why)) => {
            let argument = code_of(script, *span);
            let place = if argument == name { name } else { [&name, " with ", &argument].concat() };
            (&reasons::NOT_READ_ONLY, [&place, ": ", why].concat())
        }
        Some(Lack::Implementation(span, why, is_unknown)) => {
            let argument = code_of(script, *span);
            let place = if argument == name { name } else { [&name, " with ", &argument].concat() };
            let whose =
                if *is_unknown { "in other implementations it " } else { "in the one on this system it " };
            let message = [&reasons::IMPLEMENTATION.says.about(&place), ", ", whose, why].concat();
            (&reasons::IMPLEMENTATION, message)
        }
        Some(Lack::Assignment(span)) => {
            (&reasons::ASSIGNMENT, reasons::ASSIGNMENT.says.about(&code_of(script, *span)))
        }
        Some(Lack::Edits) => (&reasons::EDITS_FILES, reasons::EDITS_FILES.says.about(&name)),
        Some(Lack::ReadsService) => {
            let says = reasons::READS_SERVICE.says.about(&name);
            (&reasons::READS_SERVICE, [&says, ", and `reads.services` is `ask`"].concat())
        }
        Some(Lack::Connects) => (&reasons::CONNECTS, reasons::CONNECTS.says.about(&name)),
        Some(Lack::Path) => (&reasons::PATH, reasons::PATH.says.about(&name)),
        Some(Lack::Unlisted) | None => (&reasons::NO_RULE, reasons::NO_RULE.says.about(&name)),
    };
    let model_message = ["The user must approve this command: ", &message, "."].concat();
    worded_as(ground.name, message, model_message)
}

/// The name of the first command that reads a service.
fn service_reader(evidence: &Evidence<'_, '_>) -> String {
    let reader = evidence.vouchers.iter().find(|voucher| voucher.standing == Standing::ReadsService);
    reader.map_or_else(|| "it".into(), name)
}

fn name(voucher: &Voucher<'_, '_>) -> String {
    let text = voucher.inner_args().first().and_then(Arg::text).unwrap_or("it");
    quoted(text).map_or_else(|| "it".into(), |text| ["`", &text, "`"].concat())
}

fn code_of(script: &Script<'_>, span: crate::Span) -> String {
    let text = quoted(span.slice(script.source));
    text.map_or_else(|| "an argument".into(), |text| ["`", &text, "`"].concat())
}

/// A piece of the command as it may occur in a message; none when it is empty.
fn quoted(text: &str) -> Option<String> {
    let first = text.lines().next().unwrap_or("");
    if first.is_empty() {
        return None;
    }
    let cut = first.char_indices().nth(QUOTED_MAX).and_then(|(at, _)| first.get(..at)).unwrap_or(first);
    let mut short = line(cut).into_owned();
    if cut.len() < text.len() {
        short.push('…');
    }
    Some(short)
}
