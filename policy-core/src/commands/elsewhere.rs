//! Whether a command hands a command line to another machine or a container.
//!
//! Owns the question. The tables know the forms: the place comes first, and the command that runs there follows it.

use super::argument::Arg;
use super::engine::uses;
use super::shape::{Form, Harm, Role};
use crate::paths::lexical::last_part;

/// Whether the command `args` runs what follows its first operand on the host or in the container that this operand names.
///
/// Such a form is a program whose first operand is a host (ssh(1)), or a sub-command that runs a command at the place that
/// its first operand names (`docker exec`, `kubectl exec`).
pub fn runs_elsewhere(args: &[Arg<'_>]) -> bool {
    let Some(own) = args.first().and_then(|name| name.program(last_part)) else {
        return false;
    };
    uses(args).form.is_some_and(|form| is_elsewhere(form, !core::ptr::eq(form, &raw const own.form)))
}

fn is_elsewhere(form: &Form, is_sub_command: bool) -> bool {
    let Some(place) = form.operands.first.first() else { return false };
    let Some(rest) = form.operands.rest else { return false };
    if place.role == Role::Host {
        return rest.is_shell() || rest.role == Role::Command;
    }
    is_sub_command
        && place.role == Role::Text
        && rest.role == Role::Command
        && form.refuse.is_some_and(|refusal| refusal.harm == Harm::Runs)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::runs_elsewhere;
    use crate::commands::Arg;
    use crate::span::Span;

    #[test]
    fn a_command_line_for_another_host_or_a_container_is_told_from_one_for_a_local_shell() {
        let asked = |line: &str| {
            let args: Vec<Arg<'_>> =
                line.split(' ').map(|word| Arg::known(word, 0, Span::default())).collect();
            runs_elsewhere(&args)
        };
        for line in [
            "ssh host ls",
            "ssh -p 22 host ls",
            "/usr/bin/ssh host ls",
            "docker exec box ls",
            "docker exec -it box sh",
            "podman exec box ls",
            "kubectl exec pod -- ls",
        ] {
            assert!(asked(line), "{line}");
        }
        for line in [
            "sh -c ls",
            "timeout 5 ls",
            "nice ls",
            "watch ls",
            "sudo ls",
            "docker ps",
            "kubectl get pods",
            "unknown x y",
        ] {
            assert!(!asked(line), "{line}");
        }
    }
}
