//! The shell on Windows: Git's bash, or PowerShell 7, and how each is given a text.
//!
//! Owns the places, as a pure function of what exists, and the command line. `bash.exe` in `System32` and in `WindowsApps`
//! belongs to WSL: it runs commands in another system, which has other paths than those that were judged, so it is never
//! taken. Starts nothing.

use crate::plan::Shell;

/// The variable that names Git's bash.
pub const CHOSEN: &str = "CLAUDE_CODE_GIT_BASH_PATH";

/// The variable by which bash gets the text of a command.
const TEXT: &str = "SHELLGATE_COMMAND";

/// The longest text of a command, in UTF-16 units: a variable has at most 32,767 (`SetEnvironmentVariable`), and an argument of
/// PowerShell, in Base64, less than three eighths of that.
const BASH_UNITS_MAX: usize = 32_000;
const POWERSHELL_UNITS_MAX: usize = 12_000;

/// Where Git for Windows keeps its bash, below its own directory.
const IN_GIT: &str = r"bin\bash.exe";

/// Where PowerShell is installed, below a directory for programs.
const IN_PROGRAMS: &str = r"PowerShell\7\pwsh.exe";

/// The places in which a shell is looked for.
#[derive(Clone, Debug, Default)]
pub struct WindowsPlaces {
    /// The bash that the user chose.
    pub bash: Option<String>,
    /// The directories of `PATH`.
    pub path: Vec<String>,
    /// The directories in which programs are installed: the values of `ProgramFiles`, `ProgramFiles(x86)`, and
    /// `LOCALAPPDATA` with `\Programs`.
    pub roots: Vec<String>,
}

/// That there is no shell on Windows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WindowsShellError {
    /// The user chose a bash that is not there.
    #[error("`{CHOSEN}` names `{0}`, which is not a program; correct the path, or unset the variable")]
    Missing(String),
    /// The user chose the one of WSL.
    #[error(
        "`{CHOSEN}` names `{0}`, which runs commands in the Linux of WSL, where the paths are others than those that were \
         judged; name the `bash.exe` of Git for Windows, or run shellgate itself in WSL2"
    )]
    Wsl(String),
    /// There is none at all.
    #[error(
        "no bash of Git for Windows was found{}; install it (`winget install Git.Git`), or name its `bash.exe` in `{CHOSEN}`",
        if *.wsl { ", and the `bash.exe` of WSL is not used, because it sees other paths" } else { "" }
    )]
    NoBash {
        /// Whether there is the one of WSL.
        wsl: bool,
    },
    /// A command is of PowerShell, and there is none.
    #[error("no `pwsh` was found; install PowerShell 7 (`winget install Microsoft.PowerShell`)")]
    NoPowerShell,
    /// A command is of a shell that Windows has not.
    #[error("commands of {} do not run on Windows; use bash or PowerShell, or run shellgate in WSL2", .0.name())]
    NoSuchShell(Shell),
}

/// The shell to use, and its program: what `asked` says; where it says nothing, bash, and else PowerShell. `exists` is asked
/// about absolute paths only.
///
/// # Errors
/// When the user's choice cannot be used, and when there is no shell.
pub fn select(
    places: &WindowsPlaces,
    asked: Option<Shell>,
    exists: impl Fn(&str) -> bool,
) -> Result<(Shell, String), WindowsShellError> {
    match asked {
        Some(Shell::Bash) => bash(places, &exists).map(|program| (Shell::Bash, program)),
        Some(Shell::PowerShell) => powershell(places, &exists)
            .map(|program| (Shell::PowerShell, program))
            .ok_or(WindowsShellError::NoPowerShell),
        Some(Shell::Zsh) => Err(WindowsShellError::NoSuchShell(Shell::Zsh)),
        None => match bash(places, &exists) {
            Ok(program) => Ok((Shell::Bash, program)),
            Err(error @ WindowsShellError::NoBash { .. }) => {
                powershell(places, &exists).map(|program| (Shell::PowerShell, program)).ok_or(error)
            }
            Err(error) => Err(error),
        },
    }
}

