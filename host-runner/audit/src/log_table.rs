//! The logs as a table of SQL that is streamed: its memory does not grow with them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use agent_logs::{Account, Call, Options, Outcome};
use datafusion::arrow::array::{
    ArrayRef, BooleanBuilder, Int32Builder, Int64Builder, RecordBatch, StringBuilder,
    TimestampMillisecondBuilder,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, TimeUnit};
use datafusion::catalog::streaming::StreamingTable;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::PartitionStream;

/// Rows of a batch.
const BATCH_ROWS: usize = 4096;

/// Bytes of commands after which a batch is full, however few rows it has.
const BATCH_BYTES: usize = 4 << 20;

/// Batches that wait for whoever takes them.
const WAITING_BATCHES: usize = 2;

/// The columns of the table `log`.
pub static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("source", DataType::Utf8, false),
        Field::new("line", DataType::Int64, false),
        Field::new("tool", DataType::Utf8, false),
        Field::new("command", DataType::Utf8, false),
        Field::new("shell", DataType::Utf8, true),
        Field::new("cwd", DataType::Utf8, true),
        Field::new("mode", DataType::Utf8, true),
        Field::new("time", DataType::Timestamp(TimeUnit::Millisecond, None), true),
        Field::new("session", DataType::Utf8, true),
        Field::new("outcome", DataType::Utf8, true),
        Field::new("exit_code", DataType::Int32, true),
        Field::new("low_fidelity", DataType::Boolean, false),
    ]))
});

/// What became of each file, by its path.
#[derive(Debug, Default)]
pub struct Accounts(Mutex<BTreeMap<PathBuf, std::result::Result<Account, String>>>);

impl Accounts {
    /// All of them so far.
    pub fn all(&self) -> BTreeMap<PathBuf, std::result::Result<Account, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Says what became of a file. A second reading of it takes the place of the first.
    pub fn set(&self, file: PathBuf, account: std::result::Result<Account, String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(file, account);
    }
}

/// How the logs are read.
#[derive(Clone)]
pub struct Reading {
    /// The files.
    pub files: Arc<[PathBuf]>,
    /// Their format and limits.
    pub options: Options,
    /// Calls before this moment, and calls without one, are left out; in milliseconds since 1970.
    pub since: Option<i64>,
    /// What became of the files.
    pub accounts: Arc<Accounts>,
    /// Hears of the bytes that were read.
    pub progress: Arc<dyn Fn(usize) + Send + Sync>,
}

impl std::fmt::Debug for Reading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading").field("files", &self.files).finish_non_exhaustive()
    }
}

/// The table `log`, read by so many threads.
///
/// # Errors
/// The columns do not fit, which is a mistake of this program.
pub fn table(reading: &Reading, threads: usize) -> Result<StreamingTable> {
    let partition =
        |files| -> Arc<dyn PartitionStream> { Arc::new(Partition { files, reading: reading.clone() }) };
    StreamingTable::try_new(
        Arc::clone(&SCHEMA),
        shares(&reading.files, threads).into_iter().map(partition).collect(),
    )
}

/// The files in so many shares of about the same size.
fn shares(files: &[PathBuf], count: usize) -> Vec<Vec<PathBuf>> {
    let mut sized: Vec<(u64, &PathBuf)> =
        files.iter().map(|file| (file.metadata().map_or(0, |found| found.len()), file)).collect();
    sized.sort_by(|one, other| (other.0, one.1).cmp(&(one.0, other.1)));
    let mut shares: Vec<(u64, Vec<PathBuf>)> = vec![(0, Vec::new()); count.max(1)];
    for (size, file) in sized {
        if let Some(lightest) = shares.iter_mut().min_by_key(|(sum, _)| *sum) {
            lightest.0 += size.max(1);
            lightest.1.push(file.clone());
        }
    }
    shares.into_iter().map(|(_, files)| files).collect()
}

/// The files of one thread.
#[derive(Debug)]
struct Partition {
    files: Vec<PathBuf>,
    reading: Reading,
}

impl PartitionStream for Partition {
    fn schema(&self) -> &SchemaRef {
        &SCHEMA
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut builder = RecordBatchReceiverStreamBuilder::new(Arc::clone(&SCHEMA), WAITING_BATCHES);
        let (files, reading, sender) = (self.files.clone(), self.reading.clone(), builder.tx());
        builder.spawn_blocking(move || {
            let mut rows = Rows::default();
            // Nobody takes any more: a query with a limit, or one that failed.
            let mut is_over = false;
            for file in &files {
                if is_over {
                    break;
                }
                let source = file.to_string_lossy();
                let mut failed = None;
                let account = agent_logs::files::read(
                    file,
                    &reading.options,
                    &mut |bytes| (reading.progress)(bytes),
                    &mut |call| {
                        let counts =
                            reading.since.is_none_or(|since| call.time.is_some_and(|time| time >= since));
                        if !counts || is_over || failed.is_some() {
                            return;
                        }
                        rows.add(&source, call);
                        if rows.are_full() {
                            match rows.take() {
                                Ok(batch) => is_over = sender.blocking_send(Ok(batch)).is_err(),
                                Err(error) => failed = Some(error),
                            }
                        }
                    },
                );
                if let Some(error) = failed {
                    return Err(error);
                }
                reading.accounts.set(file.clone(), account.map_err(|error| error.to_string()));
            }
            if !is_over && rows.count > 0 {
                let _ = sender.blocking_send(Ok(rows.take()?));
            }
            Ok(())
        });
        builder.build()
    }
}

/// The rows of the next batch.
#[derive(Default)]
struct Rows {
    count: usize,
    bytes: usize,
    source: StringBuilder,
    line: Int64Builder,
    tool: StringBuilder,
    command: StringBuilder,
    shell: StringBuilder,
    cwd: StringBuilder,
    mode: StringBuilder,
    time: TimestampMillisecondBuilder,
    session: StringBuilder,
    outcome: StringBuilder,
    exit_code: Int32Builder,
    low_fidelity: BooleanBuilder,
}

impl Rows {
    fn add(&mut self, source: &str, call: Call) {
        self.count += 1;
        self.bytes += call.command.len();
        self.source.append_value(source);
        self.line.append_value(i64::try_from(call.line).unwrap_or(i64::MAX));
        self.tool.append_value(&call.tool);
        self.command.append_value(&call.command);
        self.shell.append_option(call.shell);
        self.cwd.append_option(call.cwd);
        self.mode.append_option(call.mode);
        self.time.append_option(call.time);
        self.session.append_option(call.session);
        self.outcome.append_option(call.outcome.map(Outcome::name));
        self.exit_code.append_option(match call.outcome {
            Some(Outcome::Exit(status)) => Some(status),
            _ => None,
        });
        self.low_fidelity.append_value(call.low_fidelity);
    }

    const fn are_full(&self) -> bool {
        self.count >= BATCH_ROWS || self.bytes >= BATCH_BYTES
    }

    fn take(&mut self) -> Result<RecordBatch> {
        (self.count, self.bytes) = (0, 0);
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.source.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.tool.finish()),
            Arc::new(self.command.finish()),
            Arc::new(self.shell.finish()),
            Arc::new(self.cwd.finish()),
            Arc::new(self.mode.finish()),
            Arc::new(self.time.finish()),
            Arc::new(self.session.finish()),
            Arc::new(self.outcome.finish()),
            Arc::new(self.exit_code.finish()),
            Arc::new(self.low_fidelity.finish()),
        ];
        RecordBatch::try_new(Arc::clone(&SCHEMA), columns).map_err(DataFusionError::from)
    }
}
