//! Whether one call is one that a command makes which only reads.

use std::path::Path;

use super::caller::{Caller, base_name};
use super::calls::{Call, Flags, Look};
use super::listener::Question;

/// What a call is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// It changes nothing outside the command's own processes.
    Fine,
    /// It does; its target, and what else matters.
    Violation { target: String, detail: String },
    /// It is answered as a kernel does that has no such call.
    Absent,
}

/// Judges one call of a command that may execute the programs of the names `executes`. `shell` is the shell that runs
/// it, until that was executed.
pub(super) fn judge(
    call: &Call,
    question: &Question,
    executes: &[String],
    shell: &mut Option<String>,
) -> Judgement {
    let caller = Caller(question.thread);
    let argument = |index: usize| question.arguments.get(index).copied().unwrap_or(0);
    let directory = |index: Option<usize>| index.map(argument);
    match call.look {
        Look::Never => violation("any".to_owned(), String::new()),
        Look::Absent => Judgement::Absent,
        Look::Open { directory: at, path, flags } => {
            let Some(path) = caller.text(argument(path)) else { return unreadable() };
            let flags = match flags {
                Flags::Argument(index) => argument(index) as i32,
                Flags::Behind(index) => {
                    caller.number(argument(index)).map_or(libc::O_RDWR, |flags| flags as i32)
                }
                Flags::Fixed(flags) => flags,
            };
            if flags & (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC) == 0 || flags & libc::O_PATH != 0 {
                return Judgement::Fine;
            }
            let path = caller.resolve(directory(at), &path);
            // The kernel opens no directory for writing, but makes a file without a name in it.
            let only_fails = flags & (libc::O_CREAT | libc::O_TMPFILE & !libc::O_DIRECTORY) == 0
                && Path::new(&path).is_dir();
            if only_fails || is_no_file(caller, &path) {
                Judgement::Fine
            } else {
                violation(path, names(flags))
            }
        }
        Look::Execute { directory: at, path } => {
            let path = match caller.text(argument(path)) {
                // `fexecve(3)`
                Some(path) if path.is_empty() => {
                    caller.descriptor(directory(at).unwrap_or(0)).unwrap_or_default()
                }
                Some(path) => path,
                None => return unreadable(),
            };
            if shell.take_if(|shell| **shell == path).is_some() {
                return Judgement::Fine;
            }
            let name = base_name(&path);
            if executes.iter().any(|known| known == name) {
                Judgement::Fine
            } else {
                violation(name.to_owned(), String::new())
            }
        }
        Look::Path { directory: at, path } => match (argument(path), caller.text(argument(path))) {
            // `utimensat(fd, NULL, …)`, and an empty path with `AT_EMPTY_PATH`: the open file itself.
            (0, _) => changed_file(caller, directory(at).unwrap_or(0)),
            (_, Some(path)) if path.is_empty() => changed_file(caller, directory(at).unwrap_or(0)),
            (_, Some(path)) => violation(caller.resolve(directory(at), &path), String::new()),
            (_, None) => unreadable(),
        },
        Look::Descriptor(index) => changed_file(caller, argument(index)),
        Look::Socket => violation(family(argument(0) as i32), format!("protocol {}", argument(2))),
        Look::Address(index) => address(caller, argument(index)),
        Look::Message(index) => match caller.number(argument(index)) {
            Some(0) => Judgement::Fine,
            Some(pointer) => address(caller, pointer),
            None => unreadable(),
        },
        Look::Signal { process, signal } => {
            let target = argument(process) as i32;
            if is_own(caller, target) {
                Judgement::Fine
            } else {
                violation(format!("process {target}"), format!("signal {}", argument(signal) as i32))
            }
        }
        Look::Process(index) => {
            let target = argument(index) as i32;
            if is_own(caller, target) {
                Judgement::Fine
            } else {
                violation(format!("process {target}"), String::new())
            }
        }
    }
}

/// The arguments of the program that a call executes; none for another call.
pub(super) fn executed(call: &Call, question: &Question) -> Option<Vec<String>> {
    let Look::Execute { path, .. } = call.look else { return None };
    let pointer = question.arguments.get(path + 1).copied()?;
    Some(Caller(question.thread).texts(pointer))
}

fn violation(target: String, detail: String) -> Judgement {
    Judgement::Violation { target, detail }
}

