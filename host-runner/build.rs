//! Says when the program has to be built again: when the page that it serves was built, or is there for the first time.

use std::path::Path;

fn main() {
    let built = "../js/playground/dist";
    // A path that is missing counts as changed at every build, so that the folder around it is watched instead.
    let watched = [built, "../js/playground", "build.rs"].into_iter().find(|path| Path::new(path).exists());
    println!("cargo::rerun-if-changed={}", watched.unwrap_or("build.rs"));
}
