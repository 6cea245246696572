//! One word of a plain text: letters, digits, some signs, patterns, closed quotes, escaped signs, parameters and the
//! output of commands.
//!
//! Splits the word and compares its pieces and its value with the script's in the same pass. Gives nothing where a byte
//! could have another meaning. The commands in a word are left to [`Nested`].

use core::slice::Iter;

use crate::script::spelling::{Piece, PieceKind, Traits};
use crate::script::{Script, Value, Word};
use crate::span::Span;

/// What splits the commands in a word.
pub(super) trait Nested {
    /// Goes past the `$(…)` that begins at byte `from`. Gives the scope of its commands, and the byte after it.
    fn substitution(&mut self, from: usize) -> Option<(u32, usize)>;
}

/// What a word is made of.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) span: Span,
    pub(super) traits: Traits,
}

impl Shape {
    /// Whether it is text and perhaps quotes, and becomes one word.
    pub(super) fn is_text(self) -> bool {
        !self.traits.any(UNKNOWN) && !self.has_pattern()
    }

    /// Whether file names or the home directory decide what it becomes.
    pub(super) fn has_pattern(self) -> bool {
        self.traits.any(PATTERN)
    }

    /// Whether it is text as written.
    pub(super) fn is_bare(self) -> bool {
        self.is_text() && !self.traits.any(Traits(Traits::QUOTED.0 | Traits::ESCAPED.0))
    }
}

/// The traits of words that are known when they run.
const UNKNOWN: Traits = Traits(Traits::PARAMETER.0 | Traits::SUBSTITUTION.0);

/// The traits of words that become file names.
const PATTERN: Traits = Traits(Traits::GLOB.0 | Traits::TILDE.0);

/// A word while it is split.
pub(super) struct WordSplit<'w, 's> {
    script: &'w Script<'s>,
    bytes: &'w [u8],
    word: &'w Word,
    start: usize,
    at: usize,
    /// It is the value of an assignment.
    is_assigned: bool,
    /// Where the literal text begins that is open.
    literal: Option<usize>,
    has_braces: bool,
    /// What the script must say of the word.
    traits: Traits,
    /// The pieces of the word that were not met yet.
    pieces: Iter<'w, Piece>,
    /// A word of one literal piece may have none.
    is_whole: bool,
    /// The rest of the word's value, where it is not what is written.
    value: Option<&'w str>,
}

impl<'w, 's> WordSplit<'w, 's> {
    /// The word at `index` of the script, which begins at byte `at`.
    pub(super) fn new(script: &'w Script<'s>, index: u32, at: usize) -> Option<Self> {
        let word = script.word(index)?;
        let value = match &word.value {
            Value::Literal(text) => Some(&**text),
            Value::Plain | Value::Pattern | Value::Unknown => None,
            Value::Several(_) => return None,
        };
        let pieces = script.pieces_of(word).iter();
        Some(Self {
            script,
            bytes: script.source.as_bytes(),
            word,
            start: at,
            at,
            is_assigned: false,
            literal: None,
            has_braces: false,
            traits: Traits::default(),
            is_whole: pieces.as_slice().is_empty(),
            pieces,
            value,
        })
    }

    /// The same word as the value of an assignment, which is neither split nor a pattern.
    pub(super) fn assigned(self) -> Self {
        Self { is_assigned: true, ..self }
    }

    /// Whether the word at `index` of the script is the text at `span`, as written.
    pub(super) fn is_as_written(script: &Script<'_>, index: u32, span: Span) -> bool {
        let literal = Piece { span, kind: PieceKind::Literal, quoted: false };
        script.word(index).is_some_and(|word| {
            word.span == span
                && word.value == Value::Plain
                && word.traits == Traits::default()
                && script.pieces_of(word).iter().all(|piece| *piece == literal)
        })
    }

