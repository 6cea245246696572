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
}

impl LeadIndex {
    /// Adds the beginnings of the rule `number`; [`LeadIndex::finish`] follows the last one.
    pub(super) fn add<'l>(&mut self, leads: impl Iterator<Item = &'l str>, number: u32) {
        self.leads.extend(leads.map(|lead| (lead.into(), number)));
    }

    pub(super) fn finish(&mut self) {
        sorted::sort(&mut self.leads);
        self.leads.dedup();
    }

    /// The rules whose beginning `text` has, the longest beginnings first; those with one beginning are ascending.
    pub(super) fn of<'i>(&'i self, text: &'i str) -> Beginnings<'i> {
        Beginnings { leads: &self.leads, text: Some(text.as_bytes()) }
    }
}

/// See [`LeadIndex::of`].
#[derive(Debug)]
pub(super) struct Beginnings<'i> {
    /// Those that are not greater than `text`.
    leads: &'i [(Box<str>, u32)],
    /// No beginning that is longer than it is left.
    text: Option<&'i [u8]>,
}

impl<'i> Iterator for Beginnings<'i> {
    type Item = &'i [(Box<str>, u32)];

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let text = self.text?;
            let count = self.leads.partition_point(|(lead, _)| lead.as_bytes() <= text);
            self.leads = self.leads.get(..count)?;
            // The greatest that is not greater shares more with the text than any before it.
            let lead = self.leads.last()?.0.as_bytes();
            let shared = lead.iter().zip(text).take_while(|(one, other)| one == other).count();
            if shared < lead.len() {
                self.text = text.get(..shared);
                continue;
            }
            let before = self.leads.partition_point(|(known, _)| known.as_bytes() < lead);
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
