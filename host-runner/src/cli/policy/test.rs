//! `policy test`: compares what a policy says with what its tests expect.
//!
//! Owns the comparison and its report. Nothing runs, and no disk is asked: no path is a link, no directory a bare
//! repository, so that a test says the same everywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use policy_core::policy::{Expectation, PolicyError, expectations};
use policy_core::visible::line;
use policy_core::{Engine, Policy, Request, Source, Verdict};
use serde::Serialize;

use super::junit::{self, Case};
use super::text::counted;
use crate::cli::arguments::{PolicyTest, Settings};
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::request::Location;
use crate::cli::{draw, terminal};

/// The results of all tests.
#[derive(Debug, Serialize)]
struct Report<'t> {
    /// How many tests hold.
    held: usize,
    /// Those that do not hold, in their order.
    failed: Vec<Failed<'t>>,
}

/// A test that does not hold.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Failed<'t> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'t str>,
    file: &'t str,
    line: u32,
    column: u32,
    command: &'t str,
    expect: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expect_code: Option<&'t str>,
    decision: &'static str,
    code: &'static str,
    message: String,
    #[serde(skip)]
    test: &'t Expectation,
    #[serde(skip)]
    verdict: Verdict,
}

pub(super) fn test(asked: &PolicyTest) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place)?;
    let named: Vec<Source> = asked.files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let policy = here.policy(&tested(asked, &named))?;
    let sources = if named.is_empty() { &*policy.sources } else { &named };
    let tests = tests(sources)?;
    if tests.is_empty() {
        return Err(Failure::usage(
            "there are no tests",
            "write them into a settings file, or name a file that has them: `{ \"tests\": [{ \"command\": \"git push\", \
             \"expect\": \"ask\" }] }`",
        ));
    }
    let failed: Vec<Failed<'_>> = tests.iter().filter_map(|test| compare(test, &policy, &here)).collect();
    if let Some(file) = &asked.junit {
        write(file, &junit::report("shellgate policy test", &cases(&tests, &failed)))?;
    }
    let report = Report { held: tests.len() - failed.len(), failed };
    terminal::data(&if asked.json {
        serde_json::to_string_pretty(&report).unwrap_or_default()
    } else {
        drawn(&report, sources)
    })?;
    Ok(if report.failed.is_empty() { Exit::Done } else { Exit::Ask })
}

/// The settings that are tested: those that were named, else the files with the tests, if these are settings too.
fn tested(asked: &PolicyTest, named: &[Source]) -> Settings {
    let mut settings = asked.settings.clone();
    if settings.policy.is_empty() && !settings.no_policy {
        let has_settings = |source: &Source| expectations(source).is_ok_and(|found| found.with_settings);
        let with_settings = asked.files.iter().zip(named).filter(|(_, source)| has_settings(source));
        settings.policy = with_settings.map(|(file, _)| file.clone()).collect();
    }
    settings
}

fn read(file: &Path) -> Result<Source, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        Failure::usage(
            format!("`{}` cannot be read: {error}", line(&file.to_string_lossy())),
            "name a file with tests",
        )
    })?;
    Ok(Source { name: file.display().to_string(), text, ..Source::default() })
}

fn tests(sources: &[Source]) -> Result<Vec<Expectation>, Failure> {
    let (mut tests, mut errors) = (Vec::new(), Vec::new());
    for source in sources {
        match expectations(source) {
            Ok(found) => tests.extend(found.tests),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() { Ok(tests) } else { Err(Failure::Policy(errors, sources.to_vec())) }
}

/// None if the policy says what the test expects.
fn compare<'t>(test: &'t Expectation, policy: &Policy, here: &Location) -> Option<Failed<'t>> {
    let mut policy = policy.clone();
    if let Some(mode) = test.mode {
        policy.set_mode(mode);
    }
    let cwd = test.cwd.as_deref().map(|cwd| Path::new(&here.cwd).join(cwd).to_string_lossy().into_owned());
    let shell = test.shell.unwrap_or(here.shell);
    let mut request = Request {
        tool: test.tool.as_deref().unwrap_or(if test.shell.is_some() { shell.tool() } else { &here.tool }),
        cwd: Some(cwd.as_deref().unwrap_or(&here.cwd)),
        home: here.home.as_deref(),
        shell,
        ..Request::new(&test.command)
    };
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    let verdict = Engine::new(policy).check(&request);
    let (decision, code) = (verdict.decision.name(), verdict.reason.code);
    let is_code = test.code.as_deref().is_none_or(|expected| expected == code);
    if verdict.decision == test.expect && is_code {
        return None;
    }
    let of = test.code.as_ref().map(|code| format!("[{code}]")).unwrap_or_default();
    Some(Failed {
        name: test.name.as_deref(),
        file: &test.place.file,
        line: test.place.line,
        column: test.place.column,
        command: &test.command,
        expect: test.expect.name(),
        expect_code: test.code.as_deref(),
        decision,
        code,
        message: format!(
            "the policy says {decision}[{code}], and the test expects {}{of}",
            test.expect.name()
        ),
        test,
        verdict,
    })
}

fn cases(tests: &[Expectation], failed: &[Failed<'_>]) -> Vec<Case> {
    let of = |test: &Expectation| failed.iter().find(|it| std::ptr::eq(it.test, test));
    let cases = tests.iter().map(|test| Case {
        file: test.place.file.to_string(),
        line: test.place.line,
        name: test.name.clone().unwrap_or_else(|| test.command.clone()),
        failure: of(test).map(|failed| failed.message.clone()),
    });
    cases.collect()
}

fn write(file: &PathBuf, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| {
        Failure::usage(
            format!("`{}` cannot be written: {error}", line(&file.to_string_lossy())),
            "name another file",
        )
    })
}

fn drawn(report: &Report<'_>, sources: &[Source]) -> String {
    let colour = terminal::colour_of_data();
    let mut out = String::new();
    for failed in &report.failed {
        let place = &failed.test.place;
        let named = failed.name.map(|name| format!("{name}: ")).unwrap_or_default();
        let error = PolicyError {
            file: place.file.to_string(),
            line: place.line,
            column: place.column,
            span: place.span,
            message: format!("{named}{}", failed.message),
            help: "change the policy or the test; below is the verdict".to_owned(),
        };
        out.push_str(draw::policy_errors(&[error], sources, colour).trim_end());
        out.push('\n');
        out.push_str(draw::verdict(&failed.verdict, failed.command, colour).trim_end());
        out.push_str("\n\n");
    }
    let all = (report.held + report.failed.len()) as u64;
    // Writing to a string does not fail.
    let _ = match report.failed.len() {
        0 => write!(out, "{}", counted(all, "test holds", "tests hold")),
        failed => write!(out, "{failed} of {all} tests do not hold"),
    };
    out
}
