//! Cursor: `permissions.json` of the editor, and `cli-config.json` and `cli.json` of the command line. A deny outweighs.
//!
//! Source: <https://cursor.com/docs/cli/reference/permissions>.

use std::ops::Range;

use policy_core::rules::List;

use crate::installation::json::Flaw;

use super::fields::{deep, field, root, text, texts};
use super::file::File;
use super::path::{self, Wildcard};
use super::qwen::parts;
use super::shape::{End, Shape, Unsaid, unsaid};
use super::statement::{About, Found, Statement};

/// What the file says.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let Some(root) = root(&file.text)? else { return Ok(found) };
    for (entry, at) in texts(&root, &["terminalAllowlist"])? {
        found.statements.push(Statement::commands(at, List::Allow, beginning(&entry)));
    }
    for (_, at) in texts(&root, &["mcpAllowlist"])? {
        found.statements.push(Statement::nothing(
            at,
            List::Allow,
            "it is about a tool of a server, not a command",
        ));
    }
    if let Some(rules) = field(&root, "autoRun")? {
        let why = "a model reads it; nothing else can follow it";
        found.statements.push(Statement::nothing(rules.at.clone(), List::Ask, why));
    }
    for list in [List::Deny, List::Allow] {
        for (entry, at) in texts(&root, &["permissions", list.name()])? {
            found.statements.push(entry_of(&entry, list, at));
        }
    }
    if let Some(mode) = deep(&root, &["approvalMode"])? {
        found.notes.push(format!("the approval mode `{}` is not imported", text(mode)?));
    }
    Ok(found)
}

/// The commands that begin with these words.
fn beginning(entry: &str) -> Result<Vec<Shape>, Unsaid> {
    if entry.contains('*') {
        return Shape::glob(entry, false).map(|shape| vec![shape]);
    }
    Shape::text(entry, End::Words).map(|shape| vec![shape])
}

/// `Shell(…)`, `Read(…)`, `Write(…)` of the command line.
fn entry_of(entry: &str, list: List, at: Range<usize>) -> Statement {
    let Some((tool, content)) = parts(entry) else {
        return Statement::new(at, list, About::Unsaid(unsaid("an entry without its parenthesis", None)));
    };
    let content = content.unwrap_or("*").trim();
    match tool {
        "Shell" => Statement::commands(at, list, shell(content)),
        "Read" | "Write" if list == List::Allow => {
            Statement::nothing(at, list, "it allows a tool of Cursor, not what commands do")
        }
        "Read" => path::statement(at, list, "Read", content, Wildcard::Name),
        "Write" => path::statement(at, list, "Edit", content, Wildcard::Name),
        "WebFetch" if list == List::Deny => {
            let rule =
                if content == "*" { "WebFetch".to_owned() } else { format!("WebFetch(domain:{content})") };
            Statement::new(at, list, About::Rules(vec![rule]))
        }
        _ => Statement::nothing(at, list, format!("`{tool}` is about no command")),
    }
}

/// A command by its name, or by its name and its arguments after a colon.
fn shell(content: &str) -> Result<Vec<Shape>, Unsaid> {
    let shape = match content.split_once(':') {
        _ if content.chars().all(|it| it == '*') => Shape::glob("*", false),
        Some((name, "*" | "**")) => Shape::text(name, End::Words),
        Some((name, arguments)) => Shape::glob(&format!("{name} {arguments}"), false),
        None if content.contains('*') => Shape::glob(content, false),
        None => Shape::text(content, End::Words),
    };
    shape.map(|shape| vec![shape])
}
