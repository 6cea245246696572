//! Every table against the program itself: what `--help` names is classified.
//!
//! The help of every program of the packages is printed the way any command runs: the core decides on `PROGRAM --help`,
//! and only what it calls read-only is executed, in the sandbox. The options in the text are compared with the table.
//! A test program without the standard harness, as it has to become the launcher of a sandbox.

#[cfg(target_os = "linux")]
mod claims;
#[cfg(target_os = "linux")]
mod exemptions;
#[cfg(target_os = "linux")]
#[path = "../machine.rs"]
mod machine;

#[cfg(target_os = "linux")]
fn main() {
    host_runner::launch_if_asked();
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), claims::all()).exit();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    test_support::skip("help is only printed in the sandbox, which is Linux's");
}
