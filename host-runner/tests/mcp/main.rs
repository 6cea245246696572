//! `shellgate mcp` from the outside: what a client of either era gets, whatever it sends.

#![cfg(target_os = "linux")]

mod asks;
#[cfg(feature = "web")]
#[path = "../web_suite/authority.rs"]
#[expect(dead_code, reason = "the other tests trust it in a client of their own")]
mod authority;
mod bad_input;
mod client;
mod eras;
mod hooks;
#[path = "../cli_suite/place.rs"]
#[expect(dead_code, reason = "the other tests draw and compare what a person sees")]
mod place;
mod recorded;
mod runs;
#[cfg(feature = "web")]
#[path = "../web_suite/server.rs"]
#[expect(dead_code, reason = "the other tests break connections too")]
mod server;
mod strictness;
#[cfg(feature = "web")]
mod web;
