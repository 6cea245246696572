//! A long list of names as one text.
//!
//! Owns the borders between the names. A list of separate texts has a pointer for each of them, which the loader has to
//! relocate before `main`.

use core::cmp::Ordering;

/// Names, one after the other. The build writes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameList {
    /// The names without anything between them.
    pub(crate) text: &'static str,
    /// Where each of them ends.
    pub(crate) ends: &'static [u16],
}

impl NameList {
    /// How many names there are.
    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name at this place.
    pub(crate) fn get(&self, place: usize) -> Option<&'static str> {
        let end = usize::from(*self.ends.get(place)?);
        let start =
            place.checked_sub(1).and_then(|before| self.ends.get(before)).copied().map_or(0, usize::from);
        self.text.get(start..end)
    }

    /// The place of the name to which `compare` finds no difference, in a list that is sorted as `compare` compares.
    pub(crate) fn search(&self, compare: impl Fn(&str) -> Ordering) -> Option<usize> {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            match compare(self.get(middle)?) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => return Some(middle),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static LIST: NameList = NameList { text: "awkcatgitgrep", ends: &[3, 6, 9, 13] };

    #[test]
    fn every_name_is_at_its_place_and_nothing_behind_the_last() {
        let names = (0..5).map(|place| LIST.get(place)).collect::<alloc::vec::Vec<_>>();
        assert_eq!(names, [Some("awk"), Some("cat"), Some("git"), Some("grep"), None]);
    }

    #[test]
    fn a_name_is_found_and_what_is_no_name_is_not() {
        let place = |name: &str| LIST.search(|known| known.cmp(name));
        assert_eq!(["awk", "cat", "git", "grep"].map(place), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(["", "a", "awkcat", "gi", "grepp", "z"].map(place), [None; 6]);
    }
}
