//! A whole script as forms see it: the programs of its commands, and the pipes between them.
//!
//! Owns the extent of pipelines, through groups and loops. Knows no form.

use alloc::vec;
use alloc::vec::Vec;

use crate::script::{Joint, Script};
use crate::span::Span;

/// Where an interpreter's program comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is in the command.
    Inline,
    /// It is read from the input.
    Input,
    /// This place of the command says it: a file's name, or the words of `eval`.
    Named(Span),
}

/// An interpreter that a command runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// Whether it is a shell.
    pub shell: bool,
    /// Where its program comes from.
    pub origin: Origin,
}

/// What one simple command runs, itself or through wrappers, as far as forms about several commands need it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Runs {
    /// Whether it prints what a server sends.
    pub downloads: bool,
    /// The interpreter that it runs.
    pub program: Option<Source>,
}

impl Runs {
    /// Adds what the same command runs besides.
    pub fn add(&mut self, other: Self) {
        self.downloads |= other.downloads;
        self.program = self.program.or(other.program);
    }
}

/// A script, and what its commands run.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    /// The commands as read.
    pub script: &'a Script<'a>,
    /// By command.
    pub runs: &'a [Runs],
}

/// Commands that are joined by pipes.
#[derive(Clone, Debug)]
pub(super) struct Pipeline {
    /// From its first to its last byte.
    pub(super) span: Span,
    /// Its pipes, in order.
    pub(super) pipes: Vec<u32>,
}

/// Every pipeline of a script, nested ones included.
pub(super) fn pipelines(script: &Script<'_>) -> Vec<Pipeline> {
    let mut found = Vec::new();
    let mut open: Vec<Option<Pipeline>> = vec![None; script.scopes.len()];
    let mut starts: Vec<u32> = script.scopes.iter().map(|scope| scope.span.start).collect();
    let mut scopes = Inside::new(script);
    for operator in &script.operators {
        let Span { start: at, end } = operator.span;
        let scope = scopes.at(at);
        let (Some(open), Some(start)) = (open.get_mut(scope), starts.get_mut(scope)) else { continue };
        if matches!(operator.joint, Joint::Pipe | Joint::PipeBoth) {
            let span = Span { start: *start, end: at };
            open.get_or_insert_with(|| Pipeline { span, pipes: Vec::new() }).pipes.push(at);
        } else {
            *start = end;
            if let Some(mut pipeline) = open.take() {
                pipeline.span.end = at;
                found.push(pipeline);
            }
        }
    }
    for (scope, pipeline) in script.scopes.iter().zip(open) {
        // A scope whose end was not found goes on to the end of the text.
        let closed = scope.span.end > scope.span.start;
        let end = if closed { scope.span.end } else { script.source.len() as u32 };
        found.extend(pipeline.map(|open| Pipeline { span: Span { end, ..open.span }, ..open }));
    }
    found
}

/// Walks through a script and tells the innermost scope.
struct Inside<'s> {
    script: &'s Script<'s>,
    /// Scopes by their beginning, outermost first.
    order: Vec<usize>,
    next: usize,
    stack: Vec<usize>,
}

impl<'s> Inside<'s> {
    fn new(script: &'s Script<'s>) -> Self {
        let mut order: Vec<usize> = (1..script.scopes.len()).collect();
        let end = |at: &usize| script.scopes.get(*at).map_or(0, |scope| u32::MAX - scope.span.end);
        let start = |at: &usize| script.scopes.get(*at).map_or(0, |scope| scope.span.start);
        order.sort_by_key(|at| (start(at), end(at), *at));
        Self { script, order, next: 0, stack: vec![0] }
    }

    /// The innermost scope at `at`; asked in ascending order.
    fn at(&mut self, at: u32) -> usize {
        let span =
            |index: usize| self.script.scopes.get(index).map_or_else(Span::default, |scope| scope.span);
        while let Some(scope) = self.order.get(self.next).copied().filter(|scope| span(*scope).start <= at) {
            while self.stack.len() > 1
                && self.stack.last().is_some_and(|top| span(*top).end <= span(scope).start)
            {
                self.stack.pop();
            }
            if !span(scope).is_empty() {
                self.stack.push(scope);
            }
            self.next += 1;
        }
        while self.stack.len() > 1 && self.stack.last().is_some_and(|top| span(*top).end <= at) {
            self.stack.pop();
        }
        self.stack.last().copied().unwrap_or(0)
    }
}
