//! The built `shellgate`, seen from the outside.

#![expect(clippy::format_push_string, reason = "a drawing for a snapshot may allocate")]

mod check;
#[cfg(target_os = "linux")]
mod edit;
mod hook;
#[cfg(target_os = "linux")]
mod hooks_of_settings;
#[cfg(target_os = "linux")]
mod import;
#[cfg(target_os = "linux")]
mod install;
#[cfg(target_os = "linux")]
mod install_server;
mod json;
#[cfg(target_os = "linux")]
mod meanwhile;
mod place;
#[cfg(target_os = "linux")]
mod policy;
mod policy_test;
#[cfg(target_os = "linux")]
mod repository;
mod run;
#[cfg(target_os = "linux")]
mod sandbox;
mod shell;
#[cfg(target_os = "linux")]
mod tasks;
#[cfg(target_os = "linux")]
mod terminal;
mod usage;
#[cfg(all(target_os = "linux", feature = "web"))]
mod web;
