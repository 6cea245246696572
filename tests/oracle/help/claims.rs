//! The claims.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use host_runner::help::{Compared, Comparison, Missing, Printer, compare};
use libtest_mimic::{Failed, Trial};
use policy_core::commands::page::page;
use policy_core::commands::{Program, programs};

use crate::exemptions::Exemptions;
use crate::machine::{Machine, PATH};

/// Programs that are built into the shell, and print their help.
const BUILTINS: &[&str] = &["cd", "hash", "pwd", "read", "set", "shopt", "type", "ulimit", "umask"];

/// Every claim, by name.
pub(crate) fn all() -> Vec<Trial> {
    vec![
        Trial::test("every_exemption_has_a_page_and_a_reason", exemptions),
        Trial::test("every_option_that_help_names_is_classified", classified),
    ]
}

fn exemptions() -> Result<(), Failed> {
    for exempt in Exemptions::load().exempt {
        if exempt.why.is_empty() || exempt.options.is_empty() {
            return Err(format!("exemptions.toml: {:?} has no reason or no options", exempt.forms).into());
        }
        for form in &exempt.forms {
            if page(&form.split(' ').collect::<Vec<_>>()).is_err() {
                return Err(format!("exemptions.toml: there is no table for `{form}`").into());
            }
        }
    }
    Ok(())
}

/// Compares every program of the packages with its table.
///
/// What is missing is a failure when the program is of the version that the table was written from; an option of
/// another version is no mistake of the table, and asks. `SHELLGATE_HELP=strict` makes every one a failure,
/// `SHELLGATE_HELP=all` lists what help does not name and the forms that print none.
fn classified() -> Result<(), Failed> {
    let wanted = std::env::var("SHELLGATE_HELP").unwrap_or_default();
    let exemptions = Exemptions::load();
    let machine = Machine::here();
    let is_installed = |program: &&Program| BUILTINS.contains(&program.name) || machine.has(program.name);
    let installed: Vec<_> =
        programs().into_iter().filter(|program| program.cmdlet.is_none()).filter(is_installed).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = Vec::new();
        let printer = match Printer::new(PATH) {
            Ok(printer) => printer,
            Err(error) => return vec![Err(error.to_string())],
        };
        while let Some(program) = installed.get(next.fetch_add(1, Ordering::Relaxed)) {
            own.push(compare(&printer, program).map(|comparison| (*program, comparison)));
        }
        own
    };
    let reports: Vec<Result<(&Program, Comparison), String>> = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    let mut sum = Sum::default();
    let mut wrong = Vec::new();
    for report in reports {
        match report {
            Ok((program, found)) => sum.add(program, &found, &exemptions, &wanted, &mut wrong),
            Err(why) => {
                test_support::skip(format_args!(
                    "help cannot be printed in the sandbox on this machine: {why}"
                ));
                return Ok(());
            }
        }
    }
    if wanted == "all" {
        println!("no help that only reads: {}", sum.silent.iter().cloned().collect::<Vec<_>>().join(", "));
    }
    println!("{} of {} programs with a table are of the packages; {sum}", installed.len(), programs().len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The figures of a run.
#[derive(Debug, Default)]
struct Sum {
    programs: usize,
    forms: usize,
    options: usize,
    missing: usize,
    unnamed: usize,
    whole: usize,
    silent: BTreeSet<String>,
}

impl Sum {
    fn add(
        &mut self,
        program: &Program,
        found: &Comparison,
        exemptions: &Exemptions,
        wanted: &str,
        wrong: &mut Vec<String>,
    ) {
        let mut is_compared = false;
        for (path, compared) in &found.forms {
            match compared {
                Compared::Whole => self.whole += 1,
                Compared::Silent => drop(self.silent.insert(path.clone())),
                Compared::Named { options, missing, unnamed } => {
                    is_compared = true;
                    self.forms += 1;
                    self.options += options;
                    self.unnamed += unnamed.len();
                    if wanted == "all" && !unnamed.is_empty() {
                        println!("{path}: in the table only: {}", unnamed.join(" "));
                    }
                    for Missing { spelling, line } in missing {
                        if exemptions.covers(path, spelling) {
                            continue;
                        }
                        self.missing += 1;
                        let lack = format!("{path}: `{spelling}` is not in the table: {line}");
                        if found.is_another_version && wanted != "strict" {
                            let version = program.source.version.unwrap_or("no version");
                            println!("{lack} (the table is from {version})");
                        } else {
                            wrong.push(lack);
                        }
                    }
                }
            }
        }
        self.programs += usize::from(is_compared);
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} programs compared ({} with their sub-commands), {} options, {} missing; {} known that help does not \
             name; {} forms ask as a whole; {} print no help that only reads",
            self.programs,
            self.forms,
            self.options,
            self.missing,
            self.unnamed,
            self.whole,
            self.silent.len()
        )
    }
}
