//! The way of the modules: compile, bind, optimise, split, and put the files where the npm package takes them.
//!
//! Owns the order, which modules there are, and what is used again: the same compiled bytes under the same tools give the same
//! files. Both modules of the npm package have one glue, so that it needs that once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use xtask_base::Failure;
use xtask_base::places::{self, Places};
use xtask_base::programs::run;

use crate::report::{Built, Module, Size};
use crate::split::{self, Split};
use crate::toolchain::{TARGET, Toolchain};
use crate::{bind, optimise};

/// A module: its name, the package that is compiled to it, and the name of its glue.
struct Kind {
    name: &'static str,
    package: &'static str,
    glue: &'static str,
    /// It is there in two parts as well.
    is_split: bool,
    /// What its first build takes on two processors.
    minutes: f32,
}

/// The modules. The npm package has those with the glue `core`, the playground all.
const MODULES: [Kind; 3] = [
    Kind { name: "core", package: "policy-core-bindings", glue: "core", is_split: true, minutes: 2.0 },
    Kind {
        name: "powershell",
        package: "policy-core-bindings-powershell",
        glue: "core",
        is_split: false,
        minutes: 1.5,
    },
    Kind {
        name: "history",
        package: "policy-core-bindings-history",
        glue: "history",
        is_split: false,
        minutes: 1.5,
    },
];

/// The names of the modules.
pub(crate) const NAMES: [&str; MODULES.len()] = [MODULES[0].name, MODULES[1].name, MODULES[2].name];

/// Where cargo builds the modules.
fn target(places: &Places) -> PathBuf {
    places.target.join("rust")
}

impl Kind {
    /// What the compiler makes.
    fn compiled(&self, places: &Places) -> PathBuf {
        target(places).join(TARGET).join(format!("wasm/{}.wasm", self.package.replace('-', "_")))
    }

    /// Removes the module from the folder `out`, and says so.
    fn remove(&self, out: &Path) -> Result<(), Failure> {
        for file in self.files().into_iter().map(|(_, name)| out.join(name)).filter(|file| file.is_file()) {
            fs::remove_file(&file).map_err(Failure::at(&file))?;
            eprintln!("removed {}, which does not fit the new glue", file.display());
        }
        Ok(())
    }

    /// The files of the module: how each is called in the cache, and in the package.
    fn files(&self) -> Vec<(&'static str, String)> {
        let parts = [("module", ""), ("first", ".first"), ("rest", ".rest")];
        let parts = parts.into_iter().take(if self.is_split { 3 } else { 1 });
        parts.map(|(kept, part)| (kept, format!("{}{part}.wasm", self.name))).collect()
    }

    /// The files of the glue.
    fn glue(&self) -> [String; 2] {
        ["js", "d.ts"].map(|ending| format!("{}.{ending}", self.glue))
    }
}

