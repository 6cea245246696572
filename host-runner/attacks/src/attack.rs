//! One attack: what is there before, what is tried, and what on the host shows that it worked.
//!
//! Owns the words of the tables. In every text `{root}` is the attack's own directory, `{port}` a port, `{victim}` a
//! process, `{mark}` a word that nobody else uses, `{secret}` a text that only the forbidden file holds, `{canary}` a
//! program that shows that it was executed, and `{probe}` this program as the maker of calls that no shell makes.

/// One attack on one promise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack {
    /// A short sentence: what is tried.
    pub(crate) name: &'static str,
    /// The promise that it would break, by its code name.
    pub(crate) promise: &'static str,
    /// What is there before, in this order.
    pub(crate) before: &'static [Before],
    /// What the shell gets, in the directory `work`, which it may write.
    pub(crate) script: &'static str,
    /// What must not have happened.
    pub(crate) sign: Sign,
    /// Whether the attack may write in `work`.
    pub(crate) may_write: bool,
}

/// Something that is there before the attack. Paths are relative to the attack's directory, in which `work` can be
/// written, `work/kept` cannot be changed and `denied` and `work/.env` cannot be read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Before {
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
pub(crate) enum Sign {
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
    /// Git executes the canary when somebody uses it in this directory afterwards.
    Executed(&'static str),
    /// The attack says that it worked: for calls that leave no trace, and harmless stand-ins.
    Succeeded,
}

/// An attack that may write in `work`.
pub(crate) const fn attack(
    name: &'static str,
    promise: &'static str,
    before: &'static [Before],
    script: &'static str,
    sign: Sign,
) -> Attack {
    Attack { name, promise, before, script, sign, may_write: true }
}

/// An attack that may write nowhere.
pub(crate) const fn without_grant(
    name: &'static str,
    promise: &'static str,
    before: &'static [Before],
    script: &'static str,
    sign: Sign,
) -> Attack {
    Attack { name, promise, before, script, sign, may_write: false }
}
