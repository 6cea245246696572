//! Temporary directories: where the runner makes them. Made anywhere else, one has the mode of any new directory, and
//! other users can read what is in it, such as what a shell said about itself.

use syn::visit::{self, Visit};

use super::RUNNER;
use super::source::Crate;

/// The files that make temporary directories, each as often as it does.
fn makers(of: &Crate) -> Vec<String> {
    let mut found = Vec::new();
    for (file, text) in &of.texts {
        let parsed = syn::parse_file(text).expect("a source");
        Makers { file, found: &mut found }.visit_file(&parsed);
    }
    found
}

struct Makers<'f> {
    file: &'f str,
    found: &'f mut Vec<String>,
}

impl<'ast> Visit<'ast> for Makers<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if call.method == "tempdir" || call.method == "tempdir_in" {
            self.found.push(self.file.to_owned());
        }
        visit::visit_expr_method_call(self, call);
    }
}

#[test]
fn temporary_directories_are_made_where_their_mode_is_owned() {
    assert_eq!(makers(&RUNNER), ["output/store.rs", "output/store.rs", "system/temporary_directory.rs"]);
}

#[test]
fn a_temporary_directory_that_is_made_elsewhere_is_seen() {
    for text in ["fn f() { Builder::new().prefix(\"p\").tempdir()?; }", "fn f() { b.tempdir_in(\"/tmp\")?; }"]
    {
        assert_eq!(makers(&Crate::seeded(&[("lib.rs", text)])), ["lib.rs"], "{text}");
    }
}
