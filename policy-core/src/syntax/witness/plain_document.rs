//! The here-document of a plain text: one for a line, and nothing in it is expanded.

use super::plain::{Pending, Split};
use super::plain_word::Shape;
use crate::script::spelling::{TokenKind, Traits};
use crate::script::{ScopeKind, Value};
use crate::span::Span;

impl Split<'_, '_> {
    /// Takes note of the here-document of the redirect at `redirect`.
    pub(super) fn await_document(&mut self, redirect: u32, delimiter: Shape) -> Option<()> {
        let Span { start, end } = delimiter.span;
        let written = delimiter.span.slice(self.script.source).as_bytes();
        let is_quoted = matches!(written, [quote @ (b'\'' | b'"'), .., last] if quote == last);
        let text = if is_quoted { Span { start: start + 1, end: end - 1 } } else { delimiter.span };
        let is_name = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (self.pending.is_none() && is_name(text.slice(self.script.source))).then_some(())?;
        self.pending = Some(Pending { redirect, delimiter: text, from: end as usize, is_literal: is_quoted });
        Some(())
    }

    /// Goes past the body that begins here, if one does.
    pub(super) fn document(&mut self) -> Option<()> {
        let Some(pending) = self.pending.take() else { return Some(()) };
        let source = self.script.source;
        let start = self.at;
        let delimiter = pending.delimiter.slice(source);
        // A word with a line break in it could be after the redirect.
        let line = source.get(pending.from..start.checked_sub(1)?)?;
        (!line.contains('\n')).then_some(())?;
        let mut end = start;
        let lines = source.get(start..)?.split('\n');
        let count = lines.clone().position(|line| line == delimiter)?;
        end += lines.take(count).map(|line| line.len() + 1).sum::<usize>();
        let body = Span::new(start, end);
        self.take(body, TokenKind::Body)?;
        self.is_body(body, pending).then_some(())?;
        self.at = end + delimiter.len();
        if self.peek() == Some(b'\n') {
            self.at += 1;
        }
        Some(())
    }

    /// Whether the next here-document of the script is this one.
    fn is_body(&mut self, body: Span, pending: Pending) -> bool {
        let script = self.script;
        let text = body.slice(script.source);
        let is_text = |byte: u8| match byte {
            b'\n' => true,
            b'$' | b'`' => pending.is_literal,
            // The grammar reads it differently between quoted delimiters.
            b'\\' => false,
            _ => !byte.is_ascii_control(),
        };
        let Some(document) = script.here_documents.get(self.met.document).copied() else { return false };
        let Some(word) = script.word(document.word) else { return false };
        self.met.document += 1;
        self.met.word += 1;
        let traits = if pending.is_literal { Traits::QUOTED } else { Traits::default() };
        let is_in_scope = pending.is_literal || {
            let (scope, parent) = (self.open(), self.inside);
            self.is_scope(scope, ScopeKind::HereDocument, parent, body)
        };
        // The grammar ends a body at an indented delimiter too.
        let goes_on = text.contains(pending.delimiter.slice(script.source));
        is_in_scope
            && !text.is_empty()
            && !goes_on
            && text.bytes().all(is_text)
            && document.redirect == pending.redirect
            && document.body == body
            && document.literal == pending.is_literal
            && word.span == body
            && word.value == Value::Plain
            && word.traits == traits
            && word.pieces.start == word.pieces.end
    }
}
