//! opencode: `opencode.json`, `permission` of version 1 and `permissions` of version 2. The last entry that matches decides.
//!
//! Source: <https://opencode.ai/docs/permissions>. `*` is any text, `?` one character; a blank and `*` at the end are
//! optional.

use std::ops::Range;

use policy_core::rules::List;

use crate::installation::json::{Flaw, Kind, Node};

use super::fields::{deep, field, flag, properties, root, text, wrong};
use super::file::File;
use super::path::{self, Wildcard};
use super::shape::Shape;
use super::statement::{Found, Statement};

/// The keys of its tools that are tools here, too.
const TOOLS: [(&str, &str); 4] =
    [("edit", "Edit"), ("read", "Read"), ("webfetch", "WebFetch"), ("websearch", "WebSearch")];

/// What the file says.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let Some(root) = root(&file.text)? else { return Ok(found) };
    if let Some(tools) = field(&root, "tools")? {
        switched_off(tools, &mut found)?;
    }
    if let Some(permission) = field(&root, "permission")? {
        permissions(permission, &mut found)?;
    }
    if let Some(rules) = field(&root, "permissions")? {
        for rule in rules.items()? {
            let get = |name| deep(rule, &[name])?.ok_or_else(|| missing(rule, name)).and_then(text);
            add(&mut found, get("action")?, get("resource")?, list(rule, get("effect")?)?, rule.at.clone());
        }
    }
    for agents in ["agent", "mode", "agents"] {
        of_agents(&root, agents, &mut found)?;
    }
    Ok(found)
}

fn missing(node: &Node, name: &str) -> Flaw {
    Flaw::new(node.at.clone(), format!("this rule has no `{name}`"))
}

fn list(node: &Node, word: &str) -> Result<List, Flaw> {
    let known = List::ALL.into_iter().find(|list| list.name() == word);
    known.ok_or_else(|| wrong_word(node, word))
}

fn wrong_word(node: &Node, word: &str) -> Flaw {
    Flaw::new(node.at.clone(), format!("`{word}` is none of `allow`, `ask`, `deny`"))
}

/// The tools that version 1.0 switched off with `false`.
fn switched_off(tools: &Node, found: &mut Found) -> Result<(), Flaw> {
    for tool in properties(tools)? {
        if !flag(&tool.value)? {
            add(found, &tool.name, "*", List::Deny, tool.at.clone());
        }
    }
    Ok(())
}

fn permissions(permission: &Node, found: &mut Found) -> Result<(), Flaw> {
    if let Kind::Object(_) = &permission.kind {
        for tool in properties(permission)? {
            if let Kind::Object(_) = &tool.value.kind {
                for pattern in properties(&tool.value)? {
                    let list = list(&pattern.value, text(&pattern.value)?)?;
                    add(found, &tool.name, &pattern.name, list, pattern.at.clone());
                }
            } else {
                let list = list(&tool.value, word(&tool.value)?)?;
                add(found, &tool.name, "*", list, tool.at.clone());
            }
        }
        return Ok(());
    }
    let list = list(permission, word(permission)?)?;
    add(found, "*", "*", list, permission.at.clone());
    Ok(())
}

fn word(node: &Node) -> Result<&str, Flaw> {
    text(node).map_err(|_| wrong(node, "`allow`, `ask`, `deny` or an object"))
}

/// Adds the entry of `tool` for `pattern`, which outweighs every entry before it.
fn add(found: &mut Found, tool: &str, pattern: &str, list: List, at: Range<usize>) {
    let mut statement = match tool {
        "bash" | "shell" | "*" => {
            Statement::commands(at, list, Shape::glob(pattern, true).map(|shape| vec![shape]))
        }
        _ => of_tool(tool, pattern, list, at),
    };
    statement.rank = i64::try_from(found.statements.len()).unwrap_or(i64::MAX);
    found.statements.push(statement);
}

fn of_tool(tool: &str, pattern: &str, list: List, at: Range<usize>) -> Statement {
    let own = TOOLS.iter().find(|(key, _)| *key == tool).map(|(_, own)| *own);
    match own {
        None => Statement::nothing(at, list, format!("`{tool}` is about no command")),
        Some(_) if list == List::Allow => {
            Statement::nothing(at, list, format!("`{tool}` allows a tool of opencode, not what commands do"))
        }
        Some(own @ ("Edit" | "Read")) => path::statement(at, list, own, pattern, Wildcard::Text),
        Some(own) => Statement::rule(at, list, own.to_owned(), pattern != "*"),
    }
}

/// What is said for one agent only.
fn of_agents(root: &Node, key: &str, found: &mut Found) -> Result<(), Flaw> {
    let Some(agents) = field(root, key)? else { return Ok(()) };
    let Kind::Object(_) = &agents.kind else { return Ok(()) };
    for agent in properties(agents)? {
        for key in ["permission", "permissions", "tools"] {
            let Some((_, own)) = agent.value.property(key)? else { continue };
            let why =
                format!("it holds for the agent `{}` only; a settings file knows no agents", agent.name);
            let mut statement = Statement::nothing(own.at.clone(), List::Ask, why);
            statement.rank = i64::try_from(found.statements.len()).unwrap_or(i64::MAX);
            found.statements.push(statement);
        }
    }
    Ok(())
}
