//! The tables of a report, each a query over the steps of [`crate::stages`].
//!
//! A row of `decided` is a distinct command; `calls` says how often it is in the log. The order is the count, then the text,
//! so that the same log gives the same bytes.

use datafusion::arrow::array::RecordBatch;
use datafusion::prelude::SessionContext;

use crate::failure::Failure;
use crate::report::Table;

/// A table: its name, what it says, its query. `{min}` is the least count, `{example}` what may be shown of a command.
pub type Query = (&'static str, &'static str, &'static str);

/// The tables of `run`.
pub const RUN: &[Query] = &[
    (
        "summary",
        "what the policy would have answered, and why",
        "WITH s AS (SELECT answer, code, on_plain_disk, count(DISTINCT CASE WHEN session <> '' THEN session END)
                           AS sessions
                    FROM used GROUP BY answer, code, on_plain_disk),
              d AS (SELECT answer, code, on_plain_disk, sum(calls) AS calls, count(*) AS commands, sum(rejected) AS rejected FROM decided
                    GROUP BY answer, code, on_plain_disk)
         SELECT d.answer AS decision, d.on_plain_disk AS plain_disk, d.code, CAST(d.calls AS BIGINT) AS calls, d.commands, s.sessions,
                round(100.0 * d.calls / (SELECT sum(calls) FROM decided), 1) AS share,
                CAST(d.rejected AS BIGINT) AS rejected
         FROM d JOIN s ON d.answer = s.answer AND d.code = s.code AND d.on_plain_disk = s.on_plain_disk
         ORDER BY calls DESC, decision, d.code, d.on_plain_disk",
    ),
    (
        "programs",
        "each program with its sub-command: the calls in which it is, by the answer to the call",
        "WITH p AS (SELECT unnest(a['programs']) AS program, answer, code, calls FROM decided),
              r AS (SELECT program, code, row_number() OVER (PARTITION BY program ORDER BY sum(calls) DESC, code) AS n
                    FROM p WHERE answer = 'ask' GROUP BY program, code)
         SELECT p.program, CAST(sum(p.calls) AS BIGINT) AS calls,
                CAST(sum(CASE WHEN p.answer = 'allow' THEN p.calls ELSE 0 END) AS BIGINT) AS allow,
                CAST(sum(CASE WHEN p.answer = 'ask' THEN p.calls ELSE 0 END) AS BIGINT) AS ask,
                CAST(sum(CASE WHEN p.answer = 'deny' THEN p.calls ELSE 0 END) AS BIGINT) AS deny,
                CAST(sum(CASE WHEN p.answer = 'depends_on_disk' THEN p.calls ELSE 0 END) AS BIGINT)
                    AS depends_on_disk,
                round(100.0 * sum(CASE WHEN p.answer = 'ask' THEN p.calls ELSE 0 END) / sum(p.calls), 1) AS ask_share,
                max(r.code) AS first_reason
         FROM p LEFT JOIN (SELECT program, code FROM r WHERE n = 1) r ON p.program = r.program
         GROUP BY p.program HAVING sum(p.calls) >= {min}
         ORDER BY calls DESC, p.program",
    ),
    (
        "asks",
        "what asks most: the reason and the programs of the commands",
        "SELECT code, array_to_string(a['programs'], ' | ') AS programs, CAST(sum(calls) AS BIGINT) AS calls,
                count(*) AS commands, min({example}) AS example
         FROM decided WHERE answer = 'ask' GROUP BY code, array_to_string(a['programs'], ' | ')
         HAVING sum(calls) >= {min} ORDER BY calls DESC, code, programs",
    ),
    (
        "hours",
        "questions by the hour of the day (UTC), of calls with a time",
        "SELECT hour % 24 AS hour, CAST(sum(calls) AS BIGINT) AS calls,
                CAST(sum(CASE WHEN answer = 'ask' THEN calls ELSE 0 END) AS BIGINT) AS ask,
                CAST(sum(CASE WHEN answer = 'depends_on_disk' THEN calls ELSE 0 END) AS BIGINT) AS depends_on_disk,
                count(DISTINCT CASE WHEN session <> '' THEN session END) AS sessions,
                round(1.0 * sum(CASE WHEN answer = 'ask' THEN calls ELSE 0 END) / count(DISTINCT hour), 1)
                    AS asks_an_hour
         FROM used WHERE hour IS NOT NULL GROUP BY hour % 24 ORDER BY 1",
    ),
];

/// The table `changes` of `diff`.
pub const CHANGES: Query = (
    "changes",
    "what the second policy answers otherwise; what became looser is first",
    "SELECT answer_a AS before, answer_b AS after,
            CASE WHEN {looser} THEN 'looser' ELSE 'stricter' END AS direction,
            CAST(sum(calls) AS BIGINT) AS calls, count(*) AS commands,
            coalesce(a['rule'], a['code']) AS decided_before, coalesce(b['rule'], b['code']) AS decided_after,
            min({example}) AS example
     FROM decided WHERE answer_a <> answer_b
     GROUP BY answer_a, answer_b, coalesce(a['rule'], a['code']), coalesce(b['rule'], b['code'])
     HAVING sum(calls) >= {min}
     ORDER BY direction, CASE WHEN answer_a = 'deny' AND answer_b = 'allow' THEN 0 ELSE 1 END, calls DESC,
              before, after, decided_before, decided_after",
);

/// The table of all pairs of answers of `diff`.
pub const CELLS: Query = (
    "cells",
    "calls by the answers of both policies",
    "SELECT answer_a AS before, answer_b AS after, CAST(sum(calls) AS BIGINT) AS calls, count(*) AS commands
     FROM decided GROUP BY answer_a, answer_b ORDER BY calls DESC, before, after",
);

/// How strict an answer is: what depends on the disk asks until it is known.
const LOOSER: &str = "CASE answer_b WHEN 'allow' THEN 0 WHEN 'deny' THEN 2 ELSE 1 END
                      < CASE answer_a WHEN 'allow' THEN 0 WHEN 'deny' THEN 2 ELSE 1 END";

/// How many calls became looser; the least count does not hide them.
pub const LOOSENED: &str =
    "SELECT CAST(coalesce(sum(calls), 0) AS BIGINT) AS calls FROM decided WHERE {looser}";

/// What a table leaves out, and what it shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Rows with fewer calls are left out.
    pub min_count: u64,
    /// Whether commands are shown, without their secrets; else only their programs.
    pub commands: bool,
}

/// The text of a query.
pub fn text(query: &str, shown: Shown) -> String {
    let example = if shown.commands { "mask(command)" } else { "array_to_string(a['programs'], ' | ')" };
    query
        .replace("{min}", &shown.min_count.to_string())
        .replace("{example}", example)
        .replace("{looser}", LOOSER)
}

/// The rows of a query as a table.
///
/// # Errors
/// The query engine fails.
pub async fn table(session: &SessionContext, query: &Query, shown: Shown) -> Result<Table, Failure> {
    let (name, title, sql) = query;
    let rows = session.sql(&text(sql, shown)).await?;
    let schema = std::sync::Arc::new(rows.schema().as_arrow().clone());
    let batches = rows.collect().await?;
    let schema = batches.first().map_or(schema, RecordBatch::schema);
    Table::new(name, title, &schema, &batches)
}
