//! What the fuzzer claims: a policy, and what an allowed mutant must not do.

use super::expect::{Arguments, job, unexpected};
use crate::wire::{Deed, Job, Shell};

/// What a mutant did that it must not: the kind of it, and the whole.
pub(super) type Failure = (String, String);

/// A claim about what is allowed by a policy.
#[derive(Debug)]
pub(super) struct Claim {
    /// Its name in what is printed.
    pub name: &'static str,
    /// The end of the name of its trials, which begins with the shell.
    pub trial: &'static str,
    /// The policy, in the form of the settings.
    pub policy: &'static str,
    /// The value of the variable `x`.
    pub variable: fn(Shell) -> &'static str,
    /// The names of files in the working directory, besides those that are always there.
    pub names: &'static [&'static str],
    /// The programs that are executed, by name; none: those of the verdict's parts.
    pub executes: &'static [&'static str],
    /// Whether a mutant is run, if it is allowed.
    pub runs: fn(&str) -> bool,
    /// The failure of a mutant that is allowed with these parts, from what it did.
    pub failure: fn(&[Arguments], &Deed) -> Option<Failure>,
}

impl Claim {
    /// The name of the trial of this claim in a shell.
    pub(super) fn trial_in(&self, shell: Shell) -> String {
        format!("{shell:?}_{}", self.trial).to_lowercase()
    }

    /// The job that runs `text`, which is allowed with these parts.
    pub(super) fn job(&self, text: &str, parts: &[Arguments], shell: Shell) -> Job {
        let job = job(text.to_owned(), parts, (self.variable)(shell));
        if self.executes.is_empty() {
            return job;
        }
        Job { executes: self.executes.iter().map(|name| (*name).to_owned()).collect(), ..job }
    }
}

/// Without any rule: what is allowed does what its verdict says, and only reads.
pub(super) const PROVEN: Claim = Claim {
    name: "proven",
    trial: "executes_what_the_verdict_about_a_mutant_says",
    policy: "{}",
    // An expression that runs a recorder wherever it is evaluated.
    variable: |shell| match shell {
        Shell::Bash | Shell::Pwsh => "a[$(r0)]",
        Shell::Zsh => "path[$(r0)]",
    },
    // Names that become expressions, where a shell evaluates what it should print.
    names: &["a[$(r0)]", "path[$(r0)]", "PATH[$(r0)]"],
    executes: &[],
    runs: |_| true,
    failure: |parts, deed| {
        if let Some(violation) = deed.violations.first() {
            return Some((format!("{:?}", violation.kind()), violation.to_string()));
        }
        let arguments = unexpected(parts, &deed.executed)?;
        let name = arguments.first().map_or("", String::as_str);
        Some((format!("arguments of {name}"), format!("{arguments:?} was executed")))
    },
};

/// In the mode that allows everything: what a deny rule names is not executed.
pub(super) const DENIED: Claim = Claim {
    name: "denied",
    trial: "executes_no_denied_program_of_a_mutant",
    policy: r#"{"permissions": {"defaultMode": "bypassPermissions", "deny": ["Bash(r0:*)"]}}"#,
    variable: |_| "r0",
    // What a file holds or is called runs nothing: the rule is about the text of the command.
    names: &[],
    executes: &["r0", "r1", "cat", "date", "grep", "head", "ls", "sort", "true", "wc"],
    // This mode allows a function that starts itself without end, which is faster than whoever would end it.
    runs: |text| !["()", "( )", "function", "coproc", "trap"].iter().any(|sign| text.contains(sign)),
    failure: |_, deed| {
        let is_denied = |arguments: &&Vec<String>| {
            arguments.first().is_some_and(|name| name.rsplit('/').next() == Some("r0"))
        };
        let arguments = deed.executed.iter().find(is_denied)?;
        Some(("the denied program".to_owned(), format!("{arguments:?} was executed")))
    },
};
