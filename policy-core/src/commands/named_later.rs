//! A list sorted by name whose entries are unpacked when they are first asked for.
//!
//! Owns the search. The sub-commands of a program are such a list: git has more than a hundred, and a command asks for one
//! or two. To unpack all of them took three of the five million instructions of a hook.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::later::Later;
use super::named::{HasName, Named};

/// What makes an entry of its bytes; none if they are broken.
pub(crate) type Unpack<T> = fn(&'static [u8]) -> Option<Box<T>>;

/// A list sorted by name, kept for as long as the program runs.
pub struct NamedLater<T: 'static>(Named<Entry<T>>);

/// An entry by its name.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Entry<T: 'static> {
    name: &'static str,
    value: Later<T>,
}

impl<T> HasName for Entry<T> {
    fn name(&self) -> &str {
        self.name
    }
}

impl<T> NamedLater<T> {
    /// The list of these entries, which are there and sorted by `name`.
    pub fn new(list: Vec<T>, name: fn(&T) -> &'static str) -> Self {
        let entry = |value| Entry { name: name(&value), value: Later::new(value) };
        Self(Named::new(list.into_iter().map(entry).collect()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entry with this name.
    pub(crate) fn find(&self, name: &str, unpack: Unpack<T>) -> Option<&'static T> {
        self.0.find(name)?.value.get(unpack)
    }

    /// All entries, sorted by name.
    pub(crate) fn iter(&self, unpack: Unpack<T>) -> impl Iterator<Item = &'static T> + use<T> {
        self.0.list().iter().filter_map(move |entry| entry.value.get(unpack))
    }

    /// Their names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<T> {
        self.0.list().iter().map(|entry| entry.name)
    }
}

impl<T> Clone for NamedLater<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for NamedLater<T> {}

impl<T: PartialEq> PartialEq for NamedLater<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: Eq> Eq for NamedLater<T> {}

impl<T> fmt::Debug for NamedLater<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl<T: Serialize> Serialize for NamedLater<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de: 'static, T: Deserialize<'de>> Deserialize<'de> for NamedLater<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Named::deserialize(from).map(Self)
    }
}
