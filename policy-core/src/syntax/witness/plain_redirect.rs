//! A redirect of a plain text: a simple operator, a descriptor of one digit, a target that is known.

use super::plain::Split;
use super::plain_word::Shape;
use crate::script::spelling::TokenKind;
use crate::script::{Descriptor, RedirectOp};
use crate::span::Span;

impl Split<'_, '_> {
    /// Whether a redirect begins here.
    pub(super) fn redirect_begins(&self) -> bool {
        match self.peek() {
            // The grammar reads a descriptor in front of `<` differently.
            Some(b'&' | b'1'..=b'9') => self.peek_at(1) == Some(b'>'),
            byte => matches!(byte, Some(b'<' | b'>')),
        }
    }

    /// A redirect of the simple command at `index`.
    pub(super) fn redirect(&mut self, index: usize) -> Option<()> {
        // The grammar cannot read every redirect after a here-document.
        self.pending.is_none().then_some(())?;
        let start = self.at;
        let fd = self.peek().filter(u8::is_ascii_digit).map(|digit| u32::from(digit - b'0'));
        let from = start + usize::from(fd.is_some());
        self.at = from;
        let (op, length) = self.redirect_operator()?;
        self.at += length;
        let op_span = Span::new(from, self.at);
        self.take(Span::new(start, self.at), TokenKind::Redirect)?;
        let duplicates = op == RedirectOp::DuplicateOutput;
        if duplicates {
            // Only `>&1` and its like: anything else there can be a file.
            self.peek().filter(u8::is_ascii_digit)?;
        } else {
            self.blanks();
        }
        let redirect = self.script.redirects.get(self.met.redirect)?;
        let shape = self.word(redirect.target, TokenKind::Target)?;
        let owned = &self.script.redirects_by_command;
        let entry = (index as u32, self.met.redirect as u32);
        // The grammar cannot read a here-string after another redirect.
        let is_first =
            self.script.redirects_of(index).next().is_some_and(|first| first.span == redirect.span);
        let same = redirect.span == Span::new(start, self.at)
            && redirect.op == op
            && redirect.op_span == op_span
            && redirect.fd == fd.map(Descriptor::Number)
            && redirect.command == Some(index as u32)
            && owned.binary_search(&entry).is_ok()
            && (op != RedirectOp::HereString || is_first);
        if op == RedirectOp::HereDocument {
            self.await_document(entry.1, shape)?;
        }
        self.met.redirect += 1;
        let fits = if duplicates { shape.span.len() == 1 } else { shape.is_text() && !self.is_number(shape) };
        (same && fits).then_some(())
    }

    /// The operator of the redirect here, and its length.
    fn redirect_operator(&self) -> Option<(RedirectOp, usize)> {
        Some(match (self.peek()?, self.peek_at(1)?, self.peek_at(2)?) {
            (b'>', b'>', _) => (RedirectOp::Append, 2),
            (b'>', b'&', _) => (RedirectOp::DuplicateOutput, 2),
            (b'>', b' ' | b'/' | b'a'..=b'z' | b'A'..=b'Z', _) => (RedirectOp::Write, 1),
            (b'<', b' ' | b'/' | b'a'..=b'z' | b'A'..=b'Z', _) => (RedirectOp::Read, 1),
            (b'<', b'<', b'<') => (RedirectOp::HereString, 3),
            (b'<', b'<', b' ' | b'\'' | b'"' | b'A'..=b'Z') => (RedirectOp::HereDocument, 2),
            (b'&', b'>', b'>') => (RedirectOp::AppendBoth, 3),
            (b'&', b'>', _) => (RedirectOp::WriteBoth, 2),
            _ => return None,
        })
    }

    /// A target of digits alone is left to the tree.
    fn is_number(&self, shape: Shape) -> bool {
        shape.span.slice(self.script.source).bytes().all(|byte| byte.is_ascii_digit())
    }
}
