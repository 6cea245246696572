//! The `shellgate` command.

fn main() {
    host_runner::sandbox::launch_if_asked();
}
