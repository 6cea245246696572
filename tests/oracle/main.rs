//! The oracle: what the core calls read-only is executed, and the kernel says what it really does.
//!
//! Every example of every table and some ten thousand commands made from the tables run in the project's own
//! sandbox, each under a watcher that sees (and refuses) every system call by which a command could write, connect,
//! or execute a program that the verdict does not name. One such call is a failure of a table.
//!
//! A test program without the standard harness: before any thread exists it must be able to become the launcher of
//! a sandbox, and inside the sandbox the watcher.

#[cfg(target_os = "linux")]
mod applets;
#[cfg(target_os = "linux")]
mod commands;
#[cfg(target_os = "linux")]
mod exemptions;
#[cfg(target_os = "linux")]
mod fuzz;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(target_os = "linux")]
mod place;
#[cfg(target_os = "linux")]
mod powershell;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod seeded;
#[cfg(target_os = "linux")]
mod tally;
#[cfg(target_os = "linux")]
mod trials;
#[cfg(target_os = "linux")]
mod watch;
#[cfg(target_os = "linux")]
mod wire;

#[cfg(target_os = "linux")]
fn main() {
    host_runner::launch_if_asked();
    watch::watch_if_asked();
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials::all()).exit();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    test_support::skip("commands can only be watched on Linux");
}
