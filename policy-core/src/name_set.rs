//! A fixed set of names, for the question that most commands answer with no.
//!
//! Owns the quick no: one bit by a name's length and ends, before any name is compared.

/// Names in sorted order, and what their lengths and ends can be.
#[derive(Debug)]
pub(crate) struct NameSet {
    names: &'static [&'static str],
    marks: [u64; 4],
}

impl NameSet {
    /// The set of `names`, which are sorted.
    pub(crate) const fn of(names: &'static [&'static str]) -> Self {
        let mut marks = [0; 4];
        let mut rest = names;
        while let [name, more @ ..] = rest {
            let (word, bit) = mark(name);
            if let Some(marks) = marks.split_at_mut(word).1.first_mut() {
                *marks |= bit;
            }
            rest = more;
        }
        Self { names, marks }
    }

    /// Whether `name` is one of them.
    pub(crate) fn has(&self, name: &str) -> bool {
        let (word, bit) = mark(name);
        self.marks.get(word).is_some_and(|marks| marks & bit != 0) && self.names.binary_search(&name).is_ok()
    }

    /// The names, for the tests of those that own a set.
    #[cfg(test)]
    pub(crate) fn names(&self) -> &'static [&'static str] {
        self.names
    }
}

/// The place of a name's bit.
const fn mark(name: &str) -> (usize, u64) {
    let bytes = name.as_bytes();
    let (first, last) = match bytes {
        [first, .., last] => (*first as usize, *last as usize),
        [only] => (*only as usize, 0),
        [] => (0, 0),
    };
    let at = (first * 5 + last * 3 + bytes.len() * 37) % 256;
    (at / 64, 1 << (at % 64))
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
