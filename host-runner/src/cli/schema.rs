//! `schema`: prints the JSON Schemas of the program's interfaces.
//!
//! Owns the printing. The schemas come from the types.

use policy_core::door::schemas;
use policy_core::{Dialect, Policy};

use super::arguments::{Schema, SchemaOf};
use super::exit::Exit;
use super::failure::Failure;
use super::request::Location;
use super::terminal;
use crate::plan::Limits;
use crate::sandbox::{Backend, Resources};
use crate::session::Session;
use crate::session::tool::{Conditions, Definition};

pub(super) fn schema(asked: &Schema) -> Result<Exit, Failure> {
    match &asked.of {
        SchemaOf::Tool { full, settings, place } => {
            let here = Location::of(place)?;
            let conditions = conditions(&here.policy(settings)?, here.shell);
            let definition = Definition::new(&Conditions { is_full: *full, ..conditions });
            terminal::data(&serde_json::to_string_pretty(&definition).unwrap_or_default())?;
        }
        SchemaOf::Settings => terminal::data(schemas::SETTINGS)?,
        SchemaOf::Request => terminal::data(schemas::REQUEST)?,
        SchemaOf::Verdict => terminal::data(schemas::VERDICT)?,
    }
    Ok(Exit::Done)
}

/// What the definition of the tool for `shell` depends on under `policy` and in this environment, for a model.
pub(super) fn conditions(policy: &Policy, shell: Dialect) -> Conditions {
    let environment = |name: &str| std::env::var(name).ok();
    Conditions {
        shell,
        limits: Limits::of(policy.profile),
        resources: Resources::default().with_environment(environment),
        is_sandboxed: policy.sandbox.enabled && Backend::of_this_system().confines(),
        may_leave_sandbox: policy.sandbox.allow_unsandboxed_commands,
        has_background: !Session::new().has_no_background(),
        is_full: false,
    }
}
