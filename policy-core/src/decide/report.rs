//! Builds the verdict from the evidence and the judge's decision.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::evidence::Evidence;
use super::findings::Raised;
use super::judge::Ground;
use super::reason::reason;
use crate::codes::notices;
use crate::effects::GrantsBuilder;
use crate::limits::READ_BYTES_MAX;
use crate::machine::Machine;
use crate::present::{self, Part};
use crate::profiles::Trust;
use crate::proof::suggestion::suggestion;
use crate::proof::{Lack, Standing, Voucher};
use crate::request::{Mode, Request};
use crate::rules::{List, Rule, SUGGESTIONS_MAX};
use crate::script::{Descriptor, Redirect, Script, Simple};
use crate::verdict::{About, By, CommandVerdict, Decision, Edit, Finding, RedirectVerdict, Ui, Verdict};

pub(super) fn verdict(
    mut evidence: Evidence<'_, '_>,
    request: &Request<'_>,
    machine: Machine<'_>,
    edit: Option<Edit>,
) -> Verdict {
    let script = evidence.script;
    let mut effects = core::mem::take(&mut evidence.effects);
    let mut commands = Vec::with_capacity(evidence.vouchers.len());
    for (index, (command, voucher)) in
        script.commands.iter().zip(&evidence.vouchers).enumerate().take(listed(script))
    {
        commands.push(command_verdict(&evidence, index, command, voucher));
    }
    effects.opaque |= !script.doubts.is_empty();
    let (decision, ground) = evidence.whole;
    // What prevents no approval is no finding.
    let is_settled = matches!(ground, Ground::Sandboxed | Ground::AcceptEdits);
    let read_only = !commands.is_empty()
        && evidence.findings.is_empty()
        && evidence.vouchers.iter().all(|voucher| voucher.standing.is_read_only());
    let parts: Vec<Part<'_>> = evidence
        .vouchers
        .iter()
        .zip(&script.commands)
        .enumerate()
        .map(|(index, (voucher, command))| {
            Part::new(index, command, &voucher.uses, &voucher.args, voucher.inner_args())
        })
        .collect();
    let mut grants = evidence.grants.take().filter(|_| !effects.opaque);
    // Nothing else runs in a sandbox that is open to a service.
    let is_proven = evidence.vouchers.iter().all(|voucher| voucher.standing.only_reads());
    if let Some(grants) = grants.as_mut().filter(|_| decision == Decision::Allow && is_proven) {
        for voucher in &evidence.vouchers {
            GrantsBuilder::service(grants, &voucher.uses);
            GrantsBuilder::documentation(grants, voucher.documentation());
        }
    }
    Verdict {
        about: About::request(request),
        decision,
        read_only,
        reason: reason(&evidence, ground),
        ui: Ui { edit, ..present::ui(script, &parts) },
        suggestions: suggestions(&evidence, request),
        background_eligible: present::is_eligible(decision, script, &parts),
        advice: present::advice(script, request, &parts),
        findings: if is_settled { Vec::new() } else { raised(core::mem::take(&mut evidence.findings)) },
        commands,
        effects,
        grants,
        excluded: evidence.excluded,
        needs: machine.into_needs(),
    }
}

fn raised(findings: Vec<Raised>) -> Vec<Finding> {
    findings.into_iter().map(|raised| raised.finding).collect()
}

/// How many commands a verdict lists: all, but of a text that is too long to be allowed no more than hold twice its
/// bytes. Commands in each other's substitutions would repeat it once per level.
fn listed(script: &Script<'_>) -> usize {
    let length = script.source.len();
    if length <= READ_BYTES_MAX {
        return script.commands.len();
    }
    let mut room = length.saturating_mul(2);
    let fits = |command: &&Simple| {
        let text = command.span.slice(script.source).len();
        let fits = text <= room;
        room = room.saturating_sub(text);
        fits
    };
    script.commands.iter().take_while(fits).count()
}

