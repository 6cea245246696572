//! The error of reading.

use core::fmt;

/// The bytes are not those of such a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("the packed bytes are broken")
    }
}

impl core::error::Error for Broken {}

impl serde::de::Error for Broken {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}
