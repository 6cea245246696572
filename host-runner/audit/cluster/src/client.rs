//! The client: hands a query to the scheduler, and prints the answer as the audit on one machine does.

use std::path::Path;

use ballista::prelude::SessionContextExt as _;
use ballista_core::error::{BallistaError, Result};
use ballista_core::extension::SessionConfigExt as _;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use shellgate_audit::failure::Failure;
use shellgate_audit::report::Report;
use shellgate_audit::{output, policy, program};

use crate::arguments::Sql;
use crate::functions;

/// Asks, and prints the answer.
pub(crate) async fn ask(asked: &Sql) -> Result<()> {
    answer(asked).await.map_err(|failure| BallistaError::General(failure.to_string()))
}

async fn answer(asked: &Sql) -> std::result::Result<(), Failure> {
    output::check(asked.format, asked.output.as_deref(), true)?;
    let files: Vec<&Path> = asked.policy.iter().map(std::path::PathBuf::as_path).collect();
    let policy = if files.is_empty() { None } else { Some(policy::of_files(&files)?) };
    let state = functions::session(SessionConfig::new_with_ballista())?;
    let mut session = SessionContext::remote_with_state(&format!("df://{}", asked.scheduler), state).await?;
    // The library gives a remote session the functions that it knows alone.
    shellgate_audit::functions::register(&mut session, policy)?;
    let log = std::path::absolute(&asked.log)?;
    let log = if log.is_dir() { format!("{}/", log.display()) } else { log.display().to_string() };
    session.register_parquet("log", log, ParquetReadOptions::default()).await?;
    let table = program::answer(&session, &asked.query).await?;
    let report = Report { asked: String::new(), tables: vec![table], notes: Vec::new() };
    output::write(&report, asked.format, asked.output.as_deref())
}
