//! Redirects and here-documents.

use crate::span::Span;

/// One redirect.
#[derive(Clone, Debug)]
pub struct Redirect {
    /// From its descriptor or operator to the end of its target.
    pub span: Span,
    /// The operator.
    pub op: RedirectOp,
    /// The operator's bytes.
    pub op_span: Span,
    /// The descriptor in front of the operator.
    pub fd: Option<Descriptor>,
    /// The target, an index into [`Script::words`]; the delimiter for a here-document.
    pub target: u32,
    /// The simple command it belongs to; none when it is on a group or a loop.
    pub command: Option<u32>,
}

/// The descriptor that a redirect names in front of its operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Descriptor {
    /// A number.
    Number(u32),
    /// `{name}`: the shell picks one and assigns it to this variable.
    Variable(Span),
}

/// Redirect operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RedirectOp {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>>`
    Append,
    /// `>|`, and zsh's `>!`
    Clobber,
    /// `<>`
    ReadWrite,
    /// `<<`
    HereDocument,
    /// `<<-`
    HereDocumentTabs,
    /// `<<<`
    HereString,
    /// `<&`
    DuplicateInput,
    /// `>&` followed by a descriptor number, `-`, or both
    DuplicateOutput,
    /// `&>`, or `>&` followed by a file name
    WriteBoth,
    /// `&>>`
    AppendBoth,
}

impl RedirectOp {
    /// The operator as it is usually written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Read => "<",
            Self::Write => ">",
            Self::Append => ">>",
            Self::Clobber => ">|",
            Self::ReadWrite => "<>",
            Self::HereDocument => "<<",
            Self::HereDocumentTabs => "<<-",
            Self::HereString => "<<<",
            Self::DuplicateInput => "<&",
            Self::DuplicateOutput => ">&",
            Self::WriteBoth => "&>",
            Self::AppendBoth => "&>>",
        }
    }

    /// Whether the target is a file that may be created or changed.
    pub const fn writes(self) -> bool {
        matches!(
            self,
            Self::Write | Self::Append | Self::Clobber | Self::ReadWrite | Self::WriteBoth | Self::AppendBoth
        )
    }

    /// Whether the command can read what is in the file of this redirect.
    pub const fn reads_file(self) -> bool {
        matches!(self, Self::Read | Self::ReadWrite)
    }
}

/// One here-document.
#[derive(Clone, Copy, Debug)]
pub struct HereDocument {
    /// The redirect that opened it, an index into [`Script::redirects`].
    pub redirect: u32,
    /// Its lines, without the terminator's.
    pub body: Span,
    /// The body as a word, an index into [`Script::words`]: its pieces are the expansions in it.
    pub word: u32,
    /// Whether the delimiter was quoted, so that the body is literal.
    pub literal: bool,
}
