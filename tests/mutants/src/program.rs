//! One test program with all mutants in it, built from a copy of the repository.
//!
//! A mutant that does not compile is taken out, and the rest is built again. A file remembers it for the next time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::broken::Broken;
use crate::copy::{copy, place, put, root};
use crate::list::{Genre, Mutant};
use crate::switch::{Switched, switched};

/// How often mutants are taken out: types, borrows and exhaustiveness are looked at one after another.
const ROUNDS_MAX: usize = 20;

/// The source that gets the module of the switches.
const LIBRARY: &str = "policy-core/src/lib.rs";

/// The module that the switches ask. It notes in a file which of them were asked at all. While a mutant is active, the
/// first panic ends the program: one failed test is enough.
const SWITCH: &str = r#"
#[cfg(test)]
mod mutant {
    use std::io::Write as _;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
    static ACTIVE: OnceLock<usize> = OnceLock::new();

    pub(crate) fn is_active(number: usize) -> bool {
        if !REACHED[number].load(Ordering::Relaxed) && !REACHED[number].swap(true, Ordering::Relaxed) {
            if let Some(path) = std::env::var_os("MUTANTS_REACHED") {
                let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
                drop(file.unwrap().write_all(std::format!("{number}\n").as_bytes()));
            }
        }
        *ACTIVE.get_or_init(active) == number
    }

    fn active() -> usize {
        let Some(number) = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()) else {
            return usize::MAX;
        };
        std::panic::set_hook(std::boxed::Box::new(|_| std::process::exit(101)));
        number
    }
}
"#;

/// The built program.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) executable: PathBuf,
    /// The package in the copy, where its tests run.
    pub(crate) directory: PathBuf,
    /// The numbers of the mutants in it.
    pub(crate) built: BTreeSet<usize>,
}

/// No program.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProgramError {
    #[error("{0}: {1}")]
    Io(String, io::Error),
    #[error("{0} cannot be read as Rust: {1}")]
    Parse(String, syn::Error),
    #[error("the copy does not compile, and no mutant is the cause:\n{0}")]
    Compile(String),
    #[error("mutants that do not compile were taken out {ROUNDS_MAX} times, and others still do not")]
    Rounds,
}

/// Builds the test program of the core with `mutants`, numbered by their places. `report` gets a line for each round.
pub(crate) fn built(mutants: &[Mutant], report: impl Fn(&str)) -> Result<Program, ProgramError> {
    let place = at("the target directory", place())?;
    let tree = place.join("tree");
    let files = mutants.iter().map(|mutant| mutant.key.file.as_str()).collect::<BTreeSet<_>>();
    let own = files.iter().copied().chain([LIBRARY]).collect();
    at("the copy of the repository", copy(&tree, &own))?;
    let read = |file: &str| at(file, fs::read_to_string(root().join(file)));
    let switch = SWITCH.replace("COUNT", &mutants.len().max(1).to_string());
    at(LIBRARY, put(&tree.join(LIBRARY), (read(LIBRARY)? + &switch).as_bytes()))?;
    let texts = files.into_iter().map(|file| Ok((file.to_owned(), read(file)?)));
    let texts = texts.collect::<Result<BTreeMap<_, _>, ProgramError>>()?;
    let broken = Broken::read(&place, &texts);
    let mut left =
        (0..mutants.len()).filter(|number| !broken.has(&mutants[*number])).collect::<BTreeSet<_>>();
    for _ in 0..ROUNDS_MAX {
        report(&format!("building {} of {} mutants", left.len(), mutants.len()));
        let sources = write(&texts, &tree, mutants, &left)?;
        left = sources.values().flat_map(|source| source.inserted.keys().copied()).collect();
        match compile(&tree, &place.join("target"), &sources, mutants)? {
            Build::Done(executable) => {
                return Ok(Program { executable, directory: tree.join("policy-core"), built: left });
            }
            Build::Without(numbers) => {
                at("the list of broken mutants", broken.add(numbers.iter().map(|number| &mutants[*number])))?;
                left.retain(|number| !numbers.contains(number));
            }
        }
    }
    Err(ProgramError::Rounds)
}

fn at<T>(what: impl Into<String>, result: io::Result<T>) -> Result<T, ProgramError> {
    result.map_err(|error| ProgramError::Io(what.into(), error))
}

