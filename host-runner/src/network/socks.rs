//! SOCKS5 (RFC 1928) without authentication: connections by name or address.
//!
//! Owns the messages. Listening and UDP are answered as not supported.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::gate::{Gate, Refused};
use super::target::Target;
use super::tunnel::{HESITATION, tunnel};

/// The first byte of every message.
pub(super) const VERSION: u8 = 5;

const NO_AUTHENTICATION: u8 = 0;
const NO_METHOD: u8 = 0xff;
const CONNECT: u8 = 1;

/// An answer's second byte (RFC 1928, section 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reply {
    Succeeded = 0,
    Failed = 1,
    NotAllowed = 2,
    HostUnreachable = 4,
    ConnectionRefused = 5,
    CommandNotSupported = 7,
    AddressTypeNotSupported = 8,
}

/// Answers one client to its end.
pub(super) async fn answer(gate: &Gate, mut client: TcpStream) -> io::Result<()> {
    let asked = timeout(HESITATION, greet(&mut client)).await??;
    let target = match asked {
        Ok(target) => target,
        Err(Some(reply)) => return say(&mut client, reply).await,
        Err(None) => return client.write_all(&[VERSION, NO_METHOD]).await,
    };
    let reply = match gate.dial(&target).await {
        Ok(mut server) => {
            say(&mut client, Reply::Succeeded).await?;
            return tunnel(&mut client, &mut server).await;
        }
        Err(Refused::Denied(_)) => Reply::NotAllowed,
        Err(Refused::Unreachable(error)) if error.kind() == io::ErrorKind::ConnectionRefused => {
            Reply::ConnectionRefused
        }
        Err(Refused::Unreachable(_)) => Reply::HostUnreachable,
    };
    say(&mut client, reply).await
}

/// What the client wants, or the answer to what cannot be had; none when it offers no method that is known.
async fn greet(client: &mut TcpStream) -> io::Result<Result<Target, Option<Reply>>> {
    let [version, methods] = read(client).await?;
    let mut offered = vec![0; methods.into()];
    client.read_exact(&mut offered).await?;
    if version != VERSION || !offered.contains(&NO_AUTHENTICATION) {
        return Ok(Err(None));
    }
    client.write_all(&[VERSION, NO_AUTHENTICATION]).await?;

    let [version, command, _, kind] = read(client).await?;
    if version != VERSION {
        return Ok(Err(Some(Reply::Failed)));
    }
    let host = match kind {
        1 => Ok(Ipv4Addr::from(read::<4>(client).await?).into()),
        4 => Ok(Ipv6Addr::from(read::<16>(client).await?).into()),
        3 => {
            let [length] = read(client).await?;
            let mut name = vec![0; length.into()];
            client.read_exact(&mut name).await?;
            Err(name)
        }
        _ => return Ok(Err(Some(Reply::AddressTypeNotSupported))),
    };
    let port = u16::from_be_bytes(read(client).await?);
    if command != CONNECT {
        return Ok(Err(Some(Reply::CommandNotSupported)));
    }
    let target = match host {
        Ok(address) => Some(Target::of_address(address, port)),
        Err(name) => str::from_utf8(&name).ok().and_then(|name| Target::parse(name, port)),
    };
    Ok(target.ok_or(Some(Reply::Failed)))
}

async fn read<const N: usize>(client: &mut TcpStream) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    client.read_exact(&mut bytes).await?;
    Ok(bytes)
}

/// Answers with an address of zeros: which one the proxy dials from is nobody's business.
async fn say(client: &mut TcpStream, reply: Reply) -> io::Result<()> {
    client.write_all(&[VERSION, reply as u8, 0, 1, 0, 0, 0, 0, 0, 0]).await
}
