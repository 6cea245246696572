//! A tiny maker of arguments for tests: blanks separate, `$x` is unknown and splits, `"$x"` is unknown,
//! `*` makes a word a glob, a leading `~/` makes it the home directory's.

use std::vec::Vec;

use crate::commands::Arg;
use crate::span::Span;

/// The arguments of `text`.
pub(super) fn argv(text: &str) -> Vec<Arg<'_>> {
    let mut args = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut quoted = false;
        let end = rest
            .find(|letter: char| {
                quoted ^= letter == '"';
                letter == ' ' && !quoted
            })
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        args.push(argument(word, args.len() as u32));
        rest = after.trim_start();
    }
    args
}

fn argument(word: &str, index: u32) -> Arg<'_> {
    let span = Span::default();
    let has_variable = word.contains('$');
    let has_glob = word.contains('*');
    if !has_variable && !has_glob && !word.starts_with("~/") {
        return Arg::known(word.trim_matches('"'), index, span);
    }
    let bare = word.strip_prefix('"').unwrap_or(word);
    let lead = bare.split(['$', '*', '"']).next().unwrap_or("");
    let tail = if word.ends_with('"') { "" } else { bare.rsplit(['$', '*']).next().unwrap_or("") };
    let splits = has_glob || (has_variable && !word.contains('"'));
    Arg {
        text: None,
        lead,
        tail: if has_variable { "" } else { tail },
        splits,
        pattern: !has_variable,
        pipe: false,
        number: false,
        word: index,
        span,
    }
}
