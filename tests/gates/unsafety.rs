//! Unsafety: which items of the runner may hold unsafe code. The core forbids it, and a lint denies it elsewhere.

use syn::visit::{self, Visit};

use super::source::{Crate, item_attributes, names};
use super::{AUDIT, CORE, LOGS, OBJECTS, RUNNER};

/// The items whose attributes let unsafe code in, by their files.
fn expected(of: &Crate) -> Vec<String> {
    let mut found = Vec::new();
    for (file, text) in &of.texts {
        let parsed = syn::parse_file(text).expect("a source");
        let mut items = Items { file, found: &mut found };
        items.note(&parsed.attrs, "the file");
        items.visit_file(&parsed);
    }
    found
}

struct Items<'f> {
    file: &'f str,
    found: &'f mut Vec<String>,
}

impl Items<'_> {
    fn note(&mut self, attributes: &[syn::Attribute], name: &str) {
        let lets_in = attributes.iter().any(|attribute| match &attribute.meta {
            syn::Meta::List(list) => {
                names(&list.tokens, "unsafe_code") && !attribute.path().is_ident("forbid")
            }
            _ => false,
        });
        if lets_in {
            self.found.push(format!("{}: {name}", self.file));
        }
    }
}

impl<'ast> Visit<'ast> for Items<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let name = match item {
            syn::Item::Mod(item) => format!("mod {}", item.ident),
            syn::Item::Fn(item) => format!("fn {}", item.sig.ident),
            _ => "an item".to_owned(),
        };
        self.note(item_attributes(item), &name);
        visit::visit_item(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.note(&item.attrs, &format!("fn {}", item.sig.ident));
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        if let syn::Stmt::Local(local) = statement {
            self.note(&local.attrs, "a statement");
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.note(&block.attrs, "a block");
        visit::visit_expr_unsafe(self, block);
    }
}

#[test]
fn only_the_launcher_the_calls_of_windows_the_fork_of_a_task_and_the_addresses_of_a_linker_are_unsafe() {
    assert_eq!(expected(&CORE), [""; 0]);
    assert_eq!(expected(&LOGS), [""; 0]);
    assert_eq!(expected(&AUDIT), [""; 0]);
    assert_eq!(expected(&OBJECTS), ["kept_texts.rs: an item"]);
    assert_eq!(expected(&RUNNER), UNSAFE);
}

/// What may hold unsafe code.
const UNSAFE: [&str; 3] = ["cli/mod.rs: mod detach", "lib.rs: mod launcher", "lib.rs: mod win32"];

#[test]
fn unsafe_code_is_seen_wherever_it_is_let_in() {
    for (text, found) in [
        ("#![expect(unsafe_code)]", "lib.rs: the file"),
        ("#[expect(unsafe_code, reason = \"r\")] mod m {}", "lib.rs: mod m"),
        ("#[cfg_attr(unix, expect(unsafe_code))] fn f() {}", "lib.rs: fn f"),
        ("struct S; impl S { #[expect(unsafe_code)] fn f() {} }", "lib.rs: fn f"),
        ("fn f() { #[expect(unsafe_code)] let x = unsafe { g() }; }", "lib.rs: a statement"),
    ] {
        assert_eq!(expected(&Crate::seeded(&[("lib.rs", text)])), [found], "{text}");
    }
    assert!(expected(&Crate::seeded(&[("lib.rs", "#![forbid(unsafe_code)] fn f() {}")])).is_empty());
}
