//! Commands that show what a rule does: from its text, and from the tables.

use alloc::string::String;
use alloc::vec::Vec;

use crate::history::{Asked, Call, commands_of, table_commands};
use crate::rules::{Content, Rule, ToolName};
use crate::script::Dialect;

/// Most commands of a table that are tried for one rule.
const TABLE_MAX: usize = 40;

/// The name of the tool whose commands a rule is about; none for a rule about several.
pub(super) fn tool(rule: &Rule) -> Option<&str> {
    match &rule.tool {
        ToolName::Exactly(name) => Some(name),
        ToolName::Server(_) | ToolName::Matching(_) => None,
    }
}

/// The shell that reads the commands of a rule; none if the rule is about no commands, or about a tool that is no shell.
pub(super) fn shell(rule: &Rule) -> Option<Dialect> {
    let is_command = matches!(rule.content, Content::Command(_));
    let shells = [Dialect::Bash, Dialect::PowerShell];
    shells.into_iter().find(|shell| is_command && tool(rule) == Some(shell.tool()))
}

/// Commands made from the text of the rule, the whole of it first, asked in `cwd`.
pub(super) fn own(rule: &Rule, cwd: Option<&str>, home: Option<&str>) -> Vec<Asked> {
    let about_path = matches!(rule.content, Content::Path(_));
    let name = tool(rule).filter(|_| !about_path);
    let mut commands = commands_of(rule, name.unwrap_or(Dialect::Bash.tool()));
    // An allow rule approves its own text, wildcards and all.
    commands.extend(rule.own_texts().map(String::from).filter(|text| text.contains('*')));
    commands.reverse();
    asked(&commands, name, cwd, home)
}

/// Commands of the tables that begin as the rule does, those first for which their table does not vouch.
pub(super) fn of_table(rule: &Rule, cwd: Option<&str>, home: Option<&str>) -> Vec<Asked> {
    let mut commands = table_commands(&rule.text);
    commands.truncate(TABLE_MAX);
    asked(&commands, tool(rule), cwd, home)
}

/// One request for each of the commands, in their order.
fn asked(commands: &[String], tool: Option<&str>, cwd: Option<&str>, home: Option<&str>) -> Vec<Asked> {
    let one = |command: &String| Asked::of(&Call { tool, command, cwd, ..Call::default() }, home);
    commands.iter().map(one).collect()
}
