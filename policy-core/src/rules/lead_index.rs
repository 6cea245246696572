//! Rules by the text that they begin with.
//!
//! Owns the search for those whose beginning a command has: its steps grow with the rules that begin like the command, not
//! with all rules of a program.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::sorted;

/// The literal text in front of each rule's first wildcard, sorted, with the rule's number.
#[derive(Clone, Debug, Default)]
pub(super) struct LeadIndex {
    leads: Vec<(Box<str>, u32)>,
    /// How each of them begins, in one block of memory: most are told apart by it.
    fronts: Vec<u64>,
    first: FirstBytes,
}

/// The first eight bytes as a number, of which a greater one begins a greater text.
fn front(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
    u64::from_be_bytes(bytes)
}

/// The first bytes of the beginnings: most commands begin like none.
#[derive(Clone, Copy, Debug, Default)]
struct FirstBytes {
    bits: [u64; 4],
    /// Whether a beginning is empty, so that every text has it.
    any: bool,
}

impl FirstBytes {
    fn add(&mut self, text: &str) {
        let Some(byte) = text.as_bytes().first() else {
            self.any = true;
            return;
        };
        if let Some(bits) = self.bits.get_mut(usize::from(byte >> 6)) {
            *bits |= 1 << (byte & 63);
        }
    }

    fn has(&self, text: &str) -> bool {
        let bit = |byte: &u8| {
            self.bits.get(usize::from(byte >> 6)).is_some_and(|bits| bits >> (byte & 63) & 1 == 1)
        };
        self.any || text.as_bytes().first().is_some_and(bit)
    }
}

impl LeadIndex {
    /// Adds the beginnings of the rule `number`; [`LeadIndex::finish`] follows the last one.
    pub(super) fn add<'l>(&mut self, leads: impl Iterator<Item = &'l str>, number: u32) {
        self.leads.extend(leads.map(|lead| (lead.into(), number)));
    }

    pub(super) fn finish(&mut self) {
        sorted::sort(&mut self.leads);
        self.leads.dedup();
        self.fronts = self.leads.iter().map(|(lead, _)| front(lead.as_bytes())).collect();
        self.leads.iter().for_each(|(lead, _)| self.first.add(lead));
    }

    /// The rules whose beginning `text` has, the longest beginnings first; those with one beginning are ascending.
    pub(super) fn of<'i>(&'i self, text: &'i str) -> Beginnings<'i> {
        let text = self.first.has(text).then_some(text.as_bytes());
        Beginnings { leads: &self.leads, fronts: &self.fronts, text }
    }
}

/// See [`LeadIndex::of`].
#[derive(Debug)]
pub(super) struct Beginnings<'i> {
    /// Those that are not greater than `text`.
    leads: &'i [(Box<str>, u32)],
    fronts: &'i [u64],
    /// No beginning that is longer than it is left.
    text: Option<&'i [u8]>,
}

impl Beginnings<'_> {
    /// How many are `before`, which holds for the lesser ones, up to one that begins as `text` does.
    fn lesser(&self, text: &[u8], before: impl Fn(&[u8]) -> bool) -> usize {
        let front = front(text);
        let from = self.fronts.partition_point(|known| *known < front);
        let same = self.fronts.get(from..).unwrap_or_default().partition_point(|known| *known == front);
        let same = self.leads.get(from..from + same).unwrap_or_default();
        from + same.partition_point(|(lead, _)| before(lead.as_bytes()))
    }
}

impl<'i> Iterator for Beginnings<'i> {
    type Item = &'i [(Box<str>, u32)];

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let text = self.text?;
            let count = self.lesser(text, |lead| lead <= text);
            self.leads = self.leads.get(..count)?;
            self.fronts = self.fronts.get(..count)?;
            // The greatest that is not greater shares more with the text than any before it.
            let lead = self.leads.last()?.0.as_bytes();
            let shared = lead.iter().zip(text).take_while(|(one, other)| one == other).count();
            if shared < lead.len() {
                self.text = text.get(..shared);
                continue;
            }
            let before = self.lesser(lead, |known| known < lead);
            self.fronts = self.fronts.get(..before)?;
            let (before, found) = self.leads.split_at_checked(before)?;
            self.leads = before;
            self.text = shared.checked_sub(1).and_then(|shorter| text.get(..shorter));
            return Some(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    fn index(leads: &[String]) -> LeadIndex {
        let mut index = LeadIndex::default();
        for (number, lead) in (0..).zip(leads) {
            index.add(core::iter::once(lead.as_str()), number);
        }
        index.finish();
        index
    }

    proptest! {
        #[test]
        fn what_is_found_is_every_rule_whose_beginning_the_text_has(
            leads in prop::collection::vec("[abé]{0,4}", 0..40),
            text in "[abé]{0,6}",
        ) {
            let index = index(&leads);
            let mut found: Vec<u32> = index.of(&text).flatten().map(|(_, number)| *number).collect();
            sorted::sort(&mut found);
            let expected: Vec<u32> =
                (0..).zip(&leads).filter(|(_, lead)| text.starts_with(lead.as_str())).map(|(at, _)| at).collect();
            prop_assert_eq!(found, expected);
            for run in index.of(&text) {
                prop_assert!(run.is_sorted());
            }
        }
    }
}
