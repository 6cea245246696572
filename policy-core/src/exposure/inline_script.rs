//! The text of `sh -c '…'` with the outer script's variables and positional parameters substituted.
//!
//! Owns the texts, which deny and ask rules see. Never used to allow anything.

use alloc::string::String;

use crate::commands::Arg;
use crate::script::{PartKind, Script, Word};

/// The text of a word that is not known before the run: without its quotes, and with the value of every variable to
/// which the script assigns a text. It ends where the output of another command begins.
pub(crate) fn word(script: &Script<'_>, word: &Word) -> String {
    let parts = script.parts_of(word);
    if parts.is_empty() {
        return String::from(before_output(&unquoted(script.slice(word.span))));
    }
    let mut out = String::with_capacity(word.span.len());
    for part in parts {
        let written = script.slice(part.span);
        match part.kind {
            PartKind::Text | PartKind::Wildcard | PartKind::Home | PartKind::Process { .. } => {
                out.push_str(written);
            }
            PartKind::Variable(name) => {
                out.push_str(script.last_text(script.slice(name)).unwrap_or(written));
            }
            PartKind::Separator => out.push(' '),
            PartKind::Substitution(_) | PartKind::Arithmetic => break,
            PartKind::Count | PartKind::List | PartKind::Block(_) | PartKind::Opaque => {
                let text = unquoted(written);
                let shown = before_output(&text);
                out.push_str(shown);
                if shown.len() < text.len() {
                    break;
                }
            }
        }
    }
    out
}

/// The text before the output of another command.
fn before_output(written: &str) -> &str {
    let end = ["$(", "`"].into_iter().filter_map(|output| written.find(output)).min();
    end.and_then(|end| written.get(..end)).unwrap_or(written)
}

/// What is written, without quotes and what turns them into other quotes.
fn unquoted(written: &str) -> String {
    let plain = written.replace("$'", "'").replace("$\"", "\"");
    plain.chars().filter(|sign| !matches!(sign, '\'' | '"')).collect()
}

/// The line with the escapes that stand for blanks as blanks, up to the one that ends it (env(1), `-S`); none when it has
/// none of them.
pub(crate) fn split_string(line: &str) -> Option<String> {
    let mut out = String::with_capacity(line.len());
    let mut any = false;
    let mut rest = line;
    while let Some((front, after)) = rest.split_once('\\') {
        out.push_str(front);
        let sign = after.chars().next()?;
        rest = after.get(sign.len_utf8()..).unwrap_or("");
        match sign {
            '_' | 't' | 'n' | 'r' | 'f' | 'v' => out.push(' '),
            'c' => return Some(out),
            _ => {
                out.push('\\');
                out.push(sign);
                continue;
            }
        }
        any = true;
    }
    out.push_str(rest);
    any.then_some(out)
}

/// The line with `$0`, `$1`, `$@` and `$*` replaced by the arguments after it; none when it has no such parameter, or
/// no arguments follow.
pub(crate) fn parameters(line: &str, args: &[Arg<'_>]) -> Option<String> {
    if args.is_empty() || !line.contains('$') {
        return None;
    }
    let text = |at: usize| args.get(at).map_or("", |arg| arg.prefix());
    let all = || {
        let mut all = String::new();
        for at in 1..args.len() {
            all.push_str(text(at));
            all.push(' ');
        }
        all
    };
    let mut out = String::with_capacity(line.len());
    // A list in quotes is as many words as it has.
    let bare = line.replace("\"$@\"", "$@").replace("\"${@}\"", "$@").replace("\"$*\"", "$*");
    let mut rest = bare.as_str();
    while let Some((front, after)) = rest.split_once('$') {
        out.push_str(front);
        let (inside, length) = match after.strip_prefix('{').and_then(|it| it.split_once('}')) {
            Some((inside, _)) => (inside, inside.len() + 2),
            None => (after.get(..1).unwrap_or(""), after.len().min(1)),
        };
        match (inside, inside.parse::<usize>()) {
            ("@" | "*", _) => out.push_str(&all()),
            (_, Ok(number)) => out.push_str(text(number)),
            _ => {
                out.push('$');
                rest = after;
                continue;
            }
        }
        rest = after.get(length..).unwrap_or("");
    }
    out.push_str(rest);
    Some(out)
}