fn command_verdict(
    evidence: &Evidence<'_, '_>,
    index: usize,
    command: &Simple,
    voucher: &Voucher<'_, '_>,
) -> CommandVerdict {
    let script = evidence.script;
    let (decision, ground) =
        evidence.commands.get(index).copied().unwrap_or((Decision::Ask, Ground::Unvouched));
    let matched = evidence.matched.get(index).copied().flatten();
    let writes = script.redirects_of(index).any(|redirect| writes_file(script, redirect));
    // What vouches for a program says nothing of a file that the shell writes.
    let unvouched = writes && decision == Decision::Allow && evidence.whole.0 != Decision::Allow;
    CommandVerdict {
        span: command.span,
        argv: voucher.args.iter().map(|arg| voucher.fixed(script, arg).map(ToString::to_string)).collect(),
        assignments: script
            .assignments_of(command)
            .iter()
            .map(|assignment| {
                let value = script.word(assignment.value).and_then(|word| script.text(word));
                (script.slice(assignment.name).to_string(), value.map(ToString::to_string))
            })
            .collect(),
        wrappers: voucher.wrappers.clone(),
        redirects: script.redirects_of(index).map(|redirect| redirect_verdict(script, redirect)).collect(),
        decision: if unvouched { Decision::Ask } else { decision },
        read_only: voucher.standing.is_read_only() && !writes,
        by: match (matched, voucher.rule, ground) {
            _ if unvouched => By::Nothing,
            _ if ground == Ground::Forbidden => by_form(evidence, index),
            _ if ground == Ground::Critical => By::Nothing,
            (Some(matched), ..) => by_rule(matched.rule),
            (None, _, Ground::PlanMode) | (None, None, Ground::Bypass) => By::Mode,
            (None, Some(rule), _) => by_rule(rule),
            (None, None, Ground::ReadOnly) if writes && evidence.whole.1 == Ground::AcceptEdits => {
                By::AcceptEdits
            }
            (None, None, Ground::ReadOnly | Ground::AllowRule) if voucher.runs_nothing => By::NoProgram,
            (None, None, Ground::ReadOnly) => By::ReadOnly,
            (None, None, Ground::SelfDescription) => By::SelfDescription,
            (None, None, Ground::ReadsService) => By::ReadsService,
            (None, None, Ground::Preapproved) => By::Documentation,
            (None, None, Ground::AcceptEdits) => By::AcceptEdits,
            (None, None, Ground::Sandboxed) => By::Sandbox,
            (None, None, _) => By::Nothing,
        },
    }
}

/// Whether a redirect creates or changes a file.
fn writes_file(script: &Script<'_>, redirect: &Redirect) -> bool {
    let target = script.word(redirect.target).and_then(|word| script.text(word));
    redirect.op.writes() && target != Some("/dev/null")
}

fn by_rule(rule: &Rule) -> By {
    By::Rule { rule: rule.text.clone(), source: rule.place.to_string() }
}

/// The form that the profile forbids, as a rule of the profile's.
fn by_form(evidence: &Evidence<'_, '_>, index: usize) -> By {
    let policy = evidence.policy;
    let profile = policy.profile.name;
    let form = evidence.form_of(index).map_or("", |form| form.code.name);
    By::Rule {
        rule: alloc::format!("{profile}: {form}"),
        source: policy
            .profile_place
            .as_ref()
            .map_or_else(|| alloc::format!("profile {profile}"), ToString::to_string),
    }
}

fn redirect_verdict(script: &Script<'_>, redirect: &Redirect) -> RedirectVerdict {
    RedirectVerdict {
        op: redirect.op.text(),
        fd: match redirect.fd {
            Some(Descriptor::Number(number)) => Some(number),
            Some(Descriptor::Variable(_)) | None => None,
        },
        target: script.word(redirect.target).and_then(|word| script.text(word)).map(ToString::to_string),
    }
}

/// The narrowest rules that together would allow the command. None helps against a finding or another rule.
fn suggestions(evidence: &Evidence<'_, '_>, request: &Request<'_>) -> Vec<String> {
    let only_paths = evidence.findings.iter().all(|raised| raised.finding.code == notices::PATH_OUTSIDE.name);
    let wanted = matches!(
        evidence.whole.1,
        Ground::Unvouched | Ground::Approval | Ground::Doubt | Ground::NobodyToAsk
    );
    let ruled = evidence.against.is_some_and(|matched| matched.list != List::Allow);
    if !wanted || ruled || !only_paths {
        return Vec::new();
    }
    let mut rules: Vec<String> = Vec::new();
    for voucher in &evidence.vouchers {
        let vouched = match (voucher.standing, evidence.policy.profile.trust) {
            (
                Standing::ReadOnly
                | Standing::SelfDescription
                | Standing::ReadsService
                | Standing::FetchesDocumentation,
                Trust::Proof,
            )
            | (Standing::ReadOnlyAllowed | Standing::Allowed | Standing::FetchesAllowed, _) => true,
            (
                Standing::ReadOnly
                | Standing::SelfDescription
                | Standing::ReadsService
                | Standing::FetchesDocumentation,
                Trust::Modes,
            ) => evidence.policy.mode == Mode::AcceptEdits,
            (
                Standing::ReadOnly
                | Standing::SelfDescription
                | Standing::ReadsService
                | Standing::FetchesDocumentation,
                Trust::Rules,
            )
            | (Standing::Edits | Standing::Confined | Standing::Unvouched, _) => false,
        };
        if vouched {
            continue;
        }
        let assigned = matches!(voucher.lack, Some(Lack::Assignment(_)));
        let Some(rule) =
            suggestion(voucher, evidence.script, request.tool).filter(|_| !assigned && voucher.within_rules)
        else {
            return Vec::new();
        };
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    if rules.len() > SUGGESTIONS_MAX { Vec::new() } else { rules }
}
