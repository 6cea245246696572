//! The effects of a command, as the verdict lists them: programs, files read, written and deleted, the network.
//!
//! Owns the collection from the uses of arguments and from redirects.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::commands::{Arg, Proof, Role, Uses};
use crate::script::{RedirectOp, Script};
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
            None if args.get(at).is_some_and(|arg| arg.value.is_file_name()) => {}
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

/// Adds the files that redirects read and write.
pub(crate) fn add_redirects(effects: &mut Effects, script: &Script<'_>) {
    for redirect in &script.redirects {
        let list = match redirect.op {
            RedirectOp::Read => &mut effects.reads,
            op if op.writes() => &mut effects.writes,
            _ => continue,
        };
        match script.word(redirect.target).and_then(|word| script.text(word)) {
            Some("/dev/null") => {}
            Some(path) => insert(list, path),
            None => effects.opaque = true,
        }
    }
}
