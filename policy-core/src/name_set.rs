//! A fixed set of names, for the question that most commands answer with no.
//!
//! Owns the quick no: one bit by a name's length and ends, before any name is compared.

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
        self.may_have(Marks::of(name)) && self.names.binary_search(&name).is_ok()
    }

    /// Whether a name with these marks can be one of them.
    pub(crate) const fn may_have(&self, marks: Marks) -> bool {
        self.marks.meet(marks)
    }

    /// The names, for the tests of those that own a set.
    #[cfg(test)]
    pub(crate) fn names(&self) -> &'static [&'static str] {
        self.names
    }
}

/// One bit for each name, which others can have too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marks([u64; 4]);

impl Marks {
    const NONE: Self = Self([0; 4]);

    /// The bit of one name.
    pub(crate) const fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let (first, last) = match bytes {
            [first, .., last] => (*first as usize, *last as usize),
            [only] => (*only as usize, 0),
            [] => (0, 0),
        };
        let at = (first * 5 + last * 3 + bytes.len() * 37) % 256;
        let bit = 1 << (at % 64);
        match at / 64 {
            0 => Self([bit, 0, 0, 0]),
            1 => Self([0, bit, 0, 0]),
            2 => Self([0, 0, bit, 0]),
            _ => Self([0, 0, 0, bit]),
        }
    }

    const fn or(self, other: Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([a | e, b | f, c | g, d | h])
    }

    const fn meet(self, other: Self) -> bool {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        a & e | b & f | c & g | d & h != 0
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
