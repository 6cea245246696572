//! A table as CSV (RFC 4180).

use crate::report::{Table, Value};

/// The table, with a line of names.
pub fn csv(table: &Table) -> String {
    let names = table.columns();
    let mut out = names.iter().map(|name| field(name)).collect::<Vec<_>>().join(",") + "\n";
    for row in 0..table.rows.num_rows() {
        let fields = (0..names.len()).map(|column| match table.value(row, column) {
            Value::Fraction(number) => number.to_string(),
            Value::Truth(truth) => truth.to_string(),
            Value::Text(text) => field(&text),
            other => other.shown(),
        });
        out.push_str(&fields.collect::<Vec<_>>().join(","));
        out.push('\n');
    }
    out
}

/// A field; quoted where it must be, and where a table calculator would take it for a formula.
fn field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@']);
    if is_formula {
        format!("\"'{}\"", text.replace('"', "\"\""))
    } else if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
