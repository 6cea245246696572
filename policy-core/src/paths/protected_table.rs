//! The list of protected names as a file (`protected-names.toml`): parses it, checks every row, writes it as Rust.
//!
//! Owns the format and its rules. Runs in the build script and in the tests, never in the built core. The source of a row
//! stays in the file.

use std::fmt::Write as _;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Deserialize;

use super::protected_name::{Extent, Kind};

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    names: Vec<Row>,
}

/// One row of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    is: Extent,
    kind: Kind,
    enforce: Enforce,
    reason: Option<String>,
    source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Enforce {
    Kernel,
    Ask,
}

/// The list in Rust: `DIRECTORIES` (with them, names of more than one component), `FILES`, `BEGINNINGS` and `ENDINGS`,
/// each sorted.
///
/// # Errors
/// The row that breaks a rule, and which one.
pub(crate) fn compile(text: &str) -> Result<String, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    if let Some(pair) = table.names.array_windows().find(|[first, second]| first.name >= second.name) {
        let [first, second] = pair;
        return Err(format!(
            "`{}` does not come after `{}`: rows are sorted by name",
            second.name, first.name
        ));
    }
    let mut lists = [(); 4].map(|()| Vec::new());
    let [directories, files, beginnings, endings] = &mut lists;
    for row in &table.names {
        check(row).map_err(|why| format!("`{}`: {why}", row.name))?;
        let (list, spelling, name) = if let Some(ending) = row.name.strip_prefix('*') {
            (&mut *endings, "Ending", ending)
        } else if let Some(beginning) = row.name.strip_suffix('*') {
            (&mut *beginnings, "Beginning", beginning)
        } else if row.is == Extent::Directory || row.name.contains('/') {
            (&mut *directories, "Exact", &*row.name)
        } else {
            (&mut *files, "Exact", &*row.name)
        };
        let enforcement =
            row.reason.as_ref().map_or_else(|| "Kernel".to_string(), |reason| format!("Ask({reason:?})"));
        list.push(format!(
            "ProtectedName {{ name: {name:?}, spelling: Spelling::{spelling}, extent: Extent::{:?}, \
             kind: Kind::{:?}, enforcement: Enforcement::{enforcement} }}",
            row.is, row.kind
        ));
    }
    let mut code = String::new();
    for (list, (name, says)) in lists.iter().zip([
        (
            "DIRECTORIES",
            "Names that are protected with all that is in them, and names of more than one component.",
        ),
        ("FILES", "Names of files, wherever they lie."),
        ("BEGINNINGS", "What protected names of files begin with."),
        ("ENDINGS", "What protected names of files end in."),
    ]) {
        let _ = writeln!(
            code,
            "/// {says}\nstatic {name}: [ProtectedName; {}] = [\n{},\n];",
            list.len(),
            list.join(",\n")
        );
    }
    Ok(code)
}

/// The rules that a row is held to by itself.
fn check(row: &Row) -> Result<(), &'static str> {
    let name = row.name.trim_start_matches('*').trim_end_matches('*');
    let stars = row.name.len() - name.len();
    if name.split('/').any(str::is_empty) {
        return Err("a component of the name is empty");
    }
    if name.contains('*') || stars > 1 || stars == 1 && (name.contains('/') || row.is == Extent::Directory) {
        return Err("one star begins or ends the name of one file");
    }
    if !name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'/')) {
        return Err("names are small ASCII letters, digits, `.`, `-` and `_`");
    }
    // The core asks of a path without dot files only what its last name is, and whether these few are in it.
    if (row.is == Extent::Directory || name.contains('/'))
        && !name.starts_with('.')
        && (row.is == Extent::File || !name.contains('/'))
    {
        return Err("a directory's name begins with a dot, or has several components");
    }
    if row.source.trim().is_empty() {
        return Err("the source is missing");
    }
    match (row.enforce, row.reason.as_deref().map(str::trim)) {
        (Enforce::Kernel, Some(_)) => Err("a reason belongs to `ask`"),
        (Enforce::Ask, None | Some("")) => Err("`ask` needs a reason"),
        (Enforce::Kernel, None) | (Enforce::Ask, Some(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [&str; 2] = [
        r#"{ name = ".a", is = "directory", kind = "git", enforce = "ask", reason = "why", source = "a(1)" }"#,
        r#"{ name = "b*", is = "file", kind = "shell", enforce = "kernel", source = "b(1)" }"#,
    ];

    fn compiled(rows: &[&str]) -> Result<String, String> {
        compile(&format!("names = [\n{}\n]\n", rows.join(",\n")))
    }

    #[test]
    fn rows_become_sorted_lists() {
        let code = compiled(&GOOD).unwrap_or_default();
        assert!(code.contains("static DIRECTORIES: [ProtectedName; 1]"), "{code}");
        assert!(code.contains("static BEGINNINGS: [ProtectedName; 1]"), "{code}");
        assert!(code.contains(r#"enforcement: Enforcement::Ask("why")"#), "{code}");
        assert!(code.contains(r#"name: "b", spelling: Spelling::Beginning"#), "{code}");
    }

    #[test]
    fn a_row_that_breaks_a_rule_is_refused_with_the_rule() {
        let [good, other] = GOOD;
        let broken = |from: &str, to: &str| {
            assert!(good.contains(from));
            compiled(&[&good.replace(from, to)]).err().unwrap_or_default()
        };
        for (from, to, expected) in [
            ("reason = \"why\", ", "", "`.a`: `ask` needs a reason"),
            ("\"why\"", "\" \"", "`.a`: `ask` needs a reason"),
            ("\"ask\"", "\"kernel\"", "`.a`: a reason belongs to `ask`"),
            ("a(1)", "", "`.a`: the source is missing"),
            ("\".a\"", "\"a\"", "`a`: a directory's name begins with a dot, or has several components"),
            ("\".a\"", "\".A\"", "`.A`: names are small ASCII letters, digits, `.`, `-` and `_`"),
            ("\".a\"", "\".a/\"", "`.a/`: a component of the name is empty"),
            ("\".a\"", "\".a*\"", "`.a*`: one star begins or ends the name of one file"),
        ] {
            assert_eq!(broken(from, to), expected);
        }
        assert!(broken("\"git\"", "\"other\"").contains("unknown variant `other`"));
        assert!(broken("kind", "kinds").contains("unknown field `kinds`"));
        assert_eq!(
            compiled(&[other, good]).err().as_deref(),
            Some("`.a` does not come after `b*`: rows are sorted by name")
        );
    }
}
