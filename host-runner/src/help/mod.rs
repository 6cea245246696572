//! A table against the help that its program prints.
//!
//! Owns the comparison: [`Printer`] runs a program with `--help` in the sandbox, [`options`] reads the options out of
//! the text, and [`compare`] reports those that the table lacks and those that only the table has. Judges neither.

mod form;
mod options;
mod print;

use policy_core::commands::example::Example;
use policy_core::commands::{Form, Program};

pub use form::{has, is_another_version};
pub use options::options;
pub use print::{Printed, Printer};

/// The ways to ask for help; the first one that names options is taken.
const QUESTIONS: [&str; 3] = ["--help", "-h", "-help"];

/// A program against its help.
#[derive(Debug)]
pub struct Comparison {
    /// The program, then its sub-commands, each by its path (`git log`).
    pub forms: Vec<(String, Compared)>,
    /// Whether the installed program is of another version than the one that the table names, or nobody can say.
    pub is_another_version: bool,
}

/// A program or a sub-command against its help.
#[derive(Debug)]
pub enum Compared {
    /// It asks whatever its options are, so the table needs none.
    Whole,
    /// The table vouches for no way to ask for help, or none names an option.
    Silent,
    /// Its help names options.
    Named {
        /// How many.
        options: usize,
        /// Those that the table lacks.
        missing: Vec<Missing>,
        /// The first spelling of each option that the table vouches for and the help does not name.
        unnamed: Vec<&'static str>,
    },
}

/// An option that the help names and the table lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// How it is spelled.
    pub spelling: String,
    /// The line of the help that names it.
    pub line: String,
}

/// Compares `program` with the help of the installed program of its name.
///
/// Runs only what the table of `program` vouches for, and only in a complete sandbox.
///
/// # Errors
/// Why this machine cannot confine a program.
pub fn compare(printer: &Printer, program: &'static Program) -> Result<Comparison, String> {
    let mut forms = Vec::new();
    collect(program.name, &program.form, &mut forms);
    let compared = forms.into_iter().map(|(path, form)| {
        let compared = compare_form(printer, program, &path, form)?;
        Ok((path, compared))
    });
    let forms = compared.collect::<Result<Vec<_>, String>>()?;
    let version = format!("{} --version", program.name);
    let is_another_version = match ask(printer, program, &program.form, &version) {
        Printed::Text(text) => is_another_version(program.source.version, &text),
        _ => true,
    };
    Ok(Comparison { forms, is_another_version })
}

/// The form with this path, then those of its sub-commands.
fn collect(path: &str, form: &'static Form, found: &mut Vec<(String, &'static Form)>) {
    found.push((path.to_owned(), form));
    for sub in form.subs() {
        collect(&format!("{path} {}", sub.name), sub, found);
    }
}

fn compare_form(
    printer: &Printer,
    program: &'static Program,
    path: &str,
    form: &'static Form,
) -> Result<Compared, String> {
    if form::is_classified_as_a_whole(form) {
        return Ok(Compared::Whole);
    }
    for question in QUESTIONS {
        let text = match ask(printer, program, form, &format!("{path} {question}")) {
            Printed::Text(text) => text,
            Printed::Asks | Printed::Nothing => continue,
            Printed::Unconfined(why) => return Err(why),
        };
        let named = options(&text);
        if named.is_empty() {
            continue;
        }
        let missing = named
            .iter()
            .filter(|(spelling, _)| !has(form, spelling))
            .map(|(spelling, line)| Missing { spelling: spelling.clone(), line: (*line).to_owned() })
            .collect();
        let unnamed = form::unnamed(form, |name| named.contains_key(name));
        return Ok(Compared::Named { options: named.len(), missing, unnamed });
    }
    Ok(Compared::Silent)
}

/// Runs `command` if the table of `program` vouches for it.
fn ask(printer: &Printer, program: &'static Program, form: &Form, command: &str) -> Printed {
    let is_vouched = Example::read(command).is_ok_and(|example| example.is_vouched(program, form));
    if is_vouched { printer.print(command) } else { Printed::Asks }
}
