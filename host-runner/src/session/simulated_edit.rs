//! The edit that a command is, as a host hands it back after a person approved it.
//!
//! Owns the fields. Whether a verdict still shows this edit is checked before the command runs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What becomes of one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulatedEdit {
    /// The absolute path, as `ui.edit` of the verdict names it
    pub path: String,
    /// All of the file afterwards
    pub new_content: String,
}
