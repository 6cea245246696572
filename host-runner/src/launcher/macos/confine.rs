//! The backend `seatbelt`: a command under `sandbox-exec(1)`.
//!
//! Owns the call of that program, and the trial of a profile before anything is promised. The text of the profile is
//! `backends/seatbelt`.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};

use super::command::{self, Confined};
use super::proxy;
use crate::launch::failure::Failure;
use crate::launch::protocol::Launch;
use crate::launcher::backends::seatbelt::{self, Ways};

/// The program, by this path only: one in `PATH` could be anybody's.
const PROGRAM: &str = "/usr/bin/sandbox-exec";

/// A program that does nothing, for a trial.
const NOTHING: &str = "/usr/bin/true";

/// A profile that permits everything, to learn whether any profile can be applied here.
const EVERYTHING: &str = "(version 1)(allow default)";

/// The status with which the program says that the kernel did not take a profile (`sysexits(3)`, `EX_OSERR`).
const NOT_APPLIED: i32 = 71;

/// Starts the command confined to the launch's request.
pub(super) fn start(control: &UnixStream, launch: &Launch) -> Result<Infallible, Failure> {
    let proxy = proxy::open(control, &launch.sandbox);
    let ways = Ways::of(&launch.sandbox, proxy.as_ref().ok().copied().flatten());
    let profile = seatbelt::profile(&launch.sandbox, &ways);
    try_out(&profile)?;
    let (held, missing) = seatbelt::account(
        &launch.sandbox,
        &seatbelt::Found {
            proxy: proxy.as_ref().map(drop).map_err(ToString::to_string),
            is_root: nix::unistd::geteuid().is_root(),
        },
    );
    let arguments =
        [OsString::from("sandbox-exec"), "-p".into(), profile.into(), launch.program.clone().into()];
    let arguments = arguments.into_iter().chain(launch.arguments.iter().skip(1).cloned()).collect();
    command::start(control, launch, Confined { program: PROGRAM.into(), arguments, held, missing })
}

/// Applies `profile` to a program that does nothing. What is promised of a command is then known to be enforced: the
/// kernel takes this profile, here.
fn try_out(profile: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::on("executing", Path::new(PROGRAM))(error);
    match applied(profile).map_err(failed)? {
        Some(0) => Ok(()),
        // A sandbox in a sandbox is refused whatever the outer one permits. It is no reason to run without one.
        Some(NOT_APPLIED) if applied(EVERYTHING).map_err(failed)? == Some(NOT_APPLIED) => Err(Failure {
            step: "applying a profile of Seatbelt: this process is in the sandbox of another program already, and \
                   macOS permits no second one (start it outside of that sandbox, or let that program confine the \
                   command)"
                .to_owned(),
            path: None,
            errno: libc::EPERM,
        }),
        _ => Err(Failure {
            step: "applying the profile of Seatbelt, which this macOS does not take (report it with the version of \
                   macOS)"
                .to_owned(),
            path: None,
            errno: libc::EINVAL,
        }),
    }
}

/// The status of a program that does nothing under `profile`; none when a signal ended it.
fn applied(profile: &str) -> io::Result<Option<i32>> {
    let status = Command::new(PROGRAM)
        .args(["-p", profile, NOTHING])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    Ok(status.code())
}
