//! Compares one word of the second parser's tree: its quotes and expansions with the script's pieces, its text with the
//! value.
//!
//! A word is one unit, however the tree divides it: adjacent parts without a blank are one word to a shell. Nested
//! commands are walked in place, so that they are compared too.

use tree_sitter::Node;

use super::disagreement::DisagreementKind;
use super::kinds::Class;
use super::open_word::OpenWord;
use super::value;
use super::walk::{Checked, Frame, Step, Walk, differ};
use crate::script::Value;
use crate::script::spelling::PieceKind;
use crate::span::Span;

/// Text between the parts of a word.
#[derive(Clone, Copy)]
enum Between {
    /// Nothing but a continued line may occur there.
    Nothing,
    DoubleQuotes,
    HereDocument,
    /// Text of a `${…}`, which is not compared.
    Operation,
}

impl Walk<'_, '_> {
    /// Whether the children of a node of this class are parts of a word.
    pub(super) fn inside_word(around: Class) -> bool {
        matches!(
            around,
            Class::Quoted
                | Class::Locale
                | Class::Concatenation
                | Class::Expansion
                | Class::Subscript
                | Class::Number
                | Class::HereBody
                | Class::Assignment
        )
    }

    /// A mark that is a word of a command: `[`, `=`, `export`, a lone `$`.
    pub(super) fn mark_word(&mut self, span: Span) -> Checked<Step> {
        if self.begin(span)? {
            self.text_part(span)?;
            self.settle()?;
        }
        Ok(Step::Over)
    }

    /// A word or the beginning of one.
    pub(super) fn word(&mut self, node: Node<'_>, class: Class, span: Span) -> Checked<Step> {
        if class == Class::Word
            && self.script.slice(span).bytes().any(|byte| matches!(byte, b' ' | b'\t' | b'\n'))
        {
            return self.words_of_braces(span);
        }
        if self.begin(span)? { self.part(node, class, span) } else { Ok(Step::Over) }
    }

