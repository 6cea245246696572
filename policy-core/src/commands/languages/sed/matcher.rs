//! Finds a pattern in a text: leftmost, then longest, as POSIX requires (POSIX, "Regular Expressions", 9.1).
//!
//! Owns the search. It reports the part that a group matched only if all rules agree: if there is one way to match, or
//! if a plain sequence of repetitions is greedy from left to right. Every step is counted, so no pattern is slow.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::refusal::{CannotSimulate, refuse};
use super::regex::{Beyond, Edge, Node, Set, Tree, anchors, is_word};

/// Most instructions that a pattern may become.
const PROGRAM_MAX: usize = 2_000;

#[derive(Clone, Copy, Debug)]
enum Step {
    Char(char),
    Set(Set),
    Start,
    End,
    Word(Edge),
    /// Both; the first one is tried first.
    Split(usize, usize),
    Jump(usize),
    Save(usize),
    Match,
}

/// The places of a match as byte offsets: the whole and the groups, begin and end in turn.
pub(super) type Places = [Option<usize>; 20];

/// The steps that one request may take, whatever number of files it edits.
const STEPS_MAX: u64 = 20_000_000;

/// What is left of the steps that simulations may take.
#[derive(Debug)]
pub struct Budget(u64);

impl Default for Budget {
    fn default() -> Self {
        Self(STEPS_MAX)
    }
}

impl Budget {
    pub(super) fn spend(&mut self) -> Result<(), CannotSimulate> {
        self.0 = self.0.checked_sub(1).ok_or(CannotSimulate { why: "it takes too many steps" })?;
        Ok(())
    }
}

/// A pattern ready to be looked for.
#[derive(Debug)]
pub(super) struct Regex {
    steps: Vec<Step>,
    /// How many groups it has.
    pub groups: usize,
    /// Whether it can match nothing.
    pub nullable: bool,
    ignore_case: bool,
    /// Whether it has a `^` or a `$`.
    anchored: bool,
    /// Whether the leftmost and longest choice at every repetition gives what each group matched.
    plain: bool,
    /// Whether something that can match nothing is repeated.
    idles: bool,
    /// The groups whose last match a repetition around them may have left behind, as bits.
    stale: u32,
}

impl Regex {
    pub(super) fn new(tree: &Tree, ignore_case: bool) -> Result<Self, CannotSimulate> {
        let mut regex = Self {
            steps: Vec::new(),
            groups: tree.groups,
            nullable: nullable(&tree.root),
            ignore_case,
            anchored: anchors(&tree.root),
            plain: variables(&tree.root).is_some(),
            idles: false,
            stale: 0,
        };
        regex.compile(&tree.root)?;
        regex.push(Step::Match)?;
        Ok(regex)
    }

