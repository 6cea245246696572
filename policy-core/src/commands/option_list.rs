//! The options of a form, found by their spellings.
//!
//! Owns the search. Only the options are packed; who looks one up first builds the sorted lists, because most forms of a
//! program with sub-commands are never asked.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use once_cell::race::OnceBox;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::named::{HasName, Named};
use crate::sorted;

/// What has spellings.
pub trait Spelled {
    /// All of them, dashes included.
    fn spellings(&self) -> &'static [&'static str];
}

/// The options of a form in the order of its table, kept for as long as the program runs.
pub struct OptionList<T: 'static>(&'static Kept<T>);

struct Kept<T> {
    list: Box<[T]>,
    index: OnceBox<Index>,
}

struct Index {
    /// Every full spelling with its place in the list, sorted by spelling.
    spellings: Named<(&'static str, u16)>,
    /// Every one-letter option with its place in the list, sorted by letter.
    letters: Vec<(u8, u16)>,
}

/// A spelling of an option.
impl HasName for (&'static str, u16) {
    fn name(&self) -> &str {
        self.0
    }
}

impl<T> Clone for OptionList<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for OptionList<T> {}

impl<T: Spelled> OptionList<T> {
    /// Those of `list`, in which no spelling is twice.
    pub fn new(list: Vec<T>) -> Self {
        Self(Box::leak(Box::new(Kept { list: list.into_boxed_slice(), index: OnceBox::new() })))
    }

    /// The option with this full spelling, dashes included. Abbreviations are not found.
    pub fn spelled(self, spelling: &str) -> Option<&'static T> {
        self.at(self.index().spellings.find(spelling)?.1)
    }

    /// The one-letter option `-letter`.
    pub fn lettered(self, letter: u8) -> Option<&'static T> {
        let letters = &self.index().letters;
        let at = letters.binary_search_by(|(known, _)| known.cmp(&letter)).ok()?;
        self.at(letters.get(at)?.1)
    }

    /// The option at a place of the list.
    pub fn at(self, place: u16) -> Option<&'static T> {
        self.0.list.get(usize::from(place))
    }

    /// Every full spelling with the place of its option, sorted by spelling.
    pub fn spellings(self) -> &'static [(&'static str, u16)] {
        self.index().spellings.list()
    }

    fn index(self) -> &'static Index {
        self.0.index.get_or_init(|| Box::new(Index::of(&self.0.list)))
    }
}

impl Index {
    fn of(list: &'static [impl Spelled]) -> Self {
        let mut spellings: Vec<(&'static str, u16)> = Vec::new();
        let mut letters = Vec::new();
        for (option, place) in list.iter().zip(0..) {
            spellings.extend(option.spellings().iter().map(|name| (*name, place)));
            letters.extend(option.spellings().iter().filter_map(|name| match name.as_bytes() {
                [b'-', letter] => Some((*letter, place)),
                _ => None,
            }));
        }
        sorted::sort(&mut spellings);
        sorted::sort(&mut letters);
        Self { spellings: Named::new(spellings), letters }
    }
}

impl<T> Deref for OptionList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0.list
    }
}

impl<T> IntoIterator for OptionList<T> {
    type Item = &'static T;
    type IntoIter = core::slice::Iter<'static, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.list.iter()
    }
}

impl<T: fmt::Debug> fmt::Debug for OptionList<T> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.list.fmt(to)
    }
}

impl<T: PartialEq> PartialEq for OptionList<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.list == other.0.list
    }
}

impl<T: Eq> Eq for OptionList<T> {}

impl<T: Serialize> Serialize for OptionList<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.list.serialize(to)
    }
}

impl<'de, T: Spelled + Deserialize<'de>> Deserialize<'de> for OptionList<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::new)
    }
}
