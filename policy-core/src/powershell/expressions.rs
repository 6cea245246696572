//! Expressions: values, properties and operators, of which nothing runs but the commands in them.
//!
//! Owns the operators and the types that are known to call nothing (`about_Operators`). Methods, static members, script blocks as
//! operands and every other type are doubts.

use alloc::string::String;

use super::characters::{begins_name, is_blank};
use super::reader::{Reader, Stop};
use super::words::Draft;
use crate::script::{DoubtKind, ScopeKind};
use crate::span::Span;

/// Operators of two values that are words, in small letters, sorted. Those of comparison can have a `c` or an `i` in front.
const BINARY: &[&str] =
    &["and", "as", "band", "bor", "bxor", "f", "is", "isnot", "join", "or", "shl", "shr", "xor"];
const COMPARISONS: &[&str] = &[
    "contains",
    "eq",
    "ge",
    "gt",
    "in",
    "le",
    "like",
    "lt",
    "match",
    "ne",
    "notcontains",
    "notin",
    "notlike",
    "notmatch",
    "replace",
    "split",
];

/// Operators of one value that are words, in small letters, sorted.
const UNARY: &[&str] = &["bnot", "csplit", "isplit", "join", "not", "split"];

/// The types that a value may become, or be compared with, in small letters, sorted: none of them connects, reads a file or runs
/// anything.
const TYPES: &[&str] =
    &["array", "bool", "char", "datetime", "double", "int", "long", "ordered", "pscustomobject", "string"];

impl Reader<'_> {
    /// Whether an expression, and no command, begins here.
    pub(super) fn begins_expression(&self) -> bool {
        begins(self)
    }

    /// Reads an expression.
    pub(super) fn expression(&mut self, scope: u32) {
        read(self, scope);
    }

    /// Takes a type that is known to call nothing: `[int]`.
    pub(super) fn known_type(&mut self) -> bool {
        type_literal(self)
    }

    /// Reads `@{ Name = value; … }`.
    pub(super) fn table(&mut self, scope: u32) {
        table(self, scope);
    }
}

fn begins(reader: &Reader<'_>) -> bool {
    match (reader.peek(), reader.peek_at(1)) {
        (Some(b'$' | b'\'' | b'"' | b'(' | b'@' | b'[' | b'!' | b'+' | b',' | b'{' | b'0'..=b'9'), _) => true,
        (Some(b'-'), Some(next)) => next.is_ascii_alphanumeric() || matches!(next, b'$' | b'(' | b'.'),
        (Some(b'.'), Some(next)) => next.is_ascii_digit(),
        _ => false,
    }
}

/// The word of an operator after the dash at the present place, in small letters.
fn operator(reader: &Reader<'_>) -> String {
    let rest = reader.bytes.get(reader.at + 1..).unwrap_or(&[]);
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    reader.text(reader.at + 1, reader.at + 1 + length).to_ascii_lowercase()
}

fn is_binary(word: &str) -> bool {
    let is_comparison = |word: &str| COMPARISONS.binary_search(&word).is_ok();
    let folded = word.strip_prefix(['c', 'i']);
    BINARY.binary_search(&word).is_ok() || is_comparison(word) || folded.is_some_and(is_comparison)
}

/// What must be after an operator of two values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// Any value.
    Value,
    /// Constant text or a number: the operator would call a script block.
    Constant,
    /// What had to be after the operator before: a list goes on.
    Same,
}

fn read(reader: &mut Reader<'_>, scope: u32) {
    let mut is_constant = false;
    loop {
        if is_constant && !matches!(reader.peek(), Some(b'\'' | b'"' | b'0'..=b'9')) {
            return reader.unsupported(reader.at, reader.at + 1, "a value that can be a script block");
        }
        if !operand(reader, scope) {
            return;
        }
        reader.blanks();
        let start = reader.at;
        let Some(behind) = binary(reader) else { return };
        let joins = matches!(reader.bytes.get(start), Some(b'+' | b'*' | b'/' | b'%' | b'.'))
            || matches!(reader.bytes.get(start + 1), Some(byte) if !byte.is_ascii_alphabetic());
        if is_constant && behind != Behind::Same && joins {
            // These bind closer, and can put a script block into a list.
            return reader.unsupported(start, start + 1, "a value that can be a script block");
        }
        is_constant = match behind {
            Behind::Value => false,
            Behind::Constant => true,
            Behind::Same => is_constant,
        };
        reader.blank_lines();
    }
}

