//! The way of a command: two readings, checks, tables, rules, and then the judge.
//!
//! Owns the order in which the witnesses are asked, and the evidence between them. The judge alone decides.

mod against;
mod appended;
mod bound;
mod confined;
mod directory;
mod edit;
mod fed;
mod findings;
mod forbidden;
mod grants;
pub mod grounds;
pub(crate) mod growth;
mod held;
mod inside;
mod judge;
mod listers;
mod names;
mod nearly;
pub mod notices;
mod numbers;
mod objects;
mod pipeline;
mod places;
mod reach;
mod reason;
mod redirects;
mod repeated;
mod report;
mod sources;
mod surroundings;
mod through;
mod translate;
mod variables;
mod vouch;
mod walk;
mod written;

#[cfg(test)]
#[path = "cases_tests.rs"]
mod cases_tests;
#[cfg(test)]
#[path = "edit_tests.rs"]
mod edit_tests;
#[cfg(test)]
#[path = "judge_tests.rs"]
mod judge_tests;
#[cfg(test)]
#[path = "names_tests.rs"]
mod names_tests;
#[cfg(test)]
#[path = "path_tests.rs"]
mod path_tests;

pub use judge::{Ground, Objection, Standing};

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::checks;
use crate::commands::{self, Proof};
use crate::effects;
use crate::limits::{COMMAND_CHARACTERS_MAX, PARTS_MAX, WORDS_MAX};
use crate::paths::windows::Host;
use crate::policy::Policy;
use crate::profiles::Form;
use crate::request::Request;
use crate::rules::{List, Matched};
use crate::span::Span;
use crate::syntax::{self, Script, Witness};
use crate::verdict::{Decision, Effects, Finding, Grants, Verdict};
use confined::Excluded;
use directory::Follower;
use findings::{check_finding, form_finding, notice_finding};
use forbidden::Hit;
use grants::Gathering;
use notices::Notice;
use places::Places;
use reach::{Reach, stricter};
use redirects::{redirect_against, redirect_rule};
use surroundings::Surroundings;
use translate::Translated;
use variables::Variables;
use vouch::Voucher;

/// Decides requests under one policy.
///
/// One engine serves one thread: it keeps a parser for its second reading.
#[derive(Debug)]
pub struct Engine {
    policy: Policy,
    witness: RefCell<Witness>,
}

/// Everything that was found out about one request, before the judge speaks.
struct Evidence<'e, 'p> {
    script: &'e Script<'e>,
    vouchers: Vec<Voucher<'e, 'p>>,
    /// By command: the strictest deny or ask rule.
    matched: Vec<Option<Matched<'p>>>,
    /// By command, then for the whole: what the judge says.
    commands: Vec<(Decision, Ground)>,
    whole: (Decision, Ground),
    /// The deny or ask rule that decides.
    against: Option<Matched<'p>>,
    /// The forms that the profile forbids, or that every profile asks about, in source order.
    hits: Vec<Hit>,
    findings: Vec<Finding>,
    effects: Effects,
    grants: Option<Grants>,
    /// Whether the settings let the whole run outside of the sandbox.
    excluded: bool,
    policy: &'p Policy,
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
        let Some(translated) = Translated::of(request, host) else {
            return self.check_here(request, host);
        };
        let mut verdict = self.check_here(&translated.request(request), host);
        translated.outward(&mut verdict);
        verdict
    }

    /// As [`Engine::check`], with directories and facts in the core's spelling.
    fn check_here(&self, request: &Request<'_>, host: Host) -> Verdict {
        let script = syntax::read(request.command, request.shell);
        let surroundings = Surroundings::new(request, &self.policy, host);
        let follower = Follower::new(&script, request.cwd, request.home, host);
        let stays = request.cwd.filter(|_| host == Host::Unix && follower.unmoved().is_some());
        let variables = Variables::of(&script, request.cwd, stays);
        let mut evidence = self.gather(&script, &variables, request, &surroundings, follower);
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
        let edit = edit::edit(&evidence, &surroundings, || {
            settled || self.witness.borrow_mut().agrees(&script).is_ok()
        });
        report::verdict(evidence, request, surroundings, edit)
    }

    fn gather<'e, 'p>(
        &'p self,
        script: &'e Script<'e>,
        variables: &'e Variables,
        request: &'e Request<'_>,
        surroundings: &Surroundings<'p>,
        mut follower: Follower<'e>,
    ) -> Evidence<'e, 'p>
    where
        'p: 'e,
    {
        let mut reach = Reach::new(&self.policy, request, surroundings);
        let mut vouchers = Vec::with_capacity(script.commands.len());
        let mut matched = Vec::with_capacity(script.commands.len());
        let mut against = None;
        let limit = limit(script);
        let mut effects = Effects::default();
        let mut grants = Gathering::new(surroundings);
        let mut written = Vec::new();
        let mut places = Vec::with_capacity(script.commands.len());
        let excluded = Excluded::of(&self.policy, request.tool);
        let confined = confined::is_enough(&self.policy, request);
        for (index, command) in script.commands.iter().enumerate() {
            let directories = follower.enter(command);
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
                    Some(_) => vouch::dismiss(args),
                    None => {
                        vouch::vouch(script, index, args, variables, directories, surroundings, &self.policy)
                    }
                };
                voucher.repeats = turns > 1;
                let met = if voucher.standing == Standing::Allowed {
                    let (met, protected) = reach.allowed_command(script, index, &voucher.args, directories);
                    if let Some(span) = protected {
                        voucher.refuse_protected(span);
                    }
                    met
                } else {
                    reach.command(script, index, &voucher.args, directories)
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
                written.extend(redirect_against(script, redirect, directories, surroundings));
                let against =
                    redirect_rule(&mut reach, script, variables, redirect, Some(index), directories);
                rule = stricter(rule, against);
            }
            against = stricter(against, rule);
            if let Some(voucher) = worst {
                if turns > 1 {
                    follower.leave(command, &commands::arguments(script, command), surroundings);
                } else {
                    follower.leave(command, &voucher.args, surroundings);
                }
                // Past a limit nothing depends on what is known of each further command.
                if limit.is_none() || index < PARTS_MAX {
                    matched.push(rule);
                    vouchers.push(voucher);
                }
            }
        }
        let excluded = excluded.excludes(script, &vouchers);
        let unmoved = follower.unmoved();
        for redirect in script.redirects.iter().filter(|redirect| redirect.command.is_none()) {
            grants.redirect(script, redirect, unmoved);
            written.extend(redirect_against(script, redirect, unmoved, surroundings));
            against = stricter(against, redirect_rule(&mut reach, script, variables, redirect, None, None));
        }
        against = stricter(against, reach.rest(script));
        let hits = reach.into_hits();
        let places = Places { surroundings, commands: places };
        let mut findings = findings::findings(limit, script, request, &vouchers, variables, &places);
        findings.extend(written.iter().map(|(notice, span)| notice_finding(notice, *span, None)));
        findings.extend(hits.iter().map(|hit| form_finding(self.policy.profile, hit)));
        findings.sort_by_key(|finding| (finding.span.start, finding.number.unwrap_or(u8::MAX)));
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

