//! Lists that are unpacked once.

use alloc::boxed::Box;
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer};

/// Reads a list and keeps it for as long as the program runs.
pub(super) fn kept<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<&'static [T], D::Error> {
    Ok(Box::leak(Vec::deserialize(from)?.into_boxed_slice()))
}
