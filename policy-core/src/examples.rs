//! Examples of a code, as one text.
//!
//! Owns the border between them. A list of separate texts has a pointer for each of them, which the loader has to relocate
//! before `main`, although hardly a run shows one.

/// Stands between two examples; none of them has it. `examples!` writes it too, because `concat!` takes literals alone.
const BORDER: char = '\u{1e}';

/// Examples: commands, URLs or queries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Examples {
    text: Option<&'static str>,
}

impl Examples {
    /// No example.
    pub(crate) const NONE: Self = Self { text: None };

    /// The examples in `text`. For `examples!`.
    pub(crate) const fn in_text(text: &'static str) -> Self {
        Self { text: Some(text) }
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = &'static str> + Clone {
        self.text.into_iter().flat_map(|text| text.split(BORDER))
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.text.is_none()
    }
}

/// [`Examples`] from literals.
macro_rules! examples {
    () => {
        $crate::examples::Examples::NONE
    };
    ($first:literal $(, $more:literal)* $(,)?) => {
        $crate::examples::Examples::in_text(concat!($first $(, "\u{1e}", $more)*))
    };
}

pub(crate) use examples;

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    #[test]
    fn examples_come_back_as_they_were_written() {
        let all = examples!["ls", "", "a\nb"];
        assert_eq!(all.iter().collect::<Vec<_>>(), ["ls", "", "a\nb"]);
        assert_eq!((all.len(), all.is_empty()), (3, false));
        assert_eq!((examples![""].len(), examples![].len(), examples![].is_empty()), (1, 0, true));
    }
}
