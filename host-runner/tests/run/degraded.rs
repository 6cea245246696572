//! What is left, and what is said, on a machine that refuses namespaces.

use std::process::Command;

use host_runner::launch::probe;
use host_runner::sandbox::{Backend, Holding};

use super::*;

/// Runs `command` by a runner in a user namespace in which no further one may be made. That is a setting of the
/// namespace (`user_namespaces(7)`), so nothing changes for the rest of the machine.
fn without_namespaces(command: &str, place: &Place, strict: bool) -> String {
    let script = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
    let mut unshare = Command::new("unshare");
    unshare
        .args(["-Ur", "sh", "-c", script, "sh"])
        .args(runner_arguments())
        .env("RUNNER_COMMAND", command)
        .env("RUNNER_CWD", place.cwd())
        .env("RUNNER_ANSWER", place.join("answer"));
    if strict {
        unshare.env("RUNNER_STRICT", "1");
    }
    let output = unshare.output().unwrap();
    std::fs::read_to_string(place.join("answer")).unwrap_or_else(|_| {
        panic!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    })
}

#[test]
fn landlock_alone_still_confines_writes_and_says_what_is_lost() {
    let place = Place::new();
    let command =
        "echo x > inside; echo x > ../outside; exec 3<>/dev/tcp/127.0.0.1/9; grep CapEff /proc/self/status";
    let answer = without_namespaces(command, &place, false);
    let outcome: serde_json::Value = serde_json::from_str(&answer).expect(&answer);
    assert!(place.join("work/inside").exists() && !place.join("outside").exists(), "{answer}");
    let stdout = outcome["stdout"].as_str().unwrap();
    assert!(stdout.contains("/dev/tcp/127.0.0.1/9: Operation not permitted"), "{stdout}");
    assert!(stdout.ends_with("\t0000000000000000\n"), "{stdout}");

    let sandbox = &outcome["sandbox"];
    assert_eq!(sandbox["confinement"], "partial");
    let missing = sandbox["missing"].as_array().unwrap().iter().map(|lost| lost["promise"].as_str().unwrap());
    let lost = [
        "metadata-confined",
        "shared-memory-private",
        "other-processes-invisible",
        "processes-end-with-run",
        "second-layer",
    ];
    assert_eq!(missing.collect::<Vec<_>>(), lost);
    assert!(sandbox["missing"][0]["remedy"].as_str().unwrap().contains("user.max_user_namespaces"));
}

#[test]
fn a_survivor_is_killed_without_a_namespace_too() {
    let place = Place::new();
    let mark = Mark::new("11");
    let command = format!(
        "setsid sleep {mark} & until grep -qsa '^sleep.{mark}' /proc/[0-9]*/cmdline; do :; done; echo done"
    );
    let answer = without_namespaces(&command, &place, false);
    let outcome: serde_json::Value = serde_json::from_str(&answer).expect(&answer);
    assert_eq!(outcome["stdout"], "done\n");
    assert!(!mark.is_alive());
}

#[test]
fn a_strict_setting_refuses_to_run_with_less() {
    let place = Place::new();
    let answer = without_namespaces("touch started", &place, true);
    assert!(!place.join("work/started").exists());
    assert!(answer.contains("`metadata-confined` does not hold"), "{answer}");
    assert!(answer.contains("sysctl -w user.max_user_namespaces"), "{answer}");
}

#[test]
fn the_probe_tries_every_promise() {
    let found = probe(Some(Path::new(env!("CARGO_BIN_EXE_shellgate"))), Backend::Embedded).unwrap();
    let promises = found.iter().map(|(promise, _)| *promise).collect::<Vec<_>>();
    assert_eq!(promises, host_runner::sandbox::Promise::ALL);
    assert!(found.iter().all(|(_, holding)| *holding == Holding::Holds), "{found:?}");
}
