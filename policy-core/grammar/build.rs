//! Makes the grammar: finds tree-sitter-bash's sources, changes the grammar, generates the parser, divides its lexer
//! and compiles the C, with the same flags for every target.
//!
//! A source that has not the expected form stops the build; nothing else is compiled in its place.

#[path = "build/grammar.rs"]
mod grammar;
#[path = "build/lexer.rs"]
mod lexer;
#[path = "build/source.rs"]
mod source;

use std::path::{Path, PathBuf};
use std::process::exit;
use std::{env, fs};

use tree_sitter_generate::{OptLevel, generate_parser_for_grammar};

/// What C calls the language and the five functions of its scanner; the stock crate can be linked beside them.
const RENAMED: [&str; 6] = [
    "",
    "_external_scanner_create",
    "_external_scanner_destroy",
    "_external_scanner_scan",
    "_external_scanner_serialize",
    "_external_scanner_deserialize",
];

fn main() {
    if let Err(reason) = make() {
        println!("cargo::error={}", reason.replace('\n', " "));
        exit(1);
    }
}

fn make() -> Result<(), String> {
    for own in ["build.rs", "build", "c"] {
        println!("cargo::rerun-if-changed={own}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo has not set `OUT_DIR`")?);
    let sources = source::find(&out)?;
    let parser = lexer::divide(&generate(&sources)?).map_err(|reason| {
        format!(
            "the generated lexer has not the expected form: {reason}; the version of `tree-sitter-generate` \
             in policy-core/grammar/Cargo.toml and policy-core/grammar/build/lexer.rs must fit together"
        )
    })?;
    let file = out.join("parser.c");
    fs::write(&file, parser).map_err(|error| format!("`{}` cannot be written: {error}", file.display()))?;
    compile(&sources, &file)
}

/// The text of the parser, by tree-sitter's own generator.
fn generate(sources: &Path) -> Result<String, String> {
    let grammar =
        grammar::cheap_pipelines(&source::read(&sources.join("grammar.json"))?).map_err(|reason| {
            format!(
                "the grammar of tree-sitter-bash has not the expected form: {reason}; its version in \
             policy-core/grammar/Cargo.toml and policy-core/grammar/build/grammar.rs must fit together"
            )
        })?;
    let mut diagnostics = Vec::new();
    let version = source::version()?;
    let (_, text) =
        generate_parser_for_grammar(&grammar, Some(version), OptLevel::default(), &mut diagnostics)
            .map_err(|error| format!("the changed grammar cannot be generated: {error}"))?;
    Ok(text)
}

fn compile(sources: &Path, parser: &Path) -> Result<(), String> {
    let here =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo has not set `CARGO_MANIFEST_DIR`")?);
    let portable = here.join("c/portable.h");
    let mut build = cc::Build::new();
    build
        .std("c11")
        // The same in debug and release builds: the parser is what the tests spend their time on.
        .opt_level(2)
        .define("NDEBUG", None)
        .include(sources)
        .flag("-include")
        .flag(&portable)
        .warnings(false)
        .file(parser)
        .file(sources.join("scanner.c"));
    for suffix in RENAMED {
        build.define(&format!("tree_sitter_bash{suffix}"), format!("shellgate_bash{suffix}").as_str());
    }
    // A target without a C library gets its headers from the crate that defines what a language is.
    if let Some(headers) = env::var_os("DEP_TREE_SITTER_LANGUAGE_WASM_HEADERS") {
        build.include(headers);
    }
    build.try_compile("shellgate_bash").map_err(|error| format!("the grammar cannot be compiled: {error}"))
}
