//! A word of the second parser's tree while it is compared.

use crate::span::Span;

/// A word that is being compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenWord {
    /// Its index in the script's words.
    pub(super) word: u32,
    pub(super) span: Span,
    /// How many frames are around it.
    pub(super) depth: usize,
    /// The next piece of the script, and the end of its pieces.
    pub(super) piece: u32,
    pub(super) pieces_end: u32,
    /// The source up to here was accounted for.
    pub(super) at: u32,
    /// Where its text begins in the scratch text.
    pub(super) text: usize,
    /// Its text is compared: it is known before the run.
    pub(super) check: bool,
    /// The outermost `${…}` with an operation reaches up to here.
    pub(super) operation_end: u32,
}
