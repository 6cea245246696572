//! Whether a rule with an open end would allow no more than it seems to.
//!
//! Owns what the tables say of the words that could follow.

use alloc::vec::Vec;

use crate::commands::{self, Arg, Intent, Language, Opt, Role};
use crate::rules::Words;
use crate::span::Span;

/// Whether a suggested rule may end in a wildcard behind the first `known` words: not behind an option, whose value it would leave
/// open, and not where more words can name another program or another file to write.
pub(crate) fn may_grow(words: &Words<'_>, known: usize) -> bool {
    let last = known.checked_sub(1).and_then(|at| words.argv.get(at)).copied().flatten();
    if last.is_none_or(|last| last.starts_with('-')) {
        return false;
    }
    let args: Vec<Arg<'_>> = words
        .argv
        .iter()
        .map(|word| {
            word.map_or_else(
                || Arg::anything(0, Span::default()),
                |word| Arg::known(word, 0, Span::default()),
            )
        })
        .collect();
    let Some(form) = commands::uses(&args).form else { return true };
    let opens = |option: &Opt| {
        let roles =
            [Role::PathWritten, Role::Command, Role::Code(Language::Shell), Role::Code(Language::Other)];
        option.refuse.is_some_and(|refusal| refusal.harm.lasts())
            || option.refuse.is_some() && option.value.is_some_and(|kind| roles.contains(&kind.role))
    };
    // The options in front of a sub-command that is not known do not stand behind it.
    let is_unknown = !form.subs.is_empty();
    let is_open = form.intent == Intent::Edits || form.options.iter().any(opens);
    commands::inners(&args).is_empty() && (is_unknown || !is_open)
}
