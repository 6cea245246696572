//! The tools that read pages and search.
//!
//! Owns the way from a call to an answer: the settings of its place, the verdict on its URL or query, the person's yes. What
//! a server or an engine wrote is in the answer between marks.

use std::sync::Arc;

use policy_core::visible::line;
use policy_core::web::Tool;
use policy_core::{Policy, Verdict};
use rmcp::model::{CallToolResponse, InputRequiredResult, JsonObject};
use serde::Serialize;

use super::call::{Answered, Call, Shared, Wrong};
use super::place::{Where, on_thread, place};
use super::question::{Asked, WebCall};
use super::shell::{Consulted, consult};
use super::texts;
use super::tools::{self, FetchArguments, SearchArguments};
use crate::web::search::{SearchError, SearchRequest};
use crate::web::{FetchError, FetchRequest, WebPlace, WebSession, WebTools};

/// The tools under the settings of the place of a call.
struct Ready {
    session: Arc<WebSession>,
    tools: WebTools,
}

/// Fetches the page of `call`, if it may be fetched.
pub(super) async fn fetch(shared: &Arc<Shared>, mut call: Call) -> Answered {
    let arguments = std::mem::take(&mut call.arguments);
    let FetchArguments { url, prompt } = tools::parse(arguments.clone()).map_err(Wrong::Call)?;
    let tools = match ready(shared, &call, (Tool::Fetch, &url)).await? {
        Found::Ready(ready) => ready.tools,
        Found::Required(requests) => return Ok(requests.into()),
    };
    let request = FetchRequest { url: &url, prompt: prompt.as_deref(), approved: None };
    let mut answered = unless_cancelled(shared, &call, tools.fetch(request)).await?;
    if let Err(FetchError::Asks { url, .. }) = &answered {
        let subject = url.as_str();
        let verdict = tools.verdict(Tool::Fetch, subject);
        match ask(shared, &call, (Tool::Fetch, subject), arguments, verdict).await? {
            Consulted::Yes => {}
            Consulted::Required(question) => return Ok(question.into()),
        }
        let request = FetchRequest { approved: Some(url), ..request };
        answered = unless_cancelled(shared, &call, tools.fetch(request)).await?;
    }
    let page = answered.map_err(|error| not_sent(&error.to_string(), error.code()))?;
    answer(&page.summary(), &page.result, &page)
}

/// Searches for the query of `call`, if it may be sent.
pub(super) async fn search(shared: &Arc<Shared>, mut call: Call) -> Answered {
    let arguments = std::mem::take(&mut call.arguments);
    let SearchArguments { query, allowed_domains, blocked_domains, num_results } =
        tools::parse(arguments.clone()).map_err(Wrong::Call)?;
    let Ready { session, tools } = match ready(shared, &call, (Tool::Search, &query)).await? {
        Found::Ready(ready) => *ready,
        Found::Required(requests) => return Ok(requests.into()),
    };
    let wrong = |error: SearchError| not_sent(&error.to_string(), error.code());
    let engine = tools.engine(|name| session.variable(name)).map_err(wrong)?;
    let request = SearchRequest {
        query: &query,
        num_results,
        allowed_domains: &allowed_domains,
        blocked_domains: &blocked_domains,
        is_approved: false,
    };
    let mut found = unless_cancelled(shared, &call, tools.search(request, engine.as_ref())).await?;
    if matches!(found, Err(SearchError::Asks { .. })) {
        let verdict = tools.verdict(Tool::Search, &query);
        match ask(shared, &call, (Tool::Search, &query), arguments, verdict).await? {
            Consulted::Yes => {}
            Consulted::Required(question) => return Ok(question.into()),
        }
        let request = SearchRequest { is_approved: true, ..request };
        found = unless_cancelled(shared, &call, tools.search(request, engine.as_ref())).await?;
    }
    let found = found.map_err(wrong)?;
    answer(&found.summary(), &found.result, &found)
}

/// The tools, or what the client has to answer first.
enum Found {
    Ready(Box<Ready>),
    Required(InputRequiredResult),
}

/// The tools under the settings of the place of `call`, which is about this URL or query. What the settings of a project
/// loosen is reported.
async fn ready(shared: &Arc<Shared>, call: &Call, (tool, subject): (Tool, &str)) -> Result<Found, Wrong> {
    let (root, cwd) = match place(shared, call, None).await? {
        Where::At(root, cwd) => (root, cwd),
        Where::Required(requests) => return Ok(Found::Required(requests)),
    };
    let subject = subject.to_owned();
    let ready = on_thread(shared, move |shared| {
        let place = shared.surroundings.place(&shared.session, &root, &cwd)?;
        let session = shared.web.session().map_err(|error| error.to_string())?;
        let policy: Arc<Policy> = Arc::clone(place.session.policy());
        let at = WebPlace { cwd: place.cwd.clone(), home: place.home.clone() };
        let tools = session.under(Arc::clone(&policy), at).map_err(|error| error.to_string())?;
        shared.surroundings.announce(&place, &tools.verdict(tool, &subject), &policy);
        Ok(Found::Ready(Box::new(Ready { session, tools })))
    });
    ready.await?.map_err(Wrong::NotSent)
}

/// What `work` comes to.
async fn unless_cancelled<T>(
    shared: &Shared,
    call: &Call,
    work: impl Future<Output = T>,
) -> Result<T, Wrong> {
    tokio::select! {
        done = work => Ok(done),
        () = call.cancelled(shared) => Err(Wrong::NotSent("the call was cancelled".to_owned())),
    }
}

/// Asks the person behind the client about `subject`.
async fn ask(
    shared: &Shared,
    call: &Call,
    (tool, subject): (Tool, &str),
    arguments: JsonObject,
    verdict: Verdict,
) -> Result<Consulted, Wrong> {
    let asked = Asked::Web(WebCall { tool, arguments, subject: subject.to_owned(), verdict });
    consult(shared, call, asked).await.map_err(Wrong::NotSent)
}

fn not_sent(why: &str, code: &str) -> Wrong {
    Wrong::NotSent(format!("{why} ({code})"))
}

/// `whole` as data and as text, in which what is from outside comes last.
fn answer(summary: &str, result: &str, whole: &impl Serialize) -> Answered {
    let whole = serde_json::to_value(whole).map_err(|error| Wrong::NotSent(error.to_string()))?;
    Ok(CallToolResponse::from(texts::answered(&line(summary), result, whole)))
}
