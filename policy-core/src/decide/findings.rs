//! Collects every finding that prevents an automatic approval.
//!
//! Owns the words in which any value is harmless, and the choice of the checks' reports that a person sees. Decides
//! nothing.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::checks::{self, Case, Marks};
use crate::codes::{Code, Help, notices};
use crate::commands;
use crate::dataflow::{Variables, numbers};
use crate::exposure::FormHit;
use crate::machine::RedirectTargets;
use crate::profiles::{ForbiddenForm, Profile};
use crate::proof::{Concern, Standing, Voucher};
use crate::request::{Mode, Request};
use crate::script::{DoubtKind, Expansions, Redirect, RedirectOp, Script};
use crate::sorted;
use crate::span::Span;
use crate::syntax::Views;
use crate::verdict::{Decision, Finding};

/// A finding, and what to do about it.
#[derive(Debug)]
pub(super) struct Raised {
    pub(super) finding: Finding,
    /// What it is about.
    pub(super) concern: Concern,
    /// What the model that proposed the command can do so that nobody is asked.
    pub(super) model_help: Option<&'static str>,
}

impl Raised {
    fn new(
        (code, number): (&'static str, Option<u8>),
        (outcome, concern): (Decision, Concern),
        span: Span,
        message: String,
        help: Help,
    ) -> Self {
        let finding = Finding { code, number, outcome, span, message, help: help.person };
        Self { finding, concern, model_help: help.model }
    }
}

/// Every finding that prevents an automatic approval, in source order.
pub(super) fn findings(
    limit: Option<(&'static Code, Span)>,
    script: &Script<'_>,
    request: &Request<'_>,
    vouchers: &[Voucher<'_, '_>],
    variables: &Variables,
    targets: &RedirectTargets<'_, '_>,
    mode: Mode,
) -> Vec<Raised> {
    let mut findings = Vec::new();
    findings.extend(limit.map(|(notice, span)| notice_finding(notice, span, Concern::Text, None)));
    // Past a limit the answer is settled, and no check can make it a deny.
    if limit.is_none() {
        findings.extend(checked(script, request, vouchers, variables, targets));
        if mode == Mode::AcceptEdits {
            accept_redirects(&mut findings, script, targets);
        }
    }
    for doubt in &script.doubts {
        let (notice, message) = match doubt.kind {
            DoubtKind::TooDeep => (&notices::LIMIT_NESTING, None),
            DoubtKind::Unsupported(what) | DoubtKind::UnsupportedZsh(what) => {
                (&notices::SYNTAX_UNSUPPORTED, Some(notices::SYNTAX_UNSUPPORTED.says.about(what)))
            }
            DoubtKind::Contradiction => {
                (&notices::SYNTAX_UNEXPECTED, Some("the parse of this text contradicts itself".into()))
            }
            // The limit says so.
            DoubtKind::NotRead => continue,
            // Check 1 reports what is unfinished; a doubt that no check reported is still a doubt.
            _ if findings.is_empty() => (&notices::SYNTAX_UNEXPECTED, None),
            _ => continue,
        };
        findings.push(notice_finding(notice, doubt.span, concern_of(doubt.kind), message));
    }
    for voucher in vouchers {
        if let Some(against) = &voucher.path {
            findings.push(match &against.words {
                Some((message, help)) => {
                    let code = (against.notice.name, None);
                    let outcome = (Decision::Ask, against.concern);
                    Raised::new(code, outcome, against.span, message.clone(), *help)
                }
                None => notice_finding(against.notice, against.span, against.concern, None),
            });
        }
    }
    sort(&mut findings);
    findings
}

/// Sorts findings as written in the source; a check's before a notice's at the same place.
pub(super) fn sort(findings: &mut [Raised]) {
    sorted::sort_by_key(findings, |Raised { finding, .. }| {
        (finding.span.start, finding.number.unwrap_or(u8::MAX))
    });
}

/// What the checks find.
fn checked<'f>(
    script: &'f Script<'_>,
    request: &Request<'_>,
    vouchers: &[Voucher<'_, '_>],
    variables: &'f Variables,
    targets: &'f RedirectTargets<'_, '_>,
) -> impl Iterator<Item = Raised> + use<> {
    let views = Views::new(script);
    let any_value = any_value(script, vouchers);
    let inputs = inputs(script, variables, targets);
    let texts = variables.texts();
    let case = Case {
        script,
        views: &views,
        any_value: &any_value,
        sums: &variables.sums,
        lists: &variables.known_lists,
        inputs: &inputs,
        texts: &texts,
        inside: targets,
        session: None,
    };
    let spotted = checks::run(checks::of(script.shell()), &case, Marks::in_command(request.command)).spotted;
    // What a rule names in full hides nothing.
    let named = vouchers.iter().zip(&script.commands).filter(|(voucher, _)| voucher.names_assignments);
    let named = named.flat_map(|(_, command)| script.assignments_of(command)).map(|it| it.span);
    let named = named.collect::<Vec<_>>();
    // Who allows a command line for another machine by a rule does not mean one command alone; in a text that was proven,
    // each command was judged.
    let elsewhere = vouchers.iter().zip(&script.commands).filter(|(voucher, _)| {
        voucher.text_only_reads
            || voucher.standing == Standing::Allowed && commands::runs_elsewhere(&voucher.args)
    });
    let elsewhere = elsewhere.map(|(_, command)| command.span).collect::<Vec<_>>();
    // If every command only reads, confusing quoted text with code cannot hide harm.
    let only_reads = script.doubts.is_empty()
        && !vouchers.is_empty()
        && vouchers.iter().all(|voucher| voucher.standing.only_reads());
    spotted
        .into_iter()
        .filter(move |spotted| !(only_reads && checks::only_misleads_readers(spotted.check)))
        .filter(move |spotted| !named.iter().any(|span| span.contains(spotted.span)))
        .filter(move |spotted| {
            let is_elsewhere = elsewhere.iter().any(|span| span.contains(spotted.span));
            !(is_elsewhere && checks::only_splits_an_argument(spotted.check))
        })
        .map(|spotted| check_finding(spotted.check, spotted.span, spotted.message))
}

/// Marks the redirects into working directories as changes.
fn accept_redirects(findings: &mut [Raised], script: &Script<'_>, targets: &RedirectTargets<'_, '_>) {
    let code = checks::redirects().code.name;
    for raised in findings.iter_mut().filter(|raised| raised.finding.code == code) {
        let mut own = script.redirects.iter().filter(|redirect| redirect.span == raised.finding.span);
        let is_change = |redirect: &Redirect| {
            let Some(word) = script.word(redirect.target) else { return false };
            let args = commands::word_arguments(script, word, redirect.target);
            redirect.op.writes()
                && args.len() == 1
                && args.iter().all(|arg| targets.may_change(arg, redirect.command))
        };
        if own.next().is_some_and(is_change) {
            raised.concern = Concern::Change;
        }
    }
}

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
            (arg.value.is_number()
                || arg.value.is_file_name()
                || arg.value.sample().is_some()
                || arg.text().is_some())
                && script.word(arg.word).is_some_and(|word| word.expansions.any(Expansions::SUBSTITUTION))
        };
        if matches!(voucher.standing, Standing::ReadOnly | Standing::ReadsService) {
            voucher.args.iter().filter(judged).for_each(|arg| mark(arg.word));
        }
        // A rule covers whatever number is there: `make -j$(nproc)`.
        if voucher.standing == Standing::Allowed {
            let counts = voucher.args.iter().filter(|arg| numbers::counts_in(script, arg.word));
            counts.for_each(|arg| mark(arg.word));
        }
    }
    // A variable that only this script uses may hold anything: its uses are judged as unknown.
    let own = |name: Span| commands::is_script_variable(script.shell(), name.slice(script.source));
    for command in script.commands.iter().filter(|command| command.words.is_empty()) {
        let assignments = script.assignments_of(command);
        assignments.iter().filter(|it| own(it.name)).for_each(|it| mark(it.value));
    }
    for by in script.loops.iter().filter(|by| own(by.name)) {
        by.words.iter().copied().for_each(&mut mark);
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
        |redirect: &&Redirect| redirect.op == RedirectOp::HereString || script.process(redirect).is_some();
    for redirect in script.redirects.iter().filter(text) {
        // What a loop or a group reads comes to each command in it as through a pipe.
        if redirect.command.is_none() || only_reads(redirect) {
            mark(redirect.target);
        }
    }
    table
}

