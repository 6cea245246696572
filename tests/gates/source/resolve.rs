//! Where a path leads: from the module in which it is written to the module that defines the item.

use std::collections::BTreeSet;

use super::collect::Import;
use super::modules::Crate;

/// How many imports a path may lead through.
const IMPORTS_MAX: usize = 16;

/// What a path names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Target {
    /// A module itself.
    Module(usize),
    /// An item of this module.
    Item(usize),
}

impl Target {
    /// The module, or that of the item.
    pub(crate) const fn module(self) -> usize {
        match self {
            Self::Module(id) | Self::Item(id) => id,
        }
    }
}

/// What a path reaches: its targets, and the modules through whose imports it goes, those left out that re-export
/// what lies below them.
#[derive(Debug, Default)]
struct Reached {
    targets: BTreeSet<Target>,
    through: BTreeSet<usize>,
}

impl Crate {
    /// Everything that the module names in this crate. An item's module and those that pass it on; a module alone where
    /// a path names it itself. What a module re-exports from below it is not used by it.
    pub(crate) fn named_by(&self, module: usize) -> BTreeSet<Target> {
        let mut found = BTreeSet::new();
        let declared = &self.modules[module].declared;
        for (path, import) in &declared.imports {
            let reached = self.reached(module, path);
            let Import { is_public, is_glob } = *import;
            let used = reached
                .targets
                .into_iter()
                .filter(|target| !(is_public && self.is_below(target.module(), module)));
            found.extend(used.map(|target| match target {
                // Which of its names are used cannot be seen.
                Target::Module(id) if is_glob && !self.modules[id].declared.items.is_empty() => {
                    Target::Item(id)
                }
                other => other,
            }));
            found.extend(reached.through.into_iter().map(Target::Item));
        }
        for path in &declared.paths {
            let reached = self.reached(module, path);
            // A single name is a local variable as often as a module.
            let used = reached
                .targets
                .into_iter()
                .filter(|target| path.len() > 1 || matches!(target, Target::Item(_)));
            found.extend(used);
            found.extend(reached.through.into_iter().map(Target::Item));
        }
        found.retain(|target| target.module() != module);
        found
    }

    /// Whether the module is `other` or lies below it.
    fn is_below(&self, module: usize, other: usize) -> bool {
        self.modules[module].path.starts_with(&self.modules[other].path)
    }

    fn reached(&self, from: usize, path: &[String]) -> Reached {
        let mut reached = Reached::default();
        self.follow(from, path, from, IMPORTS_MAX, &mut reached);
        reached
    }

    /// Adds what `path`, written in `from`, names.
    fn follow(&self, from: usize, path: &[String], origin: usize, imports: usize, reached: &mut Reached) {
        let Some((first, mut rest)) = path.split_first() else { return };
        let mut at: Vec<Target> = match first.as_str() {
            "crate" => vec![Target::Module(0)],
            "self" => vec![Target::Module(from)],
            "super" => vec![Target::Module(self.modules[from].parent)],
            "Self" => return,
            name => self.step(from, name, rest.is_empty(), origin, imports, reached),
        };
        while let Some((name, further)) = rest.split_first() {
            at = at
                .into_iter()
                .flat_map(|target| match target {
                    // What belongs to an item is where the item is.
                    Target::Item(_) => vec![target],
                    Target::Module(id) if name == "super" => vec![Target::Module(self.modules[id].parent)],
                    Target::Module(id) if name == "self" => vec![Target::Module(id)],
                    Target::Module(id) => {
                        let found = self.step(id, name, further.is_empty(), origin, imports, reached);
                        // Only a macro can have created it.
                        if found.is_empty() { vec![Target::Item(id)] } else { found }
                    }
                })
                .collect();
            rest = further;
        }
        reached.targets.extend(at);
    }

    /// What `name` is in the module; nothing when the module does not know it.
    fn step(
        &self,
        module: usize,
        name: &str,
        is_last: bool,
        origin: usize,
        imports: usize,
        reached: &mut Reached,
    ) -> Vec<Target> {
        let here = &self.modules[module];
        if is_last && here.declared.items.contains(name) {
            return vec![Target::Item(module)];
        }
        let children = || here.children.get(name).into_iter().flatten().map(|id| Target::Module(*id));
        if !is_last && here.children.contains_key(name) {
            return children().collect();
        }
        let mut found = Vec::new();
        if imports > 0 {
            for path in here.declared.bindings.get(name).into_iter().flatten() {
                // An import of a name by the same name would lead back here.
                if path.len() > 1 || path.first().is_some_and(|first| first != name) {
                    found.extend(self.imported(module, path, origin, imports, reached));
                }
            }
        }
        found.extend(children());
        if found.is_empty() && here.declared.items.contains(name) {
            found.push(Target::Item(module));
        }
        if found.is_empty() && imports > 0 {
            for path in &here.declared.globs {
                let modules = self.imported(module, path, origin, imports, reached);
                for id in modules.into_iter().filter_map(|target| match target {
                    Target::Module(id) if id != module => Some(id),
                    _ => None,
                }) {
                    found.extend(self.step(id, name, is_last, origin, imports - 1, reached));
                }
            }
        }
        found
    }

