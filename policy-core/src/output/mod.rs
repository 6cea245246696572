//! The output of a command for a person or a model: bytes in, a bounded text out.
//!
//! Owns the conversion: terminal sequences are applied to their line or removed, progress bars become their last state,
//! bytes that are not UTF-8 become U+FFFD, hint lines are removed, and a long output is cut to its beginning and its
//! end, with a line that says so. Never reads a file and never needs the whole output at once.

pub mod hints;
pub mod image;
pub mod preview;
pub mod screen;

#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;

use hints::Hint;
use preview::{Preview, Whole};
use screen::{Piece, Screen};

/// Reads an output piece by piece, in memory that does not grow with it.
///
/// ```
/// use policy_core::output::{Reading, preview::Whole};
///
/// let mut reading = Reading::new(30_000);
/// reading.push(b"10 %\r100 %\n\x1b[32mdone\x1b[0m\n");
/// let read = reading.finish(&Whole { bytes: 30, ..Whole::default() });
/// assert_eq!(read.text, "100 %\ndone\n");
/// assert!(read.complete);
/// ```
#[derive(Debug)]
pub struct Reading {
    screen: Screen,
    preview: Preview,
    hints: Vec<Hint>,
}

/// An output as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Read {
    /// The text: all of it, or its beginning and its end around a line that says what is shown of what.
    pub text: String,
    /// Whether the text is all of it.
    pub complete: bool,
    /// The hints that were in it, at most [`hints::HINTS_MAX`]. The author of the output wrote them: they are wishes
    /// of the program, not facts.
    pub hints: Vec<Hint>,
}

impl Reading {
    /// A reading that shows at most `limit` characters without a cut.
    pub fn new(limit: usize) -> Self {
        Self { screen: Screen::default(), preview: Preview::new(limit), hints: Vec::new() }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        let Self { screen, preview, hints, .. } = self;
        screen.push(bytes, |piece| take(piece, preview, hints));
    }

    /// Leaves bytes out that are not going to be read; what follows begins a new line.
    pub fn skip(&mut self) {
        let Self { screen, preview, hints, .. } = self;
        screen.end(|piece| take(piece, preview, hints));
        preview.leave_gap();
    }

    /// Ends the last line, and answers whether all that was taken is shown: if not, the whole should be kept.
    pub fn close(&mut self) -> bool {
        let Self { screen, preview, hints, .. } = self;
        screen.end(|piece| take(piece, preview, hints));
        self.preview.is_complete()
    }

    /// The text of what was taken. `whole` says what there is besides.
    pub fn finish(mut self, whole: &Whole<'_>) -> Read {
        let complete = self.close();
        Read { text: self.preview.finish(whole), complete, hints: self.hints }
    }
}

/// Puts a piece of the screen where it belongs.
fn take(piece: Piece<'_>, preview: &mut Preview, hints: &mut Vec<Hint>) {
    if piece.is_whole_line && hints.len() < hints::HINTS_MAX {
        let text = piece.text.iter().collect::<String>();
        if let Some(hint) = hints::read(&text) {
            hints.push(hint);
            return;
        }
        preview.push(&text, piece.text.len());
    } else {
        preview.push(&piece.text.iter().collect::<String>(), piece.text.len());
    }
    preview.push(piece.end, piece.end.len());
}

/// What `bytes` say, shown with at most `limit` characters before a cut: for those who have the whole output.
pub fn read(bytes: &[u8], limit: usize) -> Read {
    let mut reading = Reading::new(limit);
    reading.push(bytes);
    reading.finish(&Whole { bytes: bytes.len() as u64, ..Whole::default() })
}
