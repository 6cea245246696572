//! The version of an installed agent.
//!
//! Owns the run of the program with `--version`, which ends in time whatever the program does.

use std::fmt;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::system::processes::{Group, set_apart};

/// How long a program may take to say its version. Those that are written for Node start slowly.
const TIME_MAX: Duration = Duration::from_secs(10);

/// The longest output that is read, in bytes.
const OUTPUT_BYTES_MAX: u64 = 4 * 1024;

/// A version of three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) [u64; 3]);

impl fmt::Display for Version {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([major, minor, patch]) = self;
        write!(to, "{major}.{minor}.{patch}")
    }
}

/// The version that `program` prints; none if it prints none in time.
pub(super) fn version(program: &Path) -> Option<Version> {
    let (mut reader, writer) = std::io::pipe().ok()?;
    let mut command = Command::new(program);
    command
        .arg("--version")
        // Some programs look for a newer version of themselves first.
        .envs([("DISABLE_AUTOUPDATER", "1"), ("COPILOT_AUTO_UPDATE", "false"), ("NO_COLOR", "1")])
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::null());
    set_apart(&mut command);
    let mut child = command.spawn().ok()?;
    let group = Group::of_plain(&child);
    // With the command goes its writer.
    drop(command);
    let (send, receive) = mpsc::channel();
    let read = move || {
        let mut output = Vec::new();
        let _ = reader.by_ref().take(OUTPUT_BYTES_MAX).read_to_end(&mut output);
        let _ = send.send(output);
    };
    drop(std::thread::Builder::new().name("version".to_owned()).spawn(read));
    let output = receive.recv_timeout(TIME_MAX);
    // Also what the program started, and what still runs after it answered.
    drop(group);
    let _ = child.wait();
    in_text(&String::from_utf8_lossy(&output.ok()?))
}

/// The first three numbers with dots between them.
fn in_text(text: &str) -> Option<Version> {
    let words = text.split(|character: char| !character.is_ascii_digit() && character != '.');
    words.into_iter().find_map(|word| {
        let mut numbers = word.split('.').map(str::parse::<u64>);
        let mut next = || numbers.next()?.ok();
        Some(Version([next()?, next()?, next()?]))
    })
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_version_is_found_in_what_programs_print() {
        for (text, version) in [
            ("2.1.330 (Claude Code)\n", Some([2, 1, 330])),
            ("codex-cli 0.169.0\n", Some([0, 169, 0])),
            ("v1.18.33", Some([1, 18, 33])),
            ("GitHub Copilot CLI 1.0.102.\nCommit: 1a2b3c", Some([1, 0, 102])),
            ("1.2", None),
            ("99999999999999999999999.1.1", None),
            ("", None),
        ] {
            assert_eq!(in_text(text).map(|version| version.0), version, "{text:?}");
        }
        assert!(Version([2, 1, 330]) > Version([2, 1, 295]) && Version([2, 1, 9]) < Version([2, 1, 10]));
    }

    #[test]
    fn a_program_that_says_no_version_is_no_reason_to_wait_for_it() {
        let place = tempfile::tempdir().unwrap();
        let program = |name: &str, text: &str| {
            let file = place.path().join(name);
            fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
            fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
            version(&file)
        };
        assert_eq!(program("fails", "exit 1"), None);
        assert_eq!(program("says", "echo 1.2.3"), Some(Version([1, 2, 3])));
        // It answers, and its child holds the pipe: what is past the bound is not waited for.
        assert_eq!(program("floods", "yes 1.2.3"), Some(Version([1, 2, 3])));
        assert_eq!(version(&place.path().join("missing")), None);
    }
}
