//! Walks the second parser's tree and compares it with the tokens of the script.
//!
//! Iterative, with a cursor and a stack that is reused. Each leaf, or each word as a whole, must be exactly the next
//! token of the script, by place and by class; [`super::word`] compares the inside of words.

use alloc::string::String;
use alloc::vec::Vec;

use tree_sitter::{Node, Tree};

use super::commands::Commands;
use super::disagreement::{Disagreement, DisagreementKind};
use super::kinds::{Class, Kinds};
use super::open_word::OpenWord;
use super::order::Order;
use crate::script::spelling::{Piece, PieceKind, Token, TokenKind};
use crate::script::{Script, Value};
use crate::span::Span;

/// A node that the walk is inside of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) class: Class,
    pub(super) span: Span,
    /// How many words, or for a redirect targets, it has had.
    words: u32,
    /// Where a redirect's descriptor begins.
    pub(super) descriptor: Option<u32>,
    /// The redirect that it is, an index into the script's.
    pub(super) redirect: Option<u32>,
}

/// The memory of a comparison, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) frames: Vec<Frame>,
    pub(super) opens: Vec<OpenWord>,
    pub(super) text: String,
    pub(super) words: Order,
    pub(super) redirects: Order,
    assignments: Order,
    pub(super) commands: Commands,
}

/// One comparison.
pub(super) struct Walk<'w, 's> {
    pub(super) script: &'w Script<'s>,
    kinds: &'w Kinds,
    pub(super) scratch: &'w mut Scratch,
    /// The next token, comment and here-document of the script.
    pub(super) token: usize,
    comment: usize,
    pub(super) here: usize,
    /// tree-sitter took `time` for a command: its next argument is the command's name.
    timed: bool,
    /// Nodes up to here are parts of an arithmetic command, which holds no command of its own.
    passed: u32,
}

pub(super) type Checked<T = ()> = Result<T, Disagreement>;

/// Whether the walk goes into a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Into,
    Over,
}

pub(super) fn differ<T>(span: Span, kind: DisagreementKind) -> Checked<T> {
    Err(Disagreement::new(span, kind))
}

