//! Compares redirects and here-documents in the second parser's tree with those of the script.
//!
//! Owns the operators, descriptors, targets and bodies. Each exception for a different shape of the grammar is
//! explained at its place.

use super::disagreement::{Disagreement, DisagreementKind};
use super::walk::{Checked, Step, Walk, differ};
use crate::script::spelling::{TokenKind, Traits};
use crate::script::{Descriptor, RedirectOp};
use crate::span::Span;

impl Walk<'_, '_> {
    pub(super) fn redirect(&mut self, span: Span, text: &str) -> Checked<Step> {
        // `>&-` is one mark of the grammar, an operator and its target for the shell.
        let closes = matches!(text, ">&-" | "<&-");
        let operator = if closes { Span { start: span.start, end: span.end - 1 } } else { span };
        let ops: &[RedirectOp] = match self.script.slice(operator) {
            "<" => &[RedirectOp::Read],
            ">" => &[RedirectOp::Write],
            ">>" => &[RedirectOp::Append],
            ">|" => &[RedirectOp::Clobber],
            "<<" => &[RedirectOp::HereDocument],
            "<<-" => &[RedirectOp::HereDocumentTabs],
            "<<<" => &[RedirectOp::HereString],
            "<&" => &[RedirectOp::DuplicateInput],
            // The target tells which.
            ">&" => &[RedirectOp::DuplicateOutput, RedirectOp::WriteBoth],
            "&>" => &[RedirectOp::WriteBoth],
            "&>>" => &[RedirectOp::AppendBoth],
            _ => return differ(span, DisagreementKind::Construct),
        };
        if text.starts_with("<<") && text != "<<<" {
            self.lost_dash(span)?;
        }
        let descriptor = self.scratch.frames.last().and_then(|frame| frame.descriptor);
        let whole = Span { start: descriptor.unwrap_or(span.start), end: operator.end };
        let token = self.next(whole)?;
        if token.kind != TokenKind::Redirect || token.span != whole {
            return differ(span, DisagreementKind::Token);
        }
        let found = self.scratch.redirects.take(operator);
        let Some((index, redirect)) =
            found.and_then(|index| Some((index, self.script.redirects.get(index as usize)?)))
        else {
            return differ(span, DisagreementKind::Redirect);
        };
        let number = self.script.slice(Span { start: whole.start, end: operator.start });
        let same = match redirect.fd {
            None => number.is_empty(),
            Some(Descriptor::Number(fd)) => number.parse() == Ok(fd),
            Some(Descriptor::Variable(_)) => false,
        };
        let target = self.script.word(redirect.target).map(|word| word.span);
        let both = self.script.slice(operator) == ">&";
        if !same
            || !ops.contains(&redirect.op)
            || redirect.span.start != whole.start
            || target.is_none_or(|target| target.end != redirect.span.end)
            || both
                && self.duplicates(target.unwrap_or_default()) != (redirect.op == RedirectOp::DuplicateOutput)
        {
            return differ(span, DisagreementKind::Redirect);
        }
        self.scratch
            .commands
            .redirect(self.script, token, redirect.command)
            .map_err(|kind| Disagreement::new(span, kind))?;
        if let Some(frame) = self.scratch.frames.last_mut() {
            frame.redirect = Some(index);
            frame.descriptor = None;
        }
        if closes {
            let dash = Span { start: operator.end, end: span.end };
            let (_, word) = self.claim(dash)?;
            if self.script.word(word).and_then(|word| self.script.text(word)) != Some("-") {
                return differ(dash, DisagreementKind::Value);
            }
        }
        Ok(Step::Over)
    }

    /// The scanner of the grammar passes over a lone `-` in front of `<<` (`python - <<EOF`): there is no node for it.
    ///
    /// Only this one byte between blanks is taken on the strict reader's word.
    fn lost_dash(&mut self, operator: Span) -> Checked {
        let Some(token) = self.script.tokens.get(self.token).copied() else { return Ok(()) };
        let before = self.script.source.as_bytes().get((token.span.start as usize).wrapping_sub(1));
        let behind = self.script.slice(Span { start: token.span.end, end: operator.start });
        let lost = token.kind == TokenKind::Argument
            && self.script.slice(token.span) == "-"
            && matches!(before, Some(b' ' | b'\t'))
            && !behind.is_empty()
            && behind.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        if !lost {
            return Ok(());
        }
        self.token += 1;
        let word = self.scratch.words.take(token.span);
        let known = word.and_then(|index| self.script.word(index)).and_then(|word| self.script.text(word));
        match word {
            Some(index) if known == Some("-") => self
                .scratch
                .commands
                .word(self.script, token, index)
                .map_err(|kind| Disagreement::new(token.span, kind)),
            _ => differ(token.span, DisagreementKind::Value),
        }
    }

