//! The smallest changes of a policy that give another answer.
//!
//! Owns what is tried, from the narrowest to the widest. Each change is tried before it is returned, and what is more than a
//! change that is enough already is left out. The mode that allows everything is never among them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::amend::{Step, allowing, amended, other_profiles};
use crate::codes::{notices, reasons};
use crate::commands::{Arg, Inner, inner, is_opener};
use crate::paths::lexical::last_part;
use crate::policy::Policy;
use crate::request::{Mode, Request};
use crate::rules::List;
use crate::span::Span;
use crate::verdict::{CommandVerdict, Decision, Verdict};

/// Most changes that are returned.
const PROPOSALS_MAX: usize = 3;

/// A change of a policy that gives the wanted answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What it does, in words.
    pub says: String,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// What would change an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// The changes that were seen to give the wanted answer, the smallest first; none if the answer is the wanted one.
    pub changes: Vec<Proposal>,
    /// Why there is none, in one sentence.
    pub nothing: Option<String>,
}

/// The changes of `policy` after which `decide` gives the answer `wanted` on `request`, on which `verdict` is the answer now.
///
/// `decide` is the engine with the facts that the host knows: another policy may need others.
pub fn why_not(
    policy: &Policy,
    request: &Request<'_>,
    verdict: &Verdict,
    wanted: Decision,
    decide: &mut dyn FnMut(&Policy) -> Decision,
) -> WhyNot {
    let mut changes: Vec<Proposal> = Vec::new();
    if verdict.decision == wanted {
        return WhyNot { changes, nothing: None };
    }
    for proposal in proposals(policy, request, verdict, wanted) {
        if changes.len() == PROPOSALS_MAX {
            break;
        }
        let is_more = |smaller: &Proposal| smaller.steps.iter().all(|step| proposal.steps.contains(step));
        if proposal.steps.is_empty() || changes.iter().any(is_more) {
            continue;
        }
        let after = amended(policy, &proposal.steps);
        if after.is_some_and(|after| decide(&after) == wanted) {
            changes.push(proposal);
        }
    }
    let nothing = changes.is_empty().then(|| nothing(verdict, wanted));
    WhyNot { changes, nothing }
}

/// What may be tried, from the narrowest to the widest.
fn proposals(policy: &Policy, request: &Request<'_>, verdict: &Verdict, wanted: Decision) -> Vec<Proposal> {
    let without = without_rule(policy, verdict);
    let mut found = Vec::new();
    found.extend(without.clone());
    match wanted {
        Decision::Allow => {
            let allowing = allowing_rules(request, verdict);
            let wider = settings(policy, request, verdict);
            found.extend(allowing.iter().cloned());
            found.extend(wider.iter().cloned());
            if let Some(first) = &without {
                found.extend(allowing.iter().chain(&wider).map(|second| both(first, second)));
            }
            for first in &wider {
                found.extend(allowing.iter().map(|second| both(first, second)));
            }
            found.extend(other_profiles(policy).map(profile));
        }
        Decision::Ask | Decision::Deny => {
            let list = if wanted == Decision::Ask { List::Ask } else { List::Deny };
            let restricting = restricting_rules(list, request, verdict);
            if let Some(first) = &without {
                found.extend(restricting.iter().map(|second| both(first, second)));
            }
            found.extend(restricting);
            if policy.mode != Mode::Default {
                found.push(mode(Mode::Default, "leave the questions to a person"));
            }
            if wanted == Decision::Deny && policy.mode != Mode::DontAsk {
                found.push(mode(Mode::DontAsk, "deny what would ask"));
            }
            found.extend(other_profiles(policy).map(profile));
        }
    }
    // A change of one step is smaller than one of several.
    crate::sorted::sort_by_key(&mut found, |proposal| proposal.steps.len());
    found
}

/// One change and then another: where a rule is in the way of another.
fn both(first: &Proposal, second: &Proposal) -> Proposal {
    let steps = first.steps.iter().chain(&second.steps).cloned().collect();
    Proposal { says: format!("{}, and {}", first.says, second.says), steps }
}

/// Takes the rule that decided out of its list.
fn without_rule(policy: &Policy, verdict: &Verdict) -> Option<Proposal> {
    let rule = verdict.reason.rule.as_ref()?;
    let (list, _) = policy.rules.all().find(|(_, own)| own.text == *rule)?;
    Some(Proposal {
        says: format!("take the rule out of `permissions.{}`", list.name()),
        steps: Vec::from([Step::Remove(list, rule.clone())]),
    })
}

fn allowing_rules(request: &Request<'_>, verdict: &Verdict) -> Vec<Proposal> {
    let mut found = Vec::new();
    let mut add = |rules: Vec<String>| {
        let says = match rules.len() {
            0 => return,
            1 => String::from("allow it with a rule"),
            count => format!("allow it with {count} rules"),
        };
        found.push(Proposal { says, steps: allowing(&rules) });
    };
    for rule in &verdict.suggestions {
        add(Vec::from([rule.clone()]));
    }
    add(verdict.suggestions.clone());
    let asks = verdict.commands.iter().filter(|command| command.decision != Decision::Allow);
    let exact: Vec<String> = asks.map(|command| exact(request, command)).collect();
    for rule in &exact {
        add(Vec::from([rule.clone()]));
    }
    add(exact);
    if verdict.commands.is_empty() {
        add(Vec::from([whole(request)]));
    }
    found
}

