//! The list of what is in a program, as `CycloneDX` 1.5.
//!
//! Owns its form. It has no serial number and no time of its making, so that the same program has the same list.

use cyclonedx_bom::external_models::uri::Purl;
use cyclonedx_bom::models::component::{Classification, Component, Components};
use cyclonedx_bom::models::dependency::{Dependencies as Edges, Dependency as Edge};
use cyclonedx_bom::models::hash::{Hash, HashAlgorithm, HashValue, Hashes};
use cyclonedx_bom::models::license::{LicenseChoice, Licenses};
use cyclonedx_bom::prelude::{Bom, Metadata, NormalizedString, SpecVersion, Validate as _};
use xtask_base::Failure;
use xtask_base::target::Target;

use crate::dependencies::{Dependencies, Dependency, Id};

/// The list for the program whose checksum is `sha256`.
pub(crate) fn list(target: &Target, of: &Dependencies, sha256: &str) -> Result<Vec<u8>, Failure> {
    let parts = of.crates.iter().filter(|(id, _)| **id != of.root);
    let components =
        parts.map(|(id, dependency)| component(id, dependency)).collect::<Result<_, Failure>>()?;
    let mut program =
        Component::new(Classification::Application, "shellgate", &of.root.1, Some(reference(&of.root)));
    program.hashes =
        Some(Hashes(vec![Hash { alg: HashAlgorithm::SHA_256, content: HashValue(sha256.to_owned()) }]));
    program.licenses = of.crates.get(&of.root).and_then(licences);
    program.description = Some(NormalizedString::new(&format!("the program for {}", target.triple)));
    let edges = of.crates.iter().map(|(id, dependency)| Edge {
        dependency_ref: reference(id),
        dependencies: dependency.needs.iter().map(reference).collect(),
    });
    let bom = Bom {
        spec_version: SpecVersion::V1_5,
        metadata: Some(Metadata { component: Some(program), ..Metadata::default() }),
        components: Some(Components(components)),
        dependencies: Some(Edges(edges.collect())),
        serial_number: None,
        ..Bom::default()
    };
    let validated = bom.validate_version(SpecVersion::V1_5);
    if validated.has_errors() {
        return Err(Failure::Sbom(format!("{validated:?}")));
    }
    let mut text = Vec::new();
    bom.output_as_json(&mut text, SpecVersion::V1_5).map_err(|error| Failure::Sbom(error.to_string()))?;
    text.push(b'\n');
    Ok(text)
}

fn component(id: &Id, dependency: &Dependency) -> Result<Component, Failure> {
    let (name, version) = id;
    let mut component = Component::new(Classification::Library, name, version, Some(reference(id)));
    component.description = Some(NormalizedString::new(dependency.description.trim()));
    component.licenses = licences(dependency);
    if !dependency.is_own {
        let purl = Purl::new("cargo", name, version).map_err(|error| Failure::Sbom(error.to_string()))?;
        component.purl = Some(purl);
    }
    Ok(component)
}

/// The licence as an expression; old manifests write `/` for `OR`.
fn licences(dependency: &Dependency) -> Option<Licenses> {
    let written = dependency.licence.as_deref()?;
    let canonical = spdx::Expression::canonicalize(written).ok().flatten();
    Some(Licenses(vec![LicenseChoice::expression(canonical.as_deref().unwrap_or(written))]))
}

fn reference((name, version): &Id) -> String {
    format!("{name}@{version}")
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::path::Path;

    use xtask_base::places::MANIFEST;
    use xtask_base::target::TARGETS;

    use super::*;
    use crate::dependencies::metadata;

    #[test]
    fn the_list_can_be_read_again_and_names_every_crate_once() {
        let metadata = metadata(Path::new(MANIFEST)).unwrap();
        let found = Dependencies::of(&TARGETS[0], "web", &metadata).unwrap();
        let sum = "ab".repeat(32);
        let text = list(&TARGETS[0], &found, &sum).unwrap();
        assert_eq!(text, list(&TARGETS[0], &found, &sum).unwrap());
        let bom = Bom::parse_from_json_v1_5(text.as_slice()).unwrap();
        let components = bom.components.unwrap().0;
        assert_eq!(components.len(), found.crates.len() - 1);
        let ring = components.iter().find(|it| it.name.to_string() == "ring").unwrap();
        assert!(ring.purl.as_ref().is_some_and(|purl| purl.to_string().starts_with("pkg:cargo/ring@")));
        assert_eq!(bom.dependencies.unwrap().0.len(), found.crates.len());
        // What only tests or builds need is not in the program.
        for name in ["proptest", "cc", "syn", "insta"] {
            assert!(!components.iter().any(|it| it.name.to_string() == name), "{name}");
        }
    }
}
