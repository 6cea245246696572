//! What the corpus is made of, group by group.

mod bad;
mod calls;
mod cases;
mod checks;
mod facts;
mod limits;
mod literals;
mod made;
mod options;
mod powershell;
mod powershell_limits;
mod refused;
mod tables;
mod unicode;
#[path = "../../../oracle/commands/values.rs"]
mod values;
mod web;
#[path = "../../../oracle/commands/words.rs"]
mod words;

use crate::questions::{Corpus, Maker};
use crate::settings::Settings;

/// A group by its name, and what adds it.
type Group = (&'static str, fn(&mut Maker, &Settings));

/// Every group, in the order of the file.
const GROUPS: &[Group] = &[
    ("checks", checks::add),
    ("tables", tables::add),
    ("options", options::add),
    ("cases", cases::add),
    ("facts", facts::add),
    ("tests", literals::add),
    ("generated", made::add),
    ("unicode", unicode::add),
    ("limits", limits::add),
    ("bad requests", bad::add),
    ("refused settings", refused::add),
    ("calls", calls::add),
    ("utf-16", unicode::add_utf16),
    ("powershell", powershell::add),
    ("powershell limits", powershell_limits::add),
    ("web", web::add),
];

/// The names of the groups.
pub fn groups() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().map(|(name, _)| *name)
}

/// Makes all of it: the same at every run, unless the environment asks for another seed.
pub fn all() -> Corpus {
    let mut maker = Maker::new();
    let settings = Settings::open(&mut maker);
    for (name, add) in GROUPS {
        maker.group(name);
        add(&mut maker, &settings);
    }
    maker.finish()
}
