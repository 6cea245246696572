//! The applets of `BusyBox`: what the tables vouch for there, executed with its programs.
//!
//! Owns the folder that has all applets, and what is chosen for them. The program is looked for in `PATH`, or is the one that
//! `SHELLGATE_BUSYBOX` names.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::Failed;
use policy_core::System;
use test_support::effort::{Cases, count, seed};

use crate::commands::{Decider, examples, make, subjects};
use crate::exemptions::Exemptions;
use crate::machine::{Machine, PATH};
use crate::place::Place;
use crate::run::{Lost, Setting, execute};
use crate::tally::Tally;
use crate::wire::Job;

/// Generated commands that are executed in one run of the tests.
const EXECUTED: Cases = Cases { quick: 1_000, full: 4_000 };

/// The program that has all applets; none where it is not installed.
fn busybox() -> Option<PathBuf> {
    let given = std::env::var_os("SHELLGATE_BUSYBOX").map(PathBuf::from);
    let places =
        std::env::split_paths(PATH).map(|folder| folder.join(System::Busybox.name())).collect::<Vec<_>>();
    given.into_iter().chain(places).find(|file| file.is_file())
}

/// Its applets.
fn applets(busybox: &PathBuf) -> Result<BTreeSet<String>, Failed> {
    let output = Command::new(busybox).arg("--list").output()?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// What the tables vouch for on a system of `BusyBox` only reads there: every example, and generated commands.
pub(crate) fn only_read() -> Result<(), Failed> {
    let Some(busybox) = busybox() else {
        test_support::skip(format_args!("BusyBox is not installed; `SHELLGATE_BUSYBOX` can name it"));
        return Ok(());
    };
    let (place, exemptions) = (Place::new()?, Exemptions::load());
    let folder = place.folder()?;
    let bin = folder.path().join("applets");
    std::fs::create_dir(&bin)?;
    let own = bin.join(System::Busybox.name());
    std::fs::copy(&busybox, &own)?;
    let applets = applets(&own)?;
    for applet in &applets {
        symlink(&own, bin.join(applet))
            .or_else(|error| if bin.join(applet).exists() { Ok(()) } else { Err(error) })?;
    }
    let decider = Decider::on(&place, Some(System::Busybox));
    let is_applet = |program: &str| applets.contains(program) && !exemptions.skips_program(program);
    let mut jobs: Vec<Job> = examples()
        .iter()
        .filter(|example| is_applet(example.program))
        .filter_map(|example| decider.job(&example.command, ""))
        .map(|(job, _)| job)
        .collect();
    let written = jobs.len();
    let seed = seed();
    let total = count("SHELLGATE_ORACLE_CASES", EXECUTED);
    let mut subjects = subjects(&Machine::here(), &exemptions);
    subjects.retain(|subject| is_applet(subject.program.name));
    let (made, _) = make((&place, Some(System::Busybox)), seed, total, &subjects, &exemptions);
    jobs.extend(made);
    let setting = Setting { path: Some(&bin), ..Setting::installed(&place, &exemptions.call) };
    let deeds = match execute(&setting, &jobs) {
        Ok(deeds) => deeds,
        Err(Lost::Unable(why)) => {
            test_support::skip(format_args!("the oracle cannot watch commands on this machine: {why}"));
            return Ok(());
        }
        Err(Lost::Failed(why)) => return Err(why.into()),
    };
    println!(
        "applets: {written} examples and {} generated commands executed, seed {seed}",
        jobs.len() - written
    );
    Tally::of(&jobs, &deeds).conclude(&format!("SHELLGATE_SEED={seed} SHELLGATE_ORACLE_CASES={total} "))
}
