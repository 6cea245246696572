//! The stricter of two matches.

use crate::rules::Matched;

/// The stricter of two matches; the first of equals.
pub(crate) fn stricter<'p>(first: Option<Matched<'p>>, second: Option<Matched<'p>>) -> Option<Matched<'p>> {
    match (first, second) {
        (Some(first), Some(second)) => Some(if second.list < first.list { second } else { first }),
        (first, second) => first.or(second),
    }
}

#[cfg(test)]
mod tests {
    use super::stricter;
    use crate::rules::{List, Matched, Rule, SourceLocation, parse};

    fn rule(text: &str) -> Option<Rule> {
        let place = SourceLocation { file: "s".into(), line: 1, column: 1, span: crate::Span::default() };
        parse(text, List::Deny, place, None).ok().map(|parsed| parsed.rule)
    }

    #[test]
    fn deny_is_stricter_than_ask_and_of_equals_the_first_counts() {
        let (one, other) = (rule("Bash(a)"), rule("Bash(b)"));
        let of = |list| [&one, &other].map(|rule| rule.as_ref().map(|rule| Matched::certain(list, rule)));
        let ([deny, other_deny], [ask, other_ask]) = (of(List::Deny), of(List::Ask));
        assert!(deny.is_some() && deny != other_deny);
        for (first, second, expected) in [
            (deny, ask, deny),
            (ask, deny, deny),
            (deny, other_deny, deny),
            (other_ask, ask, other_ask),
            (None, ask, ask),
            (ask, None, ask),
            (None, None, None),
        ] {
            assert_eq!(stricter(first, second), expected);
        }
    }
}
