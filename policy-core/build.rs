//! Turns the programs' tables (`commands/*.toml`) into static Rust data, so that nothing is parsed at run time.
//!
//! A table that breaks a rule of the table language stops the build, with the file and the reason.

use std::path::Path;
use std::process::ExitCode;

#[path = "src/commands/compile.rs"]
mod compile;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=commands");
    println!("cargo::rerun-if-changed=src/commands/compile.rs");
    match generate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            for line in why.lines() {
                println!("cargo::error=commands/{line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn generate() -> Result<(), String> {
    let folder = std::env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let code = compile::compile(&compile::read_tables(Path::new("commands"))?)?;
    std::fs::write(Path::new(&folder).join("programs.rs"), code).map_err(|error| error.to_string())
}
