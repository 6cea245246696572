//! The module tree of a crate: which file declares which module, and what each module declares and names.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use syn::Item;

use super::collect::{self, Declared};

/// A crate without its tests.
#[derive(Debug)]
pub(crate) struct Crate {
    /// The root is the first.
    pub(crate) modules: Vec<Module>,
    /// The text of every file that holds a module, by its place below `src`.
    pub(crate) texts: BTreeMap<String, String>,
}

/// One module; two have the same path where they exclude each other by `cfg`.
#[derive(Debug)]
pub(crate) struct Module {
    /// Its names from the root on; empty for the root.
    pub(crate) path: Vec<String>,
    /// The file that holds it, below `src`.
    pub(crate) file: String,
    /// The module that declares it; the root's is itself.
    pub(crate) parent: usize,
    /// Its child modules by name.
    pub(crate) children: HashMap<String, Vec<usize>>,
    /// What it declares and names.
    pub(crate) declared: Declared,
}

impl Module {
    /// The name of the module below the root that it belongs to; empty for the root.
    pub(crate) fn top(&self) -> &str {
        self.path.first().map_or("", String::as_str)
    }
}

impl Crate {
    /// Reads the crate whose sources lie in `src`.
    pub(crate) fn read(src: &Path) -> Self {
        let mut files = BTreeMap::new();
        collect_files(src, "", &mut files);
        Self::of(files)
    }

    /// The crate with these files, by their places below `src`.
    pub(crate) fn of(files: BTreeMap<String, String>) -> Self {
        let mut tree = Tree { files, modules: Vec::new(), tests: BTreeSet::new(), taken: BTreeSet::new() };
        tree.file("lib.rs", Vec::new(), 0);
        let Tree { files, modules, taken, .. } = tree;
        let texts = files.into_iter().filter(|(file, _)| taken.contains(file)).collect();
        Self { modules, texts }
    }

    /// A crate of a few files, for seeded violations.
    pub(crate) fn seeded(files: &[(&str, &str)]) -> Self {
        Self::of(files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect())
    }
}

fn collect_files(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let place = entry.expect("an entry").path();
        let name = format!("{prefix}{}", place.file_name().unwrap_or_default().to_string_lossy());
        if place.is_dir() {
            collect_files(&place, &format!("{name}/"), files);
        } else if place.extension().is_some_and(|extension| extension == "rs") {
            files.insert(name, fs::read_to_string(&place).expect("a source"));
        }
    }
}

/// The tree while it grows.
struct Tree {
    files: BTreeMap<String, String>,
    modules: Vec<Module>,
    /// Files of modules that exist only in tests.
    tests: BTreeSet<String>,
    /// Files of modules.
    taken: BTreeSet<String>,
}

impl Tree {
    /// Adds the module that `file` holds.
    fn file(&mut self, file: &str, path: Vec<String>, parent: usize) -> usize {
        let text = self.files.get(file).unwrap_or_else(|| panic!("no file `{file}`"));
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        self.taken.insert(file.to_owned());
        // Where the children of this file lie.
        let folder = match file.strip_suffix("mod.rs") {
            Some(folder) => folder.to_owned(),
            None if parent == self.modules.len() => String::new(),
            None => format!("{}/", file.trim_end_matches(".rs")),
        };
        let id = self.module(file, path, parent, &parsed.items, &folder);
        self.undeclared(id, &folder);
        id
    }

    /// Adds a module with its items and, below it, those that it declares.
    fn module(
        &mut self,
        file: &str,
        path: Vec<String>,
        parent: usize,
        items: &[Item],
        folder: &str,
    ) -> usize {
        let id = self.modules.len();
        let declared = Declared::by(items);
        let (file, children) = (file.to_owned(), HashMap::new());
        self.modules.push(Module { path, file, parent, children, declared });
        for item in items {
            let Item::Mod(item) = item else { continue };
            let name = item.ident.to_string();
            let place =
                collect::path_attribute(&item.attrs).map(|path| format!("{}{path}", base(folder, self, id)));
            let is_test = collect::is_for_tests(&item.attrs);
            let place = place.or_else(|| {
                let places = [format!("{folder}{name}.rs"), format!("{folder}{name}/mod.rs")];
                places.into_iter().find(|place| self.files.contains_key(place))
            });
            if is_test {
                if let Some(place) = place {
                    self.test(&place);
                }
                continue;
            }
            let path = [&self.modules[id].path[..], std::slice::from_ref(&name)].concat();
            let child = match (&item.content, place) {
                (Some((_, items)), _) => {
                    let file = self.modules[id].file.clone();
                    self.module(&file, path, id, items, &format!("{folder}{name}/"))
                }
                (None, Some(place)) => self.file(&place, path, id),
                (None, None) => panic!("no file for `mod {name}` of {}", self.modules[id].file),
            };
            self.modules[id].children.entry(name).or_default().push(child);
        }
        id
    }

