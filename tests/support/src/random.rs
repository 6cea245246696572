//! A small deterministic source of choices (splitmix64, Steele, Lea and Flood, 2014).

/// Choices that only depend on a seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The choices of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator that never ends invites a loop that does not"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 when that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { usize::try_from(self.next() % bound as u64).unwrap_or(0) }
    }

    /// `true` once in `chances` calls.
    pub fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// One of `from`.
    ///
    /// # Panics
    /// When `from` is empty.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// One of these texts.
    ///
    /// # Panics
    /// When `from` is empty.
    pub fn text(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }
}
