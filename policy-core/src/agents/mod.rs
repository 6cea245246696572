//! The agents that have Shellgate decide about their commands, by name.
//!
//! Owns their names. What each one asks its hook, and how it reads an answer, has a file for each agent beside this one.
//! Pure: a call is text, an answer is text and an exit code.
//!
//! ```
//! use policy_core::agents::{Agent, Ruling, answer, read};
//! use policy_core::Decision;
//!
//! let input = br#"{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"ls"}}"#;
//! let call = read(input, None).unwrap();
//! assert_eq!((call.agent, call.commands.as_slice()), (Agent::Gemini, &["ls".to_owned()][..]));
//! let said = answer(&call, &Ruling::new(Decision::Deny, "no"));
//! assert_eq!(said.stdout, r#"{"decision":"deny","reason":"no"}"#);
//! ```

mod agent;
mod call;
mod carried;
mod claude_code;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod gemini;
mod hook;
mod interactive;
mod json;
mod opencode;
mod problem;
mod protocol;
mod qwen;
mod rewrite;
mod ruling;
mod shape;
mod vscode;
mod web;
mod windsurf;

#[cfg(test)]
mod payload_tests;

pub use agent::Agent;
pub use call::{AgentMode, Event, HookCall, Rewrites};
pub use codex::CODEX_ASKING_POLICY;
#[cfg(feature = "history")]
pub(crate) use hook::shell_of;
pub use hook::{answer, failure, read, with_record};
pub use interactive::starts_interactive;
pub use problem::Problem;
pub use rewrite::{Follow, Runner, may_move, only_moves, original, rewritten};
pub use ruling::{BLOCKED, HookAnswer, Ruling};
