//! The user's own programs that are asked about a command, a fetch or a search: the hooks of the settings, and the
//! classifier.
//!
//! Owns which of them are asked, what they are told, their bounds, and what their answers add to a verdict. They run outside
//! of the sandbox, with the user's environment. A hook only tightens; a classifier answers what the settings let it answer.

mod answer;
mod classification;
mod classifier;
mod hook_run;
mod hooks;
pub(crate) mod loopback;
mod matcher;
mod objection;
pub(crate) mod program;
mod tool_call;

pub(crate) use classification::{classified, is_a_persons};
pub use hook_run::HookRun;
pub(crate) use hook_run::HookText;
pub(crate) use hooks::{Surroundings, after, before, untrusted};
pub(crate) use objection::object;
pub(crate) use tool_call::ToolCall;
