//! The inputs: which files there are, and the table `log` over all of them.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agent_logs::{Options, files};
use datafusion::arrow::datatypes::DataType;
use datafusion::prelude::{ParquetReadOptions, SessionContext};

use crate::arguments::Common;
use crate::failure::Failure;
use crate::log_table::{self, Accounts, Reading};

/// How a Parquet file begins.
const PARQUET: &[u8] = b"PAR1";

/// The files of an audit.
#[derive(Debug, Default)]
pub struct Inputs {
    /// Logs that this project's own readers read.
    pub logs: Vec<PathBuf>,
    /// Parquet files.
    pub parquet: Vec<PathBuf>,
}

/// The files that the arguments name, or those of the home directory.
///
/// # Errors
/// There is none.
pub fn find(common: &Common, home: Option<&Path>, accounts: &Accounts) -> Result<Inputs, Failure> {
    let mut errors = Vec::new();
    let mut found = Vec::new();
    if common.paths.is_empty() {
        let home = home.ok_or_else(|| Failure::usage("there is no home directory", "name the logs"))?;
        found.extend(files::in_home(home, &mut errors));
    }
    for path in &common.paths {
        if path.is_dir() {
            parquet_below(path, &mut found);
        }
        found.extend(files::at(path, &mut errors));
    }
    for (path, error) in errors {
        accounts.set(path, Err(error.to_string()));
    }
    let (parquet, logs): (Vec<_>, Vec<_>) = found.into_iter().partition(|path| is_parquet(path));
    if logs.is_empty() && parquet.is_empty() {
        let place = if common.paths.is_empty() { "below the home directory" } else { "there" };
        return Err(Failure::usage(format!("there are no logs {place}"), "name files or folders with logs"));
    }
    Ok(Inputs { logs, parquet })
}

fn parquet_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    found.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "parquet")));
    found.sort();
}

/// By its first bytes; only of a regular file, because others are read only once.
fn is_parquet(path: &Path) -> bool {
    let mut start = [0; PARQUET.len()];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == *PARQUET
}

/// Registers the table `log`.
///
/// # Errors
/// A Parquet file has no column for the command, or cannot be read.
pub async fn register(
    session: &SessionContext,
    inputs: &Inputs,
    common: &Common,
    since: Option<i64>,
    accounts: &Arc<Accounts>,
    progress: Arc<dyn Fn(usize) + Send + Sync>,
    threads: usize,
) -> Result<(), Failure> {
    let format = match &common.input_format {
        None => None,
        Some(name) => Some(agent_logs::Format::from_name(name).ok_or_else(|| {
            let known = agent_logs::Format::ALL.map(|(_, name)| format!("`{name}`")).join(", ");
            Failure::usage(format!("there is no format of logs `{name}`"), format!("write one of {known}"))
        })?),
    };
    let reading = Reading {
        files: inputs.logs.clone().into(),
        options: Options {
            format,
            command_column: Some(common.command_column.clone()),
            ..Options::default()
        },
        since,
        accounts: Arc::clone(accounts),
        progress,
    };
    session.register_table("log_files", Arc::new(log_table::table(&reading, threads)?))?;
    let mut parts = vec!["SELECT * FROM log_files".to_owned()];
    for (at, file) in inputs.parquet.iter().enumerate() {
        let name = format!("log_parquet_{at}");
        let path = file.to_string_lossy();
        let options = ParquetReadOptions { file_extension: "", ..ParquetReadOptions::default() };
        session.register_parquet(&name, &*path, options).await?;
        parts.push(part(session, &name, file, &common.command_column, since).await?);
    }
    let log = session.sql(&parts.join(" UNION ALL ")).await?;
    session.register_table("log", log.into_view())?;
    Ok(())
}

/// A Parquet file with the columns of `log`.
async fn part(
    session: &SessionContext,
    name: &str,
    file: &Path,
    command: &str,
    since: Option<i64>,
) -> Result<String, Failure> {
    let table = session.table(name).await?;
    let fields: Vec<(String, DataType)> = table
        .schema()
        .fields()
        .iter()
        .map(|field| (field.name().clone(), field.data_type().clone()))
        .collect();
    let kind = |column: &str| fields.iter().find(|(known, _)| known == column).map(|(_, kind)| kind);
    if kind(command).is_none() {
        let columns = fields.iter().map(|(column, _)| format!("`{column}`")).collect::<Vec<_>>().join(", ");
        return Err(Failure::usage(
            format!("`{}` has no column `{command}`; its columns are {columns}", file.display()),
            "name the column with the command: `--command-column NAME`",
        ));
    }
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let text = |columns: &[&str], otherwise: &str| {
        let column = columns.iter().find(|column| kind(column).is_some());
        column.map_or_else(|| otherwise.to_owned(), |column| format!("CAST({} AS VARCHAR)", quoted(column)))
    };
    let time = ["time", "timestamp"].iter().find_map(|column| {
        let column_text = quoted(column);
        let milliseconds = "'Timestamp(Millisecond, None)'";
        Some(match kind(column)? {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
                format!("arrow_cast(TRY_CAST({column_text} AS TIMESTAMP), {milliseconds})")
            }
            kind if kind.is_integer() => {
                let number = format!("CAST({column_text} AS BIGINT)");
                let whole =
                    format!("CASE WHEN {number} > 100000000000 THEN {number} ELSE {number} * 1000 END");
                format!("arrow_cast({whole}, {milliseconds})")
            }
            _ => format!("arrow_cast({column_text}, {milliseconds})"),
        })
    });
    let time = time.unwrap_or_else(|| "arrow_cast(NULL, 'Timestamp(Millisecond, None)')".to_owned());
    let null = "CAST(NULL AS VARCHAR)";
    let path = file.to_string_lossy().replace('\'', "''");
    let sql = format!(
        "SELECT '{path}' AS source, CAST(0 AS BIGINT) AS line, coalesce({}, 'Bash') AS tool, {} AS command, {} AS shell, \
         {} AS cwd, {} AS mode, {time} AS time, {} AS session, {} AS outcome, CAST(NULL AS INT) AS exit_code, \
         FALSE AS low_fidelity FROM {name} WHERE {} <> ''",
        text(&["tool"], null),
        text(&[command], null),
        text(&["shell"], null),
        text(&["cwd"], null),
        text(&["mode"], null),
        text(&["session"], null),
        text(&["outcome"], null),
        text(&[command], null),
    );
    Ok(match since {
        None => sql,
        Some(since) => format!("SELECT * FROM ({sql}) WHERE CAST(time AS BIGINT) >= {since}"),
    })
}
