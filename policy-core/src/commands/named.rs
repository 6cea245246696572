//! A list sorted by name, searched by the beginnings of names.
//!
//! Owns the search. Every argument of every command is looked up, most of them in lists of some hundred names.
//! Comparing adjacent numbers is several times faster than comparing scattered strings.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What has a name.
pub(crate) trait HasName {
    /// Its name.
    fn name(&self) -> &str;
}

/// A list sorted by name, kept for as long as the program runs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named<T: 'static> {
    list: &'static [T],
    /// By entry: how its name begins.
    heads: &'static [u64],
}

impl<T> Clone for Named<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Named<T> {}

impl<T: HasName> Named<T> {
    /// The list of these entries, which are sorted by name.
    pub(crate) fn new(list: Vec<T>) -> Self {
        let heads: Vec<u64> = list.iter().map(|entry| head(entry.name())).collect();
        Self { list: Box::leak(list.into_boxed_slice()), heads: Box::leak(heads.into_boxed_slice()) }
    }

    /// All entries, sorted by name.
    pub(crate) fn list(&self) -> &'static [T] {
        self.list
    }

    /// The entry with this name.
    pub(crate) fn find(&self, name: &str) -> Option<&'static T> {
        let wanted = head(name);
        let from = self.heads.partition_point(|head| *head < wanted);
        let alike = self.heads.get(from..)?.iter().take_while(|head| **head == wanted).count();
        self.list.get(from..from + alike)?.iter().find(|entry| entry.name() == name)
    }
}

impl<T> Deref for Named<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.list
    }
}

impl<T> IntoIterator for Named<T> {
    type Item = &'static T;
    type IntoIter = core::slice::Iter<'static, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(to)
    }
}

impl<'de, T: HasName + Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::new)
    }
}

/// The first eight bytes of a name as a number, so that numbers are in the order of names.
fn head(name: &str) -> u64 {
    let mut first = [0; 8];
    for (to, from) in first.iter_mut().zip(name.bytes()) {
        *to = from;
    }
    u64::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl HasName for &'static str {
        fn name(&self) -> &str {
            self
        }
    }

    #[test]
    fn every_name_is_found_and_nothing_else() {
        let names = ["", "-", "--all", "--allocate", "--allocated", "a", "a\0", "abcdefgh", "abcdefghi", "é"];
        let list = Named::new(names.to_vec());
        assert!(list.is_sorted());
        for name in names {
            assert_eq!(list.find(name), Some(&name), "{name:?}");
        }
        for name in ["--al", "--alloc", "--allocates", "A", "abcdefg", "abcdefghij", "\u{10ffff}"] {
            assert_eq!(list.find(name), None, "{name:?}");
        }
        assert_eq!(Named::<&str>::new(Vec::new()).find(""), None);
    }
}
