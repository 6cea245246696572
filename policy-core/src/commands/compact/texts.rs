//! All texts of the tables, each stored once.
//!
//! Owns the search for a text by its number. Beside the texts there are their lengths and the place of every sixteenth one:
//! places of all would be as long as the texts when they are compressed.

/// How many texts share one entry of the index.
pub(crate) const BLOCK: usize = 16;

/// Texts, by their numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts {
    /// The texts, one after the other.
    pub(crate) bytes: &'static str,
    /// By text: its length.
    pub(crate) lengths: &'static [u16],
    /// By block of [`BLOCK`] texts: where the first one begins.
    pub(crate) blocks: &'static [u32],
}

impl Texts {
    /// The text with this number.
    pub(crate) fn get(&self, number: usize) -> Option<&'static str> {
        let first = number - number % BLOCK;
        let before =
            self.lengths.get(first..number)?.iter().map(|length| usize::from(*length)).sum::<usize>();
        let start = usize::try_from(*self.blocks.get(number / BLOCK)?).ok()? + before;
        self.bytes.get(start..start + usize::from(*self.lengths.get(number)?))
    }
}
