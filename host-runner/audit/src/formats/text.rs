//! Tables for a terminal, at most 100 columns wide.

use crate::report::{Report, Table, Value};

/// Columns of a line.
const WIDTH: usize = 100;

/// Least columns of a text that is cut.
const TEXT_MIN: usize = 12;

/// Blanks between two columns.
const GAP: usize = 2;

/// The report.
pub fn text(report: &Report) -> String {
    let tables = report.tables.iter().map(|table| {
        let mut drawn = format!("{}: {}\n", table.name, table.title);
        draw(table, &mut drawn);
        drawn + "\n"
    });
    tables.chain(report.notes.iter().map(|note| format!("note: {note}\n"))).collect()
}

fn draw(table: &Table, out: &mut String) {
    let names = table.columns();
    if table.rows.num_rows() == 0 {
        out.push_str("  none\n");
        return;
    }
    let cells: Vec<Vec<Value>> = (0..table.rows.num_rows())
        .map(|row| (0..names.len()).map(|column| table.value(row, column)).collect())
        .collect();
    let is_number = |column: usize| {
        cells.iter().all(|row| !matches!(row.get(column), Some(Value::Text(_) | Value::Truth(_))))
    };
    let width_of = |text: &str| text.chars().count();
    let mut widths: Vec<usize> = names.iter().map(|name| width_of(name)).collect();
    for row in &cells {
        for (width, value) in widths.iter_mut().zip(row) {
            *width = (*width).max(width_of(&value.shown()));
        }
    }
    // The widest text gives way first.
    let sum = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len();
    while sum(&widths) > WIDTH {
        let texts = (0..widths.len()).filter(|column| !is_number(*column));
        let Some(widest) =
            texts.max_by_key(|column| widths[*column]).filter(|column| widths[*column] > TEXT_MIN)
        else {
            break;
        };
        widths[widest] -= 1;
    }
    let mut line = |texts: &[String]| {
        let mut drawn = String::new();
        for (column, (text, width)) in texts.iter().zip(&widths).enumerate() {
            let text = if width_of(text) > *width {
                text.chars().take(width - 1).chain(['…']).collect()
            } else {
                text.clone()
            };
            let blanks = " ".repeat(width - width_of(&text));
            drawn.push_str(&" ".repeat(GAP));
            drawn.push_str(&if is_number(column) { blanks + &text } else { text + &blanks });
        }
        out.push_str(drawn.trim_end());
        out.push('\n');
    };
    line(&names);
    for row in &cells {
        line(&row.iter().map(Value::shown).collect::<Vec<_>>());
    }
}
