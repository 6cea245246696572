//! Values by a name.
//!
//! Owns the search: by a number that is computed from a name, in one block of memory, so that ten thousand names cost hardly
//! more than a hundred. Names are compared only where the numbers are the same.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::sorted;

/// Values with names, of which several may be the same.
#[derive(Clone, Debug)]
pub(super) struct ByName<T> {
    entries: Vec<(Box<str>, T)>,
    /// The number of each name in the upper half, its place in `entries` in the lower one; sorted.
    places: Vec<u64>,
}

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: Vec::new() }
    }
}

impl<T> ByName<T> {
    /// Adds a value after the others; [`ByName::finish`] follows the last one.
    pub(super) fn add(&mut self, name: Box<str>, value: T) {
        self.entries.push((name, value));
    }

    /// The value of `name`, made if there is none. The names that came by this way are sorted, and none is there twice.
    pub(super) fn entry(&mut self, name: Box<str>) -> Option<&mut T>
    where
        T: Default,
    {
        let at = match self.entries.binary_search_by(|(known, _)| known.cmp(&name)) {
            Ok(at) => at,
            Err(at) => {
                self.entries.insert(at, (name, T::default()));
                at
            }
        };
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// Makes the names searchable.
    pub(super) fn finish(&mut self) {
        let place = |(place, (name, _)): (u64, &(Box<str>, T))| number(name) << 32 | place;
        self.places = (0..).zip(&self.entries).map(place).collect();
        sorted::sort(&mut self.places);
    }

    /// The values of `name`, in the order in which they were added.
    pub(super) fn of<'s, 'n>(&'s self, name: &'n str) -> impl Iterator<Item = &'s T> + use<'s, 'n, T> {
        let number = number(name);
        let from = self.places.partition_point(|place| place >> 32 < number);
        let same = self.places.get(from..).unwrap_or_default();
        let same = same.iter().take_while(move |place| **place >> 32 == number);
        let entries = same.filter_map(|place| self.entries.get(*place as u32 as usize));
        entries.filter(move |(known, _)| **known == *name).map(|(_, value)| value)
    }

    /// Every name with its value.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.entries.iter().map(|(name, value)| (&**name, value))
    }
}

/// A number of 32 bits that few other names have (FNV-1a).
fn number(name: &str) -> u64 {
    const BASIS: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    u64::from(name.bytes().fold(BASIS, |number, byte| (number ^ u32::from(byte)).wrapping_mul(PRIME)))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_value_of_a_name_is_found_and_no_other_one(
            names in prop::collection::vec("[ab]{0,3}", 0..40),
            asked in "[ab]{0,3}",
        ) {
            let mut index = ByName::default();
            for (number, name) in (0_u32..).zip(&names) {
                index.add(name.as_str().into(), number);
            }
            index.finish();
            let found: Vec<u32> = index.of(&asked).copied().collect();
            let expected: Vec<u32> =
                (0..).zip(&names).filter(|(_, name)| **name == asked).map(|(number, _)| number).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn names_with_the_same_number_are_told_apart() {
        // Two words that are known to meet.
        let [one, other] = ["costarring", "liquid"];
        assert_eq!(number(one), number(other));
        let mut index = ByName::default();
        index.add(one.into(), 1);
        index.add(other.into(), 2);
        index.finish();
        assert_eq!(index.of(one).collect::<Vec<_>>(), [&1]);
        assert_eq!(index.of(other).collect::<Vec<_>>(), [&2]);
        assert_eq!(index.iter().map(|(name, _)| String::from(name)).collect::<Vec<_>>(), [one, other]);
    }
}
