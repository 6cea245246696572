//! What a failed command lacked, and a second run that has exactly that.

use std::os::unix::net::UnixListener;

use host_runner::job::Job;
use host_runner::plan::Grant;

use super::*;

/// Runs `command` under `settings`, and then again with what the first run says that it lacked.
fn twice(command: &str, place: &Place, settings: &SandboxSettings) -> (Outcome, Outcome) {
    let home = place.join("home");
    let run = |grants: &[Grant]| {
        let cwd = place.cwd();
        let request = Request { cwd: cwd.to_str(), home: home.to_str(), ..Request::new(command) };
        let verdict = Verdict { decision: Decision::Allow, read_only: false, ..Verdict::unknown(&request) };
        let consent = Consent::from_verdict(&verdict).unwrap();
        let plan = Plan::new(&request, &verdict, consent, settings).unwrap();
        let job = Job::from(plan).granting(grants.to_vec());
        wait_for(session().run(job, |_| ())).unwrap()
    };
    let first = run(&[]);
    let second = run(&first.sandbox.grants);
    (first, second)
}

fn place() -> Place {
    let place = Place::new();
    for directory in ["home", "other", "beside"] {
        std::fs::create_dir(place.join(directory)).unwrap();
    }
    place
}

#[test]
fn a_refused_write_can_be_granted_and_nothing_beside_it() {
    let place = place();
    std::fs::write(place.join("other/file"), "old").unwrap();
    std::fs::write(place.join("beside/file"), "old").unwrap();
    for (command, granted) in [
        ("echo new > ../other/file && ! touch ../beside/made 2>/dev/null", "other/file"),
        ("touch ../other/made && ! touch ../beside/made 2>/dev/null", "other"),
    ] {
        let (first, second) = twice(command, &place, &SandboxSettings::default());
        assert_eq!(first.sandbox.grants, [Grant::Write { path: place.join(granted) }], "{}", first.stdout);
        assert!(first.failed && second.exit_code == 0, "{command}: {}", second.stdout);
        assert!(!place.join("beside/made").exists());
    }
    assert!(place.join("other/made").exists());
    assert_eq!(std::fs::read_to_string(place.join("other/file")).unwrap(), "new\n");
}

#[test]
fn a_hidden_secret_can_be_granted_and_no_other() {
    let place = place();
    for name in [".netrc", ".pgpass"] {
        std::fs::write(place.join("home").join(name), name).unwrap();
    }
    let command = format!("cat '{}/home/.netrc' && ! cat ../home/.pgpass 2>/dev/null", place.path.display());
    let (first, second) = twice(&command, &place, &SandboxSettings::default());
    assert_eq!(first.sandbox.grants, [Grant::Read { path: place.join("home/.netrc") }], "{}", first.stdout);
    assert_eq!((second.exit_code, second.stdout.as_str()), (0, ".netrc"));
}

#[test]
fn a_refused_socket_can_be_granted() {
    if test_support::installed::find("python3").is_none() {
        return;
    }
    let place = place();
    let path = place.join("other/agent");
    let _listener = UnixListener::bind(&path).unwrap();
    let command =
        format!("python3 -c 'from socket import *; socket(AF_UNIX).connect(\"{}\")'", path.display());
    // Without any socket in the settings a command can make none, and nobody knows which one it wanted.
    let named = place.join("other/named");
    let _named = UnixListener::bind(&named).unwrap();
    let allow_unix_sockets = vec![named.to_str().unwrap().to_owned()];
    let settings = SandboxSettings { allow_unix_sockets, ..SandboxSettings::default() };
    let (first, second) = twice(&command, &place, &settings);
    assert_eq!(first.sandbox.grants, [Grant::Socket { path }], "{}", first.stdout);
    assert_eq!(second.exit_code, 0, "{}", second.stdout);
}

#[test]
fn what_is_protected_critical_or_denied_is_no_grant() {
    let place = place();
    let home = place.join("home");
    std::fs::write(home.join(".netrc"), "secret").unwrap();
    std::fs::write(home.join(".bashrc"), "").unwrap();
    std::fs::create_dir_all(place.join("other/repo/.git/hooks")).unwrap();
    let text = |path: &str| place.join(path).to_str().unwrap().to_owned();
    let denied = SandboxSettings {
        deny_write: vec![text("other")],
        deny_read: vec![text("home/.netrc")],
        ..SandboxSettings::default()
    };
    let open = SandboxSettings::default();
    for (command, settings) in [
        // A name that decides what runs later, missing or not, and what git executes.
        ("echo x >> ../home/.bashrc", &open),
        ("touch ../other/.npmrc", &open),
        ("touch ../other/repo/.git/hooks/pre-commit", &open),
        // The home directory, the root, what is directly below it, and what is around the working directory.
        ("touch ../home/new", &open),
        ("touch /new-here", &open),
        ("touch ../new", &open),
        // The settings deny it.
        ("touch ../other/made", &denied),
        ("cat ../home/.netrc", &denied),
        // The whole, or nothing.
        ("touch ../beside/made ../home/.bashrc", &open),
    ] {
        let (first, second) = twice(command, &place, settings);
        assert!(first.failed && second.failed, "{command}: {}", first.stdout);
        assert_eq!(first.sandbox.grants, [], "{command}: {}", first.stdout);
    }
}

#[test]
fn a_command_that_did_not_fail_or_ran_outside_of_the_sandbox_lacked_nothing() {
    let place = place();
    let said = "echo \"touch: cannot touch '/opt/x': Read-only file system\"";
    let (first, _) = twice(said, &place, &SandboxSettings::default());
    assert_eq!(first.sandbox.grants, []);
    let bare = SandboxSettings { enabled: false, ..SandboxSettings::default() };
    let (first, _) = twice(&format!("{said}; false"), &place, &bare);
    assert_eq!(first.sandbox.grants, []);
}

#[test]
fn what_only_reads_is_granted_no_change() {
    let place = place();
    let path = place.join("other");
    let plan = plan("touch ../other/made", &place.cwd(), Proof::ReadOnly, &SandboxSettings::default());
    let granted = plan.with_grants(&[Grant::Write { path }]);
    let outcome = try_run(&session(), granted).unwrap();
    assert!(outcome.failed && !place.join("other/made").exists());
    assert_eq!(outcome.sandbox.grants, []);
}
