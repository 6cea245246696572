//! Logs as files: the opening of one, and where agents and shells keep theirs.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::{Account, Call, Format, Options, Reader};

/// Bytes that are read at a time.
const PIECE_BYTES: usize = 64 << 10;

/// Most folders below each other that are searched.
const DEPTH_MAX: usize = 16;

/// Places below a home directory where agents and shells keep logs: files, or folders with files of this ending.
const PLACES: &[(&str, Option<&str>)] = &[
    (".claude/projects", Some("jsonl")),
    (".codex/sessions", Some("jsonl")),
    (".codex/archived_sessions", Some("jsonl")),
    (".specstory/history", Some("md")),
    (".bash_history", None),
    (".zsh_history", None),
    (".zhistory", None),
    (".local/share/fish/fish_history", None),
    (".local/share/powershell/PSReadLine/ConsoleHost_history.txt", None),
    ("AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine/ConsoleHost_history.txt", None),
];

/// Endings of files that are logs in a folder which a person names.
const ENDINGS: &[&str] = &["jsonl", "ndjson", "json", "csv", "md"];

/// Reads a log. `bytes` hears of each piece that was read, by its size.
///
/// # Errors
/// The file cannot be opened or read. What was read before that was handed over.
pub fn read(
    path: &Path,
    options: &Options,
    bytes: &mut dyn FnMut(usize),
    calls: &mut dyn FnMut(Call),
) -> io::Result<Account> {
    let otherwise = options.otherwise.or_else(|| by_name(path));
    let mut reader = Reader::new(Options { otherwise, ..options.clone() });
    let mut file = File::open(path)?;
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(reader.finish(calls)),
            Ok(length) => {
                bytes(length);
                reader.push(piece.get(..length).unwrap_or_default(), calls);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The format that the name of a file means, where its content shows none.
fn by_name(path: &Path) -> Option<Format> {
    match path.file_name()?.to_str()? {
        ".bash_history" | "bash_history" => Some(Format::BashHistory),
        ".zsh_history" | "zsh_history" | ".zhistory" => Some(Format::ZshHistory),
        "fish_history" => Some(Format::FishHistory),
        "ConsoleHost_history.txt" => Some(Format::PowerShellHistory),
        _ => None,
    }
}

/// The logs below a home directory, sorted. What cannot be listed is in `errors`.
pub fn in_home(home: &Path, errors: &mut Vec<(PathBuf, io::Error)>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (place, ending) in PLACES {
        let place = home.join(place);
        match ending {
            None if place.is_file() => found.push(place),
            Some(ending) if place.is_dir() => search(&place, &[ending], 0, &mut found, errors),
            None | Some(_) => {}
        }
    }
    found
}

/// The logs at a path that a person named: the file itself, or those below the folder, sorted.
pub fn at(path: &Path, errors: &mut Vec<(PathBuf, io::Error)>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if path.is_dir() {
        search(path, ENDINGS, 0, &mut found, errors);
    } else {
        found.push(path.to_owned());
    }
    found
}

/// Regular files alone: whoever plants a pipe would make the reader wait. Links to folders are not followed.
fn search(
    folder: &Path,
    endings: &[&str],
    depth: usize,
    found: &mut Vec<PathBuf>,
    errors: &mut Vec<(PathBuf, io::Error)>,
) {
    let listed = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match listed {
        Ok(entries) => entries,
        Err(error) => return errors.push((folder.to_owned(), error)),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth < DEPTH_MAX => {
                search(&path, endings, depth + 1, found, errors);
            }
            Ok(kind) if kind.is_file() => {
                let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
                if endings.contains(&ending) || by_name(&path).is_some() {
                    found.push(path);
                }
            }
            Ok(_) => {}
            Err(error) => errors.push((path, error)),
        }
    }
}