fn unreadable() -> Judgement {
    violation("an argument that cannot be read".to_owned(), String::new())
}

/// Whether writing there changes no file: the void, a stream that was there before, the process's own pipes.
fn is_no_file(caller: Caller, path: &str) -> bool {
    let number = match path {
        "/dev/null" => return true,
        "/dev/stdout" => Some("1"),
        "/dev/stderr" => Some("2"),
        _ => path
            .strip_prefix("/dev/fd/")
            .or_else(|| path.strip_prefix("/proc/self/fd/"))
            .or_else(|| path.strip_prefix(&format!("/proc/{}/fd/", caller.0))),
    };
    let target = number.and_then(|number| caller.descriptor(number.parse().ok()?));
    target.is_some_and(|target| target == "/dev/null" || target.starts_with("pipe:"))
}

/// A change of an open file, which matters when the file has a name.
fn changed_file(caller: Caller, number: u64) -> Judgement {
    match caller.descriptor(number) {
        Some(target)
            if ["pipe:", "socket:", "anon_inode:", "/memfd:"].iter().any(|own| target.starts_with(own)) =>
        {
            Judgement::Fine
        }
        Some(target) => violation(target, String::new()),
        // Not open: the call fails.
        None => Judgement::Fine,
    }
}

fn address(caller: Caller, pointer: u64) -> Judgement {
    if pointer == 0 {
        return Judgement::Fine;
    }
    let Some(bytes) = caller.bytes(pointer, 110) else { return unreadable() };
    let number = bytes.first_chunk().map_or(0, |first| i32::from(u16::from_ne_bytes(*first)));
    match number {
        // It disconnects; and what netlink is asked, the socket's exemption stands for.
        libc::AF_UNSPEC | libc::AF_NETLINK => Judgement::Fine,
        libc::AF_UNIX => {
            let path = bytes.get(2..).unwrap_or(&[]);
            let start = usize::from(path.first() == Some(&0));
            let end =
                path.iter().skip(start).position(|byte| *byte == 0).map_or(path.len(), |end| end + start);
            let path = String::from_utf8_lossy(path.get(start..end).unwrap_or(&[])).into_owned();
            violation(path, family(number))
        }
        libc::AF_INET => {
            let port = bytes
                .get(2..)
                .and_then(|rest| rest.first_chunk())
                .map_or(0, |port| u16::from_be_bytes(*port));
            let address: [u8; 4] =
                bytes.get(4..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default();
            violation(family(number), format!("{}:{port}", std::net::Ipv4Addr::from(address)))
        }
        _ => violation(family(number), String::new()),
    }
}

fn family(number: i32) -> String {
    match number {
        libc::AF_UNIX => "AF_UNIX".to_owned(),
        libc::AF_INET => "AF_INET".to_owned(),
        libc::AF_INET6 => "AF_INET6".to_owned(),
        libc::AF_NETLINK => "AF_NETLINK".to_owned(),
        libc::AF_PACKET => "AF_PACKET".to_owned(),
        libc::AF_ALG => "AF_ALG".to_owned(),
        other => format!("family {other}"),
    }
}

/// Whether `target` is the caller or another process of the same command: there, and none of those that watch it.
fn is_own(caller: Caller, target: i32) -> bool {
    let watcher = std::process::id();
    let process = caller.process();
    match target {
        0 => true,
        1 | -1 => false,
        // A group has the number of the process that founded it.
        target => {
            let number = target.unsigned_abs();
            process == Some(number)
                || number != watcher && Caller(number).process().is_some_and(|process| process != watcher)
        }
    }
}

fn names(flags: i32) -> String {
    let access = match flags & libc::O_ACCMODE {
        libc::O_RDONLY => "O_RDONLY",
        libc::O_WRONLY => "O_WRONLY",
        _ => "O_RDWR",
    };
    let nameless = libc::O_TMPFILE & !libc::O_DIRECTORY;
    let further = [
        (nameless, "|O_TMPFILE"),
        (libc::O_CREAT, "|O_CREAT"),
        (libc::O_TRUNC, "|O_TRUNC"),
        (libc::O_APPEND, "|O_APPEND"),
    ];
    let further = further.iter().filter(|(flag, _)| flags & flag != 0).map(|(_, name)| *name);
    std::iter::once(access).chain(further).collect()
}
