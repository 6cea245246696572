//! `shellgate sandbox --allow-host`: any program, with the hosts that the arguments name.

use std::process::{Command, Output};

use super::server::Server;
use super::*;

fn sandbox(place: &Place, arguments: &[&str], command: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shellgate"))
        .arg("sandbox")
        .args(arguments)
        .args(["--", "bash", "-c", command])
        .current_dir(&place.path)
        .output()
        .unwrap()
}

#[test]
fn a_program_reaches_the_named_hosts_and_no_other() {
    let (server, other) = (Server::start(), Server::start());
    let get = |server: &Server| {
        format!(
            "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'GET http://{}/page HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3; ",
            server.address
        )
    };
    let place = Place::new();
    let command = format!("{}{} echo $https_proxy", get(&server), get(&other));
    let named = format!("127.0.0.1:{}", server.address.port());
    let ran = sandbox(&place, &["--allow-host", &named, "--json"], &command);
    let (out, report) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(out.contains("GET /page HTTP/1.1"), "{out}{report}");
    assert!(out.ends_with("http://127.0.0.1:3128\n"), "{out}");
    assert_eq!(other.requests(), Vec::<String>::new());

    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let [denial] = report["denials"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!(denial["kind"], "host");
    assert_eq!(denial["port"], other.address.port());
    assert_eq!(denial["setting"], "name it with `--allow-host 127.0.0.1`");
    assert!(report["promises"].as_array().unwrap().contains(&"allowed-hosts".into()), "{report}");
}

#[test]
fn a_host_that_is_none_is_a_mistake() {
    let ran = sandbox(&Place::new(), &["--allow-host", "https://docs.rs"], "touch started");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("is a URL, not a host") && said.contains("write only the host"), "{said}");
}
