//! A report as one JSON object: `asked`, `tables` by their names with rows as objects, `notes`.

use serde_json::{Map, Value as Json, json};

use crate::report::{Report, Table, Value};

/// The report, on several lines.
pub fn json(report: &Report) -> String {
    let tables: Map<String, Json> =
        report.tables.iter().map(|table| (table.name.to_owned(), rows(table))).collect();
    let all = json!({ "asked": report.asked, "tables": tables, "notes": report.notes });
    format!("{all:#}\n")
}

fn rows(table: &Table) -> Json {
    let names = table.columns();
    let row = |row| {
        let fields = names.iter().enumerate();
        Json::Object(fields.map(|(column, name)| (name.clone(), value(table.value(row, column)))).collect())
    };
    (0..table.rows.num_rows()).map(row).collect()
}

fn value(value: Value) -> Json {
    match value {
        Value::Nothing => Json::Null,
        Value::Whole(number) => number.into(),
        Value::Fraction(number) => number.into(),
        Value::Truth(truth) => truth.into(),
        Value::Text(text) => text.into(),
    }
}
