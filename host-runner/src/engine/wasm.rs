//! The module in wasmtime: its bounds, and how text gets in and out.
//!
//! Owns the names that wasm-bindgen gives to the exports. A text is written where `__wbindgen_malloc(length,
//! alignment)` says and passed as address and length; the answer comes as address and length and is returned with
//! `__wbindgen_free(address, length, alignment)`. The functions that the module imports are not needed for this: they
//! pass objects to JavaScript, or report a panic.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use wasmtime::{
    Cache, CacheConfig, Config, Engine, Extern, Linker, Memory, Module, ResourceLimiter, Store, Trap,
    TypedFunc, UnknownImportError, WasmParams, WasmResults,
};

use super::error::EngineError;
use super::limits::Limits;
use super::pin::Pin;

/// How much of the thread's stack the module's calls may take: the most that wasmtime gives. The core's recursion is
/// bounded far below.
const STACK: usize = 2 << 20;

/// What the runtime takes of it besides.
const STACK_BESIDES: usize = 1 << 20;

/// A text is a row of bytes, which can begin anywhere.
const ALIGNMENT: u32 = 1;

const CALL: &str = "call";
const MALLOC: &str = "__wbindgen_malloc";
const FREE: &str = "__wbindgen_free";
const MEMORY: &str = "memory";

/// A compiled module.
#[derive(Debug)]
pub(super) struct Program {
    module: Module,
    linker: Linker<Bounds>,
}

/// A module with its memory, ready to be called.
pub(super) struct Instance {
    store: Store<Bounds>,
    memory: Memory,
    call: TypedFunc<(u32, u32), (u32, u32)>,
    malloc: TypedFunc<(u32, u32), u32>,
    free: TypedFunc<(u32, u32, u32), ()>,
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance").finish_non_exhaustive()
    }
}

impl Program {
    /// Compiles `bytes`, if they are the ones that are meant.
    pub(super) fn compile(bytes: &[u8], pin: Option<Pin>) -> Result<Self, EngineError> {
        if let Some(wanted) = pin {
            let found = Pin::of(bytes);
            if found != wanted {
                return Err(EngineError::OtherHash { wanted, found });
            }
        }
        let unfit = |error: wasmtime::Error| EngineError::NotAModule(reason(&error));
        let mut config = Config::new();
        config.consume_fuel(true).epoch_interruption(true).max_wasm_stack(STACK).cache(cache());
        let engine = Engine::new(&config).map_err(unfit)?;
        let module = Module::from_binary(&engine, bytes).map_err(unfit)?;
        let mut linker = Linker::new(&engine);
        linker.define_unknown_imports_as_traps(&module).map_err(unfit)?;
        Ok(Self { module, linker })
    }

    /// A new instance.
    pub(super) fn start(&self, limits: &Limits) -> Result<Instance, EngineError> {
        let mut store = Store::new(self.module.engine(), Bounds::new(limits));
        store.limiter(|bounds| bounds);
        let instance = bounded(&mut store, limits, |store| self.linker.instantiate(store, &self.module))?;
        let memory = match instance.get_export(&mut store, MEMORY) {
            Some(Extern::Memory(memory)) if !memory.ty(&store).is_64() => memory,
            other => return Err(unexpected(MEMORY, "a memory", other.as_ref(), &store)),
        };
        let mut function = Functions { instance: &instance, store: &mut store };
        let call = function.named(CALL, "a function of two numbers that gives two")?;
        let malloc = function.named(MALLOC, "a function of two numbers that gives one")?;
        let free = function.named(FREE, "a function of three numbers that gives none")?;
        Ok(Instance { store, memory, call, malloc, free })
    }
}

/// The cache of compiled modules; none without a place for it, and then every start compiles.
fn cache() -> Option<Cache> {
    #[cfg(unix)]
    {
        // The tests' own modules are of no use to the user whose directory it is.
        let directory = if cfg!(test) { None } else { crate::module_cache::directory() };
        let mut config = CacheConfig::new();
        config.with_directory(directory?);
        Cache::new(config).ok()
    }
    #[cfg(not(unix))]
    None
}

struct Functions<'i> {
    instance: &'i wasmtime::Instance,
    store: &'i mut Store<Bounds>,
}

impl Functions<'_> {
    fn named<P: WasmParams, R: WasmResults>(
        &mut self,
        name: &'static str,
        wanted: &'static str,
    ) -> Result<TypedFunc<P, R>, EngineError> {
        let found = self.instance.get_export(&mut *self.store, name);
        let typed = match &found {
            Some(Extern::Func(function)) => function.typed(&*self.store).ok(),
            _ => None,
        };
        typed.ok_or_else(|| unexpected(name, wanted, found.as_ref(), self.store))
    }
}

