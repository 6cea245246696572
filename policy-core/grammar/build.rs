//! Compiles the C of the grammars, with the same flags for every target but the level of optimisation.
//!
//! Owns the flags and the names of the symbols. Generates nothing: `cargo xtask grammar` made the files.

use std::env;
use std::process::exit;

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
    for own in ["build.rs", "c"] {
        println!("cargo::rerun-if-changed={own}");
    }
    for (language, folder) in LANGUAGES {
        println!("cargo::rerun-if-changed={folder}");
        compile(language, folder);
    }
}

fn compile(language: &str, folder: &str) {
    let is_module = env::var_os("CARGO_CFG_TARGET_FAMILY").is_some_and(|family| family == "wasm");
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
        .file(format!("{folder}/parser.c"))
        .file(format!("{folder}/scanner.c"));
    for suffix in RENAMED {
        let own = format!("shellgate_{language}{suffix}");
        build.define(&format!("tree_sitter_{language}{suffix}"), own.as_str());
    }
    // A target without a C library gets its headers from the crate that defines what a language is.
    if let Some(headers) = env::var_os("DEP_TREE_SITTER_LANGUAGE_WASM_HEADERS") {
        build.include(headers);
    }
    if let Err(error) = build.try_compile(&format!("shellgate_{language}")) {
        println!("cargo::error=the grammar cannot be compiled: {}", error.to_string().replace('\n', " "));
        exit(1);
    }
}
