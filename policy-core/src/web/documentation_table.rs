//! The list of documentation hosts as a file (`documentation-hosts.toml`): parses it, checks every row, writes it as Rust.
//!
//! Owns the format and its rules. Runs in the build script and in the tests, never in the built core.

use std::fmt::Write as _;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Deserialize;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) hosts: Vec<Row>,
}

/// One row of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) host: String,
    #[serde(default)]
    pub(crate) paths: Vec<String>,
    pub(crate) yes: Vec<String>,
    #[serde(default)]
    pub(crate) no: Vec<String>,
}

/// The rows of the file.
///
/// # Errors
/// The row that breaks a rule, and which one.
pub(crate) fn read(text: &str) -> Result<Table, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    if let Some([first, second]) =
        table.hosts.array_windows().find(|[first, second]| first.host >= second.host)
    {
        return Err(format!(
            "`{}` does not come after `{}`: rows are sorted by host",
            second.host, first.host
        ));
    }
    for row in &table.hosts {
        check(row).map_err(|why| format!("`{}`: {why}", row.host))?;
    }
    Ok(table)
}

/// The list in Rust: `DOCUMENTATION`, sorted by host.
///
/// # Errors
/// The row that breaks a rule, and which one.
pub(crate) fn compile(text: &str) -> Result<String, String> {
    let table = read(text)?;
    let mut rows = String::new();
    for Row { host, paths, .. } in &table.hosts {
        let _ = writeln!(rows, "Documentation {{ host: {host:?}, paths: &{paths:?} }},");
    }
    Ok(format!(
        "/// Every row, sorted by host.\nstatic DOCUMENTATION: [Documentation; {}] = [\n{rows}];\n",
        table.hosts.len()
    ))
}

/// The rules that a row is held to by itself.
fn check(row: &Row) -> Result<(), &'static str> {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    if !row.host.contains('.') || !row.host.split('.').all(is_label) {
        return Err("a host is written in full, in small letters");
    }
    if row.yes.is_empty() {
        return Err("`yes` has no example");
    }
    if !row.paths.is_empty() && row.no.is_empty() {
        return Err("a row with `paths` needs an example in `no`");
    }
    let is_path = |path: &String| {
        path.starts_with('/') && path.len() > 1 && !path.ends_with('/') && !path.contains(['?', '%', '.'])
    };
    if !row.paths.iter().all(is_path) {
        return Err("a path begins with a slash and ends without one");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        r#"{ host = "a.org", paths = ["/docs"], yes = ["https://a.org/docs/x"], no = ["https://a.org/"] }"#;

    fn compiled(rows: &[&str]) -> Result<String, String> {
        compile(&format!("hosts = [\n{}\n]\n", rows.join(",\n")))
    }

    #[test]
    fn rows_become_one_list() {
        let code = compiled(&[GOOD]).unwrap_or_default();
        assert!(code.contains("[Documentation; 1]") && code.contains(r#"paths: &["/docs"]"#), "{code}");
    }

    #[test]
    fn a_row_that_breaks_a_rule_is_refused_with_the_rule() {
        for (from, to, expected) in [
            ("a.org\", p", "A.org\", p", "`A.org`: a host is written in full, in small letters"),
            ("a.org\", p", "*.org\", p", "`*.org`: a host is written in full, in small letters"),
            ("a.org\", p", "org\", p", "`org`: a host is written in full, in small letters"),
            ("yes = [\"https://a.org/docs/x\"]", "yes = []", "`a.org`: `yes` has no example"),
            ("no = [\"https://a.org/\"]", "no = []", "`a.org`: a row with `paths` needs an example in `no`"),
            ("/docs\"]", "docs\"]", "`a.org`: a path begins with a slash and ends without one"),
            ("/docs\"]", "/docs/\"]", "`a.org`: a path begins with a slash and ends without one"),
        ] {
            assert_eq!(compiled(&[&GOOD.replacen(from, to, 1)]).err().as_deref(), Some(expected));
        }
        assert!(compiled(&[GOOD, GOOD]).err().unwrap_or_default().contains("rows are sorted by host"));
    }
}
