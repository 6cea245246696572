//! The operands that xargs adds to the command that it runs: names that are not known before running.
//!
//! Owns where xargs cuts its input into names, and what an argument becomes in which a name is substitute.

use alloc::vec::Vec;

use crate::commands::{self, Arg};
use crate::dataflow::FileList;

/// Where xargs cuts its input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    /// At blanks and line breaks, and it takes quotes and backslashes out.
    Words,
    Lines,
    Null,
    /// Wherever the one who wrote the command wants.
    Anywhere,
}

impl Separator {
    /// Where the xargs of `args`, whose command begins at `at`, cuts.
    fn of(args: &[Arg<'_>], at: usize) -> Self {
        let uses = commands::uses(args);
        let own = uses.options.iter().filter(|(index, _)| *index < at);
        own.fold(Self::Words, |cut, (index, option)| match option.names {
            names if names.contains(&"-0") => Self::Null,
            names if names.contains(&"-d") => match uses.option_value(args, *index) {
                Some("\\n" | "\n") => Self::Lines,
                Some("\\0") => Self::Null,
                _ => Self::Anywhere,
            },
            _ => cut,
        })
    }
}

/// Adds what xargs adds to the command that begins at `at`, or puts it where its replacement text stands.
pub(crate) fn append(
    args: &mut Vec<Arg<'_>>,
    from: usize,
    at: usize,
    replaces: Option<(usize, usize)>,
    names: Option<FileList>,
) {
    let cut = Separator::of(args.get(from..).unwrap_or(&[]), at - from);
    let names = names.filter(|names| cut != Separator::Anywhere && names.null == (cut == Separator::Null));
    // Any other name with a blank in it becomes several arguments, which can begin with anything.
    let whole = names.is_some_and(|names| names.whole);
    let lead = if whole && names.is_some_and(|names| names.dotted) { "./" } else { "" };
    let sample = names.filter(|names| names.objects).map(|_| commands::OBJECT);
    let added = |splits: bool, arg: &Arg<'_>| {
        let own = Arg::anything(arg.word, arg.span);
        Arg { lead, splits, pattern: names.is_some(), cut: !whole, sample, ..own }
    };
    let Some((index, skip)) = replaces else {
        if let Some(last) = args.last().copied() {
            args.push(added(true, &last));
        }
        return;
    };
    let replaced =
        args.get(from + index).and_then(|arg| arg.text).and_then(|text| text.get(skip..)).unwrap_or("");
    for arg in args.get_mut(at..).unwrap_or(&mut []) {
        substitute(arg, replaced, added(false, arg));
    }
}

/// Makes an argument unknown in which `replaced` stands: all of it is `added` then, or a part.
pub(crate) fn substitute<'s>(arg: &mut Arg<'s>, replaced: &str, added: Arg<'s>) {
    let Some(text) = arg.text else { return };
    if replaced.is_empty() || text == replaced {
        let is_all = text == replaced;
        *arg = Arg { pattern: added.pattern && is_all, sample: added.sample.filter(|_| is_all), ..added };
    } else if let Some((front, _)) = text.split_once(replaced) {
        *arg = Arg { text: None, lead: front, tail: "", pattern: false, ..*arg };
    }
}