    /// The whole word, when the script says the same of it.
    pub(super) fn split(mut self, nested: &mut impl Nested) -> Option<Shape> {
        let mut before = None;
        while let Some(byte) = self.peek() {
            match byte {
                _ if ends_word(byte) => break,
                b'\'' | b'"' => self.quotes(byte, nested)?,
                b'$' => self.expansion(false, nested)?,
                b'\\' => self.escape()?,
                b'*' | b'?' | b'{' if self.is_assigned => return None,
                b'*' | b'?' => {
                    self.traits.add(Traits::GLOB);
                    self.special(PieceKind::Glob, 1)?;
                }
                b'{' => self.braces()?,
                b'}' if !self.script.shell().braces_close_anywhere => self.text(1),
                b'~' if self.is_home() => {
                    self.traits.add(Traits::TILDE);
                    self.special(PieceKind::Tilde, 1)?;
                }
                b'=' if self.at == self.start => return None,
                b'#' | b'^' | b'~' if !self.means_itself(byte, before) => return None,
                b'#' => {
                    self.traits.add(Traits::HASH);
                    self.text(1);
                }
                b'=' | b'^' | b'~' | b'!' => self.text(1),
                _ if is_plain(byte) => self.text(1),
                _ => return None,
            }
            before = Some(byte);
        }
        self.end_literal()?;
        if self.is_assigned {
            self.traits.0 &= !Traits::SPLITS.0;
        }
        self.ends_alike().then_some(Shape { span: self.span(self.start), traits: self.traits })
    }

    /// Whether all of the word was met.
    fn ends_alike(&self) -> bool {
        let is_unknown = self.traits.any(UNKNOWN);
        let is_pattern = !is_unknown && self.traits.any(PATTERN);
        let is_cleaned = self.traits.any(Traits(Traits::QUOTED.0 | Traits::ESCAPED.0));
        let same = match &self.word.value {
            Value::Unknown => is_unknown,
            Value::Pattern => is_pattern,
            Value::Literal(_) => !is_unknown && !is_pattern && is_cleaned && self.value == Some(""),
            Value::Plain => !is_unknown && !is_pattern && !is_cleaned,
            Value::Several(_) => false,
        };
        same && (self.is_assigned || self.at > self.start)
            && self.pieces.as_slice().is_empty()
            && self.word.span == self.span(self.start)
            && self.word.traits == self.traits
    }

    /// Goes past literal text.
    fn text(&mut self, length: usize) {
        self.literal.get_or_insert(self.at);
        self.at += length;
    }

    /// Ends the literal text in front of this byte.
    fn end_literal(&mut self) -> Option<()> {
        let Some(from) = self.literal.take() else { return Some(()) };
        let span = self.span(from);
        if !(self.is_whole && from == self.start && self.word.span == span) {
            self.piece(PieceKind::Literal, span, false)?;
        }
        self.becomes(span)
    }

    /// Goes past a piece of `length` bytes outside of quotes.
    fn special(&mut self, kind: PieceKind, length: usize) -> Option<()> {
        self.end_literal()?;
        let from = self.at;
        self.at += length;
        self.piece(kind, self.span(from), false)
    }

    /// The next piece of the script is this one.
    fn piece(&mut self, kind: PieceKind, span: Span, quoted: bool) -> Option<()> {
        (*self.pieces.next()? == Piece { span, kind, quoted }).then_some(())
    }

    /// The value goes on with the text at `span`.
    fn becomes(&mut self, span: Span) -> Option<()> {
        if let Some(rest) = self.value {
            self.value = Some(rest.strip_prefix(span.slice(self.script.source))?);
        }
        Some(())
    }

    /// Goes past the quotes that open here.
    fn quotes(&mut self, quote: u8, nested: &mut impl Nested) -> Option<()> {
        self.end_literal()?;
        self.traits.add(Traits::QUOTED);
        let piece = *self.pieces.next()?;
        let start = self.at;
        self.at += 1;
        let mut from = self.at;
        loop {
            let byte = self.peek()?;
            match byte {
                _ if byte == quote => break,
                b'$' if quote == b'"' => {
                    self.becomes(self.span(from))?;
                    self.expansion(true, nested)?;
                    from = self.at;
                }
                b'\\' if quote == b'"' => from = self.quoted_escape(from)?,
                b'`' if quote == b'"' => return None,
                b'\n' => self.at += 1,
                _ if byte.is_ascii_control() => return None,
                _ => self.at += 1,
            }
        }
        self.becomes(self.span(from))?;
        self.at += 1;
        let kind = if quote == b'"' { PieceKind::DoubleQuoted } else { PieceKind::SingleQuoted };
        (piece == Piece { span: self.span(start), kind, quoted: false }).then_some(())
    }

    /// Goes past a backslash in double quotes: it goes away in front of a sign that means something there. Gives where the
    /// text that goes on begins, `from` or later.
    fn quoted_escape(&mut self, from: usize) -> Option<usize> {
        match self.peek_at(1)? {
            b'$' | b'`' | b'"' | b'\\' => {
                self.becomes(self.span(from))?;
                let start = self.at;
                self.at += 2;
                self.piece(PieceKind::Escape, self.span(start), true)?;
                Some(start + 1)
            }
            // The grammar counts a blank in front of an expansion to the expansion.
            sign if sign.is_ascii_control() || sign == b' ' => None,
            _ => {
                self.at += 1;
                Some(from)
            }
        }
    }

