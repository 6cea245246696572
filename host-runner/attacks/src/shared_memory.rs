//! Memory and queues that programs share, and attributes of files: what attacks need on the host and no library has.
//!
//! Owns what it makes: it is removed with the value.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The name of the attribute that an attack adds.
const ATTRIBUTE: &std::ffi::CStr = c"user.shellgate";

/// Longest secret that is shared.
const BYTES_MAX: usize = 128;

/// One piece.
#[derive(Debug)]
pub(crate) enum Memory {
    File(PathBuf),
    Segment(libc::c_int),
    Queue(libc::c_int),
}

/// A message of `msgsnd(2)`.
#[repr(C)]
struct Message {
    kind: libc::c_long,
    text: [u8; BYTES_MAX],
}

fn filled(secret: &str) -> [u8; BYTES_MAX] {
    let mut text = [0; BYTES_MAX];
    for (to, from) in text.iter_mut().zip(secret.bytes()) {
        *to = from;
    }
    text
}

impl Memory {
    /// A file in the directory that programs share memory by.
    pub(crate) fn file(name: &str, secret: &str) -> io::Result<Self> {
        let path = Path::new("/dev/shm").join(name);
        fs::write(&path, secret)?;
        Ok(Self::File(path))
    }

    /// A segment and its number.
    pub(crate) fn segment(secret: &str) -> io::Result<(Self, u32)> {
        // SAFETY: a call that takes numbers and makes a segment that nothing has mapped.
        let id = unsafe { libc::shmget(libc::IPC_PRIVATE, BYTES_MAX, libc::IPC_CREAT | 0o600) };
        if id < 0 {
            return Err(io::Error::last_os_error());
        }
        let text = filled(secret);
        // SAFETY: the segment is as long as `text`, it is mapped writable, and unmapped before anything else uses it.
        unsafe {
            let start = libc::shmat(id, std::ptr::null(), 0);
            if start.addr() == usize::MAX {
                return Err(io::Error::last_os_error());
            }
            std::ptr::copy_nonoverlapping(text.as_ptr(), start.cast(), BYTES_MAX);
            libc::shmdt(start);
        }
        Ok((Self::Segment(id), id.cast_unsigned()))
    }

    /// A queue with one message, and its number.
    pub(crate) fn queue(secret: &str) -> io::Result<(Self, u32)> {
        // SAFETY: a call that takes numbers and makes an empty queue.
        let id = unsafe { libc::msgget(libc::IPC_PRIVATE, libc::IPC_CREAT | 0o600) };
        let message = Message { kind: 1, text: filled(secret) };
        // SAFETY: the kernel copies as many bytes of the text as are said, and the message outlives the call.
        if id < 0 || unsafe { libc::msgsnd(id, (&raw const message).cast(), BYTES_MAX, libc::IPC_NOWAIT) } < 0
        {
            return Err(io::Error::last_os_error());
        }
        Ok((Self::Queue(id), id.cast_unsigned()))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        match self {
            Self::File(path) => drop(fs::remove_file(path)),
            // SAFETY: removes what this value made; what is mapped elsewhere stays until it is unmapped.
            Self::Segment(id) => drop(unsafe { libc::shmctl(*id, libc::IPC_RMID, std::ptr::null_mut()) }),
            // SAFETY: removes the queue that this value made.
            Self::Queue(id) => drop(unsafe { libc::msgctl(*id, libc::IPC_RMID, std::ptr::null_mut()) }),
        }
    }
}

/// What is in a segment; none when it cannot be reached.
pub(crate) fn read_segment(id: i32) -> Option<Vec<u8>> {
    // SAFETY: the segment is mapped for reading, is as long as what is copied, and is unmapped afterwards.
    unsafe {
        let start = libc::shmat(id, std::ptr::null(), libc::SHM_RDONLY);
        if start.addr() == usize::MAX {
            return None;
        }
        let text = std::slice::from_raw_parts(start.cast::<u8>(), BYTES_MAX).to_vec();
        libc::shmdt(start);
        Some(text)
    }
}

/// The message in a queue; none when it cannot be reached.
pub(crate) fn read_queue(id: i32) -> Option<Vec<u8>> {
    let mut message = Message { kind: 0, text: [0; BYTES_MAX] };
    // SAFETY: the kernel writes at most as many bytes as the text has, and the message outlives the call.
    let answer = unsafe { libc::msgrcv(id, (&raw mut message).cast(), BYTES_MAX, 0, libc::IPC_NOWAIT) };
    (answer >= 0).then(|| message.text.to_vec())
}

fn c_path(path: &Path) -> Option<CString> {
    CString::new(path.as_os_str().as_bytes()).ok()
}

/// Gives a file the attribute.
pub(crate) fn set_attribute(path: &Path) -> bool {
    let Some(path) = c_path(path) else { return false };
    // SAFETY: both names are C strings, and the value has the length that is said; all outlive the call.
    unsafe { libc::setxattr(path.as_ptr(), ATTRIBUTE.as_ptr(), c"x".as_ptr().cast(), 1, 0) == 0 }
}

/// Whether a file has it.
pub(crate) fn has_attribute(path: &Path) -> bool {
    let Some(path) = c_path(path) else { return false };
    // SAFETY: both names are C strings that outlive the call; nothing is written, because the buffer has no length.
    unsafe { libc::getxattr(path.as_ptr(), ATTRIBUTE.as_ptr(), std::ptr::null_mut(), 0) >= 0 }
}