    /// `{ } {}`: the grammar takes braces and brackets in a row for one word, whatever blanks are between them.
    fn words_of_braces(&mut self, span: Span) -> Checked<Step> {
        let text = self.script.slice(span);
        if text.contains('\\')
            || !text.bytes().all(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b' ' | b'\t'))
        {
            return self.mark_word(span);
        }
        let mut at = span.start as usize;
        for part in text.split([' ', '\t']) {
            if !part.is_empty() {
                self.mark_word(Span::new(at, at + part.len()))?;
            }
            at += part.len() + 1;
        }
        Ok(Step::Over)
    }

    /// Opens the word at `span`, unless it is open already. Gives false when there is nothing left to compare in it.
    fn begin(&mut self, span: Span) -> Checked<bool> {
        if self.scratch.opens.last().is_some_and(|open| open.depth == self.scratch.frames.len()) {
            return Ok(true);
        }
        let (place, index) = if self.scratch.frames.last().is_some_and(|frame| frame.class == Class::Array) {
            (span, self.element(span)?)
        } else {
            let (token, index) = self.claim(span)?;
            (token.span, index)
        };
        let Some(word) = self.script.word(index) else { return Ok(false) };
        if word.value == Value::Plain && place == span && word.pieces.is_empty() {
            let text = self.script.slice(span);
            if !text.bytes().any(|byte| matches!(byte, b'\\' | b'\'' | b'"' | b'$' | b'`' | b'<' | b'>')) {
                // Both readings delimit the same bytes, and nothing in them can be removed.
                return Ok(false);
            }
        }
        self.open(index, place, place.start);
        Ok(true)
    }

    /// The index of the word at `span`, which is an element of the list that is open.
    fn element(&mut self, span: Span) -> Checked<u32> {
        let list = self.scratch.opens.last().map(|open| open.word);
        let word = self.scratch.words.take(span);
        let holds = |word: &u32| {
            self.script.assignments.iter().any(|it| {
                Some(it.value) == list && it.elements.as_ref().is_some_and(|elements| elements.contains(word))
            })
        };
        match word.filter(holds) {
            Some(word) => Ok(word),
            None => differ(span, DisagreementKind::Token),
        }
    }

    fn open(&mut self, index: u32, span: Span, at: u32) {
        let Some(word) = self.script.word(index) else { return };
        self.scratch.opens.push(OpenWord {
            word: index,
            span,
            depth: self.scratch.frames.len(),
            piece: word.pieces.start,
            pieces_end: word.pieces.end,
            at,
            text: self.scratch.text.len(),
            check: matches!(word.value, Value::Plain | Value::Literal(_)),
            operation_end: 0,
        });
    }

    /// Opens the value of an assignment, before its node is entered.
    pub(super) fn open_value(&mut self, index: u32, span: Span) {
        self.open(index, span, span.start);
    }

    /// Opens the body of a here-document, before its node is entered.
    pub(super) fn open_body(&mut self, index: u32, span: Span, literal: bool) {
        self.open(index, span, span.start);
        if literal && let Some(open) = self.scratch.opens.last_mut() {
            open.check = false;
        }
    }

    /// A part of the open word.
    pub(super) fn part(&mut self, node: Node<'_>, class: Class, span: Span) -> Checked<Step> {
        let around = self.scratch.frames.last().map_or(Class::Container, |frame| frame.class);
        let Some(open) = self.scratch.opens.last().copied() else {
            return differ(span, DisagreementKind::Construct);
        };
        let operation = span.start < open.operation_end;
        let step = match class {
            // The name and the operator in front of an assigned value.
            Class::Name | Class::Mark if span.end <= open.span.start => return Ok(Step::Over),
            Class::QuotedContent | Class::HereContent => Step::Over,
            Class::Mark if matches!(around, Class::Quoted | Class::HereBody | Class::Locale) => Step::Over,
            // The content of an operation is not compared, but for the expansions in it.
            Class::Word
            | Class::Name
            | Class::Mark
            | Class::Raw
            | Class::AnsiC
            | Class::Brace
            | Class::TestPart
                if operation =>
            {
                Step::Over
            }
            Class::Word | Class::Name | Class::Mark | Class::Brace => {
                self.text_part(span)?;
                Step::Over
            }
            Class::Number if node.child_count() == 0 => {
                if !operation {
                    self.text_part(span)?;
                }
                Step::Over
            }
            // `export a=b`: an assignment to the grammar, an argument to the shell.
            Class::Subscript if operation => Step::Into,
            // Each of its words is compared on its own.
            Class::Array if around == Class::Assignment && span == open.span => {
                self.advance(span.end);
                Step::Into
            }
            Class::Number | Class::Concatenation | Class::Assignment => Step::Into,
            Class::Raw => {
                self.quoted_part(span, PieceKind::SingleQuoted, 1)?;
                Step::Over
            }
            Class::AnsiC => {
                self.quoted_part(span, PieceKind::AnsiC, 2)?;
                Step::Over
            }
            Class::Quoted => {
                if !operation && around != Class::Locale {
                    self.between(span.start)?;
                    // The grammar often splits `$"…"` into a `$` and a string.
                    let dollar = Span { start: span.start.saturating_sub(1), end: span.end };
                    match self.peek_piece(span) {
                        Some((PieceKind::Locale, place)) if place == dollar && open.span.contains(dollar) => {
                            self.take_piece();
                        }
                        _ => self.piece(span, |kind| kind == PieceKind::DoubleQuoted).map(|_| ())?,
                    }
                }
                self.advance(span.start + 1);
                Step::Into
            }
            Class::Locale => {
                if !operation {
                    self.between(span.start)?;
                    self.piece(span, |kind| kind == PieceKind::Locale)?;
                }
                self.advance(span.start + 1);
                Step::Into
            }
            Class::Parameter
            | Class::Expansion
            | Class::Arithmetic
            | Class::Substitution
            | Class::ProcessSubstitution => self.expansion(class, span)?,
            _ => return differ(span, DisagreementKind::Construct),
        };
        if step == Step::Over {
            self.settle()?;
        }
        Ok(step)
    }

    /// A part that is text outside quotes.
    fn text_part(&mut self, span: Span) -> Checked {
        self.between(span.start)?;
        if let Some(open) = self.scratch.opens.last_mut() {
            open.at = span.end;
            if open.check {
                value::unquoted(self.script.slice(span), &mut self.scratch.text);
            }
        }
        Ok(())
    }

    /// A part in quotes without expansions; its opening quote is `opening` bytes long.
    fn quoted_part(&mut self, span: Span, kind: PieceKind, opening: u32) -> Checked {
        self.between(span.start)?;
        self.piece(span, |found| found == kind)?;
        let inner = Span { start: span.start + opening, end: span.end.saturating_sub(1) };
        let text = self.script.slice(inner);
        let Some(open) = self.scratch.opens.last_mut() else { return Ok(()) };
        open.at = span.end;
        if !open.check {
            return Ok(());
        }
        if kind == PieceKind::SingleQuoted {
            self.scratch.text.push_str(text);
        } else if !value::ansi_c(text, &mut self.scratch.text) {
            return differ(span, DisagreementKind::Value);
        }
        Ok(())
    }

    fn expansion(&mut self, class: Class, span: Span) -> Checked<Step> {
        // In double quotes the grammar counts blanks in front of an expansion to it.
        let blanks = self.script.slice(span).bytes().take_while(u8::is_ascii_whitespace).count() as u32;
        let span = Span { start: span.start + blanks, end: span.end };
        self.between(span.start)?;
        let backquoted = self.script.slice(span).starts_with('`');
        let wanted: fn(PieceKind) -> bool = match class {
            Class::Parameter => |kind| kind == PieceKind::Parameter,
            Class::Expansion => |kind| matches!(kind, PieceKind::Parameter | PieceKind::ParameterOperation),
            Class::Arithmetic => |kind| kind == PieceKind::Arithmetic,
            Class::ProcessSubstitution => |kind| matches!(kind, PieceKind::ProcessSubstitution(_)),
            _ if backquoted => |kind| matches!(kind, PieceKind::Backquote(_)),
            _ => |kind| matches!(kind, PieceKind::Substitution(_)),
        };
        let kind = self.piece(span, wanted)?;
        self.advance(span.end);
        match class {
            Class::Expansion if kind == PieceKind::ParameterOperation => {
                if let Some(open) = self.scratch.opens.last_mut() {
                    open.operation_end = open.operation_end.max(span.end);
                    open.at = span.start + 2;
                }
                Ok(Step::Into)
            }
            Class::Substitution | Class::ProcessSubstitution => {
                self.open_level();
                Ok(Step::Into)
            }
            _ => Ok(Step::Over),
        }
    }

    /// Leaves a node whose children were parts of a word.
    pub(super) fn leave_word(&mut self, frame: Frame) -> Checked {
        let Some(open) = self.scratch.opens.last().copied() else { return Ok(()) };
        match frame.class {
            Class::Quoted => {
                self.text_between(
                    Span { start: open.at, end: frame.span.end.saturating_sub(1) },
                    Between::DoubleQuotes,
                )?;
                self.advance(frame.span.end);
            }
            Class::HereBody => {
                self.text_between(Span { start: open.at, end: open.span.end }, Between::HereDocument)?;
                self.advance(open.span.end);
            }
            Class::Locale | Class::Expansion | Class::Substitution | Class::ProcessSubstitution => {
                self.advance(frame.span.end);
            }
            _ => {}
        }
        self.settle()
    }

    fn advance(&mut self, at: u32) {
        if let Some(open) = self.scratch.opens.last_mut() {
            open.at = at;
        }
    }

    /// Closes the open word when it is complete and no node of it is open.
    fn settle(&mut self) -> Checked {
        let Some(open) = self.scratch.opens.last().copied() else { return Ok(()) };
        if open.depth != self.scratch.frames.len() || open.at < open.span.end {
            return Ok(());
        }
        if open.at > open.span.end {
            return differ(open.span, DisagreementKind::Token);
        }
        if let Some((_, place)) = self.peek_piece(Span { start: open.span.end, end: open.span.end }) {
            return differ(place, DisagreementKind::Expansion);
        }
        let text = self.scratch.text.get(open.text..).unwrap_or("");
        let same =
            !open.check || self.script.word(open.word).and_then(|word| self.script.text(word)) == Some(text);
        self.scratch.text.truncate(open.text);
        self.scratch.opens.pop();
        if same { Ok(()) } else { differ(open.span, DisagreementKind::Value) }
    }

    // ---- pieces ----------------------------------------------------------------------------------------------

    /// The script's next piece that has a node in the tree, in front of which only others precede `span`.
    fn peek_piece(&mut self, span: Span) -> Option<(PieceKind, Span)> {
        let open = self.scratch.opens.last_mut()?;
        while open.piece < open.pieces_end {
            let piece = self.script.pieces.get(open.piece as usize)?;
            let operation = piece.span.start < open.operation_end;
            let passed = match piece.kind {
                PieceKind::Literal
                | PieceKind::Escape
                | PieceKind::Continuation
                | PieceKind::Glob
                | PieceKind::Tilde
                | PieceKind::Equals => true,
                PieceKind::SingleQuoted | PieceKind::DoubleQuoted | PieceKind::AnsiC | PieceKind::Locale => {
                    operation
                }
                // In the pattern of `${x%$y}` the grammar sees text. A parameter runs nothing and changes nothing.
                PieceKind::Parameter => operation && piece.span.end <= span.start,
                _ => false,
            };
            if !passed {
                return Some((piece.kind, piece.span));
            }
            open.piece += 1;
        }
        None
    }

    fn take_piece(&mut self) {
        if let Some(open) = self.scratch.opens.last_mut() {
            open.piece += 1;
        }
    }

    /// The script's next piece, which must be at `span` and of a kind that fits.
    fn piece(&mut self, span: Span, fits: impl Fn(PieceKind) -> bool) -> Checked<PieceKind> {
        match self.peek_piece(span) {
            Some((kind, place)) if place == span && fits(kind) => {
                self.take_piece();
                Ok(kind)
            }
            _ => differ(span, DisagreementKind::Expansion),
        }
    }

    // ---- text between parts ----------------------------------------------------------------------------------

    /// Accounts for the text up to `to`, where the next part begins.
    fn between(&mut self, to: u32) -> Checked {
        let around = self.scratch.frames.last().map_or(Class::Container, |frame| frame.class);
        let Some(open) = self.scratch.opens.last().copied() else { return Ok(()) };
        let between = match around {
            _ if to <= open.operation_end => Between::Operation,
            Class::Quoted => Between::DoubleQuotes,
            Class::HereBody => Between::HereDocument,
            _ => Between::Nothing,
        };
        self.text_between(Span { start: open.at, end: to }, between)?;
        self.advance(to);
        Ok(())
    }

    fn text_between(&mut self, span: Span, between: Between) -> Checked {
        let Some(open) = self.scratch.opens.last().copied() else { return Ok(()) };
        if span.start > span.end && !matches!(between, Between::Operation) {
            return differ(Span::at(span.end as usize), DisagreementKind::Token);
        }
        let text = if span.start < span.end { self.script.slice(span) } else { "" };
        let fits = match between {
            Between::Nothing => text.is_empty() || text.split("\\\n").all(str::is_empty),
            Between::Operation => true,
            _ if !open.check => true,
            Between::DoubleQuotes => value::double_quoted(text, false, &mut self.scratch.text),
            Between::HereDocument => value::double_quoted(text, true, &mut self.scratch.text),
        };
        if fits { Ok(()) } else { differ(span, DisagreementKind::Token) }
    }
}
