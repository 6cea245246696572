//! `table check --compare`: a table against the `--help` of the installed program.
//!
//! Owns what is reported of the comparison, with the places in the table. The comparison itself is the library's.

use std::fmt::Write as _;

use policy_core::commands::Program;
use policy_core::commands::compile::places::Places;
use serde::Serialize;

use super::place::Place;
use crate::help::{Compared, Missing, Printer, compare};

/// A program against its help.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AgainstHelp {
    /// Why nothing was compared.
    not_compared: Option<String>,
    /// Whether the installed program is of another version than the one in `source`, or nobody can say.
    is_another_version: bool,
    /// How many options the help of the program and its sub-commands names.
    options: usize,
    /// Options that the help names and the table lacks.
    missing: Vec<Place>,
    /// Options that the table vouches for and the help does not name.
    unnamed: Vec<Place>,
}

impl AgainstHelp {
    /// Runs the program with `--help`, where `printer` finds it and its table vouches for that.
    pub(super) fn of(program: &'static Program, places: &[Places<'_>], printer: &Printer) -> Self {
        let not_compared = |why: String| Self { not_compared: Some(why), ..Self::default() };
        if !printer.finds(program.name) {
            return not_compared("it is not in `PATH`".to_owned());
        }
        let comparison = match compare(printer, program) {
            Ok(comparison) => comparison,
            Err(why) => return not_compared(format!("the sandbox is not complete: {why}")),
        };
        let mut found = Self { is_another_version: comparison.is_another_version, ..Self::default() };
        for (form, compared) in &comparison.forms {
            let Compared::Named { options, missing, unnamed } = compared else { continue };
            // A sub-command that another program lends has its place there.
            let Some(places) = places
                .iter()
                .find(|it| it.has(form))
                .or_else(|| places.iter().find(|it| it.has(program.name)))
            else {
                continue;
            };
            found.options += options;
            found.missing.extend(missing.iter().map(|Missing { spelling, line }| {
                Place::of(&places.remark(form, "", format!("`{form}` lacks `{spelling}`: {line}")))
            }));
            found.unnamed.extend(unnamed.iter().map(|name| {
                Place::of(&places.remark(form, name, format!("the help of `{form}` does not name `{name}`")))
            }));
        }
        if found.options == 0 {
            return not_compared(
                "its table vouches for no way to ask for help, or the help names no option".into(),
            );
        }
        found
    }

    /// Whether the table lacks an option.
    pub(super) fn lacks_options(&self) -> bool {
        !self.missing.is_empty()
    }

    /// The comparison as a person reads it, one finding a line.
    pub(super) fn draw(&self, out: &mut String) {
        // Writing to a string does not fail.
        if let Some(why) = &self.not_compared {
            let _ = writeln!(out, "  not compared with its help: {why}");
            return;
        }
        let version =
            if self.is_another_version { "; it may be of another version than `source` says" } else { "" };
        let _ = writeln!(
            out,
            "  its help names {} options, {} of them not in the table{version}",
            self.options,
            self.missing.len()
        );
        for Place { file, line, column, why } in self.missing.iter().chain(&self.unnamed) {
            let _ = writeln!(out, "  {file}:{line}:{column}: {why}");
        }
    }
}
