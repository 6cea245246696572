//! Regular expressions over the text of a command, as sets of commands.
//!
//! Owns the translation of the forms that name words from the beginning of the command: `^word word(\s|\b|$)`, with
//! alternatives. Whatever else an expression says makes its set wider, so that an allow entry has no rule and a deny or ask
//! entry has one that matches at least as much.

use std::iter::Peekable;
use std::str::Chars;

use super::shape::{End, Shape, Unsaid, unsaid};

/// Most alternatives of one expression.
const ALTERNATIVES_MAX: usize = 200;

/// Deepest nesting of groups.
const DEPTH_MAX: usize = 20;

/// How an expression is held against a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// It begins at the beginning of the command, as with `^`.
    pub(super) is_anchored: bool,
    /// Upper and lower case are the same.
    pub(super) ignores_case: bool,
}

/// A piece of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// This character.
    Character(char),
    /// Blanks, at least one.
    Blank,
    /// Any text: `.*`.
    Any,
    /// Any character: `.`
    Dot,
    /// Some text that the expression describes more closely.
    Some,
    /// Something at a place that no rule can say, such as a look ahead.
    Condition,
    /// `\b`
    Boundary,
    /// `^`
    Start,
    /// `$`
    Finish,
    /// One of several sequences.
    Group(Vec<Vec<Self>>),
}

/// The commands whose text `expression` matches.
///
/// # Errors
/// It is no expression that can be read, or its commands cannot be described.
pub(super) fn shapes(expression: &str, reading: Reading) -> Result<Vec<Shape>, Unsaid> {
    let unreadable = || unsaid("this regular expression", None);
    let (expression, ignores_case) = match expression.strip_prefix("(?i)") {
        Some(rest) => (rest, true),
        None => (expression, reading.ignores_case),
    };
    let mut characters = expression.chars().peekable();
    let alternatives = alternatives(&mut characters, 0).ok_or_else(unreadable)?;
    if characters.next().is_some() {
        return Err(unreadable());
    }
    let sequences = expanded(&[Piece::Group(alternatives)]).ok_or_else(unreadable)?;
    let mut shapes = Vec::new();
    for sequence in &sequences {
        shapes.push(shape(sequence, reading.is_anchored)?);
    }
    let mut shapes = merged(&shapes);
    if ignores_case {
        let mut cased: Vec<Shape> = Vec::new();
        for shape in shapes {
            for content in in_cases(&shape.content) {
                let own = Shape { content, ..shape.clone() };
                if !cased.contains(&own) {
                    cased.push(own);
                }
            }
        }
        shapes = cased;
    }
    Ok(shapes)
}

/// A text in the usual spellings: as written, in lower case, in upper case, capitalised.
fn in_cases(text: &str) -> [String; 4] {
    let lower = text.to_lowercase();
    let mut characters = lower.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    [text.to_owned(), lower.clone(), text.to_uppercase(), format!("{first}{}", characters.as_str())]
}

/// The sequences between `|`, up to `)` or the end.
fn alternatives(characters: &mut Peekable<Chars<'_>>, depth: usize) -> Option<Vec<Vec<Piece>>> {
    let mut all = vec![Vec::new()];
    while let Some(next) = characters.peek().copied() {
        match next {
            ')' if depth > 0 => break,
            ')' => return None,
            '|' => {
                characters.next();
                all.push(Vec::new());
            }
            _ => {
                let piece = atom(characters, depth)?;
                let pieces = quantified(piece, characters)?;
                all.last_mut()?.extend(pieces);
            }
        }
    }
    Some(all)
}

fn atom(characters: &mut Peekable<Chars<'_>>, depth: usize) -> Option<Piece> {
    Some(match characters.next()? {
        '^' => Piece::Start,
        '$' => Piece::Finish,
        '.' => Piece::Dot,
        ' ' => Piece::Blank,
        '[' => class(characters)?,
        '(' => group(characters, depth)?,
        '*' | '+' | '?' | '{' => return None,
        '\\' => escape(characters.next()?),
        character => Piece::Character(character),
    })
}

fn escape(character: char) -> Piece {
    match character {
        's' | ' ' => Piece::Blank,
        'b' => Piece::Boundary,
        'B' | 'A' | 'Z' | 'z' => Piece::Condition,
        character if character.is_ascii_alphanumeric() => Piece::Some,
        character => Piece::Character(character),
    }
}

/// A class of characters: blanks, one character, or some.
fn class(characters: &mut Peekable<Chars<'_>>) -> Option<Piece> {
    let mut inside = String::new();
    loop {
        match characters.next()? {
            ']' if !inside.is_empty() => break,
            '\\' => inside.extend(['\\', characters.next()?]),
            character => inside.push(character),
        }
    }
    Some(if matches!(inside.as_str(), "\\s" | " ") { Piece::Blank } else { Piece::Some })
}

