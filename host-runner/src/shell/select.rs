//! The shell that runs the commands of a session, and the path of its program.
//!
//! Owns the order: the user's choice (`CLAUDE_CODE_SHELL`), the user's shell (`SHELL`), the directories of `PATH`, the
//! usual places. Accepts bash, zsh and, where a command asks for it, `pwsh`, because nothing else is understood; never the
//! `powershell.exe` of Windows, which is another language. Starts nothing.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::windows::WindowsShellError;
use crate::plan::Shell;
use crate::system::files;

/// The variable that names the shell for commands: the absolute path of a bash or a zsh.
pub const CHOSEN: &str = "CLAUDE_CODE_SHELL";

/// Where shells are installed, in order.
const USUAL_PLACES: [&str; 5] =
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"];

/// A shell and its program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selected {
    /// Which one it is.
    pub shell: Shell,
    /// The absolute path of its program.
    pub program: PathBuf,
}

/// That there is no shell to run commands with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelectError {
    /// The user chose one that is not understood.
    #[error(
        "`{CHOSEN}` names `{}`, which is no bash, no zsh and no pwsh; set it to the path of one of them, or unset it",
        .0.display()
    )]
    Unknown(PathBuf),
    /// The user chose one by a path that depends on where one is.
    #[error("`{CHOSEN}` is `{}`, which is not an absolute path; set it to one, such as `/bin/bash`", .0.display())]
    Relative(PathBuf),
    /// The user chose one that is not there.
    #[error("`{CHOSEN}` names `{}`, which is not a program; correct the path, or unset the variable", .0.display())]
    Missing(PathBuf),
    /// There is none at all.
    #[error(
        "no {0} was found in `PATH` or in `/bin`, `/usr/bin`, `/usr/local/bin`; install one, or name it in `{CHOSEN}`"
    )]
    NotFound(&'static str),
    /// Windows has no shell that is understood.
    #[error(transparent)]
    Windows(#[from] WindowsShellError),
}

impl SelectError {
    /// Whether no shell was found, and nothing that the user said is wrong.
    pub fn is_none_there(&self) -> bool {
        matches!(
            self,
            Self::NotFound(_)
                | Self::Windows(WindowsShellError::NoBash { .. } | WindowsShellError::NoPowerShell)
        )
    }
}

/// The inputs of the choice.
#[derive(Clone, Debug, Default)]
pub struct Wishes<'a> {
    /// The value of [`CHOSEN`].
    pub chosen: Option<&'a OsStr>,
    /// The value of `SHELL`.
    pub own: Option<&'a OsStr>,
    /// The value of `PATH`.
    pub path: Option<&'a OsStr>,
    /// The working directory: no directory of `PATH` in it is looked into, because who writes there does not choose
    /// the shell.
    pub cwd: Option<&'a Path>,
}

impl<'a> Wishes<'a> {
    /// The choices in `environment`, for a session in `cwd`.
    pub fn of(environment: &'a [(OsString, OsString)], cwd: Option<&'a Path>) -> Self {
        let value = |wanted: &str| {
            let found =
                environment.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_os_str());
            found.filter(|value| !value.is_empty())
        };
        Self { chosen: value(CHOSEN), own: value("SHELL"), path: value("PATH"), cwd }
    }
}

/// The shell for a session. `asked` is the one that a command was read with, when that is settled; without it, bash
/// comes before zsh where the user says nothing. `is_program` says whether a path can be executed.
///
/// # Errors
/// When the user's choice cannot be followed, and when there is no shell anywhere.
pub fn select(
    wishes: &Wishes<'_>,
    asked: Option<Shell>,
    is_program: impl Fn(&Path) -> bool,
) -> Result<Selected, SelectError> {
    let fits = |shell: Shell| match asked {
        Some(asked) => asked == shell,
        None => shell != Shell::PowerShell,
    };
    if let Some(chosen) = wishes.chosen.map(Path::new) {
        let shell = kind(chosen).ok_or_else(|| SelectError::Unknown(chosen.to_owned()))?;
        if !chosen.is_absolute() {
            return Err(SelectError::Relative(chosen.to_owned()));
        }
        if !is_program(chosen) {
            return Err(SelectError::Missing(chosen.to_owned()));
        }
        if fits(shell) {
            return Ok(Selected { shell, program: chosen.to_owned() });
        }
    }
    // The user's own shell may be one for people only; that is no mistake.
    if let Some(own) = wishes.own.map(Path::new).filter(|own| own.is_absolute())
        && let Some(shell) = kind(own).filter(|shell| fits(*shell))
        && is_program(own)
    {
        return Ok(Selected { shell, program: own.to_owned() });
    }
    let listed = wishes.path.into_iter().flat_map(std::env::split_paths);
    let listed = listed.filter(|directory| {
        directory.is_absolute() && !wishes.cwd.is_some_and(|cwd| directory.starts_with(cwd))
    });
    let places = listed.chain(USUAL_PLACES.map(PathBuf::from)).collect::<Vec<_>>();
    // Who does not ask for PowerShell gets a shell of POSIX.
    let wanted = [Shell::Bash, Shell::Zsh, Shell::PowerShell];
    let wanted = wanted.into_iter().filter(|shell| match asked {
        Some(asked) => asked == *shell,
        None => *shell != Shell::PowerShell,
    });
    wanted
        .flat_map(|shell| places.iter().map(move |place| (shell, place.join(shell.name()))))
        .find(|(_, program)| is_program(program))
        .map(|(shell, program)| Selected { shell, program })
        .ok_or(SelectError::NotFound(asked.map_or("bash or zsh", Shell::name)))
}

