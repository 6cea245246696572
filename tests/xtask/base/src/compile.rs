//! The program for one target, compiled so that the same sources give the same bytes in every folder.
//!
//! Owns the command line of cargo and its environment. Chooses neither targets nor features.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::target::{Linker, OLDEST_MACOS, Target};
use crate::{Failure, programs, tools};

/// The features of a released program. The engine is left out: it more than doubles the program, and the linked core gives
/// the same answers.
pub const FEATURES: &str = "attacks,mcp,web";

/// What is compiled, and how.
#[derive(Clone, Debug)]
pub struct Build {
    /// The root of the sources.
    pub tree: PathBuf,
    /// The target folder of cargo.
    pub target: PathBuf,
    /// The profile of cargo.
    pub profile: String,
    /// The features of `host-runner`, with commas between them.
    pub features: String,
    /// The crates of the repository are compiled by clippy; a warning is an error.
    pub is_linted: bool,
    /// Seconds since 1970, for whatever writes a time.
    pub date: u64,
}

/// What cargo does with the sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Build,
    Check,
}

impl Build {
    /// Compiles the program for `target`; returns its path.
    pub fn program(&self, target: &Target) -> Result<PathBuf, Failure> {
        let mut command = self.command(&[target], Work::Build)?;
        command.args(["--bin", "shellgate"]);
        programs::run(&mut command)?;
        let folder = if self.profile == "dev" { "debug" } else { &self.profile };
        Ok(self.target.join(target.triple).join(folder).join(target.program()))
    }

    /// Checks the library and the programs for `targets`, which are [alike](are_alike), and makes nothing. One cargo for all of
    /// them: while the last crate of one target is compiled, the others go on.
    pub fn check(&self, targets: &[&Target]) -> Result<(), Failure> {
        let mut command = self.command(targets, Work::Check)?;
        programs::run(command.args(["--lib", "--bins"]))
    }

    fn command(&self, targets: &[&Target], work: Work) -> Result<Command, Failure> {
        let by_zig = targets.iter().any(|target| target.is_linked_by_zig());
        let mut command = if by_zig { programs::by_person("cargo-zigbuild") } else { programs::cargo() };
        command.arg(match (work, by_zig) {
            (Work::Check, _) => "check",
            (Work::Build, true) => "zigbuild",
            (Work::Build, false) => "build",
        });
        command.args(["--locked", "--package", "host-runner", "--no-default-features"]);
        command.args(["--features", &self.features, "--profile", &self.profile]);
        for target in targets {
            command.args(["--target", target.triple]);
            if let Linker::Own(compiler) = target.linker {
                command.env(format!("CC_{}", target.triple.replace('-', "_")), compiler);
            }
        }
        command.current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.target);
        command.env("SOURCE_DATE_EPOCH", self.date.to_string());
        command.env("MACOSX_DEPLOYMENT_TARGET", OLDEST_MACOS);
        // What lies in the tree and is not committed does not go into the program.
        command.env("SHELLGATE_CARRY", "nothing");
        let folders = self.folders()?;
        command.env("CARGO_ENCODED_RUSTFLAGS", rust_flags(targets, &folders, self.is_linted));
        command.env("TARGET_CFLAGS", c_flags(&folders)).env("CC_SHELL_ESCAPED_FLAGS", "1");
        for name in ["RUSTFLAGS", "CFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"] {
            command.env_remove(name);
        }
        if self.is_linted {
            // As `cargo clippy` does.
            command.env("RUSTC_WORKSPACE_WRAPPER", tools::LINTS);
        }
        Ok(command)
    }

    /// The folders of this machine whose names could get into the program, each with the name that takes its place.
    /// rustc takes the last one that fits, so that the inner ones are after the outer ones.
    fn folders(&self) -> Result<Vec<(PathBuf, &'static str)>, Failure> {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
        let home = home.ok_or_else(|| Failure::Missing {
            what: "the folder of cargo".to_owned(),
            remedy: "set `CARGO_HOME`".to_owned(),
        })?;
        let named = [
            (home, "/cargo"),
            (sysroot()?, "/rust"),
            (self.tree.clone(), "/shellgate"),
            (self.target.clone(), "/target"),
        ];
        // The compilers follow links, or do not.
        let both = named.into_iter().flat_map(|(folder, name)| {
            let real = folder.canonicalize().ok().filter(|real| *real != folder);
            real.into_iter().chain([folder]).map(move |folder| (folder, name))
        });
        Ok(both.collect())
    }
}

