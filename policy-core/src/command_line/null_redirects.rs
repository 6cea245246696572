//! `2>nul`, which models write for Windows, means `2>/dev/null`; elsewhere it creates a file called `nul`.
//!
//! Owns the conditions: the command is understood, and `nul` appears in it only as the target of output redirects. On
//! Windows, a file called `nul` that another shell created is hard to remove.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::script::{Dialect, RedirectOp, Value};
use crate::sorted;
use crate::span::Span;
use crate::syntax::read;

const NUL: &str = "nul";

/// `command` with `/dev/null` for every `nul` that output is redirected to, in whatever case it is written.
///
/// The text is left as it is when it is not understood, or when it speaks of `nul` anywhere else: then the file may be
/// meant. This changes what the command says, so the verdict has to be about what is given back.
pub fn null_redirects(command: &str, dialect: Dialect) -> Cow<'_, str> {
    let mentions = mentions(command);
    if mentions.is_empty() || dialect.shell().has_cmdlets {
        return Cow::Borrowed(command);
    }
    let script = read(command, dialect);
    let mut targets = script
        .redirects
        .iter()
        .filter(|redirect| writes_only(redirect.op))
        .filter_map(|redirect| script.word(redirect.target))
        .filter(|word| word.value == Value::Plain && script.slice(word.span).eq_ignore_ascii_case(NUL))
        .map(|word| word.span)
        .collect::<Vec<_>>();
    sorted::sort(&mut targets);
    if !script.doubts.is_empty() || targets != mentions {
        return Cow::Borrowed(command);
    }
    let mut out = String::with_capacity(command.len() + 8 * targets.len());
    let mut from = 0;
    for target in targets {
        out.push_str(Span::new(from, target.start as usize).slice(command));
        out.push_str("/dev/null");
        from = target.end as usize;
    }
    out.push_str(Span::new(from, command.len()).slice(command));
    Cow::Owned(out)
}

const fn writes_only(op: RedirectOp) -> bool {
    op.writes() && !matches!(op, RedirectOp::ReadWrite)
}

/// Every place where the text has `nul` as a word of its own, quoted and commented ones included.
fn mentions(command: &str) -> Vec<Span> {
    let is_part_of_word =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let bytes = command.as_bytes();
    bytes
        .windows(NUL.len())
        .enumerate()
        .filter(|(_, window)| window.eq_ignore_ascii_case(NUL.as_bytes()))
        .map(|(at, _)| Span::new(at, at + NUL.len()))
        .filter(|span| {
            let before = (span.start as usize).checked_sub(1).and_then(|at| bytes.get(at));
            !is_part_of_word(before) && !is_part_of_word(bytes.get(span.end as usize))
        })
        .collect()
}
