//! Attacks that gain rights, open what is not theirs, or type for the user.

use crate::attack::Before::{File, OpenFile};
use crate::attack::Sign::{Changed, Succeeded, Told};
use crate::attack::{Attack, attack};
use crate::promises::{DANGEROUS_CALLS_REFUSED, DESCRIPTORS_CLOSED, NO_CAPABILITIES, NO_NEW_PRIVILEGES};

pub(crate) const ATTACKS: &[Attack] = &[
    attack("a program takes its owner's rights", NO_NEW_PRIVILEGES, &[], "{probe} set-user-id own", Succeeded),
    attack("a namespace with all rights is made", DANGEROUS_CALLS_REFUSED, &[], "unshare -Ur true", Succeeded),
    attack("a namespace is made by clone", DANGEROUS_CALLS_REFUSED, &[], "{probe} clone-namespace", Succeeded),
    attack("a namespace is made by clone3", DANGEROUS_CALLS_REFUSED, &[], "{probe} clone3-namespace", Succeeded),
    attack(
        "mounts are changed in a new namespace",
        DANGEROUS_CALLS_REFUSED,
        &[],
        "unshare -Urm mount -t tmpfs none /mnt",
        Succeeded,
    ),
    attack("a namespace outside is entered", NO_CAPABILITIES, &[], "{probe} enter-namespace", Succeeded),
    attack("a file system is mounted", NO_CAPABILITIES, &[], "{probe} mount {root}/work", Succeeded),
    attack("a file system is mounted by the new calls", NO_CAPABILITIES, &[], "{probe} new-mount", Succeeded),
    attack("a tree of mounts is copied", NO_CAPABILITIES, &[], "{probe} copy-mount", Succeeded),
    attack("the root is changed", NO_CAPABILITIES, &[], "{probe} change-root", Succeeded),
    attack("a device is made", NO_CAPABILITIES, &[], "{probe} device own", Succeeded),
    attack(
        "the owner of an own file is changed",
        NO_CAPABILITIES,
        &[],
        "echo x > own; chown 12345 own",
        Succeeded,
    ),
    attack("the machine's name is changed", NO_CAPABILITIES, &[], "{probe} host-name", Succeeded),
    attack("a right is kept for later programs", NO_CAPABILITIES, &[], "{probe} ambient", Succeeded),
    attack(
        "permissions of a file are ignored",
        NO_CAPABILITIES,
        &[File("work/file", "{secret}"), crate::attack::Before::Mode("work/file", 0)],
        "cat file",
        Told,
    ),
    attack("calls are made by a ring", DANGEROUS_CALLS_REFUSED, &[], "{probe} ring", Succeeded),
    attack("the kernel is programmed", DANGEROUS_CALLS_REFUSED, &[], "{probe} bpf", Succeeded),
    attack("faults are handled", DANGEROUS_CALLS_REFUSED, &[], "{probe} faults", Succeeded),
    attack("the processor is measured", DANGEROUS_CALLS_REFUSED, &[], "{probe} measure", Succeeded),
    attack("a key is added", DANGEROUS_CALLS_REFUSED, &[], "{probe} add-key", Succeeded),
    attack("keys are looked at", DANGEROUS_CALLS_REFUSED, &[], "{probe} keys", Succeeded),
    attack("an own process is traced", DANGEROUS_CALLS_REFUSED, &[], "{probe} trace-own", Succeeded),
    attack("the memory of an own process is read", DANGEROUS_CALLS_REFUSED, &[], "{probe} read-own", Succeeded),
    attack("processes are compared", DANGEROUS_CALLS_REFUSED, &[], "{probe} compare", Succeeded),
    attack("the terminal is typed on", DANGEROUS_CALLS_REFUSED, &[], "{probe} type", Succeeded),
    attack("the terminal is typed on with a long number", DANGEROUS_CALLS_REFUSED, &[], "{probe} type-long", Succeeded),
    attack("a call is made with the numbers of another kind", DANGEROUS_CALLS_REFUSED, &[], "{probe} x32", Succeeded),
    attack("a call is made as on a smaller machine", DANGEROUS_CALLS_REFUSED, &[], "{probe} old-call", Succeeded),
    attack(
        "an open file is found and read",
        DESCRIPTORS_CLOSED,
        &[File("outside/open", "{secret}"), OpenFile("outside/open")],
        "cat /proc/self/fd/{port}",
        Told,
    ),
    attack(
        "an open file is found and written",
        DESCRIPTORS_CLOSED,
        &[File("outside/open", "before"), OpenFile("outside/open")],
        "echo x >> /proc/self/fd/{port}",
        Changed("outside/open"),
    ),
];
