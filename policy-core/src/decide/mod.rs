//! The way of a command: two readings, checks, tables, rules, and then the judge.
//!
//! Owns the order in which the witnesses are asked, and the evidence between them. The judge alone decides.

mod appended;
mod bound;
mod confined;
mod directory;
mod edit;
mod fed;
mod forbidden;
mod grants;
pub mod grounds;
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
mod repeated;
mod report;
mod surroundings;
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
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::checks::{self, CHECKS, Case, Marks};
use crate::commands::{self, Proof};
use crate::effects;
use crate::limits::{COMMAND_CHARACTERS_MAX, PARTS_MAX, WORDS_MAX};
use crate::paths::windows::Host;
use crate::policy::Policy;
use crate::profiles::{Form, Profile};
use crate::request::Request;
use crate::rules::{Access, List, Matched};
use crate::span::Span;
use crate::syntax::{self, Dialect, DoubtKind, Redirect, RedirectOp, Script, Views, Witness};
use crate::verdict::{Decision, Effects, Finding, Grants, Verdict};
use confined::Excluded;
use directory::Follower;
use forbidden::Hit;
use grants::Gathering;
use nearly::Nearly;
use notices::Notice;
use places::Places;
use reach::{Reach, stricter};
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
        let Some(translated) = Translated::of(request) else {
            return self.check_here(request, Host::of(request.cwd, request.home));
        };
        let mut verdict = self.check_here(&translated.request(request), Host::Windows);
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
        let mut evidence = self.gather(&script, &variables, request, &surroundings);
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
    ) -> Evidence<'e, 'p>
    where
        'p: 'e,
    {
        let mut follower = Follower::new(script, request.cwd, request.home, surroundings.host());
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
        let mut findings = findings(limit, script, request, &vouchers, variables, &places);
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

/// What stands against the file that a redirect writes to, besides that it is written: it is protected, or lies outside
/// the working directories.
fn redirect_against(
    script: &Script<'_>,
    redirect: &Redirect,
    directories: directory::Directories<'_>,
    surroundings: &Surroundings<'_>,
) -> Option<(&'static Notice, Span)> {
    let word = script.word(redirect.target).filter(|_| redirect.op.writes())?;
    if script.text(word) == Some("/dev/null") {
        return None;
    }
    let args = commands::word_arguments(script, word, redirect.target);
    let is_protected = |arg: &commands::Arg<'_>| {
        surroundings.is_nearly_protected(directories, &Nearly::of(arg, arg.text, script.source))
    };
    let is_outside = |arg: &commands::Arg<'_>| match Nearly::of(arg, arg.text, script.source) {
        Nearly::Exactly(path) => {
            surroundings.path(directories, &path, Access::Edit) == surroundings::PathStanding::Outside
        }
        Nearly::Wild(_) | Nearly::Unknown(_) => false,
    };
    if args.iter().any(is_protected) {
        return Some((&notices::PATH_PROTECTED, word.span));
    }
    args.iter().any(is_outside).then_some((&notices::PATH_OUTSIDE, word.span))
}

/// The strictest path rule about a redirect's file.
fn redirect_rule<'p>(
    reach: &mut Reach<'_, 'p>,
    script: &Script<'_>,
    variables: &Variables,
    redirect: &Redirect,
    command: Option<usize>,
    directories: directory::Directories<'_>,
) -> Option<Matched<'p>> {
    let access = match redirect.op {
        RedirectOp::Read => Access::Read,
        op if op.writes() => Access::Edit,
        _ => return None,
    };
    let word = script.word(redirect.target)?;
    let mut strictest = None;
    for turn in 0..variables.turns_of_input(redirect.target).unwrap_or(1) {
        let mut args = commands::word_arguments(script, word, redirect.target);
        variables.fill(&mut args, turn);
        for arg in &args {
            let rule = reach.redirect(command, directories, arg, script.source, access);
            strictest = stricter(strictest, rule);
        }
    }
    strictest
}

