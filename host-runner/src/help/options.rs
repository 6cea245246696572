//! Options in help texts, as programs commonly write them: at the beginning of a line, after blanks, all spellings
//! of one option in front of what is said about it.
//!
//! Owns the forms that are recognized. Does not read usage lines, which abbreviate.

use std::collections::BTreeMap;

/// Every spelling of an option in `text`, with the line that it is in.
pub fn options(text: &str) -> BTreeMap<String, &str> {
    let mut found = BTreeMap::new();
    for line in text.lines() {
        for spelling in of_line(line.trim()) {
            found.entry(spelling).or_insert(line.trim());
        }
    }
    found
}

/// `-n, --[no-]lines=NUM  print` gives `-n`, `--lines` and `--no-lines`.
fn of_line(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some((spellings, after)) = spelling(rest) {
        found.extend(spellings);
        match next(value(after)) {
            Some(next) => rest = next,
            None => break,
        }
    }
    found
}

/// The spelling at the beginning of `text`, and what follows it.
fn spelling(text: &str) -> Option<(Vec<String>, &str)> {
    let after_dash = text.strip_prefix('-')?;
    let (dashes, after) = after_dash.strip_prefix('-').map_or(("-", after_dash), |after| ("--", after));
    // `--[no-]x`, `--[no]x`
    if let Some((no, after)) = after.strip_prefix('[').and_then(|inside| inside.split_once(']'))
        && no.trim_end_matches('-') == "no"
    {
        let (name, after) = name(after)?;
        return Some((vec![format!("{dashes}{name}"), format!("{dashes}{no}{name}")], after));
    }
    if let Some((name, after)) = name(after) {
        return Some((vec![format!("{dashes}{name}")], after));
    }
    let sign = after.chars().next().filter(|sign| "?@%!:+".contains(*sign) && dashes == "-")?;
    let after = &after[sign.len_utf8()..];
    (after.is_empty() || after.starts_with([' ', ',', '\t'])).then(|| (vec![format!("-{sign}")], after))
}

/// A name of letters, digits, and the signs that names have inside.
fn name(text: &str) -> Option<(&str, &str)> {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || "#_-.+".contains(letter);
    let end = text.find(|letter| !inside(letter)).unwrap_or(text.len());
    let (name, _) = text.split_at(end);
    // A full stop or a dash at the end belongs to the sentence, and `-b#` is `-b` with a number.
    let tail = if name.starts_with('#') { &['.', '-', '+'][..] } else { &['.', '-', '+', '#'] };
    let name = if name.len() > 1 { name.trim_end_matches(tail) } else { name };
    let starts = name.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '#');
    starts.then(|| (name, &text[name.len()..]))
}

/// What follows the value at the beginning of `text`: `=NUM`, `[=NUM]`, `<n>`, and a word in capitals after a blank.
fn value(text: &str) -> &str {
    let text = bracketed(text).unwrap_or(text);
    let attached = text.starts_with('=') || text.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    let text = if attached {
        let text = text.trim_start_matches('=');
        bracketed(text).unwrap_or_else(|| after_word(text))
    } else {
        text
    };
    let Some(word) = text.strip_prefix(' ') else { return text };
    if let Some(after) = bracketed(word) {
        return after;
    }
    let after = after_word(word);
    let name = &word[..word.len() - after.len()];
    // `-n lines, --lines`: small letters are a value only when a spelling follows, else they are the description.
    let is_value = name.starts_with(|letter: char| letter.is_ascii_uppercase())
        && !name.contains(|letter: char| letter.is_ascii_lowercase())
        || !name.is_empty() && (after.starts_with(", -") || after.trim_start_matches('\t').starts_with('-'));
    if is_value { after } else { text }
}

/// What follows a pair of brackets at the beginning of `text`.
fn bracketed(text: &str) -> Option<&str> {
    let close = match text.chars().next()? {
        '[' => ']',
        '<' => '>',
        '{' => '}',
        '"' => '"',
        '(' => ')',
        _ => return None,
    };
    let end = text[1..].find(close)? + 2;
    // `[=<n>]` and `<a>[,<b>]`
    let after = text.get(end..)?;
    Some(bracketed(after).unwrap_or(after))
}

fn after_word(text: &str) -> &str {
    let end = text.find([' ', ',', '|', '/', '[', ']', '\t', ')']).unwrap_or(text.len());
    &text[end..]
}

/// Where the next spelling begins, if one follows.
fn next(text: &str) -> Option<&str> {
    let separators = [", ", ",", " | ", "|", " / ", "/", " or ", " ", "\t"];
    let after = separators.into_iter().find_map(|separator| text.strip_prefix(separator))?;
    let after = after.trim_start_matches([' ', '\t']);
    after.starts_with('-').then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of help texts, and the options that each names.
    const FORMS: &[(&str, &[&str])] = &[
        ("  -n, --lines=NUM    print", &["-n", "--lines"]),
        ("  -n NUM, --lines NUM  print", &["-n", "--lines"]),
        ("  -n lines, --lines lines", &["-n", "--lines"]),
        ("  --color[=WHEN], --colour[=WHEN]  use", &["--color", "--colour"]),
        ("    --[no-]pager          use -P instead", &["--pager", "--no-pager"]),
        ("    -C, --[no-]context <n>", &["-C", "--context", "--no-context"]),
        ("  -f <file>, --file <file>  read", &["-f", "--file"]),
        ("  -a|--all  all", &["-a", "--all"]),
        ("  -h | --help | -help", &["-h", "--help", "-help"]),
        ("  -a -A --after [LINES]  see -B", &["-a", "-A", "--after"]),
        ("  -q\tbe quiet", &["-q"]),
        ("  -?, --help  this", &["-?", "--help"]),
        ("  -x{f1,f2} --exclude={f1,f2}", &["-x", "--exclude"]),
        ("  -n or --numeric", &["-n", "--numeric"]),
        ("  -v, -vv  more, see --quiet", &["-v", "-vv"]),
        ("  --foo.  A sentence.", &["--foo"]),
        ("  -### like -v", &["-###"]),
        (" -b#    : benchmark", &["-b"]),
        ("  -#  the level", &["-#"]),
        ("  -O<level>  optimize", &["-O"]),
        ("\t-f progfile\t\t--file=progfile", &["-f", "--file"]),
        ("  -s  a description - with -x in it", &["-s"]),
        ("  --a=KEY[,KEY]  sort", &["--a"]),
        ("usage: x [-a] [--b]", &[]),
        ("- a list", &[]),
        ("-> an arrow", &[]),
        ("-- ends the options", &[]),
        ("--- a line", &[]),
        ("", &[]),
    ];

    #[test]
    fn the_common_forms_of_help_texts_are_read() {
        for (line, expected) in FORMS {
            assert!(
                options(line).keys().eq({
                    let mut expected = expected.to_vec();
                    expected.sort_unstable();
                    expected
                }
                .iter()),
                "`{line}` gives {:?}",
                options(line)
            );
        }
    }
}
