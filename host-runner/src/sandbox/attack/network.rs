//! Attacks that reach somebody over a network or a socket.

use super::case::Before::{
    AbstractDatagrams, AbstractSocket, Datagrams, Socket, Tcp, TcpOverSix, Udp, Visitor,
};
use super::case::Sign::{Heard, Succeeded};
use super::case::{Case, case};
use crate::sandbox::Promise::{
    AbstractSocketsScoped as Abstract, NoNetwork as Network, TcpRefused, UnixSocketsRefused as Unix,
};

pub(super) const CASES: &[Case] = &[
    case("a connection is made", TcpRefused, &[Tcp], "{probe} tcp 127.0.0.1 {port}", Heard),
    case("a connection is made over IPv6", TcpRefused, &[TcpOverSix], "{probe} tcp ::1 {port}", Heard),
    case(
        "a connection is made to a mapped address",
        TcpRefused,
        &[Tcp],
        "{probe} tcp ::ffff:127.0.0.1 {port}",
        Heard,
    ),
    case("a connection is made to any address", TcpRefused, &[Tcp], "{probe} tcp 0.0.0.0 {port}", Heard),
    case("a connection is opened with its first data", Network, &[Tcp], "{probe} fast-open {port}", Heard),
    case("a connection is made over several paths", Network, &[Tcp], "{probe} multipath {port}", Heard),
    case("a connection is accepted", TcpRefused, &[Visitor], "{probe} listen {port}", Heard),
    case("a datagram is sent", Network, &[Udp], "{probe} udp {port}", Heard),
    case("a datagram is sent over a connection", Network, &[Udp], "{probe} udp-connected {port}", Heard),
    case("many datagrams are sent at once", Network, &[Udp], "{probe} udp-many {port}", Heard),
    case("an echo is asked for", Network, &[], "{probe} raw", Succeeded),
    case("packets are read", Network, &[], "{probe} packets", Succeeded),
    case("the network's settings are changed", Network, &[], "{probe} address", Succeeded),
    case("the host of a virtual machine is talked to", Network, &[], "{probe} family 40", Succeeded),
    case(
        "a socket file is connected to",
        Unix,
        &[Socket("outside/socket")],
        "{probe} unix ../outside/socket",
        Heard,
    ),
    case(
        "a socket file inside is connected to",
        Unix,
        &[Socket("work/socket")],
        "{probe} unix socket",
        Heard,
    ),
    case(
        "a socket file is connected to through a link",
        Unix,
        &[Socket("outside/socket")],
        "ln -s ../outside/socket link; {probe} unix link",
        Heard,
    ),
    case(
        "a socket file is connected to by a second name",
        Unix,
        &[Socket("outside/socket")],
        "ln ../outside/socket link; {probe} unix link || {probe} unix ../outside/socket",
        Heard,
    ),
    case(
        "a datagram is sent to a socket file",
        Unix,
        &[Datagrams("outside/socket")],
        "{probe} unix-datagram ../outside/socket",
        Heard,
    ),
    case(
        "a datagram is sent by a paired socket",
        Unix,
        &[Datagrams("outside/socket")],
        "{probe} unix-pair ../outside/socket",
        Heard,
    ),
    case(
        "a name without a file is connected to",
        Abstract,
        &[AbstractSocket],
        "{probe} abstract {mark}",
        Heard,
    ),
    case(
        "a datagram is sent to a name without a file",
        Abstract,
        &[AbstractDatagrams],
        "{probe} abstract-datagram {mark}",
        Heard,
    ),
    case(
        "a datagram is sent by a paired socket to a name",
        Abstract,
        &[AbstractDatagrams],
        "{probe} abstract-pair {mark}",
        Heard,
    ),
];
