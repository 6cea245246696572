//! What one module declares and names: its items, its imports, and every path in its code.

use std::collections::{BTreeSet, HashMap};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// A path as it is written, by its names.
pub(crate) type Written = Vec<String>;

/// The declarations and the names of one module, those of its child modules left out.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// Names of its items, modules left out.
    pub(crate) items: BTreeSet<String>,
    /// What its imports bind, by name.
    pub(crate) bindings: HashMap<String, Vec<Written>>,
    /// Modules (or enums) of which it imports everything.
    pub(crate) globs: Vec<Written>,
    /// Every import: the path, and how it is used.
    pub(crate) imports: Vec<(Written, Import)>,
    /// Every path in its code.
    pub(crate) paths: BTreeSet<Written>,
}

/// What an import is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Import {
    /// The name can be used from elsewhere.
    pub(crate) is_public: bool,
    /// Everything in the module is imported.
    pub(crate) is_glob: bool,
}

impl Declared {
    /// Collects from the items of a module.
    pub(crate) fn by(items: &[Item]) -> Self {
        let mut declared = Self::default();
        for item in items.iter().filter(|item| !is_for_tests(item_attributes(item))) {
            declared.items.extend(name(item));
            declared.visit_item(item);
        }
        declared
    }

    fn import(&mut self, before: &[String], tree: &UseTree, is_public: bool) {
        let below = |name: &syn::Ident| [before, &[unraw(name)]].concat();
        match tree {
            UseTree::Path(path) => self.import(&below(&path.ident), &path.tree, is_public),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(before, tree, is_public);
                }
            }
            UseTree::Glob(_) => {
                self.globs.push(before.to_vec());
                self.imports.push((before.to_vec(), Import { is_public, is_glob: true }));
            }
            UseTree::Name(name) if name.ident == "self" => {
                self.bind(before.last().cloned().unwrap_or_default(), before.to_vec(), is_public);
            }
            UseTree::Name(name) => self.bind(unraw(&name.ident), below(&name.ident), is_public),
            UseTree::Rename(rename) => {
                let path = if rename.ident == "self" { before.to_vec() } else { below(&rename.ident) };
                self.bind(unraw(&rename.rename), path, is_public);
            }
        }
    }

    fn bind(&mut self, name: String, path: Written, is_public: bool) {
        self.bindings.entry(name).or_default().push(path.clone());
        self.imports.push((path, Import { is_public, is_glob: false }));
    }

    /// Paths in what only the compiler or a macro will read: names joined by `::`.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut names: Vec<String> = Vec::new();
        // How many of the two colons are after the last name.
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.named(&mut names);
                    }
                    names.push(unraw(&name));
                    colons = 0;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' && colons < 2 && !names.is_empty() => {
                    colons += 1;
                }
                TokenTree::Group(group) => {
                    self.named(&mut names);
                    self.tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.named(&mut names);
                    colons = 0;
                }
            }
        }
        self.named(&mut names);
    }

    fn named(&mut self, names: &mut Vec<String>) {
        if names.len() > 1 {
            self.paths.insert(std::mem::take(names));
        }
        names.clear();
    }

    /// Paths in the texts of an attribute, as serde takes them: `with = "crate::x"`.
    fn texts(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.texts(group.stream()),
                TokenTree::Literal(literal) => {
                    if let syn::Lit::Str(text) = syn::Lit::new(literal)
                        && let Ok(path) = text.parse::<syn::Path>()
                        && path.segments.len() > 1
                    {
                        self.visit_path(&path);
                    }
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Declared {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            _ if is_for_tests(item_attributes(item)) => {}
            // A module of its own.
            Item::Mod(_) => {}
            Item::Use(item) => {
                let is_public = !matches!(item.vis, Visibility::Inherited);
                self.import(&[], &item.tree, is_public);
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        let attributes = match item {
            syn::ImplItem::Const(item) => &item.attrs,
            syn::ImplItem::Fn(item) => &item.attrs,
            syn::ImplItem::Type(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !is_for_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if !is_for_tests(&field.attrs) {
            visit::visit_field(self, field);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.insert(path.segments.iter().map(|segment| unraw(&segment.ident)).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let path = attribute.path();
        if let syn::Meta::List(list) = &attribute.meta
            && !["doc", "cfg"].iter().any(|name| path.is_ident(name))
            && !(path.is_ident("cfg_attr") && names(&list.tokens, "test"))
        {
            self.tokens(list.tokens.clone());
            self.texts(list.tokens.clone());
        }
    }

    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

fn unraw(name: &syn::Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").map(str::to_owned).unwrap_or(name)
}

/// The name that an item declares; none for an import, an implementation or a module.
fn name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(unraw(name))
}

/// The attributes of an item.
pub(crate) fn item_attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether a `cfg` leaves the item out unless tests are built.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if attribute.path().is_ident("cfg") => holds_only_in_tests(&list.tokens),
        _ => attribute.path().is_ident("test"),
    })
}

/// Whether a predicate of `cfg` can hold only in tests.
fn holds_only_in_tests(predicate: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = predicate.clone().into_iter().collect();
    let parts = |group: &proc_macro2::Group| {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let parts = tokens.split(|token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ','));
        parts.filter(|part| !part.is_empty()).map(|part| part.iter().cloned().collect()).collect::<Vec<_>>()
    };
    match tokens.as_slice() {
        [TokenTree::Ident(name)] => name == "test" || name == "doctest",
        [TokenTree::Ident(name), TokenTree::Group(group)] if name == "all" => {
            parts(group).iter().any(holds_only_in_tests)
        }
        [TokenTree::Ident(name), TokenTree::Group(group)] if name == "any" => {
            parts(group).iter().all(holds_only_in_tests)
        }
        _ => false,
    }
}

/// Whether `name` occurs in the tokens.
pub(crate) fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(found) => found == name,
        TokenTree::Group(group) => names(&group.stream(), name),
        _ => false,
    })
}

