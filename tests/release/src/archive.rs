//! Archives that are the same bytes whenever they are made of the same files.
//!
//! Owns order, owner, times and modes in them. Knows nothing of what the files are.

use std::io::{Cursor, Write as _};

use flate2::{Compression, GzBuilder};
use xtask_base::Failure;
use zip::write::SimpleFileOptions;

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its path in the archive, with `/`.
    pub(crate) path: String,
    pub(crate) content: Vec<u8>,
    /// Whether the person who unpacks it may execute it.
    pub(crate) is_program: bool,
}

impl Entry {
    pub(crate) fn new(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), content: content.into(), is_program: false }
    }

    pub(crate) fn program(path: impl Into<String>, content: Vec<u8>) -> Self {
        Self { is_program: true, ..Self::new(path, content) }
    }

    const fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

/// `entries` as `.tar.gz`, sorted, of owner 0, with the time `date`.
pub(crate) fn tar_gz(mut entries: Vec<Entry>, date: u64) -> Result<Vec<u8>, Failure> {
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    // A head without a time and a name of a file.
    let packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let mut builder = tar::Builder::new(packed);
    for entry in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(entry.content.len() as u64);
        header.set_mode(entry.mode());
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(date);
        builder.append_data(&mut header, &entry.path, entry.content.as_slice()).map_err(Failure::Archive)?;
    }
    builder.into_inner().and_then(flate2::write::GzEncoder::finish).map_err(Failure::Archive)
}

/// `entries` as `.zip`, in their order: a wheel wants its list at the end. Every time is the first of 1980, the oldest that
/// the form has.
pub(crate) fn zip(entries: &[Entry]) -> Result<Vec<u8>, Failure> {
    let failed = |error: zip::result::ZipError| Failure::Archive(error.into());
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = SimpleFileOptions::default()
            .last_modified_time(zip::DateTime::default())
            .compression_level(Some(9))
            .unix_permissions(entry.mode());
        writer.start_file(entry.path.as_str(), options).map_err(failed)?;
        writer.write_all(&entry.content).map_err(Failure::Archive)?;
    }
    Ok(writer.finish().map_err(failed)?.into_inner())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        vec![Entry::program("b/run", vec![1; 3000]), Entry::new("a.txt", "text")]
    }

    #[test]
    fn the_order_of_the_files_does_not_change_a_tar() {
        let mut turned = entries();
        turned.reverse();
        assert_eq!(tar_gz(entries(), 1_700_000_000).unwrap(), tar_gz(turned, 1_700_000_000).unwrap());
        assert_ne!(tar_gz(entries(), 1).unwrap(), tar_gz(entries(), 2).unwrap());
    }

    #[test]
    fn a_tar_has_modes_owner_and_time() {
        let packed = tar_gz(entries(), 7).unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed.as_slice()));
        let found: Vec<_> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let header = entry.header();
                let path = entry.path().unwrap().display().to_string();
                (path, header.mode().unwrap(), header.uid().unwrap(), header.mtime().unwrap())
            })
            .collect();
        assert_eq!(found, [("a.txt".to_owned(), 0o644, 0, 7), ("b/run".to_owned(), 0o755, 0, 7)]);
    }

    #[test]
    fn a_zip_has_modes_and_no_time_of_its_making() {
        let packed = zip(&entries()).unwrap();
        assert_eq!(packed, zip(&entries()).unwrap());
        let mut archive = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
        let file = archive.by_index(0).unwrap();
        assert_eq!((file.name().unwrap().as_ref(), file.unix_mode().unwrap() & 0o777), ("b/run", 0o755));
        assert_eq!(file.last_modified().map(|time| time.year()), Some(1980));
    }
}
