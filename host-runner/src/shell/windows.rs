//! The bash of Windows: Git's is preferred to that of WSL.
//!
//! Owns the places, a pure function of what exists. `bash.exe` in `System32` and in `WindowsApps` belongs to WSL: it
//! sees other paths than the agent does, so it comes last.

/// The variable that names Git's bash.
pub const CHOSEN: &str = "CLAUDE_CODE_GIT_BASH_PATH";

/// Where Git for Windows keeps its bash, below its own directory.
const IN_GIT: &str = r"bin\bash.exe";

/// A bash of Windows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowsBash {
    /// The absolute path of its program.
    pub program: String,
    /// Whether it runs commands in the Linux of WSL.
    pub is_wsl: bool,
}

/// That there is no bash on Windows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WindowsBashError {
    /// The user chose one that is not there.
    #[error("`{CHOSEN}` names `{0}`, which does not exist; correct the path, or unset the variable")]
    Missing(String),
    /// There is none at all.
    #[error("no bash was found; install Git for Windows, or name its `bash.exe` in `{CHOSEN}`")]
    NotFound,
}

/// The bash to use: the one that the user `chose`; the one of the Git that `PATH` leads to; of a Git in the usual
/// `roots`; another in `PATH`; WSL's.
///
/// `path` holds the directories of `PATH`; `roots` those in which programs are installed: the values of `ProgramFiles`,
/// `ProgramFiles(x86)`, and `LOCALAPPDATA` with `\Programs`. `exists` is asked about absolute paths only.
///
/// # Errors
/// When the user's choice is not there, and when there is none.
pub fn windows_bash(
    chosen: Option<&str>,
    path: &[&str],
    roots: &[&str],
    exists: impl Fn(&str) -> bool,
) -> Result<WindowsBash, WindowsBashError> {
    if let Some(chosen) = chosen.filter(|chosen| !chosen.is_empty()) {
        return if exists(chosen) {
            Ok(WindowsBash { program: chosen.to_owned(), is_wsl: is_wsl(chosen) })
        } else {
            Err(WindowsBashError::Missing(chosen.to_owned()))
        };
    }
    let path = path.iter().map(|directory| directory.trim_end_matches('\\')).filter(|it| is_absolute(it));
    let of_git = path.clone().filter(|directory| exists(&join(directory, "git.exe"))).filter_map(git_root);
    let of_git = of_git.map(|root| join(root, IN_GIT));
    let usual = roots.iter().map(|root| join(root.trim_end_matches('\\'), &join("Git", IN_GIT)));
    let listed = path.map(|directory| join(directory, "bash.exe"));
    let candidates = of_git.chain(usual).chain(listed).filter(|program| exists(program)).collect::<Vec<_>>();
    let best = candidates.iter().find(|program| !is_wsl(program)).or(candidates.first());
    best.map(|program| WindowsBash { program: program.clone(), is_wsl: is_wsl(program) })
        .ok_or(WindowsBashError::NotFound)
}

/// Git's own directory, from the one that its `git.exe` is in: `cmd`, `bin`, or `bin` below `mingw64`.
fn git_root(directory: &str) -> Option<&str> {
    let (parent, name) = directory.rsplit_once('\\')?;
    match name.to_ascii_lowercase().as_str() {
        "cmd" => Some(parent),
        "bin" => match parent.rsplit_once('\\') {
            Some((root, system)) if system.to_ascii_lowercase().starts_with("mingw") => Some(root),
            _ => Some(parent),
        },
        _ => None,
    }
}

