//! The crates that are in the program for one target.
//!
//! Owns the list and who depends on whom. What only builds the program is not in it: build scripts, procedural macros.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand};
use xtask_base::Failure;
use xtask_base::programs;
use xtask_base::target::Target;

/// A crate by name and version.
pub(crate) type Id = (String, String);

/// A crate in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    /// Its licence as it is written in its manifest.
    pub(crate) licence: Option<String>,
    /// The file with its licence, if the manifest names one.
    pub(crate) licence_file: Option<PathBuf>,
    pub(crate) description: String,
    /// Where its sources are.
    pub(crate) folder: PathBuf,
    /// Whether it is a part of this repository.
    pub(crate) is_own: bool,
    /// What it depends on itself.
    pub(crate) needs: BTreeSet<Id>,
}

/// What the program is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dependencies {
    /// The program.
    pub(crate) root: Id,
    /// The crates, the program among them.
    pub(crate) crates: BTreeMap<Id, Dependency>,
}

impl Dependencies {
    /// Asks cargo: unlike its list of packages, its tree has the features of this program alone.
    pub(crate) fn of(target: &Target, features: &str, metadata: &Metadata) -> Result<Self, Failure> {
        let mut command = programs::cargo();
        command.args(["tree", "--locked", "--package", "host-runner", "--no-default-features"]);
        command.args(["--features", features, "--target", target.triple]);
        command.args(["--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", "{p}"]);
        command.current_dir(&metadata.workspace_root);
        let told = programs::output(&mut command)?;
        let (root, edges) = read(&String::from_utf8_lossy(&told)).ok_or(Failure::Tree)?;
        let crates = edges.into_iter().map(|(id, needs)| {
            let is_it = |package: &&cargo_metadata::Package| {
                package.name.as_str() == id.0 && package.version.to_string() == id.1
            };
            let package = metadata.packages.iter().find(is_it).ok_or(Failure::Tree)?;
            let folder = package.manifest_path.parent().map(Path::new).ok_or(Failure::Tree)?;
            let dependency = Dependency {
                licence: package.license.clone(),
                licence_file: package.license_file.as_ref().map(|file| folder.join(file)),
                description: package.description.clone().unwrap_or_default(),
                folder: folder.to_owned(),
                is_own: package.source.is_none(),
                needs,
            };
            Ok((id, dependency))
        });
        Ok(Self { root, crates: crates.collect::<Result<_, Failure>>()? })
    }

    /// The crates of others.
    pub(crate) fn foreign(&self) -> impl Iterator<Item = (&Id, &Dependency)> {
        self.crates.iter().filter(|(_, it)| !it.is_own)
    }
}

/// What cargo knows about the workspace of this manifest and its dependencies.
pub(crate) fn metadata(manifest: &Path) -> Result<Metadata, Failure> {
    // With every feature: what no member asks for by default is in no list otherwise.
    let options = ["--locked", "--all-features"].map(str::to_owned);
    let asked = MetadataCommand::new().manifest_path(manifest).other_options(options).exec();
    asked.map_err(|error| Failure::Packages(error.to_string()))
}

/// The root and the edges in a tree of cargo whose lines begin with their depth.
fn read(tree: &str) -> Option<(Id, BTreeMap<Id, BTreeSet<Id>>)> {
    let mut edges: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
    let mut path: Vec<Id> = Vec::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let name = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let depth: usize = line.strip_suffix(name)?.parse().ok()?;
        let mut words = name.split(' ');
        let id = (words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned());
        path.truncate(depth);
        if let Some(above) = path.last() {
            edges.entry(above.clone()).or_default().insert(id.clone());
        }
        edges.entry(id.clone()).or_default();
        path.push(id);
    }
    Some((path.into_iter().next()?, edges))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str, version: &str) -> Id {
        (name.to_owned(), version.to_owned())
    }

    #[test]
    fn a_tree_is_read_with_its_edges() {
        let tree = "0host-runner v0.1.0 (/shellgate/host-runner)\n1regex v1.2.3\n2memchr v2.0.0\n1memchr v2.0.0 (*)\n";
        let (root, edges) = read(tree).unwrap_or_default();
        assert_eq!(root, id("host-runner", "0.1.0"));
        assert_eq!(edges[&root], BTreeSet::from([id("memchr", "2.0.0"), id("regex", "1.2.3")]));
        assert_eq!(edges[&id("regex", "1.2.3")], BTreeSet::from([id("memchr", "2.0.0")]));
        assert_eq!(edges[&id("memchr", "2.0.0")], BTreeSet::new());
    }

    #[test]
    fn a_tree_of_another_form_is_not_read() {
        for text in ["", "host-runner v0.1.0", "0host-runner 0.1.0", "0host-runner"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