/// The settings besides rules that let more run.
fn settings(policy: &Policy, request: &Request<'_>, verdict: &Verdict) -> Vec<Proposal> {
    let mut found = Vec::new();
    let inside = |path: &str| {
        request
            .cwd
            .is_some_and(|cwd| path == cwd || path.strip_prefix(cwd).is_some_and(|it| it.starts_with('/')))
    };
    let effects = &verdict.effects;
    let mut steps = Vec::new();
    for path in effects.reads.iter().chain(&effects.writes).chain(&effects.deletes) {
        let above = path.strip_suffix(last_part(path)).map(|above| above.trim_end_matches('/'));
        let Some(above) = above.filter(|above| !above.is_empty() && !inside(path)) else { continue };
        let step = Step::Directory(above.into());
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    if !steps.is_empty() {
        found.push(Proposal { says: "count the directory among the working directories".into(), steps });
    }
    if matches!(policy.mode, Mode::Plan | Mode::DontAsk) {
        found.push(mode(Mode::Default, "leave the mode that denies"));
    }
    if policy.mode != Mode::AcceptEdits {
        found.push(mode(Mode::AcceptEdits, "accept changes of files in the working directories"));
    }
    if policy.asks_for_secrets && verdict.findings.iter().any(|it| it.code == notices::READS_SECRET.name) {
        let says = "ask no more about files whose names say that they hold secrets".into();
        found.push(Proposal { says, steps: Vec::from([Step::Secrets]) });
    }
    if policy.sandbox.enabled && !policy.sandbox.auto_allow_bash_if_sandboxed {
        let says = "let the sandbox be enough".into();
        found.push(Proposal { says, steps: Vec::from([Step::Sandbox]) });
    }
    found
}

fn restricting_rules(list: List, request: &Request<'_>, verdict: &Verdict) -> Vec<Proposal> {
    let says = if list == List::Ask { "ask about it with a rule" } else { "deny it with a rule" };
    let mut found: Vec<Proposal> = Vec::new();
    let mut add = |rule: String| {
        let proposal = Proposal { says: says.into(), steps: Vec::from([Step::Add(list, rule)]) };
        if !found.contains(&proposal) {
            found.push(proposal);
        }
    };
    for command in &verdict.commands {
        add(exact(request, command));
    }
    for command in &verdict.commands {
        if let Some(rule) = by_prefix(request, command) {
            add(rule);
        }
    }
    if verdict.commands.is_empty() {
        add(whole(request));
    }
    found
}

fn mode(mode: Mode, says: &str) -> Proposal {
    Proposal { says: says.into(), steps: Vec::from([Step::Mode(mode)]) }
}

fn profile(step: Step) -> Proposal {
    let says = match &step {
        Step::Profile(name) => format!("choose the profile `{name}`"),
        _ => String::new(),
    };
    Proposal { says, steps: Vec::from([step]) }
}

/// The rule with the command's own text.
fn exact(request: &Request<'_>, command: &CommandVerdict) -> String {
    [request.tool, "(", command.span.slice(request.command), ")"].concat()
}

/// The rule about the whole request: the host of a URL, or the text of a query.
fn whole(request: &Request<'_>) -> String {
    let text = request.command;
    let host = text.split_once("://").map(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(rest));
    match host {
        Some(host) => [request.tool, "(domain:", host, ")"].concat(),
        None => [request.tool, "(", text, ")"].concat(),
    }
}

/// The rule about every command that begins like this one: the program after its wrappers, and what looks like its
/// sub-command.
fn by_prefix(request: &Request<'_>, command: &CommandVerdict) -> Option<String> {
    let args: Vec<Arg<'_>> = command
        .argv
        .iter()
        .map_while(|word| word.as_deref())
        .map(|it| Arg::known(it, 0, Span::default()))
        .collect();
    let mut at = 0;
    while let Some(Inner::Command { at: next, .. }) = args.get(at..).and_then(inner)
        && next > 0
    {
        at += next;
    }
    let word = |at: usize| command.argv.get(at).and_then(Option::as_deref);
    let program = word(at)
        .filter(|name| name.bytes().all(|it| it.is_ascii_alphanumeric() || b"_./+-".contains(&it)))?;
    let is_word =
        |it: &&str| it.bytes().all(|it| it.is_ascii_lowercase() || it == b'-') && !it.starts_with('-');
    let sub = word(at + 1).filter(is_word).filter(|it| !it.is_empty() && !is_opener(program, true));
    Some(match sub {
        Some(sub) => [request.tool, "(", program, " ", sub, ":*)"].concat(),
        None => [request.tool, "(", program, ":*)"].concat(),
    })
}

/// Why no change of a policy gives the answer.
fn nothing(verdict: &Verdict, wanted: Decision) -> String {
    if wanted != Decision::Allow {
        return format!("no rule was found that makes this command `{}`", wanted.name());
    }
    let objects = |code: &str| verdict.findings.iter().find(|finding| finding.code == code);
    let finding = [&notices::CRITICAL_REMOVAL, &notices::PATH_PROTECTED]
        .into_iter()
        .find_map(|notice| objects(notice.name))
        .or_else(|| verdict.findings.first());
    match finding {
        Some(finding) => format!(
            "no rule, mode or profile that leaves the questions to a person allows it: {} ({}); {}",
            finding.message, finding.code, finding.help
        ),
        None if verdict.reason.code == reasons::DENY_RULE.name => {
            String::from("a deny rule that no settings file of this policy holds applies")
        }
        None => format!(
            "no rule, mode or profile that leaves the questions to a person allows it: {} ({})",
            verdict.reason.message, verdict.reason.code
        ),
    }
}
