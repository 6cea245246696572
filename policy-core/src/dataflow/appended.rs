//! The operands that xargs appends to its command: names that are known only at run time.
//!
//! Owns the splitting of xargs' input into names, and the value of an argument in which a name is substituted.

use alloc::vec::Vec;

use super::file_list::FileList;
use crate::commands::{self, AbstractValue, Arg, Count, Origin};

/// The separator at which xargs cuts its input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    /// Blanks and line breaks; quotes and backslashes are removed.
    Words,
    Lines,
    Null,
    /// A character that the command chooses.
    Anywhere,
}

impl Separator {
    /// The separator of the xargs in `args`.
    fn of(args: &[Arg<'_>]) -> Self {
        let uses = commands::uses(args);
        uses.options.iter().fold(Self::Words, |cut, (index, option)| match option.names {
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

/// Appends the names from xargs' input to the command that begins at `at`, or substitutes them for its replacement
/// text.
pub(crate) fn append(
    args: &mut Vec<Arg<'_>>,
    from: usize,
    at: usize,
    replaces: Option<(usize, usize)>,
    names: Option<FileList>,
) {
    let cut = Separator::of(args.get(from..).unwrap_or(&[]));
    let names = names.filter(|names| cut != Separator::Anywhere && names.null == (cut == Separator::Null));
    let added = |count: Count| match names {
        Some(names) => AbstractValue::FileName {
            prefix: if names.whole && names.dotted { "./" } else { "" },
            suffix: "",
            count,
            origin: match names {
                FileList { objects: true, .. } => Origin::Objects,
                FileList { whole: true, .. } => Origin::Disk,
                // Any other name with a blank in it becomes several arguments, which can begin with anything.
                FileList { .. } => Origin::List,
            },
        },
        None => AbstractValue::Unknown { prefix: "", suffix: "", count },
    };
    let Some((index, skip)) = replaces else {
        if let Some(last) = args.last().copied() {
            args.push(Arg::new(added(Count::Any), last.word, last.span));
        }
        return;
    };
    let replaced = args.get(from + index).and_then(Arg::text).and_then(|text| text.get(skip..)).unwrap_or("");
    // Where the command does not begin where it should, any argument can be the one that is replaced.
    let first = if at < args.len() { at } else { 0 };
    for arg in args.iter_mut().skip(first) {
        substitute(arg, replaced, added(Count::One));
    }
}

/// Puts `added` into an argument in the place of `replaced`, which is a part of the argument or all of it.
pub(crate) fn substitute<'s>(arg: &mut Arg<'s>, replaced: &str, added: AbstractValue<&'s str>) {
    let Some(text) = arg.text() else { return };
    if text == replaced {
        arg.value = added;
    } else if replaced.is_empty() {
        arg.value = AbstractValue::Unknown { prefix: added.prefix(), suffix: "", count: added.count() };
    } else if let Some((front, _)) = text.split_once(replaced) {
        arg.value = AbstractValue::Unknown { prefix: front, suffix: "", count: Count::One };
    }
}
