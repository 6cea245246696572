//! Copilot CLI: `config.json`, `permissions-config.json`, and a text with its options `--allow-tool` and `--deny-tool`. A
//! deny outweighs.
//!
//! Source: <https://docs.github.com/en/copilot/how-tos/use-copilot-agents/use-copilot-cli>. `shell(git:*)` is every command
//! that begins with `git`; `shell(git push)` denies each with this subcommand.

use std::ops::Range;

use policy_core::rules::List;

use crate::installation::json::{Flaw, Kind, Node};

use super::fields::{properties, root, text, texts};
use super::file::File;
use super::path::{self, Wildcard};
use super::qwen::parts;
use super::shape::{End, Shape, Unsaid, unsaid};
use super::statement::{About, Found, Statement};

/// The keys of lists of tools, as options and in files.
const TOOLS: [(&str, List); 4] = [
    ("allowedTools", List::Allow),
    ("allowTools", List::Allow),
    ("deniedTools", List::Deny),
    ("denyTools", List::Deny),
];

/// What the file says.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    let start = file.text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let is_json = file.has_extension("json") || start.starts_with(['{', '[']) || start.is_empty();
    if is_json { of_document(&file.text) } else { of_options(&file.text) }
}

fn of_document(document: &str) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let Some(root) = root(document)? else { return Ok(found) };
    for (key, list) in TOOLS {
        for (entry, at) in texts(&root, &[key])? {
            found.statements.push(of_tool(&entry, list, at));
        }
    }
    for (url, at) in texts(&root, &["deniedUrls"])? {
        found.statements.push(Statement::new(at, List::Deny, of_url(&url)));
    }
    for (_, at) in texts(&root, &["allowedUrls"])? {
        found.statements.push(Statement::nothing(at, List::Allow, NO_URL));
    }
    if let Some((_, locations)) = root.property("locations")? {
        for location in properties(&locations.value)? {
            approvals(&location.value, &location.name, &mut found)?;
        }
    }
    Ok(found)
}

const NO_URL: &str =
    "it allows a tool to fetch, not a command; list the host in `sandbox.network.allowedDomains`";

/// What a person approved in one directory.
fn approvals(location: &Node, directory: &str, found: &mut Found) -> Result<(), Flaw> {
    let Some((_, list)) = location.property("tool_approvals")? else { return Ok(()) };
    for approval in list.value.items()? {
        let why = format!("it holds in `{directory}` only; import it as a file of that project");
        let is_object = matches!(approval.kind, Kind::Object(_));
        if !is_object {
            text(approval)?;
        }
        found.statements.push(Statement::nothing(approval.at.clone(), List::Allow, why));
    }
    Ok(())
}

/// One tool, such as `shell(git:*)`.
fn of_tool(entry: &str, list: List, at: Range<usize>) -> Statement {
    let Some((tool, content)) = parts(entry) else {
        return Statement::new(at, list, About::Unsaid(unsaid("an entry without its parenthesis", None)));
    };
    let content = content.map(str::trim).filter(|content| !content.is_empty() && *content != "*");
    match (tool, content) {
        ("shell" | "bash", content) => Statement::commands(at, list, commands(content, list)),
        ("write" | "read", _) if list == List::Allow => {
            Statement::nothing(at, list, "it allows a tool of Copilot CLI, not what commands do")
        }
        ("write", None) => Statement::new(at, list, About::Rules(vec!["Edit".to_owned()])),
        ("read", None) => Statement::new(at, list, About::Rules(vec!["Read".to_owned()])),
        ("write", Some(path)) => path::statement(at, list, "Edit", path, Wildcard::Name),
        ("read", Some(path)) => path::statement(at, list, "Read", path, Wildcard::Name),
        ("url", _) if list == List::Allow => Statement::nothing(at, list, NO_URL),
        ("url", url) => Statement::new(at, list, of_url(url.unwrap_or("*"))),
        _ => Statement::nothing(at, list, format!("`{tool}` is about no command")),
    }
}

fn commands(content: Option<&str>, list: List) -> Result<Vec<Shape>, Unsaid> {
    let Some(content) = content else { return Shape::glob("*", false).map(|shape| vec![shape]) };
    let shape = match content.strip_suffix(":*") {
        Some(beginning) => Shape::text(beginning, End::Words),
        None if content.contains('*') => Shape::glob(content, false),
        // As an allow it may be the whole command, as a deny it is a command with its subcommand.
        None if list == List::Allow => Shape::text(content, End::Nothing),
        None => Shape::text(content, End::Words),
    };
    shape.map(|shape| vec![shape])
}

fn of_url(url: &str) -> About {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    let is_host = host.chars().all(|it| it.is_ascii_alphanumeric() || ".-*".contains(it));
    let rule = match host {
        "" | "*" => "WebFetch".to_owned(),
        _ if is_host => format!("WebFetch(domain:{host})"),
        _ => "WebFetch".to_owned(),
    };
    About::Rules(vec![rule])
}

/// The options in a text of a shell, such as an alias or a script.
fn of_options(text: &str) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let words = words(text)?;
    let mut words = words.iter();
    while let Some((word, at)) = words.next() {
        let (option, value) = match word.split_once('=') {
            Some((option, value)) => (option, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let list = match option {
            "--allow-tool" | "--allow-url" => List::Allow,
            "--deny-tool" | "--deny-url" => List::Deny,
            "--allow-all-tools" | "--allow-all" | "--yolo" => {
                let shapes = Shape::glob("*", false).map(|shape| vec![shape]);
                found.statements.push(Statement::commands(at.clone(), List::Allow, shapes));
                continue;
            }
            _ => continue,
        };
        let (value, at) = match value {
            Some(value) => (value, at.clone()),
            None => match words.next() {
                Some((value, end)) => (value.clone(), at.start..end.end),
                None => return Err(Flaw::new(at.clone(), format!("`{option}` has no value"))),
            },
        };
        if option.ends_with("-url") {
            let about = if list == List::Allow { About::Nothing(NO_URL.to_owned()) } else { of_url(&value) };
            found.statements.push(Statement::new(at, list, about));
        } else {
            found.statements.push(of_tool(&value, list, at));
        }
    }
    if found.statements.is_empty() {
        return Err(Flaw::new(
            0..text.len().min(1),
            "this is neither JSON nor a text with `--allow-tool` or `--deny-tool`",
        ));
    }
    Ok(found)
}

/// The words of a text of a shell with their places: quotes, backslashes and comments, no expansion.
fn words(text: &str) -> Result<Vec<(String, Range<usize>)>, Flaw> {
    let mut words = Vec::new();
    let (mut word, mut start, mut quote) = (String::new(), None, None);
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (None, '#') if start.is_none() => {
                characters.by_ref().find(|(_, it)| *it == '\n');
            }
            (None, it) if it.is_whitespace() || it == ';' => {
                if let Some(start) = start.take() {
                    words.push((std::mem::take(&mut word), start..at));
                }
            }
            (None, '\'' | '"') => {
                quote = Some((character, at));
                start = start.or(Some(at));
            }
            (Some((open, _)), it) if it == open => quote = None,
            (None | Some(('"', _)), '\\') => {
                start = start.or(Some(at));
                word.extend(characters.next().map(|(_, it)| it).filter(|it| *it != '\n'));
            }
            _ => {
                start = start.or(Some(at));
                word.push(character);
            }
        }
    }
    if let Some((_, at)) = quote {
        return Err(Flaw::new(at..at + 1, "the quote that opens here is not closed"));
    }
    words.extend(start.map(|start| (word, start..text.len())));
    Ok(words)
}
