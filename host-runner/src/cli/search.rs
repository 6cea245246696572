//! `search`: searches the web, as the `WebSearch` tool of an agent does.
//!
//! Owns the way from arguments to an engine. A search that asks is sent after a yes.

use policy_core::web::Tool;

use super::arguments::Search;
use super::exit::Exit;
use super::failure::Failure;
use super::request::Location;
use super::terminal;
use super::web_tools::{approves, refused, tools, wait};
use crate::web::search::{self, SearchEngine, SearchError, SearchRequest};
use crate::web::{WebSession, WebTools};

pub(super) fn search(asked: &Search) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place.location())?;
    let (session, tools) = tools(&here, &asked.settings)?;
    let query = asked.query.join(" ");
    let request = SearchRequest {
        query: &query,
        num_results: asked.num_results,
        allowed_domains: &asked.allowed_domain,
        blocked_domains: &asked.blocked_domain,
        is_approved: false,
    };
    let verdict = tools.verdict(Tool::Search, &query);
    here.announce(&verdict, tools.policy());
    let found = match engine(asked, &session, &tools) {
        Err(error) => Err(error),
        Ok(engine) => match wait(tools.search(request, engine.as_ref()))? {
            Err(SearchError::Asks { .. })
                if approves((Tool::Search, &query), &verdict, &here, (&asked.settings, asked.yes))? =>
            {
                wait(tools.search(SearchRequest { is_approved: true, ..request }, engine.as_ref()))?
            }
            found => found,
        },
    };
    match found {
        Ok(found) if asked.json => {
            terminal::data(&serde_json::to_string(&found).map_err(std::io::Error::from)?)?;
            Ok(Exit::Done)
        }
        Ok(found) => {
            terminal::data(&found.result)?;
            terminal::message(&format!("shellgate: {}", found.summary()));
            Ok(Exit::Done)
        }
        Err(error) => refused(error.failing(), error.code(), &error.to_string(), asked.json),
    }
}

/// The engine of the arguments, else that of the settings.
fn engine(
    asked: &Search,
    session: &WebSession,
    tools: &WebTools,
) -> Result<Box<dyn SearchEngine>, SearchError> {
    if asked.with.is_none() && asked.searxng.is_none() {
        return tools.engine(|name| session.variable(name));
    }
    let url = asked.searxng.as_deref().or(tools.policy().web.search.url.as_deref());
    search::engine(asked.with, |name| session.variable(name), url)
}
