//! `run`: decide, ask a person if need be, and only then start anything.
//!
//! Owns the way to a consent. Building the sandbox, running and reporting are the library's.

use std::io;
use std::process::ExitCode;

use policy_core::{Decision, Engine, Policy, Request, Verdict};

use super::arguments::Run;
use super::exit::Exit;
use super::failure::Failure;
use super::question::{self, Here};
use super::{draw, prompt, terminal};
use crate::decide::decide;

/// Who said that the command may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Approval {
    /// The verdict is allow.
    Verdict,
    /// A person, at the prompt or with `--yes`.
    Person,
}

/// A command that may run.
#[derive(Debug)]
struct Approved<'a> {
    request: &'a Request<'a>,
    verdict: &'a Verdict,
    policy: &'a Policy,
    approval: Approval,
}

pub(super) fn run(asked: &Run) -> Result<ExitCode, Failure> {
    let here = Here::of(&asked.place)?;
    let command = question::command(&asked.command)?;
    let engine = Engine::new(here.policy(&asked.settings)?);
    let mut request = here.request(&command);
    let verdict = decide(&engine, &mut request);
    match approval(&verdict, &request, asked.yes)? {
        Ok(approval) => carry_out(
            &Approved { request: &request, verdict: &verdict, policy: engine.policy(), approval },
            asked,
        ),
        Err(why) => {
            terminal::message(&draw::verdict(&verdict, &command, terminal::colour_of_messages()));
            terminal::message(&format!("not run: {why}"));
            Ok(Exit::NotRun.into())
        }
    }
}

/// Who allows it, or why nobody does.
fn approval(
    verdict: &Verdict,
    request: &Request<'_>,
    yes: bool,
) -> io::Result<Result<Approval, &'static str>> {
    Ok(match verdict.decision {
        Decision::Allow => Ok(Approval::Verdict),
        Decision::Ask if yes => Ok(Approval::Person),
        Decision::Ask if prompt::somebody_is_there() => {
            let approved = prompt::approves(
                verdict,
                request.command,
                request.cwd.unwrap_or("."),
                terminal::colour_of_messages(),
                io::stdin().lock(),
                io::stderr().lock(),
            )?;
            if approved { Ok(Approval::Person) } else { Err("it was not approved") }
        }
        Decision::Ask => Err(
            "it needs an approval and there is no terminal to ask on; approve it with `--yes`, or add the rule",
        ),
        Decision::Deny => Err("it is denied, and no approval changes that"),
    })
}

// ---------------------------------------------------------------------------------------------------------------
// The one place where the library that runs commands is called.

/// Runs what was approved and reports how it ended.
fn carry_out(approved: &Approved<'_>, asked: &Run) -> Result<ExitCode, Failure> {
    let Approved { request, verdict, policy, approval } = approved;
    let _ = (request, verdict, policy, approval, asked.timeout, asked.background, asked.json);
    Err(Failure::Missing("not run: this build holds no runner", Exit::NotRun))
}
