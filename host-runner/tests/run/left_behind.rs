//! What a run leaves behind for git and for the runs after it.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::confinement::has;
use super::*;

const SHELLGATE: &str = env!("CARGO_BIN_EXE_shellgate");

/// `shellgate sandbox` with the working directory writable, by this backend and with this home directory.
fn sandbox(place: &Place, backend: &str, script: &str) -> Command {
    let mut command = Command::new(SHELLGATE);
    command
        .args(["sandbox", "--allow-partial", "--backend", backend, "--write", ".", "--", "sh", "-c", script])
        .current_dir(place.cwd())
        .env("HOME", place.join("home"))
        .env("TMPDIR", place.join("tmp"))
        .env_remove("CLAUDE_CODE_TMPDIR")
        .stdin(Stdio::null());
    fs::create_dir_all(place.join("home")).unwrap();
    fs::create_dir_all(place.join("tmp")).unwrap();
    command
}

const SUPERVISED: [&str; 2] = ["embedded", "landlock"];

/// A repository whose settings execute something, and a sign that it is there.
const PLANT: &str = "mkdir -p n/.git/objects n/.git/refs; echo 'ref: refs/heads/main' > n/.git/HEAD; \
                     printf '[core]\\n\\tfsmonitor = x\\n' > n/.git/config; ";

/// Starts the script and waits until the file `started` is there.
fn started(place: &Place, backend: &str, script: &str) -> Child {
    let child = sandbox(place, backend, script).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let sign = place.cwd().join("started");
    eventually("the script starts", || sign.exists());
    child
}

#[test]
fn what_a_killed_runner_would_have_put_away_is_put_away() {
    for backend in SUPERVISED {
        for signal in [Signal::SIGKILL, Signal::SIGTERM] {
            let place = Place::new();
            let mut child = started(&place, backend, &format!("{PLANT} : > started; sleep 300"));
            kill(Pid::from_raw(child.id().cast_signed()), signal).unwrap();
            child.wait().unwrap();
            let config = place.cwd().join("n/.git/config");
            eventually(&format!("{backend} and {signal}"), || !config.exists());
            assert!(place.cwd().join("n/.git/config.quarantined").exists());
        }
    }
}

#[test]
fn what_a_killed_launcher_would_have_put_away_the_runner_puts_away() {
    let place = Place::new();
    let mut child = started(&place, "embedded", &format!("{PLANT} : > started; sleep 300"));
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let launcher = fs::read_to_string(children).unwrap().split_whitespace().next().unwrap().parse().unwrap();
    kill(Pid::from_raw(launcher), Signal::SIGKILL).unwrap();
    child.wait().unwrap();
    assert!(place.cwd().join("n/.git/config.quarantined").exists());
}

#[test]
fn what_the_users_configuration_names_is_protected_in_every_work_tree() {
    if !has("git") {
        return;
    }
    for (user, prepare, script, planted) in [
        (
            "[core]\n\thooksPath = .githooks\n",
            "git init -q .",
            "mkdir .githooks && : > .githooks/a",
            ".githooks",
        ),
        (
            "[core]\n\thooksPath = .githooks\n",
            "git init -q sub",
            "mkdir sub/.githooks && : > sub/.githooks/a",
            "sub/.githooks",
        ),
        (
            "[core]\n\thooksPath = .githooks\n",
            "git init -q a/b/c/d",
            "mkdir a/b/c/d/.githooks",
            "a/b/c/d/.githooks",
        ),
        ("[include]\n\tpath = ../work/own.inc\n", "", ": > own.inc", "own.inc"),
        ("[include]\n\tpath = ../work/own.inc\n", "mkdir d", "mkdir d/x; mv d/x own.inc", "own.inc"),
        ("[core]\n\tpager = ~/../work/pager\n", "", ": > pager", "pager"),
    ] {
        for backend in SUPERVISED {
            let place = Place::new();
            let mut command = sandbox(&place, backend, script);
            fs::write(place.join("home/.gitconfig"), user).unwrap();
            Command::new("sh").args(["-c", prepare]).current_dir(place.cwd()).status().unwrap();
            command.stderr(Stdio::null()).status().unwrap();
            assert!(!place.cwd().join(planted).exists(), "{backend}: {user:?}: {script}");
        }
    }
}

