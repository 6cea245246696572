//! The edit that a person approved, as a host hands it back.
//!
//! Owns the fields. The session checks before the run that the verdict still shows this edit.

use serde::{Deserialize, Serialize};

/// The change of one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SimulatedEdit {
    /// The absolute path, as `ui.edit` of the verdict names it
    pub path: String,
    /// All of the file afterwards
    pub new_content: String,
}
