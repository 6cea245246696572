//! The list of secret names as a file (`secret-names.toml`): parses it, checks every row, writes it as Rust.
//!
//! Owns the format and its rules. Runs in the build script and in the tests, never in the built core. The source of a row
//! stays in the file.

use std::fmt::Write as _;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Deserialize;

use super::secret_name::SecretKind;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    public: Vec<String>,
    silent: Vec<String>,
    names: Vec<Row>,
}

/// One row of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    is: Extent,
    kind: SecretKind,
    #[serde(default)]
    except: Vec<String>,
    source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Extent {
    Directory,
    File,
}

/// The list in Rust: `NAMES`, sorted, `PUBLIC`, and for tests `SILENT`.
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
    let mut rows = String::new();
    for row in &table.names {
        check(row).map_err(|why| format!("`{}`: {why}", row.name))?;
        let _ = writeln!(
            rows,
            "SecretName {{ name: {:?}, is_directory: {}, kind: SecretKind::{:?}, except: &{:?} }},",
            row.name,
            row.is == Extent::Directory,
            row.kind,
            row.except
        );
    }
    for name in &table.public {
        spelled(name).map_err(|why| format!("`{name}`: {why}"))?;
    }
    Ok(format!(
        "/// Every secret name, sorted.\nstatic NAMES: [SecretName; {}] = [\n{rows}];\n\
         /// Names that hold no secret, whatever row they match.\nstatic PUBLIC: &[&str] = &{:?};\n\
         /// Paths on which no row may match.\n#[cfg(test)]\nstatic SILENT: &[&str] = &{:?};\n",
        table.names.len(),
        table.public,
        table.silent
    ))
}

/// The rules that a row is held to by itself.
fn check(row: &Row) -> Result<(), &'static str> {
    spelled(&row.name)?;
    if row.is == Extent::Directory && row.name.contains('*') {
        return Err("one star begins or ends the name of one file");
    }
    if row.source.trim().is_empty() {
        return Err("the source is missing");
    }
    row.except.iter().try_for_each(|name| spelled(name))
}

/// The rules for every name.
fn spelled(name: &str) -> Result<(), &'static str> {
    let bare = name.strip_prefix('*').or_else(|| name.strip_suffix('*')).unwrap_or(name);
    if bare.split('/').any(str::is_empty) {
        return Err("a component of the name is empty");
    }
    if bare.contains('*') || bare.len() < name.len() && bare.contains('/') {
        return Err("one star begins or ends the name of one file");
    }
    if !bare.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'/')) {
        return Err("names are small ASCII letters, digits, `.`, `-` and `_`");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        r#"{ name = ".a", is = "directory", kind = "key", except = ["*.b"], source = "a(1)" }"#;

    fn compiled(rows: &[&str]) -> Result<String, String> {
        compile(&format!("public = [\"*.pub\"]\nsilent = [\"x\"]\nnames = [\n{}\n]\n", rows.join(",\n")))
    }

    #[test]
    fn rows_become_one_list() {
        let code = compiled(&[GOOD]).unwrap_or_default();
        assert!(code.contains("static NAMES: [SecretName; 1]"), "{code}");
        assert!(code.contains(r#"except: &["*.b"]"#), "{code}");
    }

    #[test]
    fn a_row_that_breaks_a_rule_is_refused_with_the_rule() {
        for (from, to, expected) in [
            ("a(1)", "", "`.a`: the source is missing"),
            ("\".a\"", "\".A\"", "`.A`: names are small ASCII letters, digits, `.`, `-` and `_`"),
            ("\".a\"", "\".a/\"", "`.a/`: a component of the name is empty"),
            ("\".a\"", "\"*.a\"", "`*.a`: one star begins or ends the name of one file"),
            ("\"*.b\"", "\"*b*\"", "`.a`: one star begins or ends the name of one file"),
        ] {
            assert!(GOOD.contains(from));
            assert_eq!(compiled(&[&GOOD.replace(from, to)]).err().as_deref(), Some(expected));
        }
        assert_eq!(
            compiled(&[GOOD, GOOD]).err().as_deref(),
            Some("`.a` does not come after `.a`: rows are sorted by name")
        );
    }
}
