//! The user's own programs that are asked about a command: the hooks of the settings, and the classifier.
//!
//! Owns which of them are asked, what they are told, and their bounds. They run outside of the sandbox, with the user's
//! environment. Decides nothing: what follows from an answer is the session's.

mod answer;
mod classifier;
mod hook_run;
mod hooks;
pub(crate) mod loopback;
mod matcher;
pub(crate) mod program;
mod tool_call;

pub(crate) use classifier::{Classified, classify};
pub use hook_run::HookRun;
pub(crate) use hook_run::HookText;
pub(crate) use hooks::{Surroundings, after, before, untrusted};
pub(crate) use tool_call::ToolCall;
