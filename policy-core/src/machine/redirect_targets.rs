//! The directories in which the targets of redirects are resolved.
//!
//! Owns the directories of every command of a script, for the check that judges input redirects.

use alloc::string::String;
use alloc::vec::Vec;

use super::directories::Directories;
use super::facts::Machine;
use super::path_access::PathLocation;
use crate::commands::Arg;
use crate::rules::Access;

/// By command: the directories in which the files of its redirects are looked up.
#[derive(Debug)]
pub(crate) struct RedirectTargets<'p, 'e> {
    pub(crate) machine: &'p Machine<'e>,
    /// By command; empty when nothing is redirected.
    pub(crate) commands: Vec<Option<Vec<String>>>,
}

impl RedirectTargets<'_, '_> {
    /// Whether every file that a redirect's argument may name lies inside, wherever its command runs.
    pub(crate) fn hold(&self, arg: &Arg<'_>, source: &str, command: Option<u32>) -> bool {
        self.everywhere(command, |directories| self.machine.holds(directories, arg, source))
    }

    /// Whether every file that a redirect's argument may name lies inside and may be changed, wherever its command runs.
    pub(crate) fn may_change(&self, arg: &Arg<'_>, command: Option<u32>) -> bool {
        let is_inside = |directories: Directories<'_>, path: &str| {
            self.machine.path(directories, path, Access::Edit) == PathLocation::Inside
        };
        arg.text().is_some_and(|path| self.everywhere(command, |directories| is_inside(directories, path)))
    }

    fn everywhere(&self, command: Option<u32>, holds: impl Fn(Directories<'_>) -> bool) -> bool {
        let holds = |directories: &Option<Vec<String>>| holds(directories.as_deref());
        match command {
            Some(command) => self.commands.get(command as usize).is_some_and(holds),
            // What a loop or a group reads is opened where one of the commands is.
            None => !self.commands.is_empty() && self.commands.iter().all(holds),
        }
    }
}

impl crate::checks::Inside for RedirectTargets<'_, '_> {
    fn inside(&self, path: &str, command: Option<u32>) -> bool {
        let is_inside = |directories: Directories<'_>| {
            self.machine.path(directories, path, Access::Read) == PathLocation::Inside
        };
        self.everywhere(command, is_inside)
    }
}
