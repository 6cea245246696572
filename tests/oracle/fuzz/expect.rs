//! What a verdict says will be executed, and whether what was executed is that.

use std::collections::BTreeSet;

use policy_core::{Decision, Engine, Policy, Request, Source, Verdict};

use crate::place::Place;
use crate::wire::{Job, Shell};

/// The arguments of one part of a verdict; none for one that is known only at run time.
pub(super) type Arguments = Vec<Option<String>>;

/// Decides by one policy, as if every question about the machine had the most harmless answer.
#[derive(Debug)]
pub(super) struct Decider {
    engine: Engine,
    cwd: String,
    home: String,
    shell: Shell,
}

impl Decider {
    /// Decides by `policy`, in the settings' form.
    pub(super) fn new(place: &Place, shell: Shell, policy: &str) -> Self {
        let source = Source { name: "policy".into(), text: policy.into(), ..Source::default() };
        Self {
            engine: Engine::new(Policy::from_sources(&[source]).unwrap_or_default()),
            cwd: place.project().to_string_lossy().into_owned(),
            home: place.home().to_string_lossy().into_owned(),
            shell,
        }
    }

    /// The parts of the verdict about `command`, and without their wrappers; none when it is not allowed.
    pub(super) fn allowed(&self, command: &str) -> Option<Vec<Arguments>> {
        let mut request = Request { cwd: Some(&self.cwd), home: Some(&self.home), ..Request::new(command) };
        request.shell = self.shell.into();
        request.facts.no_links = true;
        request.facts.bare_repository = Some(false);
        let Verdict { decision, commands, .. } = self.engine.check(&request);
        // A wrapper that is a built-in, such as `command`, executes the rest of its arguments itself.
        let parts = commands.into_iter().flat_map(|part| {
            let starts = if part.wrappers.is_empty() { 0..1 } else { 0..part.argv.len() };
            starts.map(move |start| part.argv.get(start..).unwrap_or_default().to_vec()).collect::<Vec<_>>()
        });
        (decision == Decision::Allow).then(|| parts.filter(|argv| !argv.is_empty()).collect())
    }
}

/// The job that runs `command`, which may execute the programs of `parts`, with `variable` as the value of `x`.
pub(super) fn job(command: String, parts: &[Arguments], variable: &str) -> Job {
    let name = |arguments: &Arguments| arguments.first()?.as_ref()?.rsplit('/').next().map(str::to_owned);
    let executes: BTreeSet<String> = parts.iter().filter_map(name).collect();
    Job { command, executes: executes.into_iter().collect(), variable: variable.to_owned() }
}

/// The first program that was executed with other arguments than any of `parts` has.
pub(super) fn unexpected<'e>(parts: &[Arguments], executed: &'e [Vec<String>]) -> Option<&'e [String]> {
    let fits = |arguments: &Vec<String>| parts.iter().any(|part| matches(part, arguments));
    executed.iter().find(|arguments| !fits(arguments)).map(Vec::as_slice)
}

/// Whether `arguments` are those of `part`, in which what is not known can be any number of them.
fn matches(part: &[Option<String>], arguments: &[String]) -> bool {
    match part {
        [] => arguments.is_empty(),
        [Some(known), rest @ ..] => {
            arguments.split_first().is_some_and(|(first, others)| first == known && matches(rest, others))
        }
        [None] => true,
        [None, rest @ ..] => (0..=arguments.len()).any(|taken| matches(rest, &arguments[taken..])),
    }
}

/// Whether [`matches`] tells arguments apart; the fuzzer does not begin before it does.
pub(super) fn tells_apart() -> bool {
    let known = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let part = [Some("ls".to_owned()), None, Some("b".to_owned())];
    let fit = [&["ls", "b"][..], &["ls", "a", "b"], &["ls", "b", "a", "b"]];
    let unfit = [&["ls"][..], &["ls", "a"], &["cat", "b"], &["ls", "b", "a"]];
    fit.iter().all(|texts| matches(&part, &known(texts)))
        && !unfit.iter().any(|texts| matches(&part, &known(texts)))
}
