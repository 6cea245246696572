//! The scheduler: takes queries, divides them into tasks, hands them to executors, and again when one is gone.

use std::io::Write as _;
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::{BallistaError, Result};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};

use crate::arguments::Scheduler;
use crate::functions;

/// How often it looks for executors that are gone, in seconds.
const LOOK_EVERY: u64 = 1;

/// Serves until it is stopped.
pub(crate) async fn serve(asked: &Scheduler) -> Result<()> {
    let listener = tokio::net::TcpListener::bind(asked.listen).await.map_err(BallistaError::from)?;
    let address = listener.local_addr().map_err(BallistaError::from)?;
    let config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        external_host: address.ip().to_string(),
        bind_port: address.port(),
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        executor_timeout_seconds: asked.executor_timeout,
        expire_dead_executor_interval_seconds: LOOK_EVERY,
        no_executors_grace_period_seconds: asked.executor_timeout,
        override_session_builder: Some(Arc::new(functions::session)),
        ..SchedulerConfig::default()
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    writeln!(std::io::stdout(), "listening on {address}").map_err(BallistaError::from)?;
    start_grpc_service_with_listener(listener, scheduler).await
}
