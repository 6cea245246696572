//! Gemini CLI: `policies/*.toml`, of which the entry of the highest priority decides, and the lists of `settings.json`.
//!
//! Source: <https://geminicli.com/docs/core/policy-engine/>.

use policy_core::rules::List;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::installation::json::Flaw;

use super::file::File;
use super::qwen;
use super::regex::{self, Reading};
use super::shape::{End, Shape, Unsaid, unsaid};
use super::statement::{About, Found, Statement};

/// The names of its tools, and those of rules.
const TOOLS: [(&str, &str); 5] = [
    ("write_file", "Edit"),
    ("replace", "Edit"),
    ("read_file", "Read"),
    ("web_fetch", "WebFetch"),
    ("google_web_search", "WebSearch"),
];

/// The tool that runs commands.
const SHELL: [&str; 3] = ["run_shell_command", "ShellTool", "*"];

/// Keys of an entry that limit it to some calls.
const LIMITS: [&str; 4] = ["modes", "subagent", "interactive", "toolAnnotations"];

/// What the file says: a policy by its extension, else settings.
pub(super) fn read(file: &File) -> Result<Found, Flaw> {
    if file.has_extension("toml") { policy(&file.text) } else { qwen::read(file) }
}

fn policy(text: &str) -> Result<Found, Flaw> {
    let mut found = Found::default();
    let blank = text.strip_prefix('\u{feff}').map(|rest| format!("   {rest}"));
    let document = DeTable::parse(blank.as_deref().unwrap_or(text))
        .map_err(|error| Flaw::new(error.span().unwrap_or(0..0), error.message().to_owned()))?;
    let Some(rules) = document.get_ref().get("rule") else { return Ok(found) };
    let DeValue::Array(rules) = rules.get_ref() else {
        return Err(Flaw::new(rules.span(), "`rule` is a list of tables: write `[[rule]]`"));
    };
    for rule in rules {
        found.statements.push(statement(rule)?);
    }
    Ok(found)
}

type Entry<'d> = Spanned<DeValue<'d>>;

fn table<'e, 'd>(rule: &'e Entry<'d>) -> Result<&'e DeTable<'d>, Flaw> {
    match rule.get_ref() {
        DeValue::Table(table) => Ok(table),
        _ => Err(Flaw::new(rule.span(), "a rule is a table")),
    }
}

/// The texts under `key`: one, or a list.
fn texts(table: &DeTable<'_>, key: &str) -> Result<Option<Vec<String>>, Flaw> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let text = |value: &Entry<'_>| match value.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        _ => Err(Flaw::new(value.span(), format!("`{key}` is a text or a list of texts"))),
    };
    match value.get_ref() {
        DeValue::Array(values) => values.iter().map(text).collect::<Result<_, _>>().map(Some),
        _ => Ok(Some(vec![text(value)?])),
    }
}

fn decision(rule: &Entry<'_>, table: &DeTable<'_>) -> Result<List, Flaw> {
    let Some(value) = table.get("decision") else {
        return Err(Flaw::new(rule.span(), "this rule has no `decision`"));
    };
    match value.get_ref() {
        DeValue::String(word) if word == "allow" => Ok(List::Allow),
        DeValue::String(word) if word == "ask_user" => Ok(List::Ask),
        DeValue::String(word) if word == "deny" => Ok(List::Deny),
        _ => Err(Flaw::new(value.span(), "a decision is `allow`, `ask_user` or `deny`")),
    }
}

fn priority(table: &DeTable<'_>) -> Result<i64, Flaw> {
    let Some(value) = table.get("priority") else { return Ok(0) };
    let number = match value.get_ref() {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    };
    number
        .filter(|number| (0..1_000_000).contains(number))
        .ok_or_else(|| Flaw::new(value.span(), "a priority is a number from 0 to 999"))
}

fn statement(rule: &Entry<'_>) -> Result<Statement, Flaw> {
    let table = table(rule)?;
    let (list, rank) = (decision(rule, table)?, priority(table)?);
    let at = rule.span();
    let tools = texts(table, "toolName")?.unwrap_or_else(|| vec!["*".to_owned()]);
    let limit = LIMITS.into_iter().find(|key| table.contains_key(*key));
    if table.contains_key("mcpName") {
        return Ok(Statement::nothing(at, list, "it is about a tool of a server, not a command"));
    }
    let is_shell = tools.iter().any(|tool| SHELL.contains(&tool.as_str()));
    if let (Some(limit), List::Allow) = (limit, list) {
        return Ok(Statement::nothing(at, list, format!("it holds with its `{limit}` only")));
    }
    let about = if is_shell { commands(table)? } else { of_tools(&tools, list) };
    let mut statement = Statement::new(at, list, about);
    statement.rank = rank;
    statement.narrower = limit.map(|limit| format!("the rule holds whatever `{limit}` says"));
    Ok(statement)
}

fn of_tools(tools: &[String], list: List) -> About {
    let own = |tool: &String| TOOLS.iter().find(|(its, _)| its == tool).map(|(_, own)| (*own).to_owned());
    let rules: Vec<_> = tools.iter().filter_map(own).collect();
    if rules.is_empty() || list == List::Allow {
        return About::Nothing(format!("`{}` is about no command", tools.join("`, `")));
    }
    About::Rules(rules)
}

fn commands(table: &DeTable<'_>) -> Result<About, Flaw> {
    let shapes: Result<Vec<Shape>, Unsaid> = if let Some(prefixes) = texts(table, "commandPrefix")? {
        let shape = |prefix: &String| {
            let end = if prefix.ends_with(' ') { End::Argument } else { End::Words };
            Shape::text(prefix, end)
        };
        prefixes.iter().map(shape).collect()
    } else if let Some(expressions) = texts(table, "commandRegex")? {
        expressions_of(&expressions)
    } else if let Some(expressions) = texts(table, "argsPattern")? {
        let quoted: Option<Vec<_>> = expressions.iter().map(|it| of_argument(it)).collect();
        match quoted {
            Some(expressions) => expressions_of(&expressions),
            None => Err(unsaid("an expression over all arguments of the tool", None)),
        }
    } else {
        Shape::glob("*", false).map(|shape| vec![shape])
    };
    Ok(shapes.map_or_else(About::Unsaid, About::Commands))
}

/// The expression over the command in one over the JSON of the arguments.
fn of_argument(expression: &str) -> Option<String> {
    let rest = expression
        .strip_prefix("\"command\":\"")
        .or_else(|| expression.strip_prefix("\\\"command\\\":\\\""))?;
    (!rest.contains('"')).then(|| rest.to_owned())
}

fn expressions_of(expressions: &[String]) -> Result<Vec<Shape>, Unsaid> {
    let mut all = Vec::new();
    for expression in expressions {
        all.extend(regex::shapes(expression, Reading { is_anchored: true, ignores_case: false })?);
    }
    Ok(all)
}
