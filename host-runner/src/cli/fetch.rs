//! `fetch`: reads a page of the web, as the `WebFetch` tool of an agent does.
//!
//! Owns the drawing. A page that asks is read with `--yes` only, and a redirect of it that asks is shown.

use std::sync::Mutex;

use policy_core::Engine;

use super::arguments::Fetch;
use super::exit::Exit;
use super::failure::Failure;
use super::policy_judge::PolicyJudge;
use super::request::Location;
use super::terminal;
use super::web_tools::{client, refused, wait};
use crate::web::{FetchError, FetchRequest, Fetched};

pub(super) fn fetch(asked: &Fetch) -> Result<Exit, Failure> {
    let here = Location::of(&asked.place.location())?;
    let engine = Engine::new(here.policy(&asked.settings)?);
    let (client, hosts, secrets) = client(engine.policy())?;
    let judge = PolicyJudge { engine: Mutex::new(engine), hosts: &hosts, here: &here, secrets };
    let answered = wait(async {
        let request = FetchRequest { url: &asked.url, prompt: None, approved: None };
        match client.fetch(request, &judge).await {
            Err(FetchError::Asks { url, .. }) if asked.yes => {
                client.fetch(FetchRequest { approved: Some(&url), ..request }, &judge).await
            }
            answered => answered,
        }
    })?;
    let page = match answered {
        Ok(page) => page,
        Err(error) => return refused(error.failing(), error.code(), &error.to_string(), asked.json),
    };
    if asked.json {
        terminal::data(&serde_json::to_string(&page).map_err(std::io::Error::from)?)?;
    } else {
        terminal::data(&page.result)?;
        terminal::message(&summary(&page));
    }
    Ok(Exit::Done)
}

/// One line about the answer.
fn summary(page: &Fetched) -> String {
    let Fetched { url, code, code_text, bytes, duration_ms, .. } = page;
    let kind = page.content_type.as_deref().map_or_else(String::new, |kind| format!(", {kind}"));
    let hidden = match page.hidden_text_removed {
        0 => String::new(),
        1 => ", 1 hidden character left out".to_owned(),
        count => format!(", {count} hidden characters left out"),
    };
    let cut = if page.truncated { ", cut" } else { "" };
    format!("shellgate: {url}: {code} {code_text}{kind}, {bytes} bytes in {duration_ms} ms{hidden}{cut}")
}
