//! What `fetch` and `search` share: the web tools of this machine, and the report of what was refused.
//!
//! Owns the exit codes of refusals and their JSON form.

use std::env;
use std::io;
use std::sync::Arc;

use policy_core::Policy;
use serde::Serialize;

use super::exit::Exit;
use super::failure::Failure;
use super::{draw, terminal};
use crate::network::{Hosts, System};
use crate::web::{Client, Failing, PageReader, Proxies, Secrets, system_tls};

/// The web tools with the lists of `policy` and the proxies of the environment; with the lists, and the secrets of the environment.
pub(super) fn client(policy: &Policy) -> Result<(Client, Hosts, Secrets), Failure> {
    let machine = |problem: String| Failure::Machine(problem, String::new());
    let hosts = Hosts::new(&policy.sandbox).map_err(|error| machine(error.to_string()))?;
    let tls = system_tls().map_err(|error| machine(error.to_string()))?;
    let variables = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let variables = variables.collect::<Vec<_>>();
    let variables = || variables.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let client = Client::new(hosts.clone(), Arc::new(System), &tls, Arc::new(PageReader));
    Ok((client.with_proxies(Proxies::of(variables())), hosts, Secrets::of(variables())))
}

/// Waits for a request.
pub(super) fn wait<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(future);
    // A page that takes too long to read would keep the program.
    runtime.shutdown_background();
    Ok(answer)
}

/// An error as a program that asked for JSON gets it.
#[derive(Debug, Serialize)]
struct Refused<'r> {
    error: Error<'r>,
}

#[derive(Debug, Serialize)]
struct Error<'r> {
    code: &'r str,
    message: &'r str,
}

/// Says why there is no answer, by its code and in a sentence, and gives the way to end.
pub(super) fn refused(failing: Failing, code: &str, message: &str, json: bool) -> Result<Exit, Failure> {
    if json {
        let refused = Refused { error: Error { code, message } };
        terminal::data(&serde_json::to_string(&refused).map_err(io::Error::from)?)?;
    } else {
        let help =
            if failing == Failing::Asks { "say yes with `--yes`, or add a rule to the settings" } else { "" };
        terminal::message(&draw::complaint(message, help, terminal::colour_of_messages()));
    }
    Ok(match failing {
        Failing::Asks => Exit::Ask,
        Failing::Denied => Exit::Deny,
        Failing::BadInput => Exit::Usage,
        Failing::NoAnswer => Exit::Internal,
    })
}
