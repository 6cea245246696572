//! The functions of SQL: `verdict` and `mask`.
//!
//! Both are stateless: all that they answer from is in their arguments, so every process that has this code answers alike.

mod default_policy;
mod mask;
mod text_argument;
mod verdict;

use datafusion::error::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::ScalarUDF;

pub use default_policy::DefaultPolicy;

/// The functions of this crate, for whoever registers them elsewhere.
pub fn all() -> Vec<ScalarUDF> {
    vec![ScalarUDF::from(verdict::VerdictFunction::new()), ScalarUDF::from(mask::MaskFunction::new())]
}

/// Registers the functions. With `policy`, `verdict(command, cwd)` means `verdict(policy, command, cwd)`.
///
/// # Errors
/// The registry refuses.
pub fn register(registry: &mut dyn FunctionRegistry, policy: Option<String>) -> Result<()> {
    for function in all() {
        registry.register_udf(function.into())?;
    }
    if let Some(policy) = policy {
        registry.register_function_rewrite(std::sync::Arc::new(DefaultPolicy::new(policy)))?;
    }
    Ok(())
}
