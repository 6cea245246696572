//! Brace expansion: `a{b,c}` becomes the two words `ab` and `ac` (bash(1), "Brace Expansion").
//!
//! Works on the pieces of one word, so that quoted braces and commas are literal. Bounded in its result.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::ansi_c;
use crate::limits::BRACE_ARGUMENTS_MAX;
use crate::script::spelling::{Piece, PieceKind};

/// What the braces of one word become.
pub(super) enum Expansion {
    /// They are literal.
    None,
    /// These words, in order.
    Words(Box<[Box<str>]>),
    /// An unknown number, or more than [`BRACE_ARGUMENTS_MAX`].
    Unknown,
}

/// One element of a word, as brace expansion sees it.
enum Unit<'a> {
    Open,
    Close,
    Comma,
    /// Unquoted text without braces and commas.
    Bare(&'a str),
    /// Text that cannot take part in a range.
    Quoted(Cow<'a, str>),
}

impl Unit<'_> {
    fn text(&self) -> &str {
        match self {
            Self::Open => "{",
            Self::Close => "}",
            Self::Comma => ",",
            Self::Bare(text) => text,
            Self::Quoted(text) => text,
        }
    }
}

/// Expands the braces of a word with these pieces. `expand_first` is whether the shell expands braces before it removes
/// quotes.
pub(super) fn expand(source: &str, pieces: &[Piece], expand_first: bool) -> Expansion {
    let closes = |piece: &Piece| piece.kind == PieceKind::Literal && piece.span.slice(source).contains('}');
    if !pieces.iter().any(closes) {
        return Expansion::None;
    }
    let mut units = Vec::new();
    let mut known = true;
    for piece in pieces {
        let text = piece.span.slice(source);
        match piece.kind {
            _ if piece.quoted => known = false,
            PieceKind::Literal => split(text, &mut units),
            PieceKind::Glob => units.push(Unit::Bare(text)),
            PieceKind::Escape => units.push(Unit::Quoted(Cow::Borrowed(text.get(1..).unwrap_or("")))),
            PieceKind::Continuation => {}
            PieceKind::SingleQuoted | PieceKind::DoubleQuoted => {
                units.push(Unit::Quoted(Cow::Borrowed(
                    text.get(1..text.len().saturating_sub(1)).unwrap_or(""),
                )));
            }
            PieceKind::AnsiC => match text.get(2..text.len().saturating_sub(1)).and_then(ansi_c::decode) {
                Some(text) => units.push(Unit::Quoted(Cow::Owned(text))),
                None => known = false,
            },
            // What these become takes no part in the expansion, but they are between the braces.
            _ => {
                known = false;
                units.push(Unit::Quoted(Cow::Borrowed("")));
            }
        }
    }
    let pairs = matching(&units);
    if goes_on(&units, &pairs) || is_unclear_range(&units, &pairs, expand_first) {
        return Expansion::Unknown;
    }
    if !pairs.iter().any(|pair| matches!(pair, Some(pair) if pair.expands)) {
        return Expansion::None;
    }
    if !known {
        return Expansion::Unknown;
    }
    match alternatives(&units, &pairs, 0, units.len()) {
        Some(words) => {
            let quoted = units.iter().any(|unit| matches!(unit, Unit::Quoted(_)));
            // An unquoted word that becomes empty is dropped; with quotes in it, that depends on which part they are.
            if quoted && words.iter().any(String::is_empty) {
                return Expansion::Unknown;
            }
            Expansion::Words(
                words.into_iter().filter(|word| !word.is_empty()).map(String::into_boxed_str).collect(),
            )
        }
        None => Expansion::Unknown,
    }
}

fn split<'a>(text: &'a str, units: &mut Vec<Unit<'a>>) {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}', ',']) {
        let (bare, tail) = rest.split_at(at);
        if !bare.is_empty() {
            units.push(Unit::Bare(bare));
        }
        units.push(match tail.as_bytes().first() {
            Some(b'{') => Unit::Open,
            Some(b'}') => Unit::Close,
            _ => Unit::Comma,
        });
        rest = tail.get(1..).unwrap_or("");
    }
    if !rest.is_empty() {
        units.push(Unit::Bare(rest));
    }
}

/// A pair of braces, by the index of its opening.
#[derive(Clone, Copy)]
struct Pair {
    close: usize,
    /// Whether it has a comma of its own or is a range.
    expands: bool,
}

/// Pairs the braces, in one pass. `None` for everything but the opening of a pair.
fn matching(units: &[Unit<'_>]) -> Vec<Option<Pair>> {
    let mut pairs = vec![None; units.len()];
    let mut open: Vec<(usize, bool)> = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        match unit {
            Unit::Open => open.push((index, false)),
            Unit::Comma => {
                if let Some((_, comma)) = open.last_mut() {
                    *comma = true;
                }
            }
            Unit::Close => {
                if let Some((at, comma)) = open.pop() {
                    let range = index == at + 2
                        && matches!(units.get(at + 1), Some(Unit::Bare(text)) if text.contains(".."));
                    if let Some(pair) = pairs.get_mut(at) {
                        *pair = Some(Pair { close: index, expands: comma || range });
                    }
                }
            }
            Unit::Bare(_) | Unit::Quoted(_) => {}
        }
    }
    pairs
}

