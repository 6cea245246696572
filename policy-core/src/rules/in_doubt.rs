//! What a deny or ask rule that cannot be read could mean: readable rules that may match.
//!
//! Owns the repairs. Errs towards rules that match more; a text that no repair makes readable may mean every call.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::list::List;
use super::problem::is_unseen;
use super::source_location::SourceLocation;
use super::text::{RULE_CHARACTERS_MAX, Rule, TOOLS, parse, second_rule};

/// The rules that `text`, which cannot be read as a deny or ask rule, could mean. They keep its text and its place.
pub(crate) fn in_doubt(text: &str, place: &SourceLocation, root: Option<&Arc<str>>) -> Vec<Rule> {
    let shown: String = text.chars().take(RULE_CHARACTERS_MAX).collect();
    let mut rules = Vec::new();
    for text in separated(&visible(text)) {
        let read = |text: &String| parse(text, List::Ask, place.clone(), root).ok();
        let Some(parsed) = repairs(&text).iter().find_map(read) else {
            return vec![Rule::about_everything(&shown, place.clone())];
        };
        rules.push(Rule { text: shown.clone(), in_doubt: true, ..parsed.rule });
    }
    rules
}

/// The text without the characters that cannot be seen and the blanks around it.
fn visible(text: &str) -> String {
    text.replace(is_unseen, "").trim().to_owned()
}

/// The rules that are in one text side by side.
fn separated(text: &str) -> Vec<String> {
    let content = text.find('(').and_then(|at| Some((at + 1, text.get(at + 1..)?)));
    let second = content.and_then(|(at, content)| Some(at + second_rule(content)?));
    match second.and_then(|at| text.split_at_checked(at)) {
        Some((first, rest)) => {
            let first = first.trim_end_matches([' ', ',', ';', '\t']).to_owned();
            let mut all = vec![first];
            all.extend(separated(rest));
            all
        }
        None => vec![text.to_owned()],
    }
}

/// The readings of a text, the narrowest first.
fn repairs(text: &str) -> Vec<String> {
    let mut repairs = vec![text.to_owned()];
    let (name, content) = text.split_once('(').map_or((text, None), |(name, rest)| (name.trim(), Some(rest)));
    let content = content.map(|rest| rest.rsplit_once(')').map_or(rest, |(content, _)| content));
    if let Some(content) = content {
        // What follows the tool's name cannot be read: every call of the tool.
        let name = if name.is_empty() { "Bash" } else { name };
        let short: String = content.chars().take(RULE_CHARACTERS_MAX / 2).collect();
        repairs.push([name, "(", content, ")"].concat());
        if short.len() < content.len() {
            repairs.push([name, "(", &short, "*)"].concat());
        }
        repairs.push(name.to_owned());
        return repairs;
    }
    let name = name.trim_end_matches(')').trim();
    let first = name.split([' ', '\t', ':', ')']).next().unwrap_or("");
    if TOOLS.iter().any(|(tool, _)| *tool == first) {
        repairs.push(first.to_owned());
    } else if !name.is_empty() {
        repairs.push(["Bash(", name, ")"].concat());
    }
    repairs
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{RULE_CHARACTERS_MAX, in_doubt, repairs, separated};
    use crate::rules::{Content, SourceLocation};
    use crate::span::Span;

    fn meant(text: &str) -> Vec<String> {
        let place = SourceLocation { file: "s".into(), line: 1, column: 1, span: Span::default() };
        let rules = in_doubt(text, &place, None);
        assert!(rules.iter().all(|rule| rule.in_doubt), "{text}");
        let describe = |rule: &crate::rules::Rule| match &rule.content {
            Content::All => alloc::format!("{:?}", rule.tool),
            content => alloc::format!("{:?} {content:?}", rule.tool),
        };
        rules.iter().map(describe).collect()
    }

    #[test]
    fn a_rule_with_a_slip_means_the_rule_without_it() {
        for (text, expected) in [
            ("Bash(rm:*", "Bash(rm:*)"),
            ("Bash(rm:*) # never", "Bash(rm:*)"),
            ("Bash(rm\u{200b}:*)", "Bash(rm:*)"),
            (" Bash(rm:*)", "Bash(rm:*)"),
            ("Bash (rm:*)", "Bash(rm:*)"),
            ("(rm:*)", "Bash(rm:*)"),
            ("rm -rf", "Bash(rm -rf)"),
        ] {
            assert!(
                repairs(text.trim().replace('\u{200b}', "").as_str()).iter().any(|it| it == expected),
                "{text}"
            );
            assert_eq!(meant(text).len(), 1, "{text}");
        }
        assert_eq!(separated("Bash(rm:*), Bash(curl:*)"), ["Bash(rm:*)", "Bash(curl:*)"]);
        assert_eq!(meant("Bash(rm:*), Bash(curl:*)").len(), 2);
    }

    #[test]
    fn a_rule_in_doubt_keeps_the_text_that_was_written() {
        let place = SourceLocation { file: "s".into(), line: 1, column: 1, span: Span::default() };
        for text in ["Bash(rm:*", " Bash(rm:*), Bash(curl:*)", "B\u{e4}sh(ls)"] {
            let rules = in_doubt(text, &place, None);
            assert!(rules.iter().all(|rule| rule.text == text), "{text}");
        }
    }

    #[test]
    fn a_rule_that_is_too_long_means_all_that_begins_as_it_does() {
        let long = "a".repeat(RULE_CHARACTERS_MAX);
        let half = long.split_at(RULE_CHARACTERS_MAX / 2).0;
        let wider = alloc::format!("Bash({half}*)");
        assert!(repairs(&alloc::format!("Bash({long})")).contains(&wider));
        assert_eq!(repairs(&alloc::format!("Bash({half})")).len(), 3, "nothing is left out of {half}");
        assert!(
            meant(&alloc::format!("Bash({long}) # never")).iter().all(|rule| rule != "Exactly(\"Bash\")")
        );
    }

    #[test]
    fn what_no_repair_makes_readable_means_every_call() {
        for (text, expected) in [
            ("Bash()", "Exactly(\"Bash\")"),
            ("Bash(:*)", "Exactly(\"Bash\")"),
            ("TodoRead()", "Exactly(\"TodoRead\")"),
            ("Read(./[a-z)", "Exactly(\"Read\")"),
            ("Read ./.env", "Exactly(\"Read\")"),
            ("", "Matching(\"*\")"),
            ("B\u{e4}sh(ls)", "Matching(\"*\")"),
        ] {
            assert_eq!(meant(text), [expected], "{text}");
        }
    }
}
