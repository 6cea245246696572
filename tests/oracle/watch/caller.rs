//! The process that makes a call: its memory, its files, its name, as `/proc` shows them while it waits.

use std::fs;
use std::os::unix::fs::FileExt;
use std::path::{Component, Path, PathBuf};

/// The most arguments that are read of a program.
const ARGUMENTS_MAX: u64 = 1024;

/// Longest path that the kernel takes.
const PATH_BYTES_MAX: usize = 4096;

/// One waiting thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller(pub u32);

impl Caller {
    /// The bytes at `address`, as many as there are up to `length`.
    pub(super) fn bytes(self, address: u64, length: usize) -> Option<Vec<u8>> {
        let memory = fs::File::open(format!("/proc/{}/mem", self.0)).ok()?;
        let mut bytes = vec![0; length];
        let read = memory.read_at(&mut bytes, address).ok()?;
        bytes.truncate(read);
        Some(bytes)
    }

    /// The C string at `address`; none for a null pointer or memory that cannot be read.
    pub(super) fn text(self, address: u64) -> Option<String> {
        let bytes = self.bytes(address, PATH_BYTES_MAX)?;
        let end = bytes.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(bytes.get(..end)?).into_owned())
    }

    /// The number at `address`.
    pub(super) fn number(self, address: u64) -> Option<u64> {
        Some(u64::from_ne_bytes(self.bytes(address, 8)?.try_into().ok()?))
    }

    /// The C strings that the list of pointers at `address` names, up to its null pointer.
    pub(super) fn texts(self, address: u64) -> Vec<String> {
        let pointers = (0..ARGUMENTS_MAX).map(|at| self.number(address + 8 * at));
        pointers.map_while(|pointer| pointer.filter(|it| *it != 0)).map_while(|it| self.text(it)).collect()
    }

    /// What an open file is: `pipe:[1]`, `/dev/null`, `/memfd:x (deleted)`.
    pub(super) fn descriptor(self, number: u64) -> Option<String> {
        let number = number as u32;
        let target = fs::read_link(format!("/proc/{}/fd/{number}", self.0)).ok()?;
        Some(target.to_string_lossy().into_owned())
    }

    /// `path` as the caller means it, absolute, with `.` and `..` taken out as text.
    pub(super) fn resolve(self, directory: Option<u64>, path: &str) -> String {
        let base = match directory {
            Some(number) if number as i32 != libc::AT_FDCWD => self.descriptor(number).map(PathBuf::from),
            _ => fs::read_link(format!("/proc/{}/cwd", self.0)).ok(),
        };
        let mut absolute = PathBuf::new();
        for part in base.unwrap_or_default().join(path).components() {
            match part {
                Component::ParentDir => drop(absolute.pop()),
                Component::CurDir => {}
                part => absolute.push(part),
            }
        }
        absolute.to_string_lossy().into_owned()
    }

    /// The file's name of the program that it runs.
    pub(super) fn program(self) -> String {
        let program = fs::read_link(format!("/proc/{}/exe", self.0)).unwrap_or_default();
        base_name(&program.to_string_lossy()).to_owned()
    }

    /// The number of its process, of which this is one thread.
    pub(super) fn process(self) -> Option<u32> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0)).ok()?;
        status.lines().find_map(|line| line.strip_prefix("Tgid:"))?.trim().parse().ok()
    }
}

/// What follows the last slash.
pub(super) fn base_name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path)
}