/// The text of `#[path = "…"]`.
pub(crate) fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(text: &str) -> Declared {
        Declared::by(&syn::parse_file(text).expect("a source").items)
    }

    #[test]
    fn paths_are_found_in_code_types_attributes_and_macros() {
        let found = declared(
            r#"
            #[serde(with = "a::b", default)]
            struct S<T: c::D> { #[cfg(test)] hidden: x::Y, shown: Vec<e::F> }
            fn f() -> g::H { list![i::J, (k::L), m.n::<u8>()]; o::p::<q::R>() }
            #[cfg(all(test, unix))]
            fn t() { x::y() }
            #[cfg(any(test, unix))]
            fn u() { r::s() }
            mod inner { fn v() { x::y(); } }
            "#,
        );
        let written: Vec<String> = found.paths.iter().map(|path| path.join("::")).collect();
        for path in ["a::b", "c::D", "e::F", "g::H", "i::J", "k::L", "o::p", "q::R", "r::s"] {
            assert!(written.iter().any(|it| it == path), "{path} in {written:?}");
        }
        assert!(!written.iter().any(|it| it.starts_with("x::")), "{written:?}");
        assert_eq!(found.items, ["S", "f", "u"].map(str::to_owned).into());
    }

    #[test]
    fn imports_are_taken_apart() {
        let found = declared("use a::{self, b::{C as D, self as e}, f::*}; pub(crate) use g::H;");
        let mut names: Vec<(&String, String)> =
            found.bindings.iter().map(|(name, paths)| (name, paths[0].join("::"))).collect();
        names.sort();
        let names: Vec<String> = names.iter().map(|(name, path)| format!("{name}={path}")).collect();
        assert_eq!(names, ["D=a::b::C", "H=g::H", "a=a", "e=a::b"]);
        assert_eq!(found.globs, [["a", "f"].map(str::to_owned)]);
        let public: Vec<bool> = found.imports.iter().map(|(_, import)| import.is_public).collect();
        assert_eq!(public, [false, false, false, false, true]);
    }
}
