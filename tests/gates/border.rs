//! The border: above the form of a command, `script`, nothing asks which shell it was or how the shell spelled it.
//!
//! A reader lowers its shell into `script`; checks belong to a shell and may see both sides. Everything else works on
//! what every shell has, so that another shell is another reader and another value of `Shell`.

use super::CORE;
use super::source::Crate;

/// The modules above the border.
const ABOVE: &[&str] = &[
    "commands", "dataflow", "decide", "effects", "exposure", "machine", "present", "profiles", "proof",
    "rules",
];

/// What names one shell, or what only a reader of one shell makes.
const NAMES: &[&str] = &["Dialect", "PieceKind", "TokenKind", "Traits"];

/// The same as fields and methods of a script and its words.
const MEMBERS: &[&str] = &[".pieces_of(", ".tokens", ".traits"];

/// Files that name such a thing for a reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("commands/example.rs", "Dialect", "the examples of a table are text for bash"),
    ("present/exit.rs", "Dialect", "the command of a finished run is text for the shell that ran it"),
];

/// Everything that crosses the border and has no exception, and every exception that nothing needs.
fn violations(of: &Crate, exceptions: &[(&str, &str, &str)]) -> Vec<String> {
    let mut crossed: Vec<(&str, &str)> = Vec::new();
    for module in of.modules.iter().filter(|module| ABOVE.contains(&module.top())) {
        let imports = module.declared.imports.iter().map(|(path, _)| path);
        let named = imports.chain(&module.declared.paths).flatten();
        crossed.extend(
            named.filter_map(|it| NAMES.iter().find(|name| it == *name)).map(|it| (&*module.file, *it)),
        );
        let code = of.texts[&module.file].lines().filter(|line| !line.trim_start().starts_with("//"));
        let members = code.flat_map(|line| MEMBERS.iter().filter(move |member| line.contains(**member)));
        crossed.extend(members.map(|it| (&*module.file, *it)));
    }
    let excepted = |(file, name): (&str, &str)| exceptions.iter().any(|it| (it.0, it.1) == (file, name));
    let mut found: Vec<String> = crossed
        .iter()
        .filter(|it| !excepted(**it))
        .map(|(file, name)| {
            format!("{file}: `{name}` belongs to one shell: ask `script` for what every shell has")
        })
        .collect();
    let stale = exceptions.iter().filter(|it| !crossed.contains(&(it.0, it.1)));
    found.extend(
        stale.map(|(file, name, _)| format!("{file}: no longer names `{name}`: remove its exception")),
    );
    found.sort();
    found.dedup();
    found
}

#[test]
fn nothing_above_the_border_asks_which_shell_it_was() {
    let found = violations(&CORE, EXCEPTIONS);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_look_across_the_border_is_seen_in_every_spelling() {
    let of = |text: &str| {
        Crate::seeded(&[("lib.rs", "mod checks; mod proof;"), ("checks.rs", text), ("proof.rs", text)])
    };
    for text in [
        "use crate::script::Dialect;",
        "use crate::syntax::{Piece, PieceKind as Kind};",
        "fn f(script: &Script) -> bool { script.dialect == crate::Dialect::Zsh }",
        "fn f(script: &Script) -> bool { matches!(script.kind, TokenKind::Keyword) }",
        "fn f(script: &Script) -> usize { script.tokens.len() }",
        "fn f(script: &Script, word: &Word) -> usize { script.pieces_of(word).len() }",
    ] {
        let found = violations(&of(text), &[]);
        assert!(found.len() == 1 && found[0].starts_with("proof.rs: "), "{text}: {found:?}");
    }
    for text in [
        "use crate::script::{PartKind, Script};",
        "// `script.tokens`",
        "fn f(script: &Script) -> &'static Shell { script.shell() }",
    ] {
        assert_eq!(violations(&of(text), &[]), [""; 0], "{text}");
    }
    let seeded = of("use crate::script::Dialect;");
    assert_eq!(violations(&seeded, &[("proof.rs", "Dialect", "a reason")]), [""; 0]);
    let stale =
        violations(&seeded, &[("proof.rs", "Dialect", "a reason"), ("proof.rs", "Traits", "a reason")]);
    assert_eq!(stale, ["proof.rs: no longer names `Traits`: remove its exception"]);
}

/// The systems, each a value of `PathModel`.
const SYSTEMS: &[&str] = &["CYGWIN", "MSYS", "UNIX", "WINDOWS", "WSL"];

/// Every place outside of `paths` that names one system.
fn named_systems(of: &Crate) -> Vec<String> {
    let outside = of.modules.iter().filter(|module| module.top() != "paths");
    let named = outside.flat_map(|module| module.declared.paths.iter().map(move |path| (module, path)));
    let is_system = |path: &[String]| matches!(path, [.., model, system] if model == "PathModel" && SYSTEMS.contains(&system.as_str()));
    let found = named.filter(|(_, path)| is_system(path));
    found.map(|(module, path)| format!("{}: `{}`: ask the model", module.file, path.join("::"))).collect()
}

#[test]
fn nothing_outside_of_paths_tells_one_system_from_another() {
    assert_eq!(named_systems(&CORE), [""; 0]);
    let of = |text: &str| {
        named_systems(&Crate::seeded(&[
            ("lib.rs", "mod machine; mod paths;"),
            ("machine.rs", text),
            ("paths.rs", text),
        ]))
    };
    assert_eq!(
        of("fn f() { g(crate::paths::PathModel::WINDOWS) }"),
        ["machine.rs: `crate::paths::PathModel::WINDOWS`: ask the model"]
    );
    assert_eq!(
        of("use crate::paths::PathModel; fn f(x: &PathModel) -> bool { x == PathModel::UNIX }").len(),
        1
    );
    assert_eq!(of("fn f(x: &PathModel) -> bool { x.has_drives() }"), [""; 0]);
}
