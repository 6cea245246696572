//! `cargo xtask release`: the program for every target, and all packages of it, from one machine.
//!
//! Owns the order: tools, programs, documents, lists, packages, checksums. Publishes nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cargo_metadata::Metadata;
use clap::Args;
use sha2::{Digest as _, Sha256};
use xtask_base::compile::{Build, FEATURES};
use xtask_base::target::{Archive, Target, named};
use xtask_base::{Failure, places, tools};

use crate::archive::{self, Entry};
use crate::dependencies::Dependencies;
use crate::licences::Licences;
use crate::report::{File, LeftOut, Program, Released};
use crate::templates::{Filled, Values};
use crate::tree::git;
use crate::{dependencies, documents, npm, repository, sbom, templates, tree, wheel};

/// The file with the checksum of every other one.
const SUMS: &str = "SHA256SUMS";

/// Options of `cargo xtask release`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Asked {
    /// Builds for this target only; may be repeated
    #[arg(long, value_name = "TRIPLE")]
    target: Vec<String>,
    /// Compiles with this profile of cargo; `dist-check` is quick and large
    #[arg(long, value_name = "NAME", default_value = "dist")]
    profile: String,
    /// Compiles with these features of `host-runner`
    #[arg(long, value_name = "LIST", default_value = FEATURES)]
    features: String,
    /// Lints the crates of the repository while it compiles them, with every warning an error; what clippy compiles is less
    /// optimized
    #[arg(long)]
    lints: bool,
    /// Packs this program instead of one that is compiled here, such as one that was signed elsewhere; may be repeated
    #[arg(long, value_name = "TRIPLE=FILE", value_parser = program)]
    program: Vec<(String, PathBuf)>,
    /// Writes the files to this folder, which is emptied first [default: `packages` in the target folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The address of the repository, for the formula and the manifests [default: `repository` in Cargo.toml]
    #[arg(long, value_name = "URL", value_parser = repository::address)]
    repository: Option<String>,
    /// Builds everything a second time, from a copy in another folder, and compares the bytes
    #[arg(long)]
    verify: bool,
    /// Prints what was made as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn program(text: &str) -> Result<(String, PathBuf), String> {
    let (target, file) = text.split_once('=').ok_or("write `TRIPLE=FILE`")?;
    Ok((target.to_owned(), PathBuf::from(file)))
}

/// Builds and packs what is asked for.
pub(crate) fn run(asked: &Asked) -> Result<Released, Failure> {
    let metadata = dependencies::metadata(Path::new(places::MANIFEST))?;
    let root = metadata.workspace_root.clone().into_std_path_buf();
    let scratch = metadata.target_directory.join("packages.scratch").into_std_path_buf();
    let repository = repository::of_release(asked.repository.as_deref(), &root)?;
    let targets = named(&asked.target)?;
    for (name, _) in &asked.program {
        Target::of_name(name)?;
    }
    let is_given = |target: &Target| asked.program.iter().any(|(name, _)| name == target.triple);
    let here = Target::of_this_machine()?;
    let compiled = targets.iter().copied().filter(|target| !is_given(target));
    let compiled: Vec<_> = compiled.chain(Some(here).filter(|here| !is_given(here))).collect();
    tools::check(&compiled, asked.lints)?;
    let out = asked.out.clone().unwrap_or_else(|| metadata.target_directory.join("packages").into());
    let release = Release {
        build: Build {
            tree: root.clone(),
            target: metadata.target_directory.clone().into(),
            profile: asked.profile.clone(),
            features: asked.features.clone(),
            is_linted: asked.lints,
            date: date(&root)?,
        },
        targets,
        given: asked.program.clone(),
        repository,
        metadata,
        scratch: scratch.clone(),
    };
    let mut released = release.make(&out)?;
    if asked.verify {
        let copy = scratch.join("copy");
        tree::copy(&root, &copy)?;
        let again = Release {
            metadata: dependencies::metadata(&copy.join("Cargo.toml"))?,
            // No blank in the name: the `dlltool` of mingw cuts a path there.
            build: Build { tree: copy, target: scratch.join("second-target"), ..release.build },
            scratch: scratch.join("second"),
            ..release
        };
        let second = again.make(&scratch.join("second-release"))?;
        compare(&released, &second)?;
        released.reproduced = Some(true);
    }
    Ok(released)
}

/// One way from the sources to the files.
struct Release {
    build: Build,
    targets: Vec<&'static Target>,
    /// Programs that are not compiled here.
    given: Vec<(String, PathBuf)>,
    repository: String,
    metadata: Metadata,
    /// A folder for what is on the way.
    scratch: PathBuf,
}

