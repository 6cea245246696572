//! The form in which the tables are packed: small as it is, and smaller when it is compressed.
//!
//! Owns the bytes of serde's data model. A structure begins with a bit for each field that says something; what has its
//! simplest value (`false`, `0`, an empty text or list, no value, the first variant, a structure of such) takes no byte
//! more. A text is the number of its place among all texts, which are stored once. What is unpacked later is after the
//! number of its bytes. Numbers are LEB128.

mod broken;
pub(super) mod later;
mod read;
mod simplest;
#[cfg(test)]
mod tests;
mod texts;
#[cfg(test)]
mod write;

pub(super) use read::from_bytes;
pub(super) use texts::Texts;
