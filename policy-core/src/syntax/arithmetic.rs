//! The variables that an arithmetic expression reads and assigns (bash(1), "ARITHMETIC EVALUATION").
//!
//! Owns the division of an expression into names and everything else. The shell evaluates the value of a variable as an
//! expression in turn, so a name is harmless only if its value is known to be a number.

/// A variable in an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand<'s> {
    /// Its name.
    pub name: &'s str,
    /// Whether the expression assigns to it, or may.
    pub assigned: bool,
}

/// The variables in `expression`, in order, each as often as written there. Digits of numbers (`0x1F`, `16#ff`) are
/// none.
pub fn operands(expression: &str) -> impl Iterator<Item = Operand<'_>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        loop {
            let rest = expression.get(at..)?;
            let word = rest.find(|letter: char| letter.is_ascii_alphanumeric() || letter == '_')?;
            let start = at + word;
            let tail = expression.get(start..)?;
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '#' | '@');
            let end = start + tail.find(|letter| !is_part(letter)).unwrap_or(tail.len());
            at = end;
            let name = expression.get(start..end)?;
            let (before, behind) = (expression.get(..start)?, expression.get(end..)?);
            // `$1` is an argument of a function, and no number.
            if before.ends_with('$') || !name.starts_with(|first: char| first.is_ascii_digit()) {
                return Some(Operand { name, assigned: assigns(before, behind) });
            }
        }
    })
}

/// The variable that `expression` sets before it does anything else: `i` in `((i=0; i<5; i++))`.
pub fn set_first(expression: &str) -> Option<&str> {
    let first = operands(expression).next()?.name;
    let inner = expression.trim_start_matches(['$', '(', ' ', '\t']);
    let behind = inner.strip_prefix(first)?.trim_start();
    let value = behind.strip_prefix('=').filter(|value| !value.starts_with('='))?;
    // The value is evaluated before it is assigned, so `x=x` reads `x` first.
    let value = value.split([';', ',']).next().unwrap_or(value);
    (!operands(value).any(|operand| operand.name == first)).then_some(first)
}

/// Whether what is around a name assigns to it.
fn assigns(before: &str, behind: &str) -> bool {
    let before = before.trim_end();
    let behind = behind.trim_start();
    let steps = |text: &str, at_end: bool| {
        ["++", "--"].iter().any(|step| if at_end { text.ends_with(step) } else { text.starts_with(step) })
    };
    let operator = behind.strip_prefix("<<").or_else(|| behind.strip_prefix(">>"));
    let operator = operator.or_else(|| behind.strip_prefix(['+', '-', '*', '/', '%', '&', '^', '|']));
    let operator = operator.unwrap_or(behind);
    steps(before, true) || steps(behind, false) || (operator.starts_with('=') && !operator.starts_with("=="))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn a_variable_is_set_first_only_if_its_value_does_not_read_it() {
        for (expression, expected) in [
            ("((i=0; i<5; i++))", Some("i")),
            ("((i = 1, j = i))", Some("i")),
            ("$((i=j))", Some("i")),
            ("((i=i))", None),
            ("((i=i+1))", None),
            ("((i=(j=i)))", None),
            ("((i=i++; i<5; i++))", None),
            ("((i==0))", None),
            ("((i+=1))", None),
        ] {
            assert_eq!(set_first(expression), expected, "{expression}");
        }
    }

    #[test]
    fn names_and_assignments_are_told_from_numbers() {
        for (expression, expected) in [
            ("1 + 0x1F * 16#ff", &[][..]),
            ("i + 1", &[("i", false)][..]),
            ("i++", &[("i", true)]),
            ("--i", &[("i", true)]),
            ("i += j", &[("i", true), ("j", false)]),
            ("i <<= 2", &[("i", true)]),
            ("i <= 2", &[("i", false)]),
            ("i >= j", &[("i", false), ("j", false)]),
            ("i == 2", &[("i", false)]),
            ("i != 2", &[("i", false)]),
            ("a=b=1", &[("a", true), ("b", true)]),
            ("$a*2", &[("a", false)]),
            ("$1 + 1", &[("1", false)]),
            ("i<3;i++", &[("i", false), ("i", true)]),
            ("x ? y : z_1", &[("x", false), ("y", false), ("z_1", false)]),
        ] {
            let found: Vec<_> = operands(expression).map(|it| (it.name, it.assigned)).collect();
            assert_eq!(found, expected, "{expression}");
        }
    }
}
