//! The texts that checks search, each with the mapping back to the original.
//!
//! A view hides quoted text. A match in a view is mapped back, so that every span lies on the text that the person
//! typed.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

use crate::script::Script;
use crate::script::spelling::PieceKind;
use crate::sorted;
use crate::span::Span;

/// The views of one command. Each is made when it is first asked for, once.
#[derive(Debug)]
pub struct Views<'s> {
    script: &'s Script<'s>,
    unquoted: OnceCell<View>,
    fully_unquoted: OnceCell<View>,
    unquoted_keep_quotes: OnceCell<View>,
}

/// A text made from the original by leaving parts out.
#[derive(Debug, Default)]
pub struct View {
    text: String,
    /// Where runs of kept bytes begin: offset in the view, offset in the original.
    runs: Vec<(u32, u32)>,
}

impl View {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place in the original of `start..end` in the view, from its first to its last byte.
    pub fn original(&self, start: usize, end: usize) -> Span {
        let last = end.max(start + 1) - 1;
        Span::new(self.offset(start), self.offset(last) + usize::from(end > start))
    }

    fn offset(&self, at: usize) -> usize {
        let run = self.runs.partition_point(|(view, _)| *view as usize <= at);
        let (view, original) =
            run.checked_sub(1).and_then(|run| self.runs.get(run)).copied().unwrap_or((0, 0));
        original as usize + at.saturating_sub(view as usize)
    }

    fn keep(&mut self, source: &str, from: usize, to: usize) {
        if from < to {
            self.runs.push((self.text.len() as u32, from as u32));
            self.text.push_str(Span::new(from, to).slice(source));
        }
    }
}

impl<'s> Views<'s> {
    /// The views of a script.
    pub fn new(script: &'s Script<'s>) -> Self {
        Self {
            script,
            unquoted: OnceCell::new(),
            fully_unquoted: OnceCell::new(),
            unquoted_keep_quotes: OnceCell::new(),
        }
    }

    /// The command, verbatim.
    pub fn original(&self) -> &'s str {
        self.script.source
    }

    /// The first word after the assignments of each simple command, where it is known before the run.
    pub fn base_commands(&self) -> impl Iterator<Item = (&'s str, Span)> + use<'s> {
        let script = self.script;
        script.commands.iter().filter_map(move |command| {
            let word = script.words_of(command).first()?;
            Some((script.text(word)?, word.span))
        })
    }

    /// Without double-quoted text, and without its quotes.
    pub fn unquoted(&self) -> &View {
        self.unquoted.get_or_init(|| {
            self.without(|kind| matches!(kind, PieceKind::DoubleQuoted | PieceKind::Locale), false)
        })
    }

    /// Without single- and double-quoted text, and without the quotes.
    pub fn fully_unquoted(&self) -> &View {
        self.fully_unquoted.get_or_init(|| self.without(is_quoted, false))
    }

    /// Without quoted text, but with the quotes: a `#` next to a quote stays visible as such.
    pub fn unquoted_keep_quotes(&self) -> &View {
        self.unquoted_keep_quotes.get_or_init(|| self.without(is_quoted, true))
    }

    fn without(&self, hidden: fn(PieceKind) -> bool, keep_quotes: bool) -> View {
        let source = self.script.source;
        let mut spans: Vec<(usize, usize)> = self
            .script
            .pieces
            .iter()
            .filter(|piece| !piece.quoted && hidden(piece.kind))
            .map(|piece| (piece.span.start as usize, piece.span.end as usize))
            .collect();
        sorted::sort(&mut spans);
        let mut view = View::default();
        let mut at = 0;
        for (start, end) in spans {
            if start < at {
                continue;
            }
            let open = if keep_quotes {
                source.get(start..end).and_then(|text| text.find(['\'', '"'])).map_or(0, |at| at + 1)
            } else {
                0
            };
            view.keep(source, at, start + open);
            at = if keep_quotes { end.saturating_sub(1).max(start + open) } else { end };
        }
        view.keep(source, at, source.len());
        view
    }
}

fn is_quoted(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::SingleQuoted | PieceKind::DoubleQuoted | PieceKind::AnsiC | PieceKind::Locale)
}