/// The files that redirects read and that variables name, and whether they surely lie inside the working directories.
fn inputs(script: &Script<'_>, variables: &Variables, places: &Places<'_, '_>) -> Vec<(u32, bool)> {
    let reads = script.redirects.iter().filter(|redirect| redirect.op == RedirectOp::Read);
    let judged = reads.filter_map(|redirect| {
        let word = script.word(redirect.target)?;
        let inside = (0..variables.turns_of_input(redirect.target)?).all(|turn| {
            let mut args = commands::word_arguments(script, word, redirect.target);
            variables.fill(&mut args, turn);
            args.iter().all(|arg| places.hold(arg, script.source, redirect.command))
        });
        Some((redirect.target, inside))
    });
    judged.collect()
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

/// Everything that keeps the whole from being allowed automatically, in source order.
fn findings(
    limit: Option<(&'static Notice, Span)>,
    script: &Script<'_>,
    request: &Request<'_>,
    vouchers: &[Voucher<'_, '_>],
    variables: &Variables,
    places: &Places<'_, '_>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(limit.map(|(notice, span)| notice_finding(notice, span, None)));
    // Past a limit the answer is settled, and no check can make it a deny.
    if limit.is_none() {
        findings.extend(checked(script, request, vouchers, variables, places));
    }
    for doubt in &script.doubts {
        let (notice, message) = match doubt.kind {
            DoubtKind::TooDeep => (&notices::LIMIT_NESTING, None),
            DoubtKind::Unsupported(what) => {
                (&notices::SYNTAX_UNSUPPORTED, Some(alloc::format!("nothing can be proven about {what}")))
            }
            // Check 1 reports what is unfinished; a doubt that no check reported is still a doubt.
            _ if findings.is_empty() => (&notices::SYNTAX_UNEXPECTED, None),
            _ => continue,
        };
        findings.push(notice_finding(notice, doubt.span, message));
    }
    for voucher in vouchers {
        if let Some(against) = &voucher.path {
            let (message, help) = match &against.words {
                Some((message, help)) => (Some(message.clone()), *help),
                None => (None, against.notice.help),
            };
            findings.push(Finding { help, ..notice_finding(against.notice, against.span, message) });
        }
    }
    findings.sort_by_key(|finding| (finding.span.start, finding.number.unwrap_or(u8::MAX)));
    findings
}

/// What the 23 checks find.
fn checked<'f>(
    script: &'f Script<'_>,
    request: &Request<'_>,
    vouchers: &[Voucher<'_, '_>],
    variables: &'f Variables,
    places: &'f Places<'_, '_>,
) -> impl Iterator<Item = Finding> + use<> {
    let views = Views::new(script);
    let any_value = any_value(script, vouchers);
    let inputs = inputs(script, variables, places);
    let texts = variables.texts();
    let case = Case {
        script,
        views: &views,
        any_value: &any_value,
        sums: &variables.sums,
        inputs: &inputs,
        texts: &texts,
        inside: places,
    };
    let spotted = checks::run(CHECKS, &case, Marks::in_command(request.command)).spotted;
    // Whoever takes text for commands, or commands for text, is misled about nothing.
    let only_reads = script.doubts.is_empty()
        && !vouchers.is_empty()
        && vouchers.iter().all(|voucher| voucher.standing.is_read_only());
    spotted
        .into_iter()
        .filter(move |spotted| !(only_reads && MISREAD.contains(&spotted.check.code)))
        .map(|spotted| check_finding(spotted.check, spotted.span, spotted.message))
}

/// What only misleads other readers: the shell reads it as it is read here.
const MISREAD: &[&str] = &["COMMENT_QUOTE_DESYNC", "QUOTED_NEWLINE"];

/// By word: whether any value would be harmless there.
fn any_value(script: &Script<'_>, vouchers: &[Voucher<'_, '_>]) -> Vec<bool> {
    let mut table = Vec::new();
    let mut mark = |word: u32| {
        if table.is_empty() {
            table = vec![false; script.words.len()];
        }
        if let Some(cell) = table.get_mut(word as usize) {
            *cell = true;
        }
    };
    for voucher in vouchers {
        for (used, arg) in voucher.uses.uses.iter().zip(voucher.inner_args()) {
            if used.any_value {
                mark(arg.word);
            }
        }
        // What a list of files or a count becomes was judged by the table of the program that gets it.
        let judged = |arg: &&commands::Arg<'_>| {
            (arg.number || arg.pattern || arg.sample.is_some() || arg.text.is_some())
                && script.word(arg.word).is_some_and(|word| word.traits.has(syntax::Traits::SUBSTITUTION))
        };
        if voucher.standing == Standing::ReadOnly {
            voucher.args.iter().filter(judged).for_each(|arg| mark(arg.word));
        }
        // A rule covers whatever number stands there: `make -j$(nproc)`.
        if voucher.standing == Standing::Allowed {
            let counts = voucher.args.iter().filter(|arg| numbers::counts_in(script, arg.word));
            counts.for_each(|arg| mark(arg.word));
        }
    }
    if script.dialect == Dialect::Bash {
        // A variable that only this script uses may hold anything: its uses are judged as unknown.
        let own = |name: Span| commands::is_script_variable(name.slice(script.source));
        for command in script.commands.iter().filter(|command| command.words.is_empty()) {
            let assignments = script.assignments_of(command);
            assignments.iter().filter(|it| own(it.name)).for_each(|it| mark(it.value));
        }
        for by in script.loops.iter().filter(|by| own(by.name)) {
            by.words.iter().copied().for_each(&mut mark);
        }
    }
    script.case_subjects.iter().copied().for_each(&mut mark);
    let only_reads = |redirect: &Redirect| {
        let reader = redirect.command.and_then(|reader| vouchers.get(reader as usize));
        reader.is_some_and(|reader| reader.standing.is_read_only() && reader.wrappers.is_empty())
    };
    for document in &script.here_documents {
        if script.redirects.get(document.redirect as usize).is_some_and(only_reads) {
            mark(document.word);
        }
    }
    let text =
        |redirect: &&Redirect| redirect.op == RedirectOp::HereString || redirect.process(script).is_some();
    for redirect in script.redirects.iter().filter(text) {
        // What a loop or a group reads comes to each command in it as through a pipe.
        if redirect.command.is_none() || only_reads(redirect) {
            mark(redirect.target);
        }
    }
    table
}

fn check_finding(check: &'static checks::Check, span: Span, message: Option<String>) -> Finding {
    Finding {
        code: check.code,
        number: Some(check.number),
        outcome: Decision::Ask,
        span,
        message: message.unwrap_or_else(|| check.says.into()),
        help: check.help,
    }
}

fn form_finding(profile: &Profile, hit: &Hit) -> Finding {
    if hit.form.outcome != Decision::Deny {
        return notice_finding(&notices::CRITICAL_REMOVAL, hit.span, None);
    }
    let message = alloc::format!("the profile `{}` forbids {}", profile.name, hit.form.says);
    Finding {
        outcome: Decision::Deny,
        help: hit.form.help,
        ..notice_finding(&notices::FORBIDDEN_COMMAND, hit.span, Some(message))
    }
}

fn notice_finding(notice: &'static Notice, span: Span, message: Option<String>) -> Finding {
    Finding {
        code: notice.code,
        number: None,
        outcome: Decision::Ask,
        span,
        message: message.unwrap_or_else(|| notice.says.into()),
        help: notice.help,
    }
}
