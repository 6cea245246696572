//! The part of an output that a result shows.
//!
//! Owns what is read of the file: all of it up to a bound, of more the beginning and the end, so time and memory do not
//! grow with it.

use std::io;
use std::path::PathBuf;

use policy_core::output::hints::Hint;
use policy_core::output::preview::Whole;
use policy_core::output::{Reading, image};

use super::KEPT_BYTES_MAX;
use super::file::OutputFile;
use super::keep::keep;

/// How many bytes are read from each end of an output that is longer than both together.
const END_BYTES: u64 = 4 << 20;

/// An output as the result has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Shown {
    /// The text, or the address that holds the image.
    pub(crate) text: String,
    /// Whether it is an image.
    pub(crate) is_image: bool,
    /// The hints that were in it.
    pub(crate) hints: Vec<Hint>,
    /// The file in which all of it is, and how many bytes were written; when not all is shown.
    pub(crate) kept: Option<(PathBuf, u64)>,
    /// Why it could not be kept.
    pub(crate) note: Option<String>,
}

/// Shows `output` with at most `limit` characters before a cut; what is cut is kept at `place`, if there is one.
pub(crate) fn show(output: &OutputFile, limit: usize, place: Option<PathBuf>) -> io::Result<Shown> {
    let size = output.size()?;
    let mut first = [0; image::SIGNATURE_BYTES];
    let read = output.read_at(&mut first, 0)?;
    let first = first.get(..read).unwrap_or_default();
    let is_image = image::kind(first).is_some() || image::may_be_data(first);
    if is_image
        && size <= image::BYTES_MAX as u64 * 2
        && let Some(text) = image::data(&all(output)?)
    {
        return Ok(Shown { text, is_image: true, ..Shown::default() });
    }

    let mut reading = Reading::new(limit);
    let mut lines = None;
    if size <= 2 * END_BYTES {
        let (mut count, mut last) = (0, b'\n');
        output.read_from(0, |bytes| {
            count += memchr::memchr_iter(b'\n', bytes).count() as u64;
            last = bytes.last().copied().unwrap_or(last);
            reading.push(bytes);
            Ok(())
        })?;
        lines = Some(count + u64::from(last != b'\n'));
    } else {
        read_part(output, 0, END_BYTES, &mut reading)?;
        reading.skip();
        read_part(output, size - END_BYTES, END_BYTES, &mut reading)?;
    }
    if reading.close() {
        let read = reading.finish(&Whole { bytes: size, ..Whole::default() });
        return Ok(Shown { text: read.text, hints: read.hints, ..Shown::default() });
    }
    let mut note = None;
    let mut kept = None;
    let mut kept_bytes = None;
    if let Some(place) = place {
        match keep(output, size, &place, KEPT_BYTES_MAX) {
            Ok(bytes) => (kept, kept_bytes) = (Some(place), bytes),
            Err(error) => {
                // Half a file is worse than none: its path would promise more.
                drop(std::fs::remove_file(&place));
                note = Some(format!(
                    "the output is too long to be shown and could not be kept in `{}`: {error}; free space, or set \
                     `CLAUDE_CODE_TMPDIR` to a directory with more",
                    place.display()
                ));
            }
        }
    }
    let path = kept.as_ref().map(|path| path.to_string_lossy());
    let read = reading.finish(&Whole { bytes: size, lines, path: path.as_deref(), kept: kept_bytes });
    drop(path);
    Ok(Shown {
        text: read.text,
        is_image: false,
        hints: read.hints,
        kept: kept.map(|path| (path, size)),
        note,
    })
}

/// The last line that has text, of the last few hundred bytes: for a person who waits.
pub(crate) fn last_line(output: &OutputFile, size: u64) -> String {
    let mut bytes = [0; 512];
    let start = size.saturating_sub(bytes.len() as u64);
    let length = output.read_at(&mut bytes, start).unwrap_or(0);
    let text = policy_core::output::read(bytes.get(..length).unwrap_or_default(), bytes.len()).text;
    let line = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    line.trim().to_owned()
}

