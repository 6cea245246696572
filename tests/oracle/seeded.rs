//! The oracle itself: it tells of what it must tell of, and of nothing else.

use std::fmt::Write as _;

use libtest_mimic::Failed;

use crate::exemptions::Exemptions;
use crate::machine::Machine;
use crate::place::Place;
use crate::tally::Tally;
use crate::trials::watched;
use crate::wire::Job;

/// Harmless commands of which a watcher must tell: the command, the programs that it may execute, and the calls of
/// which it must name one.
const SEEDED: &[(&str, &[&str], &[&str])] = &[
    ("echo x > seeded", &[], &["openat"]),
    ("echo x >> a", &[], &["openat"]),
    ("(echo x > seeded) & wait", &[], &["openat"]),
    ("echo x | (cat; echo y > seeded)", &["cat"], &["openat"]),
    ("touch seeded", &["touch"], &["openat"]),
    ("touch -c -d 2001-01-01 a", &["touch"], &["utimensat"]),
    ("mkdir seeded", &["mkdir"], &["mkdir", "mkdirat"]),
    ("rmdir .hidden", &["rmdir"], &["rmdir", "unlinkat"]),
    ("rm -f a", &["rm"], &["unlinkat"]),
    ("mv a c", &["mv"], &["rename", "renameat2"]),
    ("ln -s a seeded", &["ln"], &["symlinkat", "symlink"]),
    ("ln a seeded", &["ln"], &["linkat", "link"]),
    ("chmod 600 a", &["chmod"], &["chmod", "fchmodat", "fchmodat2"]),
    ("chown 0 a", &["chown"], &["chown", "fchownat"]),
    ("mknod seeded p", &["mknod"], &["mknod", "mknodat"]),
    ("truncate -s 1 a", &["truncate"], &["openat"]),
    ("cp a /dev/shm/seeded", &["cp"], &["openat"]),
    ("sort -o a a", &["sort"], &["openat"]),
    ("git add untracked", &["git"], &["openat", "mkdir"]),
    ("ls", &[], &["execve"]),
    ("timeout 5 ls", &["timeout"], &["execve"]),
    ("exec 3<>/dev/tcp/127.0.0.1/9", &[], &["socket"]),
    ("kill -TERM 1", &[], &["kill"]),
    ("renice 1 1", &["renice"], &["setpriority"]),
];

/// Commands of which a watcher must not tell, with the programs that they execute.
const SILENT: &[(&str, &[&str])] = &[
    ("echo x >/dev/null 2>&1", &[]),
    ("cat a | wc -l 2>/dev/stderr", &["cat", "wc"]),
    ("cat <(echo x) <<<y", &["cat"]),
    ("cat <<'E'\nx\nE", &["cat"]),
    ("timeout 5 cat a", &["timeout", "cat"]),
    ("echo x >/dev/stdout", &[]),
    ("kill -0 $$; (kill -TERM $BASHPID)", &[]),
    ("git status; git log --oneline", &["git"]),
    ("ls -l . sub", &["ls"]),
];

fn job((command, executes): (&str, &[&str])) -> Job {
    let executes = executes.iter().map(|name| (*name).to_owned()).collect();
    Job { command: command.to_owned(), executes, variable: String::new() }
}

pub(crate) fn caught() -> Result<(), Failed> {
    let place = Place::new()?;
    let machine = Machine::here();
    let there: Vec<_> =
        SEEDED.iter().filter(|(_, executes, _)| executes.iter().all(|name| machine.has(name))).collect();
    let jobs: Vec<Job> = there.iter().map(|(command, executes, _)| job((command, executes))).collect();
    let Some(deeds) = watched(&place, &jobs, &Exemptions::load())? else { return Ok(()) };
    let mut missed = String::new();
    for ((command, _, calls), deed) in there.iter().zip(&deeds) {
        if !deed.violations.iter().any(|violation| calls.contains(&violation.call.as_str())) {
            let _ = writeln!(missed, "`{command}` should be caught at {calls:?}: {deed:?}");
        }
    }
    if missed.is_empty() { Ok(()) } else { Err(missed.into()) }
}

pub(crate) fn silent() -> Result<(), Failed> {
    let place = Place::new()?;
    let jobs: Vec<Job> = SILENT.iter().copied().map(job).collect();
    let Some(deeds) = watched(&place, &jobs, &Exemptions::load())? else { return Ok(()) };
    Tally::of(&jobs, &deeds).conclude("")
}