/// Takes the operator of two values that is at the present place.
fn binary(reader: &mut Reader<'_>) -> Option<Behind> {
    let start = reader.at;
    match (reader.peek(), reader.peek_at(1)) {
        (Some(b'.'), Some(b'.')) => {
            if is_long(reader) {
                reader.unsupported(start, start + 2, "a range of this length");
                return None;
            }
            reader.at += 2;
        }
        (Some(b'+' | b'*' | b'/' | b'%' | b'-'), Some(b'=')) | (Some(b'='), _) => {
            reader.unsupported(start, start + 1, "an assignment to anything but a variable of its own");
            return None;
        }
        (Some(b'+'), Some(b'+')) | (Some(b'-'), Some(b'-')) => {
            reader.unsupported(start, start + 2, "a change of a variable");
            return None;
        }
        (Some(b','), _) => {
            reader.at += 1;
            return Some(Behind::Same);
        }
        (Some(b'-'), Some(next)) if next.is_ascii_alphabetic() => {
            let word = operator(reader);
            if !is_binary(&word) {
                reader.unsupported(start, start + 1 + word.len(), "an operator of which nothing is known");
                return None;
            }
            reader.at += 1 + word.len();
            if matches!(&*word, "is" | "isnot" | "as") {
                reader.blank_lines();
                if reader.peek() != Some(b'[') {
                    reader.unsupported(start, reader.at, "a type that is known only at run time");
                    return None;
                }
            }
            if word.ends_with("split") || word.ends_with("replace") {
                return Some(Behind::Constant);
            }
        }
        (Some(b'+' | b'*' | b'/' | b'%' | b'-'), _) => reader.at += 1,
        (Some(b'?'), _) => {
            reader.unsupported(start, start + 1, "a conditional operator");
            return None;
        }
        _ => return None,
    }
    Some(Behind::Value)
}

/// Whether a bound of the range whose sign is at the present place has more than six digits, or is no plain number.
fn is_long(reader: &Reader<'_>) -> bool {
    let is_bound = |digits: &mut dyn Iterator<Item = &u8>| {
        let mut count = 0;
        digits.take_while(|byte| byte.is_ascii_alphanumeric()).all(|byte| {
            count += 1;
            count <= 6 && byte.is_ascii_digit()
        })
    };
    let before = reader.bytes.get(..reader.at).unwrap_or(&[]).trim_ascii_end();
    let name = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let is_variable = before.len().checked_sub(name + 1).and_then(|at| before.get(at)) == Some(&b'$');
    let after = reader.bytes.get(reader.at + 2..).unwrap_or(&[]);
    let after = after.get(after.iter().take_while(|byte| is_blank(**byte) || **byte == b'-').count()..);
    !(is_variable || is_bound(&mut before.iter().rev())) || !is_bound(&mut after.unwrap_or(&[]).iter())
}

/// Reads one value with the operators and casts in front of it. Returns whether an operator may follow.
fn operand(reader: &mut Reader<'_>, scope: u32) -> bool {
    loop {
        let start = reader.at;
        match (reader.peek(), reader.peek_at(1)) {
            (Some(b'-'), Some(next)) if next.is_ascii_alphabetic() => {
                let word = operator(reader);
                if UNARY.binary_search(&word.as_str()).is_err() {
                    reader.unexpected();
                    return false;
                }
                reader.at += 1 + word.len();
            }
            (Some(b'+'), Some(b'+')) | (Some(b'-'), Some(b'-')) => {
                reader.unsupported(start, start + 2, "a change of a variable");
                return false;
            }
            (Some(b'!' | b'+' | b'-' | b','), _) => reader.at += 1,
            (Some(b'['), _) => {
                if !type_literal(reader) {
                    return false;
                }
                reader.blanks();
                // A type by itself is a value, as after `-is`.
                if !begins(reader) || reader.peek() == Some(b',') || starts_operator(reader) {
                    return !reader.lost;
                }
                continue;
            }
            _ => return value(reader, scope),
        }
        reader.blank_lines();
    }
}

/// Whether an operator of two values begins here.
fn starts_operator(reader: &Reader<'_>) -> bool {
    reader.peek() == Some(b'-') && is_binary(&operator(reader))
}

/// `[int]`
fn type_literal(reader: &mut Reader<'_>) -> bool {
    let start = reader.at;
    let rest = reader.bytes.get(start + 1..).unwrap_or(&[]);
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let name = reader.text(start + 1, start + 1 + length).to_ascii_lowercase();
    let end = start + 1 + length;
    let is_known = TYPES.binary_search(&name.as_str()).is_ok() && reader.bytes.get(end) == Some(&b']');
    if !is_known || reader.bytes.get(end + 1..end + 3) == Some(b"::") {
        reader.unsupported(start, end, "a type of which nothing is known");
        return false;
    }
    reader.at = end + 1;
    true
}

