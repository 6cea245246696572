//! Attacks on what must not be read, and on memory that other programs share.

use crate::attack::Before::{self, Directory, File, Link, Queue, Segment, SharedFile};
use crate::attack::Sign::{Succeeded, Told};
use crate::attack::{Attack, attack};
use crate::promises::{DENIED_READS, SHARED_MEMORY_PRIVATE};

const KEY: Before = File("denied/key", "{secret}");
const OWN: Before = File("work/.env", "{secret}");

pub(crate) const ATTACKS: &[Attack] = &[
    attack("a denied file is read", DENIED_READS, &[KEY], "cat ../denied/key", Told),
    attack("a denied file inside the granted directory is read", DENIED_READS, &[OWN], "cat .env", Told),
    attack(
        "a denied file is read through a link",
        DENIED_READS,
        &[KEY],
        "ln -s ../denied/key link; cat link",
        Told,
    ),
    attack(
        "a denied file is read through a link that was there",
        DENIED_READS,
        &[KEY, Link("work/link", "../denied")],
        "cat link/key",
        Told,
    ),
    attack("a denied file is read by a second name", DENIED_READS, &[OWN], "ln .env link; cat link", Told),
    attack("a denied file is renamed and read", DENIED_READS, &[OWN], "mv .env own; cat own", Told),
    attack(
        "a denied file is moved with its directory",
        DENIED_READS,
        &[KEY, Directory("work/own")],
        "mv ../denied own/d; cat own/d/key",
        Told,
    ),
    attack("a denied file is copied", DENIED_READS, &[KEY], "cp -r ../denied own; cat own/key", Told),
    attack(
        "a denied file is opened up and read",
        DENIED_READS,
        &[KEY],
        "chmod -R 777 ../denied; cat ../denied/key",
        Told,
    ),
    attack(
        "a denied file is read by /proc/self/root",
        DENIED_READS,
        &[KEY],
        "cat /proc/self/root{root}/denied/key",
        Told,
    ),
    attack(
        "a denied file is read by /proc/1/root",
        DENIED_READS,
        &[KEY],
        "cat /proc/1/root{root}/denied/key || cat /proc/self/cwd/../denied/key",
        Told,
    ),
    attack(
        "a denied file is read from an open directory",
        DENIED_READS,
        &[KEY],
        "{probe} read-from-directory ../denied key",
        Told,
    ),
    attack(
        "a denied directory is listed",
        DENIED_READS,
        &[File("denied/{secret}", "")],
        "ls ../denied",
        Told,
    ),
    attack(
        "a denied file is executed as a script",
        DENIED_READS,
        &[File("denied/key", "echo {secret}")],
        "sh ../denied/key",
        Told,
    ),
    attack(
        "a denied file is read by its number",
        DENIED_READS,
        &[KEY],
        "{probe} by-handle ../denied/key {root}",
        Told,
    ),
    attack(
        "a file of shared memory is read",
        SHARED_MEMORY_PRIVATE,
        &[SharedFile],
        "cat /dev/shm/{mark}",
        Told,
    ),
    attack("a shared segment is read", SHARED_MEMORY_PRIVATE, &[Segment], "{probe} segment {port}", Told),
    attack("a message queue is read", SHARED_MEMORY_PRIVATE, &[Queue], "{probe} queue {port}", Told),
    attack(
        "shared segments are listed",
        SHARED_MEMORY_PRIVATE,
        &[Segment],
        "{probe} list-segments {port}",
        Succeeded,
    ),
];
