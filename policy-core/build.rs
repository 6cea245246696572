//! Packs the programs' tables (`commands/*/*.toml`) into bytes, and the lists of places (`places.toml`), of
//! protected names (`protected-names.toml`), of secret names (`secret-names.toml`) and of documentation hosts
//! (`documentation-hosts.toml`) into static data, so that no text is parsed at run time.
//!
//! A table or a row that breaks a rule stops the build; every mistake in a table is shown with its place.

extern crate alloc;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use texts::BLOCK;
use write::Interner;

#[expect(dead_code, unreachable_pub, reason = "the core shows these types, and a host asks for places")]
#[path = "src/commands/compile/mod.rs"]
mod compile;
#[path = "src/web/documentation_table.rs"]
mod documentation_table;
#[path = "src/commands/kept.rs"]
mod kept;
#[path = "src/commands/compact/later.rs"]
mod later;
#[path = "src/commands/named.rs"]
mod named;
#[expect(dead_code, unreachable_pub, reason = "the core shows this type, and looks names up")]
#[path = "src/commands/named_later.rs"]
mod named_later;
#[expect(dead_code, unreachable_pub, reason = "the core shows this type, and looks options up")]
#[path = "src/commands/option_list.rs"]
mod option_list;
#[path = "src/paths/place_table.rs"]
mod place_table;
#[expect(unreachable_pub, reason = "the core shows these types")]
#[path = "src/commands/prints.rs"]
mod prints;
#[expect(dead_code, unreachable_pub, reason = "the core shows these types, and compares names")]
#[path = "src/paths/protected_name.rs"]
mod protected_name;
#[path = "src/paths/protected_table.rs"]
mod protected_table;
#[expect(dead_code, unreachable_pub, reason = "the core shows these types, and lists them")]
#[path = "src/paths/secret_name.rs"]
mod secret_name;
#[path = "src/paths/secret_table.rs"]
mod secret_table;
#[expect(unreachable_pub, reason = "the core shows these types")]
#[path = "src/commands/shape.rs"]
mod shape;
#[path = "src/commands/slots.rs"]
mod slots;
#[expect(dead_code, reason = "the core sorts in further ways")]
#[path = "src/sorted.rs"]
mod sorted;

#[expect(dead_code, reason = "the core looks texts up")]
#[path = "src/commands/compact/texts.rs"]
mod texts;
#[path = "src/commands/compact/write.rs"]
mod write;

fn main() -> ExitCode {
    for path in [
        "commands",
        "documentation-hosts.toml",
        "places.toml",
        "protected-names.toml",
        "secret-names.toml",
        "src/commands/compact",
        "src/commands/compile",
        "src/commands/kept.rs",
        "src/commands/named.rs",
        "src/commands/option_list.rs",
        "src/commands/prints.rs",
        "src/commands/shape.rs",
        "src/commands/slots.rs",
        "src/commands/named_later.rs",
        "src/paths/place_table.rs",
        "src/sorted.rs",
        "src/paths/protected_name.rs",
        "src/paths/protected_table.rs",
        "src/paths/secret_name.rs",
        "src/paths/secret_table.rs",
        "src/web/documentation_table.rs",
    ] {
        println!("cargo::rerun-if-changed={path}");
    }
    let mut status = ExitCode::SUCCESS;
    for (result, place) in [
        (generate(), ""),
        (
            names("protected-names.toml", "protected_names.rs", protected_table::compile),
            "protected-names.toml: ",
        ),
        (
            names("documentation-hosts.toml", "documentation_hosts.rs", documentation_table::compile),
            "documentation-hosts.toml: ",
        ),
        (names("places.toml", "places.rs", place_table::compile), "places.toml: "),
        (names("secret-names.toml", "secret_names.rs", secret_table::compile), "secret-names.toml: "),
    ] {
        for line in result.err().iter().flat_map(|why| why.lines()) {
            println!("cargo::error={place}{line}");
            status = ExitCode::FAILURE;
        }
    }
    status
}

/// Writes the list of names in the file `from` as Rust to the file `to`.
fn names(from: &str, to: &str, compile: fn(&str) -> Result<String, String>) -> Result<(), String> {
    let folder = std::env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(from).map_err(|error| error.to_string())?;
    std::fs::write(Path::new(&folder).join(to), compile(&text)?).map_err(|error| error.to_string())
}

