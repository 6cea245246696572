//! The promises that a backend cannot keep on any machine: data, from which the table of the README, the account of a run
//! and `doctor` come.
//!
//! Owns the reasons. What a certain machine lacks is found when a command is confined there.

use super::{Backend, Missing, Promise};

/// Why a backend cannot keep a promise, and what to do about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limitation {
    /// The reason, in words.
    pub why: &'static str,
    /// One line: what to do about it.
    pub remedy: &'static str,
}

impl Limitation {
    /// The promise as one that does not hold.
    pub fn missing(self, promise: Promise) -> Missing {
        Missing { promise, why: self.why.to_owned(), remedy: self.remedy.to_owned() }
    }
}

/// What a person does about the limits of a backend on Linux.
const ON_LINUX: &str = "choose the backend `embedded`";

/// What a person does about the limits of macOS.
const ON_MACOS: &str = "run the command on Linux, or in a virtual machine with Linux, where this must hold";

/// What a person does about the limits of Windows.
const ON_WINDOWS: &str = "run shellgate in WSL2, or approve each command yourself";

/// Why `backend` cannot keep `promise` on any machine; none where it can.
pub const fn limitation(backend: Backend, promise: Promise) -> Option<Limitation> {
    let (why, remedy) = match backend {
        Backend::Embedded => return None,
        Backend::Bubblewrap => match promise {
            Promise::NothingPlanted => (
                "bubblewrap protects existing names and cannot refuse the creation of missing ones",
                ON_LINUX,
            ),
            Promise::ProtectedPaths => (
                "bubblewrap protects names at the top of a granted path and above the working directory, but no deeper \
                 ones and no symbolic links",
                ON_LINUX,
            ),
            Promise::AllowedHosts => ("the network of bubblewrap does not reach the proxy", ON_LINUX),
            Promise::AllowedSockets => ("bubblewrap refuses all socket files or none", ON_LINUX),
            Promise::SecondLayer => ("bubblewrap has mounts only", ON_LINUX),
            _ => return None,
        },
        Backend::Landlock => match promise {
            Promise::MetadataConfined
            | Promise::DeniedReads
            | Promise::SharedMemoryPrivate
            | Promise::AllowedHosts
            | Promise::OtherProcessesInvisible
            | Promise::ProcessesEndWithRun
            | Promise::SecondLayer => ("it takes namespaces, and Landlock alone was chosen", ON_LINUX),
            _ => return None,
        },
        Backend::Seatbelt => match promise {
            Promise::NothingPlanted => (
                "Seatbelt judges names, not what a renamed directory holds: one with `hooks` in it that is renamed to \
                 `.github` completes a protected name",
                ON_MACOS,
            ),
            Promise::SharedMemoryPrivate => {
                ("semaphores with a name are one space for all programs of macOS", ON_MACOS)
            }
            Promise::OtherProcessesInvisible => {
                ("macOS shows every program the list of processes and their arguments", ON_MACOS)
            }
            Promise::ProcessesEndWithRun => (
                "macOS has no group of processes that none can leave: a process that starts another one and ends before \
                 it was seen leaves that one behind",
                ON_MACOS,
            ),
            Promise::DangerousCallsRefused => {
                ("macOS has no filter of system calls that a program may set", ON_MACOS)
            }
            Promise::SecondLayer => ("Seatbelt is one mechanism", ON_MACOS),
            _ => return None,
        },
        Backend::RestrictedToken => match promise {
            // The first two by the job object that every command on Windows is in, and by its list of handles.
            Promise::ProcessesEndWithRun | Promise::DescriptorsClosed | Promise::NoCapabilities => {
                return None;
            }
            _ => (
                "a restricted token takes what an administrator may do, nothing that the user may do",
                ON_WINDOWS,
            ),
        },
        Backend::None => ("no sandbox was asked for", "choose another backend"),
    };
    Some(Limitation { why, remedy })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The backends with a column in the README, and its heading.
    const COLUMNS: [(Backend, &str); 5] = [
        (Backend::Embedded, "embedded"),
        (Backend::Bubblewrap, "bubblewrap"),
        (Backend::Landlock, "Landlock alone"),
        (Backend::Seatbelt, "Seatbelt"),
        (Backend::RestrictedToken, "restricted token"),
    ];

    #[test]
    fn the_readmes_table_of_promises_is_this_data() {
        let mut table = vec![
            format!("| promise | what it says |{}", COLUMNS.map(|(_, title)| format!(" {title} |")).concat()),
            format!("|---|---|{}", COLUMNS.map(|_| "---|").concat()),
        ];
        table.extend(Promise::ALL.map(|promise| {
            let kept = COLUMNS.map(|(backend, _)| match limitation(backend, promise) {
                None => " yes |",
                Some(_) => " no |",
            });
            format!("| `{}` | {} |{}", promise.code(), promise.sentence(), kept.concat())
        }));
        let expected = table.join("\n");
        let readme = include_str!("../../README.md");
        assert!(readme.contains(&expected), "the table must be:\n{expected}");
    }

    #[test]
    fn a_backend_confines_if_it_confines_writes() {
        for backend in Backend::ALL {
            let confines = limitation(backend, Promise::WritesConfined).is_none();
            assert_eq!(confines, backend.confines(), "{backend:?}");
        }
    }
}
