//! The optimiser: `wasm-opt` of the npm package binaryen.
//!
//! Owns its options and its installation, which a lock file pins.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask_base::Failure;
use xtask_base::places::{self, Places};
use xtask_base::programs::run;

/// What the optimiser may use: what the compiler uses already and the oldest Node that is served knows. With all that
/// it knows the module would not load there.
pub(crate) const OPTIONS: &[&str] = &[
    "-O3",
    // Nothing is in the memory before the module puts it there.
    "--zero-filled-memory",
    // V8 compiles a function when it is first called, in more than linear time: what has one caller and is not small
    // stays a function of its own.
    "--one-caller-inline-max-function-size=50",
    // It would cut the tables at their zeros, into tens of thousands of segments that compress worse.
    "--skip-pass=memory-packing",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Writes the optimised form of `module` to `result`, by the program that is [installed](install).
pub(crate) fn optimise(program: &Path, module: &Path, result: &Path) -> Result<(), Failure> {
    let mut command = Command::new("node");
    command.arg(program).args(OPTIONS).arg(module).arg("-o").arg(result);
    run(&mut command)
}

/// The program, installed from the package's lock file when it is not there yet.
pub(crate) fn install(places: &Places) -> Result<PathBuf, Failure> {
    let source = places.workspace.join("tests/xtask/binaryen");
    let folder = places.target.join("binaryen");
    let program = folder.join("node_modules/binaryen/bin/wasm-opt");
    let lock = places::read(&source.join("package-lock.json"))?;
    if program.is_file() && fs::read(folder.join("package-lock.json")).is_ok_and(|there| there == lock) {
        return Ok(program);
    }
    eprintln!("fetching wasm-opt by npm");
    places::make(&folder)?;
    places::write(&folder.join("package.json"), places::read(&source.join("package.json"))?)?;
    places::write(&folder.join("package-lock.json"), &lock)?;
    let mut command = Command::new("npm");
    command.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&folder);
    run(&mut command)?;
    Ok(program)
}
