//! The question to the person behind the client: may this command run, may this URL or this query be sent?
//!
//! Owns the words of the question, and which answers are a yes. Everything but a clear yes to the very call is no.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use policy_core::Verdict;
use policy_core::verdict::Audience;
use policy_core::visible::{line, lines};
use rmcp::RoleServer;
use rmcp::model::{
    ElicitRequestParams, ElicitationSchema, InputRequest, InputRequiredResult, InputResponses, Request,
    ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RequestContext, ServiceError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::session::tool::ToolInput;

/// The name of the question in a result that requires input.
const REQUEST: &str = "approval";

/// The answer that is a yes.
const ALLOW_ONCE: &str = "allow once";

/// The other answer.
const DENY: &str = "deny";

/// Longest question that is shown, in characters. Nobody approves what is longer.
const CHARACTERS_MAX: usize = 20_000;

/// Most characters of what the person tells the model.
const SAID_CHARACTERS_MAX: usize = 1_000;

/// Most questions of a client that never comes back with the answer.
const OPEN_MAX: usize = 64;

/// Exactly what is asked. The answer to one question is no answer to another.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Asked {
    Command(CommandCall),
    #[cfg(feature = "web")]
    Web(WebCall),
}

/// A command that asks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct CommandCall {
    /// The call.
    pub(super) input: ToolInput,
    /// The command as it runs.
    pub(super) command: String,
    /// Where.
    pub(super) cwd: String,
    /// Why it asks, and what it does.
    pub(super) verdict: Verdict,
}

/// A fetch or a search that asks.
#[cfg(feature = "web")]
#[derive(Clone, PartialEq, Debug)]
pub(super) struct WebCall {
    pub(super) tool: policy_core::web::Tool,
    /// The call.
    pub(super) arguments: rmcp::model::JsonObject,
    /// The URL that would be requested, or the words that would be sent.
    pub(super) subject: String,
    /// Why it asks.
    pub(super) verdict: Verdict,
}

/// What the person says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// This once.
    Yes,
    /// No, for this reason.
    No(String),
}

impl Asked {
    /// The verdict that asks.
    pub(super) fn verdict(&self) -> &Verdict {
        match self {
            Self::Command(call) => &call.verdict,
            #[cfg(feature = "web")]
            Self::Web(call) => &call.verdict,
        }
    }

    /// The question as the person reads it.
    ///
    /// # Errors
    /// It is too long to be read.
    pub(super) fn text(&self) -> Result<String, String> {
        let text = match self {
            Self::Command(call) => call.text(),
            #[cfg(feature = "web")]
            Self::Web(call) => call.text(),
        };
        if text.chars().count() > CHARACTERS_MAX {
            return Err("it is too long to be shown to a person".to_owned());
        }
        Ok(text)
    }

    fn form(&self) -> Result<ElicitRequestParams, String> {
        let schema: ElicitationSchema = serde_json::from_value(json!({
            "type": "object",
            "properties": {
                "decision": {
                    "type": "string", "title": "Decision", "enum": [ALLOW_ONCE, DENY],
                },
                "message": {
                    "type": "string", "title": "Message",
                    "description": "What to tell the model if you deny it",
                },
            },
            "required": ["decision"],
        }))
        .map_err(|error| format!("the question cannot be written: {error}"))?;
        Ok(ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: self.text()?,
            requested_schema: schema,
        })
    }
}

impl CommandCall {
    fn text(&self) -> String {
        // A client may fold all but the first lines, so the reason comes before the command.
        let mut text = format!(
            "Run this command in `{}`? It asks because {}.\n{}",
            line(&self.cwd),
            reason(&self.verdict),
            marked(&self.command)
        );
        let advice = self.verdict.advice.iter().filter(|advice| advice.audience == Audience::Person);
        for advice in advice {
            // Writing to a string does not fail.
            let _ = write!(text, "\nWarning: it {} ({}).", advice.message, advice.help);
        }
        if let Some(edit) = &self.verdict.ui.edit {
            text.push_str("\nIt changes files as follows, and no program runs.");
            for file in &edit.files {
                let _ = write!(text, "\n`{}`\n{}", line(&file.path), marked(&file.diff));
            }
        }
        if let Some(purpose) = self.input.description.as_deref().filter(|purpose| !purpose.trim().is_empty())
        {
            let _ = write!(text, "\nThe model says: {}", line(purpose));
        }
        if self.input.run_in_background {
            text.push_str("\nIt goes on in the background.");
        }
        text
    }
}

