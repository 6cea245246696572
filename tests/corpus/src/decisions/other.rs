//! The other side of a comparison: a corpus file with its answers, or a commit, which is built to answer.
//!
//! Owns `target/decisions`: for each commit its files and its build, which a later comparison uses again.

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use shellgate_corpus::{Corpus, all, answered, read, write};

use super::failure::Failure;

/// The package whose program answers a corpus, inside a checkout.
const PACKAGE: &str = "tests/corpus";

/// What this revision is compared with.
pub(crate) enum Other {
    /// A corpus with the answers of another revision.
    File(PathBuf),
    /// A commit by its full hash.
    Commit(String),
}

impl Other {
    /// What `against` names; without it the last release, else the commit in `.ci/baseline`.
    pub(crate) fn find(against: Option<&str>) -> Result<Self, Failure> {
        let named = match against {
            Some(name) => name.to_owned(),
            None => match git(&["describe", "--tags", "--abbrev=0", "--match", "v*"]) {
                Ok(tag) => tag,
                Err(_) => baseline()?,
            },
        };
        if Path::new(&named).is_file() {
            return Ok(Self::File(named.into()));
        }
        match git(&["rev-parse", "--quiet", "--verify", &format!("{named}^{{commit}}")]) {
            Ok(hash) => Ok(Self::Commit(hash)),
            Err(_) => Err(Failure::NoRevision(named)),
        }
    }

    /// As a report names it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(place) => place.display().to_string(),
            Self::Commit(hash) => format!("commit {}", short(hash)),
        }
    }

    /// The answers of the other revision and of this one to the same questions, every `every`th of them.
    pub(crate) fn answers(&self, every: NonZeroUsize) -> Result<(Corpus, Corpus), Failure> {
        match self {
            Self::File(place) => {
                let before = sample(read(place).map_err(at(place))?, every);
                let now = answered(before.clone());
                Ok((before, now))
            }
            Self::Commit(hash) => {
                let now = sample(all(), every);
                Ok((asked_of(hash, &now)?, now))
            }
        }
    }
}

/// Every `every`th question.
fn sample(corpus: Corpus, every: NonZeroUsize) -> Corpus {
    let Corpus { policies, entries } = corpus;
    Corpus { entries: entries.into_iter().step_by(every.get()).collect(), policies }
}

/// Builds the commit and lets it answer the questions of `corpus`.
fn asked_of(hash: &str, corpus: &Corpus) -> Result<Corpus, Failure> {
    let folder = target().join("decisions").join(short(hash));
    let tree = folder.join("tree");
    if !tree.is_dir() {
        let part = folder.join("part");
        // What an interrupted run left.
        let _ = fs::remove_dir_all(&part);
        fs::create_dir_all(&part).map_err(at(&part))?;
        unpack(hash, &part)?;
        fs::rename(&part, &tree).map_err(at(&tree))?;
    }
    if !tree.join(PACKAGE).is_dir() {
        return Err(Failure::NoCorpus(short(hash).to_owned()));
    }
    let (questions, answers) = (folder.join("questions.jsonl"), folder.join("answers.jsonl"));
    write(corpus, &questions).map_err(at(&questions))?;
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--locked", "--package", "shellgate-corpus", "--bin", "corpus"]);
    // A target folder of its own: packages of two checkouts with the same name would replace each other in one.
    cargo.arg("--target-dir").arg(folder.join("build"));
    cargo.args(["--", "answer"]).arg(&questions).arg(&answers);
    run(cargo.current_dir(&tree))?;
    read(&answers).map_err(at(&answers))
}

/// The files of the commit, without a checkout that git would have to know.
fn unpack(hash: &str, folder: &Path) -> Result<(), Failure> {
    let failed = |program: &str| {
        let program = program.to_owned();
        move |source| Failure::Start { program, source }
    };
    let mut archive = Command::new("git");
    archive.args(["archive", "--format=tar", hash]).current_dir(root()).stdout(Stdio::piped());
    let mut archive = archive.spawn().map_err(failed("git"))?;
    let mut tar = Command::new("tar");
    tar.arg("--extract").arg("--directory").arg(folder);
    if let Some(output) = archive.stdout.take() {
        tar.stdin(output);
    }
    let unpacked = run(&mut tar);
    let status = archive.wait().map_err(failed("git"))?;
    unpacked?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::Program { program: "git archive".to_owned(), status: status.to_string() })
    }
}

fn run(command: &mut Command) -> Result<(), Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status();
    let status = status.map_err(|source| Failure::Start { program: program.clone(), source })?;
    if status.success() { Ok(()) } else { Err(Failure::Program { program, status: status.to_string() }) }
}

/// What git prints for these arguments, without the last line break.
fn git(arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new("git").args(arguments).current_dir(root()).output();
    let output = output.map_err(|source| Failure::Start { program: "git".to_owned(), source })?;
    if !output.status.success() {
        let program = format!("git {}", arguments.first().unwrap_or(&""));
        return Err(Failure::Program { program, status: output.status.to_string() });
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// The commit that `.ci/baseline` names: its first word.
fn baseline() -> Result<String, Failure> {
    let place = root().join(".ci/baseline");
    let text = fs::read_to_string(&place).map_err(at(&place))?;
    Ok(text.split_whitespace().next().unwrap_or_default().to_owned())
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The target folder in which this program lies.
fn target() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    program.ancestors().nth(2).map_or_else(|| root().join("target"), Path::to_owned)
}

fn at(place: &Path) -> impl FnOnce(std::io::Error) -> Failure + '_ {
    |source| Failure::File { place: place.to_owned(), source }
}