impl Evidence<'_, '_> {
    /// Puts the evidence before the judge.
    fn judge(&mut self) {
        let policy = self.policy;
        self.commands = self
            .vouchers
            .iter()
            .zip(&self.matched)
            .enumerate()
            .map(|(index, (voucher, matched))| {
                let objection = objection(self.form_of(index), matched.as_ref(), false);
                judge::whole(objection, policy.judge(voucher.standing), policy.mode)
            })
            .collect();
        let strictest = self
            .vouchers
            .iter()
            .map(|voucher| policy.judge(voucher.standing))
            .reduce(|worst, next| {
                // That all of it only reads is said only of what only reads.
                let says_more = next.0 == worst.0 && worst.1 == Ground::ReadOnly;
                if next.0 > worst.0 || says_more { next } else { worst }
            })
            // A script without a command runs nothing; there is nothing to allow either.
            .unwrap_or_else(|| policy.judge(Standing::Unvouched));
        let doubted = !self.findings.is_empty();
        let form = self.hits.iter().map(|hit| hit.form).max_by_key(|form| form.outcome);
        let objection = objection(form, self.against.as_ref(), doubted);
        self.whole = judge::whole(objection, strictest, policy.mode);
    }

    /// The worst form of the simple command at `index`.
    fn form_of(&self, index: usize) -> Option<&'static Form> {
        let span = self.script.commands.get(index)?.span;
        let hits = self.hits.iter().filter(|hit| hit.is_about(index, span));
        hits.map(|hit| hit.form).min_by_key(|form| core::cmp::Reverse(form.outcome))
    }
}

impl Policy {
    /// What the judge says about a command of this standing, under this policy's profile and mode.
    fn judge(&self, standing: Standing) -> (Decision, Ground) {
        judge::command(standing, self.profile.trust, self.mode)
    }
}

fn objection(form: Option<&Form>, matched: Option<&Matched<'_>>, doubted: bool) -> Objection {
    match (form.map(|form| form.outcome), matched.map(|matched| matched.list)) {
        (Some(Decision::Deny), _) => Objection::Forbidden,
        (_, Some(List::Deny)) => Objection::DenyRule,
        (Some(Decision::Ask | Decision::Allow), _) => Objection::Critical,
        (None, Some(List::Ask)) => Objection::AskRule,
        (None, Some(List::Allow) | None) if doubted => Objection::Doubt,
        (None, Some(List::Allow) | None) => Objection::None,
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