/// Reads a value and the properties after it.
fn value(reader: &mut Reader<'_>, scope: u32) -> bool {
    let start = reader.at;
    let mut draft = Draft::new(start);
    match (reader.peek(), reader.peek_at(1)) {
        (Some(b'$'), Some(next)) if begins_name(next) || matches!(next, b'(' | b'{' | b'?') => {
            reader.dollar(scope, &mut draft, false);
        }
        (Some(b'\'' | b'"'), _) | (Some(b'@'), Some(b'\'' | b'"')) => {
            reader.quoted(scope, &mut draft);
        }
        (Some(b'@'), Some(b'(')) => {
            reader.at += 2;
            reader.scope(ScopeKind::Group, scope, start, Stop::Parenthesis);
        }
        (Some(b'@'), Some(b'{')) => table(reader, scope),
        (Some(b'('), _) => {
            reader.at += 1;
            reader.scope(ScopeKind::Group, scope, start, Stop::Parenthesis);
        }
        (Some(b'0'..=b'9' | b'.'), _) => number(reader),
        (Some(b'{'), _) => {
            reader.unsupported(start, start + 1, "a block that an operator or a variable gets");
        }
        (None, _) => reader.fail(Span::new(start.saturating_sub(1), start), DoubtKind::TrailingOperator),
        _ => reader.unexpected(),
    }
    // The variables in it are those of the script, though no word has them.
    reader.keep_parts(draft.parts);
    if !reader.lost && reader.bytes.get(start).is_some_and(|byte| !byte.is_ascii_digit()) {
        reader.members(scope);
    }
    !reader.lost
}

/// A number: digits with a point, an exponent or a unit.
fn number(reader: &mut Reader<'_>) {
    let start = reader.at;
    let rest = reader.bytes.get(start..).unwrap_or(&[]);
    let mut length = 0;
    while let Some(byte) = rest.get(length) {
        let is_range = *byte == b'.' && rest.get(length + 1) == Some(&b'.');
        if is_range || !(byte.is_ascii_alphanumeric() || *byte == b'.') {
            break;
        }
        length += 1;
    }
    let text = reader.text(start, start + length).to_ascii_lowercase();
    let is_hexadecimal = text
        .strip_prefix("0x")
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit()));
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = text.get(digits.len()..).unwrap_or("");
    let is_decimal = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() <= 1
        && matches!(unit, "" | "kb" | "mb" | "gb" | "tb" | "pb" | "l" | "d" | "u" | "ul");
    // A sign that ends no token goes on with it: `1#a` is a name and no comment (`ScanNumber`).
    let ends = !rest.get(length).is_some_and(|sign| b"#\\_`$@~^:".contains(sign));
    if ends && (is_hexadecimal || is_decimal) {
        reader.at = start + length;
    } else {
        reader.unsupported(start, start + length.max(1), "a number of this kind");
    }
}

/// `@{ Name = value; … }`: the keys are words or quoted text, the values are statements, or blocks that a cmdlet may run.
fn table(reader: &mut Reader<'_>, scope: u32) {
    let start = reader.at;
    reader.at += 2;
    if !reader.deeper() {
        return;
    }
    loop {
        reader.blank_lines();
        match reader.peek() {
            Some(b';') => {
                reader.at += 1;
                continue;
            }
            Some(b'}') => {
                reader.at += 1;
                break;
            }
            Some(b'\'' | b'"') => reader.quoted(scope, &mut Draft::new(reader.at)),
            Some(byte) if begins_name(byte) => {
                while reader
                    .peek()
                    .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
                {
                    reader.at += 1;
                }
            }
            Some(b'0'..=b'9') => number(reader),
            None => {
                reader.fail(Span::new(start, start + 2), DoubtKind::UnclosedGroup);
                break;
            }
            Some(_) => {
                reader.unexpected();
                break;
            }
        }
        reader.blanks();
        if reader.peek() != Some(b'=') {
            reader.unexpected();
            break;
        }
        reader.at += 1;
        reader.blank_lines();
        if reader.peek() == Some(b'{') {
            reader.block(scope);
        } else {
            let inner = reader.script.scopes.len() as u32;
            let open = Span::new(reader.at, reader.at);
            reader.script.scopes.push(crate::script::Scope {
                kind: ScopeKind::Group,
                parent: scope,
                span: open,
            });
            reader.pipeline(inner, crate::script::Joint::Edge);
            let end = reader.at as u32;
            if let Some(scope) = reader.script.scopes.get_mut(inner as usize) {
                scope.span.end = end.max(scope.span.start);
            }
        }
        reader.blanks();
        let is_end = matches!(reader.peek(), Some(b';' | b'}' | b'\n' | b'\r'));
        if !is_end {
            if reader.peek().is_none() {
                reader.fail(Span::new(start, start + 2), DoubtKind::UnclosedGroup);
            } else {
                reader.unexpected();
            }
            break;
        }
    }
    reader.shallower();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [BINARY, COMPARISONS, UNARY, TYPES] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }
}
