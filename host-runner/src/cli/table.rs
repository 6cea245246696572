//! `table check`: compiles tables that are not built in, and runs their examples.
//!
//! Owns the report. What a table means is the core's, compiled by the code that its build uses. Starts no program unless
//! `--compare` asks for its help.

mod against_help;
mod place;

use std::fmt::Write as _;
use std::path::Path;

use policy_core::commands::compile::places::Places;
use policy_core::commands::compile::{File, Mistake, compile};
use policy_core::commands::example::Example;
use policy_core::commands::{Form, Program};
use serde::Serialize;

use self::against_help::AgainstHelp;
use self::place::Place;
use super::arguments::{Table, TableCheck, TableOf};
use super::exit::Exit;
use super::failure::Failure;
use super::{draw, terminal};
use crate::help::Printer;

/// The findings in the tables.
#[derive(Debug, Default, Serialize)]
struct Report {
    /// The mistakes in them; with any mistake, no example runs.
    mistakes: Vec<Place>,
    /// Each program, when all of them compile.
    programs: Vec<Checked>,
}

/// A program whose table compiles.
#[derive(Debug, Serialize)]
struct Checked {
    #[serde(skip)]
    program: &'static Program,
    name: &'static str,
    /// How many examples were run.
    examples: usize,
    /// Those that do not hold.
    wrong: Vec<Wrong>,
    /// The table against the help of the installed program, when that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<AgainstHelp>,
}

/// An example that does not hold.
#[derive(Debug, Serialize)]
struct Wrong {
    example: &'static str,
    /// Whether the table says that it is vouched for.
    vouched: bool,
    /// The result of the table.
    outcome: String,
}

pub(super) fn check(asked: &Table) -> Result<Exit, Failure> {
    let Table { of: TableOf::Check(TableCheck { json, compare: with_help, files }) } = asked;
    let files = files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let (report, mistakes) = match compile(&files) {
        Ok(programs) => {
            // For as long as the program runs, as all tables.
            let mut report = Report::of(programs.leak());
            if *with_help {
                report.compare(&files)?;
            }
            (report, Vec::new())
        }
        Err(mistakes) => (Report::of_mistakes(&mistakes), mistakes),
    };
    terminal::data(&if *json {
        serde_json::to_string(&report).unwrap_or_default()
    } else if mistakes.is_empty() {
        report.draw()
    } else {
        draw::table_mistakes(&mistakes, &files, terminal::colour_of_data())
    })?;
    Ok(report.exit())
}

fn read(path: &Path) -> Result<File, Failure> {
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("`{shown}` cannot be read: {error}"), ""))?;
    Ok(File { path: shown, text })
}

impl Report {
    fn of(programs: &'static [Program]) -> Self {
        let programs = programs.iter().map(|program| {
            let mut checked =
                Checked { program, name: program.name, examples: 0, wrong: Vec::new(), help: None };
            checked.run(program, &program.form);
            checked
        });
        Self { programs: programs.collect(), ..Self::default() }
    }

    fn of_mistakes(mistakes: &[Mistake]) -> Self {
        Self { mistakes: mistakes.iter().map(Place::of).collect(), ..Self::default() }
    }

    /// Adds the comparison of every program with its help.
    fn compare(&mut self, files: &[File]) -> Result<(), Failure> {
        let printer = Printer::new(std::env::var_os("PATH").unwrap_or_default())?.with_consent();
        let places: Vec<Places<'_>> = files.iter().map(Places::of).collect();
        for checked in &mut self.programs {
            checked.help = Some(AgainstHelp::of(checked.program, &places, &printer));
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        if !self.mistakes.is_empty() {
            Exit::Deny
        } else if self.programs.iter().any(Checked::is_incomplete) {
            Exit::Ask
        } else {
            Exit::Done
        }
    }

    fn draw(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        for Checked { name, examples, wrong, help, .. } in &self.programs {
            let _ = writeln!(out, "{name}: {} of {examples} examples hold", examples - wrong.len());
            for Wrong { example, vouched, outcome } in wrong {
                let list = if *vouched { "yes" } else { "no" };
                let _ = writeln!(out, "  in `{list}`: {example}  -> {outcome}");
            }
            if let Some(help) = help {
                help.draw(&mut out);
            }
        }
        out
    }
}

impl Checked {
    /// Whether an example does not hold, or the help names an option that the table lacks.
    fn is_incomplete(&self) -> bool {
        !self.wrong.is_empty() || self.help.as_ref().is_some_and(AgainstHelp::lacks_options)
    }

    /// Runs the examples of `form` and of its sub-commands.
    fn run(&mut self, program: &'static Program, form: &'static Form) {
        let yes = form.yes.iter().map(|text| (*text, true));
        for (example, vouched) in yes.chain(form.no.iter().map(|text| (*text, false))) {
            self.examples += 1;
            match Example::of(program, example) {
                Err(why) => self.wrong.push(Wrong { example, vouched, outcome: why.to_string() }),
                Ok(read) if read.is_vouched(program, form) == vouched => {}
                Ok(read) => self.wrong.push(Wrong { example, vouched, outcome: read.outcome(program) }),
            }
        }
        for sub in form.subs() {
            self.run(program, sub);
        }
    }
}
