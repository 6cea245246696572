//! The claims.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Failed, Trial};
use policy_core::commands::page::page;
use policy_core::commands::{Form, Program, program, programs};

use crate::compare::{has, is_another_version, is_classified_as_a_whole, unnamed};
use crate::exemptions::Exemptions;
use crate::print::{Printed, Printer, is_installed};
use crate::text::{self, options};

/// The ways to ask for help; the first one that names options is taken.
const QUESTIONS: [&str; 3] = ["--help", "-h", "-help"];

/// Every claim, by name.
pub(crate) fn all() -> Vec<Trial> {
    vec![
        Trial::test("options_are_read_out_of_help_texts", forms_are_read),
        Trial::test("a_table_of_another_version_is_told_apart", versions),
        Trial::test("what_a_table_does_not_have_is_missing", seeded),
        Trial::test("every_exemption_has_a_page_and_a_reason", exemptions),
        Trial::test("every_option_that_help_names_is_classified", classified),
    ]
}

fn forms_are_read() -> Result<(), Failed> {
    for (line, expected) in text::FORMS {
        let found: BTreeSet<String> = options(line).into_keys().collect();
        let expected: BTreeSet<String> = expected.iter().map(|it| (*it).to_owned()).collect();
        if found != expected {
            return Err(format!("`{line}` gives {found:?}").into());
        }
    }
    Ok(())
}

fn versions() -> Result<(), Failed> {
    let cases = [
        (Some("GNU grep 3.8"), "grep (GNU grep) 3.8", false),
        (Some("GNU grep 3.8"), "grep (GNU grep) 3.80", true),
        (Some("GNU grep 3.8"), "grep (GNU grep) 13.8", true),
        (Some("git 2.47"), "git version 2.47.3", false),
        (Some("git 2.47"), "git version 2.51.0", true),
        (None, "GNU Wget 1.21", true),
    ];
    for (source, version, expected) in cases {
        if is_another_version(source, version) != expected {
            return Err(format!("{source:?} against {version}").into());
        }
    }
    Ok(())
}

/// A comparison that could not fail would prove nothing.
fn seeded() -> Result<(), Failed> {
    let cases: [(&str, &[&str], &[&str]); 4] = [
        (
            "grep",
            &["-n", "--line-number", "-5", "-NUM", "-vv", "-A1"],
            &["--no-such-option", "-K", "-vK", "--line"],
        ),
        ("gzip", &["-9", "--best"], &["-NUM"]),
        ("git", &["--no-pager", "-C"], &["-Csub", "--pager"]),
        ("timeout", &["--help", "-k5"], &["--kill"]),
    ];
    for (name, known, missing) in cases {
        let form = &program(name).ok_or("no table")?.form;
        for (spellings, expected) in [(known, true), (missing, false)] {
            if let Some(wrong) = spellings.iter().find(|spelling| has(form, spelling) != expected) {
                return Err(format!("{name}: {wrong} is not {expected}").into());
            }
        }
    }
    Ok(())
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

/// What one form came to.
#[derive(Debug)]
enum Compared {
    /// It asks as a whole.
    Whole,
    /// No way to ask for help only reads, or none names an option.
    Silent,
    /// How many options were named, which of them are missing with the line of the help, and which others are known.
    Named { options: usize, missing: Vec<(String, String)>, unnamed: Vec<&'static str> },
}

/// What one program came to.
#[derive(Debug)]
struct Report {
    program: &'static Program,
    is_another_version: bool,
    forms: Vec<(String, Compared)>,
}

/// The report on one program, or why this machine cannot give one.
fn compare(printer: &Printer, exemptions: &Exemptions, program: &'static Program) -> Result<Report, String> {
    fn forms(path: String, form: &'static Form, found: &mut Vec<(String, &'static Form)>) {
        for sub in form.subs {
            forms(format!("{path} {}", sub.name), sub, found);
        }
        found.push((path, form));
    }
    let mut all = Vec::new();
    forms(program.name.to_owned(), &program.form, &mut all);
    let mut report = Report { program, is_another_version: true, forms: Vec::new() };
    for (path, form) in all {
        let compared = compare_form(printer, exemptions, &path, form)?;
        report.forms.push((path, compared));
    }
    if let Printed::Text(version) = printer.print(&format!("{} --version", program.name)) {
        report.is_another_version = is_another_version(program.source.version, &version);
    }
    Ok(report)
}

fn compare_form(
    printer: &Printer,
    exemptions: &Exemptions,
    path: &str,
    form: &'static Form,
) -> Result<Compared, String> {
    if is_classified_as_a_whole(form) {
        return Ok(Compared::Whole);
    }
    for question in QUESTIONS {
        let text = match printer.print(&format!("{path} {question}")) {
            Printed::Text(text) => text,
            Printed::Asks | Printed::Nothing => continue,
            Printed::Unconfined(why) => return Err(why),
        };
        let named = options(&text);
        if named.is_empty() {
            continue;
        }
        let missing = named
            .iter()
            .filter(|(spelling, _)| !has(form, spelling) && !exemptions.covers(path, spelling))
            .map(|(spelling, line)| (spelling.clone(), (*line).to_owned()))
            .collect();
        let unnamed = unnamed(form, |name| named.contains_key(name));
        return Ok(Compared::Named { options: named.len(), missing, unnamed });
    }
    Ok(Compared::Silent)
}

/// Compares every installed program with its table.
///
/// What is missing is a failure when the program is of the version that the table was written from; an option of
/// another version is no mistake of the table, and asks. `SHELLGATE_HELP=strict` makes every one a failure,
/// `SHELLGATE_HELP=all` lists what help does not name and the forms that print none.
fn classified() -> Result<(), Failed> {
    let wanted = std::env::var("SHELLGATE_HELP").unwrap_or_default();
    let exemptions = Exemptions::load();
    let installed: Vec<_> = programs().into_iter().filter(|program| is_installed(program.name)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = Vec::new();
        let printer = match Printer::new() {
            Ok(printer) => printer,
            Err(error) => return vec![Err(error.to_string())],
        };
        while let Some(program) = installed.get(next.fetch_add(1, Ordering::Relaxed)) {
            own.push(compare(&printer, &exemptions, program));
        }
        own
    };
    let reports: Vec<Result<Report, String>> = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    let mut sum = Sum::default();
    let mut wrong = Vec::new();
    for report in reports {
        match report {
            Ok(report) => sum.add(&report, &wanted, &mut wrong),
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
    println!("{} of {} programs with a table are installed; {sum}", installed.len(), programs().len());
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
    fn add(&mut self, report: &Report, wanted: &str, wrong: &mut Vec<String>) {
        let mut is_compared = false;
        for (path, compared) in &report.forms {
            match compared {
                Compared::Whole => self.whole += 1,
                Compared::Silent => drop(self.silent.insert(path.clone())),
                Compared::Named { options, missing, unnamed } => {
                    is_compared = true;
                    self.forms += 1;
                    self.options += options;
                    self.missing += missing.len();
                    self.unnamed += unnamed.len();
                    if wanted == "all" && !unnamed.is_empty() {
                        println!("{path}: in the table only: {}", unnamed.join(" "));
                    }
                    for (spelling, line) in missing {
                        let lack = format!("{path}: `{spelling}` is not in the table: {line}");
                        if report.is_another_version && wanted != "strict" {
                            println!(
                                "{lack} (the table is from {})",
                                report.program.source.version.unwrap_or("no version")
                            );
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
