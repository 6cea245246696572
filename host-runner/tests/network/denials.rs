//! What the proxy refused appears as a fact, and in words to whoever asked.

use host_runner::outcome::Denial;

use super::server::Server;
use super::*;

const UNNAMED: &str = "nothing in `sandbox.network.allowedDomains` names it";

#[test]
fn every_refusal_is_said_to_the_client_and_recorded_with_its_rule() {
    let get = |url: &str, host: &str| {
        format!(
            "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'GET {url} HTTP/1.1\\r\\nHost: {host}\\r\\nConnection: \
             close\\r\\n\\r\\n' >&3; cat <&3"
        )
    };
    let connect = |host: &str| {
        format!(
            "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT {host} HTTP/1.1\\r\\nHost: {host}\\r\\n\\r\\n' >&3; \
             cat <&3"
        )
    };
    let socks = |bytes: &str| {
        format!(
            "exec 3<>/dev/tcp/127.0.0.1/3128; printf '\\5\\1\\0\\5{bytes}' >&3; od -An -tx1 -v <&3 | tr -d '\\n'"
        )
    };
    for (command, said, denial) in [
        (
            get("http://other.test/", "other.test"),
            "403 Refused by Shellgate",
            Some(("other.test", Some(80), UNNAMED)),
        ),
        (connect("other.test:443"), "`other.test:443` was refused", Some(("other.test", Some(443), UNNAMED))),
        (
            connect("evil.allowed.test:443"),
            "403 Refused",
            Some(("evil.allowed.test", Some(443), "`evil.allowed.test` in `sandbox.network.deniedDomains`")),
        ),
        (connect("allowed.test:8443"), "403 Refused", Some(("allowed.test", Some(8443), UNNAMED))),
        (connect("9.9.9.9:443"), "403 Refused", Some(("9.9.9.9", Some(443), UNNAMED))),
        (connect("127.0.0.1:443"), "403 Refused", Some(("127.0.0.1", Some(443), UNNAMED))),
        (connect("[::1]:443"), "403 Refused", Some(("::1", Some(443), UNNAMED))),
        (connect("2130706433:443"), "403 Refused", Some(("127.0.0.1", Some(443), UNNAMED))),
        (
            connect("inside.allowed.test:443"),
            "403 Refused",
            Some(("inside.allowed.test", Some(443), "its address 127.0.0.1 is a loopback address")),
        ),
        (socks("\\1\\0\\3\\12other.test\\1\\273"), "05 00 05 02", Some(("other.test", Some(443), UNNAMED))),
        (socks("\\1\\0\\1\\177\\0\\0\\1\\0\\120"), "05 00 05 02", Some(("127.0.0.1", Some(80), UNNAMED))),
        ("exec 3<>/dev/tcp/other.test/80".to_owned(), "not known", Some(("other.test", None, UNNAMED))),
        // Not refused by a rule: there is nothing to allow.
        (connect("missing.allowed.test:443"), "502", None),
        (get("http://a.allowed.test/", "b.allowed.test"), "400 Bad Request", None),
        (get("/", "a.allowed.test"), "this is a proxy", None),
        (get("https://a.allowed.test/", "a.allowed.test"), "only `http`", None),
        (socks("\\3\\0\\1\\11\\11\\11\\11\\0\\65"), "05 00 05 07", None),
        (socks("\\2\\0\\1\\11\\11\\11\\11\\0\\65"), "05 00 05 07", None),
    ] {
        let server = Server::start();
        let world = World::around(
            server.address,
            &[
                ("allowed.test", "9.9.9.9"),
                ("a.allowed.test", "9.9.9.9"),
                ("inside.allowed.test", "127.0.0.1"),
            ],
        );
        let lists = settings(&["allowed.test:443", "*.allowed.test"], &["evil.allowed.test"]);
        let outcome = run_in(&world, &command, &lists);
        assert!(outcome.stdout.contains(said), "`{command}`: {}", outcome.stdout);
        assert_eq!(outcome.end.timed_out_after_ms(), None, "`{command}`");
        let denials = outcome.sandbox.denials.iter().map(|denial| match denial {
            Denial::Host(host) => (host.host.as_str(), host.port, host.rule.as_str()),
            Denial::Path { path, .. } | Denial::Socket { path, .. } => panic!("{path:?}"),
        });
        assert_eq!(denials.collect::<Vec<_>>(), Vec::from_iter(denial), "`{command}`");
        assert_eq!(world.dialled(), Vec::<String>::new(), "`{command}`");
    }
}

#[test]
fn the_command_line_shows_the_denial_and_its_remedy() {
    let place = Place::new();
    let policy = place.path.join("settings.json");
    std::fs::write(&policy, r#"{"sandbox":{"network":{"allowedDomains":["allowed.test"]}}}"#).unwrap();
    let shellgate = |arguments: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_shellgate"))
            .args(["run", "--yes", "--policy", policy.to_str().unwrap(), "--cwd", place.path.to_str().unwrap()])
            .args(arguments)
            .args(["--", "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT other.test:443 HTTP/1.1\\r\\n\\r\\n' >&3; read -r x <&3"])
            .output()
            .unwrap()
    };
    let shown = shellgate(&[]);
    let shown = String::from_utf8_lossy(&shown.stderr);
    assert!(
        shown.contains(
            "shellgate: `other.test:443` was refused: nothing in `sandbox.network.allowedDomains` names it; add \
             `other.test` to `sandbox.network.allowedDomains`"
        ),
        "{shown}"
    );
    let data = shellgate(&["--json"]);
    let data: serde_json::Value = serde_json::from_slice(&data.stdout).unwrap();
    assert_eq!(
        data["sandbox"]["denials"],
        serde_json::json!([{
            "kind": "host", "host": "other.test", "port": 443, "address": null, "rule": UNNAMED,
            "setting": "add `other.test` to `sandbox.network.allowedDomains`", "times": 1
        }])
    );
}
