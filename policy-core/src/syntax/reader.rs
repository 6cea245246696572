//! The strict reader: bytes from left to right, as bash and zsh define tokens, in linear time.
//!
//! Owns lists, pipelines and simple commands; words, redirects and compound commands have their own files. Never
//! guesses: an unknown construct becomes a doubt with its place. After a doubt that loses the structure (`fail`) it
//! stops; [`super::salvage`] handles the remaining text.

use alloc::string::String;
use alloc::vec::Vec;

use super::chars::{self, is_meta};
use super::consistency::contradiction;
use super::locale_characters::hidden_sign;
use super::lower::operators;
use crate::limits::NESTING_MAX;
use crate::powershell;
use crate::script::spelling::{Piece, PieceKind, Token, TokenKind, Traits};
use crate::script::{
    Assignment, Dialect, Doubt, DoubtKind, Joint, Pipeline, Scope, ScopeKind, Script, Simple, Stage, Value,
    Word,
};
use crate::span::Span;

/// Reads `source` with the grammar of `dialect`. Never fails: what is not understood is a doubt of the script.
pub fn read(source: &str, dialect: Dialect) -> Script<'_> {
    if dialect.shell().has_cmdlets {
        let mut script = powershell::read(source, dialect);
        doubt_contradictions(&mut script);
        return script;
    }
    let mut reader = ScriptReader::new(source, dialect);
    reader.script();
    reader.script.index_commands();
    reader.script.operators = operators(source, &reader.script.tokens);
    doubt_contradictions(&mut reader.script);
    if let Some(span) = hidden_sign(&reader.script) {
        let kind = DoubtKind::Unsupported("a sign after a character that a locale can read together with it");
        reader.script.doubts.push(Doubt { span, kind });
    }
    reader.script
}

/// Adds a doubt to a script whose indexes or spans contradict each other.
pub(super) fn doubt_contradictions(script: &mut Script<'_>) {
    if script.doubts.is_empty()
        && let Some(span) = contradiction(script)
    {
        script.doubts.push(Doubt { span, kind: DoubtKind::Contradiction });
    }
}

/// Where a list ends, besides the end of the text.
#[derive(Clone, Copy)]
pub(super) enum Stop {
    /// Only at the end.
    End,
    /// At `)`.
    Parenthesis,
    /// At one of these reserved words in command position.
    Keywords(&'static [&'static str]),
    /// At `;;`, `;&`, `;;&` or `esac`.
    CaseArm,
}

/// A here-document whose body starts at the next newline.
pub(super) struct Pending {
    pub(super) redirect: u32,
    pub(super) delimiter: String,
    pub(super) literal: bool,
    pub(super) strip_tabs: bool,
    pub(super) scope: u32,
}

pub(super) struct ScriptReader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Reading ends here; the inside of a back-quote or of a here-document ends earlier than the text.
    pub(super) end: usize,
    pub(super) depth: usize,
    /// Set by the doubt that lost the thread; nothing is read and nothing doubted after it.
    pub(super) lost: bool,
    /// Where the thread was lost: what was open then ends there.
    lost_at: usize,
    pub(super) script: Script<'a>,
    /// Words, pieces and assignments of the commands that are still open, innermost last.
    pub(super) words: Vec<Word>,
    /// Stages of the pipelines that are still open, innermost last.
    stages: Vec<Stage>,
    pub(super) pieces: Vec<Piece>,
    pub(super) assignments: Vec<Assignment>,
    pub(super) pending: Vec<Pending>,
    /// A regular expression is read, in which parentheses and `|` are text.
    pub(super) regex: bool,
}

impl<'a> ScriptReader<'a> {
    fn new(source: &'a str, dialect: Dialect) -> Self {
        let mut script = Script { source, dialect, ..Script::default() };
        let guess = source.len() / 6 + 4;
        script.tokens.reserve(guess);
        script.words.reserve(guess);
        script.scopes.push(Scope { kind: ScopeKind::Script, parent: 0, span: Span::new(0, source.len()) });
        Self {
            bytes: source.as_bytes(),
            at: 0,
            end: source.len(),
            depth: 0,
            lost: false,
            lost_at: 0,
            script,
            words: Vec::with_capacity(8),
            stages: Vec::new(),
            pieces: Vec::new(),
            assignments: Vec::new(),
            pending: Vec::new(),
            regex: false,
        }
    }

