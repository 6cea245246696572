//! The way of a command: two readings, checks, tables, rules, and then the judge.
//!
//! Owns the order in which the witnesses are asked, and the evidence between them. The judge alone decides.

mod evidence;
mod findings;
mod judge;
mod reason;
mod report;

#[cfg(test)]
#[path = "cases_tests.rs"]
mod cases_tests;
#[cfg(test)]
#[path = "judge_tests.rs"]
mod judge_tests;

pub use crate::proof::Standing;
pub use judge::{Ground, Objection};

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::checks;
use crate::codes::notices::{self, Notice};
use crate::commands::{self, Proof};
use crate::dataflow::Variables;
use crate::effects::{self, GrantsBuilder};
use crate::exposure::{Exposure, redirect_objection, stricter};
use crate::limits::{COMMAND_CHARACTERS_MAX, PARTS_MAX, WORDS_MAX};
use crate::machine::{DirectoryTracker, Machine, RedirectTargets, WindowsRequest};
use crate::paths::windows::Host;
use crate::policy::Policy;
use crate::proof::sandboxed::{self, ExcludedCommands};
use crate::proof::{Voucher, dismiss, vouch};
use crate::request::Request;
use crate::span::Span;
use crate::syntax::{self, Script, Witness};
use crate::verdict::{Decision, Effects, Verdict};
use evidence::Evidence;
use findings::{check_finding, form_finding, notice_finding};

/// Decides requests under one policy.
///
/// One engine serves one thread: it keeps a parser for its second reading.
#[derive(Debug)]
pub struct Engine {
    policy: Policy,
    witness: RefCell<Witness>,
}

impl Engine {
    /// An engine for `policy`.
    pub fn new(policy: Policy) -> Self {
        Self { policy, witness: RefCell::new(Witness::new()) }
    }

    /// The policy that decides.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The verdict on one request. The same request gives the same verdict, always.
    pub fn check(&self, request: &Request<'_>) -> Verdict {
        let host = Host::of(request.cwd, request.home);
        let Some(translated) = WindowsRequest::of(request, host) else {
            return self.check_here(request, host);
        };
        let mut verdict = self.check_here(&translated.request(request), host);
        translated.outward(&mut verdict);
        verdict
    }

    /// As [`Engine::check`], with directories and facts in the core's spelling.
    fn check_here(&self, request: &Request<'_>, host: Host) -> Verdict {
        let script = syntax::read(request.command, request.shell);
        let machine = Machine::new(request, &self.policy, host);
        let tracker = DirectoryTracker::new(&script, request.cwd, request.home, host);
        let stays = request.cwd.filter(|_| host == Host::Unix && tracker.unmoved().is_some());
        let variables = Variables::of(&script, request.cwd, stays);
        let mut evidence = self.gather(&script, &variables, request, &machine, tracker);
        evidence.judge();
        if evidence.whole.0 == Decision::Allow && evidence.whole.1 != Ground::Bypass {
            // Only an answer that the second reading can still change is worth its cost.
            if let Err(disagreement) = self.witness.borrow_mut().agrees(&script) {
                evidence.findings.push(check_finding(
                    checks::readings_differ(),
                    disagreement.span,
                    Some(alloc::format!("{disagreement}")),
                ));
                evidence.judge();
            }
        }
        // An allowance that rests on proof or a rule was agreed upon just now.
        let settled = evidence.whole.0 == Decision::Allow && evidence.whole.1 != Ground::Bypass;
        let edit = evidence.may_be_shown_as_edit().and_then(|voucher| {
            effects::edit(&script, voucher, &machine, || {
                settled || self.witness.borrow_mut().agrees(&script).is_ok()
            })
        });
        report::verdict(evidence, request, machine, edit)
    }

