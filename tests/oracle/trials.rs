//! The claims.

use std::collections::BTreeSet;
use std::time::Instant;

use libtest_mimic::{Failed, Trial};
use test_support::effort::{Cases, count, seed};

use crate::applets;
use crate::commands::{Decider, examples, make, subjects};
use crate::exemptions::Exemptions;
use crate::fuzz;
use crate::machine::Machine;
use crate::place::Place;
use crate::powershell;
use crate::run::{Lost, Setting, execute};
use crate::seeded;
use crate::tally::Tally;
use crate::wire::{Deed, Job};

/// Generated commands that are executed in one run of the tests.
const EXECUTED: Cases = Cases { quick: 1_000, full: 20_000 };

/// Every claim, by name; or the one command that `SHELLGATE_ORACLE_COMMAND` gives.
pub(crate) fn all() -> Vec<Trial> {
    if let Ok(command) = std::env::var("SHELLGATE_ORACLE_COMMAND") {
        return vec![Trial::test("the_given_command_only_reads", move || given(&command))];
    }
    let mut trials = vec![
        Trial::test("what_writes_connects_or_executes_is_reported", seeded::caught),
        Trial::test("what_only_reads_is_not_reported", seeded::silent),
        Trial::test("every_exemption_is_of_a_program_that_has_a_table", exemptions),
        Trial::test("every_example_of_every_table_only_reads", every_example),
        Trial::test("what_the_tables_allow_only_reads", generated),
        Trial::test("what_the_tables_allow_for_busybox_only_reads_there", applets::only_read),
    ];
    trials.extend(powershell::trials());
    trials.extend(fuzz::trials());
    trials
}

/// Executes `jobs`; none where this machine cannot, which leaves the trial out.
pub(crate) fn watched(
    place: &Place,
    jobs: &[Job],
    exemptions: &Exemptions,
) -> Result<Option<Vec<Deed>>, Failed> {
    match execute(&Setting::installed(place, &exemptions.call), jobs) {
        Ok(deeds) => Ok(Some(deeds)),
        Err(Lost::Unable(why)) => {
            test_support::skip(format_args!("the oracle cannot watch commands on this machine: {why}"));
            Ok(None)
        }
        Err(Lost::Failed(why)) => Err(why.into()),
    }
}

fn exemptions() -> Result<(), Failed> {
    let exemptions = Exemptions::load();
    let skipped = exemptions.skip.iter().map(|it| (&it.programs, &it.why));
    let seldom = exemptions.seldom.iter().map(|it| (&it.programs, &it.why));
    let calls = exemptions.call.iter().map(|it| (&it.programs, &it.why));
    for (programs, why) in skipped.chain(seldom).chain(calls) {
        if let Some(name) =
            programs.iter().find(|name| *name != "*" && policy_core::commands::program(name).is_none())
        {
            return Err(format!("exemptions.toml: there is no table for `{name}`").into());
        }
        if why.is_empty() || programs.is_empty() {
            return Err(format!("exemptions.toml: {programs:?} has no reason").into());
        }
    }
    Ok(())
}

fn given(command: &str) -> Result<(), Failed> {
    let place = Place::new()?;
    provide_all(&place, &Decider::new(&place));
    let variable = std::env::var("SHELLGATE_ORACLE_X").unwrap_or_default();
    let Some((job, _)) = Decider::new(&place).job(command, &variable) else {
        return Err("the engine does not call this command read-only, so it is not executed".into());
    };
    let jobs = [job];
    let Some(deeds) = watched(&place, &jobs, &Exemptions::load())? else { return Ok(()) };
    println!("{deeds:#?}");
    Tally::of(&jobs, &deeds).conclude("")
}

/// Makes the files that the examples name.
fn provide_all(place: &Place, decider: &Decider) {
    let mut named: Vec<String> = examples()
        .iter()
        .filter_map(|example| decider.job(&example.command, ""))
        .flat_map(|(_, reads)| reads)
        .collect();
    // The longest first: what is a directory to one example may be a file to another.
    named.sort_by_key(|path| std::cmp::Reverse(path.matches('/').count()));
    for path in named {
        place.provide(&path);
    }
}

fn every_example() -> Result<(), Failed> {
    let (place, exemptions, machine) = (Place::new()?, Exemptions::load(), Machine::here());
    let decider = Decider::new(&place);
    provide_all(&place, &decider);
    let mut missing = BTreeSet::new();
    let (mut jobs, mut asked, mut left_out, mut absent) = (Vec::new(), 0, 0, 0);
    for example in examples() {
        if !machine.has(example.program) {
            missing.insert(example.program);
            absent += 1;
        } else if exemptions.skips_program(example.program) {
            left_out += 1;
        } else if let Some((job, _)) = decider.job(&example.command, "") {
            jobs.push(job);
        } else {
            asked += 1;
        }
    }
    let Some(deeds) = watched(&place, &jobs, &exemptions)? else { return Ok(()) };
    println!(
        "examples: {} executed; {asked} are not called read-only here, {left_out} are left out, {absent} are of \
         {} programs that are not of the packages: {}",
        jobs.len(),
        missing.len(),
        missing.into_iter().collect::<Vec<_>>().join(" ")
    );
    Tally::of(&jobs, &deeds).conclude("")
}

fn generated() -> Result<(), Failed> {
    let (place, exemptions, machine) = (Place::new()?, Exemptions::load(), Machine::here());
    provide_all(&place, &Decider::new(&place));
    let seed = seed();
    let total = count("SHELLGATE_ORACLE_CASES", EXECUTED);
    let subjects = subjects(&machine, &exemptions);
    let began = Instant::now();
    let (jobs, tried) = make((&place, None), seed, total, &subjects, &exemptions);
    let Some(deeds) = watched(&place, &jobs, &exemptions)? else { return Ok(()) };
    println!(
        "seed {seed}: {tried} commands generated; the {} that are called read-only were executed, in {:.0?}",
        jobs.len(),
        began.elapsed()
    );
    Tally::of(&jobs, &deeds).conclude(&format!("SHELLGATE_SEED={seed} SHELLGATE_ORACLE_CASES={total} "))
}
