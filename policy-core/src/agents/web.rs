//! The web tools of the agents: where their input has the URLs and the query.
//!
//! Owns the forms of such an input. The names are in each agent's own file.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::json::Object;
use super::problem::Problem;
use crate::web::search::check_domains;
use crate::web::{Tool, urls_in};

/// A web tool of an agent.
#[derive(Debug)]
pub(super) struct WebTool {
    /// The agent's name of it.
    pub(super) name: &'static str,
    /// What it does.
    pub(super) tool: Tool,
    /// What its input has.
    pub(super) given: Given,
}

/// Where the input has what is judged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given {
    /// One URL, under `url`.
    Url,
    /// A list of URLs, under `urls`.
    Urls,
    /// A text for a model, under `prompt`, with URLs in it; or one URL, under `url`.
    Prompt,
    /// A query, under `query`.
    Query,
}

impl WebTool {
    /// A tool that fetches.
    pub(super) const fn fetch(name: &'static str, given: Given) -> Self {
        Self { name, tool: Tool::Fetch, given }
    }

    /// A tool that searches.
    pub(super) const fn search(name: &'static str) -> Self {
        Self { name, tool: Tool::Search, given: Given::Query }
    }

    /// The URLs or the query in `input`. The strictest decision counts.
    ///
    /// # Errors
    /// There is none, or it is of the wrong kind.
    pub(super) fn texts(&self, input: &Object) -> Result<Vec<String>, Problem> {
        let one = |key: &str| input.text(key)?.ok_or_else(|| missing(key)).map(|text| Vec::from([text]));
        match self.given {
            Given::Url => one("url"),
            Given::Query => {
                let count = |key: &str| input.get(key).map_or(0, |_| input.texts(key).len());
                check_domains(count("allowed_domains"), count("blocked_domains"))
                    .map_err(|conflict| Problem::new(format!("{conflict}")))?;
                one("query")
            }
            Given::Urls => {
                let urls = input.texts("urls");
                if urls.is_empty() { Err(missing("urls")) } else { bounded(urls) }
            }
            Given::Prompt => {
                let mut urls: Vec<String> = input.text("url")?.into_iter().collect();
                urls.extend(input.text("prompt")?.iter().flat_map(|prompt| urls_in(prompt)));
                if urls.is_empty() {
                    return Err(Problem::new(
                        "the call has no URL to judge, neither in `url` nor in `prompt`",
                    ));
                }
                // Gemini CLI fetches the file itself from the other host.
                if urls.iter().any(|url| url.contains("github.com") && url.contains("/blob/")) {
                    urls.push("https://raw.githubusercontent.com/".into());
                }
                bounded(urls)
            }
        }
    }
}

/// Most URLs that one call can have; Gemini CLI takes 20.
const URLS_MAX: usize = 20;

fn bounded(urls: Vec<String>) -> Result<Vec<String>, Problem> {
    if urls.len() > URLS_MAX {
        return Err(Problem::new(format!("the call has more than {URLS_MAX} URLs")));
    }
    Ok(urls)
}

