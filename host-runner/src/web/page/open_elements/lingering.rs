//! Formatting elements that hide and go on hiding after the block around them has ended.
//!
//! Owns what of the “list of active formatting elements” matters here. A browser opens such an element again before the
//! next text, until its own end tag or the end of the cell around it.

use super::super::tag::Tag;

/// How many markers are tracked.
const MARKERS_MAX: usize = 2_048;

type Counts = [u32; Tag::FORMATTING.len()];

/// How many elements of each tag linger: after each marker, and before the first.
#[derive(Debug)]
pub(super) struct Lingering {
    /// Never empty.
    counts: Vec<Counts>,
    total: usize,
}

impl Default for Lingering {
    fn default() -> Self {
        Self { counts: vec![Counts::default()], total: 0 }
    }
}

fn index(tag: Tag) -> Option<usize> {
    Tag::FORMATTING.iter().position(|formatting| *formatting == tag)
}

impl Lingering {
    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// How many markers there are.
    pub(super) fn markers(&self) -> usize {
        self.counts.len() - 1
    }

    /// What lingers so far cannot be ended from here. False if there are too many markers.
    pub(super) fn mark(&mut self) -> bool {
        let has_room = self.markers() < MARKERS_MAX;
        if has_room {
            self.counts.push(Counts::default());
        }
        has_room
    }

    /// Forgets the last marker, and what lingers since.
    pub(super) fn clear(&mut self) {
        let last = if self.counts.len() > 1 {
            self.counts.pop()
        } else {
            self.counts.last_mut().map(std::mem::take)
        };
        if self.is_empty() {
            return;
        }
        let forgotten = last.map_or(0, |counts| counts.iter().map(|count| *count as usize).sum());
        self.total -= forgotten;
    }

    /// An element that began after so many markers lingers from now on.
    pub(super) fn add(&mut self, markers: usize, tag: Tag) {
        let markers = markers.min(self.markers());
        let counts = self.counts.get_mut(markers);
        if let Some(count) = index(tag).and_then(|at| counts?.get_mut(at)) {
            *count += 1;
            self.total += 1;
        }
    }

    /// The end tag of what is not open ends what lingers since the last marker.
    pub(super) fn end(&mut self, tag: Tag) {
        let counts = self.counts.last_mut();
        if let Some(count) = index(tag).and_then(|at| counts?.get_mut(at)).filter(|count| **count > 0) {
            *count -= 1;
            self.total -= 1;
        }
    }
}
