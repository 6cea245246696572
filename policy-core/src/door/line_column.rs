//! The place of an offset in a text: line and column as an editor counts them.
//!
//! Owns the conversion from a byte offset, or from the position of the JSON parser, to a place.

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineColumn {
    /// From 1.
    pub(super) line: u32,
    /// In Unicode scalar values, from 1.
    pub(super) column: u32,
}

impl LineColumn {
    /// The place of the byte at `offset` of `text`.
    pub(super) fn at(text: &str, offset: usize) -> Self {
        let (mut line, mut column) = (1_u32, 1_u32);
        for (index, character) in text.char_indices() {
            if index >= offset {
                break;
            }
            if character == '\n' {
                line = line.saturating_add(1);
                column = 1;
            } else {
                column = column.saturating_add(1);
            }
        }
        Self { line, column }
    }

    /// The place of `part` inside `whole`, of which it is a slice.
    pub(super) fn of(part: &str, whole: &str) -> Self {
        Self::at(whole, offset(part, whole))
    }

    /// The place that the JSON reader's `error` about `text` points at.
    ///
    /// The reader counts columns in bytes, from 1, and says 0 when it stopped right after a line break.
    pub(super) fn of_json(error: &serde_json::Error, text: &str) -> Self {
        let line = u32::try_from(error.line()).unwrap_or(u32::MAX).max(1);
        let bytes = error.column().saturating_sub(1);
        let column = text.split('\n').nth(line.saturating_sub(1) as usize).map_or(1, |content| {
            let before = content.char_indices().take_while(|(index, _)| *index < bytes).count();
            u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1)
        });
        Self { line, column }
    }
}

/// The byte offset of `part` inside `whole`, of which it is a slice; 0 when it is not.
pub(super) fn offset(part: &str, whole: &str) -> usize {
    let offset = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
    if offset <= whole.len() { offset } else { 0 }
}
