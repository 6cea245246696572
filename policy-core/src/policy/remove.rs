//! Removes or replaces an entry of a list in a settings file, and keeps everything else of the text as it is.
//!
//! Owns which bytes go: the entry, one comma, and the blanks that were around them. Writes no file.

use alloc::string::String;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::insert::quoted;
use super::json::parse;

/// The text of a settings file without `entry` in the list under `keys`, the outermost key first. An entry that is not
/// there changes nothing. Comments and the layout stay.
///
/// None if the text is no settings file, or a key on the way has another type or appears twice.
pub fn without_entry(text: &str, keys: &[&str], entry: &str) -> Option<String> {
    without(text, keys, &|element| element.as_string_lit().is_some_and(|it| it.value == entry))
}

/// The same without the entry that begins at the byte `start`.
pub fn without_entry_at(text: &str, keys: &[&str], start: usize) -> Option<String> {
    without(text, keys, &|element| element.range().start == start)
}

/// The text with `entry` in place of the entry of the list under `keys` that begins at the byte `start`.
pub fn entry_replaced(text: &str, keys: &[&str], start: usize, entry: &str) -> Option<String> {
    let blank = without_mark(text);
    let value = parse(blank.as_deref().unwrap_or(text)).ok()??;
    let elements = list(&value, keys)??;
    let range = elements.iter().map(Ranged::range).find(|range| range.start == start)?;
    Some([text.get(..range.start)?, &quoted(entry), text.get(range.end..)?].concat())
}

/// The text with blanks in place of the mark of its encoding, so that no place moves.
fn without_mark(text: &str) -> Option<String> {
    text.strip_prefix('\u{feff}').map(|rest| alloc::format!("   {rest}"))
}

/// The list under `keys`: none inside if there is none, none outside if something else is there.
#[expect(clippy::option_option, reason = "what is not there, and what is there and is no list")]
fn list<'v, 't>(value: &'v Value<'t>, keys: &[&str]) -> Option<Option<&'v [Value<'t>]>> {
    let mut list = value;
    for key in keys {
        let mut same = list.as_object()?.properties.iter().filter(|property| property.name.as_str() == *key);
        list = match (same.next(), same.next()) {
            (Some(property), None) => &property.value,
            (None, _) => return Some(None),
            (Some(_), Some(_)) => return None,
        };
    }
    Some(Some(&list.as_array()?.elements))
}

