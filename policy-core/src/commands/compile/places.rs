//! The places of a table file's forms and options, for remarks on a table that compiles.
//!
//! Owns the look-up. Options that a table shares with another program are in that program's file.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::File;
use super::format::{Group, Table};
use super::mistake::{Mistake, Mistakes};
use super::rows::Rows;

/// The places of the forms and options in one file.
#[derive(Debug)]
pub struct Places<'f> {
    file: &'f File,
    /// By the path of the form (`git log`) and the spelling of the option, which is empty for the form itself.
    found: BTreeMap<(String, String), Range<usize>>,
}

impl<'f> Places<'f> {
    /// The places in `file`; none when it is not a table.
    pub fn of(file: &'f File) -> Self {
        let mut places = Self { file, found: BTreeMap::new() };
        for table in super::read(file, &mut Vec::new()) {
            let path = table.name.get_ref().clone();
            places.add(&path, &table, &table.group);
        }
        places
    }

    fn add(&mut self, path: &str, table: &Table, groups: &[Group]) {
        let mut ignored = Mistakes::of("", "");
        let own = Rows::of_table(table, &mut ignored);
        let is_taken = |group: &&Group| table.groups.iter().any(|name| name.get_ref() == &group.name);
        let shared: Vec<Rows> =
            groups.iter().filter(is_taken).map(|group| Rows::of_group(group, &mut ignored)).collect();
        self.found.insert((path.to_owned(), String::new()), table.name.span());
        for row in own.all().chain(shared.iter().flat_map(Rows::all)) {
            for name in &row.names {
                if let Some(at) = &row.at {
                    self.found.insert((path.to_owned(), name.clone()), at.clone());
                }
            }
        }
        for sub in &table.sub {
            self.add(&format!("{path} {}", sub.name.get_ref()), sub, groups);
        }
    }

    /// Whether the file has the form with this path.
    pub fn has(&self, form: &str) -> bool {
        self.found.contains_key(&(form.to_owned(), String::new()))
    }

    /// A remark on `option` of `form`; on the form where the file does not have that option.
    pub fn remark(&self, form: &str, option: &str, why: impl Into<Cow<'static, str>>) -> Mistake {
        let place = |option: &str| self.found.get(&(form.to_owned(), option.to_owned()));
        let at = place(option).or_else(|| place("")).cloned();
        Mistake::at(&self.file.path, &self.file.text, at, why)
    }
}
