//! `policy why-not`: the smallest changes of the settings that give another answer.
//!
//! Owns the drawing and the JSON. The changes are the core's; each was tried with the facts of this machine.

use std::fmt::Write as _;

use policy_core::history::{WhyNot, why_not as changes};
use policy_core::visible::line;
use policy_core::{Engine, Policy, Verdict};
use serde_json::{Value, json};

use super::super::arguments::PolicyWhyNot;
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::request::{self, Location};
use super::super::terminal;
use super::text::wrapped;
use crate::decide::decide;

pub(super) fn why_not(asked: &PolicyWhyNot) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place)?;
    let command = request::command(&asked.command)?;
    let engine = Engine::new(here.policy(&asked.settings)?);
    let request = here.request(&command);
    let verdict = decide(&engine, &mut request.clone());
    let mut again = |policy: &Policy| decide(&Engine::new(policy.clone()), &mut request.clone()).decision;
    let found = changes(engine.policy(), &request, &verdict, asked.want, &mut again);
    terminal::data(&if asked.json {
        format!("{}\n", json(asked, &verdict, &found))
    } else {
        drawn(asked, &verdict, &found)
    })?;
    Ok(Exit::Done)
}

fn drawn(asked: &PolicyWhyNot, verdict: &Verdict, found: &WhyNot) -> String {
    let mut out = wrapped(&format!("{}: {}", verdict.decision.name(), verdict.reason.message));
    if verdict.decision == asked.want {
        out.push_str("that is the answer that you want, so nothing is to change\n");
    }
    for change in &found.changes {
        out.push_str(&wrapped(&format!("{}, and it is `{}`", change.says, asked.want.name())));
        for step in &change.steps {
            let value = step.value().to_string();
            // Writing to a string does not fail.
            let _ = writeln!(out, "  {} `{}`: {}", step.verb(), step.path(), line(&value));
        }
    }
    if let Some(nothing) = &found.nothing {
        out.push_str(&wrapped(nothing));
    }
    out
}

fn json(asked: &PolicyWhyNot, verdict: &Verdict, found: &WhyNot) -> Value {
    let changes = found.changes.iter().map(|change| {
        let steps = change
            .steps
            .iter()
            .map(|step| json!({"do": step.verb(), "setting": step.path(), "value": step.value()}));
        json!({"says": change.says, "steps": steps.collect::<Vec<_>>()})
    });
    json!({
        "decision": verdict.decision.name(),
        "code": verdict.reason.code,
        "message": verdict.reason.message,
        "want": asked.want.name(),
        "changes": changes.collect::<Vec<_>>(),
        "nothing": found.nothing,
    })
}
