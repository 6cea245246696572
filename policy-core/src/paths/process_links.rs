//! Paths through the links of a process (proc(5)): where they lead, only the process knows.
//!
//! Owns their names. `/proc/self/cwd` is the working directory of whatever program looks, and below `/dev/fd/3` lies what
//! the shell opened.

use alloc::vec::Vec;

/// Links of a process to a directory.
const DIRECTORIES: [&str; 2] = ["cwd", "root"];

/// Links of a process to what it has opened.
const OPENED: [&str; 2] = ["fd", "map_files"];

/// Whether the absolute path goes through a link of a process to a directory, or below something that it opened.
pub fn goes_through(path: &str) -> bool {
    let names = path.split('/').filter(|name| !matches!(*name, "" | "."));
    if !matches!(names.clone().next(), Some("proc" | "dev")) {
        return false;
    }
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        ["proc", _, rest @ ..] => {
            let opened = rest.iter().position(|name| OPENED.contains(name));
            rest.iter().any(|name| DIRECTORIES.contains(name)) || opened.is_some_and(|at| rest.len() > at + 2)
        }
        ["dev", "fd", _, _, ..] | ["dev", "stdin" | "stdout" | "stderr", _, ..] => true,
        _ => false,
    }
}

/// Whether the tilde prefix of a path names a directory that the shell remembers: `~-`, `~2` (bash(1), "Tilde Expansion").
pub fn is_remembered(path: &str) -> bool {
    let Some(prefix) = path.strip_prefix('~').map(|rest| rest.split('/').next().unwrap_or(rest)) else {
        return false;
    };
    let number = prefix.trim_start_matches(['+', '-']);
    prefix.starts_with('-') || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_through_a_link_of_a_process_is_found_in_every_spelling() {
        for path in [
            "/proc/self/cwd/.env",
            "/proc/self/root/repo/.env",
            "/proc/thread-self/cwd/.env",
            "/proc/1/cwd",
            "/proc/self/task/7/cwd/.env",
            "//proc/./self//cwd/.env",
            "/proc/self/fd/3/.env",
            "/dev/fd/../cwd/.env",
            "/dev/fd/3/.env",
        ] {
            assert!(goes_through(path), "{path}");
        }
        for path in [
            "/proc/self/fd/3",
            "/dev/fd/3",
            "/dev/stdin",
            "/proc/cpuinfo",
            "/proc/self/status",
            "/repo/proc/a/cwd",
            "/",
        ] {
            assert!(!goes_through(path), "{path}");
        }
    }

    #[test]
    fn a_remembered_directory_is_no_home_directory() {
        for path in ["~-", "~-/.env", "~1/x", "~+1", "~-2/x"] {
            assert!(is_remembered(path), "{path}");
        }
        for path in ["~", "~/x", "~+", "~+/x", "~user/x", "a~-"] {
            assert!(!is_remembered(path), "{path}");
        }
    }
}
