//! A verdict with this machine's facts: the core asks, the disk answers, the core decides.
//!
//! Owns the rounds between them. Decides nothing: where a fact stays unknown the core's safe answer holds.

use std::collections::BTreeMap;
use std::path::Path;

use policy_core::{Decision, Engine, Facts, Request, Verdict};

use crate::engine::{EngineError, Judge};
use crate::environment::Secrets;
use crate::sandbox::Backend;
use crate::{environment, facts, launch, shims};

/// How often the core may ask; an answer can raise one more question, but not without end.
pub const ROUNDS_MAX: usize = 4;

/// The verdict on `request`, with what the core needs looked up on this machine's disk.
///
/// Facts that `request` brings are kept; those that were looked up are added to it.
pub fn decide<'e>(judge: impl Into<Judge<'e>>, request: &mut Request<'_>) -> Verdict {
    look_for_shims(request);
    look_for_secrets(request);
    judge.into().decide(request.command, |check| settle(check, |_| (), request))
}

/// As [`decide`], for a command that this library is going to run.
///
/// Settings of a repository, and settings files of a project, that start nothing in the environment of a read-only command
/// are left out of the facts; they are put back when the whole is not to run as such a command.
pub fn decide_to_run<'e>(judge: impl Into<Judge<'e>>, request: &mut Request<'_>) -> Verdict {
    look_for_shims(request);
    look_for_secrets(request);
    judge.into().decide(request.command, |check| settle_to_run(check, request))
}

/// Adds the shims in front of the programs of the command, where the request brings none.
fn look_for_shims(request: &mut Request<'_>) {
    if request.facts.shims.is_empty()
        && let Some(path) = std::env::var_os("PATH")
    {
        request.facts.shims = shims::shims(request.command, &path);
    }
}

/// Says in `request` that its text holds a secret of this process's environment, if it does.
fn look_for_secrets(request: &mut Request<'_>) {
    if request.facts.carries_secret {
        return;
    }
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect::<Vec<_>>();
    let secrets = Secrets::of(variables.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    request.facts.carries_secret = secrets.are_in(request.command);
}

fn settle_to_run(check: &Check<'_>, request: &mut Request<'_>) -> Result<Verdict, EngineError> {
    let given: Vec<String> = request.facts.repository_programs.keys().cloned().collect();
    let files_given: Vec<String> = request.facts.existing.keys().cloned().collect();
    let mut whole: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut files: Vec<String> = Vec::new();
    let leave_out = |facts: &mut Facts| {
        for (place, listed) in &mut facts.repository_programs {
            if given.contains(place) || whole.contains_key(place) {
                continue;
            }
            let all = listed.clone();
            listed.retain(|setting| !environment::switches_off(setting, &all));
            if listed.len() < all.len() {
                whole.insert(place.clone(), all);
            }
        }
        for (file, is_there) in &mut facts.existing {
            let name = file.rsplit('/').next().unwrap_or(file);
            if *is_there && environment::makes_harmless(name) && !files_given.contains(file) {
                *is_there = false;
                files.push(file.clone());
            }
        }
    };
    let verdict = settle(check, leave_out, request);
    let is_settled = |verdict: &Verdict| verdict.decision == Decision::Allow && verdict.read_only;
    if whole.is_empty() && files.is_empty() || verdict.as_ref().is_ok_and(is_settled) {
        return verdict;
    }
    request.facts.repository_programs.extend(whole);
    request.facts.existing.extend(files.into_iter().map(|file| (file, true)));
    verdict.and_then(|_| check(request))
}

/// Says in `request` that the sandbox is complete here, if that is so and the policy asks for it
/// (`autoAllowBashIfSandboxed`). `launcher` is the binary that sets it up. What was tried once is remembered.
pub fn vouch_for_sandbox(engine: &Engine, request: &mut Request<'_>, launcher: &Path, backend: Backend) {
    let settings = &engine.policy().sandbox;
    if settings.enabled && settings.auto_allow_bash_if_sandboxed && !request.facts.sandboxed {
        request.facts.sandboxed = launch::probe::is_complete(launcher, backend);
    }
}

/// One check of a request, by whichever core decides.
type Check<'c> = dyn Fn(&Request<'_>) -> Result<Verdict, EngineError> + 'c;

fn settle(
    check: &Check<'_>,
    mut adapt: impl FnMut(&mut Facts),
    request: &mut Request<'_>,
) -> Result<Verdict, EngineError> {
    let mut verdict = check(request)?;
    for _ in 0..ROUNDS_MAX {
        if verdict.needs.is_empty() || !facts::answer(&verdict.needs, &mut request.facts) {
            break;
        }
        adapt(&mut request.facts);
        verdict = check(request)?;
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use policy_core::Need;

    use super::*;

    /// A core that needs `/n/0`, then `/n/1`, … and allows once it has had `enough` answers.
    fn settled(enough: usize) -> (Verdict, usize) {
        let asked = Cell::new(0);
        let check = |request: &Request<'_>| {
            asked.set(asked.get() + 1);
            let known = request.facts.real_paths.len();
            let mut verdict = Verdict::default();
            if known >= enough {
                verdict.decision = Decision::Allow;
            } else {
                verdict.needs = vec![Need::RealPath(format!("/n/{known}"))];
            }
            Ok(verdict)
        };
        let verdict = settle(&check, |_| (), &mut Request::new("ls"));
        (verdict.unwrap(), asked.get())
    }

    #[test]
    fn the_core_is_asked_again_until_it_needs_nothing_more() {
        for enough in 0..=ROUNDS_MAX {
            let (verdict, asked) = settled(enough);
            assert_eq!((verdict.decision, asked), (Decision::Allow, enough + 1));
        }
    }

    #[test]
    fn the_safe_answer_stands_when_there_is_no_end_to_it() {
        let (verdict, asked) = settled(ROUNDS_MAX + 1);
        assert_eq!((verdict.decision, asked), (Decision::Ask, ROUNDS_MAX + 1));
        assert_eq!(verdict.needs.len(), 1);
    }

    #[test]
    fn the_core_is_not_asked_again_when_nothing_could_be_found_out() {
        let asked = Cell::new(0);
        let check = |_: &Request<'_>| {
            asked.set(asked.get() + 1);
            Ok(Verdict { needs: vec![Need::RealPath("relative".to_owned())], ..Verdict::default() })
        };
        assert_eq!(settle(&check, |_| (), &mut Request::new("ls")).unwrap().decision, Decision::Ask);
        assert_eq!(asked.get(), 1);
    }
}
