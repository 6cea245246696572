//! A page that a command prints, and what vouches for it.

use alloc::string::String;

use crate::rules::Rule;

/// A page that a command asks a server for.
#[derive(Debug)]
pub(crate) struct Page<'p> {
    pub(crate) voucher: PageVoucher<'p>,
    /// Its host, as [`Effects::network`](crate::verdict::Effects::network) has it.
    pub(crate) host: String,
}

/// What vouches for a page.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PageVoucher<'p> {
    /// An allow rule of the web tools.
    Rule(&'p Rule),
    /// The table of documentation hosts.
    Table,
}