fn is_wsl(program: &str) -> bool {
    let program = program.to_ascii_lowercase();
    [r"\windows\system32\", r"\windows\sysnative\", r"\microsoft\windowsapps\"]
        .iter()
        .any(|place| program.contains(place))
}

fn is_absolute(directory: &str) -> bool {
    let bytes = directory.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(1) == Some(&b':')
        && bytes.get(2) == Some(&b'\\')
}

fn join(directory: &str, name: &str) -> String {
    format!(r"{directory}\{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WSL: &str = r"C:\Windows\System32";
    const STORE: &str = r"C:\Users\u\AppData\Local\Microsoft\WindowsApps";
    const ROOTS: [&str; 2] = [r"C:\Program Files", r"C:\Users\u\AppData\Local\Programs"];

    #[test]
    fn gits_bash_comes_before_that_of_wsl() {
        let cases: [(&[&str], &[&str], &str, bool); 9] = [
            // PATH, what is there, the choice, whether it is WSL's
            (
                &[WSL, r"D:\Git\cmd"],
                &[r"C:\Windows\System32\bash.exe", r"D:\Git\cmd\git.exe", r"D:\Git\bin\bash.exe"],
                r"D:\Git\bin\bash.exe",
                false,
            ),
            (
                &[r"D:\Git\mingw64\bin\"],
                &[r"D:\Git\mingw64\bin\git.exe", r"D:\Git\bin\bash.exe"],
                r"D:\Git\bin\bash.exe",
                false,
            ),
            (
                &[r"D:\Git\bin"],
                &[r"D:\Git\bin\git.exe", r"D:\Git\bin\bash.exe"],
                r"D:\Git\bin\bash.exe",
                false,
            ),
            (
                &[WSL],
                &[r"C:\Windows\System32\bash.exe", r"C:\Program Files\Git\bin\bash.exe"],
                r"C:\Program Files\Git\bin\bash.exe",
                false,
            ),
            (
                &[],
                &[r"C:\Users\u\AppData\Local\Programs\Git\bin\bash.exe"],
                r"C:\Users\u\AppData\Local\Programs\Git\bin\bash.exe",
                false,
            ),
            (
                &[WSL, STORE, r"C:\msys64\usr\bin"],
                &[
                    r"C:\Windows\System32\bash.exe",
                    r"C:\Users\u\AppData\Local\Microsoft\WindowsApps\bash.exe",
                    r"C:\msys64\usr\bin\bash.exe",
                ],
                r"C:\msys64\usr\bin\bash.exe",
                false,
            ),
            (
                &[r"c:\windows\SYSTEM32"],
                &[r"c:\windows\SYSTEM32\bash.exe"],
                r"c:\windows\SYSTEM32\bash.exe",
                true,
            ),
            (
                &[STORE],
                &[r"C:\Users\u\AppData\Local\Microsoft\WindowsApps\bash.exe"],
                r"C:\Users\u\AppData\Local\Microsoft\WindowsApps\bash.exe",
                true,
            ),
            // What is relative depends on where one is.
            (
                &["bin", r"\bin", WSL],
                &[r"bin\bash.exe", r"\bin\bash.exe", r"C:\Windows\System32\bash.exe"],
                r"C:\Windows\System32\bash.exe",
                true,
            ),
        ];
        for (path, there, program, is_wsl) in cases {
            let chosen = windows_bash(None, path, &ROOTS, |asked| there.contains(&asked));
            assert_eq!(chosen, Ok(WindowsBash { program: program.to_owned(), is_wsl }), "{path:?}");
        }
    }

    #[test]
    fn the_users_choice_is_followed_or_refused_with_what_to_do() {
        let there = |asked: &str| asked == r"E:\bash.exe";
        let program = r"E:\bash.exe".to_owned();
        assert_eq!(
            windows_bash(Some(r"E:\bash.exe"), &[], &ROOTS, there),
            Ok(WindowsBash { program, is_wsl: false })
        );
        let missing = windows_bash(Some(r"E:\gone.exe"), &[], &ROOTS, there).unwrap_err().to_string();
        assert!(missing.contains("E:\\gone.exe") && missing.contains("correct the path"), "{missing}");
        let none = windows_bash(Some(""), &[], &ROOTS, |_| false).unwrap_err().to_string();
        assert!(none.contains("install Git for Windows"), "{none}");
    }
}
