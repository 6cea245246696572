//! Socket files of other programs: the named ones can be connected to, and no others.

use std::io::Read;
use std::os::unix::net::{UnixDatagram, UnixListener};

use host_runner::outcome::Denial;

use super::*;

fn python(code: &str) -> String {
    format!("python3 -c 'from socket import *\nimport os, threading\n{code}'")
}

fn named(paths: &[&Path]) -> SandboxSettings {
    SandboxSettings {
        allow_unix_sockets: paths.iter().map(|path| path.to_str().unwrap().to_owned()).collect(),
        ..SandboxSettings::default()
    }
}

#[test]
fn a_named_socket_is_reached_by_every_path_that_leads_to_it() {
    if !has("python3") {
        return;
    }
    for (code, non_blocking) in [
        ("s = socket(AF_UNIX); s.connect(path); s.send(b\"hello\")", false),
        ("s = socket(AF_UNIX); s.setblocking(False); s.connect(path); s.send(b\"hello\")", true),
        ("os.symlink(path, \"link\"); s = socket(AF_UNIX); s.connect(\"link\"); s.send(b\"hello\")", false),
        (
            "os.chdir(os.path.dirname(path)); s = socket(AF_UNIX); s.connect(\"agent\"); s.send(b\"hello\")",
            false,
        ),
    ] {
        let place = Place::new();
        let path = place.path.join("agent");
        let listener = UnixListener::bind(&path).unwrap();
        let command = python(&format!("path = \"{}\"\n{code}", path.display()));
        let outcome = run_in(&World::default(), &command, &named(&[&path]));
        assert_eq!(outcome.stdout, "", "{code} {non_blocking}");
        let mut heard = String::new();
        listener.accept().unwrap().0.read_to_string(&mut heard).unwrap();
        assert_eq!(heard, "hello", "{code}");
        assert!(outcome.sandbox.promises.contains(&"allowed-sockets"), "{outcome:?}");
        assert_eq!(outcome.sandbox.confinement.name(), "full");
    }
}

#[test]
fn a_socket_that_is_not_named_is_refused_and_the_denial_is_a_fact() {
    if !has("python3") {
        return;
    }
    let place = Place::new();
    let (agent, other, letters) =
        (place.path.join("agent"), place.path.join("other"), place.path.join("letters"));
    let _agent = UnixListener::bind(&agent).unwrap();
    let listener = UnixListener::bind(&other).unwrap();
    let datagrams = UnixDatagram::bind(&letters).unwrap();
    listener.set_nonblocking(true).unwrap();
    datagrams.set_nonblocking(true).unwrap();
    let paths = format!(
        "agent, other, letters = \"{}\", \"{}\", \"{}\"\n",
        agent.display(),
        other.display(),
        letters.display()
    );
    // A process exchanges the address in shared memory, again and again, while another one connects to it.
    let race = "import ctypes, mmap, struct\n\
                libc = ctypes.CDLL(None)\n\
                good = struct.pack(\"H108s\", 1, agent.encode()); bad = struct.pack(\"H108s\", 1, other.encode())\n\
                m = mmap.mmap(-1, 4096); m[:110] = good\n\
                child = os.fork()\n\
                while child == 0: m[:110] = bad; m[:110] = good\n\
                while m[:110] == good: pass\n\
                at = (ctypes.c_char * 110).from_buffer(m)\n\
                for _ in range(1000):\n  s = socket(AF_UNIX); libc.connect(s.fileno(), at, 110); s.close()\n\
                os.kill(child, 9); raise Exception(\"no Error\")";
    for (code, denied) in [
        ("socket(AF_UNIX).connect(other)", true),
        ("os.symlink(other, \"link\"); socket(AF_UNIX).connect(\"link\")", true),
        ("os.symlink(os.path.dirname(other), \"way\"); socket(AF_UNIX).connect(\"way/other\")", true),
        ("socket(AF_UNIX).connect(other + \"\\0\")", true),
        ("socket(AF_UNIX).connect(\"/proc/self/root\" + other)", true),
        ("socket(AF_UNIX, SOCK_DGRAM).sendto(b\"x\", letters)", false),
        ("socketpair(AF_UNIX, SOCK_DGRAM)[0].sendto(b\"x\", letters)", false),
        (race, true),
    ] {
        let command = python(&format!("{paths}{code}"));
        bare(&command);
        let heard = std::iter::from_fn(|| listener.accept().ok()).count();
        let works = heard > 0 || datagrams.recv(&mut [0; 9]).is_ok();
        assert!(works, "without the sandbox it must work: {code}");
        let outcome = run_in(&World::default(), &command, &named(&[&agent]));
        assert!(listener.accept().is_err(), "{code}");
        assert!(datagrams.recv(&mut [0; 9]).is_err(), "{code}");
        let refused = outcome.sandbox.denials.iter().any(|denial| match denial {
            Denial::Socket { path, setting, .. } => {
                *path == other && setting.contains("`sandbox.network.allowUnixSockets`")
            }
            _ => false,
        });
        assert_eq!(refused, denied, "{code}: {outcome:?}");
        assert!(outcome.stdout.contains("Error"), "{code}: {}", outcome.stdout);
    }
}

#[test]
fn the_programs_of_a_run_talk_to_each_other() {
    if !has("python3") {
        return;
    }
    let place = Place::new();
    let agent = place.path.join("agent");
    let _agent = UnixListener::bind(&agent).unwrap();
    let code = "path = os.environ[\"TMPDIR\"] + \"/socket\"\n\
                s = socket(AF_UNIX); s.bind(path); s.listen()\n\
                threading.Thread(target=lambda: s.accept()[0].sendall(b\"own\")).start()\n\
                c = socket(AF_UNIX); c.connect(path); print(c.recv(9))";
    let outcome = run_in(&World::default(), &python(code), &named(&[&agent]));
    assert_eq!(outcome.stdout, "b'own'\n");
}

#[test]
fn other_connections_are_made_as_before() {
    if !has("python3") {
        return;
    }
    let place = Place::new();
    let agent = place.path.join("agent");
    let _agent = UnixListener::bind(&agent).unwrap();
    let server = server::Server::start();
    let world = World::around(server.address, &[("allowed.test", "9.9.9.9")]);
    let lists = SandboxSettings { allowed_domains: vec!["allowed.test".to_owned()], ..named(&[&agent]) };
    let command = "exec 3<>/dev/tcp/allowed.test/80; printf 'GET /page HTTP/1.0\\r\\n\\r\\n' >&3; head -n 4 <&3; \
                   exec 4<>/dev/tcp/127.0.0.1/9";
    let outcome = run_in(&world, command, &lists);
    assert!(outcome.stdout.contains("GET /page"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("Connection refused"), "{}", outcome.stdout);
}

#[test]
fn what_only_reads_reaches_no_socket() {
    if !has("python3") {
        return;
    }
    let place = Place::new();
    let agent = place.path.join("agent");
    let listener = UnixListener::bind(&agent).unwrap();
    listener.set_nonblocking(true).unwrap();
    let command = python(&format!("socket(AF_UNIX).connect(\"{}\")", agent.display()));
    let plan = plan(&command, &place.path, true, &named(&[&agent]));
    let outcome = wait_for(session().run(plan, |_| ())).unwrap();
    assert!(outcome.stdout.contains("PermissionError"), "{}", outcome.stdout);
    assert!(listener.accept().is_err());
    assert!(outcome.sandbox.promises.contains(&"unix-sockets-refused"));
}