    /// What `path`, which `module` imports, names.
    fn imported(
        &self,
        module: usize,
        path: &[String],
        origin: usize,
        imports: usize,
        reached: &mut Reached,
    ) -> Vec<Target> {
        let mut further = Reached::default();
        self.follow(module, path, origin, imports - 1, &mut further);
        reached.through.append(&mut further.through);
        let leads_elsewhere = further.targets.iter().any(|target| !self.is_below(target.module(), module));
        if module != origin && leads_elsewhere {
            reached.through.insert(module);
        }
        further.targets.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules whose items `module` names, by their paths; those that it names themselves in brackets.
    fn named(files: &[(&str, &str)], module: &str) -> Vec<String> {
        let of = Crate::seeded(files);
        let id = of.modules.iter().position(|it| it.path.join("::") == module).expect("a module");
        let named = of.named_by(id).into_iter().map(|target| match target {
            Target::Item(id) => of.modules[id].path.join("::"),
            Target::Module(id) => format!("({})", of.modules[id].path.join("::")),
        });
        named.filter(|name| name != "()").collect()
    }

    const FACADE: &[(&str, &str)] = &[
        ("lib.rs", "mod a; mod b; pub use b::inner::Thing; pub use b::{other as renamed, inner};"),
        ("b/mod.rs", "pub mod inner; mod other; pub use inner::Thing; pub use other::*;"),
        ("b/inner.rs", "pub struct Thing; pub fn make() {}"),
        ("b/other.rs", "pub fn go() {} made! { pub static MADE }"),
    ];

    fn from_a(text: &str) -> Vec<String> {
        let mut files = FACADE.to_vec();
        files.push(("a.rs", text));
        named(&files, "a")
    }

    #[test]
    fn every_spelling_leads_to_the_module_that_defines_the_item() {
        for text in [
            "use crate::b::inner::Thing;",
            "use crate::b::Thing;",
            "use crate::Thing;",
            "use crate::{b::{Thing as T}};",
            "use super::b::Thing;",
            "use super::Thing;",
            "use self::super::b::inner::make;",
            "fn f(_: crate::b::Thing) {}",
            "fn f() { crate::b::inner::make() }",
            "fn f() { let _ = vec![super::b::Thing]; }",
            "fn f() { use crate::Thing; }",
            "use crate::*; fn f(_: Thing) {}",
            "use crate::b as c; fn f(_: c::Thing) {}",
            "#[serde(with = \"crate::b::Thing\")] struct S;",
        ] {
            let mut found = from_a(text);
            found.retain(|it| !it.starts_with('('));
            assert_eq!(found, ["b::inner"], "{text}");
        }
    }

    #[test]
    fn globs_renames_and_macros_are_followed() {
        assert_eq!(from_a("fn f() { crate::b::go() }"), ["b::other"]);
        assert_eq!(from_a("fn f() { crate::b::other::MADE }"), ["b::other"]);
        assert_eq!(from_a("use crate::inner; fn f() { inner::make() }"), ["(b::inner)", "b::inner"]);
        assert_eq!(from_a("use crate::b;"), ["(b)"]);
        assert!(from_a("use std::vec::Vec; fn f(b: u8) { b; other::thing() }").is_empty());
    }

    #[test]
    fn what_passes_on_an_item_of_elsewhere_is_used_too() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::Thing;"),
            ("b.rs", "pub use crate::c::Thing;"),
            ("c.rs", "pub struct Thing;"),
        ];
        assert_eq!(named(&files, "a"), ["b", "c"]);
        assert_eq!(named(&files, "b"), ["c"]);
    }

    #[test]
    fn a_circle_of_imports_ends() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "pub use crate::b::X; pub use crate::b::*;"),
            ("b.rs", "pub use crate::a::X; pub use crate::a::*;"),
        ];
        assert!(named(&files, "a").len() <= 2);
    }
}
