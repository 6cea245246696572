//! A part of a page.
//!
//! Owns which places belong to it. Which part is the content is decided elsewhere.

use super::open_elements::Counts;

/// The part of a page that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// What the page calls its main content.
    Main,
    /// The only article.
    Article,
    /// All but navigation, asides and footers.
    Body,
    /// Everything.
    Whole,
}

impl Part {
    /// Whether a place is in this part.
    pub(super) fn includes(self, place: Counts) -> bool {
        match self {
            Self::Main => place.main > 0 && place.navigation == 0,
            Self::Article => place.article > 0 && place.navigation == 0,
            Self::Body => place.navigation == 0 && place.side == 0,
            Self::Whole => true,
        }
    }
}
