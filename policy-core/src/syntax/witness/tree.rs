//! The witness that reads a tree: tree-sitter-bash parses the same bytes.
//!
//! Owns the parser, which is made for the first text that needs it: most texts are plain. [`Walk`] compares the tree.

use alloc::boxed::Box;
use core::fmt;

use tree_sitter::{Language, Parser};

use super::disagreement::{Disagreement, DisagreementKind};
use super::kinds::Kinds;
use super::parse::parse_within;
use super::walk::{Scratch, Walk};
use crate::script::Script;
use crate::span::Span;

/// The second reader of texts that are not plain, once one was asked for.
#[derive(Default)]
pub(super) struct TreeWitness(Option<Box<Reader>>);

struct Reader {
    parser: Parser,
    kinds: Kinds,
    scratch: Scratch,
}

impl fmt::Debug for TreeWitness {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TreeWitness").finish_non_exhaustive()
    }
}

impl TreeWitness {
    /// Compares the tree of the source of `script` with `script`, within `left` reports of progress.
    ///
    /// # Errors
    /// The first place where they differ, or that the text is too costly to parse.
    pub(super) fn agrees(&mut self, script: &Script<'_>, left: usize) -> Result<(), Disagreement> {
        let whole = Span::new(0, script.source.len());
        if self.0.is_none() {
            self.0 = Reader::new();
        }
        let Some(Reader { parser, kinds, scratch }) = self.0.as_deref_mut() else {
            return Err(Disagreement::new(whole, DisagreementKind::Cost));
        };
        let Some(tree) = parse_within(parser, script.source, left) else {
            return Err(Disagreement::new(whole, DisagreementKind::Cost));
        };
        Walk::new(script, kinds, scratch).compare(&tree)
    }
}

impl Reader {
    /// Nothing where the library refuses the grammar: the two do not fit together, and nothing can be compared.
    fn new() -> Option<Box<Self>> {
        let language = Language::from(shellgate_grammar::LANGUAGE);
        let mut parser = Parser::new();
        parser.set_language(&language).ok()?;
        Some(Box::new(Self { parser, kinds: Kinds::new(&language), scratch: Scratch::default() }))
    }
}