/// Files that are made, by their path in the release.
type Files = BTreeMap<String, Vec<u8>>;

impl Release {
    /// Makes everything, into the folder `out`.
    fn make(&self, out: &Path) -> Result<Released, Failure> {
        let version = self.version()?;
        let licences = self.licences()?;
        let rules = Licences::read(&self.build.tree)?;
        let count = self.targets.len();
        let mut compiled = BTreeMap::new();
        for (number, target) in self.targets.iter().enumerate() {
            eprintln!("[{}/{count}] {}", number + 1, target.triple);
            compiled.insert(target.triple, self.program(target)?);
        }
        let here = Target::of_this_machine()?;
        let native = match compiled.get(here.triple) {
            Some(place) => place.clone(),
            None => self.program(here)?,
        };
        let mut programs = Vec::new();
        for target in &self.targets {
            if let Some(place) = compiled.get(target.triple) {
                programs.push((*target, places::read(place)?));
            }
        }
        eprintln!("packing");
        let documents = documents::of(&native, &self.scratch.join("man"))?;
        let description = self.text("host-runner/packages/description.md")?;
        let mut files = Files::new();
        let mut sums = BTreeMap::new();
        let mut report = Vec::new();
        for (target, program) in programs {
            let dependencies = Dependencies::of(target, &self.build.features, &self.metadata)?;
            let third = rules.text(target, &dependencies, &self.metadata)?;
            let sha256 = sum(&program);
            files.insert(
                format!("{}.cdx.json", target.folder(&version)),
                sbom::list(target, &dependencies, &sha256)?,
            );
            report.push(Program { target: target.triple, bytes: program.len(), sha256 });
            let mut shared = licences.clone();
            shared.push(Entry::new("THIRD-PARTY.txt", third));
            let (name, wheel) =
                wheel::wheel(target, &version, &self.repository, &description, program.clone(), &shared)?;
            files.insert(name, wheel);
            let mut for_npm = shared.clone();
            for_npm.push(Entry::new("README.md", description.clone()));
            let (name, package) = npm::platform(
                target,
                &version,
                &self.repository,
                program.clone(),
                &for_npm,
                self.build.date,
            )?;
            files.insert(name, package);
            let archive = self.archive(target, &version, program, &[&shared[..], &documents].concat())?;
            sums.insert(target.triple, sum(&archive));
            files.insert(target.archive_name(&version), archive);
        }
        let (name, package) =
            npm::command(&self.build.tree, &version, &self.repository, &licences, self.build.date)?;
        files.insert(name, package);
        let left_out = self.filled(&version, &sums, &mut files)?;
        if files.contains_key("crate/Cargo.toml") {
            files.insert("crate/README.md".to_owned(), description.into_bytes());
        }
        let list: Vec<String> =
            files.iter().map(|(name, content)| format!("{}  {name}", sum(content))).collect();
        files.insert(SUMS.to_owned(), format!("{}\n", list.join("\n")).into_bytes());
        write(out, &files)?;
        let listed = files.iter().map(|(name, content)| File {
            name: name.clone(),
            bytes: content.len(),
            sha256: sum(content),
        });
        Ok(Released {
            folder: out.to_owned(),
            version,
            profile: self.build.profile.clone(),
            features: self.build.features.split(',').map(str::to_owned).collect(),
            programs: report,
            files: listed.collect(),
            left_out,
            reproduced: None,
        })
    }

    /// The program for `target`, compiled unless it was given.
    fn program(&self, target: &Target) -> Result<PathBuf, Failure> {
        let given = self.given.iter().find(|(name, _)| name == target.triple);
        given.map_or_else(|| self.build.program(target), |(_, file)| Ok(file.clone()))
    }

    fn archive(
        &self,
        target: &Target,
        version: &str,
        program: Vec<u8>,
        others: &[Entry],
    ) -> Result<Vec<u8>, Failure> {
        let mut entries = vec![
            Entry::program(target.program(), program),
            Entry::new("README.md", self.text("README.md")?),
            Entry::new("CHANGELOG.md", self.text("CHANGELOG.md")?),
        ];
        entries.extend_from_slice(others);
        for entry in &mut entries {
            entry.path = format!("{}/{}", target.folder(version), entry.path);
        }
        match target.archive {
            Archive::TarGz => archive::tar_gz(entries, self.build.date),
            Archive::Zip => archive::zip(&entries),
        }
    }

