//! The differential fuzzer: mutated commands that are allowed are run by the real shell, with recorders for programs.
//!
//! A mutant begins as an example of a table, a case of the core, or a command of a grammar, and is changed by
//! constructs of both shells. What is allowed runs in the project's own sandbox, under the watcher. Every name in `PATH`
//! is a recorder, which ends at once. What was executed, written and connected is held against the verdict: another
//! program, another argument or a written file is a failure of the reader.

mod claim;
mod constructs;
mod expect;
mod mutate;

use std::collections::{BTreeMap, HashSet};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Instant;

use libtest_mimic::{Failed, Trial};
use policy_core::commands::programs;
use test_support::cases;
use test_support::effort::{Cases, count, seed};

use self::claim::{Claim, DENIED, PROVEN};
use self::expect::{Arguments, Decider, job, tells_apart};
use self::mutate::Mutator;
use crate::commands::{examples, quoted};
use crate::exemptions::{CallExemption, Exemptions};
use crate::place::Place;
use crate::run::{Lost, Setting, execute};
use crate::wire::{Deed, Job, Shell};

/// Mutants of one run of the tests, for each shell.
const MUTANTS: Cases = Cases { quick: 500, full: 3_000 };

/// Mutants that are judged before those that are allowed run.
const SHARE: usize = 20_000;

/// How long one mutant may run, in milliseconds; a loop without an end is allowed and no failure.
const LIMIT_MS: u64 = 400;

/// Kinds of failures that are shown.
const SHOWN: usize = 40;

/// The claims of the fuzzer.
pub(crate) fn trials() -> Vec<Trial> {
    let seeded = Trial::test("the_fuzzer_reports_what_a_verdict_does_not_say", seeded);
    let claims = [&PROVEN, &DENIED].into_iter().flat_map(|claim| {
        [Shell::Bash, Shell::Zsh].map(|shell| Trial::test(claim.trial_in(shell), move || fuzz(shell, claim)))
    });
    [seeded].into_iter().chain(claims).collect()
}

/// The place with its recorders, and what has to be kept apart from a run there.
struct Range {
    place: Place,
    recorders: PathBuf,
    _folder: tempfile::TempDir,
    shell: Shell,
    exemptions: Vec<CallExemption>,
}

impl Range {
    fn new(shell: Shell, claim: &Claim) -> Result<Self, Failed> {
        let place = Place::new()?;
        let folder = place.folder()?;
        let recorders = folder.path().join("bin");
        recorders_in(&recorders)?;
        for name in claim.names {
            std::fs::write(place.project().join(name), "")?;
        }
        // A line that becomes an expression.
        std::fs::write(place.project().join("values"), format!("{}\n", (claim.variable)(shell)))?;
        // zsh keeps here-documents in files of its own, which it removes.
        let mut exemptions = Exemptions::load().call;
        exemptions.push(CallExemption {
            programs: vec!["*".to_owned()],
            with: Vec::new(),
            calls: ["open", "openat", "unlink", "unlinkat", "link", "linkat"].map(str::to_owned).to_vec(),
            targets: ["/tmp/zsh*", "/tmp/sh-thd*", "/dev/shm/zsh*", "/dev/shm/here-document-*"]
                .map(str::to_owned)
                .into(),
            why: "files of the shell itself for here-documents".to_owned(),
        });
        Ok(Self { place, recorders, _folder: folder, shell, exemptions })
    }

    /// Runs `jobs`; none where this machine cannot, which leaves the trial out.
    fn run(&self, jobs: &[Job]) -> Result<Option<Vec<Deed>>, Failed> {
        let setting = Setting {
            place: &self.place,
            shell: self.shell,
            program: None,
            recorders: Some(&self.recorders),
            path: None,
            limit_ms: LIMIT_MS,
            exemptions: &self.exemptions,
        };
        match execute(&setting, jobs) {
            Ok(deeds) => Ok(Some(deeds)),
            Err(Lost::Unable(why)) => {
                test_support::skip(format_args!("commands cannot be watched on this machine: {why}"));
                Ok(None)
            }
            Err(Lost::Failed(why)) => Err(why.into()),
        }
    }
}

/// Makes a program of every name that a table has, and of `r0` and `r1`, which does nothing.
fn recorders_in(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir(folder)?;
    let recorder = folder.join("r0");
    std::fs::write(&recorder, "#!/bin/sh\n")?;
    std::fs::set_permissions(&recorder, std::fs::Permissions::from_mode(0o755))?;
    let names = programs()
        .into_iter()
        .filter(|program| program.cmdlet.is_none())
        .map(|program| program.name)
        .filter(|name| !name.contains('/'));
    for name in names.chain(["r1", "2", "touch", "rm"]).collect::<HashSet<_>>() {
        if name != "." {
            symlink(&recorder, folder.join(name)).or_else(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => Ok(()),
                _ => Err(error),
            })?;
        }
    }
    Ok(())
}

/// What mutants begin with: the examples of the tables, and the cases of the core.
fn beginnings() -> Vec<String> {
    let files = [
        cases::ATTACKS,
        cases::CONTESTED,
        cases::EVERYDAY,
        cases::HARMLESS,
        cases::HARMLESS_TEXT,
        cases::NEIGHBOURS,
        cases::ZSH_HARMLESS,
        cases::ZSH_NEIGHBOURS,
    ];
    let examples = examples().into_iter().map(|example| example.command);
    files.into_iter().flat_map(cases::commands).chain(examples).collect()
}

