//! Checks that every index and every span of a script is valid and points at the right kind of entry.
//!
//! Other modules read a script through its arenas, where an invalid index reads as nothing: a command without words is
//! a bare assignment, a redirect without a target writes nowhere. So a bug of the reader could make a proof see less.
//! This check runs once on every script without a doubt, in linear time; a script that fails gets a doubt and is never
//! allowed.
//!
//! Owns the comparison of the arenas with each other and with the source. Never repairs anything.

use core::ops::Range;

use crate::script::spelling::{Piece, PieceKind};
use crate::script::{
    Assignment, Function, HereDocument, Joint, Loop, Part, PartKind, Pipeline, Redirect, Scope, Script,
    Simple, Stage, Word,
};
use crate::span::Span;

/// The place of the first index or span of `script` that points nowhere; none when all of them hold.
pub(super) fn contradiction(script: &Script<'_>) -> Option<Span> {
    let arenas = Arenas { script };
    let faults = [
        fault(&script.commands, |it| arenas.holds_command(it), |it| it.span),
        fault(&script.pipelines, |it| arenas.holds_pipeline(it), |_| Span::default()),
        fault(&script.words, |it| arenas.holds_word(it), |it| it.span),
        fault(&script.pieces, |it| arenas.holds_piece(it), |it| it.span),
        fault(&script.parts, |it| arenas.holds_part(it), |it| it.span),
        fault(&script.arithmetic, |it| arenas.fits(it.span) && arenas.is_scope(it.scope), |it| it.span),
        fault(&script.operators, |it| arenas.fits(it.span), |it| it.span),
        fault(
            &script.repeats,
            |it| arenas.fits(it.keyword) && arenas.is_scope(it.condition),
            |it| it.keyword,
        ),
        fault(&script.redirects, |it| arenas.holds_redirect(it), |it| it.span),
        fault(&script.assignments, |it| arenas.holds_assignment(it), |it| it.span),
        fault(&script.loops, |it| arenas.holds_loop(it), |it| it.name),
        fault(&script.functions, |it| arenas.holds_function(it), |it| it.name),
        fault(&script.here_documents, |it| arenas.holds_document(it), |it| it.body),
        fault(&script.comments, |it| arenas.fits(*it), |it| *it),
        fault(&script.tokens, |it| arenas.fits(it.span), |it| it.span),
        fault(&script.case_subjects, |it| arenas.is_word(*it), |_| Span::default()),
        (0..).zip(&script.stages).find(|it| !arenas.holds_stage(*it)).map(|_| Span::default()),
        (0..).zip(&script.scopes).find(|it| !arenas.holds_scope(*it)).map(|(_, scope)| scope.span),
    ];
    faults.into_iter().flatten().next().map(|span| arenas.shown(span))
}

/// The place of the first of `arena` that does not hold.
fn fault<T>(arena: &[T], holds: impl Fn(&T) -> bool, place: impl Fn(&T) -> Span) -> Option<Span> {
    arena.iter().find(|it| !holds(it)).map(place)
}

/// The arenas of one script.
#[derive(Clone, Copy)]
struct Arenas<'a, 's> {
    script: &'a Script<'s>,
}

impl Arenas<'_, '_> {
    /// A place that can be shown: the span, or the whole text when the span does not fit it.
    fn shown(self, span: Span) -> Span {
        if self.fits(span) && !span.is_empty() { span } else { Span::new(0, self.script.source.len()) }
    }

    /// Whether a span covers bytes of the source, from character to character.
    fn fits(self, span: Span) -> bool {
        span.get(self.script.source).is_some()
    }

    fn is_word(self, index: u32) -> bool {
        (index as usize) < self.script.words.len()
    }

    fn is_scope(self, index: u32) -> bool {
        (index as usize) < self.script.scopes.len()
    }

    fn is_command(self, index: u32) -> bool {
        (index as usize) < self.script.commands.len()
    }

    fn holds_command(self, command: &Simple) -> bool {
        let covers = |span: Span| command.span.contains(span);
        self.fits(command.span)
            && self.is_scope(command.scope)
            && all_in(&self.script.words, &command.words, |word| covers(word.span))
            && all_in(&self.script.assignments, &command.assignments, |it| covers(it.span))
    }

    fn holds_pipeline(self, pipeline: &Pipeline) -> bool {
        let first = self.script.stages.get(pipeline.stages.start as usize);
        self.is_scope(pipeline.scope)
            && self.fits(pipeline.span)
            && first.is_some_and(|first| first.before == Joint::Edge)
            && pipeline.stages.start < pipeline.stages.end
            && all_in(&self.script.stages, &pipeline.stages, |_| true)
    }