fn all(output: &OutputFile) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    output.read_from(0, |piece| {
        bytes.extend_from_slice(piece);
        Ok(())
    })?;
    Ok(bytes)
}

fn read_part(output: &OutputFile, from: u64, length: u64, reading: &mut Reading) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    let (mut position, end) = (from, from + length);
    while position < end {
        let most = usize::try_from(end - position).unwrap_or(usize::MAX).min(buffer.len());
        let read = output.read_at(buffer.get_mut(..most).unwrap_or_default(), position)?;
        if read == 0 {
            break;
        }
        reading.push(buffer.get(..read).unwrap_or_default());
        position += read as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn shown(bytes: &[u8], limit: usize, can_keep: bool) -> (tempfile::TempDir, Shown) {
        let place = tempfile::tempdir().unwrap();
        let output = OutputFile::create("run-1".to_owned(), &place.path().join("out")).unwrap();
        output.for_command().unwrap().0.write_all(bytes).unwrap();
        let path = place.path().join(if can_keep { "kept" } else { "no/where" });
        let shown = show(&output, limit, Some(path)).unwrap();
        (place, shown)
    }

    #[test]
    fn what_fits_is_shown_and_not_kept() {
        let (place, shown) = shown(b"caf\xc3\xa9 \xff\n", 8, true);
        assert_eq!((shown.text.as_str(), shown.kept), ("caf\u{e9} \u{fffd}\n", None));
        assert!(!place.path().join("kept").exists());
    }

    #[test]
    fn what_does_not_fit_is_kept_byte_for_byte_and_the_text_says_where() {
        let bytes = b"\xff line\n".repeat(100);
        let (place, shown) = shown(&bytes, 60, true);
        let path = place.path().join("kept");
        assert_eq!(shown.kept, Some((path.clone(), bytes.len() as u64)));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        let says = format!("of 700 bytes in 100 lines; the whole output is in `{}`]", path.display());
        assert!(shown.text.contains(&says), "{}", shown.text);
    }

    #[test]
    fn what_cannot_be_kept_is_shown_as_far_as_it_goes_and_said() {
        let (_place, shown) = shown(&b"a line\n".repeat(100), 60, false);
        assert_eq!(shown.kept, None);
        assert!(
            shown.note.is_some_and(|note| note.contains("could not be kept") && note.contains("free space"))
        );
        assert!(shown.text.contains("the rest was not kept"), "{}", shown.text);
    }

    #[test]
    fn of_a_very_long_output_both_ends_are_read() {
        let mut bytes = b"the beginning\n".to_vec();
        bytes.resize(2 * END_BYTES as usize + 100, b'x');
        bytes.extend_from_slice(b"\nthe end\n");
        let (_place, shown) = shown(&bytes, 600, true);
        assert!(shown.text.starts_with("the beginning\nxxx"), "{}", shown.text);
        assert!(shown.text.ends_with("xxx\nthe end\n") && shown.text.len() < 500, "{}", shown.text.len());
    }

    #[test]
    fn an_image_is_an_address_unless_it_is_too_large() {
        let (_place, small) = shown(b"GIF89a", 5, true);
        assert_eq!((small.text.as_str(), small.is_image), ("data:image/gif;base64,R0lGODlh", true));
        let mut large = b"GIF89a".to_vec();
        large.resize(image::BYTES_MAX + 1, 0);
        let (_place, large) = shown(&large, 1000, true);
        assert!(!large.is_image);
    }

    #[test]
    fn the_last_line_is_the_last_one_with_text() {
        for (bytes, expected) in [
            (&b""[..], ""),
            (b"one\ntwo\n\n", "two"),
            (b"one\n 50 %\r 60 %", "60 %"),
            (b"\x1b[32mgreen\x1b[0m", "green"),
        ] {
            let place = tempfile::tempdir().unwrap();
            let output = OutputFile::create("run-1".to_owned(), &place.path().join("out")).unwrap();
            output.for_command().unwrap().0.write_all(bytes).unwrap();
            assert_eq!(last_line(&output, bytes.len() as u64), expected);
        }
    }
}