#[test]
fn the_users_own_settings_are_protected_where_the_home_directory_is_writable() {
    for (variable, name) in
        [("HOME", ".config/git/config"), ("HOME", ".gitconfig"), ("XDG_CONFIG_HOME", "git/config")]
    {
        for backend in SUPERVISED {
            let place = Place::new();
            let script = format!("mkdir -p \"$(dirname {name})\"; echo x > {name}");
            sandbox(&place, backend, &script)
                .env(variable, place.cwd())
                .stderr(Stdio::null())
                .status()
                .unwrap();
            assert!(!place.cwd().join(name).exists(), "{backend}: {name}");
        }
    }
}

#[test]
fn a_directory_that_one_command_moved_away_is_not_the_next_ones_own() {
    for (first, second) in [
        ("mv pkg old", "mkdir pkg pkg/.claude"),
        ("mv pkg old", "mkdir n n/.claude; mv n pkg"),
        ("mv pkg old", "mkdir n; ln -s n pkg; mkdir n/.claude"),
        ("mkdir node_modules; mv pkg node_modules; mkdir node_modules/pkg/.claude", "mv node_modules/pkg ."),
    ] {
        for backend in SUPERVISED {
            let place = Place::new();
            fs::create_dir_all(place.cwd().join("pkg/sub")).unwrap();
            for script in [first, second] {
                sandbox(&place, backend, script).stderr(Stdio::null()).status().unwrap();
            }
            assert!(!place.cwd().join("pkg/.claude").exists(), "{backend}: {first}; {second}");
        }
    }
    // The record lies beside it.
    let place = Place::new();
    fs::create_dir_all(place.cwd().join("pkg")).unwrap();
    for script in ["mv pkg old; rm -rf tmp/*/live/vacated", "mkdir pkg pkg/.claude"] {
        let mut command = sandbox(&place, "embedded", script);
        fs::create_dir_all(place.cwd().join("tmp")).unwrap();
        command.env("TMPDIR", place.cwd().join("tmp")).stderr(Stdio::null()).status().unwrap();
    }
    assert!(!place.cwd().join("pkg/.claude").exists());
}

#[test]
fn a_directory_that_one_command_removed_is_the_next_ones_own() {
    for (first, second) in [
        ("rm -r pkg", "mkdir pkg pkg/.claude"),
        ("mv pkg old", "mkdir -p pkg/src && : > pkg/src/a && mkdir new new/.claude"),
    ] {
        for backend in SUPERVISED {
            let place = Place::new();
            fs::create_dir_all(place.cwd().join("pkg/sub")).unwrap();
            for script in [first, second] {
                assert!(sandbox(&place, backend, script).status().unwrap().success(), "{backend}: {script}");
            }
        }
    }
}

#[test]
fn a_directory_that_a_command_removed_is_not_its_own_in_the_same_run() {
    for backend in SUPERVISED {
        let place = Place::new();
        fs::create_dir_all(place.cwd().join("pkg/sub")).unwrap();
        let script = "rm -r pkg; mkdir pkg pkg/.claude";
        sandbox(&place, backend, script).stderr(Stdio::null()).status().unwrap();
        assert!(!place.cwd().join("pkg/.claude").exists(), "{backend}");
    }
}

#[test]
fn what_is_not_to_be_written_cannot_be_made_where_it_is_missing() {
    let place = Place::new();
    symlink("gone", place.cwd().join("link")).unwrap();
    let settings = SandboxSettings {
        deny_write: vec!["gen".to_owned(), "deep/er/file".to_owned(), "link".to_owned()],
        ..SandboxSettings::default()
    };
    let command = "mkdir gen; mkdir -p deep/er; : > deep/er/file; mkdir -p n/er; : > n/er/file; rm -r deep; mv n deep; : > gone; : > other";
    let outcome = try_run(&session(), plan(command, &place.cwd(), Proof::Writes, &settings)).unwrap();
    for name in ["gen", "deep/er/file", "gone"] {
        assert!(!place.cwd().join(name).exists(), "{name}: {}", outcome.stdout);
    }
    assert!(place.cwd().join("other").exists());
}

#[test]
fn the_files_that_decide_about_commands_stay_as_they_are() {
    let place = Place::new();
    fs::write(place.cwd().join("policy.json"), "{}").unwrap();
    fs::create_dir(place.cwd().join("session")).unwrap();
    fs::write(place.cwd().join("session/run-1.json"), "{}").unwrap();
    for (command, file) in [
        ("sh -c 'echo x > policy.json'", "policy.json"),
        ("sh -c 'rm -rf session/run-1.json'", "session/run-1.json"),
    ] {
        let mut shellgate = Command::new(SHELLGATE);
        shellgate.args(["run", "--yes", "--policy", "policy.json", "--session", "session", command]);
        shellgate
            .current_dir(place.cwd())
            .env("TMPDIR", place.join(""))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(fs::read_to_string(place.cwd().join(file)).unwrap_or_default(), "{}", "{command}");
    }
}