fn generate() -> Result<(), String> {
    let folder = std::env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let folder = Path::new(&folder);
    let mut programs = compile::compile(&files(Path::new("commands"))?)
        .map_err(|mistakes| mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let folder_of_names = folder.join("cmdlet_names.rs");
    std::fs::write(folder_of_names, cmdlet_names(&programs)?).map_err(|error| error.to_string())?;
    // Their names stay: deny rules are held against text that nobody reads.
    if std::env::var_os("CARGO_FEATURE_POWERSHELL").is_none() {
        programs.retain(|program| program.cmdlet.is_none());
    }
    let date = date(&programs);
    if std::env::var_os("CARGO_FEATURE_PAGES").is_none() {
        programs = programs.iter().map(compile::without_pages).collect();
    }
    let names: Vec<&str> = programs.iter().map(|program| program.name).collect();
    let mut interner = Interner::default();
    for program in &programs {
        interner.count(program).map_err(|error| error.to_string())?;
    }
    let texts = interner.number();
    let mut packed = Vec::new();
    let mut starts = vec![0];
    for program in &programs {
        packed.extend(interner.bytes(program).map_err(|error| error.to_string())?);
        starts.push(packed.len());
    }
    let places = places(&names)?;
    let list = name_list(&names)?;
    let mut code = String::new();
    let _ = write!(
        code,
        "/// How many tables there are.\nconst COUNT: usize = {};\n\
         /// The newest day of a comparison.\nconst DATE: &str = {date:?};\n\
         /// Their programs, sorted.\nstatic NAMES: NameList = {list};\n\
         /// By slot, the place of a name in that order; `COUNT` where there is none.\n\
         static PLACES: [u16; {}] = {places:?};\n\
         /// Where each table begins in the bytes, and where the last one ends.\n\
         #[expect(clippy::unreadable_literal, reason = \"written for the compiler\")]\nstatic STARTS: [u32; {}] = {starts:?};\n\
         /// The tables, sorted by name.\n\
         static PACKED: &[u8] = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/programs.bin\"));\n\
         {}",
        starts.len() - 1,
        places.len(),
        starts.len(),
        static_texts(&texts, folder)?
    );
    std::fs::write(folder.join("programs.bin"), packed).map_err(|error| error.to_string())?;
    std::fs::write(folder.join("programs.rs"), code).map_err(|error| error.to_string())
}

/// All texts of the tables as Rust.
fn static_texts(texts: &[String], folder: &Path) -> Result<String, String> {
    let (lengths, blocks) = write::index(texts, BLOCK).map_err(|error| error.to_string())?;
    std::fs::write(folder.join("texts.txt"), texts.concat()).map_err(|error| error.to_string())?;
    Ok(format!(
        "/// Every text of the tables.\n\
         #[expect(clippy::unreadable_literal, reason = \"written for the compiler\")]\nstatic TEXTS: Texts = Texts {{\n    \
         bytes: include_str!(concat!(env!(\"OUT_DIR\"), \"/texts.txt\")),\n    \
         lengths: &{lengths:?},\n    blocks: &{blocks:?},\n}};\n"
    ))
}

/// The newest day on which one of the tables was compared with what it describes, as `2026-11-20`; empty without one.
fn date(programs: &[shape::Program]) -> &'static str {
    let days = programs.iter().flat_map(|program| [program.source.compared, program.source.elsewhere]);
    days.flatten().max().unwrap_or_default()
}

/// The names of cmdlets as Rust: every name and alias in small letters, sorted, and what it is the name of.
fn cmdlet_names(programs: &[shape::Program]) -> Result<String, String> {
    let mut names = std::collections::BTreeMap::new();
    let (mut cmdlets, mut modules, mut module_of) = (Vec::new(), Vec::new(), Vec::new());
    for program in programs {
        let Some(cmdlet) = &program.cmdlet else { continue };
        let place = cmdlets.len();
        cmdlets.push(program.name);
        if !modules.contains(&cmdlet.module) {
            modules.push(cmdlet.module);
        }
        module_of.extend(modules.iter().position(|module| *module == cmdlet.module));
        let own = [(program.name.to_ascii_lowercase(), false)];
        let aliases = cmdlet.aliases.iter().map(|alias| ((*alias).to_owned(), false));
        let windows = cmdlet.windows_aliases.iter().map(|alias| ((*alias).to_owned(), true));
        for (name, is_windows) in own.into_iter().chain(aliases).chain(windows) {
            if let Some((other, _)) = names.insert(name.clone(), (place, is_windows)) {
                let other = cmdlets.get(other).copied().unwrap_or_default();
                return Err(format!("`{name}` is a name of `{other}` and of `{}`", program.name));
            }
        }
    }
    let known: Vec<&str> = names.keys().map(String::as_str).collect();
    let rows: Vec<(usize, bool)> = names.values().copied().collect();
    Ok(format!(
        "/// Every name and alias of a cmdlet in small letters, sorted.\nstatic NAMES: NameList = {};\n\
         /// By name: the place of its cmdlet, and whether it is an alias on Windows only.\nstatic ROWS: &[(u16, bool)] = &{rows:?};\n\
         /// The cmdlets.\nstatic CMDLETS: NameList = {};\n\
         /// By cmdlet: the place of its module.\nstatic MODULE_OF: &[u8] = &{module_of:?};\n\
         /// The modules; the empty name for none.\nstatic MODULES: &[&str] = &{modules:?};\n",
        name_list(&known)?,
        name_list(&cmdlets)?,
    ))
}

/// A list of names as Rust (`src/name_list.rs`).
fn name_list(names: &[&str]) -> Result<String, String> {
    let mut text = String::new();
    let mut ends = Vec::new();
    for name in names {
        text.push_str(name);
        ends.push(
            u16::try_from(text.len())
                .map_err(|_| "the names are too long for their ends: src/name_list.rs")?,
        );
    }
    Ok(format!("NameList {{ text: {text:?}, ends: &{ends:?} }}"))
}

/// Every table in `folder` and in the folders of it.
fn files(folder: &Path) -> Result<Vec<compile::File>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path).map_err(failed)?;
            found.push(compile::File { path: path.to_string_lossy().into_owned(), text });
        }
    }
    sorted::sort_by(&mut found, |one, other| one.path.cmp(&other.path));
    Ok(found)
}

/// By slot, the place of a name; a name whose slot is taken has the next free one.
fn places(names: &[&str]) -> Result<Vec<usize>, String> {
    let mut places = vec![names.len(); slots::SLOTS];
    if names.len() * 2 > places.len() {
        return Err(format!("{} programs need more slots: src/commands/slots.rs", names.len()));
    }
    for (place, name) in names.iter().enumerate() {
        let first = slots::slot(name);
        let (before, after) = places.split_at_mut(first);
        let free = after.iter_mut().chain(before).find(|slot| **slot == names.len());
        *free.ok_or("no slot is free")? = place;
    }
    Ok(places)
}
