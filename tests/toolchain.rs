//! The compiler that is used here is the oldest one that the packages say they can be built with.

use std::fs;
use std::path::Path;

fn manifest(name: &str) -> toml::Table {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// What is wrong with the pinned compiler, given the oldest that the packages name.
fn disagreement(pinned: &str, oldest: &str) -> Option<String> {
    let patch = pinned.strip_prefix(oldest).and_then(|rest| rest.strip_prefix('.'));
    if patch.is_some_and(|patch| patch.parse::<u32>().is_ok()) {
        return None;
    }
    Some(format!("rust-toolchain.toml pins {pinned}, and `rust-version` is {oldest}"))
}

#[test]
fn the_pinned_compiler_is_the_oldest_that_the_packages_name() {
    let root = manifest("Cargo.toml");
    let oldest = root["workspace"]["package"]["rust-version"].as_str().expect("a version");
    let pinned = manifest("rust-toolchain.toml");
    let pinned = pinned["toolchain"]["channel"].as_str().expect("a version");
    assert_eq!(disagreement(pinned, oldest), None);

    for (pinned, oldest) in [("1.95.0", "1.9"), ("1.96.0", "1.95"), ("1.95", "1.95"), ("stable", "1.95")] {
        assert!(disagreement(pinned, oldest).is_some(), "{pinned} {oldest}");
    }
    assert_eq!(disagreement("1.95.1", "1.95"), None);
}

#[test]
fn every_package_takes_its_version_of_the_compiler_from_the_workspace() {
    let root = manifest("Cargo.toml");
    let members = root["workspace"]["members"].as_array().expect("members");
    assert!(members.len() > 3, "{members:?}");
    for member in members {
        let name = format!("{}/Cargo.toml", member.as_str().expect("a folder"));
        let package = manifest(&name);
        let version = &package["package"]["rust-version"];
        assert_eq!(version.get("workspace").and_then(toml::Value::as_bool), Some(true), "{name}");
    }
}
