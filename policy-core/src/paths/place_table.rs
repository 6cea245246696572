//! The list of places as a file (`places.toml`): parses it, checks every row, writes it as Rust.
//!
//! Owns the format and its rules. Runs in the build script and in the tests, never in the built core. The source of a row
//! stays in the file.

use std::fmt::Write as _;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Deserialize;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    places: Vec<Row>,
}

/// One row of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Row {
    path: String,
    is: Extent,
    links: Links,
    #[serde(default)]
    programs: bool,
    scripts_unless: Option<Vec<String>>,
    source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Extent {
    Directory,
    File,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Links {
    System,
    Shared,
}

/// The list in Rust: `PLACES`, sorted by path.
///
/// # Errors
/// The row that breaks a rule, and which one.
pub(crate) fn compile(text: &str) -> Result<String, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    if let Some([first, second]) =
        table.places.array_windows().find(|[first, second]| first.path >= second.path)
    {
        return Err(format!(
            "`{}` does not come after `{}`: rows are sorted by path",
            second.path, first.path
        ));
    }
    let mut rows = String::new();
    for row in &table.places {
        check(row).map_err(|why| format!("`{}`: {why}", row.path))?;
        let scripts = row.scripts_unless.as_ref().map(|names| format!("&{names:?}"));
        let scripts = scripts.map_or_else(|| "None".to_string(), |names| format!("Some({names})"));
        let _ = writeln!(
            rows,
            "Place {{ path: {:?}, is_directory: {}, is_sealed: {}, holds_programs: {}, scripts_unless: {scripts} }},",
            row.path,
            row.is == Extent::Directory,
            row.links == Links::System,
            row.programs
        );
    }
    Ok(format!(
        "/// Every place, sorted by path.\nstatic PLACES: [Place; {}] = [\n{rows}];\n",
        table.places.len()
    ))
}

/// The rules that a row is held to by itself.
fn check(row: &Row) -> Result<(), &'static str> {
    let inner = ["~/", "/", "C:/"].iter().find_map(|start| row.path.strip_prefix(start));
    let Some(inner) = inner else {
        return Err("a place is absolute, on the drive `C:/`, or below the home directory");
    };
    let is_name = |part: &str| !matches!(part, "" | "." | "..") && (part == "*" || !part.contains('*'));
    if !inner.split('/').all(is_name) {
        return Err("each part of the path is a name, or one star");
    }
    if inner.starts_with('*') || inner.ends_with('*') {
        return Err("a star is between two names");
    }
    if row.programs && (row.is == Extent::File || row.path.starts_with('~')) {
        return Err("installed programs are in a directory that is not below the home directory");
    }
    if !row.programs && row.scripts_unless.is_some() {
        return Err("`scripts-unless` needs `programs`");
    }
    if row
        .scripts_unless
        .as_ref()
        .is_some_and(|names| !names.iter().all(|name| is_name(name) && !name.contains('/')))
    {
        return Err("`scripts-unless` has names");
    }
    if row.source.trim().is_empty() {
        return Err("the source is missing");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{ path = "~/.a/*/b", is = "directory", links = "shared", source = "a(1)" }"#;

    fn compiled(rows: &[&str]) -> Result<String, String> {
        compile(&format!("places = [\n{}\n]\n", rows.join(",\n")))
    }

    #[test]
    fn rows_become_one_list() {
        let code = compiled(&[GOOD]).unwrap_or_default();
        assert!(code.contains("static PLACES: [Place; 1]") && code.contains("is_sealed: false"), "{code}");
    }

    #[test]
    fn a_row_that_breaks_a_rule_is_refused_with_the_rule() {
        for (from, to, expected) in [
            ("a(1)", "", "`~/.a/*/b`: the source is missing"),
            (
                "~/.a/*/b",
                "a/b",
                "`a/b`: a place is absolute, on the drive `C:/`, or below the home directory",
            ),
            ("~/.a/*/b", "/a/../b", "`/a/../b`: each part of the path is a name, or one star"),
            ("~/.a/*/b", "/a/b*", "`/a/b*`: each part of the path is a name, or one star"),
            (
                "source",
                "programs = true, source",
                "`~/.a/*/b`: installed programs are in a directory that is not below the home directory",
            ),
            ("source", "scripts-unless = [], source", "`~/.a/*/b`: `scripts-unless` needs `programs`"),
            ("~/.a/*/b", "~/*", "`~/*`: a star is between two names"),
        ] {
            assert_eq!(compiled(&[&GOOD.replace(from, to)]).err().as_deref(), Some(expected));
        }
        let system = GOOD.replace("~/.a/*/b", "/a").replace("source", "programs = true, source");
        let code = compiled(&[&system]).unwrap_or_default();
        assert!(code.contains("holds_programs: true, scripts_unless: None"), "{code}");
        let scripts = system.replace("source", r#"scripts-unless = ["x"], source"#);
        let code = compiled(&[&scripts]).unwrap_or_default();
        assert!(code.contains(r#"scripts_unless: Some(&["x"])"#), "{code}");
        let nameless = compiled(&[&scripts.replace(r#"["x"]"#, r#"["x/y"]"#)]).err();
        assert_eq!(nameless.as_deref(), Some("`/a`: `scripts-unless` has names"));
        let twice = compiled(&[GOOD, GOOD]).err().unwrap_or_default();
        assert!(twice.contains("rows are sorted by path"), "{twice}");
    }
}
