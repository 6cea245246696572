//! The arguments of a command in any shell.

use alloc::vec::Vec;

use super::argument::{self, Arg};
use super::typed_arguments;
use crate::script::{Script, Simple};

/// The arguments of a simple command, the command name first.
pub fn arguments<'s>(script: &'s Script<'_>, command: &'s Simple) -> Vec<Arg<'s>> {
    if script.shell().has_cmdlets {
        typed_arguments::arguments(script, command)
    } else {
        argument::expanded(script, command)
    }
}