/// For each input redirect whose file a variable names: the index of its word, and whether every possible file lies
/// inside the working directories.
fn inputs(script: &Script<'_>, variables: &Variables, targets: &RedirectTargets<'_, '_>) -> Vec<(u32, bool)> {
    let is_judged = |it: &&Redirect| it.op == RedirectOp::Read && variables.knows_target(it.target);
    let judged = script.redirects.iter().filter(is_judged).map(|redirect| {
        let args = variables.targets(script, redirect);
        let inside = args.iter().all(|arg| targets.hold(arg, script.source, redirect.command));
        (redirect.target, inside)
    });
    judged.collect()
}

/// What a doubt of the reader is about.
pub(super) fn concern_of(doubt: DoubtKind) -> Concern {
    match doubt {
        DoubtKind::Unsupported(_) | DoubtKind::UnsupportedZsh(_) => Concern::Syntax,
        DoubtKind::UnclosedQuote
        | DoubtKind::UnclosedSubstitution
        | DoubtKind::UnclosedExpansion
        | DoubtKind::UnclosedGroup
        | DoubtKind::UnclosedHereDocument
        | DoubtKind::TrailingOperator
        | DoubtKind::TrailingBackslash
        | DoubtKind::Unexpected
        | DoubtKind::TooDeep
        | DoubtKind::NotRead
        | DoubtKind::Contradiction => Concern::Text,
    }
}