    /// Goes past what begins with `$`.
    fn expansion(&mut self, quoted: bool, nested: &mut impl Nested) -> Option<()> {
        self.end_literal()?;
        let start = self.at;
        let is_first = !self.has_braces && !self.traits.has(Traits::SPLITS);
        match (self.peek_at(1)?, self.peek_at(2)) {
            (b'(', Some(b'(')) => return None,
            (b'(', _) => {
                let piece = *self.pieces.next()?;
                let (scope, end) = nested.substitution(start)?;
                self.at = end;
                self.traits.add(Traits::SUBSTITUTION);
                let kind = PieceKind::Substitution(scope);
                (piece == Piece { span: self.span(start), kind, quoted }).then_some(())?;
            }
            _ => {
                self.parameter()?;
                self.traits.add(Traits::PARAMETER);
                self.piece(PieceKind::Parameter, self.span(start), quoted)?;
            }
        }
        if !quoted {
            // The grammar reads some text in front of an expansion together with it.
            (is_first && (self.peek().is_none_or(ends_word) || self.peek() == Some(b'/'))).then_some(())?;
            self.traits.add(Traits::SPLITS);
        }
        Some(())
    }

    /// Goes past `$name`, `${name}` or `$?`.
    fn parameter(&mut self) -> Option<()> {
        let braced = self.peek_at(1) == Some(b'{');
        self.at += if braced { 2 } else { 1 };
        let first = self.peek()?;
        if !braced && matches!(first, b'?' | b'#' | b'@' | b'*' | b'0'..=b'9') {
            self.at += 1;
            if first == b'@' {
                // One argument for each value, in quotes as well.
                self.traits.add(Traits::SPLITS);
            }
            let is_behind = |byte: u8| ends_word(byte) || matches!(byte, b'"' | b'/' | b'.' | b',');
            return self.peek().is_none_or(is_behind).then_some(());
        }
        first.is_ascii_alphabetic().then_some(())?;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        if braced {
            (self.peek() == Some(b'}')).then_some(())?;
            self.at += 1;
        }
        Some(())
    }

    /// Goes past a backslash and the sign that it makes literal.
    fn escape(&mut self) -> Option<()> {
        let sign = self.peek_at(1)?;
        let is_inside =
            || self.at > self.start && self.peek_at(2).is_some_and(|byte| byte.is_ascii_alphanumeric());
        (sign.is_ascii_punctuation() || sign == b' ' && is_inside()).then_some(())?;
        self.traits.add(Traits::ESCAPED);
        self.special(PieceKind::Escape, 2)?;
        self.becomes(Span::new(self.at - 1, self.at))
    }

    /// Goes past `{}`, and past braces around letters and digits: nothing in them is a list.
    fn braces(&mut self) -> Option<()> {
        let rest = self.bytes.get(self.at + 1..)?;
        let inner = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        (rest.get(inner) == Some(&b'}')).then_some(())?;
        self.has_braces = true;
        self.text(inner + 2);
        Some(())
    }

    /// Whether a `~` here is the home directory of who runs the command.
    fn is_home(&self) -> bool {
        self.at == self.start && self.peek_at(1).is_none_or(|byte| byte == b'/' || ends_word(byte))
    }

    /// Whether `#`, `^` or `~` is text after the byte `before` of a word: `HEAD~1`, `HEAD^`. To zsh they can be
    /// patterns; the tree takes digits in front of `#` for the base of a number.
    fn means_itself(&self, byte: u8, before: Option<u8>) -> bool {
        let fits = |before: u8| before.is_ascii_alphabetic() || byte != b'#' && before.is_ascii_digit();
        !self.script.shell().extended_pattern_signs && before.is_some_and(fits)
    }

    fn span(&self, from: usize) -> Span {
        Span::new(from, self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }
}

/// Ends a word.
pub(super) const fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'|' | b'&' | b';' | b'\n' | b')')
}

/// Stands for itself wherever it is, in every shell.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || !byte.is_ascii()
        || matches!(byte, b'-' | b'_' | b'.' | b'/' | b',' | b':' | b'@' | b'%' | b'+')
}
