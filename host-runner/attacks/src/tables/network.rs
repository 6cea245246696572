//! Attacks that reach somebody over a network or a socket.

use crate::attack::Before::{
    AbstractDatagrams, AbstractSocket, Datagrams, Socket, Tcp, TcpOverSix, Udp, Visitor,
};
use crate::attack::Sign::{Heard, Succeeded};
use crate::attack::{Attack, attack};
use crate::promises::{ABSTRACT_SOCKETS_SCOPED, NO_NETWORK, TCP_REFUSED, UNIX_SOCKETS_REFUSED};

pub(crate) const ATTACKS: &[Attack] = &[
    attack("a connection is made", TCP_REFUSED, &[Tcp], "{probe} tcp 127.0.0.1 {port}", Heard),
    attack("a connection is made over IPv6", TCP_REFUSED, &[TcpOverSix], "{probe} tcp ::1 {port}", Heard),
    attack(
        "a connection is made to a mapped address",
        TCP_REFUSED,
        &[Tcp],
        "{probe} tcp ::ffff:127.0.0.1 {port}",
        Heard,
    ),
    attack("a connection is made to any address", TCP_REFUSED, &[Tcp], "{probe} tcp 0.0.0.0 {port}", Heard),
    attack(
        "a connection is opened with its first data",
        NO_NETWORK,
        &[Tcp],
        "{probe} fast-open {port}",
        Heard,
    ),
    attack("a connection is made over several paths", NO_NETWORK, &[Tcp], "{probe} multipath {port}", Heard),
    attack("a connection is accepted", TCP_REFUSED, &[Visitor], "{probe} listen {port}", Heard),
    attack("a datagram is sent", NO_NETWORK, &[Udp], "{probe} udp {port}", Heard),
    attack("a datagram is sent over a connection", NO_NETWORK, &[Udp], "{probe} udp-connected {port}", Heard),
    attack("many datagrams are sent at once", NO_NETWORK, &[Udp], "{probe} udp-many {port}", Heard),
    attack("an echo is asked for", NO_NETWORK, &[], "{probe} raw", Succeeded),
    attack("packets are read", NO_NETWORK, &[], "{probe} packets", Succeeded),
    attack("the network's settings are changed", NO_NETWORK, &[], "{probe} address", Succeeded),
    attack("the host of a virtual machine is talked to", NO_NETWORK, &[], "{probe} family 40", Succeeded),
    attack(
        "a socket file is connected to",
        UNIX_SOCKETS_REFUSED,
        &[Socket("outside/socket")],
        "{probe} unix ../outside/socket",
        Heard,
    ),
    attack(
        "a socket file inside is connected to",
        UNIX_SOCKETS_REFUSED,
        &[Socket("work/socket")],
        "{probe} unix socket",
        Heard,
    ),
    attack(
        "a socket file is connected to through a link",
        UNIX_SOCKETS_REFUSED,
        &[Socket("outside/socket")],
        "ln -s ../outside/socket link; {probe} unix link",
        Heard,
    ),
    attack(
        "a socket file is connected to by a second name",
        UNIX_SOCKETS_REFUSED,
        &[Socket("outside/socket")],
        "ln ../outside/socket link; {probe} unix link || {probe} unix ../outside/socket",
        Heard,
    ),
    attack(
        "a datagram is sent to a socket file",
        UNIX_SOCKETS_REFUSED,
        &[Datagrams("outside/socket")],
        "{probe} unix-datagram ../outside/socket",
        Heard,
    ),
    attack(
        "a datagram is sent by a paired socket",
        UNIX_SOCKETS_REFUSED,
        &[Datagrams("outside/socket")],
        "{probe} unix-pair ../outside/socket",
        Heard,
    ),
    attack(
        "a name without a file is connected to",
        ABSTRACT_SOCKETS_SCOPED,
        &[AbstractSocket],
        "{probe} abstract {mark}",
        Heard,
    ),
    attack(
        "a datagram is sent to a name without a file",
        ABSTRACT_SOCKETS_SCOPED,
        &[AbstractDatagrams],
        "{probe} abstract-datagram {mark}",
        Heard,
    ),
    attack(
        "a datagram is sent by a paired socket to a name",
        ABSTRACT_SOCKETS_SCOPED,
        &[AbstractDatagrams],
        "{probe} abstract-pair {mark}",
        Heard,
    ),
];
