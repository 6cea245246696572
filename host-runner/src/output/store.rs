//! The private directory of a session's outputs.
//!
//! Owns its place, its mode and its end: `BASE/shellgate-UID/live/session-…` while the session lives, and
//! `BASE/shellgate-UID/kept` for outputs worth reading later. `live` is hidden from sandboxed commands. The next
//! session removes what a killed one left: a lock tells which are alive. A session directory with a name outlives its
//! processes; what ended there a day ago is removed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use super::file::OutputFile;
use super::regular;
use super::vacated::Vacated;
use crate::system::files;
use crate::system::lock::{self, Lock};
use crate::system::temporary_directory::{self, TemporaryDirectory};

/// How long a kept output stays.
const KEPT_FOR: Duration = Duration::from_hours(7 * 24);

/// How long a task that has ended stays in a session directory with a name.
const ENDED_FOR: Duration = Duration::from_hours(24);

/// How many bytes all kept outputs may have together; the oldest go first.
const KEPT_TOTAL_MAX: u64 = 1 << 30;

/// A directory for outputs that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the output cannot be kept in `{}`: {problem}; set `CLAUDE_CODE_TMPDIR` to a directory that you can write", path.display())]
pub struct StoreError {
    /// The directory or file.
    pub path: PathBuf,
    /// The problem.
    pub problem: String,
}

impl StoreError {
    fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self { path: path.to_owned(), problem: error.to_string() }
    }
}

/// The directory of one session. Dropped, it removes what is not kept.
#[derive(Debug)]
pub struct Store {
    own: PathBuf,
    /// This process's part in the session; it goes with it.
    part: PathBuf,
    /// Where the outputs lie: there, or in a directory with a name.
    session: PathBuf,
    next: AtomicU64,
    _alive: Lock,
}

/// The session directory `name` beneath `base`, for those who name none: `BASE/shellgate-UID/live/NAME`.
pub fn directory(base: &Path, name: &str) -> PathBuf {
    base.join(files::own_directory()).join("live").join(name)
}

/// The record of directories that commands moved, for one who has no session; `base` is where the
/// directories of sessions lie.
///
/// # Errors
/// The directory cannot be made, or somebody else could write there.
pub(crate) fn vacated(base: &Path) -> Result<Vacated, StoreError> {
    let own = base.join(files::own_directory());
    let live = own.join("live");
    for directory in [&own, &live] {
        private(directory)?;
    }
    Ok(Vacated::within(&live))
}

impl Store {
    /// The directory of a new session beneath `base`, or else the session directory `named`.
    ///
    /// # Errors
    /// It cannot be made, or somebody else could write there.
    pub fn open(base: &Path, named: Option<&Path>) -> Result<Self, StoreError> {
        let base = dunce::canonicalize(base).map_err(StoreError::at(base))?;
        let own = base.join(files::own_directory());
        let live = own.join("live");
        for directory in [&own, &live, &own.join("kept"), &own.join("temp")] {
            private(directory)?;
        }
        sweep(&own);
        #[expect(clippy::disallowed_methods, reason = "only this user can look into it")]
        let part = files::private_directory(&mut tempfile::Builder::new())
            .prefix("session-")
            .tempdir_in(&live)
            .map_err(StoreError::at(&live))?
            .keep();
        let alive = say_alive(&part).map_err(StoreError::at(&part))?;
        let session = match named {
            Some(named) => {
                private(named)?;
                sweep_ended(named);
                dunce::canonicalize(named).map_err(StoreError::at(named))?
            }
            None => part.clone(),
        };
        Ok(Self { own, part, session, next: AtomicU64::new(1), _alive: alive })
    }

    /// The session's own directory.
    pub fn path(&self) -> &Path {
        &self.session
    }

    /// The directories that no sandboxed command can look into.
    pub(crate) fn hidden(&self) -> Vec<PathBuf> {
        let live = self.own.join("live");
        if self.session.starts_with(&live) { vec![live] } else { vec![live, self.session.clone()] }
    }

    /// The record of directories that commands moved.
    pub(crate) fn vacated(&self) -> Vacated {
        Vacated::within(&self.own.join("live"))
    }

