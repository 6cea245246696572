//! The independent witness: tree-sitter-bash reads the same bytes and must find what the strict reader found.
//!
//! Owns the second parser and the comparison of its tree with a [`Script`]'s tokens, words and commands.
//! Never allows anything: it can only object, and an objection is `ask`. Never reads a text that is slow to parse.

mod commands;
mod disagreement;
mod kinds;
mod open_word;
mod order;
mod parse;
mod plain;
mod plain_compound;
mod plain_document;
mod plain_redirect;
mod plain_test;
mod plain_word;
mod redirect;
mod tame;
mod tree;
mod typed;
mod typed_plain;
mod value;
mod walk;
mod word;

use self::tree::TreeWitness;
use self::typed::TypedWitness;
use crate::script::{READS_POWERSHELL, Script};
use crate::span::Span;

pub use self::disagreement::{Disagreement, DisagreementKind};

/// The second reader. Made once, used for many scripts: the parsers and the memory of the comparison are kept.
#[derive(Debug, Default)]
pub struct Witness {
    tree: TreeWitness,
    typed: TypedWitness,
}

impl Witness {
    /// A witness with parsers of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the second parser, reading the source of `script` by itself, finds the same simple commands, words
    /// after quote removal, redirects and operators. zsh scripts are held against the same grammar: what both share.
    ///
    /// # Errors
    /// The first place where the readings differ, or where they cannot be compared: a script with doubts, a text
    /// that is too costly to parse, a text that the second parser does not understand.
    pub fn agrees(&mut self, script: &Script<'_>) -> Result<(), Disagreement> {
        if let Some(doubt) = script.doubts.first() {
            return Err(Disagreement::new(doubt.span, DisagreementKind::Doubt));
        }
        if !tame::tame(script) {
            return Err(Disagreement::new(Span::new(0, script.source.len()), DisagreementKind::Cost));
        }
        let budget = tame::budget(script.source.len());
        if script.shell().has_cmdlets {
            if READS_POWERSHELL && typed_plain::agrees(script) {
                return Ok(());
            }
            return self.typed.agrees(script, budget);
        }
        if plain::agrees(script) {
            return Ok(());
        }
        self.tree.agrees(script, budget)
    }
}

#[cfg(test)]
mod tests;
