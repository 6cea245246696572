//! Which files start when a shell looks a name up: the program, and the interpreters that a script names.
//!
//! Owns the look at `PATH`, at first lines and at who can change the files. Starts nothing. Where installed programs are, only
//! the core knows.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use policy_core::commands::is_wrapper;

use crate::ownership::Owners;

/// How many interpreters name a further one.
const INTERPRETERS_MAX: usize = 3;
/// How much of a program is read: the kernel takes no longer first line (`execve(2)`).
const LINE_BYTES_MAX: u64 = 256;

/// The files that start as `name` in a shell that looks in `path`, as [`Facts::programs`] describes them; empty where that
/// is not sure, or where somebody else could change one.
///
/// [`Facts::programs`]: policy_core::Facts::programs
pub(crate) fn program(name: &str, path: &OsStr) -> Vec<String> {
    files(name, path).unwrap_or_default()
}

fn files(name: &str, path: &OsStr) -> Option<Vec<String>> {
    let owners = Owners::of_this_process();
    let mut listed = Vec::new();
    let mut next = Some(find(name, path)?);
    while let Some(found) = next.take() {
        if listed.len() > 2 * INTERPRETERS_MAX {
            return None;
        }
        let files = pair(&found, &owners)?;
        let script = interpreter(Path::new(files.last()?))?;
        listed.extend(files);
        if let Some((interpreter, argument)) = script {
            let finds = looks_up(&interpreter);
            listed.extend(if finds { pair(&interpreter, &owners)? } else { Vec::new() });
            next = Some(if finds { find(started(argument.as_deref()?)?, path)? } else { interpreter });
        }
    }
    Some(listed)
}

/// The path of a program and where it leads, if nobody else can change it.
fn pair(program: &Path, owners: &Owners) -> Option<Vec<String>> {
    let real = program.canonicalize().ok()?;
    let is_own = owners.foreign(program).ok()?.is_none() && owners.foreign(&real).ok()?.is_none();
    is_own.then_some(())?;
    Some(vec![program.to_str()?.to_owned(), real.to_str()?.to_owned()])
}

/// The first program of this name in the directories of `path`; none after a directory that is not absolute.
fn find(name: &str, path: &OsStr) -> Option<PathBuf> {
    use nix::unistd::{AccessFlags, access};

    let runs = |file: &Path| file.is_file() && access(file, AccessFlags::X_OK).is_ok();
    let mut files = std::env::split_paths(path).map(|directory| directory.join(name));
    files.find(|file| !file.is_absolute() || runs(file)).filter(|file| file.is_absolute())
}

/// The interpreter that the first line of the program at `file` names, with its argument; the inner option is empty where it
/// is no script, the outer one where it cannot be read.
#[expect(clippy::option_option, reason = "no script and no answer are different")]
fn interpreter(file: &Path) -> Option<Option<(PathBuf, Option<String>)>> {
    use std::io::Read as _;

    let mut front = Vec::new();
    std::fs::File::open(file).ok()?.take(LINE_BYTES_MAX).read_to_end(&mut front).ok()?;
    let Some(line) = front.strip_prefix(b"#!") else {
        // A shell runs a text without a first line itself.
        let is_binary = front.contains(&0);
        return is_binary.then_some(None);
    };
    let line = line.split(|byte| *byte == b'\n').next().filter(|line| line.len() < front.len() - 2)?;
    let line = std::str::from_utf8(line).ok()?.trim();
    let (program, argument) = line
        .split_once([' ', '\t'])
        .map_or((line, None), |(program, argument)| (program, Some(argument.trim().to_owned())));
    let program = Path::new(program);
    program.is_absolute().then(|| Some((program.to_owned(), argument)))
}

/// Whether the interpreter looks the program up that its argument names, as env(1) does.
fn looks_up(interpreter: &Path) -> bool {
    interpreter.file_name().and_then(OsStr::to_str).is_some_and(is_wrapper)
}

