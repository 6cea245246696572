//! Passes the whole command line as one argument to a program that the user chose, such as a logger.
//!
//! Owns the splitting of the prefix (`CLAUDE_CODE_SHELL_PREFIX`). Expands nothing in it.

use alloc::string::String;

use super::quote;

/// `line` as the last argument of the program that `prefix` names.
///
/// The program is everything up to the first word that begins with a dash, blanks included, so that a path may have
/// some; from there on blanks separate its arguments: `/opt/my tool` is one program, and `nice -n 5 bash -c` is `nice`
/// with four arguments. A blank prefix changes nothing.
pub fn prefixed(prefix: &str, line: &str) -> String {
    let prefix = prefix.trim();
    if prefix.is_empty() {
        return String::from(line);
    }
    let blank = |at: &usize| prefix.get(..*at).is_some_and(|before| before.ends_with([' ', '\t']));
    let options = prefix.match_indices('-').map(|(at, _)| at).find(blank).unwrap_or(prefix.len());
    let mut out = quote(prefix.get(..options).unwrap_or(prefix).trim_end());
    for argument in prefix.get(options..).unwrap_or("").split_whitespace() {
        out.push(' ');
        out.push_str(&quote(argument));
    }
    out.push(' ');
    out.push_str(&quote(line));
    out
}
