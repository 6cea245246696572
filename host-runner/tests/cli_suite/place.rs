//! Runs the built `shellgate` in a place of its own and draws what came out.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A home with a repository in it, removed at the end.
pub(crate) struct Place {
    _guard: tempfile::TempDir,
    home: PathBuf,
}

impl Place {
    /// An empty repository in an empty home.
    pub(crate) fn new() -> Self {
        let guard = tempfile::tempdir().unwrap();
        let home = guard.path().canonicalize().unwrap();
        fs::create_dir_all(home.join("repo/.git")).unwrap();
        Self { _guard: guard, home }
    }

    /// The repository.
    pub(crate) fn repo(&self) -> PathBuf {
        self.home.join("repo")
    }

    /// Writes a file in the repository.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let file = self.repo().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }

    /// `shellgate` in the repository, with nothing of the tester's own environment.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shellgate"));
        command.env_clear().env("HOME", &self.home).current_dir(self.repo());
        command
    }

    /// Runs it to the end with these variables and no input.
    #[cfg(target_os = "linux")]
    pub(crate) fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        let variables = variables.iter().copied();
        self.command().args(arguments).envs(variables).stdin(Stdio::null()).output().unwrap()
    }

    /// Runs it to the end.
    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: &[S], input: &[u8]) -> Output {
        let mut child = self
            .command()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let writer = std::thread::spawn(move || {
            // A command that does not read its input closes it.
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        output
    }

    /// What a person sees: the exit code and both streams, with the place's own path named `HOME`.
    pub(crate) fn shown(&self, output: &Output) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(self.home.to_str().unwrap(), "HOME");
        format!(
            "exit {}\n--- stdout\n{}--- stderr\n{}",
            output.status.code().unwrap(),
            text(&output.stdout),
            text(&output.stderr)
        )
    }

    /// What a person types about the agents in the directories of `path`, and what is shown. What the machine can enforce is
    /// another test's.
    #[cfg(target_os = "linux")]
    pub(crate) fn typed(&self, arguments: &[&str], path: &str) -> String {
        let output = self.run_with(arguments, &[("PATH", path)]);
        let shown = self.shown(&output).replace(env!("CARGO_BIN_EXE_shellgate"), "/bin/shellgate");
        let about_agents = shown.split_once(" work here\n").map_or(shown.as_str(), |(_, agents)| agents);
        format!("$ shellgate {}\n{about_agents}\n", arguments.join(" "))
    }
}

/// Compares with `snapshots/cli/<name>.snap`.
pub(crate) fn snapshot(name: &str, shown: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots/cli"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, shown));
}
