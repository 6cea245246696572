//! The tables of all programs, packed into bytes; each is unpacked at its first use.
//!
//! Owns the bytes and the unpacked tables. Static structures would cost more: most runs read none of them, and the
//! loader has to relocate every pointer before `main`, which with 700 programs took longer than the rest of a start.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::compact::{Texts, from_bytes};
use super::shape::{Form, Program};
use super::slots::{SLOTS, slot};
use crate::name_list::NameList;

include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// How many programs this build has tables of.
pub const TABLE_COUNT: usize = COUNT;

/// The newest day on which a table was compared with the programs that it describes, as `2026-11-20`.
pub const TABLE_DATE: &str = DATE;

/// What was unpacked, by its place in the order of names.
static UNPACKED: [OnceBox<Program>; COUNT] = [const { OnceBox::new() }; COUNT];

/// The table of the program with this bare name.
pub fn program(name: &str) -> Option<&'static Program> {
    // Every command asks several times, so that the names themselves are not packed.
    let mut slot = slot(name);
    loop {
        let place = usize::from(*PLACES.get(slot)?);
        // An empty slot has no name.
        if NAMES.get(place)? == name {
            return at(place);
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Every table, sorted by name.
pub fn programs() -> Vec<&'static Program> {
    (0..COUNT).filter_map(at).collect()
}

fn at(place: usize) -> Option<&'static Program> {
    let cell = UNPACKED.get(place)?;
    cell.get_or_try_init(|| from_bytes(bytes_at(place).unwrap_or_default(), TEXTS).map(Box::new)).ok()
}

/// The form of a sub-command, packed inside of a table.
pub(super) fn form(bytes: &'static [u8]) -> Option<Box<Form>> {
    from_bytes(bytes, TEXTS).map(Box::new).ok()
}

fn bytes_at(place: usize) -> Option<&'static [u8]> {
    let (from, to) = (*STARTS.get(place)?, *STARTS.get(place + 1)?);
    PACKED.get(from as usize..to as usize)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "pages")]
    fn the_date_is_the_newest_day_of_a_comparison() {
        let sources = programs().into_iter().map(|program| program.source);
        let days = sources.flat_map(|source| [source.compared, source.elsewhere]).flatten();
        assert_eq!(days.max(), Some(TABLE_DATE));
    }

    #[test]
    fn every_table_is_unpacked_as_it_was_packed_and_nothing_is_left_of_its_bytes() {
        fn holds(form: &Form) {
            // A sub-command whose bytes are broken is left out.
            let subs: Vec<&Form> = form.subs().collect();
            assert_eq!(subs.len(), form.subs.names().count(), "{}", form.name);
            for (sub, name) in subs.into_iter().zip(form.subs.names()) {
                assert_eq!(sub.name, name);
                holds(sub);
            }
        }

        assert_eq!(programs().len(), COUNT);
        for program in programs() {
            holds(&program.form);
        }
        for place in 0..COUNT {
            let name = NAMES.get(place).unwrap();
            let program = from_bytes::<Program>(bytes_at(place).unwrap(), TEXTS).unwrap();
            assert_eq!((at(place), name), (Some(&program), program.name));
            assert_eq!(super::program(program.name), Some(&program));
        }
        for unknown in ["", "\u{10ffff}", "gre", "grepp", "/bin/ls"] {
            assert_eq!(program(unknown), None, "{unknown}");
        }
    }
}
