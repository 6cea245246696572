//! A small deterministic source of choices (splitmix64, Steele, Lea and Flood, 2014).

#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 when that is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { usize::try_from(self.next() % bound as u64).unwrap_or(0) }
    }

    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    pub(crate) fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }
}

impl Random {
    pub(crate) fn text(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }
}

/// The seed that a run has when none is given: a change that passes passes again.
const SEED: u64 = 23;

/// The seed from `SHELLGATE_SEED`, which is a number, or `random` for one that changes from run to run. It is
/// printed, so that a run can be repeated.
pub(crate) fn seed() -> u64 {
    match std::env::var("SHELLGATE_SEED").as_deref() {
        Ok("random") => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            now.as_secs() ^ u64::from(now.subsec_nanos())
        }
        Ok(number) => number.parse().expect("SHELLGATE_SEED is a number or `random`"),
        Err(_) => SEED,
    }
}

/// A count from the environment variable `name`, else `default`.
pub(crate) fn count(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
