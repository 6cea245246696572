//! Adds an entry to a list of a settings file, and keeps everything else of the text as it is.
//!
//! Owns where the entry goes. Writes no file.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;

use super::json::parse;

/// The blanks of one level.
const INDENT: &str = "  ";

/// The text of a settings file with `entry` in the list under `keys`, the outermost key first. Keys that are not there are
/// added. An entry that is there already changes nothing. Comments and the layout stay.
///
/// None if the text is no settings file, a key on the way has another type, or a key appears twice.
pub fn with_entry(text: &str, keys: &[&str], entry: &str) -> Option<String> {
    let entry = quoted(entry);
    if text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty() {
        return Some([&nested(keys, &entry, 0), "\n"].concat());
    }
    let blank = text.strip_prefix('\u{feff}').map(|rest| alloc::format!("   {rest}"));
    let value = parse(blank.as_deref().unwrap_or(text)).ok()??;
    let (at, added) = change(&value, keys, &entry, 0)?;
    let (front, rest) = text.split_at_checked(at)?;
    Some([front, &added, rest].concat())
}

/// Where to insert which text.
fn change(value: &Value<'_>, keys: &[&str], entry: &str, depth: usize) -> Option<(usize, String)> {
    let Some((key, rest)) = keys.split_first() else { return into_list(value, entry) };
    let object = value.as_object()?;
    let mut same = object.properties.iter().filter(|property| property.name.as_str() == *key);
    match (same.next(), same.next()) {
        (Some(property), None) => change(&property.value, rest, entry, depth + 1),
        (None, _) => Some(into_object(object, key, &nested(rest, entry, depth + 1), depth)),
        (Some(_), Some(_)) => None,
    }
}

fn into_list(value: &Value<'_>, entry: &str) -> Option<(usize, String)> {
    let list = value.as_array()?;
    let is_there = |element: &Value<'_>| element.as_string_lit().is_some_and(|it| quoted(&it.value) == entry);
    Some(match list.elements.last() {
        _ if list.elements.iter().any(is_there) => (list.range.start, String::new()),
        Some(last) => (last.range().end, [", ", entry].concat()),
        None => (list.range.start + 1, entry.to_owned()),
    })
}

fn into_object(object: &Object<'_>, key: &str, value: &str, depth: usize) -> (usize, String) {
    let indent = INDENT.repeat(depth + 1);
    let end =
        if object.properties.is_empty() { ["\n", &INDENT.repeat(depth)].concat() } else { String::from(",") };
    (object.range.start + 1, ["\n", &indent, &quoted(key), ": ", value, &end].concat())
}

/// A list with `entry`, in an object for each of `keys`.
fn nested(keys: &[&str], entry: &str, depth: usize) -> String {
    match keys.split_first() {
        None => alloc::format!("[{entry}]"),
        Some((key, rest)) => {
            let (inner, outer) = (INDENT.repeat(depth + 1), INDENT.repeat(depth));
            let value = nested(rest, entry, depth + 1);
            ["{\n", &inner, &quoted(key), ": ", &value, "\n", &outer, "}"].concat()
        }
    }
}

/// A text as JSON.
pub(super) fn quoted(text: &str) -> String {
    let mut parts: Vec<String> = Vec::from([String::from("\"")]);
    for character in text.chars() {
        parts.push(match character {
            '"' => String::from("\\\""),
            '\\' => String::from("\\\\"),
            '\n' => String::from("\\n"),
            character if character.is_control() => alloc::format!("\\u{:04x}", u32::from(character)),
            character => String::from(character),
        });
    }
    parts.push(String::from("\""));
    parts.concat()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::with_entry;
    use crate::rules::List;
    use crate::{Policy, Source};

    #[test]
    fn an_entry_is_added_to_any_settings_and_all_else_stays() {
        for text in [
            "",
            "\n",
            "{}",
            "{ }",
            "\u{feff}{}",
            r#"{"permissions":{}}"#,
            r#"{"permissions":{"allow":[]}}"#,
            r#"{"permissions":{"allow":["Bash(a)"]}}"#,
            "{\n  // mine\n  \"permissions\": {\n    \"deny\": [\"Bash(rm:*)\"], /* b */\n    \"allow\": [\n      \"Bash(a)\", // c\n    ],\n  },\n}\n",
            r#"{"model":"x","permissions":{"deny":["Bash(rm:*)"]}}"#,
        ] {
            for rule in ["Bash(npm test)", "Bash(echo \"a\\b\" | sort)", "Bash(a\nb)"] {
                let added = with_entry(text, &["permissions", "allow"], rule).unwrap();
                let read = |text: &str| {
                    let source = Source { name: "s".into(), text: text.into(), ..Source::default() };
                    Policy::from_sources(&[source]).unwrap()
                };
                let policy = read(&added);
                assert_eq!(policy.warnings, [], "{added}");
                assert_eq!(policy.rules.list(List::Allow).last().unwrap().text, rule, "{added}");
                if !text.trim().is_empty() {
                    let before = read(text);
                    assert_eq!(policy.rules.list(List::Deny).len(), before.rules.list(List::Deny).len());
                    assert_eq!(
                        policy.rules.list(List::Allow).len(),
                        before.rules.list(List::Allow).len() + 1
                    );
                }
                for comment in ["// mine", "/* b */", "// c"] {
                    assert_eq!(text.contains(comment), added.contains(comment), "{added}");
                }
                assert_eq!(with_entry(&added, &["permissions", "allow"], rule).as_ref(), Some(&added));
            }
        }
    }

    #[test]
    fn what_is_no_list_there_is_left_alone() {
        for text in [
            "{",
            "[]",
            r#"{"permissions":1}"#,
            r#"{"permissions":{"allow":"Bash(a)"}}"#,
            r#"{"permissions":{"allow":[],"allow":[]}}"#,
        ] {
            assert_eq!(with_entry(text, &["permissions", "allow"], "Bash(b)"), None, "{text}");
        }
        assert_eq!(
            with_entry("", &["sandbox", "network", "allowedDomains"], "a.b").as_deref(),
            Some(
                "{\n  \"sandbox\": {\n    \"network\": {\n      \"allowedDomains\": [\"a.b\"]\n    }\n  }\n}\n"
            )
        );
    }
}
