//! A remark on some uses of some programs, and a table of them for one kind of program.

use super::subject::RemarkSubject;
use crate::codes::Code;
use crate::examples::Examples;
use crate::name_set::NameSet;
use crate::span::Span;
use crate::verdict::Audience;

/// Something to say about some uses of some programs.
#[derive(Debug)]
pub struct Remark {
    /// Its name, such as `GIT_RESET_HARD`, what the command does, and what to do instead, or before.
    pub code: Code,
    /// Whom it is for.
    pub audience: Audience,
    /// The programs that it can be about, without their directories.
    pub programs: &'static [&'static str],
    /// The place, when it is to be said.
    pub(super) find: fn(&RemarkSubject<'_>) -> Option<Span>,
    /// Commands about which it is said; each one is a test.
    pub fires: Examples,
    /// Commands about which it is not said; each one is a test.
    pub silent: Examples,
}

impl PartialEq for Remark {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

/// Remarks on one kind of program.
#[derive(Debug)]
pub(super) struct Table {
    /// All programs that its remarks can be about: most commands are none of them.
    pub(super) programs: NameSet,
    pub(super) remarks: &'static [Remark],
}
