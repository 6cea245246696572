//! The programs of a command, as tables count them.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use crate::commands::program;
use crate::verdict::Verdict;

/// The programs of a verdict with their sub-commands, in the order of the text, each once.
pub fn programs(verdict: &Verdict) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in verdict.commands.iter().filter_map(|command| program_of(&command.argv)) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// A program, and its sub-command if its table has one: `git push`. None where the program is known only at run time.
pub fn program_of(argv: &[Option<String>]) -> Option<String> {
    let (name, rest) = argv.split_first()?;
    let name = name.as_deref()?;
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let sub = program(name).and_then(|program| {
        rest.iter().flatten().find_map(|word| program.form.sub(word).map(|_| word.as_str()))
    });
    Some(sub.map_or_else(|| name.to_string(), |sub| [name, " ", sub].concat()))
}
