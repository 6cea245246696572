//! Qwen Code: `settings.json`, `permissions` in the words of Claude Code. The strictest entry decides.
//!
//! Source: <https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings/>.

use std::ops::Range;

use policy_core::rules::List;

use crate::installation::json::Flaw;

use super::fields::{deep, root, text, texts};
use super::file::File;
use super::shape::{End, Shape, unsaid};
use super::statement::{About, Found, Statement};

/// The names of its tools, and those of Claude Code.
const TOOLS: [(&str, &str); 9] = [
    ("run_shell_command", "Bash"),
    ("ShellTool", "Bash"),
    ("Shell", "Bash"),
    ("edit", "Edit"),
    ("write_file", "Edit"),
    ("WriteFile", "Edit"),
    ("read_file", "Read"),
    ("ReadFile", "Read"),
    ("web_fetch", "WebFetch"),
];

/// The lists of settings before `permissions`, in which a command is the beginning of a text.
const LEGACY: [(&[&str], List); 4] = [
    (&["tools", "allowed"], List::Allow),
    (&["tools", "exclude"], List::Deny),
    (&["allowedTools"], List::Allow),
    (&["excludeTools"], List::Deny),
];

/// What the file says.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let Some(root) = root(&file.text)? else { return Ok(found) };
    for list in List::ALL {
        for (entry, at) in texts(&root, &["permissions", list.name()])? {
            found.statements.push(native(&entry, list, at));
        }
    }
    for (keys, list) in LEGACY {
        for (entry, at) in texts(&root, keys)? {
            found.statements.push(legacy(&entry, list, at));
        }
    }
    if let Some(mode) = deep(&root, &["tools", "approvalMode"])? {
        found.notes.push(format!("the approval mode `{}` is not imported", text(mode)?));
    }
    Ok(found)
}

/// The tool and what is in its parentheses.
pub(super) fn parts(entry: &str) -> Option<(&str, Option<&str>)> {
    match entry.trim().split_once('(') {
        Some((tool, rest)) => Some((tool.trim(), Some(rest.strip_suffix(')')?))),
        None => Some((entry.trim(), None)),
    }
}

fn own_name(tool: &str) -> &str {
    TOOLS.iter().find(|(its, _)| *its == tool).map_or(tool, |(_, own)| own)
}

/// An entry in the words of Claude Code.
fn native(entry: &str, list: List, at: Range<usize>) -> Statement {
    let Some((tool, content)) = parts(entry) else {
        return Statement::new(at, list, About::Unsaid(unsaid("an entry without its parenthesis", None)));
    };
    let own = own_name(tool);
    let content = content.map(str::trim).filter(|content| !content.is_empty() && *content != "*");
    match (own, content) {
        ("Bash", None) => Statement::commands(at, list, Shape::glob("*", true).map(|shape| vec![shape])),
        (_, None) if list == List::Allow => {
            Statement::nothing(at, list, format!("it allows the tool `{tool}`, not what commands do"))
        }
        (_, None) => Statement::new(at, list, About::Rules(vec![own.to_owned()])),
        (_, Some(content)) => Statement::new(at, list, About::Rules(vec![format!("{own}({content})")])),
    }
}

/// An entry of an older version: a tool, or a shell tool with the beginning of a command.
fn legacy(entry: &str, list: List, at: Range<usize>) -> Statement {
    match parts(entry) {
        Some((tool, Some(content))) if own_name(tool) == "Bash" => {
            let end = if list == List::Allow { End::Words } else { End::Anything };
            Statement::commands(at, list, Shape::text(content, end).map(|shape| vec![shape]))
        }
        _ => native(entry, list, at),
    }
}
