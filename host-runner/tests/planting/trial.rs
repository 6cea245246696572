//! The trial of one layout: it is prepared, changed, and given to git.
//!
//! Owns the directory of the layout. What is planted names only the canary, which writes where it was executed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::layout::Layout;

/// What a person does in every work tree and in every git directory; it prints nothing. Two directories in which git finds
/// the same repository and the same work tree, or no work tree, are one.
const USE: &str = r#"
seen=
find -L . -maxdepth 6 -type d ! -path '*/objects/*' 2>/dev/null | head -200 | while IFS= read -r place; do
    found=$(cd "$place" && { timeout 5 git rev-parse --absolute-git-dir --show-toplevel 2>/dev/null || echo none; })
    case $found in
        *"
"*) ;;
        *) continue ;;
    esac
    case $seen in
        *"|$found|"*) continue ;;
    esac
    seen="$seen|$found|"
    (
        cd "$place" || exit
        for act in 'status' 'diff' 'log -1' 'commit --allow-empty -qm x' 'checkout -qB new'; do
            timeout 5 git -c user.name=n -c user.email=e@example.org $act
        done
    ) </dev/null >/dev/null 2>&1
done
"#;

/// What opens a named pipe that nobody else has open waits for ever.
const PATIENCE: [&str; 4] = ["timeout", "-k", "1", "5"];

/// A directory with a prepared layout.
pub(crate) struct Trial {
    _directory: tempfile::TempDir,
    root: PathBuf,
}

impl Trial {
    /// Prepares `layout`.
    pub(crate) fn of(layout: &Layout) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        for name in ["home", "work", "log"] {
            fs::create_dir(root.join(name)).unwrap();
        }
        let trial = Self { _directory: directory, root };
        let canary = trial.at("canary");
        fs::write(&canary, format!("#!/bin/sh\npwd >> '{}'\n", trial.at("log/executed").display())).unwrap();
        fs::set_permissions(&canary, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(trial.at("home/.gitconfig"), layout.user).unwrap();
        trial.shell(&mut Command::new("sh"), &layout.before);
        trial
    }

    fn at(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Runs `script` by `program`, which takes the arguments of a shell.
    fn shell(&self, program: &mut Command, script: &str) {
        program
            .args(["-c", script])
            .current_dir(self.at("work"))
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .env("HOME", self.at("home"))
            .env("CANARY", self.at("canary"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", &self.root)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
    }

    /// The directories, without links in their names, in which git executes the canary after the `scripts` ran, each in the sandbox if `is_confined`.
    pub(crate) fn executed(self, scripts: &[String], is_confined: bool) -> Vec<String> {
        for script in scripts {
            let mut program = if is_confined { sandbox() } else { self.bubblewrap() };
            self.shell(program.args(PATIENCE).arg("sh"), script);
        }
        // What git already executed in the scripts was held to the sandbox.
        drop(fs::remove_file(self.at("log/executed")));
        self.shell(self.bubblewrap().arg("sh"), USE);
        let text = fs::read_to_string(self.at("log/executed")).unwrap_or_default();
        let root = fs::canonicalize(&self.root).unwrap();
        let relative = |line: &str| {
            // A link to a directory is no other directory.
            let real = fs::canonicalize(line).unwrap_or_else(|_| line.into());
            let below = real.strip_prefix(&root).or_else(|_| real.strip_prefix(&self.root));
            below.unwrap_or(&real).display().to_string()
        };
        text.lines().map(relative).collect()
    }

    /// A program that may write in the trial alone, and reaches no network.
    fn bubblewrap(&self) -> Command {
        let mut program = Command::new("bwrap");
        program.args(["--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev"]);
        program.args(["--proc", "/proc", "--bind"]).args([&self.root, &self.root]).arg("--");
        program
    }
}

/// The project's sandbox, with the working directory writable.
fn sandbox() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_shellgate"));
    program.args(["sandbox", "--write", ".", "--"]);
    program
}
