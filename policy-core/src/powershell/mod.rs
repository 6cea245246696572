//! From a text of PowerShell to a [`Script`](crate::script::Script): the strict reader.
//!
//! Owns the grammar of PowerShell 7. Knows no cmdlet, no rule and no path.

mod reader;

pub(crate) use reader::read;