    /// A new output file, with the name of its run, which is unique in the session: `run-1`.
    ///
    /// # Errors
    /// The directory cannot be written to.
    pub fn create(&self) -> Result<OutputFile, StoreError> {
        loop {
            let name = format!("run-{}", self.next.fetch_add(1, Ordering::Relaxed));
            let path = self.session.join(&name).with_extension("out");
            match OutputFile::create(name, &path) {
                // Another process shares the session.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map_err(StoreError::at(&path)),
            }
        }
    }

    /// An empty directory for one run's temporary files, which goes with the value.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn temporary(&self) -> Result<TemporaryDirectory, StoreError> {
        let all = self.own.join("temp");
        // The name says whose it is, should nobody be left to remove it.
        let prefix = format!("{}.", self.part.file_name().unwrap_or_default().to_string_lossy());
        #[expect(clippy::disallowed_methods, reason = "only this user can look into it")]
        let made = files::private_directory(&mut tempfile::Builder::new()).prefix(&prefix).tempdir_in(&all);
        made.map(TemporaryDirectory::from).map_err(StoreError::at(&all))
    }

    /// Where the output `name` of this session goes when it is kept.
    pub(crate) fn place_to_keep(&self, name: &str) -> PathBuf {
        let part = self.part.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.own.join("kept").join(format!("{part}-{name}.txt"))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next session.
        let _ = fs::remove_dir_all(&self.part);
    }
}

/// Locks the session `part`. Its lock has the name that others look for only once it is held: between the two a
/// session that starts at the same time would take this one for dead.
fn say_alive(part: &Path) -> io::Result<Lock> {
    let unheld = part.join("lock.new");
    let held = Lock::now(File::create(&unheld)?)?;
    fs::rename(unheld, part.join("lock"))?;
    Ok(held)
}

/// Makes `path` a directory that only this user can look into.
pub(crate) fn private(path: &Path) -> Result<(), StoreError> {
    files::make_private(path).map_err(StoreError::at(path))
}

/// Removes what dead sessions left, and the oldest of what is kept. What cannot be removed stays for the next time.
fn sweep(own: &Path) {
    let live = own.join("live");
    for session in entries(&live) {
        if session.file_name().is_some_and(|name| name.to_string_lossy().starts_with("session-"))
            && is_dead(&session)
        {
            let _ = fs::remove_dir_all(session);
        }
    }
    for temp in entries(&own.join("temp")) {
        let name = temp.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let session = name.split('.').next().unwrap_or_default();
        if session.starts_with("session-") && !live.join(session).exists() {
            let _ = temporary_directory::remove(&temp);
        }
    }
    let mut kept = entries(&own.join("kept"))
        .into_iter()
        .filter_map(|path| {
            let found = path.symlink_metadata().ok()?;
            Some((found.modified().ok()?, found.len(), path))
        })
        .collect::<Vec<_>>();
    kept.sort();
    let mut total = kept.iter().map(|(_, size, _)| size).sum::<u64>();
    for (modified, size, path) in kept {
        let is_old = SystemTime::now().duration_since(modified).is_ok_and(|age| age > KEPT_FOR);
        if !is_old && total <= KEPT_TOTAL_MAX {
            break;
        }
        total -= size;
        let _ = fs::remove_file(path);
    }
}

/// Removes from a session directory with a name what ended long ago.
fn sweep_ended(session: &Path) {
    let is_old = |path: &Path| {
        let modified = path.symlink_metadata().and_then(|found| found.modified());
        modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|age| age > ENDED_FOR))
    };
    for output in entries(session) {
        if output.extension().is_some_and(|extension| extension == "out")
            && is_old(&output)
            && is_free(&files::minded_by(&output))
        {
            for extension in ["json", "read", "stop"] {
                let _ = fs::remove_file(output.with_extension(extension));
            }
            let _ = fs::remove_file(files::minded_by(&output));
            let _ = fs::remove_file(output);
        }
    }
}

/// Whether somebody holds a lock on the file at `path`, who therefore lives.
pub(crate) fn is_locked(path: &Path) -> bool {
    probe(path).is_ok_and(|free| !free)
}

/// Whether nobody holds a lock on the file at `path`; where that is unknown, somebody may.
fn is_free(path: &Path) -> bool {
    probe(path).unwrap_or_else(|error| error.kind() == io::ErrorKind::NotFound)
}

fn probe(path: &Path) -> io::Result<bool> {
    lock::is_free(regular::open_to_read(path)?)
}

