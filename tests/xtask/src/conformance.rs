//! The corpus through every build of the core: the linked one and the module in the host by a test, which also writes
//! the corpus; then the npm package in Node with either module, and in Chromium.
//!
//! Owns the order and what has to be built before. Compares nothing itself.

use std::fs;
use std::process::Command;

use crate::failure::Failure;
use crate::places::{self, Places};
use crate::toolchain::{cargo, finish, run};

/// Runs all of it and prints what each build answered; fails when one answer is another text than is written.
pub(crate) fn compare(json: bool) -> Result<(), Failure> {
    let places = Places::find()?;
    let js = places.workspace.join("js");
    built(&places)?;
    let mut test = cargo();
    // Of no package alone: with other features the engine would be built once more.
    test.args(["test", "--quiet", "--locked", "--test", "conformance"]);
    // The package is of this module: it has to be that of the sources.
    test.env("SHELLGATE_TESTS", "required");
    let reports =
        ["native", "wasmtime"].map(|engine| places.tests.join(format!("conformance-{engine}.json")));
    for report in &reports {
        // Where there is none, there is none to be taken for a new one.
        let _ = fs::remove_file(report);
    }
    run(test.current_dir(&places.workspace))?;

    let mut package = Command::new("node");
    package.arg(js.join("test/conformance/run.js")).args(json.then_some("--json"));
    for report in reports.iter().filter(|report| report.is_file()) {
        package.arg("--with").arg(report);
    }
    finish(package.arg(places.tests.join("conformance.jsonl")))
}

/// Whether the package is there and holds the module as it was built last, and a browser can be driven.
fn built(places: &Places) -> Result<(), Failure> {
    let js = places.workspace.join("js");
    let missing =
        |what: &str, remedy: &str| Failure::Missing { what: what.to_owned(), remedy: remedy.to_owned() };
    for file in ["core.wasm", "core.first.wasm", "core.rest.wasm", "powershell.wasm"] {
        let module = js.join("wasm").join(file);
        if !module.is_file() {
            return Err(missing("the module", "run `cargo xtask wasm`"));
        }
        let packed = js.join("dist").join(file);
        if !packed.is_file() || places::read(&packed)? != places::read(&module)? {
            return Err(missing("the package of this module", "run `npm ci && npm run build` in `js`"));
        }
    }
    if !js.join("playground/node_modules/playwright-core").is_dir() {
        return Err(missing("what drives Chromium", "run `npm ci` in `js/playground`"));
    }
    Ok(())
}
