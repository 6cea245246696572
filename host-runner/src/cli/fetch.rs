//! `fetch`: reads a page of the web, as the `WebFetch` tool of an agent does.
//!
//! Owns the way from arguments to a page. A page that asks is read after a yes, and a redirect of it that asks is shown.

use policy_core::web::Tool;

use super::arguments::Fetch;
use super::exit::Exit;
use super::failure::Failure;
use super::request::Location;
use super::terminal;
use super::web_tools::{approves, refused, tools, wait};
use crate::web::{FetchError, FetchRequest};

pub(super) fn fetch(asked: &Fetch) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place.location())?;
    let (_, tools) = tools(&here, &asked.settings)?;
    let request = FetchRequest { url: &asked.url, prompt: asked.prompt.as_deref(), approved: None };
    let verdict = tools.verdict(Tool::Fetch, &asked.url);
    here.announce(&verdict, tools.policy());
    let mut answered = wait(tools.fetch(request))?;
    if let Err(FetchError::Asks { url, .. }) = &answered {
        // The URL that is requested can be another: over TLS.
        let verdict = tools.verdict(Tool::Fetch, url.as_str());
        if approves((Tool::Fetch, url.as_str()), &verdict, &here, (&asked.settings, asked.yes))? {
            answered = wait(tools.fetch(FetchRequest { approved: Some(url), ..request }))?;
        }
    }
    let page = match answered {
        Ok(page) => page,
        Err(error) => return refused(error.failing(), error.code(), &error.to_string(), asked.json),
    };
    if asked.json {
        terminal::data(&serde_json::to_string(&page).map_err(std::io::Error::from)?)?;
    } else {
        terminal::data(&page.result)?;
        terminal::message(&format!("shellgate: {}", page.summary()));
    }
    Ok(Exit::Done)
}
