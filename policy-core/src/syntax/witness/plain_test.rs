//! `[ … ]` in a plain text, whose words the grammar takes for an expression.
//!
//! To a shell `[` is a command like any other. Only the expressions that the grammar knows are read here, so that both
//! agree.

use core::ops::Range;

use super::plain::{RESERVED, Split};
use super::plain_word::{WordSplit, ends_word};
use crate::script::spelling::TokenKind;
use crate::span::Span;

/// The operators between two operands. None begins with another.
static OPERATORS: &[&str] = &["=", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"];

impl Split<'_, '_> {
    /// `-x word`, or a word, an operator and a word, between brackets. Either can be negated.
    pub(super) fn test(&mut self, words: &mut Range<u32>) -> Option<()> {
        self.sign(words.next()?, 1, TokenKind::CommandName)?;
        if self.peek() == Some(b'!') {
            self.sign(words.next()?, 1, TokenKind::Argument)?;
        }
        if self.peek() == Some(b'-') {
            let unary =
                |byte: &u8| matches!(byte, b'd' | b'e' | b'f' | b'n' | b'r' | b's' | b'w' | b'x' | b'z');
            self.peek_at(1).filter(unary)?;
            self.sign(words.next()?, 2, TokenKind::Argument)?;
        } else {
            self.operand(words.next()?)?;
            let length = self.operator_length()?;
            self.sign(words.next()?, length, TokenKind::Argument)?;
        }
        self.operand(words.next()?)?;
        (self.peek() == Some(b']')).then_some(())?;
        self.bracket(words.next()?)?;
        words.next().is_none().then_some(())
    }

    /// The length of the operator between two operands. Where `=x` is the path of a program, `=` is not read.
    fn operator_length(&self) -> Option<usize> {
        let rest = self.script.source.get(self.at..)?;
        let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator))?;
        let is_path = self.script.shell().equals_names_program && *operator == "=";
        (!is_path).then_some(operator.len())
    }

    /// An operand, which nothing takes for an operator, and the blanks after it.
    fn operand(&mut self, index: u32) -> Option<()> {
        let shape = self.word(index, TokenKind::Argument)?;
        is_operand(shape.span.slice(self.script.source)).then_some(())?;
        self.blank()
    }

    /// A word of `length` bytes that stand for themselves, and the blanks after it.
    fn sign(&mut self, index: u32, length: usize, kind: TokenKind) -> Option<()> {
        self.as_written(index, length, kind)?;
        self.blank()
    }

    /// The bracket that ends the expression.
    fn bracket(&mut self, index: u32) -> Option<()> {
        self.as_written(index, 1, TokenKind::Argument)?;
        self.peek().is_none_or(ends_word).then_some(())
    }

    fn as_written(&mut self, index: u32, length: usize, kind: TokenKind) -> Option<()> {
        let span = Span::new(self.at, self.at + length);
        self.met.word += 1;
        WordSplit::is_as_written(self.script, index, span).then_some(())?;
        self.take_here(length, kind)
    }
}

/// Whether a word is text without signs, one pair of quotes, or one parameter. A reserved word is none: a grammar can
/// take it for the keyword.
fn is_operand(word: &str) -> bool {
    match word.as_bytes() {
        [quote @ (b'"' | b'\''), inner @ .., last] if quote == last => !inner.contains(quote),
        [b'$', name @ ..] => name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_#?@".contains(byte)),
        [first, rest @ ..] => {
            let is_text = |byte: &u8| byte.is_ascii_alphanumeric() || b"_./-".contains(byte);
            let is_path = rest.iter().any(u8::is_ascii_alphanumeric) || first.is_ascii_alphanumeric();
            is_path && is_text(first) && *first != b'-' && rest.iter().all(is_text) && !RESERVED.has(word)
        }
        [] => false,
    }
}
