//! Says for which target the program is built, and what it carries that was built before it: the page that `playground`
//! serves, and the module that `--engine wasm` loads (with the feature `engine`), which reads every shell. Either may be
//! missing, and the program is built again when it is there for the first time. Says besides where the linker finds the
//! frameworks of macOS.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo tells it to build scripts only.
    println!("cargo::rustc-env=SHELLGATE_TARGET={}", env::var("TARGET").unwrap_or_default());
    // A release carries neither, whatever lies in the tree of the one who makes it.
    println!("cargo::rerun-if-env-changed=SHELLGATE_CARRY");
    let carries = env::var_os("SHELLGATE_CARRY").is_none_or(|what| what != "nothing");
    println!("cargo::rustc-check-cfg=cfg(has_module)");
    if carries {
        module();
    }
    frameworks();
    match page(carries, Path::new("../js/playground/dist")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error=js/playground/dist: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A path that is missing counts as changed at every build, so that the folder around it is watched instead.
fn watch(place: &Path, around: &Path) {
    let watched = if place.exists() { place } else { around };
    println!("cargo::rerun-if-changed={}", watched.display());
}

/// Where a program for macOS is linked on another system there is no SDK. The folder has the names that the program refers
/// to in the frameworks by which certificates are verified there.
fn frameworks() {
    let is_for_macos = env::var_os("CARGO_CFG_TARGET_OS").is_some_and(|system| system == "macos");
    if let Some(own) =
        env::var_os("CARGO_MANIFEST_DIR").filter(|_| is_for_macos && !cfg!(target_os = "macos"))
    {
        println!("cargo::rustc-link-search=framework={}", Path::new(&own).join("frameworks").display());
    }
}

fn module() {
    let module = Path::new("../js/wasm/powershell.wasm");
    watch(module, Path::new("../js/wasm"));
    // What cannot run it does not carry it: it is seven megabytes.
    if module.exists() && env::var_os("CARGO_FEATURE_ENGINE").is_some() {
        println!("cargo::rustc-cfg=has_module");
    }
}

/// Writes the files of the page as a constant, none unless the program `carries` it: each with its name, as a path below the
/// page, and its content.
fn page(carries: bool, folder: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    if carries {
        watch(folder, Path::new("../js/playground"));
    }
    if carries && folder.exists() {
        collect(&folder.canonicalize()?, "", &mut files)?;
    }
    files.sort();
    let mut code = String::from("&[\n");
    for (name, file) in files {
        let file = file.to_string_lossy();
        // Writing to a string does not fail.
        let _ = writeln!(code, "    ({name:?}, include_bytes!({file:?})),");
    }
    code.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("page.rs"), code)
}

/// Every file below `folder`, whose own name is `prefix`.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}
