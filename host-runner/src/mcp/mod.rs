//! An MCP server (<https://modelcontextprotocol.io>): a client's model runs commands, reads verdicts, reads pages and
//! searches.
//!
//! Owns the tools, the question to the person behind the client, and the client's roots. Decides nothing: each command
//! has the verdict of the settings of its place, as in `run`, and each URL and each query as in `fetch` and `search`. What
//! asks runs or is sent after a yes from the person only. Both
//! eras of the protocol: `initialize` (2024-11-05 to 2025-11-25), and requests that carry all they need (2026-07-28).

mod call;
mod lines;
mod place;
mod progress;
mod question;
mod roots;
mod serve;
mod server;
#[cfg(feature = "web")]
mod shared_web;
mod shell;
mod surroundings;
mod tasks;
mod texts;
mod tools;
#[cfg(feature = "web")]
mod web;

pub use serve::{Options, serve};
pub use surroundings::{Place, Surroundings};