/// Writes the sources with the mutants that are left. `texts` are the sources without a mutant.
fn write(
    texts: &BTreeMap<String, String>,
    tree: &Path,
    mutants: &[Mutant],
    left: &BTreeSet<usize>,
) -> Result<BTreeMap<String, Switched>, ProgramError> {
    let mut sources = BTreeMap::new();
    for (file, text) in texts {
        let of_file = left.iter().filter_map(|number| Some((*number, mutants.get(*number)?)));
        let of_file = of_file.filter(|(_, mutant)| mutant.key.file == *file).collect::<Vec<_>>();
        let source = switched(text, &of_file).map_err(|error| ProgramError::Parse(file.clone(), error))?;
        at(file, put(&tree.join(file), source.text.as_bytes()))?;
        sources.insert(file.clone(), source);
    }
    Ok(sources)
}

enum Build {
    Done(PathBuf),
    /// It fails for the sake of these.
    Without(BTreeSet<usize>),
}

/// A line that cargo prints (`--message-format=json`).
#[derive(Deserialize)]
struct Line {
    executable: Option<PathBuf>,
    message: Option<Message>,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    rendered: Option<String>,
    spans: Vec<ErrorSpan>,
}

#[derive(Deserialize)]
struct ErrorSpan {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    line_start: usize,
    is_primary: bool,
}

fn compile(
    tree: &Path,
    target: &Path,
    sources: &BTreeMap<String, Switched>,
    mutants: &[Mutant],
) -> Result<Build, ProgramError> {
    let mut cargo = Command::new("cargo");
    cargo.args([
        "test",
        "--no-run",
        "--locked",
        "--quiet",
        "--message-format=json",
        "-p",
        "policy-core",
        "--all-features",
        "--lib",
    ]);
    cargo.current_dir(tree).env("CARGO_TARGET_DIR", target).stdin(Stdio::null());
    // Each test runs once for every mutant that it reaches.
    cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "false");
    let output = at("cargo", cargo.output())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()).collect::<Vec<_>>();
    if output.status.success() {
        if let Some(executable) = lines.into_iter().rev().find_map(|line| line.executable) {
            return Ok(Build::Done(executable));
        }
        return Err(ProgramError::Compile(text.into_owned()));
    }
    let errors = lines.into_iter().filter_map(|line| line.message).filter(|message| message.level == "error");
    let mut causes = BTreeSet::new();
    let mut rendered = String::from_utf8_lossy(&output.stderr).into_owned();
    for error in errors {
        let of_error = error.spans.iter().filter(|span| span.is_primary);
        causes.extend(of_error.flat_map(|span| causes_of(span, sources, mutants)));
        rendered += &error.rendered.unwrap_or_default();
    }
    if causes.is_empty() { Err(ProgramError::Compile(rendered)) } else { Ok(Build::Without(causes)) }
}

/// The mutants for which an error is at `span`: what was inserted there, or else what encloses it most narrowly. An error
/// in a function can come from each of the values that it returns.
fn causes_of(span: &ErrorSpan, sources: &BTreeMap<String, Switched>, mutants: &[Mutant]) -> Vec<usize> {
    let Some(source) = sources.get(&span.file_name) else { return Vec::new() };
    let meets = |(start, end): &(usize, usize)| *start < span.byte_end && span.byte_start < *end;
    let inserted = source.inserted.iter().filter(|(_, ranges)| ranges.iter().any(meets));
    let inserted = inserted.map(|(number, _)| *number).collect::<Vec<_>>();
    if !inserted.is_empty() {
        return inserted;
    }
    let enclosing = source.inserted.iter().filter_map(|(number, ranges)| {
        let start = ranges.iter().map(|range| range.0).min()?;
        let end = ranges.iter().map(|range| range.1).max()?;
        (start <= span.byte_start && span.byte_end <= end).then_some((end - start, *number))
    });
    if let Some((_, number)) = enclosing.min() {
        return vec![number];
    }
    let around = source.inserted.keys().filter_map(|number| {
        let mutant = mutants.get(*number).filter(|mutant| mutant.genre == Genre::FnValue)?;
        let (first, last) = (mutant.span.start.line, mutant.span.end.line);
        (first <= span.line_start && span.line_start <= last + 1).then_some((last - first, *number))
    });
    let around = around.collect::<Vec<_>>();
    let least = around.iter().map(|(lines, _)| *lines).min();
    around.into_iter().filter(|(lines, _)| Some(*lines) == least).map(|(_, number)| number).collect()
}
