//! Code for one processor: only what is for Linux has any. What a lint finds on one processor of another system it
//! therefore finds on each of them, and one is enough.

use super::source::Crate;
use super::{CORE, LOGS, RUNNER};

/// The modules that are for Linux, as [`only_for_linux`] finds them.
const LINUX: [&str; 2] = ["kernel", "supervisor"];

/// What makes code depend on the processor.
const MARKS: [&str; 4] = ["target_arch", "target_pointer_width", "target_endian", "::arch::"];

/// The files with code for one processor that other systems than Linux compile.
fn dependent(of: &Crate) -> Vec<&str> {
    let is_for_linux = |file: &str| LINUX.iter().any(|it| file.starts_with(&format!("launcher/{it}/")));
    let has_mark = |text: &str| MARKS.iter().any(|mark| text.contains(mark));
    let found = of.texts.iter().filter(|(file, text)| has_mark(text) && !is_for_linux(file));
    found.map(|(file, _)| file.as_str()).collect()
}

/// The modules that the file `text` declares for Linux alone.
fn only_for_linux(text: &str) -> Vec<String> {
    let items = syn::parse_file(text).expect("a source").items;
    let for_linux = |attribute: &syn::Attribute| {
        let condition = attribute.parse_args::<syn::MetaNameValue>();
        attribute.path().is_ident("cfg")
            && condition.is_ok_and(|it| it.path.is_ident("target_os") && is_text(&it.value, "linux"))
    };
    let modules = items.into_iter().filter_map(|item| match item {
        syn::Item::Mod(module) if module.attrs.iter().any(for_linux) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.collect()
}

fn is_text(value: &syn::Expr, text: &str) -> bool {
    matches!(value, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(it), .. }) if it.value() == text)
}

#[test]
fn only_code_for_linux_depends_on_the_processor() {
    for (name, of) in [("policy-core", &*CORE), ("host-runner", &*RUNNER), ("agent-logs", &*LOGS)] {
        assert_eq!(dependent(of), Vec::<&str>::new(), "{name}");
    }
    let modules = only_for_linux(&RUNNER.texts["launcher/mod.rs"]);
    assert!(LINUX.iter().all(|name| modules.iter().any(|it| it == name)), "{modules:?}");
}

#[test]
fn code_for_one_processor_is_seen() {
    for text in ["#[cfg(target_arch = \"x86_64\")] fn f() {}", "fn f() { std::arch::x86_64::_rdtsc(); }"] {
        assert_eq!(dependent(&Crate::seeded(&[("lib.rs", text)])), ["lib.rs"], "{text}");
        let kernel = [
            ("lib.rs", "mod launcher;"),
            ("launcher/mod.rs", "mod kernel;"),
            ("launcher/kernel/mod.rs", text),
        ];
        assert_eq!(dependent(&Crate::seeded(&kernel)), Vec::<&str>::new(), "{text}");
    }
    for text in
        ["mod kernel;", "#[cfg(unix)] mod kernel;", "#[cfg(any(target_os = \"linux\", test))] mod kernel;"]
    {
        assert_eq!(only_for_linux(text), Vec::<String>::new(), "{text}");
    }
    assert_eq!(only_for_linux("#[cfg(target_os = \"linux\")] mod kernel;"), ["kernel"]);
}