/// Whether one cargo compiles for both targets as it compiles for each alone.
pub fn are_alike(one: &Target, other: &Target) -> bool {
    let options = |target: &Target| (target.is_linked_by_zig(), link_argument(target));
    options(one) == options(other)
}

/// Where rustc and its libraries are.
fn sysroot() -> Result<PathBuf, Failure> {
    let told = programs::output(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(Path::new(String::from_utf8_lossy(&told).trim()).to_owned())
}

fn rust_flags(targets: &[&Target], folders: &[(PathBuf, &'static str)], is_linted: bool) -> OsString {
    let mut flags: Vec<OsString> = Vec::new();
    for (folder, name) in folders {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(folder);
        flag.push("=");
        flag.push(name);
        flags.push(flag);
    }
    flags.extend(targets.first().and_then(|target| link_argument(target)).map(OsString::from));
    if is_linted {
        // In the crates of others cargo switches warnings off.
        flags.push("-Dwarnings".into());
    }
    flags.join(std::ffi::OsStr::new("\x1f"))
}

/// What the linker of `target` needs to know.
fn link_argument(target: &Target) -> Option<&'static str> {
    if target.packs_relocations() {
        // About 31,000 relocations take 27 KB so, and 24 bytes each otherwise; each start reads them.
        Some("-Clink-arg=-Wl,-z,pack-relative-relocs")
    } else if target.is_windows() {
        // The header of a program for Windows has the time at which it was linked.
        Some("-Clink-arg=-Wl,--no-insert-timestamp")
    } else if target.is_macos() {
        // The number of a build (`LC_UUID`) is made from everything that is linked, also from the paths in the notes for a
        // debugger that `ring` asks the compiler for.
        Some("-Clink-arg=-Wl,-S")
    } else {
        None
    }
}

/// The flags as a shell would read them: a folder may have blanks in its name.
fn c_flags(folders: &[(PathBuf, &'static str)]) -> String {
    let flags = folders.iter().map(|(folder, name)| {
        let folder = folder.to_string_lossy().replace('\'', r"'\''");
        format!("'-ffile-prefix-map={folder}={name}'")
    });
    flags.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;
    use crate::target::TARGETS;

    #[test]
    fn a_linted_build_is_compiled_by_clippy_and_a_warning_is_an_error() {
        for is_linted in [false, true] {
            let build = Build {
                tree: PathBuf::from("/t"),
                target: PathBuf::from("/t/target"),
                profile: "dist".to_owned(),
                features: "mcp".to_owned(),
                is_linted,
                date: 0,
            };
            for work in [Work::Build, Work::Check] {
                let command = build.command(&[&TARGETS[0]], work).unwrap();
                let value = |name: &str| {
                    let set = command.get_envs().find(|(it, _)| *it == name).and_then(|(_, value)| value);
                    set.map(|value| value.to_string_lossy().into_owned())
                };
                let denied =
                    value("CARGO_ENCODED_RUSTFLAGS").is_some_and(|it| it.ends_with("\x1f-Dwarnings"));
                let linter = value("RUSTC_WORKSPACE_WRAPPER").is_some_and(|it| it == tools::LINTS);
                assert_eq!((denied, linter), (is_linted, is_linted));
            }
        }
    }

    #[test]
    fn only_targets_of_one_system_are_compiled_together() {
        let groups: Vec<Vec<&str>> = TARGETS
            .chunk_by(are_alike)
            .map(|group| group.iter().map(|target| target.triple).collect())
            .collect();
        assert_eq!(
            groups,
            [
                vec!["x86_64-unknown-linux-musl"],
                vec!["aarch64-unknown-linux-musl"],
                vec!["x86_64-apple-darwin", "aarch64-apple-darwin"],
                vec!["x86_64-pc-windows-gnu"],
            ]
        );
    }

    #[test]
    fn a_folder_with_blanks_and_quotes_is_one_flag() {
        let folders = [(PathBuf::from("/a b"), "/x"), (PathBuf::from("/it's"), "/y")];
        assert_eq!(c_flags(&folders), r"'-ffile-prefix-map=/a b=/x' '-ffile-prefix-map=/it'\''s=/y'");
    }
}