fn group(characters: &mut Peekable<Chars<'_>>, depth: usize) -> Option<Piece> {
    if depth >= DEPTH_MAX {
        return None;
    }
    let mut is_condition = false;
    if characters.peek() == Some(&'?') {
        characters.next();
        match characters.next()? {
            ':' => {}
            '=' | '!' => is_condition = true,
            '<' => match characters.next()? {
                '=' | '!' => is_condition = true,
                // The name of the group.
                _ => {
                    characters.find(|it| *it == '>')?;
                }
            },
            _ => return None,
        }
    }
    let inside = alternatives(characters, depth + 1)?;
    characters.next().filter(|it| *it == ')')?;
    Some(if is_condition { Piece::Condition } else { Piece::Group(inside) })
}

/// The piece with what follows it: `*`, `+`, `?`, `{…}`.
fn quantified(piece: Piece, characters: &mut Peekable<Chars<'_>>) -> Option<Vec<Piece>> {
    let quantifier = match characters.peek() {
        Some(it @ ('*' | '+' | '?')) => *it,
        Some('{') => {
            characters.find(|it| *it == '}')?;
            return Some(vec![Piece::Some]);
        }
        _ => return Some(vec![piece]),
    };
    characters.next();
    if characters.peek() == Some(&'?') {
        characters.next();
    }
    Some(match (piece, quantifier) {
        (Piece::Dot, '*') => vec![Piece::Any],
        (Piece::Blank, '+') => vec![Piece::Blank],
        (Piece::Start | Piece::Finish | Piece::Boundary | Piece::Condition, _) => vec![Piece::Condition],
        (piece @ (Piece::Group(_) | Piece::Character(_) | Piece::Blank), '?') => {
            vec![Piece::Group(vec![vec![piece], Vec::new()])]
        }
        (piece, '+') => vec![piece, Piece::Some],
        _ => vec![Piece::Some],
    })
}

/// Every sequence without groups.
fn expanded(pieces: &[Piece]) -> Option<Vec<Vec<Piece>>> {
    let mut all: Vec<Vec<Piece>> = vec![Vec::new()];
    for piece in pieces {
        let endings = match piece {
            Piece::Group(alternatives) => {
                let mut endings = Vec::new();
                for alternative in alternatives {
                    endings.extend(expanded(alternative)?);
                }
                endings
            }
            piece => vec![vec![piece.clone()]],
        };
        if all.len().saturating_mul(endings.len()) > ALTERNATIVES_MAX {
            return None;
        }
        all =
            all.iter().flat_map(|front| endings.iter().map(|end| [front.as_slice(), end].concat())).collect();
    }
    Some(all)
}

/// The commands of a sequence without groups.
fn shape(sequence: &[Piece], is_anchored: bool) -> Result<Shape, Unsaid> {
    let begins = sequence.first() == Some(&Piece::Start);
    let mut pieces = sequence.get(usize::from(begins)..).unwrap_or_default();
    let mut is_closed = false;
    if let Some((Piece::Finish, front)) = pieces.split_last() {
        (pieces, is_closed) = (front, true);
    }
    if let Some((Piece::Any, front)) = pieces.split_last() {
        (pieces, is_closed) = (front, false);
    }
    let mut end = if is_closed { End::Nothing } else { End::Anything };
    let is_word_end =
        |front: &[Piece]| matches!(front.last(), Some(Piece::Character(it)) if it.is_alphanumeric());
    match pieces.split_last() {
        Some((Piece::Boundary, front)) if is_word_end(front) => {
            pieces = front;
            end = if is_closed { End::Nothing } else { End::Boundary };
        }
        Some((Piece::Blank, front)) if !is_closed => {
            pieces = front;
            end = End::Argument;
        }
        _ => {}
    }
    let mut is_wider = false;
    let mut content = if begins || is_anchored { String::new() } else { "*".to_owned() };
    for piece in pieces {
        match piece {
            Piece::Character(character) => {
                is_wider |= *character == '*';
                content.push(*character);
            }
            Piece::Blank => content.push(' '),
            Piece::Any => content.push('*'),
            Piece::Dot | Piece::Some => {
                is_wider = true;
                content.push('*');
            }
            Piece::Condition | Piece::Boundary | Piece::Start | Piece::Finish | Piece::Group(_) => {
                is_wider = true;
            }
        }
    }
    let mut shape = Shape::pattern(&content, end)?;
    shape.is_wider |= is_wider;
    Ok(shape)
}

/// `W` alone and `W` with an argument are the prefix `W`.
fn merged(shapes: &[Shape]) -> Vec<Shape> {
    let mut merged: Vec<Shape> = Vec::new();
    for shape in shapes {
        let is_there = |end: End| shapes.contains(&Shape { end, ..shape.clone() });
        let both = is_there(End::Nothing) && is_there(End::Argument);
        let end =
            if both && matches!(shape.end, End::Nothing | End::Argument) { End::Words } else { shape.end };
        let own = Shape { end, ..shape.clone() };
        if !merged.contains(&own) {
            merged.push(own);
        }
    }
    merged
}
