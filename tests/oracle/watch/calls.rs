//! The system calls that are watched, and what about each of them decides.
//!
//! Owns the list. The calls that the sandbox's own filter refuses (`ptrace`, `mount` and their like) never reach a
//! watcher in it; they are here for the day on which that filter changes.

use libc::c_long;

/// One watched call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub name: &'static str,
    pub number: c_long,
    pub when: When,
    pub look: Look,
}

/// What the kernel looks at before it asks the watcher: numbers in registers, nothing in memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum When {
    Always,
    /// The argument has any of these bits.
    AnyBit(u32, u32),
    /// The argument is not zero.
    Given(u32),
    /// The argument is one of these.
    OneOf(u32, &'static [u32]),
    /// The argument is none of these.
    NoneOf(u32, &'static [u32]),
}

/// What the watcher looks at; numbers are indexes of arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    /// A file opened for writing, or created: directory, path, flags.
    Open { directory: Option<usize>, path: usize, flags: Flags },
    /// A program executed.
    Execute { directory: Option<usize>, path: usize },
    /// A name or what is after it changed, or only an open file when the path is null.
    Path { directory: Option<usize>, path: usize },
    /// An open file changed.
    Descriptor(usize),
    /// A socket made; its family is the first argument.
    Socket,
    /// An address.
    Address(usize),
    /// A message that can carry an address.
    Message(usize),
    /// A signal sent: process, signal.
    Signal { process: usize, signal: usize },
    /// A process changed; 0 is the caller.
    Process(usize),
    /// Nothing: it is never fine.
    Never,
    /// A way around the filter, for which every program has a second way: it is answered as an older kernel does.
    Absent,
}

/// Where the flags of an open are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flags {
    Argument(usize),
    /// In a structure that the argument points to.
    Behind(usize),
    /// They are always these.
    Fixed(i32),
}

const WRITES: u32 = (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC) as u32;

/// `ioctl` requests that change more than a terminal's appearance (`ioctl_list(2)`, `linux/fs.h`, `linux/sockios.h`).
const CHANGING_REQUESTS: &[u32] = &[
    0x4008_6602, // FS_IOC_SETFLAGS
    0x4004_6602, // FS_IOC32_SETFLAGS
    0x401c_5820, // FS_IOC_FSSETXATTR
    0x4004_9409, // FICLONE
    0x4020_940d, // FICLONERANGE
    0x4008_7602, // FS_IOC_SETVERSION
    0x5412,      // TIOCSTI
    0x4024_700a, // RTC_SET_TIME
    0x890b,      // SIOCADDRT
    0x890c,      // SIOCDELRT
    0x8914,      // SIOCSIFFLAGS
    0x8916,      // SIOCSIFADDR
    0x891c,      // SIOCSIFNETMASK
    0x8922,      // SIOCSIFMTU
    0x8924,      // SIOCSIFHWADDR
    0x8953,      // SIOCDARP
    0x8955,      // SIOCSARP
];

const fn call(name: &'static str, number: c_long, when: When, look: Look) -> Call {
    Call { name, number, when, look }
}

const fn path(name: &'static str, number: c_long, directory: Option<usize>, path: usize) -> Call {
    call(name, number, When::Always, Look::Path { directory, path })
}

const fn descriptor(name: &'static str, number: c_long) -> Call {
    call(name, number, When::Always, Look::Descriptor(0))
}

const fn never(name: &'static str, number: c_long) -> Call {
    call(name, number, When::Always, Look::Never)
}

/// Every watched call.
pub(super) fn calls() -> impl Iterator<Item = &'static Call> {
    COMMON.iter().chain(OLD)
}

