//! A network in which every address is somebody's: that of a network namespace, made for one test.
//!
//! Owns the way into the namespace, its addresses, and the servers on all of them. It ends with the process; nothing of the
//! machine's own network or files changes.

use std::process::Command;

use test_support::{installed, skip};
use tokio::net::{TcpListener, UdpSocket};
use tokio::runtime::Runtime;

use super::names;
use super::wire::{NAME_SERVER, Wire};
use crate::attempts::script;
use crate::world::World;
use crate::{authority, server};

/// The variable that says that this process is in its namespace.
const ENTERED: &str = "WEB_SUITE_ENTERED";

/// New namespaces of users, networks and mounts, in which this user is `root`.
const NAMESPACES: [&str; 4] = ["--user", "--map-root-user", "--net", "--mount"];

/// Every address of IPv4 and IPv6 becomes local, but only those of the loopback, 5.6.7.8 and `fe80::1` are an interface's, as
/// on a machine with these. Names are asked for on the loopback.
const NETWORK: &str = "\
ip link set lo up
ip address add 5.6.7.8/32 dev lo
ip -6 address add fe80::1/64 dev lo
ip route add local 0.0.0.0/0 dev lo
ip -6 route add local ::/0 dev lo
mount -t tmpfs tmpfs /etc
printf 'nameserver 127.0.0.1\\nsearch .\\n' > /etc/resolv.conf
printf 'hosts: files dns\\n' > /etc/nsswitch.conf
printf '127.0.0.1 localhost\\n::1 localhost\\n' > /etc/hosts
exec \"$@\"";

/// The ports on which every address answers.
const PORTS: [u16; 9] = [80, 443, 3000, 3001, 6379, 8080, 8081, 8443, 11_211];

/// The network, with its servers.
pub(super) struct Network {
    _runtime: Runtime,
    /// Where names lead.
    pub(super) world: World,
    pub(super) wire: Wire,
}

impl Network {
    /// The network, if this process is the one that the test `name` started for it. If not, the test was run in such a
    /// process, and passed there.
    pub(super) fn of(name: &str) -> Option<Self> {
        if std::env::var_os(ENTERED).is_some() {
            return Some(Self::served());
        }
        installed::find("ip")?;
        let trial = Command::new("unshare").args(NAMESPACES).arg("true").output().unwrap();
        if !trial.status.success() {
            let why = String::from_utf8_lossy(&trial.stderr);
            skip(format_args!("no network namespace can be made: {}", why.trim()));
            return None;
        }
        let output = Command::new("unshare")
            .args(NAMESPACES)
            .args(["sh", "-euc", NETWORK, "sh"])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", &format!("namespace::{name}"), "--nocapture"])
            .env(ENTERED, "1")
            .output()
            .unwrap();
        let [said, complaint] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        let has_passed = output.status.success() && said.contains("test result: ok. 1 passed");
        assert!(has_passed, "{said}{complaint}");
        None
    }

    fn served() -> Self {
        let world = World::named();
        let runtime = Runtime::new().unwrap();
        runtime.block_on(async {
            let mut listeners = Vec::new();
            for port in PORTS {
                // IPv4 is heard here too, as mapped addresses.
                let listener = TcpListener::bind(("::", port)).await.unwrap();
                listeners.push((listener, server::is_tls(port).then(authority::acceptor)));
            }
            server::listen(listeners, script);
            let socket = UdpSocket::bind(NAME_SERVER).await.unwrap();
            tokio::spawn(names::serve(world.clone(), socket));
        });
        Self { _runtime: runtime, world, wire: Wire::tapped() }
    }
}
