//! What a confined command can and cannot reach.

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::time::Duration;

use policy_core::policy::SandboxSettings;

use super::*;

#[test]
fn files_outside_the_granted_paths_stay_as_they_are() {
    let prepare = |place: &Place| {
        fs::write(place.join("file"), "before").unwrap();
        fs::create_dir(place.join("empty")).unwrap();
    };
    let changed = |place: &Place| {
        let mode = |name| {
            use std::os::unix::fs::PermissionsExt;
            fs::metadata(place.join(name)).map(|data| data.permissions().mode() & 0o777)
        };
        fs::read_to_string(place.join("file")).ok().as_deref() != Some("before")
            || mode("file").is_ok_and(|mode| mode == 0o640)
            || !place.join("empty").exists()
            || fs::symlink_metadata(place.join("new")).is_ok()
    };
    let commands = [
        "echo after > ../file",
        "echo after >> ../file",
        "truncate -s 0 ../file",
        "rm ../file",
        "mv ../file ../new",
        "mv ../file .",
        "ln ../file ../new",
        "ln -s x ../new",
        "mkdir ../new",
        "mkfifo ../new",
        "rmdir ../empty",
        "chmod 640 ../file",
        "ln -s ../file link; echo after > link",
        "echo after > /proc/self/cwd/../file",
        "cp /dev/null ../new",
    ];
    for command in commands {
        for proof in [Proof::Writes, Proof::ReadOnly] {
            refused(command, proof, prepare, changed);
        }
    }
}

#[test]
fn a_refused_write_outside_is_in_the_result_with_the_setting_that_would_allow_it() {
    for command in ["touch ../new", "echo after > ../new", "mkdir ../new", "exit 1", "touch new; exit 1"] {
        let place = Place::new();
        let outcome = confined(command, &place.cwd(), Proof::Writes);
        let refused = format!("the sandbox refused to change `{}`", place.join("new").display());
        let told = outcome
            .notes
            .iter()
            .any(|note| note.starts_with(&refused) && note.contains("additionalDirectories"));
        assert_eq!(told, command.contains("../new"), "{command}: {:?} {}", outcome.notes, outcome.stdout);
    }
}

#[test]
fn the_working_directory_can_be_written_when_that_was_granted_and_only_then() {
    for (proof, written) in [(Proof::Writes, true), (Proof::ReadOnly, false)] {
        let place = Place::new();
        let outcome = confined("mkdir sub && echo text > sub/file", &place.cwd(), proof);
        assert_eq!(place.join("work/sub/file").exists(), written, "{proof:?}: {}", outcome.stdout);
        assert_eq!(outcome.exit_code == 0, written, "{proof:?}");
    }
}

#[test]
fn further_paths_can_be_granted() {
    let place = Place::new();
    let granted = place.join("data");
    fs::create_dir(&granted).unwrap();
    let paths = || vec![granted.to_str().unwrap().to_owned(), "/not/there".to_owned()];
    for settings in [
        SandboxSettings { allow_write: paths(), ..SandboxSettings::default() },
        SandboxSettings { additional_directories: paths(), ..SandboxSettings::default() },
    ] {
        let plan = plan("echo text > ../data/file", &place.cwd(), Proof::Writes, &settings);
        assert_eq!(try_run(&session(), plan).unwrap().exit_code, 0);
        assert_eq!(fs::read_to_string(granted.join("file")).unwrap(), "text\n");
        fs::remove_file(granted.join("file")).unwrap();
    }
}

#[test]
fn the_temporary_directory_is_the_runs_own_and_gone_afterwards() {
    let place = Place::new();
    let paths = ["echo", "echo"].map(|_| {
        let outcome = confined(
            r#"echo x > "$TMPDIR/file" && ls "$TMPDIR" && echo "$TMPDIR""#,
            &place.cwd(),
            Proof::Writes,
        );
        let (listed, path) = outcome.stdout.split_once('\n').unwrap();
        assert_eq!(listed, "file");
        assert!(!Path::new(path.trim()).exists());
        path.to_owned()
    });
    assert_ne!(paths[0], paths[1]);
}

