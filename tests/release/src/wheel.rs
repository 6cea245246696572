//! The wheel for one target: the program as a script of a Python package without Python.
//!
//! Owns the form of a wheel (`PyPA`'s binary distribution format 1.0).

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use xtask_base::Failure;
use xtask_base::target::Target;

use crate::archive::{self, Entry};

/// The file name and the bytes of the wheel for `target`; `licences` are the files with licences.
pub(crate) fn wheel(
    target: &Target,
    version: &str,
    repository: &str,
    description: &str,
    program: Vec<u8>,
    licences: &[Entry],
) -> Result<(String, Vec<u8>), Failure> {
    let info = format!("shellgate-{version}.dist-info");
    let mut entries = vec![
        Entry::program(format!("shellgate-{version}.data/scripts/{}", target.program()), program),
        Entry::new(format!("{info}/METADATA"), metadata(version, repository, description, licences)),
        Entry::new(format!("{info}/WHEEL"), tags(target)),
    ];
    entries.extend(
        licences.iter().map(|it| Entry::new(format!("{info}/licenses/{}", it.path), it.content.clone())),
    );
    let record = record(&entries, &info);
    entries.push(Entry::new(format!("{info}/RECORD"), record));
    let file = format!("shellgate-{version}-py3-none-{}.whl", target.wheel.join("."));
    Ok((file, archive::zip(&entries)?))
}

fn metadata(version: &str, repository: &str, description: &str, licences: &[Entry]) -> String {
    let files = lines(licences.iter().map(|it| format!("License-File: {}", it.path)));
    format!(
        "Metadata-Version: 2.4\nName: shellgate\nVersion: {version}\n\
         Summary: The gate between AI agents and the shell\nLicense-Expression: MIT OR Apache-2.0\n{files}\
         Keywords: agent,bash,permissions,sandbox,security,shell\nProject-URL: Homepage, {repository}\n\
         Project-URL: Repository, {repository}\nProject-URL: Issues, {repository}/issues\nRequires-Python: >=3.8\n\
         Description-Content-Type: text/markdown\n\n{description}"
    )
}

fn tags(target: &Target) -> String {
    let tags = lines(target.wheel.iter().map(|tag| format!("Tag: py3-none-{tag}")));
    format!("Wheel-Version: 1.0\nGenerator: shellgate-xtask\nRoot-Is-Purelib: false\n{tags}")
}

/// Every file with its checksum and its size; the list itself has neither.
fn record(entries: &[Entry], info: &str) -> String {
    let files = entries.iter().map(|entry| {
        let sum = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&entry.content));
        format!("{},sha256={sum},{}", entry.path, entry.content.len())
    });
    lines(files.chain([format!("{info}/RECORD,,")]))
}

/// A text of these lines.
fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.flat_map(|line| [line, "\n".to_owned()]).collect()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::io::{Cursor, Read as _};

    use xtask_base::target::TARGETS;

    use super::*;

    #[test]
    fn a_wheel_of_a_static_program_is_for_every_c_library() {
        let (name, bytes) = wheel(
            &TARGETS[0],
            "1.2.3",
            "https://a.test/b",
            "text",
            b"ELF".to_vec(),
            &[Entry::new("MIT", "x")],
        )
        .unwrap();
        assert_eq!(name, "shellgate-1.2.3-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl");
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut read = |name: &str| {
            let mut text = String::new();
            archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        let record = read("shellgate-1.2.3.dist-info/RECORD");
        let first = "shellgate-1.2.3.data/scripts/shellgate,sha256=";
        assert!(record.starts_with(first) && record.ends_with("RECORD,,\n"), "{record}");
        assert_eq!(record.lines().count(), 5);
        let tags = read("shellgate-1.2.3.dist-info/WHEEL");
        assert!(tags.ends_with("Tag: py3-none-manylinux2014_x86_64\nTag: py3-none-musllinux_1_1_x86_64\n"));
        let metadata = read("shellgate-1.2.3.dist-info/METADATA");
        assert!(metadata.contains("\nProject-URL: Repository, https://a.test/b\n"), "{metadata}");
        assert!(metadata.ends_with("\n\ntext"), "{metadata}");
    }
}
