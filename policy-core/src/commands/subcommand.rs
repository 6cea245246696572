//! Finds a sub-command after options: `git -C dir push`, `kubectl -n prod delete pod x`.
//!
//! Owns the readings without those options, which deny and ask rules see in addition to the command as written. Sees
//! too much rather than too little: after an option that no table has, the next argument may or may not be its value.

use alloc::vec::Vec;

use super::argument::Arg;
use super::packed::program;
use super::reading::{Forms, Takes, options_in};
use crate::paths::lexical::last_part;
use crate::span::Span;

/// Readings of one command that are offered.
const READINGS_MAX: usize = 32;

/// Hands `offer` every reading of `args` in which no option is between the program and the first `depth` words of
/// its sub-command, as long as it differs from the command as written.
pub fn without_options<'s>(args: &[Arg<'s>], depth: usize, offer: &mut dyn FnMut(&[Arg<'s>])) {
    let Some((name, rest)) = args.split_first() else { return };
    if !rest.iter().any(is_option) {
        return;
    }
    let form = name.text().map(last_part).and_then(program).map(|program| &program.form);
    let mut kept = Vec::with_capacity(args.len());
    kept.push(*name);
    Readings { args, kept, left: READINGS_MAX, offer }.from(1, depth, [form, None], false);
}

/// The name of a program and the sub-command that it is by itself: `git-push` is `git push`.
pub fn own_program<'s>(name: &Arg<'s>) -> Option<[Arg<'s>; 2]> {
    let (front, sub) = last_part(name.text()?).split_once('-')?;
    let known = |text| Arg::known(text, name.word, Span::default());
    program(front).filter(|program| !program.form.subs.is_empty()).map(|_| [known(front), known(sub)])
}

/// The arguments with `option` after the first `words` words of the sub-command, when it is elsewhere among them: as
/// it is, cut short, or in a cluster.
pub fn with_option_first<'s>(args: &[Arg<'s>], words: usize, option: &'s str) -> Option<Vec<Arg<'s>>> {
    let from = words + 1;
    let own = args.get(1..from)?;
    if own.iter().any(is_option) {
        return None;
    }
    let end = args.iter().position(|arg| arg.text() == Some("--")).unwrap_or(args.len());
    let form = args.first().and_then(|name| name.program(last_part)).map(|it| &it.form);
    let form = form.and_then(|form| own.iter().try_fold(form, |form, word| form.sub(word.text()?)));
    let is_known = |text: &str| form.is_some_and(|form| form.option(text).is_some());
    let at = (from..end).find(|at| {
        args.get(*at).and_then(Arg::text).is_some_and(|text| stands_for(text, option) && !is_known(text))
            || args.get(*at).and_then(Arg::text).is_some_and(|text| text.starts_with(option))
    })?;
    let arg = args.get(at)?;
    let as_written = arg.text().is_some_and(|text| text.starts_with(option));
    if as_written && at == from {
        return None;
    }
    let first = if as_written { *arg } else { Arg::known(option, arg.word, Span::default()) };
    let mut moved = args.get(..from)?.to_vec();
    moved.push(first);
    moved.extend((from..args.len()).filter(|other| *other != at).filter_map(|other| args.get(other)));
    Some(moved)
}

/// Whether an argument can mean the option: a long one that is cut short, or a cluster with its letter.
fn stands_for(text: &str, option: &str) -> bool {
    match (text.strip_prefix("--"), option.strip_prefix("--")) {
        (Some(short), Some(name)) => short.len() > 1 && name.starts_with(short),
        (None, None) => {
            let letter = option.strip_prefix('-').filter(|letter| letter.len() == 1);
            let letters = text.strip_prefix('-').unwrap_or("");
            letters.bytes().all(|byte| byte.is_ascii_alphabetic())
                && letter.is_some_and(|letter| letters.contains(letter))
        }
        _ => false,
    }
}

struct Readings<'a, 's, 'o> {
    args: &'a [Arg<'s>],
    kept: Vec<Arg<'s>>,
    left: usize,
    offer: &'o mut dyn FnMut(&[Arg<'s>]),
}

impl Readings<'_, '_, '_> {
    /// Goes on at the argument `at`, with `depth` words still to find; `forms` are the innermost form that is known
    /// and the one around it.
    fn from(&mut self, mut at: usize, depth: usize, forms: Forms, mut dropped: bool) {
        while let Some(arg) = self.args.get(at).filter(|_| depth > 0 && self.left > 0) {
            if is_option(arg) {
                // It may as well be the word.
                if arg.text().is_none() && arg.prefix().is_empty() && dropped {
                    self.offer_from(at);
                }
                dropped = true;
                match takes(arg, forms) {
                    Takes::Next(values) => {
                        // A value that may become several arguments may hold the word.
                        let splits = |at: &usize| {
                            self.args.get(*at).is_some_and(|arg| arg.text().is_none() && arg.splits())
                        };
                        if let Some(at) = (at + 1..=at + values).find(splits) {
                            self.offer_from(at);
                        }
                        at += values;
                    }
                    Takes::Rest => at += 1,
                    Takes::Perhaps => self.from(at + 2, depth, forms, true),
                }
                at += 1;
                continue;
            }
            let length = self.kept.len();
            if dropped {
                self.offer_from(at);
            }
            self.kept.push(*arg);
            let [form, outer] = forms;
            let inner = arg.text().and_then(|text| form?.sub(text));
            let forms = if inner.is_some() { [inner, form] } else { [form, outer] };
            self.from(at + 1, depth - 1, forms, false);
            self.kept.truncate(length);
            return;
        }
    }
}

impl Readings<'_, '_, '_> {
    /// Offers the words so far with the arguments from `at` on.
    fn offer_from(&mut self, at: usize) {
        let length = self.kept.len();
        self.left = self.left.saturating_sub(1);
        self.kept.extend_from_slice(self.args.get(at..).unwrap_or(&[]));
        (self.offer)(&self.kept);
        self.kept.truncate(length);
    }
}

/// Whether an argument is no word of a sub-command: an option, `+nightly`, or what may become any number of options.
fn is_option(arg: &Arg<'_>) -> bool {
    match arg.text() {
        Some(text) => text.len() > 1 && text.starts_with(['-', '+']),
        None => {
            arg.prefix().starts_with(['-', '+'])
                || arg.prefix().is_empty() && arg.splits() && !arg.value.is_file_name()
        }
    }
}

/// How many of the next arguments belong to the options in `arg`; perhaps one where no table has them in full.
fn takes(arg: &Arg<'_>, forms: Forms) -> Takes {
    let text = arg.prefix();
    if !text.starts_with('-') || text == "--" {
        return Takes::Next(0);
    }
    let mut is_exact = arg.text().is_some();
    let takes = options_in(forms, text, is_exact, |spelling, option, _| {
        is_exact &= option.is_none_or(|option| spelling.is_of(option));
    });
    if is_exact || text.contains('=') { takes } else { Takes::Perhaps }
}