/// Whether a brace that is closed without a comma could be closed again after one: in `{a}b,c}` bash takes the first
/// `}` for text and expands to `a}b c`.
fn goes_on(units: &[Unit<'_>], pairs: &[Option<Pair>]) -> bool {
    let first = pairs.iter().flatten().filter(|pair| !pair.expands).map(|pair| pair.close).min();
    let Some(behind) = first.and_then(|close| units.get(close + 1..)) else { return false };
    let comma = behind.iter().position(|unit| {
        matches!(unit, Unit::Comma) || matches!(unit, Unit::Bare(text) if text.contains(".."))
    });
    comma
        .and_then(|at| behind.get(at..))
        .is_some_and(|rest| rest.iter().any(|unit| matches!(unit, Unit::Close)))
}

/// Whether braces without a comma hold `..` and are no plain range. Bash drops them where others expand inside
/// (`{1..3{a,b}}` becomes `1..3a 1..3b`), and zsh takes `{1..\3}` and `{1..'3'}` for ranges.
fn is_unclear_range(units: &[Unit<'_>], pairs: &[Option<Pair>], expand_first: bool) -> bool {
    pairs.iter().enumerate().any(|(open, pair)| {
        let Some(pair) = pair.filter(|pair| !pair.expands) else { return false };
        let inside = units.get(open + 1..pair.close).unwrap_or(&[]);
        let text: String = inside.iter().map(Unit::text).collect();
        let mut inner = pairs.get(open + 1..pair.close).unwrap_or(&[]).iter().flatten();
        text.contains("..") && (!expand_first || inner.any(|inner| inner.expands))
    })
}

/// Every word that `units[from..to]` can become; none when there are too many or a range is unclear.
fn alternatives(units: &[Unit<'_>], pairs: &[Option<Pair>], from: usize, to: usize) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let mut at = from;
    while at < to {
        let unit = units.get(at)?;
        let pair = pairs.get(at).copied().flatten().filter(|pair| pair.expands);
        let Some(pair) = pair.filter(|_| matches!(unit, Unit::Open)) else {
            for word in &mut words {
                word.push_str(unit.text());
            }
            at += 1;
            continue;
        };
        let options = choices(units, pairs, at, pair.close)?;
        at = pair.close + 1;
        if words.len() * options.len() > BRACE_ARGUMENTS_MAX {
            return None;
        }
        words = match words.as_slice() {
            [only] if only.is_empty() => options,
            _ => words
                .iter()
                .flat_map(|word| options.iter().map(move |option| [word.as_str(), option].concat()))
                .collect(),
        };
    }
    Some(words)
}

/// The alternatives of one expanding pair of braces.
fn choices(units: &[Unit<'_>], pairs: &[Option<Pair>], open: usize, close: usize) -> Option<Vec<String>> {
    if let (Some(Unit::Bare(text)), true) = (units.get(open + 1), close == open + 2) {
        return range(text);
    }
    let mut options = Vec::new();
    let mut from = open + 1;
    let mut at = from;
    let mut commas = 0;
    while at <= close {
        let skip = pairs.get(at).copied().flatten().filter(|_| at < close);
        if let Some(inner) = skip {
            at = inner.close + 1;
            continue;
        }
        if at == close || matches!(units.get(at), Some(Unit::Comma)) {
            commas += usize::from(at != close);
            options.extend(alternatives(units, pairs, from, at)?);
            from = at + 1;
        }
        if options.len() > BRACE_ARGUMENTS_MAX {
            return None;
        }
        at += 1;
    }
    (commas > 0).then_some(options)
}

/// Writes out `1..9`, `9..1`, `01..10`, `a..e`. A step, a sign, or letters of both cases are left unclear.
fn range(text: &str) -> Option<Vec<String>> {
    let (first, last) = text.split_once("..")?;
    let letter = |text: &str| match text.as_bytes() {
        [byte] if byte.is_ascii_alphabetic() => Some(*byte),
        _ => None,
    };
    if let (Some(first), Some(last)) = (letter(first), letter(last)) {
        if first.is_ascii_lowercase() != last.is_ascii_lowercase() {
            return None;
        }
        let letter = |byte| char::from(u8::try_from(byte).unwrap_or(b'?')).to_string();
        return each(i64::from(first), i64::from(last), letter);
    }
    let number = |text: &str| {
        let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { text.parse::<i64>().ok() } else { None }
    };
    let (low, high) = (number(first)?, number(last)?);
    let padded = |text: &str| text.len() > 1 && text.starts_with('0');
    let width = if padded(first) || padded(last) { first.len().max(last.len()) } else { 0 };
    each(low, high, |number| padded_number(number, width))
}

/// `number` with at least `width` digits, in a text that has no room left: it becomes a boxed text without a copy.
fn padded_number(number: i64, width: usize) -> String {
    if let (Ok(digit @ 0..=9), 0..=1) = (u8::try_from(number), width) {
        return char::from(b'0' + digit).to_string();
    }
    let digits = number.checked_ilog10().map_or(1, |power| power as usize + 1);
    let mut text = String::with_capacity(digits.max(width));
    // Writing into a text does not fail.
    let _ = write!(text, "{number:0width$}");
    text
}

/// The text of each number from `first` to `last`; none where there are too many.
fn each(first: i64, last: i64, text: impl Fn(i64) -> String) -> Option<Vec<String>> {
    if first.abs_diff(last) >= BRACE_ARGUMENTS_MAX as u64 {
        return None;
    }
    Some(if first <= last {
        (first..=last).map(text).collect()
    } else {
        (last..=first).rev().map(text).collect()
    })
}
