//! What PowerShell is proven to only read, executed by the `pwsh` that is installed.
//!
//! Owns which commands these are, and the comparison with a session that runs nothing: the program itself keeps files while it
//! starts. `SHELLGATE_PWSH` names the program; without it, it is the first `pwsh` in `PATH`. The comparison is proven with a
//! stand-in, which needs no PowerShell.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use policy_core::Dialect;
use policy_core::command_line::CommandLine;
use test_support::cases;

use crate::commands::{Decider, cmdlet_examples};
use crate::exemptions::Exemptions;
use crate::machine::PATH;
use crate::place::Place;
use crate::run::{Lost, Setting, execute};
use crate::tally::Tally;
use crate::wire::{Deed, Job, Shell, Violation};

/// How long one command may run, in milliseconds: `pwsh` takes a second to start on a busy machine.
const LIMIT_MS: u64 = 20_000;

/// The claims.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("what_the_tables_allow_for_powershell_only_reads_there", only_reads),
        Trial::test("what_a_session_of_powershell_does_by_itself_is_no_deed_of_a_command", compared),
    ]
}

/// The program; `None` where it is not installed.
fn pwsh() -> Option<PathBuf> {
    let given = std::env::var_os("SHELLGATE_PWSH").map(PathBuf::from);
    let places = std::env::split_paths(PATH).map(|folder| folder.join("pwsh")).collect::<Vec<_>>();
    given.into_iter().chain(places).find(|file| file.is_file())
}

fn only_reads() -> Result<(), Failed> {
    let Some(pwsh) = pwsh() else {
        test_support::skip_without("pwsh", "`pwsh` is not installed; `SHELLGATE_PWSH` can name it");
        return Ok(());
    };
    let place = Place::new()?;
    let decider = Decider::new(&place).of(Dialect::PowerShell);
    let examples: Vec<String> = cmdlet_examples().into_iter().map(|example| example.command).collect();
    let harmless = cases::commands(cases::POWERSHELL_HARMLESS);
    let all: BTreeSet<&String> = examples.iter().chain(&harmless).collect();
    let (mut jobs, mut asked) = (Vec::new(), 0);
    for command in all {
        match decider.job(command, "") {
            Some((job, reads)) => {
                for path in &reads {
                    place.provide(path);
                }
                jobs.push(job);
            }
            None => asked += 1,
        }
    }
    let Some(deeds) = beyond_the_session(&place, &pwsh, &jobs)? else { return Ok(()) };
    println!("PowerShell: {} commands executed; {asked} are not called read-only here", jobs.len());
    Tally::of(&jobs, &deeds).conclude("")
}

/// The text that the shell gets for a command, as the runner builds it.
fn session_text(command: &str) -> String {
    CommandLine { dialect: Dialect::PowerShell, ..CommandLine::new(command) }.build()
}

/// Executes `jobs` and a session that runs nothing; what each did that this session did not. None where this machine cannot.
fn beyond_the_session(place: &Place, program: &Path, jobs: &[Job]) -> Result<Option<Vec<Deed>>, Failed> {
    let exemptions = Exemptions::load();
    let setting = Setting {
        shell: Shell::Pwsh,
        program: Some(program),
        limit_ms: LIMIT_MS,
        ..Setting::installed(place, &exemptions.call)
    };
    let with_text = |job: &Job| Job { command: session_text(&job.command), ..job.clone() };
    let all: Vec<Job> = std::iter::once(&Job::default()).chain(jobs).map(with_text).collect();
    let mut deeds = match execute(&setting, &all) {
        Ok(deeds) => deeds,
        Err(Lost::Unable(why)) => {
            test_support::skip(format_args!("the oracle cannot watch commands on this machine: {why}"));
            return Ok(None);
        }
        Err(Lost::Failed(why)) => return Err(why.into()),
    };
    let own: BTreeSet<_> = deeds.remove(0).violations.iter().map(without_numbers).collect();
    for deed in &mut deeds {
        deed.violations.retain(|violation| !own.contains(&without_numbers(violation)));
    }
    Ok(Some(deeds))
}

/// What is the same of a call in every session: names of files hold numbers of processes, and others that chance makes.
fn without_numbers(violation: &Violation) -> (String, String, String) {
    let plain = |text: &str| text.split(|sign: char| sign.is_ascii_digit()).collect::<String>();
    (violation.program.clone(), violation.call.clone(), plain(&violation.target))
}

fn compared() -> Result<(), Failed> {
    let place = Place::new()?;
    let folder = place.folder()?;
    let program = folder.path().join("pwsh");
    let [writes, reads] = ["Set-Content a b", "Get-Content a"];
    // The stand-in writes where it starts, and once more for one of the commands, which it knows by its text.
    let known = Shell::Pwsh.arguments(&session_text(writes)).pop().unwrap_or_default();
    let script = format!(
        "#!/bin/sh\n(true >start-$$.log) 2>/dev/null\nfor last; do :; done\ncase $last in\n'{known}') (true >written) 2>/dev/null ;;\nesac\n"
    );
    std::fs::write(&program, script)?;
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))?;
    let jobs = [reads, writes, reads].map(|command| Job { command: command.to_owned(), ..Job::default() });
    let Some(deeds) = beyond_the_session(&place, &program, &jobs)? else { return Ok(()) };
    let found: Vec<Vec<&str>> = deeds
        .iter()
        .map(|deed| deed.violations.iter().map(|it| it.target.rsplit('/').next().unwrap_or("")).collect())
        .collect();
    let expected: [&[&str]; 3] = [&[], &["written"], &[]];
    if found == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}").into()) }
}