    /// Adds the formula and the manifests; returns those that cannot be made.
    fn filled(
        &self,
        version: &str,
        sums: &BTreeMap<&'static str, String>,
        files: &mut Files,
    ) -> Result<Vec<LeftOut>, Failure> {
        let features: Vec<&str> = self.build.features.split(',').collect();
        let values = Values { version, repository: &self.repository, features: &features, sums };
        let mut left_out = Vec::new();
        for (name, filled) in templates::all(&self.build.tree, &values)? {
            match filled {
                Filled::Text(text) => {
                    files.insert(name, text.into_bytes());
                }
                Filled::Lacks(target) => {
                    left_out.push(LeftOut { name, reason: format!("it needs the archive of {target}") });
                }
            }
        }
        Ok(left_out)
    }

    fn version(&self) -> Result<String, Failure> {
        let packages = &self.metadata.packages;
        let runner = packages.iter().find(|package| package.name.as_str() == "host-runner");
        runner.map(|package| package.version.to_string()).ok_or(Failure::Tree)
    }

    /// The licences of the project itself.
    fn licences(&self) -> Result<Vec<Entry>, Failure> {
        ["LICENSE-APACHE", "LICENSE-MIT"]
            .into_iter()
            .map(|name| Ok(Entry::new(name, places::read(&self.build.tree.join(name))?)))
            .collect()
    }

    fn text(&self, name: &str) -> Result<String, Failure> {
        Ok(String::from_utf8_lossy(&places::read(&self.build.tree.join(name))?).into_owned())
    }
}

/// Empties the folder and writes the files.
fn write(out: &Path, files: &Files) -> Result<(), Failure> {
    // Only a folder that a release has made is emptied.
    if out.exists() && !out.join(SUMS).is_file() {
        let is_empty = std::fs::read_dir(out).map_err(Failure::at(out))?.next().is_none();
        if !is_empty {
            return Err(Failure::Usage {
                what: format!("`{}` has other files, and a release empties its folder", out.display()),
                remedy: "name a new or empty folder with `--out`".to_owned(),
            });
        }
    } else if out.exists() {
        std::fs::remove_dir_all(out).map_err(Failure::at(out))?;
    }
    for (name, content) in files {
        let file = out.join(name);
        places::make(file.parent().unwrap_or(out))?;
        places::write(&file, content)?;
    }
    Ok(())
}

/// Fails with the names of what differs.
fn compare(first: &Released, second: &Released) -> Result<(), Failure> {
    let programs = first.programs.iter().zip(&second.programs);
    let mut differ: Vec<String> = programs
        .filter(|(one, other)| one.sha256 != other.sha256)
        .map(|(one, _)| format!("the program for {}", one.target))
        .collect();
    let files = first.files.iter().filter(|file| !second.files.contains(file));
    differ.extend(files.map(|file| file.name.clone()));
    if differ.is_empty() { Ok(()) } else { Err(Failure::Differs(differ.join("\n"))) }
}

/// The time that the files of the release have: `SOURCE_DATE_EPOCH`, else that of the commit.
fn date(root: &Path) -> Result<u64, Failure> {
    let told = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(told) => told,
        Err(_) => git(root, &["log", "-1", "--format=%ct"])?,
    };
    told.trim().parse().map_err(|_| Failure::Usage {
        what: format!("`{}` is no time in seconds", told.trim()),
        remedy: "set `SOURCE_DATE_EPOCH` to a whole number of seconds since 1970".to_owned(),
    })
}

fn sum(content: &[u8]) -> String {
    hex::encode(Sha256::digest(content))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    fn released(program: &str, file: &str) -> Released {
        Released {
            folder: PathBuf::new(),
            version: String::new(),
            profile: String::new(),
            features: Vec::new(),
            programs: vec![Program { target: "x", bytes: 0, sha256: program.to_owned() }],
            files: vec![File { name: "a.zip".to_owned(), bytes: 0, sha256: file.to_owned() }],
            left_out: Vec::new(),
            reproduced: None,
        }
    }

    #[test]
    fn builds_with_other_bytes_are_named() {
        compare(&released("1", "2"), &released("1", "2")).unwrap();
        let failed = compare(&released("1", "2"), &released("3", "4")).unwrap_err();
        assert!(failed.to_string().ends_with("the program for x\na.zip"), "{failed}");
    }

    #[test]
    fn a_folder_with_other_files_is_not_emptied() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine"), "").unwrap();
        let files = Files::from([(SUMS.to_owned(), Vec::new())]);
        assert!(matches!(write(folder.path(), &files), Err(Failure::Usage { .. })));
        std::fs::remove_file(folder.path().join("mine")).unwrap();
        write(folder.path(), &files).unwrap();
        std::fs::write(folder.path().join("old"), "").unwrap();
        write(folder.path(), &files).unwrap();
        assert!(!folder.path().join("old").exists());
    }
}
