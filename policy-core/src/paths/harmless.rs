//! Paths outside the working directories that every command may read: devices without content, and public information
//! of the system about itself and its software.
//!
//! Owns two short lists. Nothing in them reveals a user, a process or a secret; in particular nothing below
//! `/proc/<pid>`, and nothing below `/dev/fd`, which leads there.

use super::lexical::{clean, is_within_clean};

/// Files, sorted.
pub const FILES: [&str; 23] = [
    "/dev/null",
    "/dev/random",
    "/dev/stdin",
    "/dev/urandom",
    "/dev/zero",
    "/etc/alpine-release",
    "/etc/debian_version",
    "/etc/hostname",
    "/etc/issue",
    "/etc/lsb-release",
    "/etc/os-release",
    "/etc/redhat-release",
    "/etc/shells",
    "/etc/timezone",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/kernel/osrelease",
    "/proc/uptime",
    "/proc/version",
    "/usr/lib/os-release",
];

/// Directories in which everything may be read, sorted.
pub const DIRECTORIES: [&str; 5] =
    ["/usr/include", "/usr/share/dict", "/usr/share/doc", "/usr/share/man", "/usr/share/zoneinfo"];

/// Whether anyone may read the absolute path `path`.
///
/// A path that has to be cleaned is not found: `/dev/null/..` is no device.
pub fn may_be_read(path: &str) -> bool {
    let listed =
        FILES.binary_search(&path).is_ok() || DIRECTORIES.iter().any(|dir| is_within_clean(path, dir));
    listed && clean(path) == path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(FILES.is_sorted());
        assert!(DIRECTORIES.is_sorted());
    }

    #[test]
    fn what_the_system_publishes_may_be_read_and_nothing_near_it() {
        for path in [
            "/dev/null",
            "/etc/os-release",
            "/proc/cpuinfo",
            "/proc/sys/kernel/osrelease",
            "/usr/include/stdio.h",
            "/usr/share/doc",
        ] {
            assert!(may_be_read(path), "{path}");
        }
        for path in [
            "/dev/null2",
            "/dev/nullx",
            "/dev/null/..",
            "/dev/null/",
            "/dev/fd/../environ",
            "/dev/fd/0",
            "/proc/self/environ",
            "/proc/1/environ",
            "/proc/self/stat",
            "/proc/sys/kernel/core_pattern",
            "/etc/issue.d/x",
            "/etc/passwd",
            "/usr/include/../../etc/shadow",
            "/usr/include-evil/x",
            "dev/null",
            "",
        ] {
            assert!(!may_be_read(path), "{path}");
        }
    }
}
