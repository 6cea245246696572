//! The parsed command of any shell: the [`Script`].
//!
//! Owns the types that all other modules read (simple command, pipeline, word, assignment, redirect, scope, doubt) and
//! the differences between shells, as facts ([`Shell`]). The reader of a shell lowers its text into these types. Holds
//! spans into the source and few copies of it. Never decides anything.

mod command;
mod doubt;
mod nested_text;
mod part;
pub(crate) mod pipelines;
mod redirect;
mod scope;
mod setting;
mod shell;
pub(crate) mod spelling;
mod word;

use alloc::vec::Vec;
use core::iter;
use core::ops::Range;

pub use command::{Assignment, Joint, Operator, Pipeline, Simple, Stage};
pub use doubt::{Doubt, DoubtKind};
pub use nested_text::NestedText;
pub use part::{Arithmetic, Expansions, Part, PartKind};
pub use redirect::{Descriptor, HereDocument, Redirect, RedirectOp};
pub use scope::{Function, Loop, Repeat, Scope, ScopeKind};
pub use setting::{SetTo, Setting};
pub use shell::{Dialect, READS_POWERSHELL, Shell};
use spelling::{Piece, Token};
pub use word::{Value, Word};

use crate::sorted;
use crate::span::Span;

/// A command as read: every simple command in source order, with all that surrounds it.
///
/// The vectors are arenas: [`Simple`] and [`Word`] refer into them by index ranges.
#[derive(Debug, Default)]
pub struct Script<'a> {
    /// The text that every span points into.
    pub source: &'a str,
    /// The shell that it was read for.
    pub dialect: Dialect,
    /// All simple commands, nested ones included, in order of their first byte.
    pub commands: Vec<Simple>,
    /// All pipelines, nested ones included; those of one scope are its list, in source order.
    pub pipelines: Vec<Pipeline>,
    /// What pipelines are made of: the stages of each are together, in order.
    pub stages: Vec<Stage>,
    /// By simple command: the stage that it is, by index.
    pub(crate) stages_by_command: Vec<Option<u32>>,
    /// All words: arguments, assigned values, redirect targets, loop words, patterns.
    pub words: Vec<Word>,
    /// What words are made of, where their text is not known before the run.
    pub parts: Vec<Part>,
    /// All arithmetic expressions, those inside of other expansions included.
    pub arithmetic: Vec<Arithmetic>,
    /// The operators between commands, in source order.
    pub operators: Vec<Operator>,
    /// All redirects, those on groups and loops included, in source order.
    pub redirects: Vec<Redirect>,
    /// Simple commands with their redirects, as indexes, sorted.
    pub(crate) redirects_by_command: Vec<(u32, u32)>,
    /// All assignments in front of commands or alone.
    pub assignments: Vec<Assignment>,
    /// For each name, the last of its assignments whose value is known, as indexes, sorted by name.
    pub(crate) known_by_name: Vec<u32>,
    /// Where commands are: index 0 is the script itself.
    pub scopes: Vec<Scope>,
    /// All `for` loops that go through words.
    pub loops: Vec<Loop>,
    /// All statements that set a variable which holds an object.
    pub settings: Vec<Setting>,
    /// All functions that are surely defined by the time a command after them runs.
    pub functions: Vec<Function>,
    /// All loops that go on while, or until, a condition holds.
    pub repeats: Vec<Repeat>,
    /// What each `case` looks at, as indexes into [`Script::words`].
    pub case_subjects: Vec<u32>,
    /// All here-documents with their bodies.
    pub here_documents: Vec<HereDocument>,
    /// All comments, from `#` up to, not including, the end of the line.
    pub comments: Vec<Span>,
    /// What was not understood. A script with a doubt is never allowed.
    pub doubts: Vec<Doubt>,
    /// How a POSIX shell spells words: for its reader and its checks. Another reader leaves it empty. A word without
    /// pieces is plain text.
    pub pieces: Vec<Piece>,
    /// How a POSIX shell spells everything else, in source order; a word's nested tokens follow the word's own.
    pub tokens: Vec<Token>,
}

impl<'a> Script<'a> {
    /// The words of a simple command, the command name first.
    pub fn words_of(&self, command: &Simple) -> &[Word] {
        slice(&self.words, &command.words)
    }

