//! The settings about the web tools: `web`.
//!
//! Owns its keys. Only the user says who is asked and what is sent: of these keys a project may only switch off
//! `preapproved` and `trustProxy`.

use alloc::string::String;
use alloc::vec::Vec;

use jsonc_parser::ast::Value;

use super::classifier_settings::LoopbackUrl;
use super::reader::{Effect, SettingsReader, enumerate, literal, span};
use super::web_settings::{SearchEngineName, SearchSettings, Summariser};
use crate::nearest::nearest;
use crate::rules::tick;

pub(super) const WEB: &str = "web";

/// The keys of `web`.
pub(super) const KEYS: &[&str] = &["preapproved", "search", "summarise", "trustProxy", "userAgent"];

/// The object in it.
pub(super) const SEARCH: &str = "search";

/// The keys of `web.search`.
pub(super) const SEARCH_KEYS: &[&str] = &["engine", "url"];

/// Most characters of a `User-Agent`.
const USER_AGENT_CHARACTERS_MAX: usize = 200;

impl SettingsReader<'_> {
    /// `web`: what cannot be read is taken for the stricter value.
    pub(super) fn web(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of(WEB, values, Effect::Tightens);
        if objects.len() < values.len() {
            self.said.preapproved = Some(false);
        }
        for setting in self.settings(&objects) {
            let Some(setting) = self.counting(WEB, setting) else { continue };
            let values = setting.values();
            match &*setting.name {
                "preapproved" => self.said.preapproved = self.flag("preapproved", &values, false),
                SEARCH => self.search(&values),
                "summarise" => self.said.web.summarise = self.summariser(&values),
                "trustProxy" => self.said.web.trust_proxy = self.flag("trustProxy", &values, false),
                "userAgent" => self.said.web.user_agent = self.user_agent(&values),
                _ => self.other(&setting, "`web`", KEYS, &[]),
            }
        }
    }

    fn search(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of(SEARCH, values, Effect::Loosens);
        let mut said = SearchSettings::default();
        for setting in self.settings(&objects) {
            let values = setting.values();
            match &*setting.name {
                "engine" => said.engine = self.search_engine(&values),
                "url" => said.url = self.text_of("url", &values).map(|text| text.value.into_owned()),
                _ => self.other(&setting, "`web.search`", SEARCH_KEYS, &[]),
            }
        }
        self.said.web.search = (said != SearchSettings::default()).then_some(said);
    }

    fn search_engine(&mut self, values: &[&Value<'_>]) -> Option<SearchEngineName> {
        let text = self.text_of("engine", values)?;
        let engine = SearchEngineName::of_name(&text.value);
        if engine.is_none() {
            let names = SearchEngineName::ALL.map(SearchEngineName::name);
            let help = match nearest(&text.value, names) {
                Some(name) => alloc::format!("did you mean {}?", tick(name)),
                None => alloc::format!("the engines are {}", enumerate(&names)),
            };
            let shown = tick(&text.value);
            let message = alloc::format!("there is no search engine {shown}, so it does not count");
            self.warn(text.span, message, help);
        }
        engine
    }

    /// A list of words is a program, and a text is the address of a server. An empty list is none.
    fn summariser(&mut self, values: &[&Value<'_>]) -> Option<Summariser> {
        // Twice is in doubt.
        let [value] = values else { return None };
        let wanted = "a program as a list of strings, or an address such as `http://127.0.0.1:8080/summary`";
        match value {
            Value::Array(list) => {
                let words = list.elements.iter().map(|word| Some(literal(word)?.value.into_owned()));
                match words.collect::<Option<Vec<_>>>() {
                    Some(words) if words.is_empty() => None,
                    Some(words) if words.first().is_some_and(|program| !program.is_empty()) => {
                        Some(Summariser::Command(words))
                    }
                    // A word that cannot be read changes what is started.
                    Some(_) | None => {
                        self.wrong_type("summarise", wanted, value);
                        None
                    }
                }
            }
            Value::StringLit(text) => {
                let url = LoopbackUrl::parse(&text.value);
                if url.is_none() {
                    let shown = tick(&text.value);
                    let message = alloc::format!(
                        "{shown} is no address on the loopback interface, so there is no summary"
                    );
                    let help = String::from("write an address such as `http://127.0.0.1:8080/summary`");
                    self.warn(span(value), message, help);
                }
                url.map(Summariser::Url)
            }
            _ => {
                self.wrong_type("summarise", wanted, value);
                None
            }
        }
    }

    fn user_agent(&mut self, values: &[&Value<'_>]) -> Option<String> {
        let text = self.text_of("userAgent", values)?;
        let is_plain = text.value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        if text.value.trim().is_empty() || text.value.len() > USER_AGENT_CHARACTERS_MAX || !is_plain {
            let message = String::from("this `userAgent` cannot be sent, so the usual one is");
            let help = alloc::format!("write 1 to {USER_AGENT_CHARACTERS_MAX} characters of ASCII");
            self.warn(text.span, message, help);
            return None;
        }
        Some(text.value.into_owned())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::super::web_settings::WebSettings;
    use super::{SearchEngineName, SearchSettings, Summariser};
    use crate::policy::{Authority, LoopbackUrl};
    use crate::{Policy, Source};

    fn source(web: &str, authority: Authority) -> Source {
        Source {
            name: String::from(authority.name()),
            text: format!(r#"{{"web":{web}}}"#),
            authority,
            ..Source::default()
        }
    }

    /// The settings of the user, and how many warnings there are.
    fn read(web: &str) -> (WebSettings, usize) {
        let policy = Policy::from_sources(&[source(web, Authority::User)]).unwrap();
        (policy.web, policy.warnings.len())
    }

    #[test]
    fn the_user_says_who_searches_and_summarises_and_under_which_name() {
        let (web, warnings) = read(
            r#"{"search":{"engine":"searxng","url":"http://localhost:8888"},"trustProxy":true,
                "userAgent":"Example/1.0 (+https://example.org)","summarise":["/x/summary","-q"]}"#,
        );
        assert_eq!(warnings, 0);
        assert_eq!(
            web.search,
            SearchSettings {
                engine: Some(SearchEngineName::SearXng),
                url: Some("http://localhost:8888".into())
            }
        );
        assert_eq!(
            (web.trust_proxy, web.user_agent.as_deref()),
            (true, Some("Example/1.0 (+https://example.org)"))
        );
        assert_eq!(web.summarise, Some(Summariser::Command(["/x/summary", "-q"].map(String::from).into())));
        let url = LoopbackUrl { host: "127.0.0.1".into(), port: 8080, path: "/s".into() };
        let summarise = read(r#"{"summarise":"http://127.0.0.1:8080/s"}"#).0.summarise;
        assert_eq!(summarise, Some(Summariser::Url(url)));
        for engine in SearchEngineName::ALL {
            let said = read(&format!(r#"{{"search":{{"engine":"{}"}}}}"#, engine.name())).0;
            assert_eq!(said.search.engine, Some(engine));
        }
    }

    #[test]
    fn what_cannot_be_read_changes_nothing_and_gets_a_warning() {
        for web in [
            r#"{"search":"brave"}"#,
            r#"{"search":{"engine":"altavista"}}"#,
            r#"{"search":{"engine":1}}"#,
            r#"{"search":{"url":1}}"#,
            r#"{"search":{"URL":"http://localhost"}}"#,
            r#"{"trustProxy":"yes"}"#,
            r#"{"userAgent":""}"#,
            r#"{"userAgent":"a\nb"}"#,
            r#"{"userAgent":"ü"}"#,
            r#"{"userAgent":1}"#,
            r#"{"summarise":"https://example.org"}"#,
            r#"{"summarise":"/x/summary"}"#,
            r#"{"summarise":["x",1]}"#,
            r#"{"summarise":[""]}"#,
            r#"{"summarise":{}}"#,
            r#"{"summarize":["x"]}"#,
        ] {
            assert_eq!(read(web), (WebSettings::default(), 1), "{web}");
        }
        assert_eq!(read(r#"{"summarise":[],"search":{}}"#), (WebSettings::default(), 0));
    }

    #[test]
    fn a_project_takes_trust_from_the_proxy_and_gives_none() {
        for (user, project, expected) in [
            ("true", "false", (true, false, 0)),
            ("true", "true", (true, true, 1)),
            ("false", "true", (true, false, 1)),
        ] {
            let sources = [(user, Authority::User), (project, Authority::Project)];
            let sources = sources.map(|(flag, authority)| {
                source(&format!(r#"{{"trustProxy":{flag},"preapproved":true}}"#), authority)
            });
            let policy = Policy::from_sources(&sources).unwrap();
            let warned = policy.warnings.iter().filter(|it| it.message.contains("trustProxy"));
            let (preapproved, trusted, warnings) = expected;
            let said = (policy.preapproved, policy.web.trust_proxy, warned.collect::<Vec<_>>().len());
            assert_eq!(said, (preapproved, trusted, warnings), "{user} {project}");
        }
    }
}
