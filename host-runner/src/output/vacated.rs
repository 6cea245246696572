//! The record of directories that commands moved, which later commands do not count as their own.
//!
//! Owns the file: one JSON string a line, after the second in which it was written. A place that was in use a moment
//! ago may still be used, whoever makes the next directory there.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::regular;
use crate::system::files::open_regular;
use crate::system::open::Open;

/// How long a place counts as one that may still be used.
const COUNTS_FOR: Duration = Duration::from_hours(24);

/// The longest record; a longer one is written anew with what still counts.
const BYTES_MAX: u64 = 1 << 20;

/// The record of one user.
#[derive(Clone, Debug)]
pub(crate) struct Vacated {
    file: PathBuf,
}

impl Vacated {
    /// The record in `directory`, which is the user's own.
    pub(crate) fn within(directory: &Path) -> Self {
        Self { file: directory.join("vacated") }
    }

    /// The directory of the record, which no command may change.
    pub(crate) fn directory(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    /// The places that count. A line that cannot be read is passed over.
    pub(crate) fn places(&self) -> Vec<PathBuf> {
        self.lines().into_iter().map(|(_, place)| place).collect()
    }

    /// Adds places, now.
    ///
    /// # Errors
    /// The record cannot be written.
    pub(crate) fn add(&self, places: &[PathBuf]) -> io::Result<()> {
        if places.is_empty() {
            return Ok(());
        }
        let lines = |lines: &[(u64, PathBuf)]| {
            let line = |(time, place): &(u64, PathBuf)| {
                serde_json::to_string(place).map(|place| format!("{time} {place}\n"))
            };
            lines.iter().filter_map(|one| line(one).ok()).collect::<String>()
        };
        if self.file.metadata().is_ok_and(|found| found.len() > BYTES_MAX) {
            let kept = tempfile::NamedTempFile::new_in(self.file.parent().unwrap_or(Path::new("/")))?;
            fs::write(kept.path(), lines(&self.lines()))?;
            kept.persist(&self.file)?;
        }
        let now = now();
        let new = places.iter().map(|place| (now, place.clone())).collect::<Vec<_>>();
        let mut file = open_regular(&self.file, Open::Append)?;
        // One write, so that the lines of two runs do not mix.
        file.write_all(lines(&new).as_bytes())
    }

    fn lines(&self) -> Vec<(u64, PathBuf)> {
        let Ok(mut file) = regular::open_to_read(&self.file) else { return Vec::new() };
        let mut text = String::new();
        if io::Read::read_to_string(&mut file, &mut text).is_err() {
            return Vec::new();
        }
        let oldest = now().saturating_sub(COUNTS_FOR.as_secs());
        let line = |line: &str| {
            let (time, place) = line.split_once(' ')?;
            let time = time.parse::<u64>().ok().filter(|time| *time >= oldest)?;
            Some((time, serde_json::from_str(place).ok()?))
        };
        text.lines().filter_map(line).collect()
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_for_a_day_and_broken_lines_for_nothing() {
        let guard = tempfile::tempdir().unwrap();
        let record = Vacated::within(guard.path());
        assert_eq!(record.places(), [""; 0].map(PathBuf::from));
        record.add(&["/w/a b".into(), "/w/c\nd".into()]).unwrap();
        let old = format!("{} \"/w/old\"\nx\n1\n", now() - COUNTS_FOR.as_secs() - 60);
        fs::write(
            guard.path().join("vacated"),
            fs::read_to_string(guard.path().join("vacated")).unwrap() + &old,
        )
        .unwrap();
        record.add(&["/w/e".into()]).unwrap();
        assert_eq!(record.places(), ["/w/a b", "/w/c\nd", "/w/e"].map(PathBuf::from));
    }

    #[test]
    fn a_long_record_is_written_anew() {
        let guard = tempfile::tempdir().unwrap();
        let record = Vacated::within(guard.path());
        let file = guard.path().join("vacated");
        fs::write(&file, "1 \"/w/old\"\n".repeat(200_000)).unwrap();
        record.add(&["/w/new".into()]).unwrap();
        assert!(file.metadata().unwrap().len() < 100);
        assert_eq!(record.places(), [PathBuf::from("/w/new")]);
    }
}