#[test]
fn a_read_only_command_has_memory_of_its_own_for_here_documents() {
    let place = Place::new();
    let outcome = confined(r#"echo x > "$TMPDIR/file" && cat "$TMPDIR/file""#, &place.cwd(), Proof::ReadOnly);
    assert_eq!(outcome.stdout, "x\n");
}

#[test]
fn what_git_and_agents_execute_later_stays_as_it_is() {
    let prepare = |place: &Place| {
        let work = place.cwd();
        fs::create_dir_all(work.join(".git/hooks")).unwrap();
        fs::create_dir_all(work.join(".claude")).unwrap();
        fs::write(work.join(".git/config"), "[core]\n").unwrap();
    };
    let planted = |place: &Place| {
        let work = place.join("work");
        work.join(".git/hooks/pre-commit").exists()
            || work.join(".claude/settings.json").exists()
            || fs::read_to_string(work.join(".git/config")).ok().as_deref() != Some("[core]\n")
    };
    let commands = [
        "echo x > .git/hooks/pre-commit",
        "echo x >> .git/config",
        "mv .git/config .git/old",
        "rm -r .git/hooks; mkdir .git/hooks; echo x > .git/hooks/pre-commit",
        "mv .git .old; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit",
        "mv .git/hooks .git/old; mkdir .git/hooks; echo x > .git/hooks/pre-commit",
        "echo x > .claude/settings.json",
        "cd .. && mv work old && mkdir -p work/.git/hooks && echo x > work/.git/hooks/pre-commit",
    ];
    for command in commands {
        refused(command, Proof::Writes, prepare, planted);
    }
}

#[test]
fn the_rest_of_a_repository_can_be_written() {
    let place = Place::new();
    fs::create_dir_all(place.cwd().join(".git/hooks")).unwrap();
    let outcome =
        confined("echo x > .git/index.lock && mv .git/index.lock .git/index", &place.cwd(), Proof::Writes);
    assert_eq!(outcome.stdout, "");
    assert!(place.join("work/.git/index").exists());
}

#[test]
fn denied_paths_cannot_be_read() {
    let place = Place::new();
    let cwd = place.cwd();
    fs::write(cwd.join(".env"), "secret").unwrap();
    fs::create_dir(place.join("keys")).unwrap();
    fs::write(place.join("keys/key"), "secret").unwrap();
    let command = "cat .env ../keys/key; mv .env x; cat x; ls ../keys; chmod 777 ../keys; cat ../keys/key";
    assert!(bare("cat .env ../keys/key", &cwd).stdout.contains("secretsecret"));

    let denied = [".env", "../keys", "absent"].map(str::to_owned).to_vec();
    let settings = SandboxSettings { deny_read: denied, ..SandboxSettings::default() };
    for proof in [Proof::Writes, Proof::ReadOnly] {
        let outcome = try_run(&session(), plan(command, &cwd, proof, &settings)).unwrap();
        assert!(!outcome.stdout.contains("secret"), "{}", outcome.stdout);
        assert!(outcome.sandbox.promises.contains(&"denied-reads"));
    }
}

#[test]
fn a_listener_on_the_loopback_hears_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let command =
        format!("exec 3<>/dev/tcp/127.0.0.1/{} && echo hello >&3", listener.local_addr().unwrap().port());
    let place = Place::new();
    assert_eq!(bare(&command, &place.cwd()).exit_code, 0);
    assert!(listener.accept().is_ok());
    for proof in [Proof::Writes, Proof::ReadOnly] {
        let outcome = confined(&command, &place.cwd(), proof);
        assert_ne!(outcome.exit_code, 0, "{}", outcome.stdout);
        assert!(listener.accept().is_err());
    }
}

#[test]
fn the_socket_file_of_another_program_hears_nothing() {
    if !has("python3") {
        return;
    }
    let place = Place::new();
    let listener = UnixListener::bind(place.join("socket")).unwrap();
    listener.set_nonblocking(true).unwrap();
    let command = "python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.connect(\"../socket\"); s.send(b\"x\")'";
    assert_eq!(bare(command, &place.cwd()).stdout, "");
    let mut heard = [0];
    listener.accept().unwrap().0.read_exact(&mut heard).unwrap();
    assert_eq!(&heard, b"x");
    let outcome = confined(command, &place.cwd(), Proof::Writes);
    assert!(outcome.stdout.contains("PermissionError"), "{}", outcome.stdout);
    assert!(listener.accept().is_err());
}

