//! The values of all words that are known only at run time, by command and by word.
//!
//! Owns the result of the dataflow for one script: constants that the script assigns, and the words of a `for` loop,
//! one turn after another. Every other value stays unknown. Works for bash only: in zsh more names have a special
//! meaning.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::definitions::{Definitions, UseSite, use_site_of};
use super::objects;
use super::secrets::Secrets;
use super::value::ComputedValue;
use crate::commands::{self, Arg};
use crate::script::{Arithmetic, Expansions, Redirect, Script, Simple};
use crate::span::Span;
use crate::syntax::{operands, set_first};

/// The values of the words of one script that depend on running.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    turns: BTreeMap<u32, usize>,
    words: BTreeMap<u32, Vec<ComputedValue>>,
    /// By word that is a whole list: the arguments that it becomes, one entry a turn.
    lists: BTreeMap<u32, Vec<Vec<ComputedValue>>>,
    /// Words that are lists all of whose values are known.
    pub(crate) known_lists: Vec<u32>,
    /// Arithmetic expansions in which every variable holds a number.
    pub(crate) sums: Vec<Span>,
    /// Computed for the first command that prints its words.
    secrets: OnceCell<Secrets>,
}

impl Variables {
    /// The values in `script`; `cwd` is the request's working directory, and `stays` the same when every command runs
    /// there.
    pub(crate) fn of(script: &Script<'_>, cwd: Option<&str>, stays: Option<&str>) -> Self {
        let mut known = Self::default();
        if !script.shell().variables_hold_text {
            known.words =
                objects::values(script).into_iter().map(|(word, value)| (word, vec![value])).collect();
            return known;
        }
        let Some(sources) = Definitions::of(script, cwd, stays) else { return known };
        for (index, command) in (0..).zip(&script.commands) {
            known.command(script, &sources, index, command);
            known.sums(script, &sources, index, command);
        }
        known.redirects(script, &sources);
        for by in &script.loops {
            let is_known =
                |at: &u32| script.word(*at).is_some_and(|word| sources.looped_list(word, by).is_some());
            known.known_lists.extend(by.words.iter().copied().filter(is_known));
        }
        known
    }

    /// Computes the names of the files that redirects read and write.
    fn redirects(&mut self, script: &Script<'_>, sources: &Definitions<'_>) {
        let dynamic = |at: u32| script.word(at).filter(|word| word.expansions.any(Expansions::DYNAMIC));
        let names_file = |redirect: &&Redirect| redirect.op.reads_file() || redirect.op.writes();
        for redirect in script.redirects.iter().filter(names_file) {
            let Some(word) = dynamic(redirect.target) else { continue };
            let known = use_site_of(script, redirect).and_then(|at| sources.word(script, word, at));
            if let Some((held, _)) = known {
                self.words.insert(redirect.target, held);
            }
        }
    }

    /// Finds arithmetic over numbers in the words and assignments of `command`.
    fn sums(&mut self, script: &Script<'_>, sources: &Definitions<'_>, index: u32, command: &Simple) {
        let assigned = script.assignments_of(command).iter().map(|assignment| assignment.value);
        let words: Vec<_> = command.words.clone().chain(assigned).filter_map(|at| script.word(at)).collect();
        let own = |it: &&Arithmetic| {
            it.scope == command.scope && words.iter().any(|word| word.span.contains(it.span))
        };
        for span in script.arithmetic.iter().filter(own).map(|it| it.span) {
            let expression = script.slice(span);
            let set = set_first(expression);
            let is_number = |name| {
                let number = sources.number(name, UseSite { index, scope: command.scope });
                number.is_some_and(|(_, surely)| surely || set == Some(name))
            };
            if operands(expression).all(|operand| is_number(operand.name)) {
                self.sums.push(span);
            }
        }
    }

    fn command(&mut self, script: &Script<'_>, sources: &Definitions<'_>, index: u32, command: &Simple) {
        let mut turns = 1;
        let mut found = Vec::new();
        let mut lists = Vec::new();
        let mut looped = None;
        let site = UseSite { index, scope: command.scope };
        for at in command.words.clone() {
            let Some(word) = script.word(at).filter(|word| word.expansions.any(Expansions::DYNAMIC)) else {
                continue;
            };
            let by = if let Some((held, by)) = sources.known_list(word, site) {
                turns = turns.max(held.len());
                lists.push((at, held));
                by
            } else if let Some((held, by)) = sources.word(script, word, site) {
                turns = turns.max(held.len());
                found.push((at, held));
                by
            } else {
                continue;
            };
            if let Some(by) = by {
                // Two loops at once have too many turns; their words stay unknown.
                if looped.is_some_and(|other| other != by) {
                    return;
                }
                looped = Some(by);
            }
        }
        if !found.is_empty() || !lists.is_empty() {
            self.turns.insert(index, turns);
            self.words.extend(found);
            self.known_lists.extend(lists.iter().map(|(at, _)| at));
            self.lists.extend(lists);
        }
    }

    /// The variables that hold secrets; `script` is always the same.
    pub(crate) fn secrets(&self, script: &Script<'_>) -> &Secrets {
        self.secrets.get_or_init(|| Secrets::of(script))
    }

    /// How many turns a loop gives this command; 1 outside of loops.
    pub(crate) fn turns(&self, command: usize) -> usize {
        self.turns.get(&(command as u32)).copied().unwrap_or(1)
    }

    /// Whether the values of `word`, which names the file of a redirect, are known.
    pub(crate) fn knows_target(&self, word: u32) -> bool {
        self.words.contains_key(&word)
    }

    /// Everything that the word after a redirect's operator may become, over all turns.
    pub(crate) fn targets<'s>(&'s self, script: &'s Script<'_>, redirect: &Redirect) -> Vec<Arg<'s>> {
        let Some(word) = script.word(redirect.target) else { return Vec::new() };
        let turn = |turn| {
            let mut args = commands::word_arguments(script, word, redirect.target);
            self.fill(&mut args, turn);
            args
        };
        (0..self.words.get(&redirect.target).map_or(1, Vec::len)).flat_map(turn).collect()
    }

    /// By word: every text that it may have, for words all of whose values are texts.
    pub(crate) fn texts(&self) -> Vec<(u32, Vec<&str>)> {
        let known = self.words.iter().filter_map(|(word, held)| {
            let texts = held.iter().map(|one| one.as_deref().text());
            Some((*word, texts.collect::<Option<Vec<_>>>()?))
        });
        known.collect()
    }

    /// Fills the values of this `turn` into the arguments.
    pub(crate) fn fill<'s>(&'s self, args: &mut Vec<Arg<'s>>, turn: usize) {
        if !self.lists.is_empty() {
            let filled = args.iter().flat_map(|arg| self.listed(arg, turn));
            *args = filled.collect();
        }
        if self.words.is_empty() {
            return;
        }
        for arg in args {
            let Some(known) = self.words.get(&arg.word).filter(|_| arg.text().is_none()) else { continue };
            if let Some(value) = known.get(turn).or(known.first()) {
                arg.value = value.as_deref();
            }
        }
    }

    /// The arguments that `arg` becomes at this `turn`: several, or none, where it is a list.
    fn listed<'s>(&'s self, arg: &Arg<'s>, turn: usize) -> Vec<Arg<'s>> {
        let held = self.lists.get(&arg.word).filter(|_| arg.text().is_none());
        let Some(values) = held.and_then(|held| held.get(turn).or(held.first())) else { return vec![*arg] };
        values.iter().map(|value| Arg { value: value.as_deref(), ..*arg }).collect()
    }
}
