//! What a command reaches when it may.

use host_runner::sandbox::Network;
use policy_core::verdict::{By, CommandVerdict, Grants};

use super::server::{BIG, Server};
use super::*;

/// Opens the proxy as descriptor 3.
const PROXY: &str = "exec 3<>/dev/tcp/127.0.0.1/3128; ";

#[test]
fn an_allowed_host_is_reached_by_every_way_there_is() {
    let get = "printf 'GET /page HTTP/1.0\\r\\nHost: allowed.test\\r\\n\\r\\n' >&3; head -n 5 <&3";
    for (way, command, port) in [
        (
            "a whole URL",
            format!(
                "{PROXY} printf 'GET http://allowed.test/page HTTP/1.1\\r\\nHost: allowed.test\\r\\nConnection: \
                 close\\r\\n\\r\\n' >&3; cat <&3"
            ),
            80,
        ),
        (
            "a tunnel",
            format!(
                "{PROXY} printf 'CONNECT allowed.test:443 HTTP/1.1\\r\\nHost: allowed.test:443\\r\\n\\r\\n' >&3; read \
                 status <&3; read empty <&3; echo \"$status\"; {get}"
            ),
            443,
        ),
        (
            "SOCKS, by name",
            format!(
                "{PROXY} printf '\\5\\1\\0\\5\\1\\0\\3\\14allowed.test\\37\\220' >&3; head -c 12 <&3 >&2; {get}"
            ),
            8080,
        ),
        (
            "SOCKS, by address",
            format!(
                "{PROXY} printf '\\5\\1\\0\\5\\1\\0\\1\\11\\11\\11\\11\\0\\120' >&3; head -c 12 <&3 >&2; {get}"
            ),
            80,
        ),
        ("the name itself, port 80", format!("exec 3<>/dev/tcp/allowed.test/80; {get}"), 80),
        ("the name itself, port 443", format!("exec 3<>/dev/tcp/allowed.test/443; {get}"), 443),
        ("the name itself, a port of the list", format!("exec 3<>/dev/tcp/db.test/5432; {get}"), 5432),
        ("a name beneath the wildcard", format!("exec 3<>/dev/tcp/a.b.wild.test/80; {get}"), 80),
    ] {
        let server = Server::start();
        let names = ["allowed.test", "db.test", "a.b.wild.test"].map(|name| (name, "9.9.9.9"));
        let world = World::around(server.address, &names);
        let allowed = settings(&["allowed.test", "9.9.9.9", "db.test:5432", "*.wild.test"], &[]);
        let outcome = run_in(&world, &command, &allowed);
        assert!(outcome.stdout.contains("GET /page HTTP/1."), "{way}: {outcome:?}");
        assert_eq!(world.dialled(), [format!("9.9.9.9:{port}")], "{way}");
        assert_eq!(outcome.sandbox.denials, [], "{way}");
        assert_eq!(outcome.sandbox.confinement.name(), "full", "{way}");
        assert!(outcome.sandbox.promises.contains(&"allowed-hosts"), "{way}");
        assert!(!outcome.sandbox.promises.contains(&"no-network"), "{way}");
    }
}

#[test]
fn a_service_of_this_machine_is_reached_when_it_is_named() {
    let server = Server::start();
    let port = server.address.port();
    let place = Place::new();
    for named in [format!("127.0.0.1:{port}"), format!("localhost:{port}")] {
        let command = format!(
            "{PROXY} printf 'GET http://{named}/page HTTP/1.1\\r\\nHost: {named}\\r\\nConnection: close\\r\\n\\r\\n' \
             >&3; cat <&3"
        );
        // The real network: it is this machine alone that is asked.
        let plan = plan(&command, &place.path, false, &settings(&[&named], &[]));
        let outcome = wait_for(session().run(plan, |_| ())).unwrap();
        assert!(outcome.stdout.contains("GET /page HTTP/1.1"), "{named}: {}", outcome.stdout);
        assert_eq!(outcome.sandbox.denials, [], "{named}");
    }
}

#[test]
fn the_usual_programs_find_the_proxy_by_themselves() {
    if !has("curl") {
        return;
    }
    let server = Server::start();
    let world = World::around(server.address, &[("allowed.test", "9.9.9.9")]);
    let allowed = settings(&["allowed.test"], &[]);
    for (command, agent) in [
        ("curl -sS http://allowed.test/page", true),
        ("curl -sS --proxytunnel http://allowed.test/page", true),
        ("curl -sS -x socks5h://127.0.0.1:3128 http://allowed.test/page", true),
        ("env -i curl -sS http://allowed.test/page", false),
    ] {
        let outcome = run_in(&world, command, &allowed);
        assert!(outcome.stdout.starts_with("GET /page HTTP/1.1"), "`{command}`: {}", outcome.stdout);
        assert!(!outcome.stdout.to_lowercase().contains("proxy-"), "`{command}`: {}", outcome.stdout);
        assert!(outcome.stdout.contains("allowed.test"), "`{command}`: {agent}");
    }
}

