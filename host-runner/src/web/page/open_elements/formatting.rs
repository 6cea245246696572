//! The “list of active formatting elements”, as far as it decides what is hidden.
//!
//! Owns which formatting element an end tag means: the last of its tag since the last marker, whether it is still on the
//! stack or has ended with the block around it. A browser opens one of the latter again before the next text: if it hides, it
//! goes on hiding until its own end tag or the end of the cell around it. Nothing is opened again here; it is only known.

use super::super::tag::Tag;

/// How many runs of elements are tracked, beside those on the stack.
const RUNS_MAX: usize = 2_048;

/// How many equal elements of a tag a browser keeps at most.
const EQUAL_MAX: u32 = 3;

/// Elements of one tag that began one after another, since the same marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    markers: usize,
    is_on_stack: bool,
    is_hiding: bool,
    /// One, if it is on the stack.
    count: u32,
    /// When the first of them went off the stack, as the stack counts.
    left: u64,
}

impl Run {
    fn is_like(self, other: Self) -> bool {
        (self.markers, self.is_on_stack, self.is_hiding)
            == (other.markers, other.is_on_stack, other.is_hiding)
    }
}

/// The element that an end tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    OnStack,
    /// It ended with the block around it, when the stack had counted so far.
    OffStack {
        left: u64,
    },
}

/// The formatting elements that are not ended by their own end tags.
#[derive(Debug, Default)]
pub(super) struct Formatting {
    runs: [Vec<Run>; Tag::FORMATTING.len()],
    markers: usize,
    /// How many elements hide and are off the stack.
    hiding: u64,
    /// How many runs there are, and how many of them are off the stack.
    listed: usize,
    off_stack: usize,
}

fn index(tag: Tag) -> usize {
    Tag::FORMATTING.iter().position(|formatting| *formatting == tag).unwrap_or(Tag::FORMATTING.len())
}

impl Formatting {
    /// Whether an element that is off the stack hides.
    pub(super) fn hides(&self) -> bool {
        self.hiding > 0
    }

    /// Whether any element is off the stack.
    pub(super) fn is_any_off_stack(&self) -> bool {
        self.off_stack > 0
    }

    /// How many markers there are.
    pub(super) fn markers(&self) -> usize {
        self.markers
    }

    /// Whether more is off the stack than is tracked.
    pub(super) fn is_full(&self) -> bool {
        self.off_stack > RUNS_MAX
    }

    /// What began so far cannot be ended from here.
    pub(super) fn mark(&mut self) {
        self.markers += 1;
    }

    /// Forgets the last marker, and what began since.
    pub(super) fn clear(&mut self) {
        let runs = if self.listed > 0 { self.runs.as_mut_slice() } else { &mut [] };
        for runs in runs {
            while let Some(run) = runs.pop_if(|run| run.markers >= self.markers) {
                self.listed -= 1;
                if !run.is_on_stack {
                    self.off_stack -= 1;
                    self.hiding -= if run.is_hiding { u64::from(run.count) } else { 0 };
                }
            }
        }
        self.markers = self.markers.saturating_sub(1);
    }

    /// An element begins. Gives where it is kept.
    pub(super) fn push(&mut self, tag: Tag, is_hiding: bool) -> usize {
        let Some(runs) = self.runs.get_mut(index(tag)) else { return 0 };
        self.listed += 1;
        runs.push(Run { markers: self.markers, is_on_stack: true, is_hiding, count: 1, left: 0 });
        runs.len() - 1
    }

    /// An element goes off the stack, but not by its own end tag.
    pub(super) fn leave_stack(&mut self, tag: Tag, at: usize, now: u64) {
        let Some(runs) = self.runs.get_mut(index(tag)) else { return };
        let Some(run) = runs.get_mut(at).filter(|run| run.is_on_stack) else { return };
        run.is_on_stack = false;
        run.left = now;
        self.off_stack += 1;
        self.hiding += u64::from(run.is_hiding);
        // Equal ones at the end become one, so that they need no memory.
        while let [.., before, last] = runs.as_mut_slice()
            && before.is_like(*last)
            && !last.is_on_stack
        {
            before.count = before.count.saturating_add(last.count);
            before.left = before.left.min(last.left);
            runs.pop();
            self.listed -= 1;
            self.off_stack -= 1;
        }
    }

    /// The last element of the tag since the last marker.
    pub(super) fn last(&self, tag: Tag) -> Option<Last> {
        let run = self.runs.get(index(tag))?.last().filter(|run| run.markers == self.markers)?;
        Some(if run.is_on_stack { Last::OnStack } else { Last::OffStack { left: run.left } })
    }

    /// Whether a browser may have forgotten one of these elements, because it keeps only so many equal ones.
    pub(super) fn may_be_fewer(&self, tag: Tag) -> bool {
        let runs = self.runs.get(index(tag)).into_iter().flatten().rev();
        let mut counts = runs.take_while(|run| run.markers == self.markers).take(EQUAL_MAX as usize + 1);
        counts
            .try_fold(0_u32, |sum, run| sum.checked_add(run.count).filter(|sum| *sum <= EQUAL_MAX))
            .is_none()
    }

    /// Ends the last element of the tag.
    pub(super) fn end_last(&mut self, tag: Tag) {
        let Some(runs) = self.runs.get_mut(index(tag)) else { return };
        let Some(run) = runs.last_mut() else { return };
        if !run.is_on_stack {
            self.hiding -= u64::from(run.is_hiding);
        }
        run.count -= 1;
        if run.count == 0 {
            self.off_stack -= usize::from(!run.is_on_stack);
            self.listed -= 1;
            runs.pop();
        }
    }
}
