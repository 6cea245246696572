//! Redirects: their operators, and the words that they go to.
//!
//! Owns the streams and the joining of streams (`about_Redirection`). Does not know what a target is.

use super::arguments::value;
use super::characters::ends_word;
use super::reader::Reader;
use super::words::Draft;
use crate::script::{Descriptor, Redirect, RedirectOp, Value, Word};
use crate::span::Span;

impl Reader<'_> {
    /// Takes the operator of a redirect at the present place.
    pub(super) fn redirect_operator(&mut self) -> Option<Found> {
        operator(self)
    }

    /// Reads the target of a redirect, whose operator was taken, and keeps it.
    pub(super) fn redirect(&mut self, scope: u32, command: usize, found: Found) {
        let Found { start, op, op_span, fd, merges } = found;
        let target = if let Some(span) = merges {
            Word::without_parts(span, Value::Plain)
        } else {
            self.blanks();
            if self.peek().is_none_or(|byte| ends_word(byte) || byte == b'@') && self.peek() != Some(b'(') {
                return self.unexpected();
            }
            let mut draft = Draft::new(self.at);
            let from = self.at;
            value(self, scope, &mut draft);
            let is_null = self.text(from, self.at).eq_ignore_ascii_case("$null");
            if is_null {
                // What goes there is gone.
                Word::without_parts(Span::new(from, self.at), Value::Literal("/dev/null".into()))
            } else {
                draft.finish(self, self.at)
            }
        };
        if self.lost {
            return;
        }
        let target = self.keep_word(target);
        let span = Span::new(start, self.at);
        self.script.redirects.push(Redirect { span, op, op_span, fd, target, command: Some(command as u32) });
    }
}

/// An operator of a redirect.
#[derive(Clone, Copy)]
pub(super) struct Found {
    start: usize,
    op: RedirectOp,
    op_span: Span,
    fd: Option<Descriptor>,
    /// The number of the stream that another one is joined to.
    merges: Option<Span>,
}

fn operator(reader: &mut Reader<'_>) -> Option<Found> {
    let start = reader.at;
    let (fd, all, from) = match (reader.peek()?, reader.peek_at(1)) {
        (digit @ b'1'..=b'6', Some(b'>')) => {
            (Some(Descriptor::Number(u32::from(digit - b'0'))), false, start + 1)
        }
        (b'*', Some(b'>')) => (None, true, start + 1),
        (b'>', _) => (None, false, start),
        _ => return None,
    };
    if reader.bytes.get(from + 1) == Some(&b'&') {
        let stream = reader.bytes.get(from + 2).copied().filter(|byte| matches!(byte, b'1' | b'2'));
        if stream.is_none() || start == from {
            reader.unexpected();
            return None;
        }
        reader.at = from + 3;
        let op_span = Span::new(start, from + 2);
        let merges = Some(Span::new(from + 2, from + 3));
        return Some(Found { start, op: RedirectOp::DuplicateOutput, op_span, fd, merges });
    }
    let appends = reader.bytes.get(from + 1) == Some(&b'>');
    reader.at = from + 1 + usize::from(appends);
    let op = match (all, appends) {
        (false, false) => RedirectOp::Write,
        (false, true) => RedirectOp::Append,
        (true, false) => RedirectOp::WriteBoth,
        (true, true) => RedirectOp::AppendBoth,
    };
    Some(Found { start, op, op_span: Span::new(start, reader.at), fd, merges: None })
}
