//! Acts that no attack tries, each with the verdict that a profile must give.

use std::net::IpAddr;

use host_runner::launcher::backends::seatbelt::{Ways, profile};
use host_runner::sandbox::{Network, SandboxRequest};

use super::evaluator::{Act, Profile, on_path};

/// What every act is asked of: a repository in a path with signs, a temporary directory, a secret, a kept file.
fn request() -> SandboxRequest {
    SandboxRequest {
        writable: vec!["/repo (1)".into(), "/Users/u/x.y/a+b[c]".into()],
        read_only_inside: vec!["/repo (1)/kept/file".into()],
        kept_missing: vec!["/repo (1)/tools/hooks".into()],
        obeyed_in_work_trees: vec!["githooks".into()],
        approved: vec!["/repo (1)/.npmrc".into()],
        deny_read: vec!["/Users/u/keys".into(), "/repo (1)/sub/.env".into()],
        hidden: vec!["/private/tmp/outputs".into()],
        temp: Some("/private/tmp/outputs/own".into()),
        ..SandboxRequest::default()
    }
}

fn with(request: &SandboxRequest, proxy: Option<u16>) -> Profile {
    let ways = Ways { proxy, repositories: vec!["/repo (1)/bare".into()] };
    let text = profile(request, &ways);
    assert!(!text.split("#\"").skip(1).any(|rest| rest.split('"').next().unwrap().contains('\\')), "{text}");
    Profile::read(&text)
}

