//! Finds the sources of tree-sitter-bash: those of the crate that the lock file names, wherever cargo keeps them.
//!
//! The crate is a build dependency, so cargo has fetched it before this runs, offline or vendored or not. Where it lies
//! only cargo can tell: it is asked about a package of a few lines that depends on nothing else, since a question about
//! the whole workspace needs more packages than a build of one of its members has fetched.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The version, as in this package's manifest.
const VERSION: &str = "0.25.1";

/// The `src` folder of tree-sitter-bash. `out` is a folder to write in.
pub(crate) fn find(out: &Path) -> Result<PathBuf, String> {
    let asker = out.join("asker");
    let manifest = asker.join("Cargo.toml");
    let text = format!(
        "[package]\nname = \"asker\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[lib]\npath = \"lib.rs\"\n\
         [dependencies]\ntree-sitter-bash = \"={VERSION}\"\n[workspace]\n"
    );
    let wrote = fs::create_dir_all(&asker)
        .and_then(|()| fs::write(asker.join("lib.rs"), ""))
        .and_then(|()| fs::write(&manifest, text));
    wrote.map_err(|error| format!("`{}` cannot be written: {error}", asker.display()))?;
    let answer = ask(&manifest, &["--offline"]).or_else(|offline| {
        ask(&manifest, &[]).map_err(|online| format!("{online} (and offline: {offline})"))
    })?;
    let place = place(&answer).ok_or("`cargo metadata` names no tree-sitter-bash")?;
    let sources = place.parent().unwrap_or(&place).join("src");
    // What the linked crate says of itself must be what lies there.
    if read(&sources.join("node-types.json"))? != tree_sitter_bash::NODE_TYPES {
        return Err(format!(
            "`{}` is not the tree-sitter-bash that this build depends on; the version in \
             policy-core/grammar/Cargo.toml and policy-core/grammar/build/source.rs must be the same",
            sources.display()
        ));
    }
    Ok(sources)
}

/// The text of a file, which makes the build run again when it changes.
pub(crate) fn read(file: &Path) -> Result<String, String> {
    println!("cargo::rerun-if-changed={}", file.display());
    fs::read_to_string(file).map_err(|error| format!("`{}` cannot be read: {error}", file.display()))
}

/// The grammar's version in three parts.
pub(crate) fn version() -> Result<(u8, u8, u8), String> {
    let mut parts = VERSION.split('.').map(str::parse::<u8>);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(Ok(major)), Some(Ok(minor)), Some(Ok(patch))) => Ok((major, minor, patch)),
        _ => Err(format!("`{VERSION}` is no version of three numbers")),
    }
}

/// What cargo knows about the package at `manifest`, as JSON. Asked from this package's folder, whose settings of cargo
/// (a mirror, vendored sources) then hold.
fn ask(manifest: &Path, more: &[&str]) -> Result<String, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(manifest)
        .args(more)
        .output()
        .map_err(|error| format!("`cargo metadata` cannot be started: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("`cargo metadata` fails: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

fn place(answer: &str) -> Option<PathBuf> {
    let answer: serde_json::Value = serde_json::from_str(answer).ok()?;
    let package = answer.get("packages")?.as_array()?.iter().find(|package| {
        package.get("name").and_then(|it| it.as_str()) == Some("tree-sitter-bash")
            && package.get("version").and_then(|it| it.as_str()) == Some(VERSION)
    })?;
    package.get("manifest_path")?.as_str().map(PathBuf::from)
}
