//! One probe, chosen by its name.
//!
//! Owns the names of the probes. Each does one thing and says by its status whether it worked. None does harm.

use super::argument::ARGUMENT;
use super::{calls, files, processes, sockets};

/// How long a probe may take before the kernel ends it, in seconds.
const SECONDS_MAX: u32 = 20;

/// Does what `arguments` name; gives the status to end with.
fn run(arguments: &[String]) -> i32 {
    // SAFETY: sets a timer of this process, which ends it.
    unsafe { libc::alarm(SECONDS_MAX) };
    let words = arguments.iter().map(String::as_str).collect::<Vec<_>>();
    let answer = files::probe(&words)
        .or_else(|| sockets::probe(&words))
        .or_else(|| processes::probe(&words))
        .or_else(|| calls::probe(&words));
    match answer {
        Some(Some(())) => 0,
        Some(None) => {
            eprintln!("{}: {}", words.join(" "), std::io::Error::last_os_error());
            1
        }
        None => {
            eprintln!("there is no probe `{}`", words.join(" "));
            2
        }
    }
}

/// Becomes a probe when this process was started as one.
pub fn probe_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|argument| argument == ARGUMENT) {
        let rest = arguments.map(|argument| argument.to_string_lossy().into_owned()).collect::<Vec<_>>();
        std::process::exit(run(&rest));
    }
}
