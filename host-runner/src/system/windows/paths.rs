//! Paths as commands write them, on Windows: of Windows, and of the shell of Git for Windows.

use std::os::windows::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// The path that the text of a command or of an agent means: `/c/x` is `C:\x` (the drives of MSYS2, `mount(1)` there), and
/// every other text is a path of Windows.
pub(crate) fn native(path: &str) -> PathBuf {
    match path.as_bytes() {
        [b'/', drive, rest @ ..]
            if drive.is_ascii_alphabetic() && matches!(rest.first(), None | Some(b'/')) =>
        {
            let inside = path.get(3..).unwrap_or_default().replace('/', r"\");
            PathBuf::from(format!(r"{}:\{inside}", char::from(drive.to_ascii_uppercase())))
        }
        _ => PathBuf::from(path),
    }
}

/// The end of the name of a program.
const PROGRAM: &str = ".exe";

/// The ends of the name of a batch file, which `cmd.exe` runs.
const BATCH_FILES: [&str; 2] = [".bat", ".cmd"];

/// Whether the file of this name is a batch file. Windows drops dots and blanks at the end of a name.
pub(crate) fn is_batch_file(name: &str) -> bool {
    let name = name.trim_end_matches(['.', ' ']).to_ascii_lowercase();
    BATCH_FILES.iter().any(|end| name.ends_with(end))
}

/// Whether the file of this name can be started: a program, or a batch file.
pub(crate) fn can_be_started(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(PROGRAM) || is_batch_file(name)
}

/// The names of the files that start when a shell looks `name` up.
pub(crate) fn program_files(name: &str) -> Vec<String> {
    if Path::new(name).extension().is_some() {
        return vec![name.to_owned()];
    }
    [PROGRAM].iter().chain(&BATCH_FILES).map(|end| format!("{name}{end}")).collect()
}

/// The longest path of a directory in which a program starts, in UTF-16 units: `MAX_PATH` without the end and a backslash
/// (`CreateProcessW`, `lpCurrentDirectory`).
const START_UNITS_MAX: usize = 258;

/// Whether a program can start in this directory.
pub(crate) fn can_start_in(directory: &Path) -> bool {
    dunce::simplified(directory).as_os_str().encode_wide().count() <= START_UNITS_MAX
}
