//! Paths as commands write them, on Windows: of Windows, and of the shell of Git for Windows.

use std::path::PathBuf;

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
