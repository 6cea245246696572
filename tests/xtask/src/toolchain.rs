//! Which compilers build the module: rustup's target where it is there, else Debian's second toolchain, which builds
//! the standard library from source.
//!
//! Owns the choice, what is missing for it, and how to get that.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask_base::Failure;
use xtask_base::places::Places;
use xtask_base::programs::{cargo, run};

/// The target of the module.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's second Rust, which can build the standard library: the compiler, cargo, the sources.
const DEBIAN: [&str; 3] =
    ["/usr/bin/rustc", "/usr/bin/cargo", "/usr/lib/rustlib/src/rust/library/std/Cargo.toml"];

/// The packages with these and the compiler for the grammar's C.
const PACKAGES: [&str; 6] = ["rustc-web", "cargo-web", "rust-web-src", "clang-19", "lld-19", "llvm-19"];

/// The versions of LLVM's programs that are looked for, the plain names first.
const VERSIONS: [&str; 7] = ["", "-22", "-21", "-20", "-19", "-18", "-17"];

/// Compilers that can build the module.
pub(crate) struct Toolchain {
    rust: Rust,
    clang: PathBuf,
    archiver: PathBuf,
}

enum Rust {
    /// The cargo that runs this program, with the target installed.
    Installed,
    /// Debian's, with the linker.
    Debian { linker: PathBuf },
}

impl Toolchain {
    /// The first toolchain that has everything; with `install` what is missing is fetched first.
    pub(crate) fn find(install: bool) -> Result<Self, Failure> {
        if let Some(found) = Self::there() {
            return Ok(found);
        }
        if install {
            let fetched = rustup() || apt()?;
            if let Some(found) = Self::there().filter(|_| fetched) {
                return Ok(found);
            }
        }
        Err(Failure::Missing {
            what: format!("a compiler for {TARGET}, of Rust or of C,"),
            remedy: format!(
                "run `rustup target add {TARGET}` and install clang and llvm; where rustup cannot fetch it, `apt-get \
                 install --no-install-recommends {}`; or let `cargo xtask wasm --install` do either",
                PACKAGES.join(" ")
            ),
        })
    }

    fn there() -> Option<Self> {
        let clang = newest("clang").filter(|clang| compiles_for_target(clang))?;
        let archiver = newest("llvm-ar")?;
        let rust = if has_target() {
            Rust::Installed
        } else {
            DEBIAN.iter().all(|file| Path::new(file).is_file()).then_some(())?;
            Rust::Debian { linker: newest("wasm-ld")? }
        };
        Some(Self { rust, clang, archiver })
    }

    /// What the report calls it.
    pub(crate) fn name(&self) -> &'static str {
        match self.rust {
            Rust::Installed => "the installed target",
            Rust::Debian { .. } => "Debian's rustc-web, with the standard library from source",
        }
    }

    /// The command that builds the package of a module, without a place to build in. The linker writes its map to `map`.
    pub(crate) fn build(&self, places: &Places, package: &str, map: &Path) -> Command {
        let mut command = match &self.rust {
            Rust::Installed => cargo(),
            Rust::Debian { linker } => {
                let mut command = Command::new(DEBIAN[1]);
                // What rustup and the outer cargo say of themselves is about another toolchain.
                for name in ["RUSTUP_TOOLCHAIN", "RUSTUP_HOME", "CARGO", "RUSTC_WRAPPER", "LD_LIBRARY_PATH"] {
                    command.env_remove(name);
                }
                command.env("RUSTC", DEBIAN[0]).env("RUSTC_BOOTSTRAP", "1");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                command
            }
        };
        command.args(["rustc", "--locked", "--profile", "wasm", "--lib", "--package", package]);
        command.args(["--target", TARGET]);
        if matches!(self.rust, Rust::Debian { .. }) {
            command.args(["-Z", "build-std=std,panic_abort"]);
        }
        command.arg("--").arg(format!("-Clink-arg=-Map={}", map.display()));
        command.current_dir(&places.workspace);
        command.env("CC_wasm32_unknown_unknown", &self.clang);
        command.env("AR_wasm32_unknown_unknown", &self.archiver);
        command.env("CARGO_ENCODED_RUSTFLAGS", flags(places));
        command
    }
}

/// Small functions only go into others: an engine that compiles a function at its first call also compiles what was put
/// into it and rarely runs. The first verdict comes a sixth sooner, at 4 % of every later one, and the module is 6 %
/// smaller.
const INLINE: &str = "-Cllvm-args=-inline-threshold=75";

/// The compiler's flags. No message of a panic names a folder of the machine that built it.
fn flags(places: &Places) -> OsString {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let mut flags = OsString::from(INLINE);
    for (folder, name) in [(Some(places.workspace.clone()), "."), (home, "cargo")] {
        let Some(folder) = folder else { continue };
        flags.push("\x1f");
        flags.push("--remap-path-prefix=");
        flags.push(folder);
        flags.push("=");
        flags.push(name);
    }
    flags
}

/// Whether the cargo that runs this program can build for the target.
fn has_target() -> bool {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    asked.is_ok_and(|told| {
        let folder = String::from_utf8_lossy(&told.stdout).trim().to_owned();
        told.status.success() && Path::new(&folder).is_dir()
    })
}

/// Whether this clang was built with the target; Apple's is not.
fn compiles_for_target(clang: &Path) -> bool {
    let asked = Command::new(clang).arg("--print-targets").output();
    asked.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).contains("wasm32"))
}

/// The program of LLVM with this name, or its newest version with a number.
fn newest(name: &str) -> Option<PathBuf> {
    let folders: Vec<PathBuf> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let places = VERSIONS
        .iter()
        .flat_map(|version| folders.iter().map(move |folder| folder.join(format!("{name}{version}"))));
    places.into_iter().find(|place| place.is_file())
}

/// Lets rustup fetch the target; says whether it could.
fn rustup() -> bool {
    eprintln!("fetching {TARGET} by rustup");
    let fetched = Command::new("rustup").args(["target", "add", TARGET]).status();
    fetched.is_ok_and(|status| status.success()) && Toolchain::there().is_some()
}

/// Lets apt-get install Debian's toolchain.
fn apt() -> Result<bool, Failure> {
    eprintln!("installing {}", PACKAGES.join(" "));
    let mut command = Command::new("apt-get");
    command.args(["install", "-y", "--no-install-recommends"]).args(PACKAGES);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    run(&mut command)?;
    Ok(true)
}
