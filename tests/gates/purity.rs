//! Purity: the core names nothing of the standard library, which is where input, output, time and threads are.

use super::CORE;
use super::source::Crate;

/// The first path in each module that begins with `std`.
fn impure(of: &Crate) -> Vec<String> {
    let mut found = Vec::new();
    for module in &of.modules {
        let imports = module.declared.imports.iter().map(|(path, _)| path);
        let mut paths = imports.chain(&module.declared.paths);
        if let Some(path) = paths.find(|path| path.first().is_some_and(|first| first == "std")) {
            found.push(format!("{}: {}", module.file, path.join("::")));
        }
    }
    found
}

#[test]
fn the_core_names_nothing_of_the_standard_library() {
    let text = &CORE.texts["lib.rs"];
    assert!(text.contains("#![no_std]") && text.contains("#![forbid(unsafe_code)]"));
    assert_eq!(impure(&CORE), [""; 0]);
}

#[test]
fn every_spelling_of_the_standard_library_is_seen() {
    for text in [
        "use std::fs;",
        "use {alloc::vec::Vec, std::{env, io}};",
        "fn f() { let _ = ::std::time::Instant::now(); }",
        "fn f() -> std::io::Result<()> { Ok(()) }",
        "fn f() { list![std::env::var(\"x\")] }",
        "mod inner { use std::net; }",
    ] {
        assert_eq!(impure(&Crate::seeded(&[("lib.rs", text)])).len(), 1, "{text}");
    }
    let pure = "use alloc::vec::Vec; use core::ops::Range; #[cfg(test)] mod tests { use std::fs; }";
    assert!(impure(&Crate::seeded(&[("lib.rs", pure)])).is_empty());
}
