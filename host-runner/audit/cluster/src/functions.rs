//! A session that knows the functions of the audit: what the client, the scheduler and the executors share.

use std::sync::Arc;

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::prelude::SessionConfig;
use shellgate_audit::functions;

/// A session with the functions.
pub(crate) fn session(config: SessionConfig) -> Result<SessionState> {
    let mut state = default_session_builder(config)?;
    functions::register(&mut state, None)?;
    Ok(state)
}

/// The functions by their names, with those that are built in.
pub(crate) fn registry() -> Arc<BallistaFunctionRegistry> {
    let mut registry = BallistaFunctionRegistry::default();
    for function in functions::all() {
        registry.scalar_functions.insert(function.name().to_owned(), Arc::new(function));
    }
    Arc::new(registry)
}
