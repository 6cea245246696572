//! `check`: prints the verdict. Nothing runs.

use std::sync::Arc;

use policy_core::{Engine, door};

use super::arguments::Check;
use super::engine::gate;
use super::exit::Exit;
use super::failure::Failure;
use super::request;
use super::request::Location;
use super::stream::{self, Judges};
use super::{draw, terminal};
use crate::decide::{decide, vouch_for_sandbox};
use crate::engine::Judge;
use crate::launch::launcher_binary::own_binary;
use crate::sandbox::Backend;

pub(super) fn check(asked: &Check) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place)?;
    if asked.jsonl {
        let policy = Arc::new(here.policy(&asked.settings)?);
        let module = gate(&policy);
        stream::answer(Judges { policy: &policy, gate: module.as_ref(), here: &here }, asked.jobs()?)?;
        return Ok(Exit::Done);
    }
    let command = request::command(&asked.command)?;
    let engine = Engine::new(here.policy(&asked.settings)?);
    let mut request = here.request(&command);
    vouch_for_sandbox(&engine, &mut request, &own_binary(), Backend::of_this_system());
    let module = gate(engine.policy());
    let verdict = decide(Judge::new(&engine, module.as_ref()), &mut request);
    here.announce(&verdict, engine.policy());
    terminal::data(&if asked.json {
        door::verdict(&verdict, &request, None)
    } else {
        draw::verdict(&verdict, &command, terminal::colour_of_data())
    })?;
    Ok(verdict.decision.into())
}