/// The bash to use: the one that the user chose; the one of the Git that `PATH` leads to; of a Git in the usual places;
/// another in `PATH` that is not WSL's.
fn bash(places: &WindowsPlaces, exists: &impl Fn(&str) -> bool) -> Result<String, WindowsShellError> {
    if let Some(chosen) = &places.bash {
        return match (exists(chosen), is_wsl(chosen)) {
            (_, true) => Err(WindowsShellError::Wsl(chosen.clone())),
            (true, false) => Ok(chosen.clone()),
            (false, false) => Err(WindowsShellError::Missing(chosen.clone())),
        };
    }
    let path = directories(places);
    let of_git = path.clone().filter(|directory| exists(&join(directory, "git.exe"))).filter_map(git_root);
    let of_git = of_git.map(|root| join(root, IN_GIT));
    let usual = places.roots.iter().map(|root| join(root.trim_end_matches('\\'), &join("Git", IN_GIT)));
    let listed = path.map(|directory| join(directory, "bash.exe"));
    let there = of_git.chain(usual).chain(listed).filter(|program| exists(program)).collect::<Vec<_>>();
    let wsl = !there.is_empty();
    there.into_iter().find(|program| !is_wsl(program)).ok_or(WindowsShellError::NoBash { wsl })
}

/// The PowerShell to use: the one of `PATH`, or an installed one.
fn powershell(places: &WindowsPlaces, exists: &impl Fn(&str) -> bool) -> Option<String> {
    let listed = directories(places).map(|directory| join(directory, "pwsh.exe"));
    let usual = places.roots.iter().map(|root| join(root.trim_end_matches('\\'), IN_PROGRAMS));
    listed.chain(usual).find(|program| exists(program))
}

/// The directories of `PATH` that do not depend on where one is.
fn directories(places: &WindowsPlaces) -> impl Iterator<Item = &str> + Clone {
    places.path.iter().map(|directory| directory.trim_end_matches('\\')).filter(|it| is_absolute(it))
}

/// How a shell is started so that it runs one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The arguments, the shell's name first. None contains two backslashes side by side: the C library of Microsoft and the
    /// runtime of MSYS2 read those differently.
    pub arguments: Vec<String>,
    /// The variable that the shell gets the text by.
    pub variable: Option<(&'static str, String)>,
}

/// A text that is too long for Windows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the command has {length} characters, and Windows passes at most {most} on to {}; put it into a script, and run the script",
    .shell.name()
)]
pub struct TooLong {
    /// How long it is, in UTF-16 units.
    pub length: usize,
    /// How long it may be.
    pub most: usize,
    /// The shell.
    pub shell: Shell,
}

