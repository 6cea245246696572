//! From the log to the verdicts, in steps that each lie on the disk: `counted`, `decided` and `used`.
//!
//! Logs repeat themselves, so calls are counted first, and each distinct command is decided once. The steps are Parquet
//! files in a private folder, which goes with the audit; so no step has to fit into memory.

use std::fs::File;
use std::path::{Path, PathBuf};

use datafusion::error::DataFusionError;
use datafusion::execution::{FunctionRegistry as _, SendableRecordBatchStream};
use datafusion::logical_expr::{col, lit};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::properties::WriterProperties;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use futures::StreamExt as _;
use policy_core::history::DEPENDS_ON_DISK;

use crate::failure::Failure;

/// Calls that differ in nothing but their place in the log, by session and hour.
const COUNTED: &str = "
    SELECT tool, command, coalesce(cwd, '') AS cwd, coalesce(mode, '') AS mode, coalesce(shell, '') AS shell,
           coalesce(session, '') AS session, CAST(time AS BIGINT) / 3600000 AS hour,
           count(*) AS calls, max(CAST(time AS BIGINT)) AS last,
           sum(CASE WHEN outcome IN ('approved', 'exit') THEN 1 ELSE 0 END) AS approved,
           sum(CASE WHEN outcome = 'rejected' THEN 1 ELSE 0 END) AS rejected,
           sum(CASE WHEN low_fidelity THEN 1 ELSE 0 END) AS low_fidelity
    FROM log GROUP BY 1, 2, 3, 4, 5, 6, 7";

/// Distinct commands.
const DISTINCT: &str = "
    SELECT tool, command, cwd, mode, shell, sum(calls) AS calls, max(last) AS last, sum(approved) AS approved,
           sum(rejected) AS rejected, sum(low_fidelity) AS low_fidelity
    FROM counted GROUP BY 1, 2, 3, 4, 5";

/// Calls by session and hour with the answers, without the commands.
const USED: &str = "
    SELECT c.session, c.hour, c.calls, c.rejected, c.approved, d.answer, d.code, d.on_plain_disk
    FROM counted c JOIN decided d
    ON c.command = d.command AND c.cwd = d.cwd AND c.mode = d.mode AND c.shell = d.shell AND c.tool = d.tool";

/// Runs the steps. Each of `policies` gives a column of verdicts, `a` and `b`; `mode` takes the place of that in the log.
/// `step` hears what is being done.
///
/// # Errors
/// The query engine fails, or the folder cannot be written.
pub async fn run(
    session: &SessionContext,
    place: &Path,
    policies: &[String],
    mode: Option<&str>,
    step: &(dyn Fn(&'static str) + Sync),
) -> Result<(), Failure> {
    keep(session, place, "counted", session.sql(COUNTED).await?).await?;
    step("decides");
    let distinct = session.sql(DISTINCT).await?;
    let verdict = session.udf("verdict")?;
    let mut verdicts = distinct;
    for (policy, name) in policies.iter().zip(NAMES) {
        let mode = mode.map_or_else(|| col("mode"), lit);
        let call = verdict.call(vec![
            lit(policy.as_str()),
            col("command"),
            col("cwd"),
            mode,
            col("shell"),
            col("tool"),
        ]);
        verdicts = verdicts.with_column(name, call)?;
    }
    keep(session, place, "judged", verdicts).await?;
    let named = if policies.len() > 1 {
        "answer_a AS answer, *"
    } else {
        "answer_a AS answer, a['code'] AS code, a['on_plain_disk'] AS on_plain_disk, *"
    };
    let answer = |name: &str| {
        format!(
            "CASE WHEN {name}['depends_on_disk'] THEN '{DEPENDS_ON_DISK}' ELSE {name}['decision'] END AS answer_{name}"
        )
    };
    let answers = NAMES.iter().take(policies.len()).map(|name| answer(name)).collect::<Vec<_>>().join(", ");
    let decided = format!("SELECT {named} FROM (SELECT *, {answers} FROM judged)");
    session.register_table("decided", session.sql(&decided).await?.into_view())?;
    if policies.len() == 1 {
        keep(session, place, "used", session.sql(USED).await?).await?;
    }
    Ok(())
}

/// The columns of the verdicts of the first and the second policy.
pub const NAMES: [&str; 2] = ["a", "b"];

/// Rows that a writer keeps in memory before it writes them.
const ROW_GROUP_ROWS: usize = 16 << 10;

/// Writes the rows of a step, a file for each of its streams, and registers them as a table.
///
/// The engine's own writer takes its memory from the bound of the queries, all of which an aggregation may hold when it
/// hands on its first row. These writers keep a few rows each, beside that bound.
async fn keep(
    session: &SessionContext,
    place: &Path,
    name: &str,
    rows: datafusion::dataframe::DataFrame,
) -> Result<(), Failure> {
    let folder = place.join(name);
    std::fs::create_dir_all(&folder)?;
    let streams = rows.execute_stream_partitioned().await?;
    let writers = streams.into_iter().enumerate().map(|(at, stream)| {
        let file = folder.join(format!("{at}.parquet"));
        tokio::spawn(write(file, stream))
    });
    // All are under way before the first is waited for.
    for writer in writers.collect::<Vec<_>>() {
        writer.await.map_err(|error| Failure::Io(std::io::Error::other(error)))??;
    }
    let path = format!("{}/", folder.to_string_lossy());
    session.register_parquet(name, &path, ParquetReadOptions::default()).await?;
    Ok(())
}

/// Writes a stream into a file.
async fn write(file: PathBuf, mut rows: SendableRecordBatchStream) -> Result<(), Failure> {
    let failed = |error| Failure::Engine(DataFusionError::from(error));
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(ROW_GROUP_ROWS)).build();
    let mut writer =
        ArrowWriter::try_new(File::create(file)?, rows.schema(), Some(properties)).map_err(failed)?;
    while let Some(batch) = rows.next().await {
        writer.write(&batch?).map_err(failed)?;
    }
    writer.close().map_err(failed)?;
    Ok(())
}
