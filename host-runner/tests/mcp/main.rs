//! `shellgate mcp` from the outside: what a client of either era gets, whatever it sends.

#![cfg(target_os = "linux")]

mod asks;
mod bad_input;
mod client;
mod eras;
mod hooks;
#[path = "../cli_suite/place.rs"]
#[expect(dead_code, reason = "the other tests draw and compare what a person sees")]
mod place;
mod recorded;
mod runs;
mod strictness;
