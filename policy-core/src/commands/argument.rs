//! Arguments: what a program will see of a simple command, as far as that is known before running.
//!
//! Owns the step from words to argv. Never guesses a value: what the shell decides at run time has no text.

use alloc::vec::Vec;

use super::value::{AbstractValue, Count, Origin};
use crate::script::{Script, Simple, Value, Word};
use crate::span::Span;
use crate::syntax::{Piece, PieceKind, Traits};

/// One argument as the program will see it, as far as that is known before running.
#[derive(Clone, Copy, Debug)]
pub struct Arg<'s> {
    /// What is known of its text.
    pub value: AbstractValue<&'s str>,
    /// The word it comes from, an index into [`Script::words`].
    pub word: u32,
    /// The word's place.
    pub span: Span,
}

impl<'s> Arg<'s> {
    /// An argument with this value, from the word at index `word`, which stands at `span`.
    pub const fn new(value: AbstractValue<&'s str>, word: u32, span: Span) -> Self {
        Self { value, word, span }
    }

    /// An argument whose text is known.
    pub const fn known(text: &'s str, word: u32, span: Span) -> Self {
        Self::new(AbstractValue::Known(text), word, span)
    }

    /// Its text; none when it is not known before running.
    pub const fn text(&self) -> Option<&'s str> {
        self.value.text()
    }

    /// What it surely begins with: all of it when its text is known. See [`AbstractValue::prefix`].
    pub const fn prefix(&self) -> &'s str {
        self.value.prefix()
    }

    /// What it surely ends with: all of it when its text is known. See [`AbstractValue::suffix`].
    pub fn suffix(&self) -> &'s str {
        self.value.suffix()
    }

    /// Whether it may become none or several arguments.
    pub fn splits(&self) -> bool {
        self.value.count() == Count::Any
    }
}

/// The arguments of a simple command, the command name first, brace expansions written out.
pub fn arguments<'s>(script: &'s Script<'_>, command: &'s Simple) -> Vec<Arg<'s>> {
    let words = script.words_of(command);
    let mut args = Vec::with_capacity(words.len());
    for (word, index) in words.iter().zip(command.words.clone()) {
        push(&mut args, script, word, index);
    }
    args
}

/// The arguments that one word becomes; `index` is its place in [`Script::words`].
pub fn word_arguments<'s>(script: &'s Script<'_>, word: &'s Word, index: u32) -> Vec<Arg<'s>> {
    let mut args = Vec::new();
    push(&mut args, script, word, index);
    args
}

fn push<'s>(args: &mut Vec<Arg<'s>>, script: &'s Script<'_>, word: &'s Word, index: u32) {
    match &word.value {
        Value::Plain => args.push(Arg::known(word.span.slice(script.source), index, word.span)),
        Value::Literal(text) => args.push(Arg::known(text, index, word.span)),
        Value::Several(texts) => {
            let globs = word.traits.has(Traits::GLOB);
            args.extend(texts.iter().map(|text| {
                let value = match text.find(['*', '?', '[']).filter(|_| globs) {
                    Some(at) => AbstractValue::FileName {
                        prefix: text.get(..at).unwrap_or(""),
                        suffix: text.rsplit(['*', '?', ']']).next().unwrap_or(""),
                        count: Count::Any,
                        origin: Origin::Disk,
                    },
                    None => AbstractValue::Known(&**text),
                };
                Arg::new(value, index, word.span)
            }));
        }
        Value::Pattern | Value::Unknown => args.push(Arg::new(unknown(script, word), index, word.span)),
    }
}

fn unknown<'s>(script: &'s Script<'_>, word: &Word) -> AbstractValue<&'s str> {
    let written = word.span.slice(script.source);
    let pieces = script.pieces_of(word);
    if matches!(pieces, [piece] if matches!(piece.kind, PieceKind::ProcessSubstitution(_)))
        && written.starts_with("<(")
    {
        return AbstractValue::Pipe;
    }
    // Quotes around it, or empty ones beside it, do not change the number.
    if is_count(script, written.trim_matches('"')) {
        return AbstractValue::Number(Count::One);
    }
    let may_split = word.traits.any(Traits(Traits::SPLITS.0 | Traits::GLOB.0 | Traits::BRACE.0))
        && !pieces.iter().all(|piece| is_one_number(script, piece));
    let count = Count::splitting(may_split || pieces.iter().any(|piece| is_list(script.source, piece)));
    let (prefix, suffix) = (prefix(script.source, pieces), suffix(script.source, word.span, pieces));
    match (&word.value, pieces) {
        (Value::Pattern, [tilde]) if tilde.kind == PieceKind::Tilde => AbstractValue::Home(written),
        (Value::Pattern, [tilde, path])
            if (tilde.kind, path.kind) == (PieceKind::Tilde, PieceKind::Literal) =>
        {
            AbstractValue::Home(written)
        }
        (Value::Pattern, _) => AbstractValue::FileName { prefix, suffix, count, origin: Origin::Disk },
        _ => AbstractValue::Unknown { prefix, suffix, count },
    }
}

