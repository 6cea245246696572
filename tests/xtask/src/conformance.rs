//! The corpus through every build of the core: the linked one and the module in the host by a test, which also writes
//! the corpus; then the npm package in Node with either module, and in Chromium.
//!
//! Owns the order and what has to be built before. Compares nothing itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask_base::Failure;
use xtask_base::places::{self, Places};
use xtask_base::programs::{cargo, finish, run};

/// Runs all of it and prints what each build answered; fails when one answer is another text than is written. With `tested`,
/// the tests have been run on this module, and their reports are taken.
pub(crate) fn compare(tested: bool, json: bool) -> Result<(), Failure> {
    let places = Places::find()?;
    let js = places.workspace.join("js");
    built(&places)?;
    let written = |name: &str| places.tests.join(format!("conformance{name}"));
    let reports = [written("-native.json"), written("-wasmtime.json")];
    let corpus = written(".jsonl");
    if tested {
        newer(&js.join("wasm/core.wasm"), reports.iter().chain([&corpus]))?;
    } else {
        test(&places, &reports)?;
    }

    let mut package = Command::new("node");
    package.arg(js.join("test/conformance/run.js")).args(json.then_some("--json"));
    for report in reports.iter().filter(|report| report.is_file()) {
        package.arg("--with").arg(report);
    }
    finish(package.arg(corpus))
}

/// Has the linked core and the module in the host answer the corpus, which writes it and `reports`.
fn test(places: &Places, reports: &[PathBuf]) -> Result<(), Failure> {
    let mut test = cargo();
    test.args(["test", "--quiet", "--locked", "--package", "shellgate-conformance", "--features", "engine"]);
    test.env("SHELLGATE_EFFORT", "full");
    // The package is of this module: it has to be that of the sources.
    test.env("SHELLGATE_TESTS", "required");
    for report in reports {
        // Where there is none, there is none to be taken for a new one.
        let _ = fs::remove_file(report);
    }
    run(test.current_dir(&places.workspace))
}

/// Whether `files` were all written after `module`.
fn newer<'a>(module: &Path, files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    let written = |place: &Path| fs::metadata(place).and_then(|found| found.modified());
    let since = written(module).map_err(Failure::at(module))?;
    for file in files {
        if !written(file).is_ok_and(|at| at > since) {
            let what = format!("{}, written after the module was built,", file.display());
            return Err(Failure::Missing {
                what,
                remedy: "run `cargo test`, or leave out `--tested`".to_owned(),
            });
        }
    }
    Ok(())
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn a_report_counts_only_if_it_was_written_after_the_module() {
        let folder = tempfile::tempdir().unwrap();
        let [module, report, absent] =
            ["core.wasm", "report.json", "absent.json"].map(|name| folder.path().join(name));
        let now = SystemTime::now();
        for (file, at) in [(&module, now), (&report, now + Duration::from_secs(1))] {
            fs::File::create(file).unwrap().set_modified(at).unwrap();
        }
        newer(&module, [&report]).unwrap();
        newer(&module, [&report, &absent]).unwrap_err();
        newer(&report, [&module]).unwrap_err();
    }
}
