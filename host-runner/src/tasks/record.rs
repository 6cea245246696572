//! A task as other processes see it: files in the session's directory, and a lock while it runs.
//!
//! Owns the files beside an output: `run-1.json` (what it is and how it ended), `run-1.read` (how far its output was
//! read), `run-1.stop` (somebody asked it to stop). The process that minds the task has a lock
//! ([`files::minded_by`]), which ends with that process, so a task whose runner was killed never looks alive.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use super::{NewOutput, UnknownTask, milliseconds_since_1970, new_output};
use crate::outcome::Outcome;
use crate::output::file::OutputFile;
use crate::output::regular;
use crate::output::store::is_locked;
use crate::system::files;
use crate::system::lock::Lock;

/// How often another process looks whether a task has ended.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Largest record that is read, in bytes; an outcome has at most an image.
const RECORD_BYTES_MAX: u64 = 16 << 20;

/// Bytes that are set aside for the record of how a task ends, should the disk be full by then.
const RESERVED_BYTES: usize = 16 << 10;

/// The content of a task's file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Its name in the session.
    pub id: String,
    /// The command.
    pub command: String,
    /// Where it started.
    pub cwd: PathBuf,
    /// When it started, in milliseconds since 1970.
    pub started_at: u64,
    /// Whether it runs.
    #[serde(default)]
    pub running: bool,
    /// How many bytes it has written.
    #[serde(default)]
    pub output_size: u64,
    /// How it ended, as `run --json` says it; none as long as it runs, and when its runner was killed.
    pub outcome: Option<serde_json::Value>,
    /// Why its file says nothing of all this; none when it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
}

impl Record {
    /// The record of a task whose file cannot be read.
    fn unreadable(why: String) -> Self {
        Self {
            id: String::new(),
            command: String::new(),
            cwd: PathBuf::new(),
            started_at: 0,
            running: false,
            output_size: 0,
            outcome: None,
            unreadable: Some(why),
        }
    }
}

/// The side of the process that minds the task.
#[derive(Debug)]
pub(crate) struct Minded {
    record: Record,
    path: PathBuf,
    /// Goes when the end is to be written.
    reserve: Option<File>,
    _alive: Lock,
}

impl Minded {
    /// Says that the task with this output runs. When this returns, the record is on the disk.
    ///
    /// # Errors
    /// The record cannot be written, or there is no room for the one of its end.
    pub(crate) fn begin(
        output: &OutputFile,
        command: &str,
        cwd: &Path,
        ran_for: Duration,
    ) -> io::Result<Self> {
        let alive = output.mind()?;
        let record = Record {
            id: output.name().to_owned(),
            command: command.to_owned(),
            cwd: cwd.to_owned(),
            started_at: milliseconds_since_1970(SystemTime::now() - ran_for),
            running: false,
            output_size: 0,
            outcome: None,
            unreadable: None,
        };
        let path = output.path().with_extension("json");
        let reserve = Some(reserved(path.parent().unwrap_or(Path::new(".")))?);
        let minded = Self { record, path, reserve, _alive: alive };
        minded.write()?;
        Ok(minded)
    }

    /// Says that the task never ran.
    pub(crate) fn never_ran(self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Whether somebody asked the task to stop.
    pub(crate) fn is_to_stop(&self) -> bool {
        self.path.with_extension("stop").exists()
    }

    /// Says how the task ended; without its output where there is no room for that.
    pub(crate) fn end(mut self, outcome: &Outcome) -> io::Result<()> {
        self.reserve = None;
        self.record.outcome = Some(serde_json::to_value(outcome)?);
        self.write().or_else(|error| {
            let mut short = outcome.clone();
            short.stdout.clear();
            short.notes.push(format!("the record of this task has no output: {error}"));
            self.record.outcome = Some(serde_json::to_value(short)?);
            self.write()
        })
    }

    /// Writes the file in one step: whoever reads it sees the old one or the new one.
    fn write(&self) -> io::Result<()> {
        let directory = self.path.parent().unwrap_or(Path::new("."));
        let mut file =
            files::private_file(&mut tempfile::Builder::new()).prefix(".record-").tempfile_in(directory)?;
        file.write_all(&serde_json::to_vec(&self.record)?)?;
        // Some file systems say only now that they are full.
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        Ok(())
    }
}

/// Room on the disk of `directory`, in a file without a name, which ends with this process.
fn reserved(directory: &Path) -> io::Result<File> {
    let mut file = tempfile::tempfile_in(directory)?;
    file.write_all(&[0; RESERVED_BYTES])?;
    file.sync_all()?;
    Ok(file)
}

/// The tasks of a session directory, as another process sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directory {
    path: PathBuf,
}

