//! The project's own attacks, through the built binary, on every backend and for every kind of user that is here.
//!
//! Each attack is shown to work without the sandbox first; what does not work there proves nothing and is not counted.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use test_support::{effort, installed, skip};

/// Who attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum User {
    /// Whoever runs the tests.
    Own,
    /// Nobody in particular. Only root can become that.
    Ordinary,
}

/// What one attack came to, as the binary prints it.
struct Attacked {
    name: String,
    promise: String,
    promised: bool,
    result: String,
    said: String,
}

/// Tries every attack; none when this user or this backend is not to be had here, with the reason printed.
fn attack(backend: &str, user: User) -> Option<Vec<Attacked>> {
    let is_root = nix::unistd::geteuid().is_root();
    if user == User::Ordinary && !is_root {
        skip("only root can become an ordinary user, and the tests are run by one");
        return None;
    }
    // The place of the build may be root's alone, and so may the usual place for what is temporary.
    let place = test_support::place::open_to_all()?;
    let binary = place.path().join("shellgate");
    // By a program of its own: what another test starts while this process held the copy open for writing would keep
    // it from being executed.
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_shellgate")).arg(&binary).status().unwrap();
    assert!(copied.success());
    let mut command = match user {
        User::Own => Command::new(&binary),
        User::Ordinary => {
            let mut command = Command::new("setpriv");
            command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]).arg(&binary);
            command.env("TMPDIR", place.path());
            command
        }
    };
    let output = command
        .args(["doctor", "--attack", "--json", "--backend", backend])
        .current_dir("/")
        .output()
        .unwrap();
    if user == User::Ordinary {
        let left = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().path());
        assert_eq!(left.collect::<Vec<_>>(), [binary], "the attacks leave nothing behind");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let results = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let results = results.filter(|line| line.get("name").is_some()).map(|line| {
        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        Attacked {
            name: text("name"),
            promise: text("promise"),
            promised: line["promised"] == true,
            result: text("result"),
            said: format!("{}{}", text("said"), text("why")),
        }
    });
    let results = results.collect::<Vec<_>>();
    assert!(!results.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(results)
}

/// Asserts that nothing promised is broken, that the promises in `lost` are the ones that are broken, and that the
/// attacks prove something.
fn holds(backend: &str, user: User, lost: &[&str]) {
    let is_quick = backend == "embedded" && user == User::Own;
    if !is_quick && !effort::is_full(&format!("the attacks on the backend `{backend}`, user: {user:?}")) {
        return;
    }
    let Some(results) = attack(backend, user) else { return };
    let mut broken = BTreeMap::<&str, Vec<&str>>::new();
    for one in results.iter().filter(|one| one.result == "broken") {
        assert!(
            !one.promised,
            "{backend}, {user:?}: {} was promised: {}: {}",
            one.promise, one.name, one.said
        );
        broken.entry(&one.promise).or_default().push(&one.name);
    }
    assert_eq!(broken.keys().copied().collect::<BTreeSet<_>>(), lost.iter().copied().collect(), "{broken:?}");
    let held = results.iter().filter(|one| one.result == "held").count();
    assert!(held >= 90, "{backend}, {user:?}: only {held} attacks prove something");
    println!("{backend}, {user:?}: {held} of {} attacks held, {} promises lost", results.len(), lost.len());
}

/// What Landlock alone cannot keep. That processes end with the run is not promised either, but no attack from inside
/// shows it: only who kills the supervisor from outside leaves something alive.
const WITHOUT_NAMESPACES: [&str; 4] =
    ["metadata-confined", "denied-reads", "shared-memory-private", "other-processes-invisible"];

#[test]
fn the_embedded_sandbox_holds_everything_for_whoever_runs_this() {
    holds("embedded", User::Own, &[]);
}

#[test]
fn the_embedded_sandbox_holds_everything_for_an_ordinary_user() {
    holds("embedded", User::Ordinary, &[]);
}

#[test]
fn landlock_alone_loses_what_it_says() {
    holds("landlock", User::Own, &WITHOUT_NAMESPACES);
}

#[test]
fn landlock_alone_loses_the_same_for_an_ordinary_user() {
    holds("landlock", User::Ordinary, &WITHOUT_NAMESPACES);
}

#[test]
fn bubblewrap_loses_what_it_says() {
    if installed::find("bwrap").is_some() {
        holds("bubblewrap", User::Own, &["nothing-planted", "protected-paths"]);
    }
}

#[test]
fn bubblewrap_loses_the_same_for_an_ordinary_user() {
    if installed::find("bwrap").is_some() {
        holds("bubblewrap", User::Ordinary, &["nothing-planted", "protected-paths"]);
    }
}

#[test]
fn nothing_is_attacked_where_nothing_would_hold_it() {
    let done = Command::new(env!("CARGO_BIN_EXE_shellgate"))
        .args(["doctor", "--attack", "--backend", "none"])
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("there is nothing to attack"), "{done:?}");
}

#[test]
fn the_readmes_name_the_number_of_attacks() {
    let count = sandbox_attacks::count();
    for (name, said) in [
        ("README.md", format!("tries {count} attacks")),
        ("../README.md", format!("{count} attacks on the sandbox")),
    ] {
        let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
        assert!(readme.contains(&said), "{name}: {said}");
    }
}
