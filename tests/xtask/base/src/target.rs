//! The targets of a release.
//!
//! Owns what differs between them: the linker, the form of the archive, and the names by which npm and pip know a system.

use crate::failure::Failure;

/// A system for which the program is built.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name for rustc.
    pub triple: &'static str,
    /// Who links its program.
    pub linker: Linker,
    /// The form of its archive.
    pub archive: Archive,
    /// `os` and `cpu` in a package of npm, which are `process.platform` and `process.arch` of Node.
    pub npm: (&'static str, &'static str),
    /// The platform tags of its wheel. A static program runs with every C library.
    pub wheel: &'static [&'static str],
}

/// Who links a program, and compiles the C in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linker {
    /// rustc, with its own start files; the C is compiled by the compiler of this name.
    Own(&'static str),
    /// A cross compiler of this name, which rustc finds itself.
    Cross(&'static str),
    /// Zig, by `cargo-zigbuild`.
    Zig,
}

/// The form of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// `.tar.gz`.
    TarGz,
    /// `.zip`.
    Zip,
}

impl Archive {
    /// The ending of its name.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::TarGz => ".tar.gz",
            Self::Zip => ".zip",
        }
    }
}

/// Every target, in the order in which they are built and listed.
pub const TARGETS: &[Target] = &[
    Target {
        triple: "x86_64-unknown-linux-musl",
        linker: Linker::Own("musl-gcc"),
        archive: Archive::TarGz,
        npm: ("linux", "x64"),
        wheel: &["manylinux2014_x86_64", "musllinux_1_1_x86_64"],
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        linker: Linker::Zig,
        archive: Archive::TarGz,
        npm: ("linux", "arm64"),
        wheel: &["manylinux2014_aarch64", "musllinux_1_1_aarch64"],
    },
    Target {
        triple: "x86_64-apple-darwin",
        linker: Linker::Zig,
        archive: Archive::TarGz,
        npm: ("darwin", "x64"),
        wheel: &["macosx_11_0_x86_64"],
    },
    Target {
        triple: "aarch64-apple-darwin",
        linker: Linker::Zig,
        archive: Archive::TarGz,
        npm: ("darwin", "arm64"),
        wheel: &["macosx_11_0_arm64"],
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        linker: Linker::Cross("x86_64-w64-mingw32-gcc"),
        archive: Archive::Zip,
        npm: ("win32", "x64"),
        wheel: &["win_amd64"],
    },
];

/// The oldest macOS that a program starts on. Zig's own default is the newest one.
pub const OLDEST_MACOS: &str = "11.0";

impl Target {
    /// The target of this name.
    pub fn of_name(name: &str) -> Result<&'static Self, Failure> {
        TARGETS.iter().find(|target| target.triple == name).ok_or_else(|| Failure::Usage {
            what: format!("`{name}` is no target of a release"),
            remedy: format!("name one of {}", names().join(", ")),
        })
    }

    /// The target whose programs this machine executes.
    pub fn of_this_machine() -> Result<&'static Self, Failure> {
        let (os, cpu) = (std::env::consts::OS, std::env::consts::ARCH);
        let here = |target: &&Target| target.triple.starts_with(cpu) && target.triple.contains(os);
        TARGETS.iter().find(here).ok_or_else(|| Failure::Missing {
            what: format!("a target that runs on {os} with {cpu}"),
            remedy: "make the release on Linux, on x86-64 or 64-bit Arm".to_owned(),
        })
    }

    /// The name of the program's file.
    pub fn program(&self) -> &'static str {
        if self.is_windows() { "shellgate.exe" } else { "shellgate" }
    }

    /// Whether its linker can write relative relocations as `DT_RELR`, which musl reads from 1.2.4 on (its release notes).
    /// Zig's cannot.
    pub fn packs_relocations(&self) -> bool {
        matches!(self.linker, Linker::Own(_))
    }

    /// Whether Zig is its linker and its compiler of C.
    pub fn is_linked_by_zig(&self) -> bool {
        matches!(self.linker, Linker::Zig)
    }

    /// Whether its system is macOS.
    pub fn is_macos(&self) -> bool {
        self.triple.contains("-apple-darwin")
    }

    /// Whether its system is Windows.
    pub fn is_windows(&self) -> bool {
        self.triple.contains("-windows-")
    }

    /// The archive's name without its ending; the folder in it has this name too.
    pub fn folder(&self, version: &str) -> String {
        format!("shellgate-{version}-{}", self.triple)
    }

    /// The file name of the archive.
    pub fn archive_name(&self, version: &str) -> String {
        self.folder(version) + self.archive.suffix()
    }

    /// The name of its package on npm.
    pub fn npm_name(&self) -> String {
        let (os, cpu) = self.npm;
        format!("@shellgate/{os}-{cpu}")
    }
}

/// The names of all targets.
pub fn names() -> Vec<&'static str> {
    TARGETS.iter().map(|target| target.triple).collect()
}

/// The targets of these names, all without one.
pub fn named(names: &[String]) -> Result<Vec<&'static Target>, Failure> {
    for name in names {
        Target::of_name(name)?;
    }
    let is_named = |target: &&Target| names.is_empty() || names.iter().any(|name| name == target.triple);
    Ok(TARGETS.iter().filter(is_named).collect())
}
