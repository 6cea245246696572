//! How far one simple command is vouched for, and what is missing if nothing vouches for it.
//!
//! Owns the two lists of cases. Decides nothing: the judge turns a standing into a decision.

use crate::span::Span;

/// How far one simple command is vouched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Standing {
    /// Its table proves that it only reads, or it runs nothing.
    ReadOnly,
    /// Nobody has read what the program does, but it is installed, and is only asked for its version or its help.
    SelfDescription,
    /// Both: its table proves that it only reads, and an allow rule vouches for it.
    ReadOnlyAllowed,
    /// An allow rule vouches for it.
    Allowed,
    /// Its table proves that it only reads the service that the user set up for it, and the settings allow that.
    ReadsService,
    /// Its table proves that it only prints pages, and an allow rule of the web tools vouches for each.
    FetchesAllowed,
    /// Its table proves that it only prints pages, and the table of documentation hosts vouches for one of them.
    FetchesDocumentation,
    /// Its table proves that it changes nothing but files inside the working directories.
    Edits,
    /// Nothing vouches for it, but it is fully parsed, and `autoAllowBashIfSandboxed` is set.
    Confined,
    /// Nothing vouches for it.
    Unvouched,
}

impl Standing {
    /// Every standing.
    pub const ALL: [Self; 10] = [
        Self::ReadOnly,
        Self::SelfDescription,
        Self::ReadOnlyAllowed,
        Self::Allowed,
        Self::ReadsService,
        Self::FetchesAllowed,
        Self::FetchesDocumentation,
        Self::Edits,
        Self::Confined,
        Self::Unvouched,
    ];

    /// Whether it is proven to only read, or runs like a command that is.
    pub(crate) const fn is_read_only(self) -> bool {
        matches!(self, Self::ReadOnly | Self::SelfDescription | Self::ReadOnlyAllowed)
    }

    /// Whether it is proven to change nothing, here, at a service or at a server of pages.
    pub(crate) const fn only_reads(self) -> bool {
        self.is_read_only()
            || matches!(self, Self::ReadsService | Self::FetchesAllowed | Self::FetchesDocumentation)
    }

    /// Whether an allow rule vouches for it.
    pub(crate) const fn is_by_rule(self) -> bool {
        matches!(self, Self::ReadOnlyAllowed | Self::Allowed | Self::FetchesAllowed)
    }
}

/// Why nothing vouches for a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Lack {
    /// The program is only known when it runs.
    ProgramUnknown,
    /// There is no table for the program.
    Unlisted,
    /// Its table refuses the argument at this span, and says why.
    Refused(Span, &'static str),
    /// The argument at this span is not in the table.
    NotUnderstood(Span, &'static str),
    /// The argument at this span does something else in other implementations of the program, in these words; and whether
    /// it is not known which one runs.
    Implementation(Span, &'static str, bool),
    /// The assignment at this span is not known to be harmless.
    Assignment(Span),
    /// It changes files.
    Edits,
    /// It only reads its service, and the settings ask about that.
    ReadsService,
    /// It asks a server or a daemon.
    Connects,
    /// A path that it uses prevents a proof.
    Path,
}
