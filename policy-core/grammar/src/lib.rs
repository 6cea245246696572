//! The grammars that the second reading uses: tree-sitter-bash with flat pipelines, and with the feature `powershell`
//! tree-sitter-powershell, both with a divided lexer.
//!
//! Owns how the C of the grammars gets into every build: the generated files (`generated`, `generated-powershell`, made by
//! `cargo xtask grammar` and committed), the flags of the compiler (`build.rs`), the tables that a module does without
//! (`slim.rs`), and which character classes the scanner has (`c/portable.h`).
//! Never reads a tree.

#![no_std]

use tree_sitter_language::LanguageFn;

#[expect(unsafe_code, reason = "the one symbol by which the generated C is known")]
mod symbol {
    // SAFETY: the build script compiles the definition, `const TSLanguage *(void)`, under this name into this crate.
    unsafe extern "C" {
        pub(crate) fn shellgate_bash() -> *const ();
        #[cfg(feature = "powershell")]
        pub(crate) fn shellgate_powershell() -> *const ();
    }
}

/// The language, for `tree_sitter::Parser::set_language`.
///
/// Its node kinds and fields are those of tree-sitter-bash 0.25.1. Its trees differ in one way: a redirect after the
/// last part of a pipeline or a list belongs to that part, as in bash, and a list is never a part of a pipeline.
#[expect(unsafe_code, reason = "a language is made from a C function")]
// SAFETY: the function gives a pointer to a static `TSLanguage` of ABI version 15, which tree-sitter 0.27 reads.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(symbol::shellgate_bash) };

/// The language of PowerShell, in a build with the feature `powershell`. Its trees are those of tree-sitter-powershell 0.26.6.
#[cfg(feature = "powershell")]
#[expect(unsafe_code, reason = "a language is made from a C function")]
// SAFETY: as above.
pub const POWERSHELL: Option<LanguageFn> =
    Some(unsafe { LanguageFn::from_raw(symbol::shellgate_powershell) });
/// The language of PowerShell, which this build does not have.
#[cfg(not(feature = "powershell"))]
pub const POWERSHELL: Option<LanguageFn> = None;
