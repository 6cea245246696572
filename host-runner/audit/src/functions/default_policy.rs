//! `verdict(command, cwd)` is `verdict(policy, command, cwd)` with the policy of the session: a rewriting, so that the
//! function itself stays stateless.

use datafusion::common::DFSchema;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::Transformed;
use datafusion::error::Result;
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;
use datafusion::logical_expr::{Expr, lit};

use super::verdict::{NAME, SHORT_ARGUMENTS};

/// The policy of a session.
#[derive(Debug)]
pub struct DefaultPolicy(String);

impl DefaultPolicy {
    /// The policy with this text.
    pub const fn new(policy: String) -> Self {
        Self(policy)
    }
}

impl FunctionRewrite for DefaultPolicy {
    fn name(&self) -> &'static str {
        "default_policy"
    }

    fn rewrite(&self, expr: Expr, _: &DFSchema, _: &ConfigOptions) -> Result<Transformed<Expr>> {
        Ok(match expr {
            Expr::ScalarFunction(ScalarFunction { func, args })
                if func.name() == NAME && args.len() == SHORT_ARGUMENTS =>
            {
                let args = std::iter::once(lit(self.0.as_str())).chain(args).collect();
                Transformed::yes(Expr::ScalarFunction(ScalarFunction { func, args }))
            }
            other => Transformed::no(other),
        })
    }
}