impl Directory {
    /// The directory of a session.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Every task in it, in the order in which they started. None when there is no such directory.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn list(&self) -> io::Result<Vec<Record>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut records = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .filter_map(|path| self.read(path.file_stem()?.to_str()?).ok())
            .collect::<Vec<_>>();
        records.sort_by(|one, other| (one.started_at, &one.id).cmp(&(other.started_at, &other.id)));
        Ok(records)
    }

    /// The task `id`. One whose file cannot be read has only its name, and why.
    ///
    /// # Errors
    /// There is none.
    pub fn read(&self, id: &str) -> Result<Record, UnknownTask> {
        let unknown = || UnknownTask(id.to_owned());
        let output = self.file(id, "out")?;
        // Looked at before the file: it says how the task ended before the lock goes.
        let running = is_locked(&files::minded_by(&output));
        let record = match regular::read(&self.file(id, "json")?, RECORD_BYTES_MAX) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(unknown()),
            Err(error) => Err(error.to_string()),
            Ok(text) => serde_json::from_slice::<Record>(&text).map_err(|error| error.to_string()),
        };
        let record = record.unwrap_or_else(Record::unreadable);
        let output_size = output.symlink_metadata().map_or(0, |found| found.len());
        Ok(Record { id: id.to_owned(), running: running && record.outcome.is_none(), output_size, ..record })
    }

    /// The output of `id` since the last call for this directory, or all of it, with at most `limit` characters.
    ///
    /// # Errors
    /// There is no such task, or its output cannot be read.
    pub fn output(&self, id: &str, all: bool, limit: usize) -> Result<io::Result<NewOutput>, UnknownTask> {
        let record = self.read(id)?;
        let (output, position) = (self.file(id, "out")?, self.file(id, "read")?);
        let read = regular::read(&position, 32).ok();
        let from = read.and_then(|text| str::from_utf8(&text).ok()?.trim().parse().ok());
        let from = from.filter(|_| !all).unwrap_or(0);
        Ok(OutputFile::open(id.to_owned(), &output)
            .and_then(|output| new_output(&output, from, limit, !record.running))
            .and_then(|new| {
                regular::write(&position, &new.to.to_string())?;
                Ok(new)
            }))
    }

    /// Waits until `id` has ended, at most this long. The record says whether it has.
    ///
    /// # Errors
    /// There is no such task.
    pub fn wait(&self, id: &str, at_most: Option<Duration>) -> Result<Record, UnknownTask> {
        let start = Instant::now();
        loop {
            let record = self.read(id)?;
            if !record.running || at_most.is_some_and(|most| start.elapsed() >= most) {
                return Ok(record);
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }

    /// Asks `id` to stop. [`wait`](Self::wait) returns when it has ended.
    ///
    /// # Errors
    /// There is no such task, or the request cannot be left.
    pub fn stop(&self, id: &str) -> Result<io::Result<()>, UnknownTask> {
        self.read(id)?;
        Ok(regular::write(&self.file(id, "stop")?, ""))
    }

    /// A file of the task `id`, whose name comes from outside.
    fn file(&self, id: &str, extension: &str) -> Result<PathBuf, UnknownTask> {
        let is_name = id
            .strip_prefix("run-")
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
        if is_name {
            Ok(self.path.join(id).with_extension(extension))
        } else {
            Err(UnknownTask(id.to_owned()))
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_task_runs_as_long_as_somebody_minds_it() {
        let place = tempfile::tempdir().unwrap();
        let output = OutputFile::create("run-1".to_owned(), &place.path().join("run-1.out")).unwrap();
        output.for_command().unwrap().0.write_all(b"one\n").unwrap();
        let directory = Directory::new(place.path());
        assert_eq!(directory.list().unwrap(), []);
        let minded = Minded::begin(&output, "make", Path::new("/repo"), Duration::ZERO).unwrap();
        let running = directory.read("run-1").unwrap();
        assert_eq!((running.command.as_str(), running.running, running.output_size), ("make", true, 4));
        assert!(!minded.is_to_stop());
        directory.stop("run-1").unwrap().unwrap();
        assert!(minded.is_to_stop());
        let late = directory.wait("run-1", Some(Duration::ZERO)).unwrap();
        assert!(late.running);
        minded.end(&Outcome { exit_code: 3, ..Outcome::default() }).unwrap();
        let ended = directory.wait("run-1", None).unwrap();
        assert_eq!((ended.running, &ended.outcome.unwrap()["exitCode"]), (false, &3.into()));
        assert_eq!(directory.list().unwrap().len(), 1);
    }

    #[test]
    fn a_task_whose_runner_is_gone_does_not_run_and_has_no_outcome() {
        let place = tempfile::tempdir().unwrap();
        let output = OutputFile::create("run-1".to_owned(), &place.path().join("run-1.out")).unwrap();
        drop(Minded::begin(&output, "make", Path::new("/repo"), Duration::ZERO).unwrap());
        let lost = Directory::new(place.path()).wait("run-1", None).unwrap();
        assert_eq!((lost.running, lost.outcome), (false, None));
    }

    #[test]
    fn output_is_read_once_unless_all_is_asked_for() {
        let place = tempfile::tempdir().unwrap();
        let output = OutputFile::create("run-1".to_owned(), &place.path().join("run-1.out")).unwrap();
        let minded = Minded::begin(&output, "make", Path::new("/repo"), Duration::ZERO).unwrap();
        let directory = Directory::new(place.path());
        let mut write = output.for_command().unwrap().0;
        let read = |all| directory.output("run-1", all, 1000).unwrap().unwrap();
        write.write_all(b"one\n").unwrap();
        assert_eq!(read(false).text, "one\n");
        write.write_all(b"two\n").unwrap();
        let new = read(false);
        assert_eq!((new.text.as_str(), new.from, new.to, new.ended), ("two\n", 4, 8, false));
        assert_eq!(read(true).text, "one\ntwo\n");
        assert_eq!(read(false).text, "");
        drop(minded);
        assert!(read(false).ended);
    }

    #[test]
    fn a_name_is_no_path() {
        let directory = Directory::new("/tmp");
        for name in ["../x", "run-", "run-1/../2", "", "run-1x", "/etc/passwd"] {
            assert_eq!(directory.read(name), Err(UnknownTask(name.to_owned())));
        }
    }

    #[test]
    fn a_record_that_cannot_be_read_is_listed_with_the_reason_and_nothing_waits() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        let pipe = |name: &str| nix::unistd::mkfifo(&at(name), nix::sys::stat::Mode::S_IRWXU).unwrap();
        let directory = Directory::new(place.path());
        for record in ["{", "", "[]", "null", "{\"id\":\"run-2\"}"] {
            fs::write(at("run-1.json"), record).unwrap();
            let listed = directory.list().unwrap();
            assert_eq!((listed.len(), listed[0].id.as_str()), (1, "run-1"), "{record:?}");
            assert!(listed[0].unreadable.is_some() && !listed[0].running, "{record:?}");
        }
        fs::remove_file(at("run-1.json")).unwrap();
        pipe("run-1.json");
        symlink("/dev/zero", at("run-2.json")).unwrap();
        fs::create_dir(at("run-3.json")).unwrap();
        symlink("run-1.json", at("run-4.json")).unwrap();
        pipe("run-1.out");
        symlink("/dev/zero", at("run-2.out")).unwrap();
        pipe("run-2.read");
        pipe("run-2.stop");
        let listed = directory.list().unwrap();
        assert_eq!(listed.len(), 4, "{listed:?}");
        for task in listed {
            assert!(task.unreadable.is_some(), "{task:?}");
            assert!(directory.output(&task.id, false, 10).unwrap().is_err());
            assert!(!directory.wait(&task.id, None).unwrap().running);
        }
        assert!(directory.stop("run-2").unwrap().is_err());
    }

    #[test]
    fn a_forged_record_speaks_for_its_own_name_only() {
        let place = tempfile::tempdir().unwrap();
        let record = Record { id: "run-7".to_owned(), ..Record::unreadable("no".to_owned()) };
        fs::write(place.path().join("run-1.json"), serde_json::to_vec(&record).unwrap()).unwrap();
        assert_eq!(Directory::new(place.path()).list().unwrap()[0].id, "run-1");
    }
}
