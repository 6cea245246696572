//! Whose implementation of a program the shell would find: that of GNU/Linux, a BSD, macOS or `BusyBox`.
//!
//! Owns the look at `PATH` and at the program itself. Starts nothing, and names nothing that it is not sure of: a program
//! that the user installed in front of the system's own is nobody's, unless its place and its name say more.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use policy_core::System;

/// The directories that only the system's own programs are in.
const OWN: [&str; 4] = ["/bin", "/usr/bin", "/sbin", "/usr/sbin"];
/// The directories of package managers that add GNU's programs under another name (`gsed`), and link to them.
const ADDED: [&str; 3] = ["/opt/homebrew/Cellar", "/usr/local/Cellar", "/opt/local"];
/// The store of Nix, which only its daemon writes.
const STORE: &str = "/nix/store";
/// How much of a program is read: the name of its loader is in front (elf(5), `PT_INTERP`).
const FRONT_BYTES: u64 = 4096;
/// How the names of the loaders of the GNU C library begin.
const LOADERS: [&[u8]; 2] = [b"/ld-linux", b"/ld64.so"];

/// The operating system that this program was built for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Host {
    Linux,
    Macos,
    Bsd,
    Other,
}

impl Host {
    const HERE: Self = if cfg!(target_os = "linux") {
        Self::Linux
    } else if cfg!(target_os = "macos") {
        Self::Macos
    } else if cfg!(any(
        target_os = "freebsd",
        target_os = "openbsd",
        target_os = "netbsd",
        target_os = "dragonfly"
    )) {
        Self::Bsd
    } else {
        Self::Other
    };
}

/// Whose implementation a shell that looks in `path` starts as `program`, which is a name or an absolute path. None where
/// that is not sure.
pub(crate) fn implementation(program: &str, path: &OsStr) -> Option<System> {
    let found = if program.contains('/') { PathBuf::from(program) } else { find(program, path)? };
    if !found.is_absolute() {
        return None;
    }
    let name = found.file_name()?.to_str()?;
    let real = fs::canonicalize(&found).ok()?;
    if is_applet(&real) {
        return Some(System::Busybox);
    }
    match by_place(Host::HERE, name, &real) {
        Some(System::Gnu) if Host::HERE == Host::Linux && !is_linked_to_glibc(&real) => None,
        system => system,
    }
}

/// The first file of this name in the directories of `path`; none after a directory that is not absolute.
fn find(name: &str, path: &OsStr) -> Option<PathBuf> {
    let files = std::env::split_paths(path).map(|directory| directory.join(name));
    files.into_iter().find(|file| !file.is_absolute() || file.is_file())
}

/// What the place of the program at `real`, which the shell starts as `name`, says on this host.
fn by_place(host: Host, name: &str, real: &Path) -> Option<System> {
    let file = real.file_name()?.to_str()?;
    let folder = real.parent()?;
    let is_own = OWN.iter().any(|own| folder == Path::new(own));
    let is_named = file == name || file.strip_prefix('g') == Some(name);
    let is_added = ADDED.iter().any(|added| real.starts_with(added)) && file.strip_prefix('g') == Some(name);
    match host {
        Host::Linux => (is_named && (is_own || real.starts_with(STORE))).then_some(System::Gnu),
        Host::Macos if is_own => Some(System::Macos),
        Host::Macos => is_added.then_some(System::Gnu),
        Host::Bsd => is_own.then_some(System::Bsd),
        Host::Other => None,
    }
}

/// Whether the program at `real` is an applet: a link to the one program that has them all, or the same file as that.
fn is_applet(real: &Path) -> bool {
    let all = System::Busybox.name();
    let is_it = |file: &OsStr| file.to_str().is_some_and(|file| file.starts_with(all));
    if real.file_name().is_some_and(is_it) {
        return true;
    }
    let places = real.parent().into_iter().chain(OWN.map(Path::new));
    places.map(|folder| folder.join(all)).any(|one| is_same(&one, real))
}

/// Whether both are the same file.
#[cfg(unix)]
fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let id = |path: &Path| path.metadata().ok().map(|found| (found.dev(), found.ino()));
    id(one).is_some_and(|one| Some(one) == id(other))
}

/// There are no hard links to look for.
#[cfg(not(unix))]
fn is_same(_one: &Path, _other: &Path) -> bool {
    false
}

