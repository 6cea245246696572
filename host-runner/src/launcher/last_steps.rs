//! The last steps of a launcher that every system shares.
//!
//! Owns the report about the confinement, the execution, the look at what was left behind, and the end without a
//! command. Confines nothing.

use std::convert::Infallible;
use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::exit;

use nix::unistd::execv;

use crate::launch::failure::Failure;
use crate::launch::protocol::{Launch, Report, send};
use crate::sandbox::planted::Changes;
use crate::sandbox::quarantine::{Before, repair};
use crate::sandbox::{Missing, Promise};

/// The status of a launcher that did not start a command. The reason went over the socket.
pub(crate) const NOT_STARTED: i32 = 125;

/// Looks at what the command left behind, and reports it to the runner, if that is still there.
pub(crate) fn look(control: &UnixStream, changes: &Changes, before: &Before, is_supervised: bool) {
    let quarantined = repair(changes, before, is_supervised);
    drop(send(control, &Report::Quarantined(quarantined)));
}

/// Tells the runner what holds, or that nothing is started because too little does.
pub(crate) fn report_confinement(
    control: &UnixStream,
    launch: &Launch,
    held: Vec<Promise>,
    missing: Vec<Missing>,
) -> Result<(), Report> {
    if launch.full_or_nothing && missing.iter().any(|lost| lost.promise.is_required()) {
        return Err(Report::Refused { missing });
    }
    send(control, &Report::Confined { held, missing })
        .map_err(|error| Report::Failed(Failure::at("reporting")(error)))
}

/// Becomes the program.
pub(crate) fn execute(program: &Path, arguments: &[OsString]) -> Result<Infallible, Failure> {
    let path = c_string(program.as_os_str().as_bytes())?;
    let arguments = arguments.iter().map(|argument| c_string(argument.as_bytes()));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    execv(&path, &arguments).map_err(Failure::on("executing", program))
}

/// Tells the runner and ends.
pub(crate) fn give_up(control: &UnixStream, report: &Report) -> ! {
    drop(send(control, report));
    exit(NOT_STARTED)
}

fn c_string(bytes: &[u8]) -> Result<CString, Failure> {
    CString::new(bytes).map_err(|_| Failure {
        step: "passing an argument with a null byte".to_owned(),
        path: None,
        errno: libc::EINVAL,
    })
}