#[cfg(feature = "web")]
impl WebCall {
    fn text(&self) -> String {
        use policy_core::web::Tool;

        let asked = match self.tool {
            Tool::Fetch => "Read this page",
            Tool::Search => "Send these words to a search engine",
        };
        let mut text =
            format!("{asked}? It asks because {}.\n{}", reason(&self.verdict), marked(&self.subject));
        if self.tool == Tool::Fetch
            && let Some(letters) = crate::web::in_letters(&self.subject)
        {
            // Writing to a string does not fail.
            let _ = write!(text, "\nThe same in its letters:\n{}", marked(&letters));
        }
        let prompt = self.arguments.get("prompt").and_then(Value::as_str).unwrap_or_default();
        if !prompt.trim().is_empty() {
            let _ = write!(text, "\nThe model wants to know: {}", line(prompt));
        }
        text
    }
}

/// Each line of `text` after a mark, so that none of them can pass for a line of the question.
fn marked(text: &str) -> String {
    let lines = lines(text.strip_suffix('\n').unwrap_or(text))
        .split('\n')
        .map(|line| format!("| {line}"))
        .collect::<Vec<_>>();
    lines.join("\n")
}

/// The reason of the verdict in the middle of a sentence.
fn reason(verdict: &Verdict) -> String {
    let message =
        if verdict.reason.message.is_empty() { "nothing allows it" } else { &verdict.reason.message };
    line(message).into_owned()
}

/// Whether the client of this request can show a form to a person.
pub(super) fn can_ask(context: &RequestContext<RoleServer>) -> bool {
    let elicitation = context.client_capabilities().and_then(|client| client.elicitation);
    // Before 2025-11-25 there were no kinds, and all of it was forms.
    elicitation.is_some_and(|it| it.form.is_some() || it.url.is_none())
}

/// Asks the client of a session, and waits for its answer at most this long.
pub(super) async fn ask(asked: &Asked, context: &RequestContext<RoleServer>, within: Duration) -> Answer {
    let form = match asked.form() {
        Ok(form) => form,
        Err(why) => return Answer::No(why),
    };
    let request = ServerRequest::ElicitRequest(Request::new(form));
    let options = PeerRequestOptions::with_timeout(within);
    let answer = match context.peer.send_request_with_option(request, options).await {
        Ok(handle) => handle.await_response().await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(answer) => read(serde_json::to_value(answer).unwrap_or_default()),
        Err(ServiceError::Timeout { .. }) => {
            Answer::No(format!("nobody answered the question within {} s", within.as_secs_f32()))
        }
        Err(error) => Answer::No(format!("the client could not ask a person: {}", line(&error.to_string()))),
    }
}

/// The meaning of a client's answer.
fn read(answer: Value) -> Answer {
    #[derive(Deserialize)]
    struct Elicited {
        action: String,
        content: Option<Value>,
    }
    let Ok(Elicited { action, content }) = serde_json::from_value(answer) else {
        return Answer::No("the client's answer to the question cannot be read".to_owned());
    };
    let field = |name: &str| content.as_ref().and_then(|content| content.get(name)).and_then(Value::as_str);
    let no = |why: &str| {
        let said = line(field("message").unwrap_or_default().trim()).into_owned();
        let said = said.chars().take(SAID_CHARACTERS_MAX).collect::<String>();
        Answer::No(if said.is_empty() { why.to_owned() } else { format!("{why}: {said}") })
    };
    match (action.as_str(), field("decision")) {
        ("accept", Some(ALLOW_ONCE)) => Answer::Yes,
        ("accept", Some(_)) => no("the person denied it"),
        ("accept", None) => no("the answer to the question has no decision in it"),
        ("decline", _) => no("the person declined the question, or nobody was there to answer it"),
        ("cancel", _) => no("the person dismissed the question, or nobody was there to answer it"),
        _ => no("the answer to the question has an unknown action"),
    }
}