/// The program that such an interpreter starts with this argument: a name, or `-S` and a name with arguments.
fn started(argument: &str) -> Option<&str> {
    let name = match argument.strip_prefix("-S") {
        Some(split) => split.split_whitespace().next()?,
        None => argument,
    };
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_+.".contains(letter);
    (name.chars().all(is_part) && name.starts_with(|first: char| first.is_ascii_alphanumeric()))
        .then_some(name)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    /// A program with this text.
    fn write(file: &Path, text: &[u8], mode: u32) {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
    }

    const NATIVE: &[u8] = b"\x7fELF\0\0";

    #[test]
    fn the_files_that_start_are_listed_with_what_they_lead_to_and_the_interpreters() {
        let Some(place) = test_support::place::without_blanks() else { return };
        let root = place.path().canonicalize().unwrap();
        let at = |path: &str| root.join(path).to_str().unwrap().to_owned();
        write(&root.join("bin/native"), NATIVE, 0o755);
        write(&root.join("lib/tool/index"), format!("#!{} -S node --x\n", at("bin/env")).as_bytes(), 0o755);
        write(&root.join("bin/env"), NATIVE, 0o755);
        write(&root.join("bin/node-24"), NATIVE, 0o755);
        symlink("node-24", root.join("bin/node")).unwrap();
        symlink("../lib/tool/index", root.join("bin/tool")).unwrap();
        write(&root.join("bin/plain"), format!("#! {}\n", at("bin/native")).as_bytes(), 0o755);
        write(&root.join("bin/text"), b"echo yes\n", 0o755);
        write(&root.join("bin/unfinished"), format!("#!{}", at("bin/native")).as_bytes(), 0o755);
        write(&root.join("bin/relative"), b"#!native\n", 0o755);
        write(&root.join("bin/assigns"), format!("#!{} A=b\n", at("bin/env")).as_bytes(), 0o755);
        write(&root.join("bin/itself"), format!("#!{}\n", at("bin/itself")).as_bytes(), 0o755);
        write(&root.join("first/native"), NATIVE, 0o644);
        let path = std::env::join_paths([root.join("first"), root.join("bin")]).unwrap();
        let twice = |name: &str| vec![at(name), at(name)];
        let tool = [
            vec![at("bin/tool"), at("lib/tool/index")],
            twice("bin/env"),
            vec![at("bin/node"), at("bin/node-24")],
        ];
        for (name, expected) in [
            ("native", twice("bin/native")),
            ("tool", tool.concat()),
            ("plain", [twice("bin/plain"), twice("bin/native")].concat()),
            ("text", Vec::new()),
            ("unfinished", Vec::new()),
            ("relative", Vec::new()),
            ("assigns", Vec::new()),
            ("itself", Vec::new()),
            ("missing", Vec::new()),
        ] {
            assert_eq!(program(name, &path), expected, "{name}");
        }
        let relative = std::env::join_paths([Path::new("bin"), &root.join("bin")]).unwrap();
        assert_eq!(program("native", &relative), [""; 0], "a directory in front is relative");
    }

    #[test]
    fn what_others_can_change_is_not_listed() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        write(&root.join("own/tool"), NATIVE, 0o755);
        write(&root.join("own/open"), NATIVE, 0o757);
        write(&root.join("open/tool"), NATIVE, 0o755);
        symlink("../open/tool", root.join("own/link")).unwrap();
        fs::set_permissions(root.join("open"), fs::Permissions::from_mode(0o757)).unwrap();
        assert_eq!(program("tool", root.join("own").as_os_str()).len(), 2);
        assert_eq!(program("open", root.join("own").as_os_str()), [""; 0]);
        assert_eq!(program("link", root.join("own").as_os_str()), [""; 0]);
        assert_eq!(program("tool", root.join("open").as_os_str()), [""; 0]);
    }
}
