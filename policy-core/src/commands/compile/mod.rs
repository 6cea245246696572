//! The table language: the meaning of a program's TOML file.
//!
//! Owns the format and its rules; a valid table has only one reading. The build script compiles the tables of this
//! folder, and a host compiles further tables. A verdict compiles none.

mod form;
mod format;
mod mistake;
pub mod places;
mod prints;
mod resolve;
mod rows;
#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test may stop at the first surprise")]
mod schema;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use self::format::{RefusedPrograms, Table};
pub use self::mistake::Mistake;
use self::mistake::Mistakes;
use self::rows::Rows;
use super::named_later::NamedLater;
use super::shape::{Form, Program, Syntax, TableSource};

/// The file that lists the programs that are never vouched for.
pub const REFUSED: &str = "refused.toml";

/// The file with the parameters that every cmdlet has.
pub const COMMON: &str = "common-parameters.toml";

/// One file of tables.
#[derive(Clone, Debug)]
pub struct File {
    /// Its path, as mistakes name it; only the last part has a meaning.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// A table with its file.
#[derive(Debug)]
struct Read<'t> {
    file: &'t File,
    table: Table,
}

/// Every program of `files`, sorted by name.
///
/// # Errors
/// Every mistake that was found, file by file.
pub fn compile(files: &[File]) -> Result<Vec<Program>, Vec<Mistake>> {
    let mut found = Vec::new();
    let mut tables: BTreeMap<String, Read<'_>> = BTreeMap::new();
    let common = common(files, &mut found);
    for file in files.iter().filter(|file| !is_named(file, COMMON)) {
        for table in read(file, &mut found) {
            let name = table.name.get_ref().clone();
            if let Some(other) = tables.get(&name) {
                let mut mistakes = Mistakes::of(&file.path, &file.text);
                let why = format!("`{name}` has a table in {} already", other.file.path);
                mistakes.add(Some(table.name.span()), why);
                found.extend(mistakes.into_sorted());
            } else {
                tables.insert(name, Read { file, table });
            }
        }
    }
    let mut programs = Vec::new();
    for Read { file, table } in tables.values() {
        let mut mistakes = Mistakes::of(&file.path, &file.text);
        let other = like(table, &tables, &mut mistakes);
        programs.push(match other {
            None if table.syntax == Some(Syntax::Parameters) => {
                form::program(table, common.as_ref(), &mut mistakes)
            }
            None => form::program(table, None, &mut mistakes),
            Some(other) => {
                // Its mistakes are those of its own file.
                let options = Rows::of_table(other, &mut Mistakes::of("", ""));
                form::program(&resolve::share(table, other), Some(&options), &mut mistakes)
            }
        });
        found.extend(mistakes.into_sorted());
    }
    if found.is_empty() { Ok(programs) } else { Err(found) }
}

fn is_named(file: &File, name: &str) -> bool {
    file.path.rsplit('/').next() == Some(name)
}

/// The parameters that every cmdlet has.
fn common(files: &[File], found: &mut Vec<Mistake>) -> Option<Rows> {
    let file = files.iter().find(|file| is_named(file, COMMON))?;
    let mut mistakes = Mistakes::of(&file.path, &file.text);
    let rows = match toml::from_str(&file.text) {
        Ok(group) => Some(Rows::of_group(&group, &mut mistakes)),
        Err(error) => {
            mistakes.add(error.span(), error.message().to_owned());
            None
        }
    };
    found.extend(mistakes.into_sorted());
    rows
}

/// The table of the program that `table` is like.
fn like<'t>(
    table: &Table,
    tables: &'t BTreeMap<String, Read<'_>>,
    mistakes: &mut Mistakes<'_>,
) -> Option<&'t Table> {
    let name = table.like.as_ref()?;
    let other = tables.get(name.get_ref()).map(|other| &other.table).filter(|other| other.like.is_none());
    if other.is_none() {
        let why = format!("there is no table of its own for `{}` to be like", name.get_ref());
        mistakes.add(Some(name.span()), why);
    }
    other
}

/// The tables of one file, complete on their own.
fn read(file: &File, found: &mut Vec<Mistake>) -> Vec<Table> {
    let mut mistakes = Mistakes::of(&file.path, &file.text);
    let name = file.path.rsplit('/').next().unwrap_or("");
    let mut tables =
        if name == REFUSED { refused(file, &mut mistakes) } else { table(file, name, &mut mistakes) };
    for table in &mut tables {
        let path = table.name.get_ref().clone();
        resolve::inherit(table, &path);
    }
    found.extend(mistakes.into_sorted());
    tables
}

fn table(file: &File, name: &str, mistakes: &mut Mistakes<'_>) -> Vec<Table> {
    let table: Table = match toml::from_str(&file.text) {
        Ok(table) => table,
        Err(error) => {
            mistakes.add(error.span(), error.message().to_owned());
            return Vec::new();
        }
    };
    // `:` cannot be in a file's name everywhere.
    let own = table.name.get_ref();
    let expected = if own == ":" { "colon" } else { own };
    if name.strip_suffix(".toml") != Some(expected) {
        let why = format!("describes `{own}`; the file must be named for its program, `{expected}.toml`");
        mistakes.add(Some(table.name.span()), why);
    }
    alloc::vec![table]
}

/// The tables that `refused.toml` stands for.
fn refused(file: &File, mistakes: &mut Mistakes<'_>) -> Vec<Table> {
    let programs: RefusedPrograms = match toml::from_str(&file.text) {
        Ok(programs) => programs,
        Err(error) => {
            mistakes.add(error.span(), error.message().to_owned());
            return Vec::new();
        }
    };
    let of_harm = |(harm, programs): (_, BTreeMap<_, _>)| {
        programs.into_iter().map(move |(name, program)| Table::refused(name, harm, program))
    };
    programs.into_iter().flat_map(of_harm).collect()
}

/// The same without what only its pages show.
pub fn without_pages(program: &Program) -> Program {
    fn bare(form: &Form) -> Form {
        let subs = NamedLater::new(form.subs.iter(|_| None).map(bare).collect(), |form| form.name);
        Form { summary: "", yes: &[], no: &[], subs, ..form.clone() }
    }
    let Program { name, wrapper, appends, arbitrary_code, runs, shell, qualities, .. } = *program;
    let form = bare(&program.form);
    Program {
        name,
        source: TableSource::default(),
        form,
        wrapper,
        appends,
        arbitrary_code,
        runs,
        shell,
        shim: program.shim,
        several: program.several,
        other_on_windows: program.other_on_windows,
        only: program.only,
        qualities,
        cmdlet: program.cmdlet,
    }
}