    fn gather<'e, 'p>(
        &'p self,
        script: &'e Script<'e>,
        variables: &'e Variables,
        request: &'e Request<'_>,
        machine: &Machine<'p>,
        mut tracker: DirectoryTracker<'e>,
    ) -> Evidence<'e, 'p>
    where
        'p: 'e,
    {
        let mut exposure = Exposure::new(&self.policy, request, machine);
        let mut vouchers = Vec::with_capacity(script.commands.len());
        let mut matched = Vec::with_capacity(script.commands.len());
        let mut against = None;
        let limit = limit(script);
        let mut effects = Effects::default();
        let mut grants = GrantsBuilder::new(machine);
        let mut written = Vec::new();
        let mut places = Vec::with_capacity(script.commands.len());
        let excluded = ExcludedCommands::of(&self.policy, request.tool);
        let confined = sandboxed::sandbox_is_enough(&self.policy, request);
        for (index, command) in script.commands.iter().enumerate() {
            let directories = tracker.enter(command);
            if !script.redirects.is_empty() {
                places.push(directories.map(<[String]>::to_vec));
            }
            let mut rule = None;
            let mut worst: Option<Voucher<'e, 'p>> = None;
            let turns = variables.turns(index);
            for turn in 0..turns {
                let mut args = commands::arguments(script, command);
                variables.fill(&mut args, turn);
                let mut voucher = match limit {
                    Some(_) => dismiss(args),
                    None => vouch(script, index, args, variables, directories, machine, &self.policy),
                };
                voucher.repeats = turns > 1;
                let met = if voucher.standing == Standing::Allowed {
                    let (met, protected) =
                        exposure.allowed_command(script, index, &voucher.args, directories);
                    if let Some(span) = protected {
                        voucher.refuse_protected(span);
                    }
                    met
                } else {
                    exposure.command(script, index, &voucher.args, directories)
                };
                if confined && limit.is_none() && !excluded.touches(&voucher.args, script) {
                    voucher.confine();
                }
                rule = stricter(rule, met);
                effects::add(&mut effects, &voucher.uses, voucher.inner_args());
                grants.command(&voucher.uses, voucher.inner_args(), directories);
                effects.opaque |= voucher.uses.proof == Proof::Runs && voucher.inside.is_empty();
                for (args, uses) in &voucher.inside {
                    effects::add(&mut effects, uses, args);
                    grants.command(uses, args, directories);
                }
                let is_worse = |other: &Voucher<'_, '_>| {
                    self.policy.judge(voucher.standing).0 > self.policy.judge(other.standing).0
                };
                if worst.as_ref().is_none_or(is_worse) {
                    worst = Some(voucher);
                }
            }
            for redirect in script.redirects_of(index) {
                grants.redirect(script, redirect, directories);
                written.extend(redirect_objection(script, redirect, directories, machine));
                let against = exposure.redirect_rule(script, variables, redirect, Some(index), directories);
                rule = stricter(rule, against);
            }
            against = stricter(against, rule);
            if let Some(voucher) = worst {
                if turns > 1 {
                    tracker.leave(command, &commands::arguments(script, command), machine);
                } else {
                    tracker.leave(command, &voucher.args, machine);
                }
                // Past a limit nothing depends on what is known of each further command.
                if limit.is_none() || index < PARTS_MAX {
                    matched.push(rule);
                    vouchers.push(voucher);
                }
            }
        }
        let excluded = excluded.excludes(script, &vouchers);
        let unmoved = tracker.unmoved();
        for redirect in script.redirects.iter().filter(|redirect| redirect.command.is_none()) {
            grants.redirect(script, redirect, unmoved);
            written.extend(redirect_objection(script, redirect, unmoved, machine));
            against = stricter(against, exposure.redirect_rule(script, variables, redirect, None, None));
        }
        against = stricter(against, exposure.rest(script));
        let hits = exposure.into_hits();
        let places = RedirectTargets { machine, commands: places };
        let mut findings = findings::findings(limit, script, request, &vouchers, variables, &places);
        findings.extend(written.iter().map(|(notice, span)| notice_finding(notice, *span, None)));
        findings.extend(hits.iter().map(|hit| form_finding(self.policy.profile, hit)));
        findings::sort(&mut findings);
        Evidence {
            script,
            vouchers,
            matched,
            commands: Vec::new(),
            whole: (Decision::Ask, Ground::Unvouched),
            against,
            hits,
            findings,
            effects,
            grants: grants.into_grants(),
            excluded,
            policy: &self.policy,
        }
    }
}

/// The limit that the script is past, and where.
fn limit(script: &Script<'_>) -> Option<(&'static Notice, Span)> {
    let whole = Span::new(0, script.source.len());
    if script.source.len() > COMMAND_CHARACTERS_MAX && script.source.chars().count() > COMMAND_CHARACTERS_MAX
    {
        return Some((&notices::LIMIT_LENGTH, whole));
    }
    if let Some(first) = script.commands.get(PARTS_MAX) {
        return Some((&notices::LIMIT_PARTS, first.span));
    }
    (script.words.len() > WORDS_MAX).then_some((&notices::LIMIT_WORDS, whole))
}
