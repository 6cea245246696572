//! The names in a command that no alias and no function of the user may replace.
//!
//! Owns their choice. Reads only the verdict.

use policy_core::Verdict;
use policy_core::verdict::By;

/// The names that `verdict` treats as programs: no alias and no function may replace them.
///
/// These are the names of all commands when everything that they do is known, and else those of the commands that are
/// proven, or that a mode lets through without a question: a deny rule knows programs, not what a user calls them.
/// After a wrapper, every word may be such a name. What a rule names or a person approves keeps the user's own meaning.
pub(crate) fn programs(verdict: &Verdict) -> Vec<String> {
    let mut names = Vec::new();
    for command in &verdict.commands {
        let is_proven = command.read_only
            || matches!(
                command.by,
                By::ReadOnly
                    | By::SelfDescription
                    | By::ReadsService
                    | By::Documentation
                    | By::AcceptEdits
                    | By::NoProgram
                    | By::Sandbox
                    | By::Mode
            )
            || verdict.grants.is_some();
        if matches!(command.by, By::Rule { .. }) || !is_proven {
            continue;
        }
        let words = if command.wrappers.is_empty() { 1 } else { command.argv.len() };
        names.extend(command.argv.iter().take(words).flatten().filter(|name| !name.is_empty()).cloned());
    }
    names.sort_unstable();
    names.dedup();
    names
}
