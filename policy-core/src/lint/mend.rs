//! The mends of findings, made in the text of the settings.
//!
//! Owns how they are applied together. Comments and the layout stay.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::finding::{Finding, Mend};
use crate::policy::{Source, entry_replaced, without_entry_at};
use crate::rules::List;
use crate::sorted;

/// The new texts of the sources that the mends of `findings` change, each with its place in `sources`.
pub fn mended(sources: &[Source], findings: &[Finding]) -> Vec<(usize, String)> {
    let texts = sources.iter().enumerate().filter_map(|(at, source)| {
        let own = findings.iter().filter(|finding| finding.problem.file == source.name);
        let mut mends: Vec<(u32, List, &Mend)> = own
            .filter_map(|finding| {
                let (list, _) = finding.rule.as_ref()?;
                Some((finding.problem.span.start, *list, finding.mend.as_ref()?))
            })
            .collect();
        // From the end, so that no place moves before its turn.
        sorted::sort_by_key(&mut mends, |(start, ..)| Reverse(*start));
        let mut text = source.text.clone();
        for (start, list, mend) in mends {
            let keys = ["permissions", list.name()];
            let changed = match mend {
                Mend::Remove => without_entry_at(&text, &keys, start as usize),
                Mend::Replace(entry) => entry_replaced(&text, &keys, start as usize, entry),
            };
            text = changed.unwrap_or(text);
        }
        (text != source.text).then_some((at, text))
    });
    texts.collect()
}