/// Whether a piece is text, or a parameter that is always one number.
fn is_one_number(script: &Script<'_>, piece: &Piece) -> bool {
    match piece.kind {
        PieceKind::Literal | PieceKind::DoubleQuoted | PieceKind::SingleQuoted | PieceKind::Escape => true,
        PieceKind::Parameter | PieceKind::ParameterOperation => {
            is_count(script, piece.span.slice(script.source))
        }
        _ => false,
    }
}

/// Whether a parameter is a number that the shell keeps: of a process, of arguments, of an exit, a length.
fn is_count(script: &Script<'_>, written: &str) -> bool {
    let is_status = |list: &str| {
        let index = written.strip_prefix("${").and_then(|rest| rest.strip_prefix(list));
        let index = index.and_then(|rest| rest.strip_prefix('[')?.strip_suffix("]}"));
        index.is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
    };
    matches!(written, "$$" | "$?" | "$#" | "${$}" | "${?}" | "${#}")
        || is_length(written)
        || script.shell().exit_statuses.is_some_and(is_status)
}

/// Whether a parameter is the length of a variable, or how many values a list has: `${#x}`, `${#x[@]}`.
fn is_length(written: &str) -> bool {
    let name = written.strip_prefix("${#").and_then(|rest| rest.strip_suffix('}')).unwrap_or("");
    let name = name.strip_suffix("[@]").or_else(|| name.strip_suffix("[*]")).unwrap_or(name);
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a piece becomes several arguments even inside quotes: `"$@"`, `"${a[@]}"`.
fn is_list(source: &str, piece: &Piece) -> bool {
    matches!(piece.kind, PieceKind::Parameter | PieceKind::ParameterOperation)
        && piece.span.slice(source).contains('@')
        && !is_length(piece.span.slice(source))
}

fn prefix<'s>(source: &'s str, pieces: &[Piece]) -> &'s str {
    for (at, piece) in pieces.iter().enumerate() {
        match piece.kind {
            PieceKind::Continuation => {}
            PieceKind::DoubleQuoted => {
                // Text between the quotes and what is expanded in them is no piece of its own.
                let inner = pieces.get(at + 1).filter(|inner| inner.quoted);
                let end = inner.map_or(piece.span.end.saturating_sub(1), |inner| inner.span.start);
                let text = Span { start: piece.span.start + 1, end }.slice(source);
                if !text.is_empty() {
                    return text;
                }
            }
            PieceKind::SingleQuoted => {
                let text = inside_quotes(source, piece.span);
                if !text.is_empty() {
                    return text;
                }
            }
            PieceKind::Literal => return piece.span.slice(source),
            PieceKind::Escape => return escaped(source, piece.span),
            PieceKind::Tilde => {
                let next = pieces.get(at + 1).filter(|next| next.kind == PieceKind::Literal);
                return next.map_or(piece.span, |next| piece.span.join(next.span)).slice(source);
            }
            _ => return "",
        }
    }
    ""
}

fn suffix<'s>(source: &'s str, word: Span, pieces: &[Piece]) -> &'s str {
    // What stands in a default of `${…}` is not what the word ends with.
    let last = pieces.iter().find(|piece| piece.span.end == word.end);
    match last {
        Some(piece) if piece.kind == PieceKind::Literal => piece.span.slice(source),
        Some(piece) if piece.kind == PieceKind::SingleQuoted => inside_quotes(source, piece.span),
        Some(quotes) if quotes.kind == PieceKind::DoubleQuoted => {
            let inside = pieces.iter().filter(|piece| piece.span.start > quotes.span.start);
            let start = inside.map(|piece| piece.span.end).max().unwrap_or(quotes.span.start + 1);
            Span { start, end: quotes.span.end.saturating_sub(1) }.slice(source)
        }
        _ => "",
    }
}

fn inside_quotes(source: &str, span: Span) -> &str {
    let text = span.slice(source);
    text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).unwrap_or("")
}

fn escaped(source: &str, span: Span) -> &str {
    span.slice(source).strip_prefix('\\').unwrap_or("")
}