    fn push(&mut self, step: Step) -> Result<usize, CannotSimulate> {
        if self.steps.len() >= PROGRAM_MAX {
            return Err(CannotSimulate { why: "the pattern is too long" });
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    fn set(&mut self, at: usize, step: Step) {
        if let Some(place) = self.steps.get_mut(at) {
            *place = step;
        }
    }

    fn compile(&mut self, node: &Node) -> Result<(), CannotSimulate> {
        match node {
            Node::Char(sign) => self.push(Step::Char(*sign)).map(drop),
            Node::Set(set) => self.push(Step::Set(*set)).map(drop),
            Node::Start => self.push(Step::Start).map(drop),
            Node::End => self.push(Step::End).map(drop),
            Node::Word(edge) => self.push(Step::Word(*edge)).map(drop),
            Node::Group(number, inner) => {
                self.push(Step::Save(number * 2))?;
                self.compile(inner)?;
                self.push(Step::Save(number * 2 + 1)).map(drop)
            }
            Node::Sequence(nodes) => nodes.iter().try_for_each(|it| self.compile(it)),
            Node::Either(nodes) => {
                let mut ends = Vec::new();
                for (index, inner) in nodes.iter().enumerate() {
                    if index + 1 == nodes.len() {
                        self.compile(inner)?;
                        break;
                    }
                    let split = self.push(Step::Match)?;
                    self.compile(inner)?;
                    ends.push(self.push(Step::Match)?);
                    self.set(split, Step::Split(split + 1, self.steps.len()));
                }
                for end in ends {
                    self.set(end, Step::Jump(self.steps.len()));
                }
                Ok(())
            }
            Node::Repeat(inner, min, max) => self.repeat(inner, *min, *max),
        }
    }

    fn repeat(&mut self, inner: &Node, min: u32, max: Option<u32>) -> Result<(), CannotSimulate> {
        self.idles |= nullable(inner);
        if max != Some(1) {
            self.stale |= match inner {
                Node::Group(_, inside) => groups_in(inside),
                other => groups_in(other),
            };
        }
        for _ in 0..min {
            self.compile(inner)?;
        }
        let Some(max) = max else {
            let split = self.push(Step::Match)?;
            self.compile(inner)?;
            self.push(Step::Jump(split))?;
            self.set(split, Step::Split(split + 1, self.steps.len()));
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in min..max {
            splits.push(self.push(Step::Match)?);
            self.compile(inner)?;
        }
        for split in splits {
            self.set(split, Step::Split(split + 1, self.steps.len()));
        }
        Ok(())
    }

    /// The first match that begins at `from` or later. With `groups`, these groups' places as well (as bits).
    pub(super) fn find(
        &self,
        text: &str,
        from: usize,
        groups: u32,
        budget: &mut Budget,
    ) -> Result<Option<Places>, CannotSimulate> {
        if self.ignore_case && !text.is_ascii() {
            return refuse("the locale decides about the case of letters beyond ASCII");
        }
        // glibc lets an anchor hold at some line breaks inside the text, depending on what is around it.
        if self.anchored && text.contains('\n') {
            return refuse("versions differ on an anchor in a text of several lines");
        }
        let run = Run { steps: &self.steps, text, strict: groups != 0 };
        let first = self.steps.iter().find(|step| !matches!(step, Step::Save(_))).copied();
        let mut scratch = Scratch::default();
        let mut next = from;
        while next <= text.len() {
            let start = match first {
                Some(Step::Start) if next > 0 => break,
                // Nothing else can match where the first character is not.
                Some(Step::Char(sign)) => match text.get(next..).and_then(|rest| rest.find(sign)) {
                    Some(distance) => next + distance,
                    None => break,
                },
                _ => next,
            };
            // The next beginning is the next character's, never inside of one.
            next = start + run.char_at(start).map_or(1, char::len_utf8);
            let Some(end) = run.longest(start, &mut scratch, budget)? else { continue };
            let mut places = [None; 20];
            if groups != 0 {
                places = self.groups(&run, start, end, groups, budget)?;
            }
            (places[0], places[1]) = (Some(start), Some(end));
            return Ok(Some(places));
        }
        Ok(None)
    }

    fn groups(
        &self,
        run: &Run<'_>,
        start: usize,
        end: usize,
        groups: u32,
        budget: &mut Budget,
    ) -> Result<Places, CannotSimulate> {
        if self.idles || self.stale & groups != 0 {
            return refuse("what a group matched depends on how it is repeated");
        }
        let (path, places) = run.path(start, end, false, budget)?;
        if !self.plain && run.path(start, end, true, budget)?.0 != path {
            return refuse("there is more than one way in which a group could match");
        }
        Ok(places)
    }
}

fn nullable(node: &Node) -> bool {
    match node {
        Node::Char(_) | Node::Set(_) => false,
        Node::Start | Node::End | Node::Word(_) => true,
        Node::Group(_, inner) => nullable(inner),
        Node::Sequence(nodes) => nodes.iter().all(nullable),
        Node::Either(nodes) => nodes.iter().any(nullable),
        Node::Repeat(inner, min, _) => *min == 0 || nullable(inner),
    }
}

fn groups_in(node: &Node) -> u32 {
    match node {
        Node::Group(number, inner) => 1 << number | groups_in(inner),
        Node::Sequence(nodes) | Node::Either(nodes) => nodes.iter().fold(0, |bits, it| bits | groups_in(it)),
        Node::Repeat(inner, ..) => groups_in(inner),
        _ => 0,
    }
}

/// How many parts of varying length there are, when there is no alternative, only single characters are repeated,
/// and no group has more than one such part: then the longest part is the longest group as well.
fn variables(node: &Node) -> Option<usize> {
    match node {
        Node::Char(_) | Node::Set(_) | Node::Start | Node::End | Node::Word(_) => Some(0),
        Node::Group(_, inner) => variables(inner).filter(|count| *count < 2),
        Node::Sequence(nodes) => nodes.iter().try_fold(0, |sum, it| Some(sum + variables(it)?)),
        Node::Either(_) => None,
        Node::Repeat(inner, ..) => matches!(**inner, Node::Char(_) | Node::Set(_)).then_some(1),
    }
}

/// What a search sets aside, kept from one beginning to the next.
#[derive(Default)]
struct Scratch {
    now: Vec<usize>,
    next: Vec<usize>,
    /// By step: where it was last looked at.
    seen: Vec<usize>,
}

struct Run<'r> {
    steps: &'r [Step],
    text: &'r str,
    /// Whether it matters where a character begins that a locale may take for several.
    strict: bool,
}

impl Run<'_> {
    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..).and_then(|rest| rest.chars().next())
    }

    fn accepts(&self, set: Set, sign: char) -> Result<bool, CannotSimulate> {
        if sign.is_ascii() {
            return Ok(set.ascii >> (sign as u32) & 1 == 1);
        }
        match set.beyond {
            Beyond::Outside => Ok(false),
            Beyond::Inside if set.loose > u8::from(self.strict) => Ok(true),
            _ => refuse("the locale decides about a character beyond ASCII"),
        }
    }

    fn holds(&self, step: Step, at: usize) -> Result<bool, CannotSimulate> {
        let Step::Word(edge) = step else {
            return Ok(match step {
                Step::Start => at == 0,
                _ => at == self.text.len(),
            });
        };
        let bytes = self.text.as_bytes();
        let before = at.checked_sub(1).and_then(|it| bytes.get(it)).copied();
        let after = bytes.get(at).copied();
        if before.into_iter().chain(after).any(|byte| !byte.is_ascii()) {
            return refuse("the locale decides about a character beyond ASCII");
        }
        let (before, after) = (before.is_some_and(is_word), after.is_some_and(is_word));
        Ok(match edge {
            Edge::Any => before != after,
            Edge::Begin => !before && after,
            Edge::End => before && !after,
        })
    }

    /// The end of the longest match that begins at `start`.
    fn longest(
        &self,
        start: usize,
        scratch: &mut Scratch,
        budget: &mut Budget,
    ) -> Result<Option<usize>, CannotSimulate> {
        let mut found = None;
        let mut at = start;
        let Scratch { now, next, seen } = scratch;
        now.clear();
        now.push(0);
        seen.clear();
        seen.resize(self.steps.len(), usize::MAX);
        while !now.is_empty() {
            let sign = self.char_at(at);
            next.clear();
            while let Some(index) = now.pop() {
                budget.spend()?;
                let Some(mark) = seen.get_mut(index).filter(|mark| **mark != at) else { continue };
                *mark = at;
                let Some(step) = self.steps.get(index).copied() else { continue };
                match step {
                    Step::Char(wanted) if sign == Some(wanted) => next.push(index + 1),
                    Step::Set(set) => {
                        if let Some(sign) = sign
                            && self.accepts(set, sign)?
                        {
                            next.push(index + 1);
                        }
                    }
                    Step::Char(_) => {}
                    Step::Start | Step::End | Step::Word(_) => {
                        if self.holds(step, at)? {
                            now.push(index + 1);
                        }
                    }
                    Step::Split(one, other) => now.extend([one, other]),
                    Step::Jump(to) => now.push(to),
                    Step::Save(_) => now.push(index + 1),
                    Step::Match => found = Some(at),
                }
            }
            at += sign.map_or(1, char::len_utf8);
            mem::swap(now, next);
        }
        Ok(found)
    }

    /// The first way from `start` to `end`, or the last one, as its choices and the places of its groups.
    fn path(
        &self,
        start: usize,
        end: usize,
        last: bool,
        budget: &mut Budget,
    ) -> Result<(Vec<bool>, Places), CannotSimulate> {
        enum Task {
            Go { index: usize, at: usize, choices: usize, choice: Option<bool> },
            Restore(usize, Option<usize>),
        }
        let width = end - start + 1;
        let mut seen = vec![false; width.saturating_mul(self.steps.len())];
        // What is set aside is paid for.
        budget.0 = budget.0.saturating_sub(seen.len() as u64 / 64);
        let mut places: Places = [None; 20];
        let mut choices = Vec::new();
        let mut tasks = vec![Task::Go { index: 0, at: start, choices: 0, choice: None }];
        while let Some(task) = tasks.pop() {
            let (mut index, mut at) = match task {
                Task::Restore(slot, value) => {
                    if let Some(place) = places.get_mut(slot) {
                        *place = value;
                    }
                    continue;
                }
                Task::Go { index, at, choices: length, choice } => {
                    choices.truncate(length);
                    choices.extend(choice);
                    (index, at)
                }
            };
            loop {
                budget.spend()?;
                let fresh = seen.get_mut(index * width + (at - start)).filter(|it| !**it);
                let Some(fresh) = fresh else { break };
                *fresh = true;
                let Some(step) = self.steps.get(index).copied() else { break };
                let sign = self.char_at(at).filter(|_| at < end);
                match step {
                    Step::Char(wanted) if sign == Some(wanted) => at += wanted.len_utf8(),
                    Step::Set(set) => match sign {
                        Some(sign) if self.accepts(set, sign)? => at += sign.len_utf8(),
                        _ => break,
                    },
                    Step::Start | Step::End | Step::Word(_) => {
                        if !self.holds(step, at)? {
                            break;
                        }
                    }
                    Step::Split(one, other) => {
                        let (one, other) = if last { (other, one) } else { (one, other) };
                        let length = choices.len();
                        tasks.push(Task::Go { index: other, at, choices: length, choice: Some(!last) });
                        choices.push(last);
                        index = one;
                        continue;
                    }
                    Step::Jump(to) => {
                        index = to;
                        continue;
                    }
                    Step::Save(slot) => {
                        if let Some(place) = places.get_mut(slot) {
                            tasks.push(Task::Restore(slot, *place));
                            *place = Some(at);
                        }
                    }
                    Step::Match if at == end => return Ok((choices, places)),
                    Step::Char(_) | Step::Match => break,
                }
                index += 1;
            }
        }
        refuse("what a group matched cannot be known")
    }
}
