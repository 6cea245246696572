//! Prose: no code decides by the words of a message, a help, a reason or a code; what it asks for is a type.
//!
//! Sees a search, a split or a comparison with a literal on a field or a variable that has the name of a text for
//! people. A text that goes through a variable of another name stays unseen.

use std::fmt::Write as _;

use syn::visit::{self, Visit};

use super::{CORE, LOGS, RUNNER};

/// Fields and variables that hold a text for people, or its code.
const PROSE: &[&str] =
    &["code", "confinement", "help", "message", "model_message", "remedy", "says", "story", "summary", "why"];

/// Methods that look for words.
const SEARCHES: &[&str] = &[
    "contains",
    "ends_with",
    "eq_ignore_ascii_case",
    "find",
    "rsplit_once",
    "split_once",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
];

/// Places that no type can replace, with the reason.
const EXEMPT: &[(&str, &str, &str)] = &[(
    "door/fields.rs",
    "message.strip_prefix(\"EOF while parsing\")",
    "words of the JSON library, which has no type for what it expected; they become part of another message",
)];

/// The places in `source` where code reads prose, as written.
fn reads_prose(source: &str) -> Vec<String> {
    let mut found = Reads(Vec::new());
    found.visit_file(&syn::parse_file(source).expect("a source"));
    found.0
}

struct Reads(Vec<String>);

/// The name of a text for people, where an expression is one.
fn prose(expression: &syn::Expr) -> Option<String> {
    let name = match expression {
        syn::Expr::Field(field) => match &field.member {
            syn::Member::Named(name) => name.to_string(),
            syn::Member::Unnamed(_) => return None,
        },
        syn::Expr::Path(path) => path.path.get_ident()?.to_string(),
        syn::Expr::Reference(inner) => return prose(&inner.expr),
        syn::Expr::Unary(inner) => return prose(&inner.expr),
        syn::Expr::Paren(inner) => return prose(&inner.expr),
        syn::Expr::MethodCall(call) if call.args.is_empty() => return prose(&call.receiver),
        _ => return None,
    };
    PROSE.contains(&name.as_str()).then_some(name)
}

/// The words of a literal; none of an empty one, which only asks whether there are any.
fn words(text: &syn::LitStr) -> Option<String> {
    Some(text.value()).filter(|text| !text.is_empty())
}

fn text(expression: &syn::Expr) -> Option<String> {
    match expression {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => words(text),
        _ => None,
    }
}

fn pattern_text(pattern: &syn::Pat) -> Option<String> {
    match pattern {
        syn::Pat::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => words(text),
        syn::Pat::Or(several) => several.cases.iter().find_map(pattern_text),
        _ => None,
    }
}

/// Whether an item is there for tests only.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|it| {
        let condition = it.meta.require_list().ok().filter(|list| list.path.is_ident("cfg"));
        it.path().is_ident("test") || condition.is_some_and(|list| list.tokens.to_string() == "test")
    })
}

impl<'ast> Visit<'ast> for Reads {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if SEARCHES.iter().any(|name| call.method == name)
            && let Some(name) = prose(&call.receiver)
            && let Some(words) = call.args.iter().find_map(text)
        {
            self.0.push(format!("{name}.{}({words:?})", call.method));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let sides = [(&binary.left, &binary.right), (&binary.right, &binary.left)];
        let compared = sides.iter().find_map(|(one, other)| Some((prose(one)?, text(other)?)));
        if let (syn::BinOp::Eq(_) | syn::BinOp::Ne(_), Some((name, words))) = (&binary.op, compared) {
            self.0.push(format!("{name} == {words:?}"));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_match(&mut self, choice: &'ast syn::ExprMatch) {
        if let Some(name) = prose(&choice.expr)
            && let Some(words) = choice.arms.iter().find_map(|arm| pattern_text(&arm.pat))
        {
            self.0.push(format!("match {name} {{ {words:?} }}"));
        }
        visit::visit_expr_match(self, choice);
    }
}

#[test]
fn no_code_reads_prose() {
    let mut drawn = String::new();
    for (name, of) in [("policy-core", &CORE), ("host-runner", &RUNNER), ("host-runner/logs", &LOGS)] {
        for (file, text) in &of.texts {
            for place in reads_prose(text) {
                if !EXEMPT.iter().any(|(exempt, known, _)| file == exempt && place == *known) {
                    // Writing to a text cannot fail.
                    let _ = writeln!(drawn, "{name}/src/{file}: {place}");
                }
            }
        }
    }
    assert_eq!(drawn, "");
}

#[test]
fn a_reader_of_prose_is_seen() {
    for seeded in [
        r#"finding.help.split_once(", or approve ")"#,
        r#"refusal.why.starts_with("runs") || false"#,
        r#"finding.code.starts_with("PATH_OUTSIDE")"#,
        r#"advice.code == "REMOVE_PLACE""#,
        r#"match self.sandbox.confinement { "full" => 1, _ => 2 }"#,
        r#"found.is_some_and(|message: &str| message.trim().contains("zsh"))"#,
    ] {
        assert_eq!(reads_prose(&format!("fn f() {{ let _ = {seeded}; }}")).len(), 1, "{seeded}");
    }
    for harmless in [
        r#"path.starts_with("/dev")"#,
        "help.is_empty()",
        r#"match why { "" => 1, _ => 2 }"#,
        "finding.code == notices::PATH_OUTSIDE.name",
        "text.contains(message)",
    ] {
        assert!(reads_prose(&format!("fn f() {{ let _ = {harmless}; }}")).is_empty(), "{harmless}");
    }
    assert!(reads_prose(r#"#[cfg(test)] mod tests { fn f() { a.help.contains("x"); } }"#).is_empty());
}