const COMMON: &[Call] = &[
    call("execve", libc::SYS_execve, When::Always, Look::Execute { directory: None, path: 0 }),
    call("execveat", libc::SYS_execveat, When::Always, Look::Execute { directory: Some(0), path: 1 }),
    call(
        "openat",
        libc::SYS_openat,
        When::AnyBit(2, WRITES),
        Look::Open { directory: Some(0), path: 1, flags: Flags::Argument(2) },
    ),
    call(
        "openat2",
        libc::SYS_openat2,
        When::Always,
        Look::Open { directory: Some(0), path: 1, flags: Flags::Behind(2) },
    ),
    never("open_by_handle_at", libc::SYS_open_by_handle_at),
    path("renameat", libc::SYS_renameat, Some(0), 1),
    path("renameat2", libc::SYS_renameat2, Some(0), 1),
    path("linkat", libc::SYS_linkat, Some(2), 3),
    path("symlinkat", libc::SYS_symlinkat, Some(1), 2),
    path("unlinkat", libc::SYS_unlinkat, Some(0), 1),
    path("mkdirat", libc::SYS_mkdirat, Some(0), 1),
    path("mknodat", libc::SYS_mknodat, Some(0), 1),
    path("truncate", libc::SYS_truncate, None, 0),
    path("fchmodat", libc::SYS_fchmodat, Some(0), 1),
    path("fchmodat2", 452, Some(0), 1),
    path("fchownat", libc::SYS_fchownat, Some(0), 1),
    path("utimensat", libc::SYS_utimensat, Some(0), 1),
    path("setxattr", libc::SYS_setxattr, None, 0),
    path("lsetxattr", libc::SYS_lsetxattr, None, 0),
    path("removexattr", libc::SYS_removexattr, None, 0),
    path("lremovexattr", libc::SYS_lremovexattr, None, 0),
    path("setxattrat", 463, Some(0), 1),
    path("removexattrat", 466, Some(0), 1),
    path("file_setattr", 469, Some(0), 1),
    descriptor("ftruncate", libc::SYS_ftruncate),
    descriptor("fallocate", libc::SYS_fallocate),
    descriptor("fchmod", libc::SYS_fchmod),
    descriptor("fchown", libc::SYS_fchown),
    descriptor("fsetxattr", libc::SYS_fsetxattr),
    descriptor("fremovexattr", libc::SYS_fremovexattr),
    call("ioctl", libc::SYS_ioctl, When::OneOf(1, CHANGING_REQUESTS), Look::Descriptor(0)),
    call("socket", libc::SYS_socket, When::NoneOf(0, &[libc::AF_UNIX as u32]), Look::Socket),
    call("connect", libc::SYS_connect, When::Always, Look::Address(1)),
    call("bind", libc::SYS_bind, When::Always, Look::Address(1)),
    call("sendto", libc::SYS_sendto, When::Given(4), Look::Address(4)),
    call("sendmsg", libc::SYS_sendmsg, When::Always, Look::Message(1)),
    call("sendmmsg", libc::SYS_sendmmsg, When::Always, Look::Message(1)),
    call("kill", libc::SYS_kill, When::Given(1), Look::Signal { process: 0, signal: 1 }),
    call("tkill", libc::SYS_tkill, When::Given(1), Look::Signal { process: 0, signal: 1 }),
    call("tgkill", libc::SYS_tgkill, When::Given(2), Look::Signal { process: 0, signal: 2 }),
    call(
        "rt_sigqueueinfo",
        libc::SYS_rt_sigqueueinfo,
        When::Given(1),
        Look::Signal { process: 0, signal: 1 },
    ),
    call(
        "rt_tgsigqueueinfo",
        libc::SYS_rt_tgsigqueueinfo,
        When::Given(2),
        Look::Signal { process: 0, signal: 2 },
    ),
    call("setpriority", libc::SYS_setpriority, When::Given(1), Look::Process(1)),
    call("ioprio_set", libc::SYS_ioprio_set, When::Given(1), Look::Process(1)),
    call("sched_setaffinity", libc::SYS_sched_setaffinity, When::Given(0), Look::Process(0)),
    call("sched_setscheduler", libc::SYS_sched_setscheduler, When::Given(0), Look::Process(0)),
    call("sched_setparam", libc::SYS_sched_setparam, When::Given(0), Look::Process(0)),
    call("sched_setattr", libc::SYS_sched_setattr, When::Given(0), Look::Process(0)),
    // The third argument is the new limit; without one it only reads.
    call("prlimit64", libc::SYS_prlimit64, When::Given(2), Look::Process(0)),
    call("shmget", libc::SYS_shmget, When::AnyBit(2, libc::IPC_CREAT as u32), Look::Never),
    call("semget", libc::SYS_semget, When::AnyBit(2, libc::IPC_CREAT as u32), Look::Never),
    call("msgget", libc::SYS_msgget, When::AnyBit(1, libc::IPC_CREAT as u32), Look::Never),
    call("shmctl", libc::SYS_shmctl, When::OneOf(1, &[0, 1]), Look::Never),
    call("semctl", libc::SYS_semctl, When::OneOf(2, &[0, 1, 16, 17]), Look::Never),
    call("msgctl", libc::SYS_msgctl, When::OneOf(1, &[0, 1]), Look::Never),
    call("mq_open", libc::SYS_mq_open, When::AnyBit(1, WRITES), Look::Never),
    never("mq_unlink", libc::SYS_mq_unlink),
    never("mount", libc::SYS_mount),
    never("umount2", libc::SYS_umount2),
    never("move_mount", libc::SYS_move_mount),
    never("fsmount", libc::SYS_fsmount),
    never("mount_setattr", libc::SYS_mount_setattr),
    never("pivot_root", libc::SYS_pivot_root),
    never("chroot", libc::SYS_chroot),
    never("swapon", libc::SYS_swapon),
    never("swapoff", libc::SYS_swapoff),
    never("unshare", libc::SYS_unshare),
    never("setns", libc::SYS_setns),
    never("ptrace", libc::SYS_ptrace),
    never("process_vm_writev", libc::SYS_process_vm_writev),
    never("bpf", libc::SYS_bpf),
    never("perf_event_open", libc::SYS_perf_event_open),
    never("add_key", libc::SYS_add_key),
    never("request_key", libc::SYS_request_key),
    never("keyctl", libc::SYS_keyctl),
    never("sethostname", libc::SYS_sethostname),
    never("setdomainname", libc::SYS_setdomainname),
    never("settimeofday", libc::SYS_settimeofday),
    never("clock_settime", libc::SYS_clock_settime),
    never("reboot", libc::SYS_reboot),
    never("init_module", libc::SYS_init_module),
    never("finit_module", libc::SYS_finit_module),
    never("delete_module", libc::SYS_delete_module),
    never("kexec_load", libc::SYS_kexec_load),
    never("acct", libc::SYS_acct),
    never("vhangup", libc::SYS_vhangup),
    never("quotactl", libc::SYS_quotactl),
    // Reading all, and asking for the sizes; the other actions consume, clear or switch (`syslog(2)`).
    call("syslog", libc::SYS_syslog, When::NoneOf(0, &[3, 9, 10]), Look::Never),
    call("io_uring_setup", libc::SYS_io_uring_setup, When::Always, Look::Absent),
];