#[test]
fn what_is_passed_on_is_passed_on_whole() {
    let server = Server::start();
    let world = World::around(server.address, &[("allowed.test", "9.9.9.9")]);
    let allowed = settings(&["allowed.test"], &[]);
    let command = "exec 3<>/dev/tcp/allowed.test/80; printf 'GET /big HTTP/1.0\\r\\n\\r\\n' >&3; head -n 3 <&3 >&2; \
                   exec 4<>/dev/tcp/127.0.0.1/3128; printf 'GET http://allowed.test/big HTTP/1.0\\r\\n\\r\\n' >&4; \
                   sed '1,/^\\r$/d' <&4 | tr -d '\\n' | wc -c";
    let outcome = run_in(&world, command, &allowed);
    assert_eq!(outcome.stdout.lines().last(), Some(BIG.to_string().as_str()), "{}", outcome.stdout);
}

#[test]
fn a_request_within_a_request_does_not_get_through() {
    let server = Server::start();
    let world = World::around(server.address, &[("allowed.test", "9.9.9.9")]);
    let allowed = settings(&["allowed.test"], &[]);
    // By its length the body ends after the hidden request, by its chunks before it.
    let command = format!(
        "{PROXY} printf 'POST http://allowed.test/outer HTTP/1.1\\r\\nHost: allowed.test\\r\\nContent-Length: \
         46\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\nGET /hidden HTTP/1.1\\r\\nHost: allowed.test\\r\\n\
         \\r\\n' >&3; cat <&3"
    );
    let outcome = run_in(&world, &command, &allowed);
    let requests = server.requests();
    assert!(requests.iter().all(|request| !request.contains("/hidden")), "{requests:?}");
    assert!(!outcome.stdout.contains("GET /hidden"), "{}", outcome.stdout);
}

#[test]
fn the_sandbox_has_a_loopback_of_its_own_when_that_is_allowed() {
    if !has("python3") {
        return;
    }
    let serve = "python3 -c 'import socket, threading\n\
                 s = socket.create_server((\"127.0.0.1\", 8000))\n\
                 threading.Thread(target=lambda: s.accept()[0].sendall(b\"own\")).start()\n\
                 print(socket.create_connection((\"127.0.0.1\", 8000)).recv(9))'";
    let local = SandboxSettings { allow_local_binding: true, ..SandboxSettings::default() };
    let place = Place::new();
    assert_eq!(plan(serve, &place.path, false, &local).sandbox().network, Network::Loopback);
    for (settings, works) in
        [(local, true), (settings(&["allowed.test"], &[]), true), (SandboxSettings::default(), false)]
    {
        let outcome = run_in(&World::default(), serve, &settings);
        assert_eq!(outcome.stdout.contains("b'own'"), works, "{}", outcome.stdout);
        assert_eq!(outcome.sandbox.confinement.name(), "full");
    }
}

#[test]
fn what_only_prints_documentation_reaches_its_public_hosts_on_one_port() {
    let print = |command: &str, address: &str| {
        let server = Server::start();
        let world = World::around(server.address, &[("docs.python.org", address), ("evil.test", "9.9.9.9")]);
        let place = Place::new();
        let request = Request { cwd: place.path.to_str(), ..Request::new(command) };
        let printing = CommandVerdict {
            span: policy_core::Span::default(),
            argv: Vec::new(),
            assignments: Vec::new(),
            wrappers: Vec::new(),
            redirects: Vec::new(),
            decision: Decision::Allow,
            read_only: false,
            by: By::Documentation,
        };
        let hosts = vec!["docs.python.org:443".to_owned()];
        let verdict = Verdict {
            decision: Decision::Allow,
            commands: vec![printing],
            grants: Some(Grants { network: true, hosts, ..Grants::default() }),
            ..Verdict::unknown(&request)
        };
        let consent = Consent::from_verdict(&verdict).unwrap();
        let plan = Plan::new(&request, &verdict, consent, &settings(&[], &[])).unwrap();
        let outcome = wait_for(session().with_outside(world.clone()).run(plan, |_| ())).unwrap();
        (outcome.stdout, world.dialled())
    };
    let get = "printf 'GET /page HTTP/1.0\\r\\nHost: x\\r\\n\\r\\n' >&3; head -n 5 <&3";
    let (said, dialled) = print(&format!("exec 3<>/dev/tcp/docs.python.org/443; {get}"), "9.9.9.9");
    assert!(said.contains("GET /page"), "{said}");
    assert_eq!(dialled, ["9.9.9.9:443"]);
    for (to, address) in
        [("docs.python.org/80", "9.9.9.9"), ("evil.test/443", "9.9.9.9"), ("docs.python.org/443", "10.0.0.5")]
    {
        let (said, dialled) = print(&format!("exec 3<>/dev/tcp/{to}; {get}"), address);
        assert!(!said.contains("GET /page"), "{to}: {said}");
        assert_eq!(dialled, [""; 0], "{to}");
    }
}
