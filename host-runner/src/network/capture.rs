//! Connections of programs without proxy support, to an address that represents a name.
//!
//! Owns the way back from the address to the name. The name is judged as if the proxy had been asked for it.

use std::io;
use std::net::IpAddr;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::dns::AssignedNames;
use super::gate::Gate;
use super::target::Target;
use super::tunnel::tunnel;

/// The port on which a refusal can be said in words.
const HTTP: u16 = 80;

/// Answers one client to its end.
pub(super) async fn answer(gate: &Gate, names: &AssignedNames, mut client: TcpStream) -> io::Result<()> {
    let reached = client.local_addr()?;
    let name = match reached.ip().to_canonical() {
        IpAddr::V4(address) => names.name(address),
        IpAddr::V6(_) => None,
    };
    // An address without a name leads nowhere.
    let Some(target) = name.and_then(|name| Target::parse(&name, reached.port())) else { return Ok(()) };
    match gate.dial(&target).await {
        Ok(mut server) => tunnel(&mut client, &mut server).await,
        Err(refused) if target.port == HTTP => {
            let sentence = refused.sentence(&target);
            let answer = format!(
                "HTTP/1.1 403 Refused by Shellgate\r\nContent-Type: text/plain; charset=utf-8\r\n\
                 Content-Length: {}\r\nConnection: close\r\n\r\n{sentence}\n",
                sentence.len() + 1
            );
            client.write_all(answer.as_bytes()).await
        }
        Err(_) => Ok(()),
    }
}
