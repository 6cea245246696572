//! A difference between the two readings, with its place.

use crate::span::Span;

/// The first place where the readings differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct Disagreement {
    /// The place in the source.
    pub span: Span,
    /// What differs.
    pub kind: DisagreementKind,
}

/// What two readings can differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, thiserror::Error)]
pub enum DisagreementKind {
    /// The strict reader had a doubt; there is nothing to compare.
    #[error("this construct is not understood")]
    Doubt,
    /// The text belongs to a family that is slow to parse, or the parser ran out of its budget.
    #[error("this is too costly to parse a second time")]
    Cost,
    /// The second parser finds an error in the text.
    #[error("the second parser fails here")]
    Unreadable,
    /// The second parser sees a construct that the strict reader does not have.
    #[error("the two parsers see different constructs here")]
    Construct,
    /// A token of one reading is none, or another one, in the other.
    #[error("the two parsers split the command differently here")]
    Token,
    /// The same word becomes another text.
    #[error("the two parsers remove quotes differently here")]
    Value,
    /// Quotes or expansions inside a word differ.
    #[error("the two parsers find different quotes or expansions here")]
    Expansion,
    /// A redirect's operator, descriptor or target differs.
    #[error("the two parsers see different redirects here")]
    Redirect,
    /// A here-document's body, end or kind differs.
    #[error("the two parsers see different here-documents here")]
    HereDocument,
    /// A comment of one reading is none in the other.
    #[error("the two parsers see different comments here")]
    Comment,
    /// Words, assignments or redirects belong to different commands.
    #[error("the two parsers see different commands here")]
    Command,
}

impl Disagreement {
    pub(super) const fn new(span: Span, kind: DisagreementKind) -> Self {
        Self { span, kind }
    }
}
