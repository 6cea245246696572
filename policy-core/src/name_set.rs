//! A fixed set of names with a quick negative answer.
//!
//! Owns that quick test: one bit for a name's length and ends, before any name is compared.

/// Names in sorted order, and what their lengths and ends can be.
#[derive(Debug)]
pub(crate) struct NameSet {
    names: &'static [&'static str],
    marks: Marks,
}

impl NameSet {
    /// The set of `names`, which are sorted.
    pub(crate) const fn of(names: &'static [&'static str]) -> Self {
        let mut marks = Marks::NONE;
        let mut rest = names;
        while let [name, more @ ..] = rest {
            marks = marks.or(Marks::of(name));
            rest = more;
        }
        Self { names, marks }
    }

    /// Whether `name` is one of them.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.has_marked(name, Marks::of(name))
    }

    /// As [`NameSet::has`], for who asks several sets about one name: `marks` are the name's.
    pub(crate) fn has_marked(&self, name: &str, marks: Marks) -> bool {
        self.marks.meet(marks) && self.names.binary_search(&name).is_ok()
    }

    /// The names, for the tests of those that own a set.
    #[cfg(test)]
    pub(crate) fn names(&self) -> &'static [&'static str] {
        self.names
    }
}

/// A set of 256 bits, in which each name has one that others can have too. It is in words of 64 bits, the most that
/// WebAssembly shifts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks([u64; 4]);

impl Marks {
    /// No bit.
    pub(crate) const NONE: Self = Self([0; 4]);
    /// Every bit.
    pub(crate) const ALL: Self = Self([u64::MAX; 4]);

    /// The bit of one name.
    pub(crate) const fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let (first, last) = match bytes {
            [first, .., last] => (*first as usize, *last as usize),
            [only] => (*only as usize, 0),
            [] => (0, 0),
        };
        Self::at(first * 5 + last * 3 + bytes.len() * 37)
    }

    /// The bit of a number.
    pub(crate) const fn at(number: usize) -> Self {
        let bit = 1 << (number % 64);
        Self(match number / 64 % 4 {
            0 => [bit, 0, 0, 0],
            1 => [0, bit, 0, 0],
            2 => [0, 0, bit, 0],
            _ => [0, 0, 0, bit],
        })
    }

    /// Both sets.
    pub(crate) const fn or(self, other: Self) -> Self {
        let (own, other) = (self.0, other.0);
        Self([own[0] | other[0], own[1] | other[1], own[2] | other[2], own[3] | other[3]])
    }

    /// Whether they have a bit in common.
    pub(crate) const fn meet(self, other: Self) -> bool {
        let (own, other) = (self.0, other.0);
        own[0] & other[0] | own[1] & other[1] | own[2] & other[2] | own[3] & other[3] != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_its_names_and_nothing_else() {
        static NAMES: &[&str] = &["", ":", "a", "ab", "git", "grep", "sed", "é"];
        static SET: NameSet = NameSet::of(NAMES);
        for name in NAMES {
            assert!(SET.has(name), "{name}");
        }
        for name in ["b", "ba", "gti", "gitt", "gre", "Git", "e", "\u{10ffff}"] {
            assert!(!SET.has(name), "{name}");
        }
        assert!(!NameSet::of(&[]).has(""));
    }
}
