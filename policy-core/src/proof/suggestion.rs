//! The rule that a verdict suggests for a command, and whether it may safely end in a wildcard.
//!
//! Owns the narrowest rule that would vouch for the command. Asks the tables which words could follow.

use alloc::string::String;
use alloc::vec::Vec;

use super::command::Voucher;
use crate::commands::{self, AbstractValue, Arg, Form, Intent, Kind, Language, Opt, Role};
use crate::rules::{self, Words};
use crate::script::Script;
use crate::span::Span;

/// Whether a suggested rule may end in a wildcard after the first `known` words. Not after an option, whose value it
/// would leave open, and not where more words can name another program or another file to write.
pub(crate) fn may_end_in_wildcard(words: &Words<'_>, known: usize) -> bool {
    let last = known.checked_sub(1).and_then(|at| words.argv.get(at)).copied().flatten();
    if last.is_none_or(|last| last.starts_with('-')) {
        return false;
    }
    let args: Vec<Arg<'_>> = words
        .argv
        .iter()
        .map(|word| {
            word.map_or_else(
                || Arg::new(AbstractValue::ANYTHING, 0, Span::default()),
                |word| Arg::known(word, 0, Span::default()),
            )
        })
        .collect();
    let Some(form) = commands::uses(&args).form else { return true };
    // What runs the words that follow is as wide as they are: `docker exec`.
    let operands = &form.operands;
    let kinds = [operands.rest, operands.last, operands.after];
    if operands.first.iter().chain(kinds.iter().flatten()).any(Kind::runs) {
        return false;
    }
    let opens = |option: &Opt| {
        let roles =
            [Role::PathWritten, Role::Command, Role::Code(Language::Shell), Role::Code(Language::Other)];
        option.refuse.is_some_and(|refusal| refusal.harm.lasts())
            || option.refuse.is_some() && option.value.is_some_and(|kind| roles.contains(&kind.role))
    };
    // The options in front of a sub-command that is not known do not follow it.
    let is_unknown = !form.subs.is_empty();
    let is_open = form.intent == Intent::Edits || form.options.iter().any(opens);
    commands::inners(&args).is_empty() && (is_unknown || !is_open)
}

/// The narrowest rule that would vouch for the innermost command.
pub(crate) fn suggestion(voucher: &Voucher<'_, '_>, script: &Script<'_>, tool: &str) -> Option<String> {
    let args = voucher.inner_args();
    let argv: Vec<Option<&str>> = args.iter().map(|arg| voucher.fixed(script, arg)).collect();
    // A rule with an open end would also allow the options that the program's table asks about.
    let reads = |form: &&Form| form.refuse.is_none() && form.intent == Intent::Reads;
    let form = voucher.uses.form.filter(reads);
    if argv.contains(&None) && form.is_some_and(|form| form.options.iter().any(|it| it.refuse.is_some())) {
        return None;
    }
    let written: Vec<&str> = args.iter().map(|arg| arg.span.slice(script.source)).collect();
    rules::suggest(tool, &Words { argv: &argv, source: &written }, &may_end_in_wildcard)
}