/// Whether nobody holds the lock of a session. One that is just being made has none yet and is alive.
fn is_dead(session: &Path) -> bool {
    let lock = session.join("lock");
    if lock.exists() {
        return is_free(&lock);
    }
    let made = session.symlink_metadata().and_then(|found| found.modified());
    made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > Duration::from_hours(1)))
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).map(|all| all.flatten().map(|entry| entry.path()).collect()).unwrap_or_default()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use super::*;

    fn own(base: &Path) -> PathBuf {
        base.canonicalize().unwrap().join(files::own_directory())
    }

    #[test]
    fn a_session_leaves_nothing_but_what_is_kept() {
        let base = tempfile::tempdir().unwrap();
        let store = Store::open(base.path(), None).unwrap();
        let (first, second) = (store.create().unwrap(), store.create().unwrap());
        assert_eq!((first.name(), second.name()), ("run-1", "run-2"));
        fs::write(store.place_to_keep("run-1"), "kept").unwrap();
        let session = store.path().to_owned();
        assert_eq!(session.metadata().unwrap().mode() & 0o777, 0o700);
        drop(store);
        assert!(!session.exists());
        assert_eq!(entries(&own(base.path()).join("kept")).len(), 1);
    }

    #[test]
    fn what_a_killed_session_left_is_removed_by_the_next_and_what_lives_is_not() {
        let base = tempfile::tempdir().unwrap();
        let alive = Store::open(base.path(), None).unwrap();
        let temp = alive.temporary().unwrap();
        let own = own(base.path());
        for path in ["live/session-dead", "temp/session-dead.1"] {
            fs::create_dir(own.join(path)).unwrap();
            fs::write(own.join(path).join("lock"), "").unwrap();
        }
        drop(Store::open(base.path(), None).unwrap());
        assert!(alive.path().exists() && temp.path().exists());
        assert!(!own.join("live/session-dead").exists() && !own.join("temp/session-dead.1").exists());
    }

    #[test]
    fn sessions_that_start_at_the_same_time_leave_each_other_alone() {
        let base = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let store = Store::open(base.path(), None).unwrap();
                        store.create().unwrap();
                        assert!(store.part.join("lock").exists());
                    }
                });
            }
        });
    }

    #[test]
    fn a_named_session_is_shared_and_stays() {
        let base = tempfile::tempdir().unwrap();
        let named = base.path().join("mine");
        let one = Store::open(base.path(), Some(&named)).unwrap();
        let two = Store::open(base.path(), Some(&named)).unwrap();
        assert_ne!(one.create().unwrap().name(), two.create().unwrap().name());
        assert!(one.hidden().contains(&named.canonicalize().unwrap()));
        drop((one, two));
        assert!(named.join("run-1.out").exists());
    }

    #[test]
    fn a_directory_that_is_not_ours_is_refused_with_the_way_out() {
        let base = tempfile::tempdir().unwrap();
        let own = own(base.path());
        fs::create_dir(base.path().join("elsewhere")).unwrap();
        symlink(base.path().join("elsewhere"), &own).unwrap();
        let error = Store::open(base.path(), None).unwrap_err().to_string();
        assert!(error.contains("it is not a directory; set `CLAUDE_CODE_TMPDIR`"), "{error}");
        fs::remove_file(&own).unwrap();
        fs::create_dir(&own).unwrap();
        fs::set_permissions(&own, fs::Permissions::from_mode(0o777)).unwrap();
        let store = Store::open(base.path(), None).unwrap();
        assert_eq!(own.metadata().unwrap().mode() & 0o777, 0o700);
        drop(store);
        let error = Store::open(&base.path().join("missing"), None).unwrap_err().to_string();
        assert!(error.contains("No such file"), "{error}");
    }

    #[test]
    fn the_oldest_of_what_is_kept_goes_when_it_is_too_old() {
        let base = tempfile::tempdir().unwrap();
        drop(Store::open(base.path(), None).unwrap());
        let kept = own(base.path()).join("kept");
        for (name, age) in [("old", KEPT_FOR + Duration::from_mins(1)), ("new", Duration::from_mins(1))] {
            let file = File::create(kept.join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        }
        drop(Store::open(base.path(), None).unwrap());
        assert!(!kept.join("old").exists() && kept.join("new").exists());
    }
}