/// The questions that went out in a result, each under a name that only the client of that result knows.
#[derive(Debug, Default)]
pub(super) struct OpenQuestions {
    open: Mutex<VecDeque<(String, Asked)>>,
    names: RandomState,
    other_names: RandomState,
}

impl OpenQuestions {
    /// The result that asks `asked`; the call comes again with the answer.
    ///
    /// # Errors
    /// The question cannot be shown.
    pub(super) fn put(&self, asked: Asked) -> Result<InputRequiredResult, String> {
        let request = InputRequest::Elicitation(Request::new(asked.form()?));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let seed = (open.len(), std::time::Instant::now(), &asked.verdict().reason.message);
        let name = format!("{:016x}{:016x}", self.names.hash_one(seed), self.other_names.hash_one(seed));
        if open.len() >= OPEN_MAX {
            open.pop_front();
        }
        open.push_back((name.clone(), asked));
        drop(open);
        Ok(InputRequiredResult::new(Some(BTreeMap::from([(REQUEST.to_owned(), request)])), Some(name)))
    }

    /// The answer to `asked` in a call that came with `state` and `responses`; none if they answer no open question, or
    /// another one. No question is answered twice.
    pub(super) fn take(
        &self,
        asked: &Asked,
        state: Option<&str>,
        responses: &InputResponses,
    ) -> Option<Answer> {
        let state = state?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let at = open.iter().position(|(name, _)| name == state)?;
        let (_, put) = open.remove(at)?;
        drop(open);
        if put != *asked {
            return None;
        }
        let answer = responses.get(REQUEST).cloned();
        Some(answer.map_or(Answer::No("the client did not ask the person".to_owned()), read))
    }
}

#[cfg(test)]
mod tests {
    use policy_core::{Engine, Policy, Request};

    use super::*;

    fn called(command: &str, cwd: &str) -> CommandCall {
        let request = Request { cwd: Some(cwd), ..Request::new(command) };
        CommandCall {
            input: ToolInput { command: command.to_owned(), ..ToolInput::default() },
            command: command.to_owned(),
            cwd: cwd.to_owned(),
            verdict: Engine::new(Policy::default()).check(&request),
        }
    }

    fn asked(command: &str, cwd: &str) -> Asked {
        Asked::Command(called(command, cwd))
    }

    fn yes() -> InputResponses {
        let yes = json!({"action": "accept", "content": {"decision": ALLOW_ONCE}});
        BTreeMap::from([(REQUEST.to_owned(), yes)])
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        let yes = json!({"action": "accept", "content": {"decision": "allow once"}});
        assert_eq!(read(yes), Answer::Yes);
        for answer in [
            json!(null),
            json!("accept"),
            json!({}),
            json!({"action": "accept"}),
            json!({"action": "accept", "content": null}),
            json!({"action": "accept", "content": {}}),
            json!({"action": "accept", "content": "allow once"}),
            json!({"action": "accept", "content": {"decision": true}}),
            json!({"action": "accept", "content": {"decision": "deny"}}),
            json!({"action": "accept", "content": {"decision": "Allow once"}}),
            json!({"action": "Accept", "content": {"decision": "allow once"}}),
            json!({"action": "decline", "content": {"decision": "allow once"}}),
            json!({"action": "cancel", "content": {"decision": "allow once"}}),
            json!({"action": ["accept"], "content": {"decision": "allow once"}}),
        ] {
            assert!(matches!(read(answer.clone()), Answer::No(_)), "{answer}");
        }
        let said =
            json!({"action": "accept", "content": {"decision": "deny", "message": "use \u{1b}[2Jgit"}});
        let Answer::No(said) = read(said) else { panic!() };
        assert_eq!(said, "the person denied it: use <U+001B>[2Jgit");
    }