    /// A stage belongs to the pipeline that it names, and a simple one is a command of that pipeline's list.
    fn holds_stage(self, (index, stage): (u32, &Stage)) -> bool {
        let Some(pipeline) = self.script.pipelines.get(stage.pipeline as usize) else { return false };
        let first = self.script.commands.get(stage.commands.start as usize);
        pipeline.stages.contains(&index)
            && (index == pipeline.stages.start) == (stage.before == Joint::Edge)
            && all_in(&self.script.commands, &stage.commands, |_| true)
            && (!stage.is_simple || first.is_some_and(|first| first.scope == pipeline.scope))
    }

    fn holds_word(self, word: &Word) -> bool {
        self.fits(word.span)
            && all_in(&self.script.pieces, &word.pieces, |piece| word.span.contains(piece.span))
            && all_in(&self.script.parts, &word.parts, |part| word.span.contains(part.span))
    }

    fn holds_piece(self, piece: &Piece) -> bool {
        let scope = match piece.kind {
            PieceKind::Substitution(scope)
            | PieceKind::Backquote(scope)
            | PieceKind::ProcessSubstitution(scope) => Some(scope),
            _ => None,
        };
        self.fits(piece.span) && scope.is_none_or(|scope| self.is_scope(scope))
    }

    fn holds_part(self, part: &Part) -> bool {
        let holds = match part.kind {
            PartKind::Substitution(scope) | PartKind::Block(scope) | PartKind::Process { scope, .. } => {
                self.is_scope(scope)
            }
            PartKind::Variable(name) => part.span.contains(name) && self.fits(name),
            _ => true,
        };
        self.fits(part.span) && holds
    }

    fn holds_redirect(self, redirect: &Redirect) -> bool {
        self.fits(redirect.span)
            && redirect.span.contains(redirect.op_span)
            && self.is_word(redirect.target)
            && redirect.command.is_none_or(|command| self.is_command(command))
    }

    fn holds_assignment(self, assignment: &Assignment) -> bool {
        self.fits(assignment.span)
            && assignment.span.contains(assignment.name)
            && self.is_word(assignment.value)
            && assignment.elements.iter().flatten().all(|word| self.is_word(*word))
    }

    /// Only the script itself is its own parent; every other scope follows the one around it.
    fn holds_scope(self, (index, scope): (u32, &Scope)) -> bool {
        self.fits(scope.span) && (scope.parent < index || (scope.parent, index) == (0, 0))
    }

    fn holds_loop(self, each: &Loop) -> bool {
        self.fits(each.name) && self.is_scope(each.body) && each.words.iter().all(|word| self.is_word(*word))
    }

    fn holds_function(self, function: &Function) -> bool {
        self.fits(function.span) && function.span.contains(function.name) && self.is_scope(function.body)
    }

    fn holds_document(self, document: &HereDocument) -> bool {
        self.fits(document.body)
            && self.is_word(document.word)
            && (document.redirect as usize) < self.script.redirects.len()
    }
}

/// Whether `range` lies in `arena`, and `holds` is true of everything in it.
fn all_in<T>(arena: &[T], range: &Range<u32>, holds: impl Fn(&T) -> bool) -> bool {
    arena.get(range.start as usize..range.end as usize).is_some_and(|part| part.iter().all(holds))
}

