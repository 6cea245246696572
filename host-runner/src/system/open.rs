//! How a file is opened, the same on every system.

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Open {
    /// To be read.
    Read,
    /// To be written; it is made if there is none.
    Write,
    /// To be written at its end; it is made if there is none.
    Append,
}