    fn script(&mut self) {
        self.list(0, Stop::End);
        if self.at < self.end {
            self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
        }
        self.unclosed_here_documents(0);
    }

    // ---- bytes -----------------------------------------------------------------------------------------------

    pub(super) fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        if at < self.end { self.bytes.get(at).copied() } else { None }
    }

    /// The current byte, or where the thread was lost.
    pub(super) fn reached(&self) -> usize {
        if self.lost { self.lost_at.min(self.at) } else { self.at }
    }

    pub(super) fn text(&self, start: usize, end: usize) -> &'a str {
        Span::new(start, end).slice(self.script.source)
    }

    /// Whether a backslash-newline is `ahead` bytes on.
    fn continuation_at(&self, ahead: usize) -> bool {
        self.peek_at(ahead) == Some(b'\\') && self.peek_at(ahead + 1) == Some(b'\n')
    }

    /// Skips blanks and backslash-newlines.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.at += 1,
                Some(b'\\') if self.continuation_at(0) => self.at += 2,
                _ => return,
            }
        }
    }

    /// Skips blanks, comments and newlines, reading here-documents where their lines begin.
    pub(super) fn blank_lines(&mut self) {
        loop {
            self.blanks();
            match self.peek() {
                Some(b'#') => self.comment(),
                Some(b'\n') => self.newline(),
                _ => return,
            }
        }
    }

    fn comment(&mut self) {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
        self.script.comments.push(Span::new(start, self.at));
    }

    fn newline(&mut self) {
        self.token(TokenKind::Newline, 1);
        if !self.pending.is_empty() {
            self.here_documents();
        }
    }

    /// Records a token of `length` bytes and steps over it.
    pub(super) fn token(&mut self, kind: TokenKind, length: usize) -> Span {
        let span = Span::new(self.at, self.at + length);
        self.script.tokens.push(Token { span, kind });
        self.at += length;
        span
    }

    // ---- doubts ----------------------------------------------------------------------------------------------

    /// Records what is not understood; reading goes on.
    pub(super) fn doubt(&mut self, span: Span, kind: DoubtKind) {
        if !self.lost {
            self.script.doubts.push(Doubt { span, kind });
        }
    }

    /// Records what is not understood and stops reading: the thread is lost.
    pub(super) fn fail(&mut self, span: Span, kind: DoubtKind) {
        if !self.lost {
            let start = self.boundary(span.start as usize);
            let end = self.boundary((span.end as usize).max(start + 1).min(self.script.source.len()));
            self.doubt(Span::new(start, end.max(start)), kind);
            self.lost = true;
            self.lost_at = start;
        }
        self.at = self.end;
    }

    /// The next character boundary at or after `at`.
    fn boundary(&self, mut at: usize) -> usize {
        while at < self.script.source.len() && !self.script.source.is_char_boundary(at) {
            at += 1;
        }
        at.min(self.script.source.len())
    }

    /// Goes one level deeper, or fails.
    pub(super) fn deeper(&mut self) -> bool {
        if self.depth >= NESTING_MAX {
            self.fail(Span::new(self.at, self.at + 1), DoubtKind::TooDeep);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Opens a scope inside `parent` at the current byte.
    pub(super) fn open(&mut self, kind: ScopeKind, parent: u32) -> u32 {
        self.script.scopes.push(Scope { kind, parent, span: Span::new(self.at, self.at) });
        self.script.scopes.len() as u32 - 1
    }

    /// Closes a scope at the current byte.
    pub(super) fn close(&mut self, scope: u32) {
        let end = self.at as u32;
        if let Some(scope) = self.script.scopes.get_mut(scope as usize) {
            scope.span.end = end.max(scope.span.start);
        }
    }

    // ---- lists -----------------------------------------------------------------------------------------------

    /// Reads commands up to `stop`, which is left unread. Tells whether there was any.
    pub(super) fn list(&mut self, scope: u32, stop: Stop) -> bool {
        let mut before = Joint::Edge;
        let mut any = false;
        loop {
            self.blank_lines();
            if self.stopped(stop) {
                return any;
            }
            any = true;
            let functions = self.script.functions.len();
            let last = self.and_or(scope, before);
            self.blanks();
            let after = match self.peek() {
                None | Some(b')') => Joint::Edge,
                Some(b'\n' | b'#') => Joint::Sequence,
                Some(b';') if matches!(self.peek_at(1), Some(b';' | b'&')) => Joint::Edge,
                Some(b';') => {
                    self.token(TokenKind::Operator, 1);
                    Joint::Sequence
                }
                Some(b'&') => {
                    if self.script.shell().disowns && matches!(self.peek_at(1), Some(b'!' | b'|')) {
                        self.fail(Span::new(self.at, self.at + 2), DoubtKind::UnsupportedZsh("`&!` of zsh"));
                        return any;
                    }
                    self.token(TokenKind::Operator, 1);
                    self.doubt_definitions(functions, "a function definition in the background");
                    Joint::Background
                }
                Some(_) => {
                    self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
                    return any;
                }
            };
            self.join_after(last, after);
            before = after;
        }
    }

    /// Whether the list ends here.
    fn stopped(&self, stop: Stop) -> bool {
        let Some(byte) = self.peek() else { return true };
        match stop {
            Stop::End => false,
            Stop::Parenthesis => byte == b')',
            Stop::Keywords(words) => words.contains(&self.reserved()),
            Stop::CaseArm => {
                byte == b';' && matches!(self.peek_at(1), Some(b';' | b'&')) || self.reserved() == "esac"
            }
        }
    }

    pub(super) fn join_after(&mut self, command: Option<u32>, joint: Joint) {
        if let Some(command) = command.and_then(|index| self.script.commands.get_mut(index as usize)) {
            command.after = joint;
        }
    }

    /// Reads pipelines joined by `&&` and `||`. Gives the last command when it is a simple one.
    fn and_or(&mut self, scope: u32, mut before: Joint) -> Option<u32> {
        loop {
            let last = self.pipeline(scope, before);
            self.blanks();
            let joint = match (self.peek(), self.peek_at(1)) {
                (Some(b'&'), Some(b'&')) => Joint::And,
                (Some(b'|'), Some(b'|')) => Joint::Or,
                _ => return last,
            };
            let operator = self.token(TokenKind::Operator, 2);
            self.join_after(last, joint);
            before = joint;
            self.after_operator(operator);
        }
    }

    /// Skips to the command that must follow an operator.
    fn after_operator(&mut self, operator: Span) {
        self.blank_lines();
        if self.peek().is_none() {
            self.doubt(operator, DoubtKind::TrailingOperator);
        }
    }

    /// Doubts the word here, of `length` bytes, where `time` is no part of a pipeline. What follows is read as elsewhere, so
    /// that rules see the command.
    fn doubt_time(&mut self, what: &'static str, length: usize) {
        if !self.script.shell().times_pipelines {
            self.doubt(Span::new(self.at, self.at + length), DoubtKind::UnsupportedZsh(what));
        }
    }

    fn pipeline(&mut self, scope: u32, mut before: Joint) -> Option<u32> {
        let (mut negated, mut timed) = (false, false);
        let start = self.at;
        loop {
            match self.reserved() {
                "!" => {
                    self.token(TokenKind::Keyword, 1);
                    negated = !negated;
                }
                "time" => {
                    if negated {
                        self.doubt_time("`time` after `!`, which zsh runs as a program", 4);
                    }
                    self.token(TokenKind::Keyword, 4);
                    timed = true;
                    self.blanks();
                    if self.reserved() == "-p" {
                        self.doubt_time("`-p` after `time`, which zsh runs as a program", 2);
                        self.token(TokenKind::Keyword, 2);
                    }
                }
                _ => break,
            }
            self.blanks();
        }
        let base = self.stages.len();
        let functions = self.script.functions.len();
        let mut pipe = Joint::Edge;
        loop {
            let first = self.script.commands.len() as u32;
            let last = self.command(scope, before, negated);
            let commands = first..self.script.commands.len() as u32;
            self.stages.push(Stage { pipeline: 0, before: pipe, commands, is_simple: last.is_some() });
            let span = Span::new(start, self.at);
            self.blanks();
            let joint = match (self.peek(), self.peek_at(1)) {
                (Some(b'|'), Some(b'|')) => Joint::Edge,
                (Some(b'|'), Some(b'&')) => Joint::PipeBoth,
                (Some(b'|'), _) => Joint::Pipe,
                _ => Joint::Edge,
            };
            if joint != Joint::Edge {
                self.doubt_definitions(functions, "a function definition in a pipeline");
            }
            if joint == Joint::Edge {
                let stages = self.end_stages(base);
                self.script.pipelines.push(Pipeline { scope, span, stages, timed });
                return last;
            }
            let operator = self.token(TokenKind::Operator, if joint == Joint::PipeBoth { 2 } else { 1 });
            self.join_after(last, joint);
            before = joint;
            pipe = joint;
            self.after_operator(operator);
        }
    }

    /// Moves the stages from `base` on into the script, as those of the next pipeline.
    fn end_stages(&mut self, base: usize) -> core::ops::Range<u32> {
        let index = self.script.pipelines.len() as u32;
        let first = self.script.stages.len() as u32;
        let stages = self.stages.drain(base..).map(|stage| Stage { pipeline: index, ..stage });
        self.script.stages.extend(stages);
        first..self.script.stages.len() as u32
    }

    /// The raw text up to the next metacharacter: a reserved word if it is one. No longer than any of them.
    pub(super) fn reserved(&self) -> &'a str {
        let mut end = self.at;
        while end < self.end && end - self.at <= 9 {
            match self.bytes.get(end) {
                Some(byte) if !is_meta(*byte) => end += 1,
                _ => break,
            }
        }
        self.text(self.at, end)
    }

    /// Reads one command. Gives its index when it is a simple one.
    pub(super) fn command(&mut self, scope: u32, before: Joint, negated: bool) -> Option<u32> {
        match self.peek()? {
            b'(' if self.peek_at(1) == Some(b'(') => {
                Some(self.arithmetic_command(scope, before, negated, false))
            }
            b'(' => {
                self.parenthesis(scope);
                None
            }
            b';' | b'&' | b'|' | b')' if !self.redirect_ahead() => {
                self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
                None
            }
            b'[' if self.reserved() == "[[" => Some(self.conditional_expression(scope, before, negated)),
            byte if chars::starts_keyword(byte) && self.compound(scope) => None,
            _ => self.simple(scope, before, negated),
        }
    }

    /// Reads a simple command and gives its index; or the definition of a function, which is none.
    fn simple(&mut self, scope: u32, before: Joint, negated: bool) -> Option<u32> {
        let index = self.script.commands.len() as u32;
        let start = self.at;
        self.script.commands.push(Simple {
            span: Span::at(start),
            words: 0..0,
            assignments: 0..0,
            scope,
            before,
            after: Joint::Edge,
            negated,
        });
        let words = self.words.len();
        let assignments = self.assignments.len();
        let mut end = start;
        loop {
            self.blanks();
            let Some(byte) = self.peek() else { break };
            let named = self.words.len() > words;
            match byte {
                b'\n' | b';' | b'|' | b')' => break,
                b'&' if self.peek_at(1) != Some(b'>') => break,
                b'#' => {
                    self.comment();
                    break;
                }
                b'(' => {
                    if self.words.len() == words + 1 && self.begins_definition(index, assignments) {
                        let is_certain =
                            scope == 0 && !negated && matches!(before, Joint::Edge | Joint::Sequence);
                        self.definition(scope, is_certain);
                        return None;
                    }
                    if self.words.len() == words + 1 && self.function(scope) {
                        end = self.at;
                    } else {
                        self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
                    }
                    break;
                }
                _ if self.redirect_ahead() => self.redirect(Some(index), scope),
                _ if !named && self.assignment(scope) => {}
                _ => {
                    let kind = if named { TokenKind::Argument } else { TokenKind::CommandName };
                    let word = self.word(kind, scope);
                    self.doubt_descriptor(word.span);
                    if !named && self.hides_keyword(&word) {
                        self.fail(word.span, DoubtKind::Unexpected);
                    }
                    self.words.push(word);
                }
            }
            end = self.at;
        }
        self.doubt_subscripts(words);
        let words = self.take_words(words);
        let first = self.script.assignments.len() as u32;
        self.script.assignments.extend(self.assignments.drain(assignments..));
        let last = self.script.assignments.len() as u32;
        if let Some(simple) = self.script.commands.get_mut(index as usize) {
            simple.span = Span::new(start, end);
            simple.words = words;
            simple.assignments = first..last;
        }
        self.doubt_array_for_command(index);
        Some(index)
    }

    /// A list in front of a command reaches the command as something else.
    fn doubt_array_for_command(&mut self, index: u32) {
        let Some(command) = self.script.commands.get(index as usize).filter(|it| !it.words.is_empty()) else {
            return;
        };
        let list = self.script.assignments_of(command).iter().find(|it| it.elements.is_some());
        if let Some(span) = list.map(|it| it.span) {
            self.doubt(span, DoubtKind::Unsupported("an array assignment in front of a command"));
        }
    }

    /// Doubts the functions from the one at `first` on, which another process defines.
    fn doubt_definitions(&mut self, first: usize, what: &'static str) {
        if let Some(span) = self.script.functions.get(first).map(|function| function.name) {
            self.doubt(span, DoubtKind::Unsupported(what));
        }
    }

    /// Whether `(` after the only word of the command at `index` makes it the name of a function.
    fn begins_definition(&self, index: u32, assignments: usize) -> bool {
        let (Some(name), Some(token)) = (self.words.last(), self.script.tokens.last()) else { return false };
        let ahead = self.text(self.at + 1, self.end).trim_start_matches([' ', '\t']);
        ahead.starts_with(')')
            && self.script.commands.len() == index as usize + 1
            && self.assignments.len() == assignments
            && token.kind == TokenKind::CommandName
            && token.span == name.span
            && name.value == Value::Plain
            && self.script.commands.last().is_some_and(|command| command.span.start == name.span.start)
    }

    /// Whether a line break that the shell takes away first is in a reserved word: `i\`, a break and `f` are `if`.
    fn hides_keyword(&self, word: &Word) -> bool {
        const RESERVED: &[&str] = &[
            "!", "[[", "]]", "{", "}", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for",
            "function", "if", "in", "select", "then", "time", "until", "while",
        ];
        let broken = self.script.pieces_of(word).iter().any(|piece| piece.kind == PieceKind::Continuation);
        broken && self.script.text(word).is_some_and(|text| RESERVED.contains(&text))
    }

    /// Doubts words in which bash reads on to a matching `]`: the name of a command, and arguments of built-ins that
    /// assign.
    fn doubt_subscripts(&mut self, base: usize) {
        let Some((span, traits)) = self.words.get(base).map(|word| (word.span, word.traits)) else { return };
        if traits.has(Traits::CONTINUED) {
            self.doubt(span, DoubtKind::Unsupported("a line break inside a command name"));
        }
        self.doubt_opening_brace(span);
        // As zsh 5.9 does: after an assignment, `nocorrect ls` runs `ls`.
        if self.script.shell().further_keywords.contains(&span.slice(self.script.source)) {
            self.doubt(span, DoubtKind::UnsupportedZsh("a reserved word after an assignment"));
        }
        let assigns = matches!(
            span.slice(self.script.source),
            "alias" | "declare" | "eval" | "export" | "let" | "local" | "readonly" | "typeset"
        );
        if !assigns {
            return;
        }
        for at in base + 1..self.words.len() {
            let Some(span) = self.words.get(at).map(|word| word.span) else { return };
            let text = span.slice(self.script.source);
            let name = text
                .bytes()
                .take_while(|byte| chars::is_name(*byte) || matches!(byte, b'\\' | b'\n'))
                .count();
            if name > 0 && text.as_bytes().get(name) == Some(&b'[') {
                self.doubt(span, DoubtKind::Unsupported("a subscript"));
            }
        }
    }

    /// Moves the open words from `base` on into the script.
    fn take_words(&mut self, base: usize) -> core::ops::Range<u32> {
        let first = self.script.words.len() as u32;
        self.script.words.extend(self.words.drain(base..));
        first..self.script.words.len() as u32
    }

    /// Puts one word into the script and gives its index.
    pub(super) fn keep(&mut self, word: Word) -> u32 {
        self.script.words.push(word);
        self.script.words.len() as u32 - 1
    }

    /// Reads `name=value` or `name+=value` if that is what is here.
    fn assignment(&mut self, scope: u32) -> bool {
        let start = self.at;
        let mut end = start;
        while end < self.end && self.bytes.get(end).is_some_and(|byte| chars::is_name(*byte)) {
            end += 1;
        }
        if end == start || self.bytes.get(start).is_some_and(u8::is_ascii_digit) {
            return false;
        }
        let byte = |at: usize| if at < self.end { self.bytes.get(at).copied() } else { None };
        let append = byte(end) == Some(b'+') && byte(end + 1) == Some(b'=');
        if byte(end) == Some(b'[') {
            self.doubt(Span::new(start, end + 1), DoubtKind::Unsupported("a subscript"));
            return false;
        }
        if !append && byte(end) != Some(b'=') {
            return false;
        }
        let name = Span::new(start, end);
        let value_at = end + if append { 2 } else { 1 };
        let token = self.script.tokens.len();
        self.script.tokens.push(Token { span: name, kind: TokenKind::Assignment });
        self.at = value_at;
        let mut elements = None;
        let value = if byte(value_at) == Some(b'(') {
            elements = Some(self.array(scope));
            Word::without_parts(Span::new(value_at, self.reached().max(value_at)), Value::Unknown)
        } else {
            self.word_body(value_at, scope, true)
        };
        let span = Span::new(start, self.at);
        if let Some(token) = self.script.tokens.get_mut(token) {
            token.span = span;
        }
        let value = self.keep(value);
        self.assignments.push(Assignment { span, name, append, value, elements });
        true
    }

    /// Reads the words of `name=(…)`. Line breaks between them end nothing.
    fn array(&mut self, scope: u32) -> Vec<u32> {
        let start = self.at;
        let mut elements = Vec::new();
        self.at += 1;
        if !self.script.shell().variables_hold_text {
            self.doubt(Span::new(start, start + 1), DoubtKind::Unsupported("an array assignment"));
        }
        loop {
            self.blanks();
            match self.peek() {
                Some(b'#') => self.comment(),
                Some(b'\n') if self.pending.is_empty() => self.at += 1,
                Some(b'\n') => {
                    let what = "an array over the line that a here-document follows";
                    self.fail(Span::new(start, start + 1), DoubtKind::Unsupported(what));
                    return elements;
                }
                None => {
                    self.fail(Span::new(start, start + 1), DoubtKind::UnclosedGroup);
                    return elements;
                }
                Some(b')') => {
                    self.at += 1;
                    return elements;
                }
                Some(b'|' | b'&' | b';' | b'(' | b'<' | b'>') if !self.process_substitution_ahead() => {
                    self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
                    return elements;
                }
                Some(byte) => {
                    let at = self.at;
                    if byte == b'[' {
                        self.doubt(Span::new(at, at + 1), DoubtKind::Unsupported("a subscript"));
                    }
                    let word = self.word_body(at, scope, false);
                    elements.push(self.keep(word));
                }
            }
        }
    }
}
