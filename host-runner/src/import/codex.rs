//! Codex CLI: `*.rules`, prefixes of arguments in Starlark, and `config.toml`. The strictest rule decides.
//!
//! Source: <https://developers.openai.com/codex/exec-policy>, and `codex execpolicy check`.

use std::ops::Range;

use policy_core::rules::{List, Rule, Rules, SourceLocation, Words, parse};
use policy_core::{Mode, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::installation::json::Flaw;

use super::file::File;
use super::shape::{End, Shape, unsaid};
use super::starlark::{Argument, Call, Kind, Value, calls};
use super::statement::{About, Found, Statement};

/// Most rules that the alternatives of one pattern become.
const RULES_MAX: usize = 1000;

/// What a file says: `config.toml` by its extension, else rules.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    if file.has_extension("toml") { configuration(&file.text) } else { rules(&file.text) }
}

fn rules(text: &str) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let calls = calls(text)?;
    let mut places: Vec<(String, Vec<String>)> = Vec::new();
    for call in calls.iter().filter(|call| call.name == "host_executable") {
        places.push(host_executable(call)?);
    }
    for call in &calls {
        match call.name.as_str() {
            "prefix_rule" => {
                let rule = prefix_rule(call, &places)?;
                check_examples(call, &rule, &mut found)?;
                found.statements.push(rule);
            }
            "network_rule" => found.statements.push(network_rule(call)?),
            "host_executable" => {}
            name => {
                let end = call.at.start + name.len();
                return Err(Flaw::new(call.at.start..end, format!("`{name}` is no function of these rules")));
            }
        }
    }
    for (name, paths) in places {
        found.notes.push(format!("the rules about `{name}` also hold for {}", paths.join(", ")));
    }
    Ok(found)
}

/// The argument `name`, or the one at `index`.
fn argument<'c>(call: &'c Call, name: &str, index: usize) -> Option<&'c Value> {
    let own = |argument: &&Argument| argument.name.as_deref() == Some(name);
    let positional = call.arguments.get(index).filter(|argument| argument.name.is_none());
    call.arguments.iter().find(own).or(positional).map(|argument| &argument.value)
}

fn known(call: &Call, names: &[&str]) -> Result<(), Flaw> {
    for (index, argument) in call.arguments.iter().enumerate() {
        let is_known = argument.name.as_deref().map_or(index < names.len(), |name| names.contains(&name));
        if !is_known {
            let message = format!("`{}` has no such argument", call.name);
            return Err(Flaw::new(argument.at.clone(), message));
        }
    }
    Ok(())
}

fn needed<'c>(call: &'c Call, name: &str, index: usize) -> Result<&'c Value, Flaw> {
    let head = call.at.start..call.at.start + call.name.len();
    argument(call, name, index).ok_or_else(|| Flaw::new(head, format!("this call has no `{name}`")))
}

fn text(value: &Value) -> Result<&str, Flaw> {
    match &value.kind {
        Kind::Text(text) => Ok(text),
        _ => Err(Flaw::new(value.at.clone(), "a text is needed here")),
    }
}

fn items(value: &Value) -> Result<&[Value], Flaw> {
    match &value.kind {
        Kind::List(items) => Ok(items),
        _ => Err(Flaw::new(value.at.clone(), "a list is needed here")),
    }
}

/// The name of a program, and its absolute paths.
fn host_executable(call: &Call) -> Result<(String, Vec<String>), Flaw> {
    known(call, &["name", "paths"])?;
    let name = text(needed(call, "name", 0)?)?.to_owned();
    let paths = items(needed(call, "paths", 1)?)?;
    let paths = paths.iter().map(|path| text(path).map(str::to_owned)).collect::<Result<Vec<_>, _>>()?;
    Ok((name, paths))
}

fn decision(call: &Call) -> Result<List, Flaw> {
    let Some(value) = argument(call, "decision", 1) else { return Ok(List::Allow) };
    match text(value)? {
        "allow" => Ok(List::Allow),
        "prompt" => Ok(List::Ask),
        "forbidden" => Ok(List::Deny),
        other => {
            let message = format!("`{other}` is none of `allow`, `prompt`, `forbidden`");
            Err(Flaw::new(value.at.clone(), message))
        }
    }
}