/// What `check` found.
pub(super) fn check_finding(check: &'static checks::Check, span: Span, message: Option<String>) -> Raised {
    let message = message.unwrap_or_else(|| check.code.says.text.into());
    let code = (check.code.name, Some(check.number));
    let concern = if *check == *checks::unfinished() {
        Concern::Text
    } else if *check == *checks::readings_differ() {
        Concern::Syntax
    } else if *check == *checks::reads_environment() {
        Concern::Access
    } else {
        Concern::Value
    };
    Raised::new(code, (Decision::Ask, concern), span, message, check.code.help)
}

/// What speaks against the form that `hit` is about.
pub(super) fn form_finding(profile: &Profile, hit: &FormHit) -> Raised {
    if hit.form.outcome != Decision::Deny {
        return notice_finding(&hit.form.code, hit.span, Concern::Access, None);
    }
    let code = (notices::FORBIDDEN_COMMAND.name, None);
    let outcome = (Decision::Deny, Concern::Access);
    Raised::new(code, outcome, hit.span, forbids(profile, hit.form), hit.form.code.help)
}

/// That a profile forbids a form of commands, in one line.
pub(super) fn forbids(profile: &Profile, form: &ForbiddenForm) -> String {
    alloc::format!("the profile `{}` forbids {}", profile.name, form.code.says.text)
}

/// What `notice` says of this place, in its own words or those of `message`.
pub(super) fn notice_finding(
    notice: &'static Code,
    span: Span,
    concern: Concern,
    message: Option<String>,
) -> Raised {
    let message = message.unwrap_or_else(|| notice.says.text.into());
    Raised::new((notice.name, None), (Decision::Ask, concern), span, message, notice.help)
}
