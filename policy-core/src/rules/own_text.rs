//! The texts that an allow rule approves as they are: the whole of a command equals the whole of the rule.
//!
//! Owns the texts. Reads neither quotes nor operators: what is in the text does not matter, because a person approved
//! exactly this text.

/// The texts of a rule with this content, which stand for themselves.
///
/// - The content, unless a word of it is a wildcard alone: `rm -f build/*.o` names the pattern of the shell.
/// - What precedes the wildcard at its end: `X:*` means `X`, and `X` with anything after it.
pub(crate) fn own_texts(content: &str) -> impl Iterator<Item = &str> {
    let content = trimmed(content);
    let before = content.strip_suffix(":*").or_else(|| content.strip_suffix('*')).map(trimmed);
    [Some(content).filter(|_| before.is_none() || !content.ends_with(":*")), before]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty() && !text.split([' ', '\t', '\n']).any(|word| word == "*"))
}

/// A text without the blanks around it. A line break is no blank: after it another command could be.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::own_texts;

    #[test]
    fn a_rule_stands_for_its_content_and_for_what_precedes_the_wildcard_at_its_end() {
        for (content, expected) in [
            ("npm test", &["npm test"][..]),
            (" npm test\t", &["npm test"]),
            ("a && b | c > d", &["a && b | c > d"]),
            ("npm run:*", &["npm run"]),
            ("npm run *", &["npm run"]),
            ("chmod +x hooks/*", &["chmod +x hooks/*", "chmod +x hooks/"]),
            ("rm -f build/*.o", &["rm -f build/*.o"]),
            ("git * diff", &[]),
            ("cat * > x*", &[]),
            ("*", &[]),
            (":*", &[]),
            ("npm test\n", &["npm test\n"]),
        ] {
            assert_eq!(own_texts(content).collect::<Vec<_>>(), expected, "{content}");
        }
    }
}
