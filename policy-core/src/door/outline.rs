//! The structure of a command as a tree, for display.
//!
//! Owns the tree. `syntax` parsed its content; the tree adds nothing, and shows each doubt at its place.

use alloc::vec::Vec;

use serde::Serialize;

use super::offsets::{Offsets, Unit};
use crate::Span;
use crate::limits::COMMAND_CHARACTERS_MAX;
use crate::script::{Dialect, ScopeKind, Script, Value};
use crate::sorted;
use crate::syntax::{PieceKind, TokenKind, read};

/// One node: what it is, where it is, and the content of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "OutlineNode"))]
pub(super) struct Node<'s> {
    /// What it is: `script`, `command`, `word`, `singleQuoted`, `redirect`, …
    kind: &'static str,
    /// Its text.
    text: &'s str,
    /// Where it begins.
    start: u32,
    /// Where it ends.
    end: u32,
    /// For a word: whether it is known before the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<bool>,
    /// The content of it, in the order of the text.
    children: Vec<Node<'s>>,
}

/// A node before it has found its place.
#[derive(Clone, Copy)]
struct Loose {
    span: Span,
    /// Of two nodes with the same bytes the one with the lower rank is outside.
    rank: u8,
    kind: &'static str,
    known: Option<bool>,
}

/// The outline of `command`. Of a text that is too long to be judged, only the root.
pub(super) fn outline(command: &str, dialect: Dialect, unit: Unit) -> Node<'_> {
    let offsets = Offsets::new(command, unit);
    let whole = Loose { span: Span::new(0, command.len()), rank: 0, kind: "script", known: None };
    let mut loose = Vec::new();
    if command.chars().nth(COMMAND_CHARACTERS_MAX).is_none() {
        collect(&read(command, dialect), &mut loose);
    }
    loose.retain(|node| !node.span.is_empty() || node.kind == "doubt");
    sorted::sort_by_key(&mut loose, |node| (node.span.start, core::cmp::Reverse(node.span.end), node.rank));
    nest(whole, &loose, command, &offsets)
}

/// Puts every node into the smallest one around it. What is open is kept on a stack, not in calls.
fn nest<'s>(whole: Loose, sorted: &[Loose], source: &'s str, offsets: &Offsets<'_>) -> Node<'s> {
    let make = |loose: &Loose| {
        let span = offsets.span(loose.span);
        Node {
            kind: loose.kind,
            text: loose.span.slice(source),
            start: span.start,
            end: span.end,
            known: loose.known,
            children: Vec::new(),
        }
    };
    let mut root = make(&whole);
    let mut open: Vec<(Span, Node<'s>)> = Vec::new();
    let close = |open: &mut Vec<(Span, Node<'s>)>, root: &mut Node<'s>| {
        if let Some((_, done)) = open.pop() {
            match open.last_mut() {
                Some((_, parent)) => parent.children.push(done),
                None => root.children.push(done),
            }
        }
    };
    for node in sorted {
        while open.last().is_some_and(|(span, _)| !span.contains(node.span)) {
            close(&mut open, &mut root);
        }
        open.push((node.span, make(node)));
    }
    while !open.is_empty() {
        close(&mut open, &mut root);
    }
    root
}

fn collect(script: &Script<'_>, loose: &mut Vec<Loose>) {
    let mut add = |span, rank, kind, known| loose.push(Loose { span, rank, kind, known });
    for scope in &script.scopes {
        if let Some(kind) = scope_kind(scope.kind) {
            // A substitution is in its word, a list in its compound command.
            let in_word = matches!(
                scope.kind,
                ScopeKind::Substitution | ScopeKind::Backquote | ScopeKind::ProcessSubstitution
            );
            add(scope.span, if in_word { 5 } else { 1 }, kind, None);
        }
    }
    for command in &script.commands {
        add(command.span, 2, "command", None);
    }
    for assignment in &script.assignments {
        add(assignment.span, 3, "assignment", None);
    }
    for redirect in &script.redirects {
        add(redirect.span, 3, "redirect", None);
    }
    for document in &script.here_documents {
        add(document.body, 3, "hereDocument", Some(document.literal));
    }
    for word in &script.words {
        let known = !matches!(word.value, Value::Unknown | Value::Pattern);
        add(word.span, 4, "word", Some(known));
    }
    for piece in &script.pieces {
        if let Some(kind) = piece_kind(piece.kind) {
            add(piece.span, 5, kind, None);
        }
    }
    for token in &script.tokens {
        let kind = match token.kind {
            TokenKind::Operator | TokenKind::CaseMark => "operator",
            TokenKind::Newline => "newline",
            TokenKind::Keyword => "keyword",
            TokenKind::LoopName | TokenKind::FunctionName => "name",
            _ => continue,
        };
        add(token.span, 6, kind, None);
    }
    for comment in &script.comments {
        add(*comment, 6, "comment", None);
    }
    for doubt in &script.doubts {
        add(doubt.span, 7, "doubt", None);
    }
}

const fn scope_kind(kind: ScopeKind) -> Option<&'static str> {
    match kind {
        // The script is the root, and the body of a here-document is in the list of these.
        ScopeKind::Script | ScopeKind::HereDocument => None,
        ScopeKind::Subshell => Some("subshell"),
        ScopeKind::Group => Some("group"),
        ScopeKind::Substitution => Some("substitution"),
        ScopeKind::Backquote => Some("backquote"),
        ScopeKind::ProcessSubstitution => Some("processSubstitution"),
        ScopeKind::Condition => Some("condition"),
        ScopeKind::Body => Some("body"),
        ScopeKind::Function => Some("function"),
    }
}

const fn piece_kind(kind: PieceKind) -> Option<&'static str> {
    match kind {
        PieceKind::Literal => Some("literal"),
        PieceKind::Escape => Some("escape"),
        PieceKind::Continuation => Some("continuation"),
        PieceKind::SingleQuoted => Some("singleQuoted"),
        PieceKind::DoubleQuoted => Some("doubleQuoted"),
        PieceKind::AnsiC => Some("ansiC"),
        PieceKind::Locale => Some("locale"),
        PieceKind::Parameter => Some("parameter"),
        PieceKind::ParameterOperation => Some("parameterOperation"),
        // The scope of the same bytes is there already.
        PieceKind::Substitution(_) | PieceKind::Backquote(_) | PieceKind::ProcessSubstitution(_) => None,
        PieceKind::Arithmetic => Some("arithmetic"),
        PieceKind::Glob => Some("glob"),
        PieceKind::Tilde => Some("tilde"),
        PieceKind::Equals => Some("equals"),
    }
}