#[test]
fn files_are_written_where_they_are_granted_and_not_under_a_protected_name() {
    let profile = with(&request(), None);
    for (operation, path, expected) in [
        ("file-write-create", "/repo (1)/src/main.rs", true),
        ("file-write-data", "/repo (1)/README.md", true),
        ("file-write-data", "/Users/u/x.y/a+b[c]/f", true),
        ("file-write-data", "/Users/u/xzy/a+b[c]/f", false),
        ("file-write-data", "/Users/u/x.y/aab/f", false),
        ("file-write-data", "/repo 1/f", false),
        ("file-write-data", "/repo (1)x/f", false),
        ("file-write-create", "/repo (1)/.vscode/tasks.json", false),
        ("file-write-create", "/repo (1)/.VSCode", false),
        ("file-write-create", "/repo (1)/.v\u{17f}code", false),
        ("file-write-create", "/repo (1)/.zshrc", false),
        ("file-write-create", "/repo (1)/.za\u{17f}hrc", true),
        ("file-write-create", "/repo (1)/.z\u{17f}hrc", false),
        ("file-write-create", "/repo (1)/.bashrcs", true),
        ("file-write-create", "/repo (1)/xbashrc", true),
        ("file-write-data", "/repo (1)/sub/.git/config", false),
        ("file-write-data", "/repo (1)/sub/.GIT/Config", false),
        ("file-write-data", "/repo (1)/.git/config.worktree", false),
        ("file-write-create", "/repo (1)/.git/hooks/pre-commit", false),
        ("file-write-create", "/repo (1)/.git/hoo\u{212a}s/pre-commit", false),
        ("file-write-mode", "/repo (1)/.git/hooks/pre-commit", false),
        ("file-write-create", "/repo (1)/.git/modules/a/b/hooks/x", false),
        ("file-write-create", "/repo (1)/.git/index.lock", true),
        ("file-write-create", "/repo (1)/.git/refs/heads/config", true),
        ("file-write-create", "/repo (1)/.git/refs/heads/hooks/x", true),
        ("file-write-create", "/repo (1)/.git/HEAD", true),
        ("file-write-create", "/repo (1)/.git/logs/HEAD", true),
        ("file-write-create", "/repo (1)/.git/x/HEAD", false),
        ("file-write-create", "/repo (1)/new/HEAD", false),
        ("file-write-create", "/repo (1)/HEADER", true),
        ("file-write-create", "/repo (1)/a/.git", false),
        ("file-write-unlink", "/repo (1)/a/.git", false),
        ("file-write-create", "/repo (1)/.gitignore", true),
        ("file-write-create", "/repo (1)/.github/workflows/ci.yml", true),
        ("file-write-create", "/repo (1)/.github/hooks/a.json", false),
        ("file-write-unlink", "/repo (1)/.github", false),
        ("file-write-data", "/repo (1)/bare/config", false),
        ("file-write-unlink", "/repo (1)/bare/HEAD", false),
        ("file-write-unlink", "/repo (1)/bare", false),
        ("file-write-create", "/repo (1)/bare/objects/ab/cd", true),
        ("file-write-create", "/repo (1)/githooks/x", false),
        ("file-write-create", "/repo (1)/sub/githooks/x", false),
        ("file-write-create", "/repo (1)/Tools/Hooks", false),
        ("file-write-create", "/repo (1)/tools/other", true),
        ("file-write-data", "/repo (1)/.npmrc", true),
        ("file-write-data", "/repo (1)/sub/.npmrc", false),
        ("file-write-data", "/repo (1)/kept/file", false),
        ("file-write-unlink", "/repo (1)/kept", false),
        ("file-write-unlink", "/repo (1)/other", true),
        ("file-write-unlink", "/repo (1)", false),
        ("file-write-create", "/private/tmp/outputs/own/x", true),
        ("file-write-create", "/private/tmp/outputs/own/x/.vscode", false),
        ("file-write-create", "/private/tmp/outputs/x", false),
        ("file-write-create", "/private/tmp/sh-thd1", false),
        ("file-write-create", "/private/var/folders/a/b/T/xcrun_db", false),
        ("file-link", "/repo (1)/src/main.rs", true),
        ("file-link", "/repo (1)/.git/config", false),
        ("file-link", "/etc/hosts", false),
        ("file-link", "/repo (1)/sub/.env", false),
        ("file-read-data", "/repo (1)/sub/.env", false),
        ("file-read-data", "/repo (1)/Sub/.ENV", false),
        ("file-write-unlink", "/repo (1)/sub", false),
        ("file-read-data", "/repo (1)/sub/.env.example", true),
        ("file-read-data", "/Users/u/keys/id", false),
        ("file-read-data", "/Users/u/keyst", true),
        ("file-read-data", "/private/tmp/outputs/1.out", false),
        ("file-read-data", "/private/tmp/outputs/own/x", true),
        ("file-read-data", "/etc/passwd", true),
        ("file-write-data", "/dev/fd/63", true),
        ("file-write-data", "/dev/tty", false),
        ("file-read-data", "/dev/ttys003", false),
        ("file-ioctl", "/dev/ttys003", false),
        ("process-exec", "/bin/ls", true),
        ("file-write-data", "/dev/disk0", false),
    ] {
        assert_eq!(profile.allows(&on_path(operation, path)), expected, "{operation} {path}");
    }
    let null = Act { vnode: Some("CHARACTER-DEVICE"), ..on_path("file-write-data", "/dev/null") };
    assert!(profile.allows(&null));
}

#[test]
fn a_directory_that_git_keeps_a_head_in_is_not_moved_out() {
    let profile = with(&request(), None);
    for (path, expected) in [
        ("/repo (1)/.git/logs", false),
        ("/repo (1)/.git/refs/remotes/origin", false),
        ("/repo (1)/.git/worktrees/w", false),
        ("/repo (1)/.git/rebase-merge", true),
        ("/repo (1)/.git/refs/heads/feature", true),
        ("/repo (1)/.git/objects/ab", true),
    ] {
        let act = Act { vnode: Some("DIRECTORY"), ..on_path("file-write-unlink", path) };
        assert_eq!(profile.allows(&act), expected, "{path}");
    }
}

