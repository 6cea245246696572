//! Keeps an output that is too long to show: the whole file, or its beginning and its end.
//!
//! Owns the bound on the disk. Kept bytes are unchanged, and keeping takes no new room on the disk: the command may
//! have filled it.

use std::fs;
use std::io;
use std::path::Path;

use super::file::OutputFile;
use crate::system::files;

/// Puts the output, `size` bytes, to `path`, and answers how many bytes that took if not all of them were kept: of
/// one longer than `most`, half is its beginning and half its end, with a line between them. The command has ended.
///
/// # Errors
/// The place cannot be written to.
pub(crate) fn keep(output: &OutputFile, size: u64, path: &Path, most: u64) -> io::Result<Option<u64>> {
    let half = most / 2;
    let line = format!("\n[{} bytes are left out here]\n", size.saturating_sub(2 * half));
    // Where the line would be longer than what it stands for, nothing is gained.
    let kept = if size <= 2 * half + line.len() as u64 {
        None
    } else {
        Some(compact(output, size, half, line.as_bytes())?)
    };
    // Not every file system has links, and a session's directory may lie on another one.
    if fs::hard_link(output.path(), path).is_err() {
        let mut to = files::create_private(path)?;
        output.read_from(0, |bytes| io::Write::write_all(&mut to, bytes))?;
    }
    Ok(kept)
}

/// Moves the end of the file behind its beginning and cuts the rest off.
fn compact(output: &OutputFile, size: u64, half: u64, line: &[u8]) -> io::Result<u64> {
    let file = output.writing_anywhere()?;
    files::write_all_at(&file, line, half)?;
    let start = half + line.len() as u64;
    let mut buffer = vec![0; 1 << 16];
    let mut moved = 0;
    // It is read before it is written to: the end lies after the place that it goes to.
    while moved < half {
        let read = output.read_at(&mut buffer, size - half + moved)?;
        if read == 0 {
            break;
        }
        files::write_all_at(&file, buffer.get(..read).unwrap_or_default(), start + moved)?;
        moved += read as u64;
    }
    file.set_len(start + moved)?;
    Ok(start + moved)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn kept(written: &[u8], most: u64) -> (Option<u64>, Vec<u8>) {
        let place = tempfile::tempdir().unwrap();
        let output = OutputFile::create("run-1".to_owned(), &place.path().join("out")).unwrap();
        output.for_command().unwrap().0.write_all(written).unwrap();
        let path = place.path().join("kept");
        let answer = keep(&output, written.len() as u64, &path, most).unwrap();
        assert!(keep(&output, 1, &place.path().join("no/where"), 1).is_err());
        (answer, fs::read(path).unwrap())
    }

    #[test]
    fn the_whole_is_kept_as_it_is_and_of_more_the_beginning_and_the_end() {
        let whole = b"\xffbeginning, middle, end".to_vec();
        assert_eq!(kept(&whole, 23), (None, whole.clone()));
        assert_eq!(kept(&whole, 8), (None, whole), "the line would be longer");
        let long = [&b"\xffbeg"[..], &b".".repeat(200_000), b" end"].concat();
        let cut = b"\xffbeg\n[200000 bytes are left out here]\n end".to_vec();
        assert_eq!(kept(&long, 8), (Some(cut.len() as u64), cut));
        let long = (0..300_000_u32).map(|n| (n % 251) as u8).collect::<Vec<_>>();
        let (size, kept) = kept(&long, 200_000);
        assert_eq!(size, Some(kept.len() as u64));
        assert!(kept.starts_with(&long[..100_000]) && kept.ends_with(&long[200_000..]));
    }
}
