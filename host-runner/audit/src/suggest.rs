//! The tables of `suggest`: the rules that would have answered most of the questions, and what would be left.
//!
//! The rules are the core's (`policy_core::history::cover`), which decides every question again with each of them. Memory is
//! bounded by the number of distinct commands that it gets.

use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array as _, ArrayRef, AsArray, BooleanArray, Int64Array, RecordBatch, StringArray,
};
use datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema};
use datafusion::prelude::SessionContext;
use policy_core::history::{Asked, Call, Cover, Log, Suggestion, cover, mask};
use policy_core::policy::with_entry;
use policy_core::{Dialect, Mode};

use crate::failure::Failure;
use crate::output;
use crate::policy::Compiled;
use crate::report::Table;

/// Most distinct commands for which rules are sought, the most frequent first: about two kilobytes each.
const COMMANDS_MAX: usize = 50_000;

/// The commands that ask or are denied on a plain disk. What is denied shows whether a rule would loosen it.
const COMMANDS: &str = "
    SELECT tool, command, cwd, mode, shell, CAST(calls AS BIGINT) AS calls
    FROM decided WHERE on_plain_disk IN ('ask', 'deny') ORDER BY calls DESC, command, cwd, mode, shell, tool";

/// All calls, the questions among them, and those that are denied.
const SUMS: &str = "
    SELECT CAST(coalesce(sum(calls), 0) AS BIGINT) AS calls,
           CAST(coalesce(sum(CASE WHEN on_plain_disk = 'ask' THEN calls ELSE 0 END), 0) AS BIGINT) AS questions,
           CAST(count(CASE WHEN on_plain_disk IN ('ask', 'deny') THEN 1 END) AS BIGINT) AS commands
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
    let [calls, questions, commands] = sums(session).await?;
    let asked = asked(session, mode).await?;
    let searched = i64::try_from(asked.len()).unwrap_or(i64::MAX);
    let policy = compiled.in_mode(None);
    let cover = tokio::task::spawn_blocking(move || cover(&policy, &asked, top));
    let cover = cover.await.map_err(|error| Failure::Io(std::io::Error::other(error)))?;
    let answered: u64 = cover.questions - cover.left;
    let left = questions - i64::try_from(answered).unwrap_or(i64::MAX);
    Ok(Suggested {
        tables: [
            suggestions(&cover, shows_commands)?,
            sums_table([calls, questions, left, commands - searched])?,
        ],
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

async fn sums(session: &SessionContext) -> Result<[i64; 3], Failure> {
    let batches = session.sql(SUMS).await?.collect().await?;
    let Some(batch) = batches.iter().find(|batch| batch.num_rows() > 0) else { return Ok([0; 3]) };
    Ok([0, 1, 2].map(|column| batch.column(column).as_primitive::<Int64Type>().value(0)))
}

/// The most frequent of the commands.
async fn asked(session: &SessionContext, mode: Option<&'static str>) -> Result<Vec<Asked>, Failure> {
    let rows = session.sql(COMMANDS).await?.limit(0, Some(COMMANDS_MAX))?.collect().await?;
    let mut asked = Vec::new();
    for batch in &rows {
        let text = |column: usize| batch.column(column).as_string::<i32>();
        let calls = batch.column(5).as_primitive::<Int64Type>();
        for row in 0..batch.num_rows() {
            let given = |column: usize| {
                let texts = text(column);
                (!texts.is_null(row) && !texts.value(row).is_empty()).then(|| texts.value(row))
            };
            let mode = mode.or_else(|| given(3)).and_then(Mode::from_name);
            let shell = given(4).and_then(|name| Dialect::NAMES.iter().find(|(known, _)| *known == name));
            let mut log = Log::new(None);
            log.add(&Call {
                tool: given(0),
                command: text(1).value(row),
                cwd: given(2),
                shell: shell.map(|(_, dialect)| *dialect),
                mode,
            });
            let count = u64::try_from(calls.value(row)).unwrap_or(0);
            asked.extend(log.distinct().into_iter().map(|one| Asked { count, ..one }));
        }
    }
    Ok(asked)
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
    let names = ["calls", "questions", "with_these_rules", "commands_left_out"];
    let schema = Arc::new(Schema::new(names.map(|name| Field::new(name, DataType::Int64, false)).to_vec()));
    let columns = sums.map(|sum| -> ArrayRef { Arc::new(Int64Array::from(vec![sum])) });
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns.to_vec())?;
    Table::new("left", "the questions of the log, and those that would be left", &schema, &[batch])
}
