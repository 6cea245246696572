//! The commands in the logs of agents, as they lie on a disk: bytes in, calls out.
//!
//! Owns the formats and the limits. A [`Reader`] takes the bytes of one log in pieces of any size and hands over each
//! [`Call`] as soon as it is known. Its memory is bounded by a few of the longest lines. What it cannot read it counts and
//! names in the [`Account`]; no log makes it fail. Never decides, and never runs anything.
//!
//! ```
//! let mut calls = Vec::new();
//! let mut reader = agent_logs::Reader::new(agent_logs::Options::default());
//! reader.push(br#"{"command":"ls -la","cwd":"/repo"}"#, &mut |call| calls.push(call));
//! let account = reader.finish(&mut |call| calls.push(call));
//! assert_eq!(calls[0].command, "ls -la");
//! assert_eq!(account.format.map(agent_logs::Format::name), Some("jsonl"));
//! ```
//!
//! The formats were taken from logs that the programs themselves wrote, in November 2026: Claude Code 2.1.330, Codex CLI
//! 0.169.0; `SpecStory`'s Markdown 2.1.0 and the histories of shells from their documentation.

mod account;
mod call;
mod claude_code;
mod codex;
mod detect;
mod fields;
#[cfg(feature = "files")]
pub mod files;
mod format;
mod json_lines;
mod lines;
mod pending;
mod reader;
mod shell_history;
mod sink;
mod spec_story;
mod table;
mod time;
mod words;

pub use account::{Account, BadLine};
pub use call::{Call, Outcome};
pub use format::Format;
pub use reader::{Options, Reader};
