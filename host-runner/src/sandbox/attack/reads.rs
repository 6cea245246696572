//! Attacks on what must not be read, and on memory that other programs share.

use super::case::Before::{self, Directory, File, Link, Queue, Segment, SharedFile};
use super::case::Sign::{Succeeded, Told};
use super::case::{Case, case};
use crate::sandbox::Promise::{DeniedReads as Reads, SharedMemoryPrivate as Memory};

const KEY: Before = File("denied/key", "{secret}");
const OWN: Before = File("work/.env", "{secret}");

pub(super) const CASES: &[Case] = &[
    case("a denied file is read", Reads, &[KEY], "cat ../denied/key", Told),
    case("a denied file inside the granted directory is read", Reads, &[OWN], "cat .env", Told),
    case("a denied file is read through a link", Reads, &[KEY], "ln -s ../denied/key link; cat link", Told),
    case(
        "a denied file is read through a link that was there",
        Reads,
        &[KEY, Link("work/link", "../denied")],
        "cat link/key",
        Told,
    ),
    case("a denied file is read by a second name", Reads, &[OWN], "ln .env link; cat link", Told),
    case("a denied file is renamed and read", Reads, &[OWN], "mv .env own; cat own", Told),
    case(
        "a denied file is moved with its directory",
        Reads,
        &[KEY, Directory("work/own")],
        "mv ../denied own/d; cat own/d/key",
        Told,
    ),
    case("a denied file is copied", Reads, &[KEY], "cp -r ../denied own; cat own/key", Told),
    case(
        "a denied file is opened up and read",
        Reads,
        &[KEY],
        "chmod -R 777 ../denied; cat ../denied/key",
        Told,
    ),
    case(
        "a denied file is read by /proc/self/root",
        Reads,
        &[KEY],
        "cat /proc/self/root{root}/denied/key",
        Told,
    ),
    case(
        "a denied file is read by /proc/1/root",
        Reads,
        &[KEY],
        "cat /proc/1/root{root}/denied/key || cat /proc/self/cwd/../denied/key",
        Told,
    ),
    case(
        "a denied file is read from an open directory",
        Reads,
        &[KEY],
        "{probe} read-from-directory ../denied key",
        Told,
    ),
    case("a denied directory is listed", Reads, &[File("denied/{secret}", "")], "ls ../denied", Told),
    case(
        "a denied file is executed as a script",
        Reads,
        &[File("denied/key", "echo {secret}")],
        "sh ../denied/key",
        Told,
    ),
    case(
        "a denied file is read by its number",
        Reads,
        &[KEY],
        "{probe} by-handle ../denied/key {root}",
        Told,
    ),
    case("a file of shared memory is read", Memory, &[SharedFile], "cat /dev/shm/{mark}", Told),
    case("a shared segment is read", Memory, &[Segment], "{probe} segment {port}", Told),
    case("a message queue is read", Memory, &[Queue], "{probe} queue {port}", Told),
    case("shared segments are listed", Memory, &[Segment], "{probe} list-segments {port}", Succeeded),
];
