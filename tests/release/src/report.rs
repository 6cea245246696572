//! What a release made, for a person or as JSON.

use std::path::PathBuf;

use serde::Serialize;

/// What was made.
#[derive(Debug, Serialize)]
pub(crate) struct Released {
    /// Where its files are.
    pub(crate) folder: PathBuf,
    pub(crate) version: String,
    pub(crate) profile: String,
    /// The features of the programs.
    pub(crate) features: Vec<String>,
    pub(crate) programs: Vec<Program>,
    /// Every other file, by name.
    pub(crate) files: Vec<File>,
    /// What could not be made, and why.
    #[serde(rename = "leftOut")]
    pub(crate) left_out: Vec<LeftOut>,
    /// Whether a second build in another folder gave the same bytes; null without `--verify`.
    pub(crate) reproduced: Option<bool>,
}

/// The program for one target.
#[derive(Debug, Serialize)]
pub(crate) struct Program {
    pub(crate) target: &'static str,
    /// Its size in bytes.
    pub(crate) bytes: usize,
    pub(crate) sha256: String,
}

/// A file of the release.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: usize,
    pub(crate) sha256: String,
}

/// A file that was not made.
#[derive(Debug, Serialize)]
pub(crate) struct LeftOut {
    pub(crate) name: String,
    pub(crate) reason: String,
}

/// Prints it on standard output.
pub(crate) fn print(released: &Released, json: bool) {
    if json {
        println!("{}", serde_json::to_string(released).unwrap_or_default());
        return;
    }
    let Released { folder, version, profile, features, programs, files, left_out, reproduced } = released;
    println!(
        "shellgate {version}, profile {profile}, features {}: {}",
        features.join(", "),
        folder.display()
    );
    for Program { target, bytes, .. } in programs {
        println!("  {bytes:>11} bytes  {target}, the program");
    }
    for File { name, bytes, .. } in files {
        println!("  {bytes:>11} bytes  {name}");
    }
    for LeftOut { name, reason } in left_out {
        println!("  left out: {name}: {reason}");
    }
    if *reproduced == Some(true) {
        println!("a second build in another folder gave the same bytes");
    }
}
