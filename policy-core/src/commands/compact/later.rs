//! A part of a table that is unpacked when it is first asked for.
//!
//! Owns what waits: the bytes, or the value once there is one. In the packed form it is after the number of its bytes,
//! so that a reader passes over it.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use once_cell::race::OnceBox;
use serde::de::Visitor;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name by which the packed form knows it.
pub(super) const NAME: &str = "Later";

/// A value, or the bytes of one.
pub(crate) struct Later<T: 'static> {
    packed: &'static [u8],
    value: OnceBox<T>,
}

impl<T> Later<T> {
    /// A value that is there.
    pub(crate) fn new(value: T) -> Self {
        Self { packed: &[], value: OnceBox::with_value(Box::new(value)) }
    }

    /// The value, which `unpack` makes of its bytes the first time; none if they are broken.
    pub(crate) fn get(&self, unpack: impl FnOnce(&'static [u8]) -> Option<Box<T>>) -> Option<&T> {
        self.value.get_or_try_init(|| unpack(self.packed).ok_or(())).ok()
    }
}

/// Two are equal if their values are, or if neither is unpacked and their bytes are.
impl<T: PartialEq> PartialEq for Later<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self.value.get(), other.value.get()) {
            (Some(value), Some(other)) => value == other,
            _ => self.packed == other.packed,
        }
    }
}

impl<T: Eq> Eq for Later<T> {}

impl<T: Serialize> Serialize for Later<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let value = self.value.get().ok_or_else(|| S::Error::custom("a value that is not unpacked"))?;
        to.serialize_newtype_struct(NAME, value)
    }
}

impl<'de: 'static, T> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_newtype_struct(NAME, Bytes(PhantomData))
    }
}

struct Bytes<T>(PhantomData<T>);

impl<'de: 'static, T: 'static> Visitor<'de> for Bytes<T> {
    type Value = Later<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a value")
    }

    fn visit_borrowed_bytes<E: serde::de::Error>(self, packed: &'de [u8]) -> Result<Later<T>, E> {
        if packed.is_empty() {
            return Err(E::custom("no bytes"));
        }
        Ok(Later { packed, value: OnceBox::new() })
    }
}