    /// Whether the target of `>&` names a descriptor: digits, `-`, or digits and `-` (bash(1), "Duplicating File
    /// Descriptors").
    fn duplicates(&self, target: Span) -> bool {
        let text = self.script.slice(target);
        let digits = text.strip_suffix('-').unwrap_or(text);
        !text.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    pub(super) fn here_start(&mut self, span: Span) -> Checked<Step> {
        let token = self.next(span)?;
        if token.kind != TokenKind::Target || token.span != span {
            return differ(span, DisagreementKind::Token);
        }
        let redirect = self.scratch.frames.last().and_then(|frame| frame.redirect);
        let target = redirect.and_then(|index| self.script.redirects.get(index as usize)).map(|it| it.target);
        let word = self.scratch.words.take(span);
        if word.is_none() || word != target {
            return differ(span, DisagreementKind::Redirect);
        }
        let text = self.script.slice(span);
        let delimiter = match text.as_bytes() {
            [quote @ (b'\'' | b'"'), .., last] if quote == last => text.get(1..text.len() - 1).unwrap_or(""),
            _ => text,
        };
        let known = word.and_then(|word| self.script.word(word)).and_then(|word| self.script.text(word));
        if known == Some(delimiter) { Ok(Step::Over) } else { differ(span, DisagreementKind::Value) }
    }

    pub(super) fn here_body(&mut self, span: Span) -> Checked<Step> {
        let token = self.next(span)?;
        let Some(here) = self.script.here_documents.get(self.here).copied() else {
            return differ(span, DisagreementKind::HereDocument);
        };
        self.here += 1;
        let redirect = self.scratch.frames.last().and_then(|frame| frame.redirect);
        let entry = self.script.redirects.get(here.redirect as usize);
        let word = self.script.word(here.word);
        let quoted = entry
            .and_then(|entry| self.script.word(entry.target))
            .is_some_and(|word| self.script.slice(word.span).starts_with(['\'', '"', '\\']));
        // The grammar leaves blanks at the beginning of a body out, and counts the tabs before the terminator of
        // `<<-` to the body.
        let blank = |from: u32, to: u32, tabs: bool| {
            from <= to
                && self
                    .script
                    .slice(Span { start: from, end: to })
                    .bytes()
                    .all(|byte| byte == b'\t' || !tabs && byte.is_ascii_whitespace())
        };
        let stripped = entry.is_some_and(|entry| entry.op == RedirectOp::HereDocumentTabs);
        let fits = token.kind == TokenKind::Body
            && token.span == here.body
            && redirect == Some(here.redirect)
            && here.literal == quoted
            && word.is_some_and(|word| {
                word.span == here.body && (!here.literal || word.traits == Traits::QUOTED)
            })
            && self.scratch.words.take(here.body) == Some(here.word)
            && (blank(here.body.start, span.start, false) || span.start >= here.body.end && span.is_empty())
            && (span.end == here.body.end || stripped && blank(here.body.end, span.end, true));
        if !fits {
            return differ(span, DisagreementKind::HereDocument);
        }
        self.open_body(here.word, here.body, here.literal);
        Ok(Step::Into)
    }

    /// The terminator is on its own on its line.
    pub(super) fn here_end(&mut self, span: Span) -> Checked<Step> {
        let bytes = self.script.source.as_bytes();
        let body = self.here.checked_sub(1).and_then(|index| self.script.here_documents.get(index));
        let fits = body.is_some_and(|here| {
            let line = self.script.slice(Span { start: here.body.end, end: span.end });
            let redirect = self.script.redirects.get(here.redirect as usize);
            let delimiter = redirect
                .and_then(|redirect| self.script.word(redirect.target))
                .and_then(|word| self.script.text(word));
            Some(line.trim_start_matches('\t')) == delimiter
        });
        let ends = matches!(bytes.get(span.end as usize), None | Some(b'\n'));
        if fits && ends { Ok(Step::Over) } else { differ(span, DisagreementKind::HereDocument) }
    }
}