#[test]
fn standard_input_from_outside_is_only_read() {
    let perl = "perl -e 'chmod 0640, *STDIN; utime 0, 0, *STDIN; print <STDIN>'";
    let place = Place::new();
    let file = place.join("input");
    fs::write(&file, "text\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let done = sandbox(&place, "embedded", perl).stdin(fs::File::open(&file).unwrap()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&done.stdout), "text\n", "{done:?}");
    let found = file.metadata().unwrap();
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
    assert!(found.modified().unwrap().elapsed().unwrap().as_secs() < 1000);
    // A directory leads nowhere that its name would not lead.
    fs::create_dir(place.join("secret")).unwrap();
    fs::write(place.join("secret/key"), "hidden").unwrap();
    let mut command = Command::new(SHELLGATE);
    command.args(["sandbox", "--deny-read"]).arg(place.join("secret")).args([
        "--",
        "cat",
        "/proc/self/fd/0/key",
    ]);
    let done = command.stdin(fs::File::open(place.join("secret")).unwrap()).output().unwrap();
    assert!(!String::from_utf8_lossy(&done.stdout).contains("hidden"), "{done:?}");
}

#[test]
fn a_socket_file_keeps_the_name_that_its_owner_gave_it() {
    let settings = SandboxSettings { allow_all_unix_sockets: true, ..SandboxSettings::default() };
    let bind = |path: &str| {
        format!(
            "perl -e 'use Socket; socket my $s, AF_UNIX, SOCK_STREAM, 0; bind $s, pack_sockaddr_un(\"{path}\") or die $!; \
             print unpack_sockaddr_un getsockname $s'"
        )
    };
    let place = Place::new();
    let absolute = place.cwd().join("absolute").to_str().unwrap().to_owned();
    for (path, made) in [("own", "own"), ("./d/../own2", "own2"), (&absolute, "absolute")] {
        fs::create_dir_all(place.cwd().join("d")).unwrap();
        let outcome = try_run(&session(), plan(&bind(path), &place.cwd(), Proof::Writes, &settings)).unwrap();
        assert_eq!(outcome.stdout, path, "{outcome:?}");
        assert!(place.cwd().join(made).exists(), "{made}");
        let again = try_run(&session(), plan(&bind(path), &place.cwd(), Proof::Writes, &settings)).unwrap();
        assert!(again.stdout.contains("Address already in use"), "{}", again.stdout);
    }
}

#[test]
fn what_appears_at_a_denied_path_during_a_run_cannot_be_read() {
    for (denied, is_directory) in
        [("work/.env", false), ("outside/key", false), ("outside/later", false), ("work/secrets", true)]
    {
        let place = Place::new();
        for name in ["work", "outside"] {
            fs::create_dir_all(place.join(name)).unwrap();
        }
        let write = |path: &Path, text: &str| {
            if is_directory {
                fs::create_dir(path).unwrap();
                fs::write(path.join("key"), text).unwrap();
            } else {
                fs::write(path, text).unwrap();
            }
        };
        if !denied.ends_with("later") {
            write(&place.join(denied), "old secret");
        }
        let path = place.join(denied);
        let file = if is_directory { path.join("key") } else { path.clone() };
        let settings = SandboxSettings {
            deny_read: vec![path.to_str().unwrap().to_owned()],
            ..SandboxSettings::default()
        };
        let command = format!(
            "echo started > sign; until test -e go; do sleep 0.05; done; sleep 0.5; cat {}",
            file.display()
        );
        let outcome = std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                try_run(&session(), plan(&command, &place.cwd(), Proof::Writes, &settings)).unwrap()
            });
            eventually("it starts", || place.join("work/sign").exists());
            write(&place.join("new"), "new secret");
            if is_directory {
                fs::rename(&path, place.join("old")).unwrap();
            }
            fs::rename(place.join("new"), &path).unwrap();
            fs::write(place.join("work/go"), "").unwrap();
            run.join().unwrap()
        });
        assert!(!outcome.stdout.contains(" secret"), "{denied}: {}", outcome.stdout);
        assert_ne!(outcome.exit_code, 0, "{denied}: {outcome:?}");
    }
}
