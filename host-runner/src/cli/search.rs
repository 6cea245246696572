//! `search`: searches the web, as the `WebSearch` tool of an agent does.
//!
//! Owns the way from arguments to an engine.

use std::env;
use std::sync::Mutex;

use policy_core::Engine;

use super::arguments::Search;
use super::exit::Exit;
use super::failure::Failure;
use super::policy_judge::PolicyJudge;
use super::request::Location;
use super::terminal;
use super::web_tools::{client, refused, wait};
use crate::web::search::{self, SearchRequest};

pub(super) fn search(asked: &Search) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place.location())?;
    let engine = Engine::new(here.policy(&asked.settings)?);
    let (client, hosts, secrets) = client(engine.policy())?;
    let judge = PolicyJudge { engine: Mutex::new(engine), hosts: &hosts, here: &here, secrets };
    let request = SearchRequest {
        query: &asked.query.join(" "),
        num_results: asked.num_results,
        allowed_domains: &asked.allowed_domain,
        blocked_domains: &asked.blocked_domain,
        is_approved: asked.yes,
    };
    let searching = match search::engine(asked.with, |name| env::var(name).ok(), asked.searxng.as_deref()) {
        Ok(searching) => searching,
        Err(error) => return refused(error.failing(), error.code(), &error.to_string(), asked.json),
    };
    match wait(client.search(request, searching.as_ref(), &judge))? {
        Ok(found) if asked.json => {
            terminal::data(&serde_json::to_string(&found).map_err(std::io::Error::from)?)?;
            Ok(Exit::Done)
        }
        Ok(found) => {
            terminal::data(&found.result)?;
            Ok(Exit::Done)
        }
        Err(error) => refused(error.failing(), error.code(), &error.to_string(), asked.json),
    }
}
