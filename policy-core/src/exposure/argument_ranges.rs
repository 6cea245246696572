//! The ranges of one command's arguments that can contain another command.

use alloc::vec::Vec;

/// The ranges of one command's arguments in which a command may occur, each visited once.
pub(super) struct ArgumentRanges {
    /// Those after the first one; most commands have none.
    waiting: Vec<(usize, usize)>,
    next: usize,
    length: usize,
    /// By first argument, once a range was added: whether the range from there to the last argument has been waiting already.
    seen: Vec<bool>,
}

impl ArgumentRanges {
    pub(super) fn new(length: usize) -> Self {
        Self { waiting: Vec::new(), next: 0, length, seen: Vec::new() }
    }

    pub(super) fn push(&mut self, from: usize, to: usize) {
        if self.seen.is_empty() {
            self.seen.resize(self.length, false);
        }
        let seen = if to == self.length { self.seen.get_mut(from) } else { None };
        let known = match seen {
            Some(seen) => core::mem::replace(seen, true),
            // Ranges that end earlier are find's; they do not overlap.
            None => self.waiting.contains(&(from, to)),
        };
        if !known && from > 0 {
            self.waiting.push((from, to));
        }
    }

    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        let range = match self.next.checked_sub(1) {
            // The first range is all of them.
            None => Some((0, self.length)),
            Some(at) => self.waiting.get(at).copied(),
        };
        self.next += 1;
        range
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::ArgumentRanges;

    #[test]
    fn each_range_is_visited_once_and_all_arguments_first() {
        let mut ranges = ArgumentRanges::new(5);
        for (from, to) in [(1, 5), (1, 5), (2, 4), (0, 5), (2, 4), (2, 3), (2, 5), (0, 3), (1, 5), (2, 5)] {
            ranges.push(from, to);
        }
        let visited: Vec<_> = core::iter::from_fn(|| ranges.next()).take(9).collect();
        assert_eq!(visited, [(0, 5), (1, 5), (2, 4), (2, 3), (2, 5)]);
    }
}
