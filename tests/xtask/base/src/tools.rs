//! The compilers and linkers of the targets, and the lints.
//!
//! Owns which programs each of them needs, and what to install. Installs nothing.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::target::{Linker, Target};
use crate::failure::Failure;

/// The program that compiles as rustc does and lints.
pub const LINTS: &str = "clippy-driver";

/// Fails with everything that is missing for `targets`, or for the lints where it `is_linted`, and how to get it.
pub fn check(targets: &[&Target], is_linted: bool) -> Result<(), Failure> {
    missing(targets, is_linted, has_standard_library, is_in_path)
}

/// [`check`], with the answers of the machine as functions.
fn missing(
    targets: &[&Target],
    is_linted: bool,
    has_target: impl Fn(&str) -> bool,
    has_program: impl Fn(&str) -> bool,
) -> Result<(), Failure> {
    let lacking: Vec<&str> =
        targets.iter().map(|target| target.triple).filter(|triple| !has_target(triple)).collect();
    let mut what = Vec::new();
    let mut remedies = BTreeSet::new();
    if !lacking.is_empty() {
        what.push(format!("the standard library for {}", lacking.join(" and ")));
        remedies.insert(format!("run `rustup target add {}`", lacking.join(" ")));
    }
    let lints = is_linted.then_some(&(LINTS, "run `rustup component add clippy`"));
    for (program, remedy) in targets.iter().flat_map(|target| needed(target.linker)).chain(lints) {
        let named = format!("`{program}`");
        if !has_program(program) && !what.contains(&named) {
            what.push(named);
            remedies.insert((*remedy).to_owned());
        }
    }
    if what.is_empty() {
        return Ok(());
    }
    Err(Failure::Missing {
        what: what.join(", "),
        remedy: remedies.into_iter().collect::<Vec<_>>().join("; "),
    })
}

/// The programs that a linker needs, each with what to do to get it.
fn needed(linker: Linker) -> &'static [(&'static str, &'static str)] {
    match linker {
        Linker::Own(_) => &[("musl-gcc", "install the package `musl-tools`")],
        Linker::Cross(_) => &[("x86_64-w64-mingw32-gcc", "install the package `gcc-mingw-w64-x86-64`")],
        Linker::Zig => &[
            (
                "cargo-zigbuild",
                "run `pip install cargo-zigbuild ziglang`, in a virtual environment that is in `PATH`",
            ),
            (
                "python-zig",
                "run `pip install cargo-zigbuild ziglang`, in a virtual environment that is in `PATH`",
            ),
        ],
    }
}

/// Whether rustc has a standard library for the target.
fn has_standard_library(triple: &str) -> bool {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", triple]).output();
    asked.is_ok_and(|told| {
        told.status.success() && Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_dir()
    })
}

/// Whether `PATH` has a program of this name. `python-zig` is the zig of the package `ziglang`; `zig` itself will do.
fn is_in_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &str| std::env::split_paths(&path).any(|folder| folder.join(name).is_file());
    is_there(name) || (name == "python-zig" && is_there("zig"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::TARGETS;

    #[test]
    fn everything_that_is_missing_is_named_once_with_what_to_install() {
        let all: Vec<&Target> = TARGETS.iter().collect();
        let failed = missing(&all, true, |triple| !triple.contains("darwin"), |_| false).unwrap_err();
        assert_eq!(
            failed.to_string(),
            "the standard library for x86_64-apple-darwin and aarch64-apple-darwin, `musl-gcc`, `cargo-zigbuild`, \
             `python-zig`, `x86_64-w64-mingw32-gcc`, `clippy-driver` is missing"
        );
        for remedy in [
            "rustup target add x86_64-apple-darwin aarch64-apple-darwin",
            "`musl-tools`",
            "`gcc-mingw-w64-x86-64`",
            "`pip install cargo-zigbuild ziglang`",
            "`rustup component add clippy`",
        ] {
            assert!(failed.help().contains(remedy), "{}", failed.help());
        }
    }

    #[test]
    fn a_target_needs_only_its_own_tools() {
        let static_linux = [&TARGETS[0]];
        assert!(missing(&static_linux, false, |_| true, |name| name == "musl-gcc").is_ok());
        assert!(missing(&static_linux, false, |_| true, |name| name == "cargo-zigbuild").is_err());
    }
}
