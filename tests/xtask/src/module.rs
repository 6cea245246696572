//! The way of the module: compile, bind, optimise, and put the three files where the npm package takes them.
//!
//! Owns the order, and what is used again: the same compiled bytes under the same tools give the same files.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::places::{self, Places};
use crate::report::{Built, Size};
use crate::toolchain::{self, TARGET, Toolchain};
use crate::{bind, optimise};

/// The files of the result.
const FILES: [&str; 3] = ["core.wasm", "core.js", "core.d.ts"];

/// Builds the module into `js/wasm`; with `install` missing tools are fetched.
pub(crate) fn build(install: bool) -> Result<Built, Failure> {
    let places = Places::find()?;
    let toolchain = Toolchain::find(install)?;
    eprintln!("compiling with {}", toolchain.name());
    let target = places.target.join("rust");
    toolchain::run(toolchain.build(&places).env("CARGO_TARGET_DIR", &target))?;
    let raw = target.join(TARGET).join("wasm/policy_core_bindings.wasm");

    let cache = Cache::new(&places, &raw)?;
    let is_fresh = cache.is_fresh();
    if !is_fresh {
        eprintln!("making the glue");
        let glue = places.target.join("glue");
        bind::bind(&raw, &glue)?;
        eprintln!("optimising");
        places::make(&cache.folder)?;
        let module = cache.folder.join("core.wasm");
        optimise::optimise(&places, &glue.join(format!("{}_bg.wasm", bind::NAME)), &module)?;
        for name in ["core.js", "core.d.ts"] {
            places::write(&cache.folder.join(name), places::read(&glue.join(name))?)?;
        }
        let size = Size::of(&places::read(&module)?);
        places::write(&cache.folder.join("size.json"), size.to_json())?;
        cache.seal()?;
    }
    let out = places.out();
    places::make(&out)?;
    for name in FILES {
        copy(&cache.folder.join(name), &out.join(name))?;
    }
    let size = places::read(&cache.folder.join("size.json"))?;
    let glue = fs::metadata(out.join("core.js")).map_err(Failure::at(&out.join("core.js")))?.len();
    Ok(Built { folder: out, toolchain: toolchain.name(), is_fresh, size: Size::from_json(&size), glue })
}

/// Leaves a file with the same content alone, so that what watches it stays quiet.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let content = places::read(from)?;
    if fs::read(to).is_ok_and(|there| there == content) {
        return Ok(());
    }
    places::write(to, content)
}

/// The result of the last build, with what it was made from.
struct Cache {
    folder: std::path::PathBuf,
    raw: Vec<u8>,
    tools: String,
}

impl Cache {
    fn new(places: &Places, raw: &Path) -> Result<Self, Failure> {
        let lock = places::read(&places.workspace.join("tests/xtask/binaryen/package-lock.json"))?;
        let tools =
            format!("{}\n{}\n{}", bind::OPTIONS, optimise::OPTIONS.join(" "), String::from_utf8_lossy(&lock));
        Ok(Self { folder: places.target.join("result"), raw: places::read(raw)?, tools })
    }

    fn is_fresh(&self) -> bool {
        let same =
            |name: &str, content: &[u8]| fs::read(self.folder.join(name)).is_ok_and(|there| there == content);
        same("raw.wasm", &self.raw)
            && same("tools", self.tools.as_bytes())
            && FILES.iter().all(|name| self.folder.join(name).is_file())
    }

    /// Written last: what is there without it is an interrupted build.
    fn seal(&self) -> Result<(), Failure> {
        places::write(&self.folder.join("tools"), &self.tools)?;
        places::write(&self.folder.join("raw.wasm"), &self.raw)
    }
}
