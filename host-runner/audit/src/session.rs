//! The query engine: its threads, its memory, its folder for what does not fit.

use std::path::Path;
use std::sync::Arc;

use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::failure::Failure;
use crate::functions;

/// Memory of the queries, in bytes, unless the user names another bound.
pub const MEMORY_BYTES: usize = 512 << 20;

/// Rows that are handed on at a time.
const BATCH_ROWS: usize = 4096;

/// Least bytes that a sort keeps for its merge, most, and how many parts of the memory that is for all threads.
const MERGE_BYTES_MIN: usize = 1 << 20;
const MERGE_BYTES_MAX: usize = 10 << 20;
const MERGE_PARTS: usize = 16;

/// A session with the functions. `place` is for what does not fit into memory; `policy` is that of `verdict(command, cwd)`.
///
/// # Errors
/// The folder cannot be used.
pub fn new(
    place: &Path,
    threads: usize,
    memory_bytes: usize,
    policy: Option<String>,
) -> Result<SessionContext, Failure> {
    let runtime = RuntimeEnvBuilder::new()
        .with_memory_pool(Arc::new(FairSpillPool::new(memory_bytes)))
        .with_temp_file_path(place)
        .build_arc()?;
    let mut config = SessionConfig::new()
        .with_target_partitions(threads.max(1))
        .with_batch_size(BATCH_ROWS)
        .with_information_schema(true);
    let options = config.options_mut();
    // A join whose sides do not fit into memory is sorted on the disk; a table of hashes would have to fit.
    options.optimizer.prefer_hash_join = false;
    // What each sort keeps for its merge; all of them together must leave room for the rows.
    options.execution.sort_spill_reservation_bytes =
        (memory_bytes / (MERGE_PARTS * threads.max(1))).clamp(MERGE_BYTES_MIN, MERGE_BYTES_MAX);
    options.execution.parquet.schema_force_view_types = false;
    options.sql_parser.map_string_types_to_utf8view = false;
    let mut session = SessionContext::new_with_config_rt(config, runtime);
    functions::register(&mut session, policy)?;
    Ok(session)
}