    #[test]
    fn an_answer_is_for_one_question_once() {
        let questions = OpenQuestions::default();
        let put = |asked: &Asked| questions.put(asked.clone()).unwrap().request_state.unwrap();
        let (one, other) = (asked("touch a", "/repo"), asked("touch b", "/repo"));
        let state = put(&one);
        assert_ne!(state, put(&one));
        assert_eq!(questions.take(&one, Some(&state), &yes()), Some(Answer::Yes));
        assert_eq!(questions.take(&one, Some(&state), &yes()), None, "a second time");
        let call = called("touch a", "/repo");
        let in_background = Asked::Command(CommandCall {
            input: ToolInput { run_in_background: true, ..call.input.clone() },
            ..call.clone()
        });
        let stricter = Asked::Command(CommandCall { verdict: other.verdict().clone(), ..call });
        for swapped in [&other, &asked("touch a", "/other"), &in_background, &stricter] {
            let state = put(&one);
            assert_eq!(questions.take(swapped, Some(&state), &yes()), None, "{swapped:?}");
            assert_eq!(questions.take(&one, Some(&state), &yes()), None, "it was used up");
        }
        assert_eq!(questions.take(&one, None, &yes()), None);
        assert_eq!(questions.take(&one, Some("S1"), &yes()), None);
        let silent = questions.take(&one, Some(&put(&one)), &BTreeMap::new());
        assert!(matches!(silent, Some(Answer::No(_))));
    }

    #[test]
    fn questions_without_an_answer_are_forgotten_at_last() {
        let questions = OpenQuestions::default();
        let first = questions.put(asked("touch a", "/repo")).unwrap().request_state.unwrap();
        for _ in 0..OPEN_MAX {
            questions.put(asked("touch a", "/repo")).unwrap();
        }
        assert_eq!(questions.take(&asked("touch a", "/repo"), Some(&first), &yes()), None);
        assert_eq!(questions.open.lock().unwrap().len(), OPEN_MAX);
    }

    #[test]
    fn the_question_shows_the_command_the_place_and_the_reason() {
        let mut shown = called("touch a\u{202e}b\nls", "/re\u{1b}po");
        shown.input.description = Some("make\na file".to_owned());
        let text = Asked::Command(shown).text().unwrap();
        for part in
            ["\n| touch a<U+202E>b\n| ls\n", "`/re<U+001B>po`", "It asks because", "make<U+000A>a file"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(asked(&"x".repeat(CHARACTERS_MAX), "/").text().is_err());
    }

    #[test]
    fn the_question_about_a_page_shows_its_url_in_both_forms() {
        use policy_core::web::Tool;

        let web = |tool, subject: &str| WebCall {
            tool,
            arguments: rmcp::model::JsonObject::from_iter([("prompt".to_owned(), json!("who\nwrote it?"))]),
            subject: subject.to_owned(),
            verdict: Engine::new(Policy::default()).check(&Request::web(tool, subject)),
        };
        let page = web(Tool::Fetch, "https://xn--bcher-kva.de/a");
        assert_eq!(
            page.text(),
            "Read this page? It asks because no rule allows to fetch from `xn--bcher-kva.de` (`bücher.de`).\n| https://xn--bcher-kva.de/a\n\
             The same in its letters:\n| https://bücher.de/a\nThe model wants to know: who<U+000A>wrote it?"
        );
        let search = web(Tool::Search, "rust\u{202e}").text();
        assert!(search.starts_with("Send these words to a search engine? It asks because"), "{search}");
        assert!(search.contains("\n| rust<U+202E>\n"), "{search}");
        let questions = OpenQuestions::default();
        let state = questions.put(Asked::Web(page.clone())).unwrap().request_state.unwrap();
        let other = WebCall { arguments: rmcp::model::JsonObject::new(), ..page };
        assert_eq!(questions.take(&Asked::Web(other), Some(&state), &yes()), None, "another call");
    }
}