/// Commands of which the fuzzer must tell, with the parts of a verdict that says less.
fn seeded() -> Result<(), Failed> {
    if !tells_apart() {
        return Err("arguments are not told apart".into());
    }
    let range = Range::new(Shell::Bash, &PROVEN)?;
    let known = |texts: &[&str]| texts.iter().map(|text| Some((*text).to_owned())).collect::<Arguments>();
    let wrong = [
        ("r0", known(&["ls"])),
        ("ls a b", known(&["ls", "a"])),
        // Nobody waits for a substitution, but one of many has time.
        ("for i in {1..40}; do echo \"${PATH%%<(r0)}\"; done", known(&["echo"])),
        ("ls > seeded", known(&["ls"])),
        ("uniq a 4294967295>/dev/null", known(&["uniq", "a"])),
    ];
    let right = [
        ("ls a 'b c' >/dev/null 2>&1", known(&["ls", "a", "b c"])),
        ("ls $x", vec![Some("ls".to_owned()), None]),
        ("cat <<E\na\nE", known(&["cat"])),
        ("[ -f a ] && ls $(cat a)", vec![Some("ls".to_owned()), None]),
    ];
    for (rows, expected) in [(&wrong[..], true), (&right[..], false)] {
        let mut parts: Vec<Vec<Arguments>> =
            rows.iter().map(|(_, part)| vec![part.clone(), known(&["cat", "a"])]).collect();
        let jobs: Vec<Job> =
            rows.iter().zip(&parts).map(|((text, _), parts)| job((*text).to_owned(), parts, "")).collect();
        let Some(deeds) = range.run(&jobs)? else { return Ok(()) };
        for ((job, parts), deed) in jobs.iter().zip(&mut parts).zip(&deeds) {
            if (PROVEN.failure)(parts, deed).is_some() != expected {
                return Err(format!("`{}` should {expected}ly be reported: {deed:?}", job.command).into());
            }
        }
    }
    Ok(())
}

fn fuzz(shell: Shell, claim: &Claim) -> Result<(), Failed> {
    if !Path::new(shell.path()).exists() {
        test_support::skip(format_args!("there is no {}", shell.path()));
        return Ok(());
    }
    let (range, texts, began) = (Range::new(shell, claim)?, beginnings(), Instant::now());
    let (seed, total) = (seed(), count("SHELLGATE_FUZZ_CASES", MUTANTS));
    let (mut allowed, mut cut, mut known) = (0, 0, HashSet::new());
    let mut failures: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for share in 0..total.div_ceil(SHARE) {
        let wanted = SHARE.min(total - share * SHARE);
        let judged = judged(&range, claim, seed.wrapping_add(share as u64), wanted, &texts, &mut known);
        let jobs: Vec<Job> = judged.iter().map(|(text, parts)| claim.job(text, parts, shell)).collect();
        let Some(deeds) = range.run(&jobs)? else { return Ok(()) };
        allowed += jobs.len();
        for ((text, parts), deed) in judged.iter().zip(&deeds) {
            cut += usize::from(deed.cut);
            if let Some((kind, what)) = (claim.failure)(parts, deed) {
                let first = || (format!("{}\n    {what}", quoted(text)), 0);
                failures.entry(kind).or_insert_with(first).1 += 1;
            }
        }
    }
    println!(
        "{shell:?}, {}: seed {seed}: {total} mutants, {allowed} allowed and run, {cut} ended because they ran too long, \
         {} kinds of failures, in {:.0?}",
        claim.name,
        failures.len(),
        began.elapsed()
    );
    if failures.is_empty() {
        return Ok(());
    }
    let shown = failures.values().take(SHOWN).map(|(first, times)| format!("{times} mutants: {first}\n"));
    let trial = claim.trial_in(shell);
    let again = format!(
        "SHELLGATE_SEED={seed} SHELLGATE_FUZZ_CASES={total} cargo test -p shellgate-oracle --test oracle -- {trial}\n"
    );
    Err((again + &shown.collect::<String>()).into())
}

/// The mutants of one share that are allowed, none twice, with the parts of their verdicts; made on every core.
fn judged(
    range: &Range,
    claim: &Claim,
    seed: u64,
    wanted: usize,
    texts: &[String],
    known: &mut HashSet<String>,
) -> Vec<(String, Vec<Arguments>)> {
    let mut mutator = Mutator::new(seed, texts);
    let new = |text: &String| !text.trim().is_empty() && !text.contains('\0') && (claim.runs)(text);
    let mutants: Vec<String> = (0..wanted).map(|_| mutator.mutant()).filter(new).collect();
    let mutants: Vec<String> = mutants.into_iter().filter(|text| known.insert(text.clone())).collect();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let decide = |mutants: &[String]| {
        let decider = Decider::new(&range.place, range.shell, claim.policy);
        let decided = mutants.iter().map(|text| Some((text.clone(), decider.allowed(text)?)));
        decided.flatten().collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let parts = mutants.chunks(mutants.len().div_ceil(threads).max(1));
        let workers: Vec<_> = parts.map(|part| scope.spawn(|| decide(part))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    })
}
