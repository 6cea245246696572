//! Compiles the C of the grammars, with the same flags for every target but the level of optimisation.
//!
//! Owns the flags and the names of the symbols. Generates no parser: `cargo xtask grammar` made the files. A module gets
//! parsers without the tables that it can do without (`slim.rs`).

#[path = "slim.rs"]
mod slim;

use std::path::{Path, PathBuf};
use std::process::exit;
use std::{env, fs};

/// What C calls a language and the five functions of its scanner; the stock crates can be linked beside them.
const RENAMED: [&str; 6] = [
    "",
    "_external_scanner_create",
    "_external_scanner_destroy",
    "_external_scanner_scan",
    "_external_scanner_serialize",
    "_external_scanner_deserialize",
];

/// The name of each language of this build, and the folder of its files.
const LANGUAGES: &[(&str, &str)] = &[
    ("bash", "generated"),
    #[cfg(feature = "powershell")]
    ("powershell", "generated-powershell"),
];

fn main() {
    for own in ["build.rs", "slim.rs", "c"] {
        println!("cargo::rerun-if-changed={own}");
    }
    for (language, folder) in LANGUAGES {
        println!("cargo::rerun-if-changed={folder}");
        compile(language, folder);
    }
}

fn compile(language: &str, folder: &str) {
    let is_module = env::var_os("CARGO_CFG_TARGET_FAMILY").is_some_and(|family| family == "wasm");
    let parser = PathBuf::from(format!("{folder}/parser.c"));
    let parser = if is_module { or_exit(without_tables(&parser, language)) } else { parser };
    let mut build = cc::Build::new();
    build
        .std("c11")
        // The same in debug and release builds: the parser is what the tests spend their time on. In a module its size
        // counts more: one command in twelve asks for a tree.
        .opt_level_str(if is_module { "s" } else { "2" })
        .debug(false)
        .define("NDEBUG", None)
        .include(folder)
        .flag("-include")
        .flag("c/portable.h")
        .warnings(false)
        .file(parser)
        .file(format!("{folder}/scanner.c"));
    for suffix in RENAMED {
        let own = format!("shellgate_{language}{suffix}");
        build.define(&format!("tree_sitter_{language}{suffix}"), own.as_str());
    }
    // A target without a C library gets its headers from the crate that defines what a language is.
    if let Some(headers) = env::var_os("DEP_TREE_SITTER_LANGUAGE_WASM_HEADERS") {
        build.include(headers);
    }
    let compiled = build.try_compile(&format!("shellgate_{language}"));
    or_exit(compiled.map_err(|error| error.to_string()));
}

/// A copy of the parser for a module.
fn without_tables(parser: &Path, language: &str) -> Result<PathBuf, String> {
    let text = fs::read_to_string(parser).map_err(|error| error.to_string())?;
    let slim = slim::slim(&text).map_err(|part| format!("`{}` lacks `{part}`", parser.display()))?;
    let file = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join(format!("{language}-parser.c"));
    fs::write(&file, slim).map_err(|error| error.to_string())?;
    Ok(file)
}

fn or_exit<T>(result: Result<T, String>) -> T {
    result.unwrap_or_else(|error| {
        println!("cargo::error=the grammar cannot be compiled: {}", error.replace('\n', " "));
        exit(1)
    })
}
