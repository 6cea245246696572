//! The forms in which an argument of a program without a proof names a file: `if=FILE`, `@FILE`, `file://FILE`,
//! `FILE:/mount`.
//!
//! Owns these forms. Never used to allow anything.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::commands::Arg;
use crate::machine::ApproximatePath;
use crate::machine::approximate_path::written;

/// The address of a file on this machine.
const FILE_ADDRESS: &str = "file://";

/// The paths that `arg` may name besides the path that its whole text is, and whether each of these is surely one.
pub(super) fn of<'s>(arg: &Arg<'s>, source: &'s str) -> Vec<(ApproximatePath<'s>, bool)> {
    let text = arg.text().unwrap_or_else(|| arg.span.slice(source).trim_matches('"'));
    let path = |text: &'s str| match arg.text() {
        Some(_) => Some(ApproximatePath::Exact(Cow::Borrowed(text))),
        None => written(text),
    };
    let mut found: Vec<(&str, bool)> = Vec::new();
    let value = text.split_once('=').map_or(text, |(_, value)| value);
    found.push((value, true));
    // `-d@file`, `-F a=<file`, `-T.env`
    let short = text.strip_prefix('-').filter(|_| !text.starts_with("--")).and_then(|text| text.get(1..));
    for text in [Some(text), Some(value), short].into_iter().flatten() {
        found.extend(text.strip_prefix(['@', '<']).map(|path| (path, true)));
        found.extend(
            text.split_once(FILE_ADDRESS).map(|(_, path)| (path.trim_start_matches("localhost"), true)),
        );
    }
    found.extend(short.map(|path| (path, false)));
    found.extend(text.split([':', ',', ';', '=', '@']).map(|path| (path, false)));
    let own = found.into_iter().filter(|(path, _)| !path.is_empty() && *path != text);
    own.filter_map(|(text, is_certain)| Some((path(text)?, is_certain))).collect()
}
