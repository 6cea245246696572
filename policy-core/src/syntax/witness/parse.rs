//! A parse by tree-sitter that ends: its cost is bounded in operations, which are the same on every machine.

use core::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

/// The tree of `source`, within `left` reports of progress. Nothing if it takes more: the parser begins anew with the next
/// text.
pub(super) fn parse_within(parser: &mut Parser, source: &str, mut left: usize) -> Option<Tree> {
    let bytes = source.as_bytes();
    let mut progress = |_: &ParseState| {
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let tree = parser.parse_with_options(
        &mut |at, _| bytes.get(at..).unwrap_or(&[]),
        None,
        Some(ParseOptions::new().progress_callback(&mut progress)),
    );
    if tree.is_none() {
        parser.reset();
    }
    tree
}
