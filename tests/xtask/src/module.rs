//! The way of the modules: compile, bind, optimise, and put the files where the npm package takes them.
//!
//! Owns the order, which modules there are, and what is used again: the same compiled bytes under the same tools give the same
//! files. Both modules of the npm package have one glue, so that it needs that once.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::failure::Failure;
use crate::places::{self, Places};
use crate::report::{Built, Module, Size};
use crate::toolchain::{self, TARGET, Toolchain};
use crate::{bind, optimise};

/// A module: its name, the package that is compiled to it, and the name of its glue.
struct Kind {
    name: &'static str,
    package: &'static str,
    glue: &'static str,
}

/// The modules. The npm package has those with the glue `core`, the playground all.
const MODULES: [Kind; 3] = [
    Kind { name: "core", package: "policy-core-bindings", glue: "core" },
    Kind { name: "powershell", package: "policy-core-bindings-powershell", glue: "core" },
    Kind { name: "history", package: "policy-core-bindings-history", glue: "history" },
];

/// The files of a glue.
fn glue(name: &str) -> [String; 2] {
    [format!("{name}.js"), format!("{name}.d.ts")]
}

/// Builds the modules into `js/wasm`; with `install` missing tools are fetched.
pub(crate) fn build(install: bool) -> Result<Built, Failure> {
    let places = Places::find()?;
    let toolchain = Toolchain::find(install)?;
    let target = places.target.join("rust");
    let mut caches = Vec::new();
    for Kind { name, package, glue } in MODULES {
        eprintln!("compiling {name}.wasm with {}", toolchain.name());
        toolchain::run(toolchain.build(&places, package).env("CARGO_TARGET_DIR", &target))?;
        let raw = target.join(TARGET).join(format!("wasm/{}.wasm", package.replace('-', "_")));
        caches.push(Cache::new(&places, name, glue, &raw)?);
    }
    let stale: Vec<&Cache> = caches.iter().filter(|cache| !cache.is_fresh()).collect();
    if !stale.is_empty() {
        eprintln!("making the glue, optimising");
        let program = optimise::install(&places)?;
        // The optimiser uses one processor.
        thread::scope(|scope| {
            let works: Vec<_> =
                stale.iter().map(|cache| scope.spawn(|| cache.fill(&places, &program))).collect();
            let done = works.into_iter().map(|work| work.join().map_err(|_| Failure::Stopped)?);
            done.collect::<Result<Vec<()>, Failure>>()
        })?;
    }
    let out = places.out();
    places::make(&out)?;
    let mut bytes = 0;
    for cache in &caches {
        for file in glue(cache.glue) {
            let own = places::read(&cache.folder.join(&file))?;
            let first = caches.iter().find(|other| other.glue == cache.glue).unwrap_or(cache);
            if own != places::read(&first.folder.join(&file))? {
                return Err(Failure::OtherGlue { file, module: cache.name });
            }
            copy(&cache.folder.join(&file), &out.join(&file))?;
        }
        if cache.name == cache.glue {
            let file = out.join(format!("{}.js", cache.glue));
            bytes += fs::metadata(&file).map_err(Failure::at(&file))?.len();
        }
    }
    let mut modules = Vec::new();
    for cache in &caches {
        let file = format!("{}.wasm", cache.name);
        copy(&cache.module(), &out.join(&file))?;
        let size = Size::from_json(&places::read(&cache.folder.join("size.json"))?);
        modules.push(Module { file, is_fresh: !stale.iter().any(|it| it.name == cache.name), size });
    }
    Ok(Built { folder: out, toolchain: toolchain.name(), modules, glue: bytes })
}

/// Leaves a file with the same content alone, so that what watches it stays quiet.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let content = places::read(from)?;
    if fs::read(to).is_ok_and(|there| there == content) {
        return Ok(());
    }
    places::write(to, content)
}

/// The result of the last build of one module, with what it was made from.
struct Cache {
    name: &'static str,
    glue: &'static str,
    folder: PathBuf,
    raw: Vec<u8>,
    tools: String,
}

impl Cache {
    fn new(places: &Places, name: &'static str, glue: &'static str, raw: &Path) -> Result<Self, Failure> {
        let lock = places::read(&places.workspace.join("tests/xtask/binaryen/package-lock.json"))?;
        let tools =
            format!("{}\n{}\n{}", bind::OPTIONS, optimise::OPTIONS.join(" "), String::from_utf8_lossy(&lock));
        Ok(Self {
            name,
            glue,
            folder: places.target.join("result").join(name),
            raw: places::read(raw)?,
            tools,
        })
    }

    /// The module as it is published.
    fn module(&self) -> PathBuf {
        self.folder.join("module.wasm")
    }

    /// Makes the glue and the module anew; `program` is the optimiser.
    fn fill(&self, places: &Places, program: &Path) -> Result<(), Failure> {
        let _ = fs::remove_file(self.folder.join("raw.wasm"));
        places::make(&self.folder)?;
        let raw = self.folder.join("compiled.wasm");
        places::write(&raw, &self.raw)?;
        let glue = places.target.join("glue").join(self.name);
        bind::bind(&raw, &glue, self.glue)?;
        optimise::optimise(program, &glue.join(format!("{}_bg.wasm", self.glue)), &self.module())?;
        for file in self::glue(self.glue) {
            places::write(&self.folder.join(&file), places::read(&glue.join(&file))?)?;
        }
        let size = Size::of(&places::read(&self.module())?);
        places::write(&self.folder.join("size.json"), size.to_json())?;
        self.seal(&raw)
    }

    fn is_fresh(&self) -> bool {
        let same =
            |name: &str, content: &[u8]| fs::read(self.folder.join(name)).is_ok_and(|there| there == content);
        same("raw.wasm", &self.raw)
            && same("tools", self.tools.as_bytes())
            && self.module().is_file()
            && glue(self.glue).iter().all(|file| self.folder.join(file).is_file())
    }

    /// Done last: what is there without it is an interrupted build.
    fn seal(&self, raw: &Path) -> Result<(), Failure> {
        places::write(&self.folder.join("tools"), &self.tools)?;
        fs::rename(raw, self.folder.join("raw.wasm")).map_err(Failure::at(raw))
    }
}
