//! `printf`: the format decides what its further operands are.
//!
//! Source: bash(1) `printf`: `%n` assigns to the variable that the operand names. zshbuiltins(1) `printf`:
//! operands of numeric conversions are arithmetic, in which a subscript can run a command.

use alloc::vec::Vec;

use super::flaw::Flaw;
use crate::commands::Arg;
use crate::script::Shell;

const ASSIGNS: Flaw = Flaw::Harmful("a conversion that can assign to a variable");
const FORMAT_UNKNOWN: Flaw = Flaw::Unknown("a format known only at run time");
const FORMAT_DECODED: Flaw = Flaw::Unknown("an escape of the format can become a conversion");
const NUMBER_UNKNOWN: Flaw = Flaw::Unknown("not plainly a number, and a shell can evaluate it as arithmetic");

/// What is wrong with the operands of a `printf`, and with which; `operands` are indexes into `args`.
pub(in crate::commands) fn printf(
    shell: &Shell,
    args: &[Arg<'_>],
    operands: &[usize],
) -> Option<(usize, Flaw)> {
    let (&first, further) = operands.split_first()?;
    let format = args.get(first)?;
    let Some(text) = format.text() else {
        // With no further operand there is nothing that a conversion could assign to or evaluate.
        return (!further.is_empty() || format.splits()).then_some((first, FORMAT_UNKNOWN));
    };
    if shell.formats_are_decoded_first && (text.contains("\\u") || text.contains("\\U")) {
        return (!further.is_empty()).then_some((first, FORMAT_DECODED));
    }
    let Some(conversions) = conversions(text) else {
        return (!further.is_empty()).then_some((first, ASSIGNS));
    };
    if !conversions.contains(&Conversion::Number) {
        return None;
    }
    // Operands are used up in order, and the format again until none is left.
    further.iter().zip(conversions.iter().cycle()).find_map(|(&at, conversion)| {
        let arg = args.get(at)?;
        // The text after several arguments meets another conversion.
        let stays = !arg.splits() || arg.value.is_number() && further.last() == Some(&at);
        let is_fine = stays
            && (*conversion == Conversion::Text
                || arg.value.is_number()
                || arg.text().is_some_and(is_number));
        (!is_fine).then_some((at, NUMBER_UNKNOWN))
    })
}

fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    digits.is_empty()
        || (digits.starts_with(|first: char| first.is_ascii_digit())
            && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conversion {
    /// The operand is printed as text.
    Text,
    /// The operand is a number.
    Number,
}

/// What a format does with its operands, in order; none when it does anything but print text and numbers.
///
/// A backslash is not looked at: before a `%` it makes nothing literal.
fn conversions(format: &str) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut bytes = format.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        let conversion = loop {
            match bytes.next() {
                Some(b'*') => found.push(Conversion::Number),
                Some(b'-' | b'+' | b' ' | b'#' | b'\'' | b'.' | b'0'..=b'9') => {}
                other => break other,
            }
        };
        match conversion {
            Some(b'%') | None => {}
            Some(b's' | b'b' | b'q' | b'c') => found.push(Conversion::Text),
            Some(letter) if b"diouxXeEfFgGaA".contains(&letter) => found.push(Conversion::Number),
            Some(_) => return None,
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_says_what_its_operands_are() {
        use Conversion::{Number, Text};
        for (format, expected) in [
            ("%s\\n", Some(&[Text][..])),
            ("100%%n", Some(&[])),
            ("%-10s|%b", Some(&[Text, Text])),
            ("%s: %d files\\n", Some(&[Text, Number])),
            ("%*s", Some(&[Number, Text])),
            ("%n", None),
            ("\\%n", None),
            ("a%5n", None),
            ("%(%F)T", None),
            ("%1$s", None),
        ] {
            assert_eq!(conversions(format).as_deref(), expected, "{format}");
        }
    }
}
