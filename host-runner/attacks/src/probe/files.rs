//! Probes on files and names.

use std::ffi::CStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::answer::{Answer, c_string, call};
use super::argument::ARGUMENT;
use crate::shared_memory;

/// How long a race is run that is not won.
const RACE: Duration = Duration::from_secs(1);

pub(crate) fn probe(words: &[&str]) -> Option<Answer> {
    Some(match *words {
        ["truncate", path] => {
            let path = c_string(path);
            // SAFETY: a C string that outlives the call, and a length.
            call(unsafe { libc::truncate(path.as_ptr(), 0) })
        }
        ["rename", from, to] => fs::rename(from, to).ok(),
        ["exchange", from, to] => call(exchange(&c_string(from), &c_string(to))),
        ["bind-pair", path] => bind_pair(path),
        ["chmod-by-descriptor", path, mode] => {
            let mode = u32::from_str_radix(mode, 8).ok()?;
            File::open(path).and_then(|file| file.set_permissions(fs::Permissions::from_mode(mode))).ok()
        }
        ["bind", path] => UnixDatagram::bind(path).ok().map(drop),
        ["unnamed", directory, name] => unnamed(directory, name),
        ["node", path] => {
            let path = c_string(path);
            // SAFETY: a C string that outlives the call, and numbers: a regular file.
            call(unsafe { libc::mknod(path.as_ptr(), libc::S_IFREG | 0o644, 0) })
        }
        ["device", path] => {
            let path = c_string(path);
            // SAFETY: a C string that outlives the call, and numbers: what `/dev/null` is.
            call(unsafe { libc::mknod(path.as_ptr(), libc::S_IFCHR | 0o644, libc::makedev(1, 3)) })
        }
        ["reopen", path] => {
            let open = File::open(path).ok()?;
            let again = format!("/proc/self/fd/{}", open.as_raw_fd());
            File::options()
                .write(true)
                .truncate(true)
                .open(again)
                .and_then(|mut file| file.write_all(b"x"))
                .ok()
        }
        ["map", path] => map(path),
        ["from-directory", directory, name] => {
            from_directory(directory, name, libc::O_WRONLY | libc::O_CREAT)
                .and_then(|mut file| file.write_all(b"x").ok())
        }
        ["read-from-directory", directory, name] => {
            from_directory(directory, name, libc::O_RDONLY).and_then(print)
        }
        ["by-handle", path, root] => by_handle(path, root),
        ["fchmod", path] => {
            File::open(path).and_then(|file| file.set_permissions(fs::Permissions::from_mode(0o640))).ok()
        }
        ["futimens", path] => File::open(path).ok().and_then(|file| {
            let times = [libc::timespec { tv_sec: 0, tv_nsec: 0 }; 2];
            // SAFETY: an open descriptor and two times, which outlive the call.
            call(unsafe { libc::futimens(file.as_raw_fd(), times.as_ptr()) })
        }),
        ["setxattr", path] => shared_memory::set_attribute(Path::new(path)).then_some(()),
        ["swap-link", inside, outside, name] => {
            swap(inside, outside, name, |path, target| {
                let next = format!("{path}.next");
                let _ = symlink(target, &next);
                let _ = fs::rename(&next, path);
            });
            Some(())
        }
        ["swap-directory", inside, outside, name] => swap_directory(inside, outside, name),
        ["swap-text", harmless, wanted] => {
            swap_text(harmless, wanted);
            Some(())
        }
        ["set-user-id", path] => set_user_id(path),
        _ => return None,
    })
}

fn print(file: File) -> Answer {
    print!("{}", std::io::read_to_string(file).ok()?);
    Some(())
}

fn from_directory(directory: &str, name: &str, flags: i32) -> Option<File> {
    let directory = File::open(directory).ok()?;
    let name = c_string(name);
    // SAFETY: an open descriptor, a C string that outlives the call, and numbers.
    let file = unsafe { libc::openat(directory.as_raw_fd(), name.as_ptr(), flags, 0o644) };
    // SAFETY: the call just returned this descriptor, and nothing else owns it.
    (file >= 0).then(|| unsafe { File::from_raw_fd(file) })
}

/// Gives one end of a pair of connected sockets a name, which makes a socket file (`unix(7)`).
fn bind_pair(path: &str) -> Answer {
    let mut ends = [0; 2];
    // SAFETY: the kernel writes two descriptors to the array, which outlives the call.
    call(unsafe { libc::socketpair(libc::AF_UNIX, libc::SOCK_STREAM, 0, ends.as_mut_ptr()) })?;
    // SAFETY: the structure is numbers only, for which zero is a value.
    let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    for (slot, byte) in address.sun_path.iter_mut().zip(path.bytes()) {
        *slot = libc::c_char::from_ne_bytes([byte]);
    }
    let length = size_of::<libc::sockaddr_un>() as libc::socklen_t;
    let [end, _] = ends;
    // SAFETY: an open descriptor, and an address of this length that outlives the call.
    call(unsafe { libc::bind(end, (&raw const address).cast(), length) })
}

/// Makes a file without a name in a directory and names it then (`open(2)`, `O_TMPFILE`).
fn unnamed(directory: &str, name: &str) -> Answer {
    let opened = c_string(directory);
    // SAFETY: a C string that outlives the call, and numbers.
    let file = unsafe { libc::open(opened.as_ptr(), libc::O_TMPFILE | libc::O_RDWR, 0o644) };
    if file < 0 {
        return None;
    }
    // SAFETY: the call just returned this descriptor, and nothing else owns it.
    let file = unsafe { OwnedFd::from_raw_fd(file) };
    let from = c_string(&format!("/proc/self/fd/{}", file.as_raw_fd()));
    let to = c_string(&format!("{directory}/{name}"));
    let here = libc::AT_FDCWD;
    // SAFETY: two C strings that outlive the call, and numbers.
    call(unsafe { libc::linkat(here, from.as_ptr(), here, to.as_ptr(), libc::AT_SYMLINK_FOLLOW) })
}

