//! The tables of `suggest`: the rules that would have answered most of the questions, and what would be left.
//!
//! The rules are the core's (`policy_core::history::cover`), which decides every question again with each of them. Memory is
//! bounded by the number of distinct commands that it gets: the most frequent ones.

use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array as _, ArrayRef, AsArray, BooleanArray, Int64Array, RecordBatch, StringArray,
};
use datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema};
use datafusion::prelude::SessionContext;
use futures::StreamExt as _;
use policy_core::history::{Asked, Cover, Suggestion, cover, mask};
use policy_core::policy::with_entry;
use policy_core::{Decision, Mode};

use crate::failure::Failure;
use crate::judge::{self, request};
use crate::output;
use crate::policy::Compiled;
use crate::report::Table;

/// Most distinct commands that ask, and most that are denied, the most frequent first: about two kilobytes each.
const COMMANDS_MAX: usize = 50_000;

/// The commands with this answer on a plain disk. What is denied shows whether a rule would loosen it. A mode that takes the
/// place of that in the log makes one command of those that differ in it.
const COMMANDS: &str = "
    SELECT tool, command, cwd, {mode} AS mode, shell, CAST(sum(calls) AS BIGINT) AS calls
    FROM decided WHERE on_plain_disk = '{answer}' GROUP BY 1, 2, 3, 4, 5
    ORDER BY calls DESC, command, cwd, mode, shell, tool";

/// All calls, and the questions among them.
const SUMS: &str = "
    SELECT CAST(coalesce(sum(calls), 0) AS BIGINT) AS calls,
           CAST(coalesce(sum(CASE WHEN on_plain_disk = 'ask' THEN calls ELSE 0 END), 0) AS BIGINT) AS questions
    FROM decided";

/// What is found, and what is shown of it.
#[derive(Debug)]
pub struct Suggested {
    /// The tables `suggestions` and `left`.
    pub tables: [Table; 2],
    /// The rules, in the order of the suggestions.
    pub rules: Vec<String>,
}

/// The suggestions for `policy`, at most `top`. `mode` takes the place of that in the log. Examples out of the log are shown
/// only with `shows_commands`, without their secrets.
///
/// # Errors
/// The query engine fails.
pub async fn suggest(
    session: &SessionContext,
    policy: &str,
    mode: Option<&'static str>,
    top: usize,
    shows_commands: bool,
) -> Result<Suggested, Failure> {
    let compiled =
        Compiled::of(policy).map_err(|errors| Failure::Policy(errors, crate::policy::sources(policy)))?;
    let [calls, questions] = sums(session).await?;
    let mut asked = commands(session, Decision::Ask, mode).await?;
    let denied = commands(session, Decision::Deny, mode).await?;
    let left_out = asked.left_out + denied.left_out;
    asked.commands.extend(denied.commands);
    let asked = asked.commands;
    let policy = compiled.in_mode(None);
    let cover = tokio::task::spawn_blocking(move || cover(&policy, &asked, top));
    let cover = cover.await.map_err(|error| Failure::Io(std::io::Error::other(error)))?;
    let answered: u64 = cover.questions - cover.left;
    let left = questions - i64::try_from(answered).unwrap_or(i64::MAX);
    Ok(Suggested {
        tables: [suggestions(&cover, shows_commands)?, sums_table([calls, questions, left, left_out])?],
        rules: cover.suggestions.iter().flat_map(|it| it.rules.iter().cloned()).collect(),
    })
}

/// Adds allow rules to a settings file, which is made if it is not there. Comments and the layout stay.
///
/// # Errors
/// The file cannot be read or written, or has no place for them.
pub fn add(rules: &[String], file: &Path) -> Result<(), Failure> {
    let mut text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::NoPolicy(file.to_owned(), error)),
    };
    for rule in rules {
        text = with_entry(&text, &["permissions", "allow"], rule).ok_or_else(|| {
            let message = format!("`{}` has no place for rules", file.display());
            Failure::usage(message, "name a settings file with one list `permissions.allow`, or none")
        })?;
    }
    output::put(file, text.as_bytes())
}

