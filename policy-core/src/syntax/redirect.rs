//! Redirects and here-documents (bash(1), "REDIRECTION").

use alloc::string::String;

use super::chars::is_name;
use super::reader::{Pending, ScriptReader};
use crate::script::spelling::{PieceKind, Token, TokenKind, Traits};
use crate::script::{Descriptor, DoubtKind, HereDocument, Redirect, RedirectOp, ScopeKind, Value, Word};
use crate::span::Span;

impl ScriptReader<'_> {
    /// Whether a redirect begins here, its descriptor included.
    pub(super) fn redirect_ahead(&self) -> bool {
        match self.peek() {
            Some(b'<' | b'>') => !self.process_substitution_ahead(),
            Some(b'&') => self.peek_at(1) == Some(b'>'),
            Some(byte) if byte.is_ascii_digit() => {
                let mut ahead = 1;
                while self.peek_at(ahead).is_some_and(|byte| byte.is_ascii_digit()) {
                    ahead += 1;
                }
                let is_number = self.script.shell().descriptor(self.text(self.at, self.at + ahead)).is_some();
                is_number && self.takes_descriptor(ahead)
            }
            Some(b'{') => self.variable_descriptor().is_some(),
            _ => false,
        }
    }

    /// Whether an operator that takes a descriptor in front of it is `ahead` bytes on.
    fn takes_descriptor(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            Some(b'<' | b'>') => true,
            Some(b'&') => {
                self.script.shell().descriptors_precede_both && self.peek_at(ahead + 1) == Some(b'>')
            }
            _ => false,
        }
    }

    /// The length of `{name}` when an operator follows it.
    fn variable_descriptor(&self) -> Option<usize> {
        let mut ahead = 1;
        while self.peek_at(ahead).is_some_and(is_name) {
            ahead += 1;
        }
        let closed = ahead > 1 && self.peek_at(ahead) == Some(b'}');
        (closed && self.takes_descriptor(ahead + 1)).then_some(ahead + 1)
    }

    /// Doubts the word that ends here when the shell takes it for the descriptor of a redirect: `{name[…]}>f`, whose
    /// subscript bash evaluates (bash(1), "REDIRECTION"), and in zsh `{name} >f` with a blank, and names with letters beyond ASCII.
    pub(super) fn doubt_descriptor(&mut self, word: Span) {
        let text = word.slice(self.script.source);
        let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else { return };
        if inner.contains('[') && matches!(self.peek(), Some(b'<' | b'>')) {
            self.doubt(word, DoubtKind::Unsupported("an element of an array as a descriptor"));
        } else if self.script.shell().descriptors_stand_apart
            && !inner.is_empty()
            && inner.bytes().all(|byte| is_name(byte) || !byte.is_ascii())
            && self.takes_descriptor(self.blanks_ahead())
        {
            self.doubt(word, DoubtKind::UnsupportedZsh("a descriptor apart from its redirect"));
        }
    }

    /// How many bytes of blanks and backslash-newlines follow.
    fn blanks_ahead(&self) -> usize {
        let mut ahead = 0;
        loop {
            match (self.peek_at(ahead), self.peek_at(ahead + 1)) {
                (Some(b' ' | b'\t'), _) => ahead += 1,
                (Some(b'\\'), Some(b'\n')) => ahead += 2,
                _ => return ahead,
            }
        }
    }

    /// Reads one redirect; `command` is the simple command it belongs to.
    pub(super) fn redirect(&mut self, command: Option<u32>, scope: u32) {
        let start = self.at;
        let fd = self.descriptor();
        let operator = self.at;
        let Some((op, length)) = self.operator() else { return };
        self.at += length;
        let op_span = Span::new(operator, self.at);
        if fd.is_some() && matches!(self.bytes.get(operator), Some(b'&')) {
            return self
                .fail(Span::new(start, self.at), DoubtKind::UnsupportedZsh("a descriptor in front of `&>`"));
        }
        self.script.tokens.push(Token { span: Span::new(start, self.at), kind: TokenKind::Redirect });
        self.blanks();
        if self.peek().is_none() {
            return self.doubt(op_span, DoubtKind::TrailingOperator);
        }
        if self.peek() == Some(b'#') {
            // A token begins here, so this is a comment, and the redirect has no target.
            return self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
        }
        let before = self.script.tokens.len();
        let target = self.word(TokenKind::Target, scope);
        if self.lost {
            return;
        }
        let written = target.span.slice(self.script.source);
        let descriptor = written.bytes().all(|byte| byte.is_ascii_digit())
            || written.starts_with('{') && written.ends_with('}');
        if descriptor && self.takes_descriptor(0) {
            // In front of an operator, digits and `{name}` are its descriptor, not this redirect's target.
            return self.fail(target.span, DoubtKind::Unexpected);
        }
        if self.script.shell().numeric_ranges && self.peek() == Some(b'>') && is_range(written) {
            return self.fail(
                op_span.join(target.span),
                DoubtKind::UnsupportedZsh("a range of numbers, which is a pattern"),
            );
        }
        let index = self.script.redirects.len() as u32;
        let op = self.settle(op, fd, op_span, &target);
        if matches!(op, RedirectOp::HereDocument | RedirectOp::HereDocumentTabs) {
            self.await_here_document(op, index, &target, scope);
            // What looks like an expansion in a delimiter is none: it is compared to the lines as written.
            self.script.tokens.truncate(before + 1);
        }
        let span = Span::new(start, self.at);
        let target = self.keep(target);
        self.script.redirects.push(Redirect { span, op, op_span, fd, target, command });
    }

    fn descriptor(&mut self) -> Option<Descriptor> {
        let start = self.at;
        if let Some(length) = self.variable_descriptor().filter(|_| self.peek() == Some(b'{')) {
            self.at += length;
            return Some(Descriptor::Variable(Span::new(start + 1, self.at - 1)));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.script.shell().descriptor(self.text(start, self.at)).map(Descriptor::Number)
    }

    /// The operator at the current byte and its length.
    fn operator(&mut self) -> Option<(RedirectOp, usize)> {
        let exclaims = self.script.shell().exclamation_clobbers;
        let third = self.peek_at(2);
        let found = match (self.peek()?, self.peek_at(1)) {
            (b'&', _) if third == Some(b'>') => (RedirectOp::AppendBoth, 3),
            (b'&', _) => (RedirectOp::WriteBoth, 2),
            (b'<', Some(b'<')) => match third {
                Some(b'<') => (RedirectOp::HereString, 3),
                Some(b'-') => (RedirectOp::HereDocumentTabs, 3),
                _ => (RedirectOp::HereDocument, 2),
            },
            (b'<', Some(b'&')) => (RedirectOp::DuplicateInput, 2),
            (b'<', Some(b'>')) => (RedirectOp::ReadWrite, 2),
            (b'<', _) => (RedirectOp::Read, 1),
            (_, Some(b'>')) if exclaims && matches!(third, Some(b'|' | b'!')) => (RedirectOp::Append, 3),
            (_, Some(b'>')) => (RedirectOp::Append, 2),
            (_, Some(b'&')) => (RedirectOp::DuplicateOutput, 2),
            (_, Some(b'|')) => (RedirectOp::Clobber, 2),
            (_, Some(b'!')) if exclaims => (RedirectOp::Clobber, 2),
            (_, _) => (RedirectOp::Write, 1),
        };
        let next = self.peek_at(found.1);
        if exclaims
            && matches!(found.0, RedirectOp::DuplicateOutput | RedirectOp::WriteBoth | RedirectOp::AppendBoth)
            && matches!(next, Some(b'|' | b'!'))
        {
            self.fail(
                Span::new(self.at, self.at + found.1 + 1),
                DoubtKind::UnsupportedZsh("this redirect of zsh"),
            );
            return None;
        }
        Some(found)
    }

    /// `>&` and `<&` duplicate a descriptor or open a file; the target tells which.
    fn settle(&mut self, op: RedirectOp, fd: Option<Descriptor>, op_span: Span, target: &Word) -> RedirectOp {
        if !matches!(op, RedirectOp::DuplicateInput | RedirectOp::DuplicateOutput) {
            return op;
        }
        let duplicates = target.value == Value::Plain && {
            let text = target.span.slice(self.script.source);
            let digits = match text.strip_suffix('-') {
                Some(moved) if moved.is_empty() || self.script.shell().moves_descriptors => moved,
                Some(_) | None => text,
            };
            digits.len() <= 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if duplicates {
            return op;
        }
        if op == RedirectOp::DuplicateOutput && matches!(fd, None | Some(Descriptor::Number(1))) {
            // `>&word` and `1>&word` create a file, also when the word begins with a digit.
            return RedirectOp::WriteBoth;
        }
        self.doubt(op_span.join(target.span), DoubtKind::Unsupported("this descriptor"));
        op
    }

    fn await_here_document(&mut self, op: RedirectOp, redirect: u32, target: &Word, scope: u32) {
        let span = target.span;
        let text = span.slice(self.script.source);
        let quoted = target.traits.any(Traits(Traits::QUOTED.0 | Traits::ESCAPED.0));
        let pieces =
            self.script.pieces.get(target.pieces.start as usize..target.pieces.end as usize).unwrap_or(&[]);
        let inner = match pieces {
            [piece] if matches!(piece.kind, PieceKind::SingleQuoted | PieceKind::DoubleQuoted) => {
                text.get(1..text.len().saturating_sub(1)).unwrap_or("")
            }
            _ => text,
        };
        let plain = !inner.is_empty()
            && inner
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'!'));
        if !plain {
            self.doubt(span, DoubtKind::Unsupported("this here-document delimiter"));
        }
        let delimiter = match &target.value {
            Value::Literal(text) => String::from(&**text),
            _ => String::from(text),
        };
        self.pending.push(Pending {
            redirect,
            delimiter,
            literal: quoted,
            strip_tabs: op == RedirectOp::HereDocumentTabs,
            scope,
        });
    }

    /// Reads the bodies of all waiting here-documents; the current byte begins the first one's first line.
    pub(super) fn here_documents(&mut self) {
        for pending in core::mem::take(&mut self.pending) {
            let start = self.at;
            let Some((body_end, next)) = self.terminator(&pending) else {
                let span = self
                    .script
                    .redirects
                    .get(pending.redirect as usize)
                    .map_or(Span::at(start), |it| it.span);
                return self.fail(span, DoubtKind::UnclosedHereDocument);
            };
            let body = Span::new(start, body_end);
            self.script.tokens.push(Token { span: body, kind: TokenKind::Body });
            let word = if pending.literal {
                Word { traits: Traits::QUOTED, ..Word::without_parts(body, Value::Plain) }
            } else {
                let scope = self.open(ScopeKind::HereDocument, pending.scope);
                let end = core::mem::replace(&mut self.end, body_end);
                let word = self.here_document_word(scope);
                self.end = end;
                self.close(scope);
                word
            };
            let word = self.keep(word);
            self.script.here_documents.push(HereDocument {
                redirect: pending.redirect,
                body,
                word,
                literal: pending.literal,
            });
            if self.lost {
                self.at = self.end;
                return;
            }
            self.at = next;
        }
    }

    /// Where the body ends and where the line after its terminator begins.
    fn terminator(&self, pending: &Pending) -> Option<(usize, usize)> {
        let mut line = self.at;
        while line < self.end {
            let rest = self.text(line, self.end);
            let length = rest.find('\n').unwrap_or(rest.len());
            let text = rest.get(..length).unwrap_or("");
            let text = if pending.strip_tabs { text.trim_start_matches('\t') } else { text };
            if text == pending.delimiter {
                return Some((line, (line + length + 1).min(self.end)));
            }
            line += length + 1;
        }
        None
    }

    /// A here-document that is still waiting when its script ends has no body.
    pub(super) fn unclosed_here_documents(&mut self, from: usize) {
        for pending in core::mem::take(&mut self.pending) {
            let span =
                self.script.redirects.get(pending.redirect as usize).map_or(Span::at(from), |it| it.span);
            self.doubt(span, DoubtKind::UnclosedHereDocument);
        }
    }
}

/// Whether `text` is digits around one `-`, as between the signs of `<1-9>`.
fn is_range(text: &str) -> bool {
    text.contains('-')
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'\\' | b'\n'))
}
