//! What the oracle leaves out and lets through, each with a reason: `tests/oracle/exemptions.toml`.

use serde::{Deserialize, Serialize};

use crate::wire::Job;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exemptions {
    /// Options and programs that are not executed.
    #[serde(default)]
    pub skip: Vec<Skip>,
    /// Programs of which few commands are made.
    #[serde(default)]
    pub seldom: Vec<Seldom>,
    /// Calls that are let through.
    #[serde(default)]
    pub call: Vec<CallExemption>,
}

/// Programs that are not executed, or some of their options.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Skip {
    /// Names in the tables.
    pub programs: Vec<String>,
    /// Full spellings of options; the whole programs when there are none.
    #[serde(default)]
    pub options: Vec<String>,
    /// Whether their examples are executed all the same.
    #[serde(default)]
    pub examples: bool,
    /// Why.
    pub why: String,
}

/// Programs of which few commands are made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seldom {
    /// Names in the tables.
    pub programs: Vec<String>,
    /// Why.
    pub why: String,
}

/// Calls that some programs, or every program (`*`), may make.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallExemption {
    /// Names in the verdict, or `*`.
    pub programs: Vec<String>,
    /// Words, or options with a value after `=`, of which the command has to have one; any command when there are none.
    #[serde(default)]
    pub with: Vec<String>,
    /// The system calls.
    pub calls: Vec<String>,
    /// Their targets: names, paths, families; a `*` at one end stands for any text.
    pub targets: Vec<String>,
    /// Why.
    pub why: String,
}

impl Exemptions {
    /// The file.
    pub(crate) fn load() -> Self {
        toml::from_str(include_str!("exemptions.toml"))
            .unwrap_or_else(|error| panic!("exemptions.toml: {error}"))
    }

    /// Whether `program` is not executed at all.
    pub(crate) fn skips_program(&self, program: &str) -> bool {
        self.whole(program).any(|skip| !skip.examples)
    }

    /// Whether no commands are made for `program`.
    pub(crate) fn skips_generated(&self, program: &str) -> bool {
        self.whole(program).next().is_some()
    }

    /// Whether few commands are made for `program`.
    pub(crate) fn is_seldom(&self, program: &str) -> bool {
        self.seldom.iter().any(|seldom| seldom.programs.iter().any(|it| it == program))
    }

    fn whole(&self, program: &str) -> impl Iterator<Item = &Skip> {
        self.skip
            .iter()
            .filter(move |skip| skip.options.is_empty() && skip.programs.iter().any(|it| it == program))
    }

    /// Whether the option with this spelling is left out.
    pub(crate) fn skips_option(&self, program: &str, spelling: &str) -> bool {
        let has = |list: &[String], name: &str| list.iter().any(|it| it == name);
        self.skip.iter().any(|skip| has(&skip.programs, program) && has(&skip.options, spelling))
    }
}

impl CallExemption {
    /// Whether the command of `job` may make this call.
    pub(crate) fn covers(&self, job: &Job, call: &str, target: &str) -> bool {
        let fits = |pattern: &String| match (pattern.strip_suffix('*'), pattern.strip_prefix('*')) {
            (Some(beginning), _) => target.starts_with(beginning),
            (None, Some(ending)) => target.ends_with(ending),
            (None, None) => target == pattern,
        };
        let is_there = |word: &String| {
            job.command
                .split([' ', ';', '|', '&', ')', '\n'])
                .any(|it| it.split_once('=').map_or(it, |(option, _)| option) == word)
        };
        self.calls.iter().any(|it| it == call)
            && self.programs.iter().any(|it| it == "*" || job.executes.contains(it))
            && (self.with.is_empty() || self.with.iter().any(is_there))
            && self.targets.iter().any(fits)
    }
}
