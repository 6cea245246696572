//! The way to the runner's proxy. There is one loopback for all programs, so the port is whichever is free.
//!
//! Owns the listener until the runner has it, and the variables that name its port to the command.

use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::net::UnixStream;

use crate::launch::descriptors::send_with;
use crate::launch::failure::Failure;
use crate::launch::protocol::Report;
use crate::network;
use crate::sandbox::{Network, SandboxRequest};

/// Opens the proxy's listener, hands it to the runner and names it to the command; the port, or none where the request
/// wants no proxy.
pub(super) fn open(control: &UnixStream, request: &SandboxRequest) -> Result<Option<u16>, Failure> {
    if request.network != Network::Proxied {
        return Ok(None);
    }
    let failed = || Failure::at("opening the proxy's port");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed())?;
    let port = listener.local_addr().map_err(failed())?.port();
    send_with(control, &Report::Listening, &[listener.into()])
        .map_err(Failure::at("handing over the sockets"))?;
    for (name, value) in network::variables_at(port) {
        // SAFETY: the launcher has one thread, so nobody reads the environment meanwhile.
        unsafe { std::env::set_var(name, value) };
    }
    Ok(Some(port))
}