#[test]
fn the_network_is_what_was_asked_for_and_nothing_else_of_this_machine() {
    let local: IpAddr = "127.0.0.1".parse().unwrap();
    let outside: IpAddr = "93.184.216.34".parse().unwrap();
    for (network, proxy, port, address, expected) in [
        (Network::None, None, 80, outside, false),
        (Network::None, None, 3000, local, false),
        (Network::Loopback, None, 3000, local, false),
        (Network::Proxied, Some(4242), 4242, local, true),
        (Network::Proxied, Some(4242), 4243, local, false),
        (Network::Proxied, Some(4242), 4242, outside, false),
        (Network::Proxied, None, 4242, local, false),
        (Network::Host, None, 80, outside, true),
        (Network::Host, None, 3000, local, true),
    ] {
        let profile = with(&SandboxRequest { network, ..request() }, proxy);
        let act = Act { operation: "network-outbound", address: Some((address, port)), ..Act::default() };
        assert_eq!(profile.allows(&act), expected, "{network:?} {proxy:?} {address}:{port}");
        for operation in ["network-bind", "network-inbound"] {
            let act = Act { operation, address: Some((local, port)), ..Act::default() };
            assert_eq!(profile.allows(&act), network == Network::Host, "{operation} {network:?}");
        }
        let names =
            Act { vnode: Some("SOCKET"), ..on_path("network-outbound", "/private/var/run/mDNSResponder") };
        assert_eq!(profile.allows(&names), network == Network::Host, "{network:?}");
    }
}

#[test]
fn sockets_are_those_that_are_named_and_the_runs_own_besides() {
    let socket = |operation, path| Act { vnode: Some("SOCKET"), ..on_path(operation, path) };
    let named = || vec!["/private/tmp/agent".into()];
    for network in [Network::None, Network::Host] {
        for (sockets, all, operation, path, expected) in [
            (Vec::new(), false, "network-outbound", "/private/tmp/agent", false),
            (Vec::new(), false, "network-outbound", "/private/tmp/outputs/own/s", false),
            (named(), false, "network-outbound", "/private/tmp/agent", true),
            (named(), false, "network-outbound", "/private/tmp/agent2", false),
            (named(), false, "network-outbound", "/private/tmp/outputs/own/s", true),
            (named(), false, "network-outbound", "/repo (1)/s", false),
            (named(), false, "file-write-unlink", "/repo (1)/s", false),
            (Vec::new(), true, "network-outbound", "/repo (1)/s", true),
        ] {
            let request =
                SandboxRequest { network, allowed_sockets: sockets, unix_sockets: all, ..request() };
            let allowed = with(&request, None).allows(&socket(operation, path));
            assert_eq!(allowed, expected, "{network:?} {operation} {path}");
        }
    }
}

#[test]
fn other_programs_are_reached_by_no_service_signal_or_memory() {
    let profile = with(&SandboxRequest { network: Network::Host, ..request() }, None);
    for (operation, name, value, expected) in [
        ("signal", "target", "same-sandbox", true),
        ("signal", "target", "others", false),
        ("process-info-pidinfo", "target", "others", false),
        ("mach-lookup", "global-name", "com.apple.system.opendirectoryd.libinfo", true),
        ("mach-lookup", "global-name", "com.apple.trustd.agent", true),
        ("mach-lookup", "global-name", "com.apple.coreservices.launchservicesd", false),
        ("mach-lookup", "global-name", "com.apple.lsd.mapdb", false),
        ("mach-lookup", "global-name", "com.apple.SecurityServer", false),
        ("mach-lookup", "global-name", "com.apple.securityd.xpc", false),
        ("mach-lookup", "global-name", "com.apple.pasteboard.1", false),
        ("mach-priv-task-port", "target", "others", false),
        ("appleevent-send", "target", "others", false),
        ("lsopen", "target", "others", false),
        ("job-creation", "target", "others", false),
        ("ipc-posix-shm-write-data", "ipc-posix-name-prefix", "x", false),
        ("ipc-sysv-shm", "target", "others", false),
    ] {
        let act = Act { operation, named: Some((name, value)), ..Act::default() };
        assert_eq!(profile.allows(&act), expected, "{operation} {value}");
    }
    // Without the whole network nobody fetches for the command.
    let bounded = with(&SandboxRequest { network: Network::Proxied, ..request() }, Some(1));
    let named = Some(("global-name", "com.apple.trustd.agent"));
    assert!(!bounded.allows(&Act { operation: "mach-lookup", named, ..Act::default() }));
}