/// Which shell a program is, by its name.
fn kind(program: &Path) -> Option<Shell> {
    let name = program.file_name()?.to_str()?;
    let name = name.strip_suffix(".exe").unwrap_or(name);
    [Shell::Bash, Shell::Zsh, Shell::PowerShell].into_iter().find(|shell| shell.name() == name)
}

/// Whether `path` is a regular file, links followed, that somebody may execute.
pub fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && files::may_execute(path, &found))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSTALLED: [&str; 7] = [
        "/bin/bash",
        "/usr/bin/zsh",
        "/opt/homebrew/bin/zsh",
        "/home/u/bin/bash",
        "/repo/bin/bash",
        "/usr/bin/fish",
        "/nix/bin/zsh",
    ];

    fn selected(wishes: &Wishes<'_>, asked: Option<Shell>) -> Result<String, SelectError> {
        let is_program = |path: &Path| INSTALLED.iter().any(|there| Path::new(there) == path);
        let selected = select(wishes, asked, is_program)?;
        assert_eq!(kind(&selected.program), Some(selected.shell));
        Ok(selected.program.display().to_string())
    }

    #[test]
    fn the_users_word_comes_first_then_the_users_shell_then_the_path_then_the_usual_places() {
        let cases = [
            // chosen, SHELL, PATH, asked, program
            (Some("/nix/bin/zsh"), Some("/bin/bash"), Some("/bin"), None, "/nix/bin/zsh"),
            (None, Some("/usr/bin/zsh"), Some("/bin"), None, "/usr/bin/zsh"),
            (None, Some("/usr/bin/fish"), Some("/home/u/bin:/bin"), None, "/home/u/bin/bash"),
            (None, Some("/gone/bash"), Some("/bin"), None, "/bin/bash"),
            (None, Some("zsh"), Some("/bin"), None, "/bin/bash"),
            (None, None, Some("/nix/bin"), None, "/bin/bash"),
            (None, None, None, None, "/bin/bash"),
            // The working directory and what is relative do not choose.
            (None, None, Some("/repo/bin:.:bin:"), None, "/bin/bash"),
            // A command was read as one of the two, so that one runs it.
            (None, Some("/usr/bin/zsh"), Some("/bin"), Some(Shell::Bash), "/bin/bash"),
            (Some("/bin/bash"), None, None, Some(Shell::Zsh), "/usr/bin/zsh"),
            (None, None, Some("/nix/bin"), Some(Shell::Zsh), "/nix/bin/zsh"),
        ];
        for (chosen, own, path, asked, program) in cases {
            let wishes = Wishes {
                chosen: chosen.map(OsStr::new),
                own: own.map(OsStr::new),
                path: path.map(OsStr::new),
                cwd: Some(Path::new("/repo")),
            };
            assert_eq!(selected(&wishes, asked), Ok(program.to_owned()), "{wishes:?} {asked:?}");
        }
    }

    #[test]
    fn a_choice_that_cannot_be_followed_is_told_with_what_to_do() {
        let cases = [
            ("/usr/bin/fish", "no bash, no zsh and no pwsh; set it to the path of one of them, or unset it"),
            ("/opt/bash-5", "no bash, no zsh and no pwsh"),
            ("bash", "not an absolute path; set it to one"),
            ("/gone/zsh", "not a program; correct the path, or unset the variable"),
        ];
        for (chosen, says) in cases {
            let wishes = Wishes { chosen: Some(OsStr::new(chosen)), ..Wishes::default() };
            let error = selected(&wishes, None).unwrap_err().to_string();
            assert!(error.contains(chosen) && error.contains(says), "{error}");
        }
        let none = select(&Wishes::default(), Some(Shell::Zsh), |_| false).unwrap_err().to_string();
        assert!(none.starts_with("no zsh was found") && none.contains("install one"), "{none}");
    }

    #[test]
    fn wishes_are_read_from_the_environment_and_an_empty_one_is_none() {
        let environment = [("SHELL", "/bin/zsh"), ("PATH", "/bin"), (CHOSEN, "")]
            .map(|(name, value)| (name.into(), value.into()));
        let wishes = Wishes::of(&environment, None);
        assert_eq!(
            (wishes.chosen, wishes.own, wishes.path),
            (None, Some(OsStr::new("/bin/zsh")), Some(OsStr::new("/bin")))
        );
    }

    #[test]
    fn only_a_file_that_may_be_executed_is_a_program() {
        let place = tempfile::tempdir().unwrap();
        let text = place.path().join("bash");
        std::fs::write(&text, "").unwrap();
        assert!(!is_program(place.path()) && !is_program(&place.path().join("gone")));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert!(!is_program(&text));
            std::fs::set_permissions(&text, std::fs::Permissions::from_mode(0o755)).unwrap();
            assert!(is_program(&text));
        }
    }
}