/// How `shell` runs `text` and nothing else.
///
/// bash gets the text by a variable, because no quoting of an argument is read in the same way by every runtime. It takes the
/// variable away before the text begins, so that no program sees it. PowerShell gets the text in Base64.
///
/// # Errors
/// The text is too long.
pub fn start(shell: Shell, text: &str) -> Result<Start, TooLong> {
    let length = text.encode_utf16().count();
    let most = if shell == Shell::PowerShell { POWERSHELL_UNITS_MAX } else { BASH_UNITS_MAX };
    if length > most {
        return Err(TooLong { length, most, shell });
    }
    Ok(match shell {
        Shell::PowerShell => Start { arguments: shell.arguments(text), variable: None },
        Shell::Bash | Shell::Zsh => Start {
            arguments: shell.arguments(&format!("eval \"unset -v {TEXT}; ${TEXT}\"")),
            variable: Some((TEXT, text.to_owned())),
        },
    })
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

/// Whether the program is the one of WSL, by where it is.
fn is_wsl(program: &str) -> bool {
    let program = program.to_ascii_lowercase().replace('/', r"\");
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
    fn places(bash: Option<&str>, path: &[&str]) -> WindowsPlaces {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        WindowsPlaces { bash: bash.map(str::to_owned), path: owned(path), roots: owned(&ROOTS) }
    }

    const ROOTS: [&str; 2] = [r"C:\Program Files", r"C:\Users\u\AppData\Local\Programs"];

    #[test]
    fn gits_bash_comes_before_that_of_wsl() {
        let no_bash = Err(WindowsShellError::NoBash { wsl: true });
        let cases: [(&[&str], &[&str], &str, bool); 9] = [
            // PATH, what is there, the choice, whether only WSL's is there
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
            let chosen = select(&places(None, path), Some(Shell::Bash), |asked| there.contains(&asked));
            let expected = if is_wsl { no_bash.clone() } else { Ok((Shell::Bash, program.to_owned())) };
            assert_eq!(chosen, expected, "{path:?}");
        }
    }

    #[test]
    fn the_users_choice_is_followed_or_refused_with_what_to_do() {
        let there = |asked: &str| [r"E:\bash.exe", r"C:/Windows/System32/bash.exe"].contains(&asked);
        let chosen = |bash| select(&places(Some(bash), &[]), None, there);
        assert_eq!(chosen(r"E:\bash.exe"), Ok((Shell::Bash, r"E:\bash.exe".to_owned())));
        let missing = chosen(r"E:\gone.exe").unwrap_err().to_string();
        assert!(missing.contains("E:\\gone.exe") && missing.contains("correct the path"), "{missing}");
        let wsl = chosen("C:/Windows/System32/bash.exe").unwrap_err().to_string();
        assert!(wsl.contains("WSL2"), "{wsl}");
        let none = select(&places(None, &[]), None, |_| false).unwrap_err().to_string();
        assert!(none.contains("`winget install Git.Git`") && !none.contains("WSL"), "{none}");
    }

    #[test]
    fn powershell_is_taken_where_it_is_asked_for_or_no_bash_is_there() {
        let installed = r"C:\Program Files\PowerShell\7\pwsh.exe";
        let listed = r"D:\ps\pwsh.exe";
        let git = r"C:\Program Files\Git\bin\bash.exe";
        let select =
            |there: &[&str], asked| select(&places(None, &[WSL, r"D:\ps"]), asked, |it| there.contains(&it));
        let of = |program: &str| Ok((Shell::PowerShell, program.to_owned()));
        assert_eq!(select(&[installed, listed, git], Some(Shell::PowerShell)), of(listed));
        assert_eq!(select(&[installed], None), of(installed));
        assert_eq!(select(&[installed, git], None), Ok((Shell::Bash, git.to_owned())));
        assert_eq!(select(&[git], Some(Shell::PowerShell)), Err(WindowsShellError::NoPowerShell));
        assert_eq!(select(&[git], Some(Shell::Zsh)), Err(WindowsShellError::NoSuchShell(Shell::Zsh)));
    }

    #[test]
    fn bash_gets_every_text_by_a_variable_and_no_argument_is_read_in_two_ways() {
        for text in ["ls *", r#"\\ls "a\\b" 'c"#, r"C:\\x", "a\nb", "\u{1f600}"] {
            let start = start(Shell::Bash, text).unwrap();
            assert_eq!(start.variable, Some(("SHELLGATE_COMMAND", text.to_owned())));
            assert!(start.arguments.iter().all(|argument| !argument.contains('\\')), "{start:?}");
        }
        let powershell = start(Shell::PowerShell, r"ls \\server").unwrap();
        assert!(powershell.variable.is_none() && powershell.arguments.iter().all(|it| !it.contains('\\')));
    }

    #[test]
    fn what_windows_does_not_pass_on_is_refused_with_what_to_do() {
        for (shell, most) in [(Shell::Bash, BASH_UNITS_MAX), (Shell::PowerShell, POWERSHELL_UNITS_MAX)] {
            assert!(start(shell, &"x".repeat(most)).is_ok());
            let long = start(shell, &"x".repeat(most + 1)).unwrap_err().to_string();
            assert!(long.contains("put it into a script"), "{long}");
        }
    }
}
