//! `table check`: compiles tables that are not built in, and runs their examples.
//!
//! Owns the report. What a table means is the core's, compiled by the code that its build uses. Starts no program.

use std::fmt::Write as _;
use std::path::Path;

use policy_core::commands::compile::{File, Mistake, compile};
use policy_core::commands::example::Example;
use policy_core::commands::{Form, Program};
use serde::Serialize;

use super::arguments::{Table, TableCheck, TableOf};
use super::exit::Exit;
use super::failure::Failure;
use super::{draw, terminal};

/// What was found in the tables.
#[derive(Debug, Default, Serialize)]
struct Report {
    /// What is wrong in them; where there is anything, no example was run.
    mistakes: Vec<Place>,
    /// Each program, when all of them compile.
    programs: Vec<Checked>,
}

/// A mistake and its place.
#[derive(Debug, Serialize)]
struct Place {
    file: String,
    line: usize,
    column: usize,
    why: String,
}

/// A program whose table compiles.
#[derive(Debug, Serialize)]
struct Checked {
    name: &'static str,
    /// How many examples were run.
    examples: usize,
    /// Those that do not hold.
    wrong: Vec<Wrong>,
}

/// An example that does not hold.
#[derive(Debug, Serialize)]
struct Wrong {
    example: &'static str,
    /// Whether the table says that it is vouched for.
    vouched: bool,
    /// What the table makes of it.
    outcome: String,
}

pub(super) fn check(asked: &Table) -> Result<Exit, Failure> {
    let Table { of: TableOf::Check(TableCheck { json, files }) } = asked;
    let files = files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let (report, mistakes) = match compile(&files) {
        // For as long as the program runs, as all tables.
        Ok(programs) => (Report::of(programs.leak()), Vec::new()),
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
            let mut checked = Checked { name: program.name, examples: 0, wrong: Vec::new() };
            checked.run(program, &program.form);
            checked
        });
        Self { programs: programs.collect(), ..Self::default() }
    }

    fn of_mistakes(mistakes: &[Mistake]) -> Self {
        let place = |it: &Mistake| Place {
            file: it.file.clone(),
            line: it.line,
            column: it.column,
            why: it.why.clone(),
        };
        Self { mistakes: mistakes.iter().map(place).collect(), ..Self::default() }
    }

    fn exit(&self) -> Exit {
        if !self.mistakes.is_empty() {
            Exit::Deny
        } else if self.programs.iter().any(|program| !program.wrong.is_empty()) {
            Exit::Ask
        } else {
            Exit::Done
        }
    }

    fn draw(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        for Checked { name, examples, wrong } in &self.programs {
            let _ = writeln!(out, "{name}: {} of {examples} examples hold", examples - wrong.len());
            for Wrong { example, vouched, outcome } in wrong {
                let list = if *vouched { "yes" } else { "no" };
                let _ = writeln!(out, "  in `{list}`: {example}  -> {outcome}");
            }
        }
        out
    }
}

impl Checked {
    /// Runs the examples of `form` and of its sub-commands.
    fn run(&mut self, program: &'static Program, form: &'static Form) {
        let yes = form.yes.iter().map(|text| (*text, true));
        for (example, vouched) in yes.chain(form.no.iter().map(|text| (*text, false))) {
            self.examples += 1;
            match Example::read(example) {
                Err(why) => self.wrong.push(Wrong { example, vouched, outcome: why.to_string() }),
                Ok(read) if read.is_vouched(program, form) == vouched => {}
                Ok(read) => self.wrong.push(Wrong { example, vouched, outcome: read.outcome(program) }),
            }
        }
        for sub in form.subs {
            self.run(program, sub);
        }
    }
}
