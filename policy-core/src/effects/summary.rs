//! The effects of a command, as the verdict lists them: programs, files read, written and deleted, the network.
//!
//! Owns the collection from the uses of arguments and from redirects.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::commands::{Arg, Proof, Role, Uses};
use crate::script::RedirectOp;
use crate::verdict::Effects;

/// Adds what one simple command does.
pub(crate) fn add(effects: &mut Effects, uses: &Uses, args: &[Arg<'_>]) {
    add_program(effects, args);
    if !matches!(
        uses.proof,
        Proof::ReadOnly | Proof::Edits | Proof::ReadsService | Proof::Connects | Proof::Runs
    ) {
        effects.opaque |= !args.is_empty();
        return;
    }
    if matches!(uses.proof, Proof::Connects | Proof::ReadsService) {
        let hosts =
            uses.form.filter(|_| uses.proof == Proof::ReadsService).map_or(&[][..], |form| form.hosts);
        for host in hosts {
            insert(&mut effects.network, host);
        }
        if hosts.is_empty() {
            insert(&mut effects.network, "*");
        }
    }
    for (at, role, path) in uses.paths(args) {
        let list = match role {
            Role::PathWritten => &mut effects.writes,
            Role::PathDeleted => &mut effects.deletes,
            _ => &mut effects.reads,
        };
        match path {
            Some(path) => insert(list, path),
            None if args.get(at).is_some_and(|arg| is_judged_elsewhere(arg)) => {}
            None => effects.opaque = true,
        }
    }
}

/// Adds the program that one simple command starts, and nothing else.
pub(crate) fn add_program(effects: &mut Effects, args: &[Arg<'_>]) {
    if let Some(name) = args.first() {
        match name.text() {
            Some(name) => insert(&mut effects.executes, name),
            None => effects.opaque = true,
        }
    }
}

/// Adds what a text does that `shell` reads.
pub(crate) fn add_text(effects: &mut Effects, shell: &str, nested: Effects) {
    insert(&mut effects.executes, shell);
    let Effects { reads, writes, deletes, network, executes, opaque } = nested;
    let lists = [
        (&mut effects.reads, reads),
        (&mut effects.writes, writes),
        (&mut effects.deletes, deletes),
        (&mut effects.network, network),
        (&mut effects.executes, executes),
    ];
    for (list, further) in lists {
        for text in &further {
            insert(list, text);
        }
    }
    effects.opaque |= opaque;
}

/// Adds `text` once, in order of appearance.
fn insert(list: &mut Vec<String>, text: &str) {
    // Lists are short: a request with many words is past a limit, and its arguments are not looked at.
    if !list.iter().any(|known| known == text) {
        list.push(text.to_string());
    }
}

/// Adds the file that a redirect opens, whose name becomes one of `targets`.
pub(crate) fn add_redirect(effects: &mut Effects, op: RedirectOp, targets: &[Arg<'_>]) {
    let (reads, writes) = (op.reads_file(), op.writes());
    for target in targets.iter().filter(|_| reads || writes) {
        let Some(path) = target.text() else {
            effects.opaque |= writes || !is_judged_elsewhere(target);
            continue;
        };
        let lists = [(reads, &mut effects.reads), (writes, &mut effects.writes)];
        let lists = lists.into_iter().filter(|(is_it, _)| *is_it && path != "/dev/null");
        lists.for_each(|(_, list)| insert(list, path));
    }
}

/// Whether what is read is known without its name: one of the files of a list or a pattern, or what a command prints that
/// the script has itself.
fn is_judged_elsewhere(arg: &Arg<'_>) -> bool {
    arg.value.is_file_name() || arg.value.is_pipe()
}