/// Whether the program at `file`, or the one that runs it as a script, needs the loader of the GNU C library.
fn is_linked_to_glibc(file: &Path) -> bool {
    let names_loader = |front: &[u8]| {
        let is_at = |loader: &&[u8]| front.windows(loader.len()).any(|part| part == *loader);
        front.starts_with(b"\x7fELF") && LOADERS.iter().any(is_at)
    };
    let Some(front) = front(file) else { return false };
    let Some(line) = front.strip_prefix(b"#!") else { return names_loader(&front) };
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or(line).trim_ascii();
    let program = line.split(u8::is_ascii_whitespace).next().unwrap_or(line);
    let program = std::str::from_utf8(program).ok().map(Path::new).filter(|it| it.is_absolute());
    program.and_then(self::front).is_some_and(|front| names_loader(&front))
}

/// The first bytes of a file.
fn front(file: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(FRONT_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn the_place_says_whose_a_program_is_only_where_that_is_sure() {
        use Host::{Bsd, Linux, Macos, Other};

        for (host, name, real, expected) in [
            (Linux, "sed", "/usr/bin/sed", Some(System::Gnu)),
            (Linux, "sed", "/nix/store/x-gnused-4.9/bin/sed", Some(System::Gnu)),
            (Linux, "nc", "/usr/bin/nc.openbsd", None),
            (Linux, "awk", "/usr/bin/mawk", None),
            (Linux, "sed", "/home/u/bin/sed", None),
            (Linux, "sed", "/usr/local/bin/sed", None),
            (Macos, "sed", "/usr/bin/sed", Some(System::Macos)),
            (Macos, "sed", "/opt/homebrew/Cellar/gnu-sed/4.9/bin/gsed", Some(System::Gnu)),
            (Macos, "sed", "/opt/local/bin/gsed", Some(System::Gnu)),
            (Macos, "sed", "/opt/homebrew/Cellar/other/1.0/bin/sed", None),
            (Macos, "sed", "/Users/u/bin/gsed", None),
            (Bsd, "sed", "/usr/bin/sed", Some(System::Bsd)),
            (Bsd, "sed", "/usr/local/bin/gsed", None),
            (Other, "sed", "/usr/bin/sed", None),
        ] {
            assert_eq!(by_place(host, name, Path::new(real)), expected, "{name} at {real} on {host:?}");
        }
    }

    #[test]
    fn an_applet_is_told_by_a_link_and_by_the_same_file() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let (bin, other) = (root.join("bin"), root.join("other"));
        fs::create_dir(&bin).unwrap();
        fs::create_dir(&other).unwrap();
        let all = bin.join(System::Busybox.name());
        fs::write(&all, "applets").unwrap();
        symlink(&all, other.join("linked")).unwrap();
        fs::hard_link(&all, bin.join("same")).unwrap();
        fs::write(bin.join("own"), "a program").unwrap();
        let path = std::env::join_paths([&bin, &other]).unwrap();
        assert_eq!(implementation("linked", &path), Some(System::Busybox));
        assert_eq!(implementation("same", &path), Some(System::Busybox));
        assert_eq!(implementation(bin.join("same").to_str().unwrap(), OsStr::new("")), Some(System::Busybox));
        assert_eq!(implementation("own", &path), None, "it lies in no directory of the system");
        assert_eq!(implementation("missing", &path), None);
        assert_eq!(implementation("other/linked", &path), None, "the directory of the command is not known");
        let relative = std::env::join_paths([Path::new("bin"), &bin]).unwrap();
        assert_eq!(implementation("same", &relative), None, "a directory in front is relative");
    }

    #[test]
    fn the_loader_is_found_in_a_program_and_behind_a_script() {
        let Some(place) = test_support::place::without_blanks() else { return };
        let root = place.path();
        let write = |name: &str, text: &[u8]| fs::write(root.join(name), text).unwrap();
        write("glibc", b"\x7fELF....../lib64/ld-linux-x86-64.so.2\0");
        write("musl", b"\x7fELF....../lib/ld-musl-x86_64.so.1\0");
        write("text", b"/lib64/ld-linux-x86-64.so.2");
        write("far", &[b"\x7fELF".as_slice(), &[0; 5000], b"/lib64/ld-linux-x86-64.so.2"].concat());
        write("script", format!("#! {} -e\n", root.join("glibc").display()).as_bytes());
        write("applet-script", format!("#!{}\n", root.join("musl").display()).as_bytes());
        for (name, expected) in [
            ("glibc", true),
            ("musl", false),
            ("text", false),
            ("far", false),
            ("script", true),
            ("applet-script", false),
            ("missing", false),
        ] {
            assert_eq!(is_linked_to_glibc(&root.join(name)), expected, "{name}");
        }
    }
}
