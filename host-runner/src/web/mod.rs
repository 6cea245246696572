//! The web for a model: pages by their URL, and searches.
//!
//! Owns the way of a request: the URL in one spelling, the verdict on every hop, the judged address, TLS, the bounds of
//! an answer, the cache of a session, and the marks around text from outside. Decides nothing: a [`Judge`] says what
//! may be requested, and [`PolicyJudge`] asks the core. Reads no page itself: a [`Render`] turns bytes into text. Sends no cookie and no credential of a
//! person.

mod body;
mod cache;
mod client;
mod consulted;
mod envelope;
mod error;
mod exchange;
mod fetch;
mod judge;
mod limits;
mod location;
mod page;
mod page_reader;
mod plain;
mod policy_judge;
mod proxy;
mod redirect;
mod render;
pub mod search;
mod session;
mod spelling;
mod summary;
mod tls;
mod tools;

pub use crate::environment::Secrets;
pub use client::Client;
pub use error::{Failing, FetchError};
pub use fetch::{FetchRequest, Fetched, Redirect};
pub use judge::{Judge, Judgement, Named, Ruling};
pub use limits::Limits;
pub use location::{BadUrl, canonical};
pub use page_reader::PageReader;
pub use policy_judge::{PolicyJudge, WebPlace};
pub use proxy::Proxies;
pub use render::{Render, Rendered, Source};
pub use session::WebSession;
pub use spelling::in_letters;
pub use summary::{Program, Server, Summarise, Summary};
pub use tls::system as system_tls;
pub use tools::WebTools;
