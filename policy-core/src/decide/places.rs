//! Where the files of redirects are looked up, for the check that judges them.

use alloc::string::String;
use alloc::vec::Vec;

use super::directory::Directories;
use super::surroundings::{PathStanding, Surroundings};
use crate::commands::Arg;
use crate::rules::Access;

/// The directories of every command, as far as they are known, where a redirect is looked up.
#[derive(Debug)]
pub(super) struct Places<'p, 'e> {
    pub(super) surroundings: &'p Surroundings<'e>,
    /// By command; empty when nothing is redirected.
    pub(super) commands: Vec<Option<Vec<String>>>,
}

impl Places<'_, '_> {
    /// Whether the file that a redirect's argument names surely lies inside, wherever its command, at this index, runs.
    pub(super) fn hold(&self, arg: &Arg<'_>, source: &str, command: Option<u32>) -> bool {
        self.everywhere(command, |directories| self.surroundings.holds(directories, arg, source))
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

impl crate::checks::Inside for Places<'_, '_> {
    fn inside(&self, path: &str, command: Option<u32>) -> bool {
        let is_inside = |directories: Directories<'_>| {
            self.surroundings.path(directories, path, Access::Read) == PathStanding::Inside
        };
        self.everywhere(command, is_inside)
    }
}
