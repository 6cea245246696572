//! The independent witness: tree-sitter-bash reads the same bytes and must find what the strict reader found.
//!
//! Owns the second parser and the comparison of its tree with a [`Script`]'s tokens, words and commands.
//! Never allows anything: it can only object, and an objection is `ask`. Never reads a text that is slow to parse.

mod commands;
mod disagreement;
mod kinds;
mod open_word;
mod order;
mod plain;
mod plain_compound;
mod plain_document;
mod plain_redirect;
mod plain_test;
mod plain_word;
mod redirect;
mod tame;
mod typed;
mod typed_plain;
mod value;
mod walk;
mod word;

use core::fmt;
use core::ops::ControlFlow;

use tree_sitter::{Language, ParseOptions, ParseState, Parser};

use self::kinds::Kinds;
use self::typed::TypedWitness;
use self::walk::{Scratch, Walk};
use crate::script::{READS_POWERSHELL, Script};
use crate::span::Span;

pub use self::disagreement::{Disagreement, DisagreementKind};

/// The second reader. Made once, used for many scripts: the parser and the memory of the comparison are kept.
pub struct Witness {
    parser: Parser,
    /// The language was refused: the two libraries do not fit together, and nothing can be compared.
    unusable: bool,
    kinds: Kinds,
    scratch: Scratch,
    typed: TypedWitness,
}

impl fmt::Debug for Witness {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Witness").finish_non_exhaustive()
    }
}

impl Default for Witness {
    fn default() -> Self {
        Self::new()
    }
}

impl Witness {
    /// A witness with a parser of its own.
    pub fn new() -> Self {
        let language = Language::from(shellgate_grammar::LANGUAGE);
        let mut parser = Parser::new();
        let unusable = parser.set_language(&language).is_err();
        Self {
            parser,
            unusable,
            kinds: Kinds::new(&language),
            scratch: Scratch::default(),
            typed: TypedWitness::default(),
        }
    }

    /// Whether the second parser, reading the source of `script` by itself, finds the same simple commands, words
    /// after quote removal, redirects and operators. zsh scripts are held against the same grammar: what both share.
    ///
    /// # Errors
    /// The first place where the readings differ, or where they cannot be compared: a script with doubts, a text
    /// that is too costly to parse, a text that the second parser does not understand.
    pub fn agrees(&mut self, script: &Script<'_>) -> Result<(), Disagreement> {
        let whole = Span::new(0, script.source.len());
        if let Some(doubt) = script.doubts.first() {
            return Err(Disagreement::new(doubt.span, DisagreementKind::Doubt));
        }
        if self.unusable || !tame::tame(script) {
            return Err(Disagreement::new(whole, DisagreementKind::Cost));
        }
        if script.shell().has_cmdlets {
            if READS_POWERSHELL && typed_plain::agrees(script) {
                return Ok(());
            }
            return self.typed.agrees(script, tame::budget(script.source.len()));
        }
        if plain::agrees(script) {
            return Ok(());
        }
        self.compare_within(script, tame::budget(script.source.len()))
    }

    /// Compares within `left` reports of progress.
    fn compare_within(&mut self, script: &Script<'_>, mut left: usize) -> Result<(), Disagreement> {
        let bytes = script.source.as_bytes();
        let mut progress = |_: &ParseState| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let tree = self.parser.parse_with_options(
            &mut |at, _| bytes.get(at..).unwrap_or(&[]),
            None,
            Some(ParseOptions::new().progress_callback(&mut progress)),
        );
        let Some(tree) = tree else {
            self.parser.reset();
            return Err(Disagreement::new(Span::new(0, bytes.len()), DisagreementKind::Cost));
        };
        Walk::new(script, &self.kinds, &mut self.scratch).compare(&tree)
    }
}

#[cfg(test)]
mod tests;
