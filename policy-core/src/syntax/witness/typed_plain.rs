//! Texts of a shell with cmdlets that have only one possible reading: names, bare and closed quoted words, parameters, lists,
//! pipelines, the common operators, and streams that are dropped or joined.
//!
//! As [`super::plain`] for the other shells: a simple split that shares no code with the strict reader, and costs less than a tree.
//! For any other byte the witness uses the tree; a test compares both. Owns the bytes that a word may have here. Never knows what a
//! word means to its command.

use crate::powershell::is_keyword;
use crate::script::{Descriptor, Joint, Operator, Redirect, RedirectOp, Script, Stage, Value, Word};
use crate::span::Span;

/// Whether the source is such a text, and the script is exactly what it says.
pub(super) fn agrees(script: &Script<'_>) -> bool {
    Split { script, bytes: script.source.as_bytes(), at: 0, met: Met::default() }.whole().is_some()
}

/// How much of each arena of the script was found in the source: the next entry, as an index.
#[derive(Default)]
struct Met {
    command: usize,
    operator: usize,
    pipeline: usize,
    redirect: usize,
    /// Arguments and the targets of redirects together.
    words: usize,
}

/// How far the source is split. Every step gives nothing where the text is not plain or the script says something else.
struct Split<'w, 's> {
    script: &'w Script<'s>,
    bytes: &'w [u8],
    at: usize,
    met: Met,
}

/// One value: its place, and its text if quotes are around it.
#[derive(Clone, Copy)]
struct Element<'s> {
    span: Span,
    text: &'s str,
}

