//! The texts in the code of one file: its string literals, those of tests, examples and documentation left out.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::collect::{is_for_tests, item_attributes};

/// Fields that hold example commands.
const EXAMPLES: [&str; 2] = ["fires", "silent"];

/// Every string literal in the code, in order.
pub(crate) fn texts(source: &str) -> Vec<String> {
    let mut found = Texts(Vec::new());
    found.visit_file(&syn::parse_file(source).expect("a source"));
    found.0
}

struct Texts(Vec<String>);

impl Texts {
    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut is_example = false;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(name) => {
                    let follows =
                        matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
                    is_example = follows && EXAMPLES.iter().any(|field| name == field);
                }
                TokenTree::Punct(sign) => {
                    let is_attribute =
                        sign.as_char() == '#' && matches!(tokens.peek(), Some(TokenTree::Group(_)));
                    if is_attribute {
                        tokens.next();
                    }
                }
                TokenTree::Group(group) if !is_example => self.tokens(group.stream()),
                TokenTree::Group(_) => is_example = false,
                TokenTree::Literal(literal) => {
                    if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                        self.0.push(text.value());
                    }
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Texts {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !is_for_tests(item_attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        let is_example =
            matches!(&field.member, syn::Member::Named(name) if EXAMPLES.iter().any(|it| name == it));
        if !is_example {
            visit::visit_field_value(self, field);
        }
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        self.0.push(text.value());
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_has_texts() {
        let source = r#"
            //! `"doc"`
            #[doc = "attribute"]
            const A: &str = "a";
            fn f() { g("b"); list!["c", h("d"), fires: &["example"], says: "e"] }
            static R: Row = Row { name: "f", fires: &["example"], silent: &["example"] };
            macro_rules! m { () => { #[doc = "attribute"] "g" } }
            #[cfg(test)] mod tests { const X: &str = "test"; }
            #[cfg(test)] fn t() { g("test") }
        "#;
        assert_eq!(texts(source), ["a", "b", "c", "d", "e", "f", "g"]);
    }
}
