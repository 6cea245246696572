//! The packages for npm: one for each target with the program, and the command package that names them all.
//!
//! Owns their manifests. The code of the command package is `js/command`.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use xtask_base::Failure;
use xtask_base::places;
use xtask_base::target::{TARGETS, Target};

use crate::archive::{self, Entry};
use crate::repository::for_npm;

/// The folder in every package of npm.
const FOLDER: &str = "package/";

/// The file name and the bytes of the package for `target`; `shared` are the files that every package has.
pub(crate) fn platform(
    target: &Target,
    version: &str,
    repository: &str,
    program: Vec<u8>,
    shared: &[Entry],
    date: u64,
) -> Result<(String, Vec<u8>), Failure> {
    let name = target.npm_name();
    let (os, cpu) = target.npm;
    let mut manifest = json!({
        "name": name,
        "version": version,
        "description": format!("The program shellgate for {}", target.triple),
        "license": "MIT OR Apache-2.0",
        "os": [os],
        "cpu": [cpu],
        // Yarn keeps packages packed; a program has to lie on the disk.
        "preferUnplugged": true,
        "files": ["bin", "THIRD-PARTY.txt", "LICENSE-APACHE", "LICENSE-MIT"],
        "publishConfig": { "access": "public" },
    });
    for (key, value) in for_npm(repository) {
        manifest[key] = value;
    }
    let mut entries = vec![
        Entry::new("package.json", text(&manifest)),
        Entry::program(format!("bin/{}", target.program()), program),
    ];
    entries.extend_from_slice(shared);
    pack(&name, version, entries, date)
}

/// The file name and the bytes of the command package.
pub(crate) fn command(
    tree: &Path,
    version: &str,
    repository: &str,
    licences: &[Entry],
    date: u64,
) -> Result<(String, Vec<u8>), Failure> {
    let folder = tree.join("js/command");
    let file = folder.join("package.json");
    let failed = |why: String| Failure::Template { file: "js/command/package.json".to_owned(), why };
    let mut manifest: Map<String, Value> =
        serde_json::from_slice(&places::read(&file)?).map_err(|error| failed(error.to_string()))?;
    let packages = TARGETS.iter().map(|target| (target.npm_name(), Value::from(version)));
    manifest.insert("version".to_owned(), version.into());
    manifest.extend(for_npm(repository).map(|(key, value)| (key.to_owned(), value)));
    manifest.insert("optionalDependencies".to_owned(), Value::Object(packages.collect()));
    let name = manifest.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let files = manifest.get("files").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut entries = vec![Entry::new("package.json", text(&Value::Object(manifest)))];
    for file in files.iter().filter_map(Value::as_str).chain(["README.md"]) {
        if licences.iter().any(|entry| entry.path == file) {
            continue;
        }
        let content = fs::read(folder.join(file)).map_err(Failure::at(&folder.join(file)))?;
        let is_program = content.starts_with(b"#!");
        entries.push(Entry { path: file.to_owned(), content, is_program });
    }
    entries.extend_from_slice(licences);
    pack(&name, version, entries, date)
}

fn text(manifest: &Value) -> String {
    format!("{}\n", serde_json::to_string_pretty(manifest).unwrap_or_default())
}

/// Packs as `npm pack` does, and names the file as it does.
fn pack(name: &str, version: &str, mut entries: Vec<Entry>, date: u64) -> Result<(String, Vec<u8>), Failure> {
    for entry in &mut entries {
        entry.path.insert_str(0, FOLDER);
    }
    let file = format!("{}-{version}.tgz", name.trim_start_matches('@').replace('/', "-"));
    Ok((file, archive::tar_gz(entries, date)?))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::io::Read as _;

    use xtask_base::places::Places;

    use super::*;

    #[test]
    fn the_packages_name_the_repository_of_the_release() {
        let address = "https://forge.test/owner/gate";
        let root = Places::find().unwrap().workspace;
        let packages = [
            platform(&TARGETS[0], "1.2.3", address, Vec::new(), &[], 0).unwrap(),
            command(
                &root,
                "1.2.3",
                address,
                &["LICENSE-APACHE", "LICENSE-MIT"].map(|it| Entry::new(it, "")),
                0,
            )
            .unwrap(),
        ];
        for (name, bytes) in packages {
            let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
            let is_manifest =
                |entry: &tar::Entry<'_, _>| entry.path().unwrap().ends_with("package/package.json");
            let mut entry = archive.entries().unwrap().map(Result::unwrap).find(is_manifest).unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let manifest: Value = serde_json::from_str(&text).unwrap();
            for (key, value) in for_npm(address) {
                assert_eq!(manifest[key], value, "{key} of {name}");
            }
        }
    }
}
