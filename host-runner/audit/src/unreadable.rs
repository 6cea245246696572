//! What was read of each log, and what could not be.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use agent_logs::{Account, Format};
use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};

use crate::failure::Failure;
use crate::report::Table;

/// What became of each file.
type Accounts = BTreeMap<PathBuf, Result<Account, String>>;

/// The table `logs`: a row for each format.
///
/// # Errors
/// The columns do not fit, which is a mistake of this program.
pub fn logs(accounts: &Accounts) -> Result<Table, Failure> {
    let mut sums: BTreeMap<&str, [u64; 5]> = BTreeMap::new();
    for account in accounts.values().filter_map(|account| account.as_ref().ok()) {
        let sum = sums.entry(account.format.map_or("unknown", Format::name)).or_default();
        let own = [1, account.lines, account.calls, account.bad_lines, account.lossy_lines];
        sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
    }
    let names: ArrayRef = Arc::new(sums.keys().map(|name| Some(*name)).collect::<StringArray>());
    let columns = (0..5).map(|at| -> ArrayRef {
        Arc::new(sums.values().map(|sum| i64::try_from(sum[at]).ok()).collect::<Int64Array>())
    });
    let fields = ["files", "lines", "calls", "bad_lines", "lossy_lines"]
        .map(|name| Field::new(name, DataType::Int64, true));
    let first = Field::new("format", DataType::Utf8, false);
    let schema = Arc::new(Schema::new(std::iter::once(first).chain(fields).collect::<Vec<_>>()));
    let batch = RecordBatch::try_new(Arc::clone(&schema), std::iter::once(names).chain(columns).collect())?;
    Table::new("logs", "what was read, by the format of the logs", &schema, &[batch])
}

/// The table `unreadable`: what the reader gave up on, the most frequent first.
///
/// # Errors
/// The columns do not fit, which is a mistake of this program.
pub fn unreadable(accounts: &Accounts) -> Result<Table, Failure> {
    let mut rows: Vec<(i64, String, &str, String)> = Vec::new();
    for (file, account) in accounts {
        let file = file.to_string_lossy().into_owned();
        let mut add = |count: u64, what, detail: String| {
            if count > 0 {
                rows.push((i64::try_from(count).unwrap_or(i64::MAX), file.clone(), what, detail));
            }
        };
        match account {
            Err(error) => add(1, "cannot be read", error.clone()),
            Ok(account) => {
                if account.format.is_none() {
                    add(account.lines, "no known format", "name it with `--input-format`".to_owned());
                }
                let first = account.bad.first().map(|bad| format!("line {}: {}", bad.line, bad.why));
                add(account.bad_lines, "bad lines", first.unwrap_or_default());
                add(account.lossy_lines, "lines that are no text", String::new());
                for (kind, count) in &account.unknown {
                    let version = account.version.as_deref().map(|version| format!(" (version {version})"));
                    add(*count, "unknown kind of entry", format!("{kind}{}", version.unwrap_or_default()));
                }
            }
        }
    }
    rows.sort_by(|one, other| (other.0, &one.1, one.2, &one.3).cmp(&(one.0, &other.1, other.2, &other.3)));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(rows.iter().map(|(count, ..)| Some(*count)).collect::<Int64Array>()),
        Arc::new(rows.iter().map(|(_, _, what, _)| Some(*what)).collect::<StringArray>()),
        Arc::new(rows.iter().map(|(_, _, _, detail)| Some(detail.as_str())).collect::<StringArray>()),
        Arc::new(rows.iter().map(|(_, file, ..)| Some(file.as_str())).collect::<StringArray>()),
    ];
    let text = |name: &str| Field::new(name, DataType::Utf8, false);
    let schema = Arc::new(Schema::new(vec![
        Field::new("count", DataType::Int64, false),
        text("what"),
        text("detail"),
        text("file"),
    ]));
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
    Table::new("unreadable", "what the reader of the logs gave up on", &schema, &[batch])
}

/// What a reader of the report must know.
pub fn notes(has_since: bool) -> Vec<String> {
    let mut notes = vec![
        "the answers are those of this policy today; the settings of that time are in no log".to_owned(),
        "depends_on_disk: the answer depends on links, repositories or files that no log has".to_owned(),
        "plain_disk: the answer if no path is a link, and no directory a bare repository".to_owned(),
    ];
    if has_since {
        notes.push("calls without a time are left out".to_owned());
    }
    notes
}