pub(super) fn span_of(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

impl<'w, 's> Walk<'w, 's> {
    pub(super) fn new(script: &'w Script<'s>, kinds: &'w Kinds, scratch: &'w mut Scratch) -> Self {
        scratch.frames.clear();
        scratch.opens.clear();
        scratch.text.clear();
        scratch.words.fill(script.words.iter().map(|word| word.span));
        scratch.redirects.fill(script.redirects.iter().map(|redirect| redirect.op_span));
        scratch.assignments.fill(script.assignments.iter().map(|assignment| assignment.span));
        scratch.commands.start();
        Self { script, kinds, scratch, token: 0, comment: 0, here: 0, timed: false, passed: 0 }
    }

    /// Compares the whole tree.
    pub(super) fn compare(mut self, tree: &Tree) -> Checked {
        let root = tree.root_node();
        let error = root.has_error();
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            if error && (node.is_error() || node.is_missing()) {
                return differ(span_of(node), DisagreementKind::Unreadable);
            }
            // The kind of an error is past the table: unknown.
            let class = self.kinds.of(node.kind_id());
            let span = span_of(node);
            if self.enter(node, class, span)? == Step::Into {
                self.scratch.frames.push(Frame { class, span, words: 0, descriptor: None, redirect: None });
                if cursor.goto_first_child() {
                    continue;
                }
                self.leave()?;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return if error {
                        differ(span_of(root), DisagreementKind::Unreadable)
                    } else {
                        self.finish()
                    };
                }
                self.leave()?;
            }
        }
    }

    fn finish(mut self) -> Checked {
        let end = Span::at(self.script.source.len());
        self.newlines(end.end)?;
        if let Some(token) = self.script.tokens.get(self.token) {
            return differ(token.span, DisagreementKind::Token);
        }
        if let Some(comment) = self.script.comments.get(self.comment) {
            return differ(*comment, DisagreementKind::Comment);
        }
        if self.here != self.script.here_documents.len() {
            return differ(end, DisagreementKind::HereDocument);
        }
        let rests =
            [self.scratch.words.rest(), self.scratch.redirects.rest(), self.scratch.assignments.rest()];
        if let Some(rest) = rests.into_iter().flatten().next() {
            return differ(rest, DisagreementKind::Command);
        }
        self.scratch.commands.finish(self.script).map_err(|kind| Disagreement::new(end, kind))
    }

    fn class_around(&self) -> Class {
        self.scratch.frames.last().map_or(Class::Container, |frame| frame.class)
    }

    fn enter(&mut self, node: Node<'_>, class: Class, span: Span) -> Checked<Step> {
        let around = self.class_around();
        if class == Class::Comment {
            let same = self.script.comments.get(self.comment) == Some(&span);
            self.comment += 1;
            return if same { Ok(Step::Over) } else { differ(span, DisagreementKind::Comment) };
        }
        if Self::inside_word(around) {
            return self.part(node, class, span);
        }
        if span.start < self.passed {
            return if span.end <= self.passed {
                Ok(Step::Over)
            } else {
                differ(span, DisagreementKind::Token)
            };
        }
        match class {
            Class::Mark => self.mark(around, span),
            Class::Container
            | Class::Subshell
            | Class::For
            | Class::Case
            | Class::CaseItem
            | Class::Redirected
            | Class::Command
            | Class::CommandName
            | Class::Declaration
            | Class::Test
            | Class::Redirect
            | Class::HereDocument
            | Class::Function
            | Class::Assignments => Ok(Step::Into),
            Class::Word if around == Class::Function => {
                self.expect(TokenKind::FunctionName, span)?;
                Ok(Step::Over)
            }
            Class::TestPart if matches!(around, Class::Test | Class::TestPart) => Ok(Step::Into),
            Class::Assignment if around == Class::Declaration => self.word(node, class, span),
            Class::Assignment => self.assignment(span),
            Class::Descriptor => {
                if let Some(frame) = self.scratch.frames.last_mut() {
                    frame.descriptor = Some(span.start);
                }
                Ok(Step::Over)
            }
            Class::HereStart => self.here_start(span),
            Class::HereBody => self.here_body(span),
            Class::HereEnd => self.here_end(span),
            Class::Name if around == Class::For => {
                self.expect(TokenKind::LoopName, span)?;
                Ok(Step::Over)
            }
            Class::Word
            | Class::Number
            | Class::Name
            | Class::Raw
            | Class::AnsiC
            | Class::Quoted
            | Class::Locale
            | Class::Concatenation
            | Class::Parameter
            | Class::Expansion
            | Class::Substitution
            | Class::ProcessSubstitution
            | Class::Arithmetic
            | Class::Brace => self.word(node, class, span),
            Class::TestPart
            | Class::Array
            | Class::Subscript
            | Class::HereContent
            | Class::QuotedContent
            | Class::Comment
            | Class::Unknown => differ(span, DisagreementKind::Construct),
        }
    }

    /// Leaves the innermost frame.
    fn leave(&mut self) -> Checked {
        let Some(frame) = self.scratch.frames.last().copied() else { return Ok(()) };
        let nested = matches!(frame.class, Class::Substitution | Class::ProcessSubstitution);
        if nested {
            self.newlines(frame.span.end)?;
        }
        self.scratch.frames.pop();
        // A word that was only begun among the children of this node is not finished by what follows it.
        if let Some(open) = self.scratch.opens.last()
            && open.depth > self.scratch.frames.len()
        {
            return differ(open.span, DisagreementKind::Token);
        }
        match frame.class {
            _ if nested => {
                self.scratch
                    .commands
                    .close_level(self.script)
                    .map_err(|kind| Disagreement::new(frame.span, kind))?;
                self.leave_word(frame)
            }
            Class::Quoted
            | Class::Locale
            | Class::Concatenation
            | Class::Expansion
            | Class::Number
            | Class::HereBody
            | Class::Assignment => self.leave_word(frame),
            _ => Ok(()),
        }
    }

    // ---- tokens ----------------------------------------------------------------------------------------------

    /// Passes over newlines in front of `before`. The tree has no nodes for them, but no command may reach across one.
    fn newlines(&mut self, before: u32) -> Checked {
        while let Some(token) = self.script.tokens.get(self.token).copied() {
            if token.kind != TokenKind::Newline || token.span.start >= before {
                break;
            }
            self.token += 1;
            self.scratch
                .commands
                .between(self.script, TokenKind::Newline, "")
                .map_err(|kind| Disagreement::new(token.span, kind))?;
            for frame in self.scratch.frames.iter().rev() {
                match frame.class {
                    Class::Redirected
                    | Class::Command
                    | Class::CommandName
                    | Class::Declaration
                    | Class::Test
                    | Class::TestPart
                    | Class::Redirect => {
                        if frame.span.start < token.span.start && token.span.start < frame.span.end {
                            return differ(token.span, DisagreementKind::Token);
                        }
                    }
                    _ => break,
                }
            }
        }
        Ok(())
    }

    /// The next token, which begins at or after `at`.
    pub(super) fn next(&mut self, at: Span) -> Checked<Token> {
        self.newlines(at.start)?;
        match self.script.tokens.get(self.token).copied() {
            Some(token) => {
                self.token += 1;
                Ok(token)
            }
            None => differ(at, DisagreementKind::Token),
        }
    }

    fn expect(&mut self, kind: TokenKind, span: Span) -> Checked {
        let token = self.next(span)?;
        if token.kind == kind && token.span == span { Ok(()) } else { differ(span, DisagreementKind::Token) }
    }

    /// A keyword, an operator or another mark between commands.
    fn separator(&mut self, kind: TokenKind, span: Span) -> Checked<Step> {
        self.expect(kind, span)?;
        self.timed = false;
        self.scratch
            .commands
            .between(self.script, kind, self.script.slice(span))
            .map_err(|kind| Disagreement::new(span, kind))?;
        Ok(Step::Over)
    }

    #[expect(clippy::match_same_arms, reason = "one arm for one construct")]
    fn mark(&mut self, around: Class, span: Span) -> Checked<Step> {
        let text = self.script.slice(span);
        match (around, text) {
            // The end of a line is a token of the script; the tree does not show it, unless by a mark without a name.
            (_, "\n") => Ok(Step::Over),
            (Class::Redirect, _) => self.redirect(span, text),
            (Class::HereDocument, "<<" | "<<-") => self.redirect(span, text),
            // In double quotes the grammar counts blanks in front of an expansion to its opening.
            (Class::Substitution, _)
                if matches!(text.trim_start_matches([' ', '\t', '\n']), "$(" | "`" | ")") =>
            {
                Ok(Step::Over)
            }
            (Class::ProcessSubstitution, "<(" | ">(" | ")") => Ok(Step::Over),
            (Class::Container | Class::For, "((") => self.arithmetic_command(span),
            (Class::Assignment, "=" | "+=") | (Class::Array, "(" | ")") => Ok(Step::Over),
            (Class::Function, "(" | ")") => self.separator(TokenKind::Parenthesis, span),
            (
                Class::Command
                | Class::CommandName
                | Class::Declaration
                | Class::Test
                | Class::TestPart
                | Class::For,
                _,
            ) if !matches!((around, text), (Class::For, "for" | "in" | ";")) => self.mark_word(span),
            (Class::CaseItem, "(" | ")" | "|" | ";;" | ";&" | ";;&") => {
                self.separator(TokenKind::CaseMark, span)
            }
            (Class::Subshell, "(" | ")") => self.separator(TokenKind::Parenthesis, span),
            (_, ";" | "&" | "|" | "|&" | "&&" | "||") => self.separator(TokenKind::Operator, span),
            (
                Class::Container | Class::For | Class::Case,
                "if" | "then" | "elif" | "else" | "fi" | "for" | "in" | "while" | "until" | "do" | "done"
                | "case" | "esac" | "{" | "}" | "!",
            ) => self.separator(TokenKind::Keyword, span),
            _ => differ(span, DisagreementKind::Construct),
        }
    }

    // ---- words -----------------------------------------------------------------------------------------------

    /// The token that a word at `span` is, and the index of its word. The token may be longer than `span`.
    #[expect(clippy::match_same_arms, reason = "one arm for one construct, each with its reason")]
    pub(super) fn claim(&mut self, span: Span) -> Checked<(Token, u32)> {
        let token = self.next(span)?;
        if token.span.start != span.start || token.span.end < span.end {
            return differ(span, DisagreementKind::Token);
        }
        let timed = core::mem::replace(&mut self.timed, false);
        let Some(frame) = self.scratch.frames.last_mut() else {
            return differ(span, DisagreementKind::Construct);
        };
        frame.words += 1;
        let (class, nth, redirect) = (frame.class, frame.words, frame.redirect);
        let fits = match (class, token.kind) {
            // Keywords that the grammar does not have: that both readings take one for a command proves nothing.
            (Class::CommandName, TokenKind::CommandName) => {
                !matches!(self.script.slice(token.span), "time" | "coproc")
            }
            // `time` is a keyword; the grammar does not have it and takes it for a command.
            (Class::CommandName, TokenKind::Keyword) if self.script.slice(token.span) == "time" => {
                self.timed = true;
                true
            }
            (Class::Command, TokenKind::Keyword) if timed && self.script.slice(token.span) == "-p" => {
                self.timed = true;
                true
            }
            (Class::Command, TokenKind::CommandName) => timed,
            (Class::Command | Class::HereDocument, TokenKind::Argument) => !timed,
            (Class::Declaration | Class::Test, TokenKind::CommandName) => nth == 1,
            (Class::Declaration | Class::Test, TokenKind::Argument) => nth > 1,
            (Class::TestPart, TokenKind::Argument) => true,
            (Class::Redirect, TokenKind::Target) => nth == 1,
            // The grammar takes every word after a redirect's operator for a target of it.
            (Class::Redirect, TokenKind::Argument) => nth > 1,
            (Class::For, TokenKind::LoopWord) | (Class::CaseItem, TokenKind::CasePattern) => true,
            (Class::Case, TokenKind::LoopWord) => nth == 1,
            _ => false,
        };
        if !fits {
            return differ(span, DisagreementKind::Token);
        }
        if token.kind == TokenKind::Keyword {
            return if token.span == span {
                Ok((token, u32::MAX))
            } else {
                differ(span, DisagreementKind::Token)
            };
        }
        let Some(word) = self.scratch.words.take(token.span) else {
            return differ(span, DisagreementKind::Token);
        };
        match token.kind {
            TokenKind::CommandName | TokenKind::Argument => self
                .scratch
                .commands
                .word(self.script, token, word)
                .map_err(|kind| Disagreement::new(token.span, kind))?,
            TokenKind::Target => {
                let target =
                    redirect.and_then(|index| self.script.redirects.get(index as usize)).map(|it| it.target);
                if target != Some(word) {
                    return differ(token.span, DisagreementKind::Redirect);
                }
            }
            _ => {}
        }
        Ok((token, word))
    }

    /// `((`: the token reaches to its `))`, and in between is nothing but an expression.
    fn arithmetic_command(&mut self, span: Span) -> Checked<Step> {
        let token = self.next(span)?;
        let text = self.script.slice(token.span);
        if token.kind != TokenKind::CommandName || token.span.start != span.start || !text.ends_with("))") {
            return differ(span, DisagreementKind::Token);
        }
        let word = self.scratch.words.take(token.span);
        let Some((index, word)) = word.and_then(|index| Some((index, self.script.word(index)?))) else {
            return differ(span, DisagreementKind::Token);
        };
        let whole = |piece: &Piece| piece.kind == PieceKind::Arithmetic && piece.span == token.span;
        if !matches!(self.script.pieces_of(word), [piece] if whole(piece)) || word.value != Value::Unknown {
            return differ(span, DisagreementKind::Expansion);
        }
        self.scratch
            .commands
            .word(self.script, token, index)
            .map_err(|kind| Disagreement::new(token.span, kind))?;
        self.passed = token.span.end;
        Ok(Step::Over)
    }

    // ---- assignments -----------------------------------------------------------------------------------------

    fn assignment(&mut self, span: Span) -> Checked<Step> {
        let token = self.next(span)?;
        if token.kind != TokenKind::Assignment || token.span != span {
            return differ(span, DisagreementKind::Token);
        }
        let index = self.scratch.assignments.take(span);
        let Some((index, assignment)) =
            index.and_then(|index| Some((index, self.script.assignments.get(index as usize)?)))
        else {
            return differ(span, DisagreementKind::Command);
        };
        self.scratch
            .commands
            .assignment(self.script, token, index)
            .map_err(|kind| Disagreement::new(span, kind))?;
        // The name and the operator are compared by their places: the value is all that follows them.
        let value = self.script.word(assignment.value);
        let operator = if assignment.append { "+=" } else { "=" };
        let fits = value.is_some_and(|value| {
            assignment.name.start == span.start
                && value.span.end == span.end
                && self.script.slice(Span { start: assignment.name.end, end: value.span.start }) == operator
        });
        match value {
            Some(value) if fits => {
                let place = value.span;
                if self.scratch.words.take(place) != Some(assignment.value) {
                    return differ(span, DisagreementKind::Command);
                }
                self.open_value(assignment.value, place);
                Ok(Step::Into)
            }
            _ => differ(span, DisagreementKind::Token),
        }
    }

    /// Opens the level of a substitution.
    pub(super) fn open_level(&mut self) {
        self.scratch.commands.open_level();
    }
}
