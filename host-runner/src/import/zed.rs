//! Zed: `settings.json`, `agent.tool_permissions`: regular expressions over a command. A deny outweighs a question, and
//! both outweigh an allow; a default answers the rest.
//!
//! Source: <https://zed.dev/docs/ai/tool-permissions>.

use policy_core::rules::List;

use crate::installation::json::{Flaw, Node};

use super::fields::{deep, field, flag, properties, root, text};
use super::file::File;
use super::regex::{self, Reading};
use super::shape::Shape;
use super::statement::{Found, Statement};

/// The lists of a tool, and how they outweigh each other.
const LISTS: [(&str, List, i64); 3] =
    [("always_deny", List::Deny, 3), ("always_confirm", List::Ask, 2), ("always_allow", List::Allow, 1)];

/// What the file says.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let Some(root) = root(&file.text)? else { return Ok(found) };
    let Some(agent) = field(&root, "agent")? else { return Ok(found) };
    if let Some((_, old)) = agent.property("always_allow_tool_actions")?
        && flag(&old.value)?
    {
        found.statements.push(about_all(old.at.clone(), List::Allow));
    }
    let Some(permissions) = field(agent, "tool_permissions")? else { return Ok(found) };
    let terminal = deep(permissions, &["tools", "terminal"])?;
    if let Some(terminal) = terminal {
        for (key, list, rank) in LISTS {
            let Some(entries) = field(terminal, key)? else { continue };
            for entry in entries.items()? {
                found.statements.push(Statement { rank, ..statement(entry, list)? });
            }
        }
    }
    let own = terminal.map(|terminal| field(terminal, "default")).transpose()?.flatten();
    if let Some(default) = own.map_or_else(|| field(permissions, "default"), |own| Ok(Some(own)))? {
        found.statements.push(about_all(default.at.clone(), answer(default)?));
    }
    if let Some(tools) = field(permissions, "tools")? {
        for tool in properties(tools)?.iter().filter(|tool| tool.name != "terminal") {
            let why = format!("`{}` is about no command", tool.name);
            found.statements.push(Statement::nothing(tool.at.clone(), List::Ask, why));
        }
    }
    Ok(found)
}

fn about_all(at: std::ops::Range<usize>, list: List) -> Statement {
    Statement::commands(at, list, Shape::glob("*", false).map(|shape| vec![shape]))
}

fn answer(node: &Node) -> Result<List, Flaw> {
    match text(node)? {
        "allow" => Ok(List::Allow),
        "confirm" => Ok(List::Ask),
        "deny" => Ok(List::Deny),
        other => Err(Flaw::new(node.at.clone(), format!("`{other}` is none of `allow`, `confirm`, `deny`"))),
    }
}

fn statement(entry: &Node, list: List) -> Result<Statement, Flaw> {
    let Some(pattern) = field(entry, "pattern")? else {
        return Err(Flaw::new(entry.at.clone(), "this entry has no `pattern`"));
    };
    let is_case_sensitive = field(entry, "case_sensitive")?.map(flag).transpose()?.unwrap_or(false);
    let ignores_case = list != List::Allow && !is_case_sensitive;
    let shapes = regex::shapes(text(pattern)?, Reading { is_anchored: false, ignores_case });
    Ok(Statement::commands(entry.at.clone(), list, shapes))
}