async fn sums(session: &SessionContext) -> Result<[i64; 2], Failure> {
    let batches = session.sql(SUMS).await?.collect().await?;
    let Some(batch) = batches.iter().find(|batch| batch.num_rows() > 0) else { return Ok([0; 2]) };
    Ok([0, 1].map(|column| batch.column(column).as_primitive::<Int64Type>().value(0)))
}

/// Distinct commands, and how many calls are of others.
struct Commands {
    commands: Vec<Asked>,
    left_out: i64,
}

/// The most frequent commands with this answer on a plain disk.
async fn commands(
    session: &SessionContext,
    answer: Decision,
    mode: Option<&'static str>,
) -> Result<Commands, Failure> {
    let query = COMMANDS
        .replace("{mode}", &mode.map_or_else(|| "mode".to_owned(), |mode| format!("'{mode}'")))
        .replace("{answer}", answer.name());
    let mut rows = session.sql(&query).await?.execute_stream().await?;
    let mut found = Commands { commands: Vec::new(), left_out: 0 };
    while let Some(batch) = rows.next().await {
        let batch = batch?;
        let calls = batch.column(5).as_primitive::<Int64Type>();
        for row in 0..batch.num_rows() {
            if found.commands.len() == COMMANDS_MAX {
                found.left_out += calls.value(row);
                continue;
            }
            let given = |column: usize| {
                let texts = batch.column(column).as_string::<i32>();
                (!texts.is_null(row) && !texts.value(row).is_empty()).then(|| texts.value(row))
            };
            let request = request(&judge::Asked {
                tool: given(0),
                command: given(1).unwrap_or_default(),
                cwd: given(2),
                mode: given(3),
                shell: given(4),
            });
            found.commands.push(Asked {
                tool: request.tool.to_owned(),
                command: request.command.to_owned(),
                cwd: request.cwd.map(str::to_owned),
                home: None,
                shell: request.shell,
                mode: given(3).and_then(Mode::from_name),
                count: u64::try_from(calls.value(row)).unwrap_or(0),
            });
        }
    }
    Ok(found)
}

fn suggestions(cover: &Cover, shows_commands: bool) -> Result<Table, Failure> {
    let rows = &cover.suggestions;
    let texts = |text: &dyn Fn(&Suggestion) -> Option<String>| -> ArrayRef {
        Arc::new(rows.iter().map(text).collect::<StringArray>())
    };
    let masked = |commands: &[String]| commands.iter().map(|it| mask(it)).collect::<Vec<_>>().join(" · ");
    let columns: Vec<ArrayRef> = vec![
        texts(&|it| Some(it.rules.join(" "))),
        Arc::new(rows.iter().map(|it| i64::try_from(it.questions).ok()).collect::<Int64Array>()),
        Arc::new(rows.iter().map(|it| i64::try_from(it.commands).ok()).collect::<Int64Array>()),
        Arc::new(rows.iter().map(|it| Some(it.is_wider)).collect::<BooleanArray>()),
        texts(&|it| shows_commands.then(|| masked(&it.examples))),
        texts(&|it| it.is_wider.then(|| masked(&it.newly_allowed))),
    ];
    let text = |name: &str, is_missing: bool| Field::new(name, DataType::Utf8, is_missing);
    let number = |name: &str| Field::new(name, DataType::Int64, true);
    let schema = Arc::new(Schema::new(vec![
        text("rules", false),
        number("questions"),
        number("commands"),
        Field::new("wider", DataType::Boolean, false),
        text("examples", true),
        text("also_allows", true),
    ]));
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
    Table::new(
        "suggestions",
        "allow rules, with the questions that each spares besides those before it",
        &schema,
        &[batch],
    )
}

fn sums_table(sums: [i64; 4]) -> Result<Table, Failure> {
    let names = ["calls", "questions", "with_these_rules", "calls_left_out"];
    let schema = Arc::new(Schema::new(names.map(|name| Field::new(name, DataType::Int64, false)).to_vec()));
    let columns = sums.map(|sum| -> ArrayRef { Arc::new(Int64Array::from(vec![sum])) });
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns.to_vec())?;
    Table::new("left", "the questions of the log, and those that would be left", &schema, &[batch])
}