    /// Notes that `file` holds tests, and so do the files that it declares.
    fn test(&mut self, file: &str) {
        if !self.tests.insert(file.to_owned()) {
            return;
        }
        let text = &self.files[file];
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let parent = file.rfind('/').map_or("", |end| &file[..=end]);
        let below = format!("{}/", file.trim_end_matches("/mod.rs").trim_end_matches(".rs"));
        for item in parsed.items {
            let Item::Mod(item) = item else { continue };
            let name = item.ident.to_string();
            let places = match collect::path_attribute(&item.attrs) {
                Some(path) => vec![format!("{parent}{path}")],
                None => vec![format!("{below}{name}.rs"), format!("{below}{name}/mod.rs")],
            };
            for place in
                places.iter().filter(|place| self.files.contains_key(*place)).cloned().collect::<Vec<_>>()
            {
                self.test(&place);
            }
        }
    }

    /// Adds the files in `folder` that no declaration names: a macro declares their modules.
    fn undeclared(&mut self, id: usize, folder: &str) {
        let here: Vec<(String, String)> = self
            .files
            .keys()
            .filter(|file| !self.taken.contains(*file) && !self.tests.contains(*file))
            .filter_map(|file| {
                let rest = file.strip_prefix(folder)?;
                let name = rest.strip_suffix("/mod.rs").or_else(|| rest.strip_suffix(".rs"))?;
                let is_here = !name.contains('/') && !["mod", "lib", "main"].contains(&name);
                is_here.then(|| (file.clone(), name.to_owned()))
            })
            .collect();
        for (file, name) in here {
            let path = [&self.modules[id].path[..], std::slice::from_ref(&name)].concat();
            let child = self.file(&file, path, id);
            self.modules[id].children.entry(name).or_default().push(child);
        }
    }
}

/// Where a `#[path]` begins: the folder of the file that holds the declaration.
fn base(folder: &str, tree: &Tree, id: usize) -> String {
    let file = &tree.modules[id].file;
    match file.rfind('/') {
        Some(end) => file[..=end].to_owned(),
        None if file == "lib.rs" => folder.to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_come_from_declarations_and_from_macros_and_tests_are_left_out() {
        let of = Crate::seeded(&[
            ("lib.rs", "mod a; mod b; #[cfg(test)] mod c; mod d { mod e; }"),
            (
                "a.rs",
                "#[cfg(test)] #[path = \"odd.rs\"] mod tests; #[cfg(not(unix))] mod x; #[cfg(unix)] mod x;",
            ),
            ("a/x.rs", ""),
            ("odd.rs", "mod below; #[path = \"beside.rs\"] mod other;"),
            ("odd/below.rs", ""),
            ("beside.rs", ""),
            ("b/mod.rs", "list!(y); #[path = \"z_there.rs\"] mod z;"),
            ("b/y.rs", ""),
            ("b/z_there.rs", ""),
            ("c.rs", ""),
            ("d/e.rs", ""),
        ]);
        let found: Vec<String> =
            of.modules.iter().map(|it| format!("{}={}", it.path.join("::"), it.file)).collect();
        let expected = [
            "=lib.rs",
            "a=a.rs",
            "a::x=a/x.rs",
            "a::x=a/x.rs",
            "b=b/mod.rs",
            "b::z=b/z_there.rs",
            "b::y=b/y.rs",
            "d=lib.rs",
            "d::e=d/e.rs",
        ];
        assert_eq!(found, expected);
    }
}