#[cfg(test)]
#[expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::script::{Dialect, DoubtKind};
    use crate::syntax::reader::doubt_contradictions;
    use crate::syntax::{TokenKind, read};

    /// A text with everything in it that a script has indexes or spans for.
    const TEXT: &str = "x=é; for f in a b; do echo \"$f\" $(pwd) <(ls) > out; done # c\ncat <<E\n$x\nE\ncase $x in a) ls;; esac\nl=(a b)\nf() { ls; }";

    /// An index and an offset that nothing in it has.
    const FAR: u32 = 9_999;

    /// A range that ends before it begins.
    const BACKWARDS: Range<u32> = Range { start: 3, end: 2 };

    #[test]
    fn what_was_read_holds_together() {
        let script = read(TEXT, Dialect::Bash);
        assert_eq!((script.doubts.as_slice(), contradiction(&script)), (&[][..], None));
    }

    #[test]
    fn every_seeded_fault_is_found_and_becomes_a_doubt() {
        type Seed = fn(&mut Script<'_>);
        assert_eq!(Span::new(3, 4).get(TEXT), None, "the middle of `é`");
        let seeds: &[(&str, Seed)] = &[
            ("a command's span", |it| it.commands[0].span.end = FAR),
            ("a command's span inside a character", |it| it.commands[0].span.end = 3),
            ("a command's words", |it| it.commands[1].words.end = FAR),
            ("a command's words, backwards", |it| it.commands[1].words = BACKWARDS),
            ("another command's words", |it| it.commands[1].words = it.commands[4].words.clone()),
            ("a command's assignments", |it| it.commands[0].assignments.end = FAR),
            ("a command's scope", |it| it.commands[0].scope = FAR),
            ("a pipeline's scope", |it| it.pipelines[0].scope = FAR),
            ("a pipeline's stages", |it| it.pipelines[0].stages.end = FAR),
            ("a pipeline without stages", |it| it.pipelines[0].stages.end = it.pipelines[0].stages.start),
            ("a stage's pipeline", |it| it.stages[0].pipeline = FAR),
            ("a stage of another pipeline", |it| it.stages[0].pipeline = 1),
            ("a stage's commands", |it| it.stages[0].commands.end = FAR),
            ("a first stage after a pipe", |it| it.stages[0].before = Joint::Pipe),
            ("a stage in another list", |it| it.pipelines[0].scope = 1),
            ("a word's span", |it| it.words[1].span.end = FAR),
            ("a word's span, backwards", |it| it.words[1].span = Span { start: 9, end: 8 }),
            ("a word's pieces", |it| it.words[1].pieces = FAR..FAR + 1),
            ("another word's pieces", |it| it.words[0].pieces = 2..3),
            ("a piece's span", |it| it.pieces[0].span.end = FAR),
            ("a substitution's scope", |it| {
                let piece = it.pieces.iter_mut().find(|it| matches!(it.kind, PieceKind::Substitution(_)));
                piece.unwrap().kind = PieceKind::Substitution(FAR);
            }),
            ("a word's parts", |it| it.words[2].parts = FAR..FAR + 1),
            ("a part's span", |it| it.parts[0].span.end = FAR),
            ("a part's name", |it| {
                let part = it.parts.iter_mut().find(|it| matches!(it.kind, PartKind::Variable(_)));
                part.unwrap().kind = PartKind::Variable(Span { start: FAR, end: FAR });
            }),
            ("a part's scope", |it| {
                let part = it.parts.iter_mut().find(|it| matches!(it.kind, PartKind::Substitution(_)));
                part.unwrap().kind = PartKind::Substitution(FAR);
            }),
            ("an operator", |it| it.operators[0].span.end = FAR),
            ("a redirect's target", |it| it.redirects[0].target = FAR),
            ("a redirect's operator", |it| it.redirects[0].op_span.end = FAR),
            ("a redirect's command", |it| it.redirects[0].command = Some(FAR)),
            ("an assignment's value", |it| it.assignments[0].value = FAR),
            ("an assignment's name", |it| it.assignments[0].name.end = FAR),
            ("a scope's parent", |it| it.scopes[1].parent = 1),
            ("a scope's span", |it| it.scopes[1].span.end = FAR),
            ("a loop's name", |it| it.loops[0].name.end = FAR),
            ("a loop's word", |it| it.loops[0].words.push(FAR)),
            ("a loop's body", |it| it.loops[0].body = FAR),
            ("a function's name", |it| it.functions[0].name.end = FAR),
            ("a function's body", |it| it.functions[0].body = FAR),
            ("a list's element", |it| {
                let list = it.assignments.iter_mut().find_map(|it| it.elements.as_mut());
                list.unwrap()[0] = FAR;
            }),
            ("a here-document's body", |it| it.here_documents[0].body.end = FAR),
            ("a here-document's redirect", |it| it.here_documents[0].redirect = FAR),
            ("a here-document's word", |it| it.here_documents[0].word = FAR),
            ("what `case` looks at", |it| it.case_subjects[0] = FAR),
            ("a comment", |it| it.comments[0].end = FAR),
            ("a token", |it| {
                let token = it.tokens.iter_mut().find(|it| it.kind == TokenKind::Argument);
                token.unwrap().span.end = FAR;
            }),
        ];
        for (name, seed) in seeds {
            let mut script = read(TEXT, Dialect::Bash);
            seed(&mut script);
            doubt_contradictions(&mut script);
            let kinds: Vec<_> = script.doubts.iter().map(|doubt| doubt.kind).collect();
            assert_eq!(kinds, [DoubtKind::Contradiction], "{name}");
            assert!(script.doubts[0].span.get(TEXT).is_some_and(|text| !text.is_empty()), "{name}");
        }
    }
}
