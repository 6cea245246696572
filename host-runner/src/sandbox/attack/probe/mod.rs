//! This program as the maker of calls that no shell makes, so that no compiler is needed where attacks are tried.
//!
//! Owns the names of the probes. Each does one thing and says by its status whether it worked. None does harm.

mod calls;
mod files;
mod processes;
mod sockets;

/// How long a probe may take before the kernel ends it, in seconds.
const SECONDS_MAX: u32 = 20;

/// What a probe comes to.
type Answer = Option<()>;

/// Does what `arguments` name; gives the status to end with.
pub(super) fn probe(arguments: &[String]) -> i32 {
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

/// The answer of a call that is negative when it fails.
fn call(answer: impl Into<i64>) -> Answer {
    (answer.into() >= 0).then_some(())
}

/// A text as the kernel wants it.
fn c_string(text: &str) -> std::ffi::CString {
    std::ffi::CString::new(text).unwrap_or_default()
}
