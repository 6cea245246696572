//! `doctor --attack`: the attacks on this machine's sandbox, one line each.
//!
//! Owns the drawing, the sum, and the way of an attack's command into the sandbox. The attacks are in the crate
//! `sandbox-attacks`.

use std::io::{self, Write};
use std::path::Path;

use clap::builder::styling::{AnsiColor, Style};
use sandbox_attacks::{Confined, NotRun, Ran, Trial, Tried, try_all};
use serde::Serialize;

use super::draw::Colour;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;
use crate::launch::program::{NotStarted, Program, run};
use crate::network::Hosts;
use crate::sandbox::{Backend, Promise, SandboxRequest};
use crate::system::temporary_directory::TemporaryDirectory;
use policy_core::visible::line;

/// How many came to what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Sum {
    held: usize,
    /// Of promises that the backend gave.
    broken: usize,
    /// Of promises that it did not give.
    lost: usize,
    not_tried: usize,
}

impl Sum {
    fn add(&mut self, tried: &Tried) {
        match (&tried.trial, tried.promised) {
            (Trial::Held, _) => self.held += 1,
            (Trial::Broken, true) => self.broken += 1,
            (Trial::Broken, false) => self.lost += 1,
            (Trial::NotTried(_), _) => self.not_tried += 1,
        }
    }
}

/// Tries everything on `backend` and prints each result as it is known. Ends well when no promise was broken.
pub(super) fn attack(backend: Backend, json: bool) -> Result<Exit, Failure> {
    if !backend.confines() {
        return Err(Failure::usage("without a sandbox there is nothing to attack", "choose another backend"));
    }
    let launcher = std::env::current_exe()?;
    let colour = terminal::colour_of_data();
    let mut sum = Sum::default();
    let mut out = io::stdout().lock();
    // Where the system's directory for temporary files is missing it is made by this.
    let own = TemporaryDirectory::new("attack")?;
    let base = own.path().parent().unwrap_or(own.path()).to_owned();
    let sandbox = |confined| confine(confined, &launcher, backend, own.path());
    try_all(&base, &launcher, sandbox, |tried| {
        sum.add(tried);
        if json { writeln!(out, "{}", as_json(tried)) } else { write!(out, "{}", draw(tried, colour)) }
    })?;
    if json {
        writeln!(out, "{}", serde_json::to_string(&sum).unwrap_or_default())?;
    } else {
        let Sum { held, broken, lost, not_tried } = sum;
        writeln!(
            out,
            "{}: {held} held, {broken} broken, {lost} not promised, {not_tried} not tried",
            backend.name()
        )?;
    }
    Ok(if sum.broken == 0 && sum.held > 0 { Exit::Done } else { Exit::Internal })
}

/// Runs the command of an attack in the sandbox. Blocks every signal for the calling thread.
fn confine(confined: Confined, launcher: &Path, backend: Backend, record: &Path) -> Result<Ran, NotRun> {
    let program = Program {
        path: confined.program,
        arguments: confined.arguments.into_iter().map(Into::into).collect(),
        cwd: confined.cwd,
        backend,
        sandbox: SandboxRequest {
            writable: confined.writable,
            read_only_inside: confined.read_only,
            deny_read: confined.deny_read,
            ..SandboxRequest::default()
        },
        hosts: Hosts::default(),
        full_or_nothing: false,
        output: Some(confined.output),
        record: Some(record.to_owned()),
    };
    match run(Some(launcher), &program) {
        Ok(ran) => Ok(Ran {
            succeeded: ran.status == 0,
            promises: ran.held.into_iter().map(Promise::code).collect(),
        }),
        Err(NotStarted::Io(error)) => Err(NotRun::Io(error)),
        Err(why) => Err(NotRun::Sandbox(why.to_string())),
    }
}

/// One attack as an object: `name`, `promise`, `promised`, `result` (`held`, `broken`, `notTried`), `why`, `said`.
fn as_json(tried: &Tried) -> String {
    #[derive(Serialize)]
    struct Line<'t> {
        name: &'t str,
        promise: &'t str,
        promised: bool,
        result: &'t str,
        why: Option<&'t str>,
        said: &'t str,
    }
    let (result, why) = match &tried.trial {
        Trial::Held => ("held", None),
        Trial::Broken => ("broken", None),
        Trial::NotTried(why) => ("notTried", Some(why.as_str())),
    };
    let line = Line {
        name: tried.name,
        promise: tried.promise,
        promised: tried.promised,
        result,
        why,
        said: &tried.said,
    };
    serde_json::to_string(&line).unwrap_or_default()
}

/// One attack as a line: what it came to, on which promise, what was tried; and why not, or what it said.
fn draw(tried: &Tried, colour: Colour) -> String {
    let (word, paint, note) = match (&tried.trial, tried.promised) {
        (Trial::Held, _) => ("HELD", AnsiColor::Green, None),
        (Trial::Broken, true) => ("BROKEN", AnsiColor::Red, Some(tried.said.as_str())),
        (Trial::Broken, false) => ("LOST", AnsiColor::Yellow, Some("this backend does not promise it")),
        (Trial::NotTried(why), _) => ("-", AnsiColor::BrightBlack, Some(why.as_str())),
    };
    let style = if colour == Colour::Always { paint.on_default() } else { Style::new() };
    let note = note.map(|note| format!("        {}\n", line(note.trim()))).unwrap_or_default();
    format!("{style}{word:<6}{style:#}  {:<24}  {}\n{note}", tried.promise, tried.name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_promise_is_attacked() {
        let attacked = sandbox_attacks::promises().collect::<BTreeSet<_>>();
        // The second layer has no effect of its own: it is behind the first. Hosts are not allowed here.
        let is_attacked = |promise: &Promise| promise.is_required() && *promise != Promise::AllowedHosts;
        let expected = Promise::ALL.into_iter().filter(is_attacked).map(Promise::code).collect();
        assert_eq!(attacked, expected);
    }

    #[test]
    fn each_result_is_one_line_with_what_explains_it() {
        let tried = |trial, promised| Tried {
            name: "a file outside is written",
            promise: Promise::WritesConfined.code(),
            promised,
            trial,
            said: "Permission denied\n".to_owned(),
        };
        let results = [
            tried(Trial::Held, true),
            tried(Trial::Broken, true),
            tried(Trial::Broken, false),
            tried(Trial::NotTried("there is no network".to_owned()), false),
        ];
        let drawn = results.iter().map(|tried| draw(tried, Colour::Never)).collect::<String>();
        assert_eq!(
            drawn,
            "HELD    writes-confined           a file outside is written\n\
             BROKEN  writes-confined           a file outside is written\n        Permission denied\n\
             LOST    writes-confined           a file outside is written\n        this backend does not promise it\n\
             -       writes-confined           a file outside is written\n        there is no network\n"
        );
        let mut sum = Sum::default();
        for tried in &results {
            sum.add(tried);
        }
        assert_eq!(sum, Sum { held: 1, broken: 1, lost: 1, not_tried: 1 });
        assert!(as_json(&results[3]).contains(r#""result":"notTried","why":"there is no network""#));
    }
}
