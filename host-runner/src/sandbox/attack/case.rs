//! One attack: what is there before, what is tried, and what on the host shows that it worked.
//!
//! Owns the words of the tables. In every text `{root}` is the case's own directory, `{port}` a port, `{victim}` a
//! process, `{mark}` a word that nobody else uses, `{secret}` a text that only the forbidden file holds, and `{probe}`
//! this program as the maker of calls that no shell makes.

use crate::sandbox::Promise;

/// One attack on one promise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    /// A short sentence: what is tried.
    pub(super) name: &'static str,
    /// What must hold.
    pub(super) promise: Promise,
    /// What is there before, in this order.
    pub(super) before: &'static [Before],
    /// What the shell gets, in the directory `work`, which it may write.
    pub(super) attack: &'static str,
    /// What must not have happened.
    pub(super) sign: Sign,
    /// Whether the attack may write in `work`.
    pub(super) may_write: bool,
}

/// Something that is there before the attack. Paths are relative to the case's directory, in which `work` can be
/// written, `work/kept` cannot be changed and `denied` and `work/.env` cannot be read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Before {
    /// A directory with all above it.
    Directory(&'static str),
    /// A file with this text.
    File(&'static str, &'static str),
    /// A file with these permissions.
    Mode(&'static str, u32),
    /// A symbolic link and what it says.
    Link(&'static str, &'static str),
    /// A git repository without git: its directory.
    Repository(&'static str),
    /// Something that hears TCP connections on the loopback interface, or on that of IPv6.
    Tcp,
    TcpOverSix,
    /// Something that hears datagrams.
    Udp,
    /// Somebody who keeps connecting to a port that is free.
    Visitor,
    /// A socket file that hears connections, or datagrams.
    Socket(&'static str),
    Datagrams(&'static str),
    /// The same without a file, by the name `{mark}`.
    AbstractSocket,
    AbstractDatagrams,
    /// A process that sleeps, with the secret in its environment and its memory.
    Victim,
    /// Shared memory with the secret: a file in `/dev/shm`, a System V segment, a message queue.
    SharedFile,
    Segment,
    Queue,
    /// An open file without the flag that closes it, as a careless caller leaves it, at the number `{port}`.
    OpenFile(&'static str),
}

/// What shows on the host that an attack worked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    /// Something is at this path.
    Exists(&'static str),
    /// Nothing is there any more.
    Gone(&'static str),
    /// A file that was there has another text, or is gone.
    Changed(&'static str),
    /// A file has this text in it.
    Holds(&'static str, &'static str),
    /// It has these permissions.
    HasMode(&'static str, u32),
    /// It was changed last on the first day of 1970.
    IsOld(&'static str),
    /// It has an attribute that it did not have.
    HasAttribute(&'static str),
    /// Whoever listens has heard something, or the visitor was let in.
    Heard,
    /// The secret is in the output.
    Told,
    /// The victim is gone.
    Killed,
    /// A process with the mark is alive after the end.
    Survived,
    /// The attack says that it worked: for calls that leave no trace, and harmless stand-ins.
    Succeeded,
}

/// A case in which the attack may write in `work`.
pub(super) const fn case(
    name: &'static str,
    promise: Promise,
    before: &'static [Before],
    attack: &'static str,
    sign: Sign,
) -> Case {
    Case { name, promise, before, attack, sign, may_write: true }
}

/// A case in which it may write nowhere.
pub(super) const fn without_grant(
    name: &'static str,
    promise: Promise,
    before: &'static [Before],
    attack: &'static str,
    sign: Sign,
) -> Case {
    Case { name, promise, before, attack, sign, may_write: false }
}
