//! An executor: decides what the scheduler hands it.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::{BallistaError, Result};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};

use crate::arguments::Executor;
use crate::functions;

/// How long it waits for the scheduler, in seconds.
const CONNECT_SECONDS: u16 = 10;

/// Serves until it is stopped.
pub(crate) async fn serve(asked: &Executor) -> Result<()> {
    let Some((host, port)) = asked.scheduler.rsplit_once(':') else {
        return Err(BallistaError::Configuration("`--scheduler` is `HOST:PORT`".to_owned()));
    };
    let scheduler_port = port
        .parse()
        .map_err(|_| BallistaError::Configuration(format!("`{port}` is no port of the scheduler")))?;
    // Private to the user: results hold whole commands.
    let own = || tempfile::Builder::new().prefix("shellgate-audit-").tempdir().map_err(BallistaError::from);
    let own = if asked.folder.is_none() { Some(own()?) } else { None };
    let folder =
        own.as_ref().map(tempfile::TempDir::path).or(asked.folder.as_deref()).unwrap_or(Path::new("."));
    // The library opens the port itself, so the one that the system chose is given back first.
    let address = TcpListener::bind(asked.listen)
        .and_then(|socket| socket.local_addr())
        .map_err(BallistaError::from)?;
    let config = ExecutorProcessConfig {
        bind_host: address.ip().to_string(),
        external_host: Some(asked.host.clone().unwrap_or_else(|| address.ip().to_string())),
        port: address.port(),
        scheduler_host: host.to_owned(),
        scheduler_port,
        scheduler_connect_timeout_seconds: CONNECT_SECONDS,
        vcores: asked.threads.unwrap_or(0),
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        work_dir: Some(folder.to_string_lossy().into_owned()),
        override_function_registry: Some(functions::registry()),
        ..ExecutorProcessConfig::default()
    };
    writeln!(std::io::stdout(), "listening on {address}").map_err(BallistaError::from)?;
    start_executor_process(Arc::new(config)).await
}