/// Builds the modules of these names into `js/wasm`, all without one; with `install` missing tools are fetched.
pub(crate) fn build(install: bool, named: &[String]) -> Result<Built, Failure> {
    let is_named = |kind: &&Kind| named.is_empty() || named.iter().any(|name| name == kind.name);
    let (kinds, others): (Vec<&'static Kind>, Vec<_>) = MODULES.iter().partition(is_named);
    let places = Places::find()?;
    let toolchain = Toolchain::find(install)?;
    let program = optimise::install(&places)?;
    let count = kinds.len();
    if kinds.iter().any(|kind| !kind.compiled(&places).is_file()) {
        let minutes: f32 = kinds.iter().map(|kind| kind.minutes).sum();
        eprintln!("the first build takes about {minutes:.0} minutes on two cores");
    }
    // Most of the time the compiler uses one processor: a module is finished while the next one is compiled.
    let built = thread::scope(|scope| {
        let mut works = Vec::new();
        for (at, kind) in kinds.into_iter().enumerate() {
            let what = format!("compiling {}.wasm, {} of {count}", kind.name, at + 1);
            let cache = step(&what, || Cache::compile(&places, &toolchain, kind))?;
            let (places, program) = (&places, &program);
            works.push(scope.spawn(move || {
                let is_fresh = cache.is_fresh();
                if !is_fresh {
                    cache.fill(places, program)?;
                }
                Ok((cache, is_fresh))
            }));
        }
        let built = works.into_iter().map(|work| work.join().map_err(|_| Failure::Stopped)?);
        built.collect::<Result<Vec<(Cache, bool)>, Failure>>()
    })?;
    let out = places.out();
    places::make(&out)?;
    let mut glue = BTreeMap::new();
    for (cache, _) in &built {
        for file in cache.kind.glue() {
            let own = places::read(&cache.folder.join(&file))?;
            if glue.get(&file).is_some_and(|first| *first != own) {
                return Err(Failure::OtherGlue { file, module: cache.kind.name });
            }
            glue.insert(file, own);
        }
    }
    for (file, content) in &glue {
        if copy(content, &out.join(file))? {
            // A module that was not asked for fits the glue of its own build alone.
            for kind in others.iter().filter(|kind| kind.glue().contains(file)) {
                kind.remove(&out)?;
            }
        }
    }
    let mut modules = Vec::new();
    for (cache, is_fresh) in &built {
        for (kept, file) in cache.kind.files() {
            copy(&places::read(&cache.wasm(kept))?, &out.join(&file))?;
            let size = Size::from_json(&places::read(&cache.size(kept))?);
            modules.push(Module { file, is_fresh: *is_fresh, size });
        }
    }
    let scripts = glue.iter().filter(|(file, _)| Path::new(file).extension().is_some_and(|it| it == "js"));
    let bytes = scripts.map(|(_, content)| content.len()).sum();
    Ok(Built { folder: out, toolchain: toolchain.name(), modules, glue: bytes })
}

/// Says that the work begins, and when it is done how long it took.
fn step<T>(what: &str, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    eprintln!("{what}");
    let start = Instant::now();
    let done = work()?;
    eprintln!("{what}: done in {} s", start.elapsed().as_secs());
    Ok(done)
}

/// Writes the file and says so; leaves one with this content alone, so that what watches it stays quiet.
fn copy(content: &[u8], to: &Path) -> Result<bool, Failure> {
    if fs::read(to).is_ok_and(|there| there == content) {
        return Ok(false);
    }
    places::write(to, content)?;
    Ok(true)
}

/// The result of the last build of one module, with what it was made from.
struct Cache {
    kind: &'static Kind,
    folder: PathBuf,
    raw: Vec<u8>,
    /// What the linker wrote about it.
    map: PathBuf,
    tools: Vec<u8>,
}

impl Cache {
    /// Compiles the module.
    fn compile(places: &Places, toolchain: &Toolchain, kind: &'static Kind) -> Result<Self, Failure> {
        let raw = kind.compiled(places);
        let map = raw.with_extension("map");
        let mut build = toolchain.build(places, kind.package, &map);
        run(build.env("CARGO_TARGET_DIR", target(places)))?;
        let mut tools = format!("{}\n{}\n", bind::OPTIONS, optimise::OPTIONS.join(" ")).into_bytes();
        tools.extend(places::read(&places.workspace.join("tests/xtask/binaryen/package-lock.json"))?);
        if kind.is_split {
            tools.extend(split::inputs(places)?);
        }
        let folder = places.target.join("result").join(kind.name);
        Ok(Self { kind, folder, raw: places::read(&raw)?, map, tools })
    }

    /// A file of the module as it is published.
    fn wasm(&self, kept: &str) -> PathBuf {
        self.folder.join(format!("{kept}.wasm"))
    }

    /// The size of such a file.
    fn size(&self, kept: &str) -> PathBuf {
        self.folder.join(format!("{kept}.json"))
    }

    /// Makes the glue and the module anew; `program` is the optimiser.
    fn fill(&self, places: &Places, program: &Path) -> Result<(), Failure> {
        let _ = fs::remove_file(self.folder.join("raw.wasm"));
        places::make(&self.folder)?;
        let raw = self.folder.join("compiled.wasm");
        places::write(&raw, &self.raw)?;
        let glue = places.target.join("glue").join(self.kind.name);
        let name = self.kind.name;
        step(&format!("making the glue of {name}.wasm"), || bind::bind(&raw, &glue, self.kind.glue))?;
        let bound = glue.join(format!("{}_bg.wasm", self.kind.glue));
        step(&format!("optimising {name}.wasm"), || {
            optimise::optimise(program, &bound, &self.wasm("module"))
        })?;
        for file in self.kind.glue() {
            places::write(&self.folder.join(&file), places::read(&glue.join(&file))?)?;
        }
        if self.kind.is_split {
            let split = Split {
                module: &self.wasm("module"),
                glue: &self.folder.join(format!("{}.js", self.kind.glue)),
                map: &self.map,
                parts: ["first", "rest"].map(|kept| self.wasm(kept)),
            };
            step(&format!("splitting {name}.wasm"), || split.make(places))?;
        }
        step(&format!("compressing {name}.wasm, for its size"), || {
            self.kind.files().into_iter().try_for_each(|(kept, _)| {
                places::write(&self.size(kept), Size::of(&places::read(&self.wasm(kept))?).to_json())
            })
        })?;
        self.seal(&raw)
    }

    fn is_fresh(&self) -> bool {
        let same =
            |name: &str, content: &[u8]| fs::read(self.folder.join(name)).is_ok_and(|there| there == content);
        same("raw.wasm", &self.raw)
            && same("tools", &self.tools)
            && self
                .kind
                .files()
                .iter()
                .all(|(kept, _)| self.wasm(kept).is_file() && self.size(kept).is_file())
            && self.kind.glue().iter().all(|file| self.folder.join(file).is_file())
    }

    /// Done last: what is there without it is an interrupted build.
    fn seal(&self, raw: &Path) -> Result<(), Failure> {
        places::write(&self.folder.join("tools"), &self.tools)?;
        fs::rename(raw, self.folder.join("raw.wasm")).map_err(Failure::at(raw))
    }
}
