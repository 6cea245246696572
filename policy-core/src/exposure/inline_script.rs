//! The text of `sh -c '…'` with the outer script's variables and positional parameters substituted.
//!
//! Owns the texts. They are shown to deny and ask rules, and are never used to allow anything.

use alloc::string::String;

use crate::commands::Arg;
use crate::script::Script;

/// The text of a word that is not known before running: without its quotes, and with the value of every variable to
/// which the script assigns a text. It ends where the output of another command begins.
pub(crate) fn word(written: &str, script: &Script<'_>) -> String {
    let mut out = String::with_capacity(written.len());
    let end = ["$(", "`"].into_iter().filter_map(|output| written.find(output)).min();
    let mut rest = end.and_then(|end| written.get(..end)).unwrap_or(written);
    let mut quote = None;
    while let Some(sign) = rest.chars().next() {
        let after = rest.get(sign.len_utf8()..).unwrap_or("");
        rest = after;
        match (sign, quote) {
            ('\'' | '"', None) => quote = Some(sign),
            ('\'' | '"', Some(open)) if open == sign => quote = None,
            ('\\', None | Some('"')) if after.starts_with(['"', '$', '`', '\\']) => {
                out.extend(after.chars().next());
                rest = after.get(1..).unwrap_or("");
            }
            ('$', None | Some('"')) => match name(after) {
                Some((name, length)) => {
                    if let Some(value) = value(script, name) {
                        out.push_str(value);
                    } else {
                        out.push('$');
                        out.push_str(after.get(..length).unwrap_or(""));
                    }
                    rest = after.get(length..).unwrap_or("");
                }
                None => out.push('$'),
            },
            _ => out.push(sign),
        }
    }
    out
}

/// The name of the variable after a `$`, and its length in bytes.
fn name(text: &str) -> Option<(&str, usize)> {
    let braced = text.strip_prefix('{');
    let from = braced.unwrap_or(text);
    let length = from.find(|sign: char| sign != '_' && !sign.is_ascii_alphanumeric()).unwrap_or(from.len());
    let name = from.get(..length).filter(|name| !name.is_empty())?;
    match braced {
        None => Some((name, length)),
        Some(_) => from.get(length..)?.starts_with('}').then_some((name, length + 2)),
    }
}

/// The text that the script last assigns to `name`.
fn value<'s>(script: &'s Script<'_>, name: &str) -> Option<&'s str> {
    let mut assigned = script.assignments.iter().rev().filter(|it| script.slice(it.name) == name);
    assigned.find_map(|it| script.text(script.word(it.value)?))
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