fn prefix_rule(call: &Call, places: &[(String, Vec<String>)]) -> Result<Statement, Flaw> {
    known(call, &["pattern", "decision", "match", "not_match", "justification"])?;
    let list = decision(call)?;
    if let Some(why) = argument(call, "justification", 4) {
        text(why)?;
    }
    let pattern = needed(call, "pattern", 0)?;
    let mut prefixes: Vec<Vec<String>> = vec![Vec::new()];
    let tokens = items(pattern)?;
    if tokens.is_empty() {
        return Err(Flaw::new(pattern.at.clone(), "the pattern has no words"));
    }
    for (index, token) in tokens.iter().enumerate() {
        let mut alternatives = alternatives(token)?;
        if index == 0 {
            let paths = places.iter().filter(|(name, _)| alternatives.contains(name));
            let paths: Vec<_> = paths.flat_map(|(_, paths)| paths.clone()).collect();
            alternatives.extend(paths);
        }
        if prefixes.len().saturating_mul(alternatives.len()) > RULES_MAX {
            let first = prefixes.first().and_then(|prefix| prefix.first()).map(String::as_str);
            let about = About::Unsaid(unsaid(
                "a pattern with so many alternatives",
                first.filter(|_| prefixes.len() == 1),
            ));
            return Ok(Statement::new(call.at.clone(), list, about));
        }
        prefixes = prefixes
            .iter()
            .flat_map(|prefix| {
                alternatives.iter().map(|word| [prefix.as_slice(), std::slice::from_ref(word)].concat())
            })
            .collect();
    }
    let shapes = prefixes.iter().map(|words| Shape::words(words, End::Words)).collect();
    Ok(Statement::commands(call.at.clone(), list, shapes))
}

/// The words that a token of a pattern stands for.
fn alternatives(token: &Value) -> Result<Vec<String>, Flaw> {
    let words = match &token.kind {
        Kind::Text(word) => vec![word.clone()],
        Kind::List(words) if !words.is_empty() => {
            words.iter().map(|word| text(word).map(str::to_owned)).collect::<Result<_, _>>()?
        }
        Kind::List(_) => return Err(Flaw::new(token.at.clone(), "this list of alternatives is empty")),
        Kind::Other(_) => {
            return Err(Flaw::new(token.at.clone(), "a text or a list of texts is needed here"));
        }
    };
    if words.iter().any(String::is_empty) {
        return Err(Flaw::new(token.at.clone(), "an empty word cannot be imported"));
    }
    Ok(words)
}

fn network_rule(call: &Call) -> Result<Statement, Flaw> {
    known(call, &["host", "protocol", "decision", "justification"])?;
    let host = text(needed(call, "host", 0)?)?;
    let word = text(needed(call, "decision", 2)?)?;
    let at = call.at.clone();
    Ok(match word {
        "deny" | "forbidden" => {
            Statement::new(at, List::Deny, About::Rules(vec![format!("WebFetch(domain:{host})")]))
        }
        "prompt" | "ask" => {
            Statement::new(at, List::Ask, About::Rules(vec![format!("WebFetch(domain:{host})")]))
        }
        _ => Statement::nothing(
            at,
            List::Allow,
            "it allows a host; list it in `sandbox.network.allowedDomains`",
        ),
    })
}

/// The words of an example.
fn example(value: &Value) -> Result<Vec<String>, Flaw> {
    match &value.kind {
        Kind::Text(command) => {
            Ok(command.split_whitespace().map(|word| word.trim_matches(['\'', '"']).to_owned()).collect())
        }
        Kind::List(words) => words.iter().map(|word| text(word).map(str::to_owned)).collect(),
        Kind::Other(_) => Err(Flaw::new(value.at.clone(), "an example is a text or a list of texts")),
    }
}

