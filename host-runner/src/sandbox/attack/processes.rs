//! Attacks on processes outside, and processes that stay.

use super::case::Before::Victim;
use super::case::Sign::{Killed, Succeeded, Survived, Told};
use super::case::{Case, case};
use crate::sandbox::Promise::{
    OtherProcessesInvisible as Invisible, ProcessesEndWithRun as Ends, SignalsScoped as Signals,
};

pub(super) const CASES: &[Case] = &[
    case("a process outside is killed", Signals, &[Victim], "kill -KILL {victim}", Killed),
    case(
        "a process outside is killed by its descriptor",
        Signals,
        &[Victim],
        "{probe} kill-by-descriptor {victim}",
        Killed,
    ),
    case("a thread outside is killed", Signals, &[Victim], "{probe} kill-thread {victim}", Killed),
    case(
        "a process outside is killed with a queued signal",
        Signals,
        &[Victim],
        "{probe} kill-queued {victim}",
        Killed,
    ),
    case(
        "a process outside is killed by the owner of a file",
        Signals,
        &[Victim],
        "{probe} kill-by-owner {victim}",
        Killed,
    ),
    case("a process outside is killed as a group", Signals, &[Victim], "kill -KILL -{victim}", Killed),
    case("a process outside is limited", Invisible, &[Victim], "{probe} limit {victim}", Succeeded),
    case(
        "the arguments of a process outside are read",
        Invisible,
        &[Victim],
        "cat /proc/{victim}/cmdline | grep -c . > /dev/null && echo {secret}",
        Told,
    ),
    case(
        "the environment of a process outside is read",
        Invisible,
        &[Victim],
        "tr '\\0' '\\n' < /proc/{victim}/environ",
        Told,
    ),
    case(
        "the files of a process outside are listed",
        Invisible,
        &[Victim],
        "ls /proc/{victim}/fd/0",
        Succeeded,
    ),
    case(
        "the memory of a process outside is read",
        Invisible,
        &[Victim],
        "{probe} read-memory {victim}",
        Succeeded,
    ),
    case(
        "the memory of a process outside is read as a file",
        Invisible,
        &[Victim],
        "{probe} read-memory-file {victim}",
        Succeeded,
    ),
    case("a process outside is traced", Invisible, &[Victim], "{probe} trace {victim}", Succeeded),
    case(
        "a file of a process outside is taken",
        Invisible,
        &[Victim],
        "{probe} take-file {victim}",
        Succeeded,
    ),
    case("a process outside is slowed down", Invisible, &[Victim], "{probe} slow {victim}", Succeeded),
    case("a process outside is counted", Invisible, &[Victim], "kill -0 {victim}", Succeeded),
    case(
        "a process stays in the background",
        Ends,
        &[],
        "{probe} stay {mark} & {probe} await {mark}",
        Survived,
    ),
    case(
        "a process stays in a session of its own",
        Ends,
        &[],
        "setsid {probe} stay {mark} & {probe} await {mark}",
        Survived,
    ),
    case(
        "a process stays that was started twice",
        Ends,
        &[],
        "(setsid {probe} stay {mark} &); {probe} await {mark}",
        Survived,
    ),
    case(
        "a process stays that ignores signals",
        Ends,
        &[],
        "(trap '' HUP TERM INT QUIT; setsid {probe} stay {mark}) & {probe} await {mark}",
        Survived,
    ),
    case(
        "a process stays that starts others",
        Ends,
        &[],
        "{probe} breed {mark} & {probe} await {mark}",
        Survived,
    ),
    case(
        "a process stays when the shell is killed",
        Ends,
        &[],
        "setsid {probe} stay {mark} & {probe} await {mark}; kill -KILL $$",
        Survived,
    ),
    case(
        "a process stays when its parent's parent is killed",
        Ends,
        &[],
        "setsid {probe} stay {mark} & {probe} await {mark}; test -n \"$CONTROL\" || kill -KILL $PPID",
        Survived,
    ),
    case(
        "a process stays that is stopped",
        Ends,
        &[],
        "setsid {probe} stay-stopped {mark} & {probe} await {mark}",
        Survived,
    ),
];
