//! Where the two readings must agree, where they cannot, and that every kind of difference is seen.

extern crate std;

use std::string::String;
use std::vec::Vec;

use super::*;
use crate::syntax::{Dialect, read};

/// Everyday commands: a disagreement here is a question nobody needs.
const AGREED: &str = include_str!("agreed.txt");

#[test]
fn everyday_commands_are_read_alike() {
    let mut witness = Witness::new();
    let wrong: Vec<String> = AGREED
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| line.replace("\\n", "\n").replace("\\t", "\t"))
        .filter_map(|command| {
            let script = read(&command, Dialect::Bash);
            let place = witness.agrees(&script).err()?;
            Some(std::format!("{command:?}: {place} at {:?}", place.span.slice(&command)))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