fn unexpected(
    name: &'static str,
    wanted: &'static str,
    found: Option<&Extern>,
    store: &Store<Bounds>,
) -> EngineError {
    let found = match found {
        None => "missing".to_owned(),
        Some(Extern::Func(function)) => format!("`{}`", function.ty(store)),
        Some(_) => "something else".to_owned(),
    };
    EngineError::Export { name, wanted, found }
}

impl Instance {
    /// Hands `json` in and takes the answer out. After an error the instance is not to be used again.
    pub(super) fn call(&mut self, json: &str, limits: &Limits) -> Result<String, EngineError> {
        let Self { store, memory, call, malloc, free } = self;
        let length = u32::try_from(json.len())
            .map_err(|_| EngineError::NoText("the request is larger than 4 GiB".to_owned()))?;
        bounded(store, limits, |mut store| {
            let address = malloc.call(&mut store, (length, ALIGNMENT))?;
            memory
                .write(&mut store, address as usize, json.as_bytes())
                .map_err(|_| Outside { address, length })?;
            // The module frees what it is given.
            let (address, length) = call.call(&mut store, (address, length))?;
            let place = address as usize..address as usize + length as usize;
            let answer = memory.data(&store).get(place).ok_or(Outside { address, length })?;
            let answer = str::from_utf8(answer)?.to_owned();
            free.call(&mut store, (address, length, ALIGNMENT))?;
            Ok(answer)
        })
    }
}

/// A text that the module says to be where it has no memory.
#[derive(Debug, thiserror::Error)]
#[error("{length} bytes at {address} are outside of its memory")]
struct Outside {
    address: u32,
    length: u32,
}

/// Does `work` with the module, within `limits`, in a thread whose stack is known to be large enough.
fn bounded<T: Send>(
    store: &mut Store<Bounds>,
    limits: &Limits,
    work: impl FnOnce(&mut Store<Bounds>) -> wasmtime::Result<T> + Send,
) -> Result<T, EngineError> {
    store.set_fuel(limits.fuel).map_err(|error| EngineError::System(reason(&error)))?;
    store.set_epoch_deadline(1);
    let engine = store.engine().clone();
    let done = watched(limits.time, || engine.increment_epoch(), || work(store))?;
    done.map_err(|error| failure(&error, limits))
}

/// The result of `work`, which runs in a thread of its own; `stop` is called when it takes longer than `time`.
fn watched<T: Send>(
    time: Duration,
    stop: impl FnOnce(),
    work: impl FnOnce() -> T + Send,
) -> Result<T, EngineError> {
    thread::scope(|scope| {
        let (ended, end) = mpsc::channel::<()>();
        let thread = thread::Builder::new()
            .name("module".to_owned())
            .stack_size(STACK + STACK_BESIDES)
            .spawn_scoped(scope, move || {
                // Dropped at the end, also by a panic.
                let _ended = ended;
                work()
            })
            .map_err(|error| EngineError::System(error.to_string()))?;
        if end.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            stop();
        }
        thread.join().map_err(|_| EngineError::Trap("its engine panicked".to_owned()))
    })
}

/// The meaning of a failed call.
fn failure(error: &wasmtime::Error, limits: &Limits) -> EngineError {
    if let Some(refused) = error.downcast_ref::<Refused>() {
        return match refused {
            Refused::Memory => EngineError::Memory(limits.memory),
            Refused::Table => EngineError::Table(limits.table),
        };
    }
    if let Some(import) = error.downcast_ref::<UnknownImportError>() {
        return EngineError::Import(format!("{}.{}", import.module(), import.name()));
    }
    if error.is::<Outside>() || error.is::<std::str::Utf8Error>() {
        return EngineError::NoText(reason(error));
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => EngineError::Fuel(limits.fuel),
        Some(Trap::Interrupt) => EngineError::Time(limits.time),
        Some(trap) => EngineError::Trap(trap.to_string().trim_start_matches("wasm trap: ").to_owned()),
        None => EngineError::Trap(reason(error)),
    }
}

/// The root cause, in one line.
fn reason(error: &wasmtime::Error) -> String {
    let cause = error.root_cause().to_string();
    cause.lines().next().unwrap_or_default().to_owned()
}

/// The limits of an instance.
#[derive(Debug)]
struct Bounds {
    memory: usize,
    table: usize,
}

/// A request of the module that was refused.
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum Refused {
    #[error("too much memory")]
    Memory,
    #[error("too large a table")]
    Table,
}

impl Bounds {
    fn new(limits: &Limits) -> Self {
        Self { memory: limits.memory, table: limits.table }
    }
}

impl ResourceLimiter for Bounds {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        // A refusal that the module could survive would be reported as whatever it does then.
        if desired > self.memory { Err(Refused::Memory.into()) } else { Ok(true) }
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        if desired > self.table { Err(Refused::Table.into()) } else { Ok(true) }
    }

    fn instances(&self) -> usize {
        1
    }

    fn memories(&self) -> usize {
        1
    }

    /// wasm-bindgen's modules have two: functions, and objects of JavaScript.
    fn tables(&self) -> usize {
        2
    }
}