/// Writes to a file as memory.
fn map(path: &str) -> Answer {
    let file = File::options().read(true).write(true).open(path).ok()?;
    // SAFETY: maps one byte of an open file, which is not empty, writes it and unmaps it; nothing else uses it.
    unsafe {
        let both = libc::PROT_READ | libc::PROT_WRITE;
        let start = libc::mmap(std::ptr::null_mut(), 1, both, libc::MAP_SHARED, file.as_raw_fd(), 0);
        if start == libc::MAP_FAILED {
            return None;
        }
        start.cast::<u8>().write(b'x');
        libc::munmap(start, 1);
    }
    Some(())
}

/// Opens a file by its number in the file system, past all directories (`open_by_handle_at(2)`).
fn by_handle(path: &str, root: &str) -> Answer {
    #[repr(C)]
    struct Handle {
        bytes: u32,
        kind: i32,
        data: [u8; 128],
    }
    let mut handle = Handle { bytes: 128, kind: 0, data: [0; 128] };
    let path = c_string(path);
    let mut mount = 0;
    let mount_of = File::open(root).ok()?;
    // SAFETY: a C string, a structure with room for as many bytes as it says, and a number; all outlive the call.
    let named = unsafe {
        libc::syscall(
            libc::SYS_name_to_handle_at,
            libc::AT_FDCWD,
            path.as_ptr(),
            &raw mut handle,
            &raw mut mount,
            0,
        )
    };
    call(named)?;
    // SAFETY: an open descriptor and the structure that the kernel has filled.
    let file = unsafe {
        libc::syscall(libc::SYS_open_by_handle_at, mount_of.as_raw_fd(), &raw const handle, libc::O_RDONLY)
    };
    // SAFETY: the call just returned this descriptor, and nothing else owns it.
    (file >= 0).then(|| unsafe { File::from_raw_fd(file as i32) }).and_then(print)
}

/// Lets one thread swap what `swapped` leads to, while another makes a file in it.
fn swap(inside: &str, outside: &str, name: &str, turn: impl Fn(&str, &str) + Sync) {
    let done = AtomicBool::new(false);
    let path = format!("{inside}.link");
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                turn(&path, inside);
                turn(&path, outside);
            }
        });
        race(&Path::new(outside).join(name), || drop(File::create(format!("{path}/{name}"))));
        done.store(true, Ordering::Relaxed);
    });
}

/// Lets two names change places at once (`renameat2(2)`).
fn exchange(one: &CStr, other: &CStr) -> libc::c_long {
    let here = libc::AT_FDCWD;
    // SAFETY: two C strings that outlive the call, and numbers.
    unsafe {
        libc::syscall(libc::SYS_renameat2, here, one.as_ptr(), here, other.as_ptr(), libc::RENAME_EXCHANGE)
    }
}

/// The same with a directory that is exchanged for a link.
fn swap_directory(inside: &str, outside: &str, name: &str) -> Answer {
    let link = format!("{inside}.link");
    symlink(outside, &link).ok()?;
    let done = AtomicBool::new(false);
    let (from, to) = (c_string(inside), c_string(&link));
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                exchange(&from, &to);
            }
        });
        race(&Path::new(outside).join(name), || drop(File::create(format!("{inside}/{name}"))));
        done.store(true, Ordering::Relaxed);
    });
    Some(())
}

/// Lets one thread change the path in memory that another gives to the kernel. Both have the same length.
fn swap_text(harmless: &str, wanted: &str) {
    let mut text = c_string(harmless).into_bytes_with_nul();
    let start = text.as_mut_ptr().expose_provenance();
    let done = AtomicBool::new(false);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for from in [harmless, wanted] {
                    let path = std::ptr::with_exposed_provenance_mut::<u8>(start);
                    for (index, byte) in from.bytes().enumerate() {
                        // SAFETY: within the text, which outlives this scope. That the kernel reads it meanwhile is
                        // the point; no thread of this program does.
                        unsafe { path.add(index).write_volatile(byte) };
                    }
                }
            }
        });
        race(Path::new(wanted), || {
            let path = std::ptr::with_exposed_provenance::<libc::c_char>(start);
            // SAFETY: the text always ends with a null byte, and outlives the call.
            let file = unsafe { libc::open(path, libc::O_WRONLY | libc::O_CREAT, 0o644) };
            if file >= 0 {
                // SAFETY: the call just returned this descriptor, and nothing else owns it.
                drop(unsafe { OwnedFd::from_raw_fd(file) });
            }
        });
        done.store(true, Ordering::Relaxed);
    });
    drop(text);
}

/// Takes turns until the file that must not appear is there, or for a while.
fn race(wanted: &Path, mut turn: impl FnMut()) {
    let start = Instant::now();
    while start.elapsed() < RACE && !wanted.exists() {
        turn();
    }
}

/// Gives another user's rights to a copy of this program and executes it: for root, whose file can be anybody's.
fn set_user_id(path: &str) -> Answer {
    const OTHER: u32 = 65_533;
    fs::copy("/proc/self/exe", path).ok()?;
    std::os::unix::fs::chown(path, Some(OTHER), Some(OTHER)).ok()?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o4755)).ok()?;
    let path = fs::canonicalize(path).ok()?;
    let status = std::process::Command::new(path).args([ARGUMENT, "is-user", "65533"]).status();
    status.ok()?.success().then_some(())
}
