//! The way of the modules: compile, bind, optimise, split, and put the files where the npm package takes them.
//!
//! Owns the order, which modules there are, and what is used again: the same compiled bytes under the same tools give the same
//! files. Both modules of the npm package have one glue, so that it needs that once.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::failure::Failure;
use crate::places::{self, Places};
use crate::report::{Built, Module, Size};
use crate::split::{self, Split};
use crate::toolchain::{self, TARGET, Toolchain};
use crate::{bind, optimise};

/// A module: its name, the package that is compiled to it, and the name of its glue.
struct Kind {
    name: &'static str,
    package: &'static str,
    glue: &'static str,
    /// It is there in two parts as well.
    is_split: bool,
}

/// The modules. The npm package has those with the glue `core`, the playground all.
const MODULES: [Kind; 3] = [
    Kind { name: "core", package: "policy-core-bindings", glue: "core", is_split: true },
    Kind { name: "powershell", package: "policy-core-bindings-powershell", glue: "core", is_split: false },
    Kind { name: "history", package: "policy-core-bindings-history", glue: "history", is_split: false },
];

impl Kind {
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

/// Builds the modules into `js/wasm`; with `install` missing tools are fetched.
pub(crate) fn build(install: bool) -> Result<Built, Failure> {
    let places = Places::find()?;
    let toolchain = Toolchain::find(install)?;
    let target = places.target.join("rust");
    let mut caches = Vec::new();
    for kind in &MODULES {
        eprintln!("compiling {}.wasm with {}", kind.name, toolchain.name());
        let raw = target.join(TARGET).join(format!("wasm/{}.wasm", kind.package.replace('-', "_")));
        let map = raw.with_extension("map");
        toolchain::run(toolchain.build(&places, kind.package, &map).env("CARGO_TARGET_DIR", &target))?;
        caches.push(Cache::new(&places, kind, &raw, map)?);
    }
    let stale: Vec<&Cache> = caches.iter().filter(|cache| !cache.is_fresh()).collect();
    if !stale.is_empty() {
        eprintln!("making the glue, optimising, splitting");
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
        let kind = cache.kind;
        for file in kind.glue() {
            let own = places::read(&cache.folder.join(&file))?;
            let first = caches.iter().find(|other| other.kind.glue == kind.glue).unwrap_or(cache);
            if own != places::read(&first.folder.join(&file))? {
                return Err(Failure::OtherGlue { file, module: kind.name });
            }
            copy(&cache.folder.join(&file), &out.join(&file))?;
        }
        if kind.name == kind.glue {
            let file = out.join(format!("{}.js", kind.glue));
            bytes += fs::metadata(&file).map_err(Failure::at(&file))?.len();
        }
    }
    let mut modules = Vec::new();
    for cache in &caches {
        let is_fresh = !stale.iter().any(|it| it.kind.name == cache.kind.name);
        for (kept, file) in cache.kind.files() {
            copy(&cache.wasm(kept), &out.join(&file))?;
            let size = Size::from_json(&places::read(&cache.size(kept))?);
            modules.push(Module { file, is_fresh, size });
        }
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
    kind: &'static Kind,
    folder: PathBuf,
    raw: Vec<u8>,
    /// What the linker wrote about it.
    map: PathBuf,
    tools: Vec<u8>,
}

impl Cache {
    fn new(places: &Places, kind: &'static Kind, raw: &Path, map: PathBuf) -> Result<Self, Failure> {
        let mut tools = format!("{}\n{}\n", bind::OPTIONS, optimise::OPTIONS.join(" ")).into_bytes();
        tools.extend(places::read(&places.workspace.join("tests/xtask/binaryen/package-lock.json"))?);
        if kind.is_split {
            tools.extend(split::inputs(places)?);
        }
        let folder = places.target.join("result").join(kind.name);
        Ok(Self { kind, folder, raw: places::read(raw)?, map, tools })
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
        bind::bind(&raw, &glue, self.kind.glue)?;
        let bound = glue.join(format!("{}_bg.wasm", self.kind.glue));
        optimise::optimise(program, &bound, &self.wasm("module"))?;
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
            split.make(places)?;
        }
        for (kept, _) in self.kind.files() {
            places::write(&self.size(kept), Size::of(&places::read(&self.wasm(kept))?).to_json())?;
        }
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
