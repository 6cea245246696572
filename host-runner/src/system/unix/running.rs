//! Whether a program of this user is running, on Unix.
//!
//! Owns the look at the processes of this user with this home (`proc(5)`). Signals nobody.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use nix::unistd::Uid;

/// Words of a command line among which the name of a program may be: itself, or an interpreter and its script.
const WORDS_MAX: usize = 3;

/// Whether a process of this user, whose home is `home`, is the program `name`. None where processes cannot be listed.
pub(crate) fn is_running(name: &str, home: &Path) -> Option<bool> {
    let processes = fs::read_dir("/proc").ok()?;
    let own = Uid::effective().as_raw();
    Some(processes.flatten().any(|process| {
        let place = process.path();
        let number = process.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
        let is_process = number.is_some_and(|number| number != std::process::id());
        let is_own = is_process && fs::metadata(&place).is_ok_and(|found| found.uid() == own);
        let read = |file: &str| fs::read(place.join(file)).unwrap_or_default();
        is_own && is_program(&read("cmdline"), name) && is_at_home(&read("environ"), home)
    }))
}

/// Whether the command line `line`, whose words end with NUL, starts the program `name`.
fn is_program(line: &[u8], name: &str) -> bool {
    let words =
        line.split(|byte| *byte == 0).take(WORDS_MAX).filter_map(|word| std::str::from_utf8(word).ok());
    // After the first word it must be a path: `man NAME` is another program.
    let mut programs = words.enumerate().filter(|(place, word)| *place == 0 || word.contains('/'));
    programs.any(|(_, word)| Path::new(word).file_name().is_some_and(|it| it == name))
}

/// Whether the environment, whose variables end with NUL, has this home.
fn is_at_home(environment: &[u8], home: &Path) -> bool {
    let mut variables = environment.split(|byte| *byte == 0);
    variables.any(|variable| variable.strip_prefix(b"HOME=") == Some(home.as_os_str().as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn a_program_is_known_by_its_name_or_its_script() {
        for (line, expected) in [
            (&b"claude\0"[..], true),
            (b"/usr/bin/claude\0-p\0go\0", true),
            (b"node\0/x/bin/claude\0", true),
            (b"vim\0-R\0-n\0/x/claude\0", false),
            (b"shellgate\0install\0claude\0", false),
            (b"claude-helper\0", false),
            (b"", false),
        ] {
            assert_eq!(is_program(line, "claude"), expected, "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn a_process_counts_only_with_the_same_home() {
        for (environment, expected) in [
            (&b"A=1\0HOME=/home/u\0"[..], true),
            (b"HOME=/home/u/x\0", false),
            (b"OTHER_HOME=/home/u\0", false),
            (b"", false),
        ] {
            assert_eq!(is_at_home(environment, Path::new("/home/u")), expected);
        }
    }

    #[test]
    fn a_program_runs_from_its_start_to_its_end() {
        let home = tempfile::tempdir().unwrap();
        let name = "a-program-that-nobody-has";
        let program = home.path().join(name);
        fs::write(&program, "read line").unwrap();
        let runs = |home: &Path| is_running(name, home).unwrap();
        assert!(!runs(home.path()));
        let mut command = std::process::Command::new("sh");
        let mut child = command.arg(&program).env("HOME", home.path()).stdin(Stdio::piped()).spawn().unwrap();
        // Between fork and exec it still has the command line of this program.
        while !runs(home.path()) && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        assert!(runs(home.path()) && !runs(Path::new("/another/home")));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!runs(home.path()));
    }
}