impl<'s> Split<'_, 's> {
    /// The whole text.
    fn whole(mut self) -> Option<()> {
        self.blanks();
        let mut before = Joint::Edge;
        loop {
            before = self.command(before)?;
            if self.peek().is_none() {
                break;
            }
        }
        let script = self.script;
        let met = &self.met;
        let all = met.command == script.commands.len()
            && met.command == script.stages.len()
            && met.operator == script.operators.len()
            && met.pipeline == script.pipelines.len()
            && met.redirect == script.redirects.len()
            && met.redirect == script.redirects_by_command.len()
            && met.words == script.words.len()
            && script.scopes.len() == 1;
        let nothing_else = script.parts.is_empty()
            && script.settings.is_empty()
            && script.comments.is_empty()
            && script.here_documents.is_empty();
        (all && nothing_else && matches!(before, Joint::Edge | Joint::Sequence)).then_some(())
    }

    /// One command and what is between it and the next one.
    fn command(&mut self, before: Joint) -> Option<Joint> {
        let index = self.met.command;
        let simple = self.script.commands.get(index)?;
        self.met.command += 1;
        let start = self.at;
        let mut words = self.script.words_of(simple).iter();
        self.met.words += words.len();
        self.name(words.next()?)?;
        let mut end = self.at;
        loop {
            self.blanks();
            match self.peek() {
                None | Some(b'|' | b';' | b'&' | b'\r' | b'\n') => break,
                Some(b'1'..=b'6') if self.peek_at(1) == Some(b'>') => self.redirect(index)?,
                Some(b'>') => self.redirect(index)?,
                Some(b'-') if self.peek_at(1).is_some_and(|byte| byte.is_ascii_alphabetic()) => {
                    self.parameter(&mut words)?;
                }
                Some(_) => self.list(words.next()?)?,
            }
            end = self.at;
        }
        let after = self.joint()?;
        self.stage(index, before)?;
        let same = words.next().is_none()
            && simple.span == Span::new(start, end)
            && (simple.before, simple.after) == (before, after)
            && simple.scope == 0
            && simple.assignments.is_empty()
            && !simple.negated;
        same.then_some(after)
    }

    /// The command at `index` is a stage by itself, of the pipeline that is open or that it begins.
    fn stage(&mut self, index: usize, before: Joint) -> Option<()> {
        let begins = before != Joint::Pipe;
        self.met.pipeline += usize::from(begins);
        let own = self.met.pipeline.checked_sub(1)?;
        let pipeline = self.script.pipelines.get(own)?;
        let Stage { pipeline: of, before: joint, ref commands, is_simple } =
            *self.script.stages.get(index)?;
        let is_first = pipeline.stages.start as usize == index;
        let same = of as usize == own
            && joint == if begins { Joint::Edge } else { Joint::Pipe }
            && (commands.start as usize, commands.end as usize) == (index, index + 1)
            && is_simple
            && is_first == begins
            && pipeline.stages.contains(&(index as u32))
            && pipeline.scope == 0
            && !pipeline.timed;
        same.then_some(())
    }

    /// The name of a command. The tables say which cmdlet an alias is, so that only its place is compared.
    fn name(&mut self, word: &Word) -> Option<()> {
        let is_name =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'\\');
        let start = self.at;
        match self.peek()? {
            b'%' | b'?' => self.at += 1,
            byte if byte.is_ascii_alphabetic() => self.go_past(is_name),
            _ => return None,
        }
        let span = Span::new(start, self.at);
        let is_alone = matches!(self.peek(), None | Some(b' ' | b'|' | b';' | b'\r' | b'\n'));
        let is_text = matches!(word.value, Value::Plain | Value::Literal(_));
        // The grammar ends a keyword at these signs.
        let first = self.script.slice(span).split(['.', '/', '\\']).next()?;
        (is_alone && word.span == span && is_text && !is_keyword(first)).then_some(())
    }

    /// A parameter, and the value after its colon.
    fn parameter<'w>(&mut self, words: &mut impl Iterator<Item = &'w Word>) -> Option<()> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'=');
        let start = self.at;
        self.at += 1;
        self.go_past(is_part);
        let has_value = self.peek() == Some(b':');
        self.at += usize::from(has_value);
        let word = words.next()?;
        (word.span == Span::new(start, self.at) && word.value == Value::Plain).then_some(())?;
        match self.peek() {
            Some(b'-') => None,
            // The grammar cannot read every list there.
            Some(_) if has_value => {
                self.list(words.next().filter(|word| !matches!(word.value, Value::Several(_)))?)
            }
            _ => (!has_value && self.is_at_end()).then_some(()),
        }
    }

    /// A value, or several with commas between them: the word `word`.
    fn list(&mut self, word: &Word) -> Option<()> {
        let first = self.element()?;
        let mut end = self.at;
        let mut count = 1;
        let (several, is_one) = match &word.value {
            Value::Several(several) => (&several[..], false),
            _ => (&[][..], true),
        };
        let same_element = |at: usize, element: Element<'_>| {
            is_one || several.get(at).is_some_and(|text| **text == *element.text)
        };
        // The grammar cannot read every list with numbers, options or quotes in it.
        let is_listed = |element: Element<'_>| {
            element.text.len() == element.span.len()
                && !element.text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        };
        same_element(0, first).then_some(())?;
        while self.peek() == Some(b',') {
            self.at += 1;
            self.blanks();
            let element = self.element()?;
            (is_listed(first) && is_listed(element) && same_element(count, element)).then_some(())?;
            count += 1;
            end = self.at;
        }
        // Nor one with a blank in front of a comma.
        self.blanks();
        (self.peek() != Some(b',')).then_some(())?;
        self.at = end;
        let same = match &word.value {
            Value::Plain => count == 1 && first.text.len() == first.span.len(),
            Value::Literal(text) => {
                count == 1 && **text == *first.text && first.text.len() < first.span.len()
            }
            Value::Several(several) => count > 1 && several.len() == count,
            Value::Pattern | Value::Unknown => false,
        };
        (same && word.span == Span::new(first.span.start as usize, end)).then_some(())
    }

    /// One value, bare or in quotes, after which a word ends or a comma is.
    fn element(&mut self) -> Option<Element<'s>> {
        let start = self.at;
        let element = if let quote @ (b'\'' | b'"') = self.peek()? {
            let text = self.quoted(quote)?;
            Element { span: Span::new(start, self.at), text }
        } else {
            self.bare()?;
            let span = Span::new(start, self.at);
            Element { span, text: span.slice(self.script.source) }
        };
        (self.is_at_end() || self.peek() == Some(b',')).then_some(element)
    }

    /// The text between two quotes of one kind, in which nothing is expanded or escaped.
    fn quoted(&mut self, quote: u8) -> Option<&'s str> {
        let from = self.at + 1;
        let rest = self.script.source.get(from..)?;
        let length = rest.bytes().position(|byte| byte == quote)?;
        let text = rest.get(..length)?;
        let is_text = |character: char| match character {
            '$' | '`' => quote == b'\'',
            _ => character == ' ' || character.is_ascii_graphic() || character.is_alphanumeric(),
        };
        self.at = from + length + 1;
        text.chars().all(is_text).then_some(text)
    }

    /// A word without quotes. The grammar cannot read every word that begins with a dash or a digit.
    fn bare(&mut self) -> Option<()> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_./\\*~-=:?^%+".contains(byte);
        match (self.peek()?, self.peek_at(1)) {
            (b'-', Some(b'-')) => {
                self.at += 2;
                self.peek()?.is_ascii_alphabetic().then_some(())?;
                self.go_past(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
                if self.peek() == Some(b'=') {
                    self.go_past(is_part);
                }
            }
            (b'-', Some(b'0'..=b'9')) => {
                self.at += 1;
                self.go_past(u8::is_ascii_digit);
            }
            (byte, _) if byte.is_ascii_alphanumeric() || b"_./\\*~".contains(&byte) => self.go_past(is_part),
            _ => return None,
        }
        Some(())
    }

    /// A stream that is dropped or joined to another one.
    fn redirect(&mut self, index: usize) -> Option<()> {
        let start = self.at;
        let digit = self.peek().filter(u8::is_ascii_digit);
        self.at += usize::from(digit.is_some()) + 1;
        let fd = digit.map(|digit| Descriptor::Number(u32::from(digit - b'0')));
        let (op, op_end, target, value) = if self.peek() == Some(b'&') {
            let stream = self.at + 1;
            self.at += 2;
            (digit.is_some() && matches!(self.bytes.get(stream), Some(b'1' | b'2'))).then_some(())?;
            (RedirectOp::DuplicateOutput, stream, stream, Value::Plain)
        } else {
            let op_end = self.at;
            self.blanks();
            let target = self.at;
            let written = self.script.source.get(target..target + 5)?;
            written.eq_ignore_ascii_case("$null").then_some(())?;
            self.at += 5;
            (RedirectOp::Write, op_end, target, Value::Literal("/dev/null".into()))
        };
        self.is_at_end().then_some(())?;
        let redirect: &Redirect = self.script.redirects.get(self.met.redirect)?;
        let word = self.script.word(redirect.target)?;
        self.met.redirect += 1;
        self.met.words += 1;
        let same = redirect.span == Span::new(start, self.at)
            && redirect.op == op
            && redirect.op_span == Span::new(start, op_end)
            && redirect.fd == fd
            && redirect.command == Some(index as u32)
            && word.span == Span::new(target, self.at)
            && word.value == value;
        same.then_some(())
    }

    /// The operator after a command, or the end of the text.
    fn joint(&mut self) -> Option<Joint> {
        let (joint, length) = match (self.peek(), self.peek_at(1)) {
            (None, _) => return Some(Joint::Edge),
            (Some(b'|'), Some(b'|')) => (Joint::Or, 2),
            (Some(b'&'), Some(b'&')) => (Joint::And, 2),
            (Some(b'|'), _) => (Joint::Pipe, 1),
            (Some(b'\r'), Some(b'\n')) => (Joint::Sequence, 2),
            (Some(b';' | b'\n'), _) => (Joint::Sequence, 1),
            _ => return None,
        };
        let operator = Operator { span: Span::new(self.at, self.at + length), joint };
        (self.script.operators.get(self.met.operator) == Some(&operator)).then_some(())?;
        self.met.operator += 1;
        self.at += length;
        self.blanks();
        if joint == Joint::Sequence {
            self.further_ends();
        }
        Some(joint)
    }

    /// Goes past further ends of statements, which are after the first.
    fn further_ends(&mut self) {
        loop {
            match (self.peek(), self.peek_at(1)) {
                (Some(b'\r'), Some(b'\n')) => self.at += 2,
                (Some(b';' | b'\n'), _) => self.at += 1,
                _ => return,
            }
            self.blanks();
        }
    }

    /// Whether a word ends here.
    fn is_at_end(&self) -> bool {
        match self.peek() {
            None | Some(b' ' | b'|' | b';' | b'\n') => true,
            Some(b'\r') => self.peek_at(1) == Some(b'\n'),
            _ => false,
        }
    }

    fn go_past(&mut self, is_part: impl Fn(&u8) -> bool) {
        self.at += self.bytes.get(self.at..).unwrap_or(&[]).iter().take_while(|byte| is_part(byte)).count();
    }

    fn blanks(&mut self) {
        self.go_past(|byte| *byte == b' ');
    }

    fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }
}
