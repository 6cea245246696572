//! Attacks that gain rights, open what is not theirs, or type for the user.

use super::case::Before::{File, OpenFile};
use super::case::Sign::{Changed, Succeeded, Told};
use super::case::{Case, case};
use crate::sandbox::Promise::{
    DangerousCallsRefused as Calls, DescriptorsClosed as Closed, NoCapabilities as Capabilities,
    NoNewPrivileges as Privileges,
};

pub(super) const CASES: &[Case] = &[
    case("a program takes its owner's rights", Privileges, &[], "{probe} set-user-id own", Succeeded),
    case("a namespace with all rights is made", Calls, &[], "unshare -Ur true", Succeeded),
    case("a namespace is made by clone", Calls, &[], "{probe} clone-namespace", Succeeded),
    case("a namespace is made by clone3", Calls, &[], "{probe} clone3-namespace", Succeeded),
    case(
        "mounts are changed in a new namespace",
        Calls,
        &[],
        "unshare -Urm mount -t tmpfs none /mnt",
        Succeeded,
    ),
    case("a namespace outside is entered", Capabilities, &[], "{probe} enter-namespace", Succeeded),
    case("a file system is mounted", Capabilities, &[], "{probe} mount {root}/work", Succeeded),
    case("a file system is mounted by the new calls", Capabilities, &[], "{probe} new-mount", Succeeded),
    case("a tree of mounts is copied", Capabilities, &[], "{probe} copy-mount", Succeeded),
    case("the root is changed", Capabilities, &[], "{probe} change-root", Succeeded),
    case("a device is made", Capabilities, &[], "{probe} device own", Succeeded),
    case(
        "the owner of an own file is changed",
        Capabilities,
        &[],
        "echo x > own; chown 12345 own",
        Succeeded,
    ),
    case("the machine's name is changed", Capabilities, &[], "{probe} host-name", Succeeded),
    case("a right is kept for later programs", Capabilities, &[], "{probe} ambient", Succeeded),
    case(
        "permissions of a file are ignored",
        Capabilities,
        &[File("work/file", "{secret}"), super::case::Before::Mode("work/file", 0)],
        "cat file",
        Told,
    ),
    case("calls are made by a ring", Calls, &[], "{probe} ring", Succeeded),
    case("the kernel is programmed", Calls, &[], "{probe} bpf", Succeeded),
    case("faults are handled", Calls, &[], "{probe} faults", Succeeded),
    case("the processor is measured", Calls, &[], "{probe} measure", Succeeded),
    case("a key is added", Calls, &[], "{probe} add-key", Succeeded),
    case("keys are looked at", Calls, &[], "{probe} keys", Succeeded),
    case("an own process is traced", Calls, &[], "{probe} trace-own", Succeeded),
    case("the memory of an own process is read", Calls, &[], "{probe} read-own", Succeeded),
    case("processes are compared", Calls, &[], "{probe} compare", Succeeded),
    case("the terminal is typed on", Calls, &[], "{probe} type", Succeeded),
    case("the terminal is typed on with a long number", Calls, &[], "{probe} type-long", Succeeded),
    case("a call is made with the numbers of another kind", Calls, &[], "{probe} x32", Succeeded),
    case("a call is made as on a smaller machine", Calls, &[], "{probe} old-call", Succeeded),
    case(
        "an open file is found and read",
        Closed,
        &[File("outside/open", "{secret}"), OpenFile("outside/open")],
        "cat /proc/self/fd/{port}",
        Told,
    ),
    case(
        "an open file is found and written",
        Closed,
        &[File("outside/open", "before"), OpenFile("outside/open")],
        "echo x >> /proc/self/fd/{port}",
        Changed("outside/open"),
    ),
];