#[test]
fn processes_outside_cannot_be_seen_or_signalled() {
    let place = Place::new();
    let mark = Mark::new("25");
    let mut outside = std::process::Command::new("sleep").arg(&*mark).spawn().unwrap();
    eventually("it has its command line", || mark.is_alive());
    // The pattern is written so that no process with the pattern as an argument is one that is looked for.
    let look = format!("grep -aslz '^{}$' /proc/[0-9]*/cmdline", mark.replace('.', "[.]"));
    assert_eq!(bare(&look, &place.cwd()).stdout, format!("/proc/{}/cmdline\n", outside.id()));
    let seen = confined(&look, &place.cwd(), Proof::ReadOnly);
    assert_eq!(seen.stdout, "");
    assert_ne!(seen.exit_code, 0);

    confined(&format!("kill -9 {}; kill -9 -1", outside.id()), &place.cwd(), Proof::ReadOnly);
    assert!(outside.try_wait().unwrap().is_none());
    outside.kill().unwrap();
    outside.wait().unwrap();
}

#[test]
fn the_process_list_is_the_sandboxs_own_and_cannot_be_written() {
    let place = Place::new();
    let outcome = confined("echo $$; echo 1 > /proc/self/oom_score_adj", &place.cwd(), Proof::Writes);
    assert!(outcome.stdout.starts_with("2\n"), "{}", outcome.stdout);
    assert_ne!(outcome.exit_code, 0);
}

#[test]
fn a_command_has_no_capability_and_can_get_none() {
    let place = Place::new();
    let outcome =
        confined("grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status", &place.cwd(), Proof::ReadOnly);
    let mut lines = outcome.stdout.lines().map(|line| line.split_once(":\t").unwrap());
    let none = "0000000000000000";
    for name in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
        assert_eq!(lines.next(), Some((name, none)));
    }
    assert_eq!(lines.next(), Some(("NoNewPrivs", "1")));
    assert_eq!(lines.next(), Some(("Seccomp", "2")));
}

#[test]
fn nothing_is_inherited_but_the_standard_streams() {
    use std::os::fd::AsRawFd;
    let place = Place::new();
    let file = fs::File::open("/etc/passwd").unwrap();
    // Another number, without the flag that closes it: what a careless caller would leave open.
    let leaked = nix::unistd::dup(&file).unwrap();
    let kept = nix::fcntl::FdFlag::empty();
    nix::fcntl::fcntl(&leaked, nix::fcntl::FcntlArg::F_SETFD(kept)).unwrap();
    let read = format!("cat <&{}", leaked.as_raw_fd());
    for outcome in [bare(&read, &place.cwd()), confined(&read, &place.cwd(), Proof::ReadOnly)] {
        assert!(outcome.stdout.contains("Bad file descriptor"), "{}", outcome.stdout);
    }
    // The shell lists its own three, and the directory that `ls` reads.
    let outcome = confined("ls /proc/self/fd; readlink /proc/self/fd/0", &place.cwd(), Proof::ReadOnly);
    assert_eq!(outcome.stdout, "0\n1\n2\n3\n/dev/null\n");
}

#[test]
fn only_harmless_devices_are_there() {
    let place = Place::new();
    let outcome = confined(
        "for f in /dev/*; do test ! -h $f && test -b $f -o -c $f && echo $f; done; echo x > /dev/null",
        &place.cwd(),
        Proof::ReadOnly,
    );
    let mut expected =
        ["full", "null", "random", "tty", "urandom", "zero"].map(|name| format!("/dev/{name}\n")).to_vec();
    expected.retain(|line| Path::new(line.trim()).exists());
    assert_eq!(outcome.stdout, expected.concat());
    assert_eq!(outcome.exit_code, 0);
}

#[test]
fn no_further_view_of_the_file_system_can_be_made() {
    for command in ["unshare -Ur true", "unshare -Urm true", "umount /proc", "mount -t tmpfs none /mnt"] {
        let place = Place::new();
        let outcome = confined(command, &place.cwd(), Proof::Writes);
        assert_ne!(outcome.exit_code, 0, "`{command}`: {}", outcome.stdout);
        assert_ne!(outcome.exit_code, 127, "`{command}`: {}", outcome.stdout);
    }
}

#[test]
fn this_machine_keeps_every_promise() {
    let place = Place::new();
    let settings = SandboxSettings { fail_if_unavailable: true, ..SandboxSettings::default() };
    let plan = within(Duration::from_mins(1), plan("true", &place.cwd(), Proof::Writes, &settings));
    let outcome = try_run(&session(), plan).unwrap();
    assert_eq!(outcome.sandbox.confinement.name(), "full");
    assert_eq!(outcome.sandbox.backend, "embedded");
    assert_eq!(outcome.sandbox.missing, []);
}

/// Whether a program is installed; if not, the rest of the test is left out.
pub(crate) fn has(program: &str) -> bool {
    test_support::installed::find(program).is_some()
}
