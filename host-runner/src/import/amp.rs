//! Amp: `settings.json`, `amp.permissions`. The first entry that matches decides.
//!
//! Source: <https://ampcode.com/manual>. `cmd` is a text in which `*` is any text, or a regular expression between slashes.

use policy_core::rules::List;

use crate::installation::json::{Flaw, Kind, Node};

use super::fields::{field, flag, properties, root, text, texts};
use super::file::File;
use super::regex::{self, Reading};
use super::shape::{End, Shape, Unsaid};
use super::statement::{Found, Statement};

/// The rank of the list of commands that outweighs the entries.
const RANK_OF_LIST: i64 = 1 << 20;

/// What the file says.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let Some(root) = root(&file.text)? else { return Ok(found) };
    for (command, at) in texts(&root, &["amp.commands.allowlist"])? {
        let shapes = if command.contains('*') {
            Shape::glob(&command, false)
        } else {
            Shape::text(&command, End::Words)
        };
        let statement = Statement::commands(at, List::Allow, shapes.map(|shape| vec![shape]));
        found.statements.push(Statement { rank: RANK_OF_LIST, ..statement });
    }
    if let Some(entries) = field(&root, "amp.permissions")? {
        for (index, entry) in entries.items()?.iter().enumerate() {
            let rank = -i64::try_from(index).unwrap_or(RANK_OF_LIST);
            found.statements.push(Statement { rank, ..statement(entry)? });
        }
    }
    if let Some((_, all)) = root.property("amp.dangerouslyAllowAll")?
        && flag(&all.value)?
    {
        let shapes = Shape::glob("*", false).map(|shape| vec![shape]);
        let statement = Statement::commands(all.at.clone(), List::Allow, shapes);
        found.statements.push(Statement { rank: 2 * RANK_OF_LIST, ..statement });
    }
    Ok(found)
}

fn needed<'n>(entry: &'n Node, name: &str) -> Result<&'n Node, Flaw> {
    field(entry, name)?.ok_or_else(|| Flaw::new(entry.at.clone(), format!("this entry has no `{name}`")))
}

fn statement(entry: &Node) -> Result<Statement, Flaw> {
    let action = needed(entry, "action")?;
    let (list, loss) = match text(action)? {
        "allow" => (List::Allow, None),
        "ask" => (List::Ask, None),
        "reject" | "deny" => (List::Deny, None),
        "delegate" => (List::Ask, Some("another program decides there; here a person is asked")),
        other => {
            let message = format!("`{other}` is none of `allow`, `ask`, `reject`, `delegate`");
            return Err(Flaw::new(action.at.clone(), message));
        }
    };
    let tool = text(needed(entry, "tool")?)?;
    let at = entry.at.clone();
    if !matches!(tool, "Bash" | "*" | "shell_command") {
        return Ok(Statement::nothing(at, list, format!("`{tool}` is about no command")));
    }
    let matches = field(entry, "matches")?;
    let mut is_limited = field(entry, "context")?.is_some();
    let command = match matches {
        Some(matches) => {
            is_limited |=
                properties(matches)?.iter().any(|it| !matches!(it.name.as_str(), "cmd" | "command"));
            match field(matches, "cmd")? {
                Some(command) => Some(command),
                None => field(matches, "command")?,
            }
        }
        None => None,
    };
    if is_limited && list == List::Allow {
        return Ok(Statement::nothing(at, list, "it holds in one context or with other arguments only"));
    }
    let mut statement = Statement::commands(at, list, commands(command, list)?);
    statement.narrower = loss.map(str::to_owned);
    if is_limited {
        statement.narrower = Some("the rule holds in every context and with all arguments".to_owned());
    }
    Ok(statement)
}

fn commands(command: Option<&Node>, list: List) -> Result<Result<Vec<Shape>, Unsaid>, Flaw> {
    let Some(command) = command else { return Ok(Shape::glob("*", false).map(|shape| vec![shape])) };
    let patterns = match &command.kind {
        Kind::List(patterns) => patterns.iter().map(text).collect::<Result<Vec<_>, _>>()?,
        _ => vec![text(command)?],
    };
    let mut all = Vec::new();
    for pattern in patterns {
        match one(pattern, list) {
            Ok(shapes) => all.extend(shapes),
            Err(unsaid) => return Ok(Err(unsaid)),
        }
    }
    Ok(Ok(all))
}

fn one(pattern: &str, list: List) -> Result<Vec<Shape>, Unsaid> {
    match pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) {
        Some((expression, flags))
            if flags.chars().all(|it| it.is_ascii_lowercase()) && !expression.is_empty() =>
        {
            let ignores_case = list != List::Allow && flags.contains('i');
            regex::shapes(expression, Reading { is_anchored: false, ignores_case })
        }
        _ => Shape::glob(pattern, false).map(|shape| vec![shape]),
    }
}
