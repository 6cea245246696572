//! Gives the empty input of a pipeline to its first command; the other commands read the pipe.
//!
//! Owns the place in the text, and the proof that nothing else changed: the new text is parsed again and must have the
//! same tokens and one more redirect. A redirect after `eval` would have the same effect, but makes the shell keep a
//! second descriptor for the old input open meanwhile.

use alloc::string::String;

use crate::script::{Joint, ScopeKind, Script};
use crate::span::Span;
use crate::syntax::{Token, TokenKind, read};

const REDIRECT: &str = " < /dev/null";

/// `script`'s text with `< /dev/null` after the first of its commands, when all of it is one pipeline of at least two.
///
/// None for everything else, and for what is not understood.
pub fn input_in_first_of_pipe(script: &Script<'_>) -> Option<String> {
    if !is_one_pipeline(script) {
        return None;
    }
    let first = script.commands.first()?;
    if !matches!(first.after, Joint::Pipe | Joint::PipeBoth) {
        return None;
    }
    let at = first.span.end as usize;
    let before = Span::new(0, at).slice(script.source);
    let after = Span::new(at, script.source.len()).slice(script.source);
    let moved = [before, REDIRECT, after].concat();
    adds_only_the_redirect(script, &moved, at).then_some(moved)
}

/// Whether the script is one pipeline of simple commands, or one simple command alone; substitutions in its words are
/// no part of it.
pub(super) fn is_one_pipeline(script: &Script<'_>) -> bool {
    let is_compound = script.scopes.iter().skip(1).any(|scope| {
        matches!(
            scope.kind,
            ScopeKind::Script
                | ScopeKind::Subshell
                | ScopeKind::Group
                | ScopeKind::Condition
                | ScopeKind::Body
                | ScopeKind::Function
        )
    });
    if is_compound || !script.doubts.is_empty() {
        return false;
    }
    let mut before = Joint::Edge;
    for (index, command) in script.commands.iter().filter(|command| command.scope == 0).enumerate() {
        let joined = if index == 0 { Joint::Edge } else { before };
        let piped = index == 0 || matches!(command.before, Joint::Pipe | Joint::PipeBoth);
        if command.before != joined || !piped {
            return false;
        }
        before = command.after;
    }
    script.commands.first().is_some_and(|command| command.scope == 0)
}

/// Whether `moved` reads as `script` does, with one redirect of the first command more, whose operator begins after
/// the blank at `at`.
fn adds_only_the_redirect(script: &Script<'_>, moved: &str, at: usize) -> bool {
    let again = read(moved, script.dialect);
    let added = Span::new(at + 1, at + REDIRECT.len());
    let is_added = |token: &&Token| added.contains(token.span);
    let kinds = again.tokens.iter().filter(is_added).map(|token| token.kind);
    let told = |token: &Token, source: &str| (token.kind, String::from(token.span.slice(source)));
    let old = script.tokens.iter().map(|token| told(token, script.source));
    let new = again.tokens.iter().filter(|token| !is_added(token)).map(|token| told(token, moved));
    again.doubts.is_empty()
        && kinds.eq([TokenKind::Redirect, TokenKind::Target])
        && old.eq(new)
        && again.redirects_of(0).any(|redirect| redirect.span == added)
        && again.redirects.len() == script.redirects.len() + 1
}