fn without(text: &str, keys: &[&str], is_it: &dyn Fn(&Value<'_>) -> bool) -> Option<String> {
    let blank = without_mark(text);
    if text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty() {
        return Some(String::from(text));
    }
    let value = parse(blank.as_deref().unwrap_or(text)).ok()??;
    let Some(elements) = list(&value, keys)? else { return Some(String::from(text)) };
    let Some(at) = elements.iter().position(is_it) else { return Some(String::from(text)) };
    let (start, end) = elements.get(at).map(|element| (element.range().start, element.range().end))?;
    let before = at.checked_sub(1).and_then(|at| elements.get(at)).map(|element| element.range().end);
    let comma_behind = comma(text, end);
    let comma_before = before.and_then(|from| comma(text, from));
    let (from, to) = match (comma_behind, comma_before) {
        (Some(comma), _) => (start, comma + 1),
        (None, Some(comma)) if is_blank(text.get(comma + 1..start)?) => (comma, end),
        // A comment is between the two.
        (None, Some(comma)) => {
            let [front, middle, rest] = [text.get(..comma)?, text.get(comma + 1..start)?, text.get(end..)?];
            return Some([front, middle, rest].concat());
        }
        (None, None) => (start, end),
    };
    let (from, to) = if comma_behind.is_some() { with_blanks(text, from, to) } else { (from, to) };
    Some([text.get(..from)?, text.get(to..)?].concat())
}

/// The range from `from` to `to` with its line, if nothing else is on it, or with the blanks after it.
fn with_blanks(text: &str, from: usize, to: usize) -> (usize, usize) {
    let front = text.get(..from).unwrap_or_default();
    let rest = text.get(to..).unwrap_or_default();
    let indent = front.len() - front.trim_end_matches([' ', '\t']).len();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    let ends_line = rest.get(blanks..).is_some_and(|rest| rest.starts_with('\n'));
    let starts_line = front.get(..front.len() - indent).is_some_and(|front| front.ends_with('\n'));
    match (starts_line, ends_line) {
        (true, true) => (from - indent, to + blanks + 1),
        (_, false) => (from, to + blanks),
        (false, true) => (from, to),
    }
}

/// Where the comma after `from` is, if nothing but blanks and comments is in front of it.
fn comma(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = text.get(at..)?;
        let blanks = rest.len() - rest.trim_start().len();
        let rest = rest.get(blanks..)?;
        at += blanks;
        if rest.starts_with(',') {
            return Some(at);
        } else if rest.starts_with("//") {
            at += rest.find('\n')?;
        } else if rest.starts_with("/*") {
            at += rest.find("*/")? + 2;
        } else {
            return None;
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::without_entry;
    use crate::policy::with_entry;

    const KEYS: [&str; 2] = ["permissions", "allow"];

    #[test]
    fn what_was_added_is_taken_out_again_and_all_else_stays() {
        for text in [
            r#"{"permissions":{"allow":[]}}"#,
            r#"{"permissions":{"allow":["Bash(a)"]}}"#,
            r#"{"permissions":{"allow":["Bash(a)", "Bash(b)"],"deny":["Bash(x)"]}}"#,
            "\u{feff}{\"permissions\":{\"allow\":[\"Bash(a)\"]}}",
            "{\n  // mine\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(a)\", // c\n      \"Bash(d)\" /* e */\n    ],\n  },\n}\n",
        ] {
            for entry in ["Bash(x)", "Bash(echo \"a\\b\")", "Bash(a\nb)"] {
                let added = with_entry(text, &KEYS, entry).unwrap();
                assert_eq!(without_entry(&added, &KEYS, entry).as_deref(), Some(text), "{added}");
            }
        }
    }

    #[test]
    fn an_entry_goes_with_one_comma_and_its_line() {
        let without = |list: &str| {
            let text = alloc::format!("{{\"permissions\":{{\"allow\":[{list}]}}}}");
            let rest = without_entry(&text, &KEYS, "x").unwrap();
            let list = rest.strip_prefix("{\"permissions\":{\"allow\":[").unwrap();
            alloc::string::String::from(list.strip_suffix("]}}").unwrap())
        };
        for (list, expected) in [
            (r#""x""#, ""),
            (r#""x","a""#, r#""a""#),
            (r#""x", "a""#, r#""a""#),
            (r#""a","x""#, r#""a""#),
            (r#""a", "x", "b""#, r#""a", "b""#),
            (r#""a", "x","#, r#""a", "#),
            ("\n  \"a\",\n  \"x\",\n  \"b\"\n", "\n  \"a\",\n  \"b\"\n"),
            ("\n  \"a\",\n  \"x\"\n", "\n  \"a\"\n"),
            ("\n  \"x\", // why\n  \"a\"\n", "\n  // why\n  \"a\"\n"),
            ("\n  \"x\" /* , */, \"a\"\n", "\n  \"a\"\n"),
            ("\"a\", // b\n \"x\"", "\"a\" // b\n "),
            (r#""a""#, r#""a""#),
            (r#""x", "x""#, r#""x""#),
        ] {
            assert_eq!(without(list), expected, "{list}");
        }
    }

    #[test]
    fn what_has_no_such_entry_stays_and_what_cannot_be_read_is_left_alone() {
        for text in ["", "{}", "\n", r#"{"permissions":{}}"#, r#"{"permissions":{"allow":["y"]}}"#] {
            assert_eq!(without_entry(text, &KEYS, "x").as_deref(), Some(text));
        }
        for text in ["{", "[]", r#"{"permissions":1}"#, r#"{"permissions":{"allow":["x"],"allow":["x"]}}"#] {
            assert_eq!(without_entry(text, &KEYS, "x"), None, "{text}");
        }
    }
}