/// Holds the examples of a rule against what it became.
fn check_examples(call: &Call, statement: &Statement, found: &mut Found) -> Result<(), Flaw> {
    let shapes = match &statement.about {
        About::Commands(shapes) => shapes.as_slice(),
        _ => &[],
    };
    let said: Vec<_> = shapes.iter().filter_map(|shape| shape.rules(statement.list).ok()).flatten().collect();
    let rules = Rules::new(said.iter().filter_map(|(list, rule)| Some((*list, readable(*list, rule)?))));
    for (key, index, expected) in [("match", 2, true), ("not_match", 3, false)] {
        let Some(examples) = argument(call, key, index) else { continue };
        for value in items(examples)? {
            let words = example(value)?;
            let argv: Vec<_> = words.iter().map(|word| Some(word.as_str())).collect();
            let source: Vec<_> = words.iter().map(String::as_str).collect();
            let of = Words { argv: &argv, source: &source };
            let is_matched = rules.matching(statement.list, "Bash", &of).is_some();
            if is_matched != expected {
                let what = if expected { "is not matched by" } else { "is matched by" };
                found
                    .notes
                    .push(format!("the example `{}` of `{key}` {what} the imported rules", words.join(" ")));
            }
        }
    }
    Ok(())
}

fn readable(list: List, rule: &str) -> Option<Rule> {
    let place = SourceLocation { file: "".into(), line: 1, column: 1, span: Span::default() };
    parse(rule, list, place, None).ok().map(|parsed| parsed.rule)
}

/// `config.toml`: who is asked, and in which sandbox commands run.
fn configuration(text: &str) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let blank = text.strip_prefix('\u{feff}').map(|rest| format!("   {rest}"));
    let document = DeTable::parse(blank.as_deref().unwrap_or(text))
        .map_err(|error| Flaw::new(error.span().unwrap_or(0..0), error.message().to_owned()))?;
    let document = document.get_ref();
    let word = |key: &str| -> Result<Option<(String, Range<usize>)>, Flaw> {
        let Some(value) = document.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::String(word) => Ok(Some((word.to_string(), value.span()))),
            DeValue::Table(_) => Ok(Some(("granular".to_owned(), value.span()))),
            _ => Err(Flaw::new(value.span(), format!("`{key}` is a text"))),
        }
    };
    let sandbox = word("sandbox_mode")?;
    let is_open = sandbox.as_ref().is_some_and(|(mode, _)| mode == "danger-full-access");
    if let Some((policy, at)) = word("approval_policy")? {
        let why = match policy.as_str() {
            "never" if !is_open => {
                found.unmatched = Some(List::Deny);
                format!("as the mode `{}`: nobody is asked", Mode::DontAsk.name())
            }
            "never" => "it runs everything".to_owned(),
            "untrusted" => "it is what Shellgate does without a mode".to_owned(),
            "on-request" | "on-failure" | "granular" => {
                "it runs commands in the sandbox of Codex without a question; `sandbox.autoAllowBashIfSandboxed` does that \
                 in `shellgate run`"
                    .to_owned()
            }
            other => return Err(Flaw::new(at, format!("`{other}` is no approval policy"))),
        };
        found.statements.push(Statement::nothing(at, List::Ask, why));
    }
    if let Some((mode, at)) = sandbox {
        if !["read-only", "workspace-write", "danger-full-access"].contains(&mode.as_str()) {
            return Err(Flaw::new(at, format!("`{mode}` is no sandbox mode")));
        }
        found.statements.push(Statement::nothing(
            at,
            List::Allow,
            "Shellgate's sandbox permits what the verdict needs",
        ));
    }
    if let Some(value) = document.get("sandbox_workspace_write") {
        workspace_write(value, &mut found)?;
    }
    Ok(found)
}

fn workspace_write(value: &Spanned<DeValue<'_>>, found: &mut Found) -> Result<(), Flaw> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(Flaw::new(value.span(), "`sandbox_workspace_write` is a table"));
    };
    for (key, value) in table {
        let why = match key.get_ref().as_ref() {
            "writable_roots" => "it permits writes; list the directories in `sandbox.filesystem.allowWrite`",
            "network_access" => "it permits the network; list the hosts in `sandbox.network.allowedDomains`",
            _ => "it changes the sandbox of Codex",
        };
        found.statements.push(Statement::nothing(value.span(), List::Allow, why));
    }
    Ok(())
}