fn missing(key: &str) -> Problem {
    Problem::new(format!("the call has no `{key}` to judge"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use alloc::borrow::ToOwned;

    use super::super::{Agent, HookAnswer, HookCall, Ruling, answer, read};
    use super::*;
    use crate::Decision;

    fn call(agent: Agent, tool: &str, input: &str) -> Result<HookCall, Problem> {
        let event = if agent == Agent::Gemini { "BeforeTool" } else { "PreToolUse" };
        let text = match agent {
            Agent::Opencode => format!(r#"{{"callID":"c","tool":"{tool}","args":{input}}}"#),
            Agent::Copilot => format!(r#"{{"sessionId":"s","toolName":"{tool}","toolArgs":{input}}}"#),
            _ => format!(
                r#"{{"hook_event_name":"{event}","tool_name":"{tool}","tool_input":{input},"cwd":"/r"}}"#
            ),
        };
        read(text.as_bytes(), Some(agent))
    }

    #[test]
    fn the_urls_and_the_query_of_every_web_tool_are_judged() {
        for (agent, tool, input, rules, expected) in [
            (
                Agent::ClaudeCode,
                "WebFetch",
                r#"{"url":"https://a.org/","prompt":"what is it"}"#,
                "WebFetch",
                &["https://a.org/"][..],
            ),
            (
                Agent::ClaudeCode,
                "WebSearch",
                r#"{"query":"rust","allowed_domains":["a.org"]}"#,
                "WebSearch",
                &["rust"],
            ),
            (
                Agent::Gemini,
                "web_fetch",
                r#"{"prompt":"compare https://a.org and https://b.org."}"#,
                "WebFetch",
                &["https://a.org", "https://b.org"],
            ),
            (Agent::Gemini, "web_fetch", r#"{"url":"https://a.org"}"#, "WebFetch", &["https://a.org"]),
            (Agent::Gemini, "google_web_search", r#"{"query":"rust"}"#, "WebSearch", &["rust"]),
            (
                Agent::Qwen,
                "web_fetch",
                r#"{"url":"https://a.org","prompt":"see https://b.org"}"#,
                "WebFetch",
                &["https://a.org"],
            ),
            (
                Agent::Opencode,
                "webfetch",
                r#"{"url":"https://a.org","format":"markdown"}"#,
                "WebFetch",
                &["https://a.org"],
            ),
            (Agent::Opencode, "websearch", r#"{"query":"rust"}"#, "WebSearch", &["rust"]),
            (Agent::Copilot, "web_fetch", r#"{"url":"https://a.org"}"#, "WebFetch", &["https://a.org"]),
            (
                Agent::VsCode,
                "fetch_webpage",
                r#"{"urls":["https://a.org","https://b.org"],"query":"x"}"#,
                "WebFetch",
                &["https://a.org", "https://b.org"],
            ),
        ] {
            let call = call(agent, tool, input).unwrap();
            assert_eq!((call.tool_in_rules, call.is_web, call.is_shell), (rules, true, false), "{tool}");
            assert_eq!(call.commands, expected, "{tool}");
            // Unlike a tool that only carries a command, it can be allowed; nothing in it is changed.
            let allowed =
                Ruling { rewritten: Some(call.commands.clone()), ..Ruling::new(Decision::Allow, "a rule") };
            assert_ne!(answer(&call, &allowed), HookAnswer::silent(), "{tool}");
            assert_eq!(
                answer(&call, &allowed),
                answer(&call, &Ruling::new(Decision::Allow, "a rule")),
                "{tool}"
            );
            assert!(answer(&call, &Ruling::new(Decision::Deny, "no")).stdout.contains("no"), "{tool}");
        }
    }

    #[test]
    fn a_web_tool_without_what_it_needs_is_a_problem() {
        for (agent, tool, inputs) in [
            (
                Agent::ClaudeCode,
                "WebFetch",
                &[
                    "{}",
                    r#"{"url":7}"#,
                    r#"{"url":["https://a.org"]}"#,
                    r#"{"prompt":"https://a.org"}"#,
                    "[]",
                ][..],
            ),
            (
                Agent::ClaudeCode,
                "WebSearch",
                &[
                    "{}",
                    r#"{"query":null}"#,
                    r#"{"query":"x","allowed_domains":["a"],"blocked_domains":["b"]}"#,
                ],
            ),
            (Agent::Gemini, "web_fetch", &["{}", r#"{"prompt":"no address"}"#, r#"{"prompt":7}"#]),
            (
                Agent::VsCode,
                "fetch_webpage",
                &["{}", r#"{"urls":[]}"#, r#"{"urls":"https://a.org"}"#, r#"{"urls":[7]}"#],
            ),
        ] {
            for input in inputs {
                assert!(call(agent, tool, input).is_err(), "{tool} {input}");
            }
        }
        let many =
            (0..=URLS_MAX).map(|number| format!("https://a{number}.org")).collect::<Vec<_>>().join(" ");
        assert!(call(Agent::Gemini, "web_fetch", &format!(r#"{{"prompt":"{many}"}}"#)).is_err());
    }

    #[test]
    fn a_page_of_github_that_gemini_fetches_raw_is_judged_under_both_hosts() {
        let read = call(Agent::Gemini, "web_fetch", r#"{"prompt":"https://github.com/a/b/blob/main/x.md"}"#)
            .unwrap();
        assert_eq!(
            read.commands,
            [
                "https://github.com/a/b/blob/main/x.md".to_owned(),
                "https://raw.githubusercontent.com/".to_owned()
            ]
        );
    }
}