    /// The leading assignments of a simple command.
    pub fn assignments_of(&self, command: &Simple) -> &[Assignment] {
        slice(&self.assignments, &command.assignments)
    }

    /// The pieces of a word; empty for plain text.
    pub fn pieces_of(&self, word: &Word) -> &[Piece] {
        slice(&self.pieces, &word.pieces)
    }

    /// The parts of a word; empty when its text is known before the run.
    pub fn parts_of(&self, word: &Word) -> &[Part] {
        slice(&self.parts, &word.parts)
    }

    /// The elements of a list, with the place of each and what it is made of; none for a word that is no list, or all of which
    /// is known.
    pub fn elements<'s>(&'s self, word: &Word) -> impl Iterator<Item = (Span, &'s [Part])> {
        let parts = self.parts_of(word);
        let separators =
            || parts.iter().filter(|part| part.kind == PartKind::Separator).map(|part| part.span);
        let starts = iter::once(word.span.start).chain(separators().map(|span| span.end));
        let ends = separators().map(|span| span.start).chain([word.span.end]);
        let spans = starts.zip(ends).map(|(start, end)| Span { start, end });
        let is_list = separators().next().is_some();
        spans.zip(parts.split(|part| part.kind == PartKind::Separator)).filter(move |_| is_list)
    }

    /// The one expansion that a word consists of, quoted or not.
    pub fn only_part(&self, word: &Word) -> Option<&Part> {
        match self.parts_of(word) {
            [part] => Some(part),
            _ => None,
        }
    }

    /// The scope of the commands whose pipe is all of a word.
    pub fn process_in(&self, word: &Word) -> Option<u32> {
        match self.only_part(word)?.kind {
            PartKind::Process { scope, .. } => Some(scope),
            _ => None,
        }
    }

    /// Whether a word is nothing but a pattern, without quotes, other expansions or a `#`, which another reader could
    /// take for the beginning of a comment.
    pub fn is_bare_pattern(&self, word: &Word) -> bool {
        let plain = |part: &Part| match part.kind {
            PartKind::Text => !part.quoted && !self.slice(part.span).contains('#'),
            PartKind::Wildcard => true,
            _ => false,
        };
        word.value == Value::Pattern && self.parts_of(word).iter().all(plain)
    }

    /// Whether a command only computes: `((…))`.
    pub fn is_arithmetic(&self, command: &Simple) -> bool {
        match self.words_of(command) {
            [word] => {
                self.only_part(word).is_some_and(|part| part.kind == PartKind::Arithmetic)
                    && self.slice(word.span).starts_with("((")
            }
            _ => false,
        }
    }

    /// The word at `index`.
    pub fn word(&self, index: u32) -> Option<&Word> {
        self.words.get(index as usize)
    }

    /// The one argument that `word` becomes, when that is known before the run.
    pub fn text<'s>(&'s self, word: &'s Word) -> Option<&'s str> {
        match &word.value {
            Value::Plain => Some(word.span.slice(self.source)),
            Value::Literal(text) => Some(text),
            Value::Several(_) | Value::Pattern | Value::Unknown => None,
        }
    }

    /// The stage that the simple command at `index` is, an index into [`Script::stages`]; none when it is only a part
    /// of one, such as the header of a loop.
    pub fn stage_of(&self, index: usize) -> Option<u32> {
        *self.stages_by_command.get(index)?
    }

    /// The stage in the list of `scope` that is, or holds, the simple command at `index`; an index into
    /// [`Script::stages`].
    pub fn stage_around(&self, index: usize, scope: u32) -> Option<u32> {
        let holds = |stage: &Stage| {
            stage.commands.contains(&(index as u32))
                && self.pipelines.get(stage.pipeline as usize).is_some_and(|it| it.scope == scope)
        };
        self.stages.iter().position(holds).map(|at| at as u32)
    }

    /// The stage whose output the stage at `at` may read.
    pub fn stage_before(&self, at: u32) -> Option<&Stage> {
        let reads = self.stages.get(at as usize)?.before != Joint::Edge;
        self.stages.get(at.checked_sub(1).filter(|_| reads)? as usize)
    }

    /// The stages of a pipeline, first to last.
    pub fn stages_of(&self, pipeline: &Pipeline) -> &[Stage] {
        slice(&self.stages, &pipeline.stages)
    }

    /// The pipelines in the list of `scope`, in source order.
    pub fn pipelines_in(&self, scope: u32) -> impl Iterator<Item = &Pipeline> {
        self.pipelines.iter().filter(move |pipeline| pipeline.scope == scope)
    }

    /// The scope at `scope` and those around it, with their indexes: innermost first, the script last.
    pub fn scopes_around(&self, scope: u32) -> impl Iterator<Item = (u32, &Scope)> {
        let found = |at: u32| self.scopes.get(at as usize).map(|scope| (at, scope));
        // What a scope is in comes before it.
        iter::successors(found(scope), move |(at, scope)| {
            (scope.parent < *at).then(|| found(scope.parent)).flatten()
        })
    }

    /// The redirects of the simple command at `index`, in source order.
    pub fn redirects_of(&self, index: usize) -> impl Iterator<Item = &Redirect> + Clone {
        let index = index as u32;
        let first = self.redirects_by_command.partition_point(|(command, _)| *command < index);
        let own = self.redirects_by_command.get(first..).unwrap_or(&[]).iter();
        own.take_while(move |(command, _)| *command == index)
            .filter_map(|(_, redirect)| self.redirects.get(*redirect as usize))
    }

    /// The text that the script last assigns to `name`.
    pub(crate) fn last_text(&self, name: &str) -> Option<&str> {
        let assignment = |at: u32| self.assignments.get(at as usize);
        let name_of = |at: &u32| assignment(*at).map_or("", |it| self.slice(it.name));
        let at = self.known_by_name.binary_search_by(|at| name_of(at).cmp(name)).ok()?;
        let assignment = assignment(*self.known_by_name.get(at)?)?;
        self.text(self.word(assignment.value)?)
    }

    /// Indexes the assignments of known texts, once all are read.
    fn index_assignments(&mut self) {
        let is_known = |it: &Assignment| self.word(it.value).is_some_and(|word| self.text(word).is_some());
        let known = (0..).zip(&self.assignments).filter(|(_, it)| is_known(it));
        let mut known: Vec<(&str, u32)> = known.map(|(at, it)| (self.slice(it.name), at)).collect();
        sorted::sort_by(&mut known, |(one, at), (other, to)| one.cmp(other).then(to.cmp(at)));
        known.dedup_by_key(|(name, _)| *name);
        self.known_by_name = known.into_iter().map(|(_, at)| at).collect();
    }

    /// Indexes redirects and stages by the command they belong to, and assignments by name, once all are read.
    pub(crate) fn index_commands(&mut self) {
        self.stages_by_command = alloc::vec![None; self.commands.len()];
        for (at, stage) in (0..).zip(&self.stages).filter(|(_, stage)| stage.is_simple) {
            if let Some(own) = self.stages_by_command.get_mut(stage.commands.start as usize) {
                *own = Some(at);
            }
        }

        let owned = self.redirects.iter().enumerate();
        self.redirects_by_command =
            owned.filter_map(|(at, redirect)| Some((redirect.command?, at as u32))).collect();
        sorted::sort(&mut self.redirects_by_command);
        self.index_assignments();
    }

    /// What differs between the shell that it was read for and others.
    pub const fn shell(&self) -> &'static Shell {
        self.dialect.shell()
    }

    /// The scope of the commands whose output a redirect reads, in `< <(…)`.
    pub fn process(&self, redirect: &Redirect) -> Option<u32> {
        let target = self.word(redirect.target).filter(|_| redirect.op == RedirectOp::Read)?;
        match self.only_part(target)?.kind {
            PartKind::Process { scope, reads: true } => Some(scope),
            _ => None,
        }
    }

    /// The source under `span`.
    pub fn slice(&self, span: Span) -> &'a str {
        span.slice(self.source)
    }
}

fn slice<'s, T>(arena: &'s [T], range: &Range<u32>) -> &'s [T] {
    arena.get(range.start as usize..range.end as usize).unwrap_or(&[])
}

#[cfg(test)]
#[path = "pipelines_tests.rs"]
mod pipelines_tests;
