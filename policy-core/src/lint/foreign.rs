//! Rules in the grammar of another tool: its names, regular expressions, paths from the root of the disk.
//!
//! Owns what tells them from rules that are meant as they are.

use alloc::format;

use super::finding::{Finding, Kind, Mend};
use super::samples::tool;
use crate::agents::{Agent, shell_of};
use crate::rules::{Content, List, Rule, in_other_case, is_tool, tick, tool_in_other_case};
use crate::script::Dialect;

/// Names of a shell in the permission rules of agents, besides those of their tools: Copilot CLI's `--allow-tool
/// 'shell(git:*)'`, Gemini CLI's `tools.allowed`.
const SHELLS: [(&str, Agent); 2] = [("shell", Agent::Copilot), ("ShellTool", Agent::Gemini)];

/// The agents in whose rules `x` means every command that begins with `x`.
const BY_PREFIX: [Agent; 2] = [Agent::Gemini, Agent::Qwen];

/// Directories at the root of a disk, which no project has: the Filesystem Hierarchy Standard 3.0, and macOS.
const ROOT_DIRECTORIES: [&str; 16] = [
    "Applications",
    "Library",
    "Users",
    "Volumes",
    "boot",
    "dev",
    "etc",
    "home",
    "mnt",
    "opt",
    "private",
    "proc",
    "root",
    "sys",
    "usr",
    "var",
];

/// Parts of regular expressions that no command line has outside of quotes.
const EXPRESSIONS: [&str; 6] = ["\\s", "\\b", "\\d", "\\w", "(?", ".+"];

/// The finding about a rule that was probably meant for another tool.
pub(super) fn finding(list: List, rule: &Rule) -> Option<Finding> {
    other_tool(list, rule).or_else(|| expression(list, rule)).or_else(|| settings_root(list, rule))
}

fn other_tool(list: List, rule: &Rule) -> Option<Finding> {
    let name = tool(rule).filter(|name| !is_tool(name))?;
    let behind = rule.text.get(name.len()..).unwrap_or_default();
    let (message, meant) = if let Some(known) = tool_in_other_case(name) {
        (in_other_case(name, known), [known, behind].concat())
    } else {
        let listed = SHELLS.iter().find(|(shell, _)| *shell == name);
        let listed = listed.map(|(_, agent)| (*agent, Dialect::Bash));
        let (agent, shell) = listed.or_else(|| shell_of(name))?;
        let is_prefix = BY_PREFIX.contains(&agent);
        let front = behind.strip_suffix(')').filter(|front| is_prefix && !front.ends_with('*'));
        let behind = front.map_or_else(|| behind.into(), |front| [front, ":*)"].concat());
        let message = format!("{} is a tool of another agent, so this rule is about no command", tick(name));
        (message, [shell.tool(), &behind].concat())
    };
    let help = format!("write {}", tick(&meant));
    let finding = Finding::of_rule(Kind::OtherTool, list, rule, message, help);
    Some(Finding { mend: Some(Mend::Replace(meant)), ..finding })
}

fn expression(list: List, rule: &Rule) -> Option<Finding> {
    let Content::Command(_) = &rule.content else { return None };
    let (_, content) = rule.text.split_once('(')?;
    let content = content.strip_suffix(')')?;
    let is_quoted = content.contains(['"', '\'']);
    let is_expression = content.starts_with('^')
        || !is_quoted
            && (content.ends_with('$')
                || EXPRESSIONS.iter().any(|it| content.contains(it))
                || has_alternatives(content));
    is_expression.then(|| {
        let message = "this looks like a regular expression, and a rule matches the text that it has".into();
        let help = "write the words of the command; `*` is the only wildcard, and `:*` at the end means anything after";
        Finding::of_rule(Kind::RegularExpression, list, rule, message, help)
    })
}

/// Whether words are joined by `|` in a group, without blanks: no shell reads that.
fn has_alternatives(content: &str) -> bool {
    content.match_indices('(').any(|(at, _)| {
        let group =
            content.get(at + 1..).and_then(|rest| rest.split_once(')')).map_or("", |(group, _)| group);
        group.contains('|') && !group.contains([' ', '$', ';', '&'])
    })
}

fn settings_root(list: List, rule: &Rule) -> Option<Finding> {
    let Content::Path(_) = &rule.content else { return None };
    let (name, content) = rule.text.split_once('(')?;
    let below = content.strip_prefix('/').filter(|rest| !rest.starts_with('/'))?;
    let first = below.strip_suffix(')').unwrap_or(below).split('/').next()?;
    ROOT_DIRECTORIES.contains(&first).then(|| {
        let meant = [name, "(/", content].concat();
        let message = format!(
            "`/{first}` is a folder beside the settings: a path from the root of the disk begins with `//`"
        );
        let finding =
            Finding::of_rule(Kind::SettingsRoot, list, rule, message, format!("write {}", tick(&meant)));
        Finding { mend: Some(Mend::Replace(meant)), ..finding }
    })
}