/// The calls that only older architectures have.
#[cfg(target_arch = "x86_64")]
const OLD: &[Call] = &[
    call(
        "open",
        libc::SYS_open,
        When::AnyBit(1, WRITES),
        Look::Open { directory: None, path: 0, flags: Flags::Argument(1) },
    ),
    call(
        "creat",
        libc::SYS_creat,
        When::Always,
        Look::Open {
            directory: None,
            path: 0,
            flags: Flags::Fixed(libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC),
        },
    ),
    path("rename", libc::SYS_rename, None, 0),
    path("link", libc::SYS_link, None, 1),
    path("symlink", libc::SYS_symlink, None, 1),
    path("unlink", libc::SYS_unlink, None, 0),
    path("mkdir", libc::SYS_mkdir, None, 0),
    path("rmdir", libc::SYS_rmdir, None, 0),
    path("mknod", libc::SYS_mknod, None, 0),
    path("chmod", libc::SYS_chmod, None, 0),
    path("chown", libc::SYS_chown, None, 0),
    path("lchown", libc::SYS_lchown, None, 0),
    path("utime", libc::SYS_utime, None, 0),
    path("utimes", libc::SYS_utimes, None, 0),
    path("futimesat", libc::SYS_futimesat, Some(0), 1),
];

#[cfg(not(target_arch = "x86_64"))]
const OLD: &[Call] = &[];
