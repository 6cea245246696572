//! Says what the program carries that was built before it: the page that `playground` serves, and the module that
//! `--engine wasm` loads. Either may be missing, and the program is built again when it is there for the first time.

use std::path::Path;

fn main() {
    // A path that is missing counts as changed at every build, so that the folder around it is watched instead.
    let watch = |place: &str, around: &str| {
        let watched = if Path::new(place).exists() { place } else { around };
        println!("cargo::rerun-if-changed={watched}");
    };
    println!("cargo::rerun-if-changed=build.rs");
    watch("../js/playground/dist", "../js/playground");

    let module = "../js/wasm/core.wasm";
    watch(module, "../js/wasm");
    println!("cargo::rustc-check-cfg=cfg(has_module)");
    if Path::new(module).exists() {
        println!("cargo::rustc-cfg=has_module");
    }
}
