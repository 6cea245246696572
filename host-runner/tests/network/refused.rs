//! What a command does not reach, with a proxy and without one.

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::process::Command;

use super::server::Server;
use super::*;

/// Without any host, and with one.
fn both() -> [SandboxSettings; 2] {
    [SandboxSettings::default(), settings(&["allowed.test"], &[])]
}

#[test]
fn nothing_outside_hears_a_command_but_through_the_proxy() {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    tcp.set_nonblocking(true).unwrap();
    udp.set_nonblocking(true).unwrap();
    let (tcp_port, udp_port) = (tcp.local_addr().unwrap().port(), udp.local_addr().unwrap().port());
    let heard = || [tcp.accept().is_ok(), udp.recv(&mut [0; 9]).is_ok()];
    let command = format!(
        "exec 3<>/dev/tcp/127.0.0.1/{tcp_port}; exec 4<>/dev/udp/127.0.0.1/{udp_port} && echo hello >&4; true"
    );
    bare(&command);
    assert_eq!(heard(), [true, true]);
    for settings in both() {
        let outcome = run_in(&World::default(), &command, &settings);
        assert_eq!(heard(), [false, false], "{}", outcome.stdout);
    }
}

#[test]
fn no_socket_of_another_program_hears_a_command() {
    if !has("python3") {
        return;
    }
    let place = Place::new();
    let path = place.path.join("stream");
    let letters = place.path.join("datagram");
    let hidden = format!("shellgate-test-{}", std::process::id());
    let stream = UnixListener::bind(&path).unwrap();
    let datagram = UnixDatagram::bind(&letters).unwrap();
    let hidden_stream =
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(hidden.as_bytes()).unwrap()).unwrap();
    stream.set_nonblocking(true).unwrap();
    datagram.set_nonblocking(true).unwrap();
    hidden_stream.set_nonblocking(true).unwrap();
    let heard =
        || [stream.accept().is_ok(), datagram.recv(&mut [0; 9]).is_ok(), hidden_stream.accept().is_ok()];
    let python = |code: &str| format!("python3 -c 'from socket import *\n{code}'; true");
    let (path, letters) = (path.display(), letters.display());
    for (code, effect) in [
        (format!("socket(AF_UNIX).connect(\"{path}\")"), [true, false, false]),
        (format!("socket(AF_UNIX, SOCK_DGRAM).sendto(b\"x\", \"{letters}\")"), [false, true, false]),
        (format!("socket(AF_UNIX).connect(\"\\0{hidden}\")"), [false, false, true]),
        // One of a pair is a socket like any other, and it may name another recipient.
        (format!("socketpair(AF_UNIX, SOCK_DGRAM)[0].sendto(b\"x\", \"{letters}\")"), [false, true, false]),
        (format!("socketpair(AF_UNIX, SOCK_RAW)[0].sendto(b\"x\", \"{letters}\")"), [false, true, false]),
    ] {
        let command = python(&code);
        let outcome = bare(&command);
        assert_eq!(heard(), effect, "without the sandbox it must work: {code}: {}", outcome.stdout);
        for settings in both() {
            let outcome = run_in(&World::default(), &command, &settings);
            assert_eq!(heard(), [false; 3], "{code}: {}", outcome.stdout);
        }
    }
}

#[test]
fn a_pair_of_connected_streams_can_still_be_made() {
    if !has("python3") {
        return;
    }
    let command = "python3 -c 'from socket import *\n\
                   for kind in SOCK_STREAM, SOCK_SEQPACKET:\n  a, b = socketpair(AF_UNIX, kind); a.send(b\"x\"); \
                   print(b.recv(9))'";
    for settings in both() {
        assert_eq!(run_in(&World::default(), command, &settings).stdout, "b'x'\nb'x'\n");
    }
}

#[test]
fn what_only_reads_reaches_no_host_whatever_is_allowed() {
    let server = Server::start();
    let world = World::around(server.address, &[("allowed.test", "9.9.9.9")]);
    let place = Place::new();
    let command = "exec 3<>/dev/tcp/127.0.0.1/3128";
    let plan = plan(command, &place.path, true, &settings(&["allowed.test"], &[]));
    let outcome = wait_for(session().with_outside(world.clone()).run(plan, |_| ())).unwrap();
    assert_ne!(outcome.exit_code, 0);
    assert!(outcome.sandbox.promises.contains(&"no-network"));
}

#[test]
fn there_is_nothing_in_the_sandbox_that_could_be_stopped_or_traced() {
    let server = Server::start();
    let world = World::around(server.address, &[("allowed.test", "9.9.9.9")]);
    let command = "for p in /proc/[0-9]*; do echo ${p#/proc/}; done | tr '\\n' ' '; echo; kill -9 -1; kill -9 1; \
                   exec 3<>/dev/tcp/allowed.test/80 && printf 'GET /after HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 4 <&3";
    let outcome = run_in(&world, command, &settings(&["allowed.test"], &[]));
    // The first process, the shell, and the two halves of its pipe.
    let processes = outcome.stdout.lines().next().unwrap_or_default();
    assert!(processes.split_whitespace().count() <= 4, "{}", outcome.stdout);
    assert!(outcome.stdout.contains("GET /after"), "{}", outcome.stdout);
}

#[test]
fn the_name_server_is_the_sandboxs_own_and_the_hosts_stays() {
    let before = fs::read("/etc/resolv.conf").ok();
    let outcome = run_in(
        &World::default(),
        "cat /etc/resolv.conf; echo 'nameserver 1.1.1.1' > /etc/resolv.conf; ls /dev/shm",
        &settings(&["allowed.test"], &[]),
    );
    if before.is_some() {
        assert!(outcome.stdout.starts_with("nameserver 127.0.0.1\n"), "{}", outcome.stdout);
        assert!(outcome.stdout.contains("Read-only file system"), "{}", outcome.stdout);
    }
    assert_eq!(fs::read("/etc/resolv.conf").ok(), before);
}

#[test]
fn without_namespaces_there_is_no_network_and_the_lost_promise_is_named() {
    let place = Place::new();
    // A setting of the new namespace alone (`user_namespaces(7)`).
    let script = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
    let command = "exec 3<>/dev/tcp/127.0.0.1/3128";
    let output = Command::new("unshare")
        .args(["-Ur", "sh", "-c", script, "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "runner"])
        .env("RUNNER_COMMAND", command)
        .env("RUNNER_CWD", &place.path)
        .env("RUNNER_ANSWER", place.path.join("answer"))
        .output()
        .unwrap();
    let answer = fs::read_to_string(place.path.join("answer"))
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stdout)));
    let outcome: serde_json::Value = serde_json::from_str(&answer).expect(&answer);
    assert_ne!(outcome["exitCode"], 0, "{answer}");
    let sandbox = &outcome["sandbox"];
    assert!(sandbox["promises"].as_array().unwrap().contains(&"no-network".into()), "{answer}");
    let missing = sandbox["missing"].as_array().unwrap();
    assert!(missing.iter().any(|lost| lost["promise"] == "allowed-hosts"), "{answer}");
    assert!(outcome["notes"].to_string().contains("the command had no network"), "{answer}");
}
