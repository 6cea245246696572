//! Commands without their secrets, for everything that is printed.
//!
//! A secret is what the core recognises: a key or token of a known form, and the value of a variable, an option or a
//! header whose name says that it is one.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::commands::looks_secret;
use crate::sorted;
use crate::web::secrets_in;

/// What stands for a secret.
const MASK: &str = "•••";

/// Shorter values after a secret name are left: they hide nothing, and most are no secrets.
const VALUE_CHARACTERS_MIN: usize = 4;

/// The command without its secrets: `•••` in place of each. The same text, if there is none.
pub fn mask(command: &str) -> String {
    let mut places = secrets_in(command);
    places.extend(named_values(command));
    places.extend(passwords_in_urls(command));
    sorted::sort_by_key(&mut places, |place| (place.start, place.end));
    let mut masked = String::with_capacity(command.len());
    let mut from = 0;
    for place in places {
        if place.start >= from {
            masked.push_str(command.get(from..place.start).unwrap_or_default());
            masked.push_str(MASK);
        }
        from = from.max(place.end);
    }
    masked.push_str(command.get(from..).unwrap_or_default());
    masked
}

/// The values after names of secrets: `TOKEN=x`, `--password x`, `--password=x`, `X-Api-Key: x`.
fn named_values(command: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let mut from = 0;
    while let Some(start) = command.get(from..).and_then(|rest| rest.find(is_name)).map(|at| from + at) {
        let rest = command.get(start..).unwrap_or_default();
        let name = rest.get(..rest.find(|c| !is_name(c)).unwrap_or(rest.len())).unwrap_or_default();
        let end = start + name.len();
        from = end;
        if !looks_secret(name.trim_start_matches('-')) {
            continue;
        }
        let behind = command.get(end..).unwrap_or_default();
        let value = match behind.chars().next() {
            Some('=') => behind.get(1..),
            Some(':') => behind.get(1..).map(|rest| rest.trim_start_matches(' ')),
            Some(' ') if name.starts_with('-') => Some(behind.trim_start_matches(' ')),
            _ => None,
        };
        let Some(value) = value else { continue };
        let at = command.len() - value.len();
        let length = value_length(value);
        let text = value.get(..length).unwrap_or_default();
        let inside = text.trim_matches(['"', '\'']);
        // A variable says where the secret is, not what it is.
        if inside.chars().count() >= VALUE_CHARACTERS_MIN
            && !inside.starts_with('$')
            && !inside.starts_with('-')
        {
            let start = at + text.find(inside).unwrap_or(0);
            found.push(start..start + inside.len());
            from = from.max(at + length);
        }
    }
    found
}

/// How far the value at the start of `text` goes: a quoted text, or up to a blank or an operator. The scheme of a header
/// (`Bearer x`) belongs to it.
fn value_length(text: &str) -> usize {
    let plain = |text: &str| {
        text.find(|c: char| c.is_whitespace() || ";&|<>()\"'`".contains(c)).unwrap_or(text.len())
    };
    if let Some(quote @ ('"' | '\'')) = text.chars().next() {
        let inside = text.get(1..).unwrap_or_default();
        return inside.find(quote).map_or(text.len(), |at| at + 2);
    }
    let first = plain(text);
    let is_scheme = ["bearer", "basic", "token"]
        .iter()
        .any(|scheme| text.get(..first).is_some_and(|word| word.eq_ignore_ascii_case(scheme)));
    let next = text.get(first..).unwrap_or_default();
    let blanks = next.len() - next.trim_start_matches(' ').len();
    if is_scheme { first + blanks + plain(next.get(blanks..).unwrap_or_default()) } else { first }
}

/// The passwords in `scheme://name:password@host`.
fn passwords_in_urls(command: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, mark) in command.match_indices("://") {
        let start = at + mark.len();
        let rest = command.get(start..).unwrap_or_default();
        let authority =
            rest.split(|c: char| c == '/' || c.is_whitespace() || "\"'`".contains(c)).next().unwrap_or("");
        if let Some((user, _)) = authority.rsplit_once('@')
            && let Some((name, password)) = user.split_once(':')
            && !password.is_empty()
            && !password.starts_with('$')
        {
            let from = start + name.len() + 1;
            found.push(from..from + password.len());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_and_nothing_else() {
        for (command, want) in [
            ("GITHUB_TOKEN=abcdef git push", "GITHUB_TOKEN=••• git push"),
            ("curl -H 'Authorization: Bearer abc.def' x", "curl -H 'Authorization: •••' x"),
            ("mysql --password=hunter22 db", "mysql --password=••• db"),
            ("tool --api-key \"a b c d\" x", "tool --api-key \"•••\" x"),
            ("curl https://me:pass@host/x", "curl https://me:•••@host/x"),
            ("aws s3 ls AKIAIOSFODNN7EXAMPLE", "aws s3 ls •••"),
            ("TOKEN=$SECRET x", "TOKEN=$SECRET x"),
            ("PASSWORD=\"$x\" ls", "PASSWORD=\"$x\" ls"),
            ("ls -la src/key", "ls -la src/key"),
            ("echo ä://x:y@z", "echo ä://x:•••@z"),
            ("tool --token --verbose", "tool --token --verbose"),
            ("A_KEY='unfinished", "A_KEY='•••"),
            ("", ""),
        ] {
            assert_eq!(mask(command), want, "{command}");
        }
    }
}
