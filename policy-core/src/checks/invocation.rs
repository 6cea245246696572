//! The program that a simple command runs, and the known text of its words, for several checks.
//!
//! Looks behind wrappers. Reports a program in cases of doubt, because checks only ever ask.

use crate::name_set::NameSet;
pub(super) use crate::paths::lexical::last_part as base;
use crate::script::{Script, Simple, Word};

/// Programs that run the command among their arguments, sorted.
static WRAPPERS: NameSet = NameSet::of(&[
    "builtin",
    "busybox",
    "chronic",
    "chroot",
    "command",
    "coproc",
    "doas",
    "docker",
    "entr",
    "env",
    "exec",
    "find",
    "flock",
    "ionice",
    "kubectl",
    "nice",
    "nocorrect",
    "noglob",
    "nohup",
    "nsenter",
    "parallel",
    "podman",
    "setsid",
    "stdbuf",
    "strace",
    "su",
    "sudo",
    "taskset",
    "time",
    "timeout",
    "toybox",
    "unbuffer",
    "unshare",
    "watch",
    "xargs",
]);

/// Whether `name` runs the command among its arguments.
pub(super) fn wraps(name: &str) -> bool {
    WRAPPERS.has(base(name))
}

/// Where in the words of `command` a program stands whose name passes `wanted`: first, or behind a wrapper.
pub(super) fn program(script: &Script<'_>, command: &Simple, wanted: impl Fn(&str) -> bool) -> Option<usize> {
    let words = script.words_of(command);
    let name = base(script.text(words.first()?)?);
    if wanted(name) {
        return Some(0);
    }
    if !wraps(name) {
        return None;
    }
    words
        .iter()
        .skip(1)
        .position(|word| script.text(word).is_some_and(|text| wanted(base(text))))
        .map(|at| at + 1)
}

/// Whether bash opens a network connection for this redirect target.
pub(super) fn network_target(script: &Script<'_>, target: &Word) -> bool {
    let written =
        script.text(target).unwrap_or_else(|| script.slice(target.span).trim_start_matches(['"', '\'']));
    is_network(written)
}

/// Whether bash opens a connection for a redirect to this file.
pub(super) fn is_network(path: &str) -> bool {
    ["/dev/tcp/", "/dev/udp/"].iter().any(|prefix| path.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrappers_are_sorted_so_that_they_are_found() {
        assert!(WRAPPERS.names().is_sorted());
    }
}
