//! Continue: `permissions.yaml` of its command line, the lists `allow`, `ask` and `exclude`. The strictest entry decides.
//!
//! Source: <https://docs.continue.dev/cli/tool-permissions>. `*` is any text, `?` one character, both in the name of the tool
//! and in its parentheses. Continue ignores a file with another key, or with an entry whose parentheses it cannot read.

use std::ops::Range;

use policy_core::rules::List;
use regex::Regex;

use crate::installation::json::{Flaw, Kind, Node};

use super::fields::{properties, text};
use super::file::File;
use super::path::{self, Wildcard};
use super::shape::Shape;
use super::statement::{About, Found, Statement};
use super::yaml;

/// Its lists.
const LISTS: [(&str, List); 3] = [("allow", List::Allow), ("ask", List::Ask), ("exclude", List::Deny)];

/// Its tools, and those here that do the same; none for one that no rule here names.
const TOOLS: [(&str, Option<&str>); 9] = [
    ("Bash", Some("Bash")),
    ("Read", Some("Read")),
    ("Write", Some("Edit")),
    ("Edit", Some("Edit")),
    ("MultiEdit", Some("Edit")),
    ("Fetch", Some("WebFetch")),
    ("List", None),
    ("Search", None),
    ("Diff", None),
];

/// What the file says.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let Some(root) = yaml::parse(&file.text)? else { return Ok(found) };
    for property in properties(&root)? {
        let Some((_, list)) = LISTS.iter().find(|(name, _)| *name == property.name) else {
            let message = format!(
                "`{}` is none of `allow`, `ask`, `exclude`; Continue ignores this file",
                property.name
            );
            return Err(Flaw::new(property.at.clone(), message));
        };
        if let Kind::Other(serde_json::Value::Null) = property.value.kind {
            continue;
        }
        for entry in property.value.items()? {
            found.statements.extend(statements(entry, *list)?);
        }
    }
    Ok(found)
}

/// What one entry says: about each tool whose name it matches.
fn statements(entry: &Node, list: List) -> Result<Vec<Statement>, Flaw> {
    let (name, content) = parts(text(entry)?).ok_or_else(|| {
        Flaw::new(
            entry.at.clone(),
            "this entry has parentheses in its parentheses; Continue ignores this file",
        )
    })?;
    let tools: Vec<_> = TOOLS.iter().filter(|(tool, _)| is_match(name, tool)).collect();
    if tools.is_empty() {
        return Ok(vec![Statement::nothing(entry.at.clone(), list, format!("`{name}` is about no command"))]);
    }
    let mut all: Vec<Statement> = Vec::new();
    for (_, own) in tools {
        let statement = statement(*own, name, content, list, entry.at.clone());
        let is_there = |about: &About| matches!((about, &statement.about), (About::Rules(its), About::Rules(own)) if its == own);
        if !all.iter().any(|it| is_there(&it.about)) {
            all.push(statement);
        }
    }
    // What an entry says about commands is its outcome; that it names other tools besides is no loss.
    if all.len() > 1 {
        all.retain(|it| !matches!(it.about, About::Nothing(_)));
    }
    Ok(all)
}

fn statement(
    own: Option<&str>,
    name: &str,
    content: Option<&str>,
    list: List,
    at: Range<usize>,
) -> Statement {
    match (own, content) {
        (Some("Bash"), _) => {
            let shape = Shape::glob(content.unwrap_or("*"), false);
            Statement::commands(at, list, shape.map(|shape| vec![shape]))
        }
        (None, _) => Statement::nothing(at, list, format!("`{name}` is about no command")),
        (Some(_), _) if list == List::Allow => {
            Statement::nothing(at, list, format!("`{name}` allows a tool of Continue, not what commands do"))
        }
        (Some(own @ ("Read" | "Edit")), Some(path)) => path::statement(at, list, own, path, Wildcard::Text),
        (Some(own), _) => Statement::rule(at, list, own.to_owned(), content.is_some()),
    }
}

/// The pattern of the tool's name and what is in the parentheses; none for an entry that Continue cannot read.
fn parts(entry: &str) -> Option<(&str, Option<&str>)> {
    let Some((name, rest)) = entry.split_once('(') else { return Some((entry.trim(), None)) };
    let content = rest.strip_suffix(')').filter(|content| !content.contains(')'))?;
    let content = content.trim();
    (!name.is_empty())
        .then_some((name.trim(), Some(content).filter(|content| !content.is_empty() && *content != "*")))
}

/// Whether `pattern` is the whole of `name`.
fn is_match(pattern: &str, name: &str) -> bool {
    let expression = regex::escape(pattern).replace(r"\*", ".*").replace(r"\?", ".");
    Regex::new(&format!("^(?s:{expression})$")).is_ok_and(|expression| expression.is_match(name))
}
