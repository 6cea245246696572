//! The table `rules`: how often each rule of a policy matched, decided, and alone made the answer.
//!
//! `matched`: calls that the rule is about, seen by a policy that has no other rule. `decided`: calls whose answer it gave.
//! `sole`: calls whose decision would be another one without it. A rule is tried only on commands in which the first word
//! that it names occurs.

use std::collections::BTreeMap;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Int64Array, RecordBatch, StringArray, TimestampMillisecondArray,
};
use datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema, TimeUnit};
use datafusion::prelude::SessionContext;
use futures::StreamExt as _;
use policy_core::rules::{Content, List, Rule, Rules};
use policy_core::{Mode, Policy};

use crate::failure::Failure;
use crate::judge::{Asked, decisions};
use crate::policy::Compiled;
use crate::report::Table;

/// The distinct commands, and the rules that had a part in their answers.
const COMMANDS: &str = "
    SELECT tool, command, cwd, mode, shell, CAST(calls AS BIGINT) AS calls, CAST(last AS BIGINT) AS last,
           array_to_string(a['programs'], ' ') AS programs, a['rules'] AS rules, a['rule_source'] AS decided_by,
           a['decision'] AS decision
    FROM decided";

/// What is counted for one rule.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    matched: i64,
    decided: i64,
    sole: i64,
    last: Option<i64>,
}

/// A rule with the policies that it is tried in.
struct Tried {
    list: List,
    rule: Rule,
    source: String,
    /// The policy with no other rule.
    alone: Arc<Policy>,
}

/// The table of the rules of `policy`.
///
/// # Errors
/// The query engine fails.
pub async fn table(
    session: &SessionContext,
    policy: &str,
    mode: Option<&str>,
    threads: usize,
) -> Result<Table, Failure> {
    let compiled =
        Compiled::of(policy).map_err(|errors| Failure::Policy(errors, crate::policy::sources(policy)))?;
    let policy = compiled.in_mode(None);
    let tried: Arc<Vec<Tried>> = Arc::new(tried(&policy));
    let mode: Option<Arc<str>> = mode.map(Arc::from);
    let rows = session.sql(COMMANDS).await?.execute_stream().await?;
    let counted = rows.map(|batch| {
        let (tried, policy, mode) = (Arc::clone(&tried), Arc::clone(&policy), mode.clone());
        async move {
            let batch = batch?;
            let counted =
                tokio::task::spawn_blocking(move || count(&batch, &policy, &tried, mode.as_deref())).await;
            counted.map_err(|error| Failure::Io(std::io::Error::other(error)))
        }
    });
    let mut counted = counted.buffer_unordered(threads.max(1));
    let mut sums: Vec<Counts> = vec![Counts::default(); tried.len()];
    while let Some(counts) = counted.next().await {
        for (at, counts) in counts? {
            let sum = &mut sums[at];
            sum.matched += counts.matched;
            sum.decided += counts.decided;
            sum.sole += counts.sole;
            sum.last = sum.last.max(counts.last);
        }
    }
    drawn(&tried, &sums)
}

fn tried(policy: &Policy) -> Vec<Tried> {
    let one = |(list, rule): (List, &Rule)| {
        let mut alone = policy.clone();
        alone.rules = Rules::new([(list, rule.clone())]);
        alone.warnings.clear();
        // In other modes the mode answers, and no rule is named.
        alone.set_mode(Mode::Default);
        Tried { list, rule: rule.clone(), source: rule.place.to_string(), alone: Arc::new(alone) }
    };
    policy.rules.all().map(one).collect()
}

/// The policy without the rule at this place.
fn without(policy: &Policy, source: &str) -> Policy {
    let others = policy.rules.all().filter(|(_, rule)| rule.place.to_string() != source);
    let mut without = policy.clone();
    without.rules = Rules::new(others.map(|(list, rule)| (list, rule.clone())));
    without
}

/// The counts of a batch, by the place of the rule in `tried`.
fn count(
    batch: &RecordBatch,
    policy: &Policy,
    tried: &[Tried],
    mode: Option<&str>,
) -> BTreeMap<usize, Counts> {
    let text = |name: &str| batch.column_by_name(name).map(AsArray::as_string::<i32>);
    let number = |name: &str| batch.column_by_name(name).map(AsArray::as_primitive::<Int64Type>);
    let columns = (text("tool"), text("command"), text("cwd"), text("mode"), text("shell"));
    let (Some(tools), Some(commands), Some(cwds), Some(modes), Some(shells)) = columns else {
        return BTreeMap::new();
    };
    let columns = (number("calls"), number("last"), text("programs"), text("decided_by"), text("decision"));
    let (Some(calls), Some(lasts), Some(programs), Some(deciders), Some(decisions)) = columns else {
        return BTreeMap::new();
    };
    let Some(rules) = batch.column_by_name("rules").map(AsArray::as_list::<i32>) else {
        return BTreeMap::new();
    };
    let given = |texts: &'_ StringArray, row: usize| {
        (!texts.is_null(row) && !texts.value(row).is_empty()).then(|| texts.value(row).to_owned())
    };
    let rows: Vec<Row> = (0..batch.num_rows())
        .map(|row| Row {
            tool: tools.value(row).to_owned(),
            command: commands.value(row).to_owned(),
            cwd: given(cwds, row),
            mode: mode.map(str::to_owned).or_else(|| given(modes, row)),
            shell: given(shells, row),
            calls: calls.value(row),
            last: (!lasts.is_null(row)).then(|| lasts.value(row)),
            programs: given(programs, row).unwrap_or_default(),
            rules: rules.value(row).as_string::<i32>().iter().flatten().map(str::to_owned).collect(),
            decided_by: given(deciders, row),
            decision: decisions.value(row).to_owned(),
        })
        .collect();
    let mut found = BTreeMap::new();
    for (at, tried) in tried.iter().enumerate() {
        let counts = of_rule(&rows, policy, tried);
        if counts.matched > 0 {
            found.insert(at, counts);
        }
    }
    found
}

/// A distinct command, owned.
struct Row {
    tool: String,
    command: String,
    cwd: Option<String>,
    mode: Option<String>,
    shell: Option<String>,
    calls: i64,
    last: Option<i64>,
    programs: String,
    rules: Vec<String>,
    decided_by: Option<String>,
    decision: String,
}

impl Row {
    fn asked(&self) -> Asked<'_> {
        Asked {
            tool: Some(&self.tool),
            command: &self.command,
            cwd: self.cwd.as_deref(),
            mode: self.mode.as_deref(),
            shell: self.shell.as_deref(),
        }
    }
}

fn of_rule(rows: &[Row], policy: &Policy, tried: &Tried) -> Counts {
    let mut counts = Counts::default();
    let candidates: Vec<&Row> = rows.iter().filter(|row| may_match(tried, row)).collect();
    let asked: Vec<Asked<'_>> = candidates.iter().map(|row| row.asked()).collect();
    let alone = decisions(Arc::clone(&tried.alone), &asked);
    let mut involved: Vec<&Row> = Vec::new();
    for (row, (_, rules)) in candidates.iter().zip(alone) {
        let has_part = row.rules.contains(&tried.source);
        if has_part || rules.contains(&tried.source) {
            counts.matched += row.calls;
            counts.last = counts.last.max(row.last);
        }
        if row.decided_by.as_ref() == Some(&tried.source) {
            counts.decided += row.calls;
        }
        if has_part {
            involved.push(row);
        }
    }
    if involved.is_empty() {
        return counts;
    }
    let without = without(policy, &tried.source);
    // Without the rule, in the mode of each call.
    let mut by_mode: BTreeMap<Option<&str>, Vec<&Row>> = BTreeMap::new();
    for row in involved {
        by_mode.entry(row.mode.as_deref()).or_default().push(row);
    }
    for (mode, rows) in by_mode {
        let mut policy = without.clone();
        if let Some(mode) = mode.and_then(Mode::from_name) {
            policy.set_mode(mode);
        }
        let asked: Vec<Asked<'_>> = rows.iter().map(|row| row.asked()).collect();
        for (row, (without, _)) in rows.iter().zip(decisions(policy, &asked)) {
            if without.name() != row.decision {
                counts.sole += row.calls;
            }
        }
    }
    counts
}

/// Whether the first word of the rule is in the command, as it is written or as the program that it names.
fn may_match(tried: &Tried, row: &Row) -> bool {
    let Content::Command(pattern) = &tried.rule.content else { return true };
    let Some(word) = pattern.lead_words().next() else { return true };
    let holds = |text: &str| text.to_ascii_lowercase().contains(&word.to_ascii_lowercase());
    row.rules.contains(&tried.source) || holds(&row.command) || holds(&row.programs)
}

fn drawn(tried: &[Tried], sums: &[Counts]) -> Result<Table, Failure> {
    let mut rows: Vec<(&Tried, &Counts)> = tried.iter().zip(sums).collect();
    rows.sort_by(|(one, one_counts), (other, other_counts)| {
        (other_counts.matched, one.list, &one.rule.text, &one.source).cmp(&(
            one_counts.matched,
            other.list,
            &other.rule.text,
            &other.source,
        ))
    });
    let texts = |text: fn(&Tried) -> &str| -> ArrayRef {
        Arc::new(rows.iter().map(|(tried, _)| Some(text(tried))).collect::<StringArray>())
    };
    let numbers = |number: fn(&Counts) -> i64| -> ArrayRef {
        Arc::new(rows.iter().map(|(_, counts)| Some(number(counts))).collect::<Int64Array>())
    };
    let states = rows.iter().map(|(_, counts)| match (counts.matched, counts.sole) {
        (0, _) => Some("unused"),
        (_, 0) => Some("shadowed"),
        _ => None,
    });
    let columns: Vec<ArrayRef> = vec![
        texts(|tried| tried.list.name()),
        texts(|tried| &tried.rule.text),
        texts(|tried| &tried.source),
        numbers(|counts| counts.matched),
        numbers(|counts| counts.decided),
        numbers(|counts| counts.sole),
        Arc::new(rows.iter().map(|(_, counts)| counts.last).collect::<TimestampMillisecondArray>()),
        Arc::new(states.collect::<StringArray>()),
    ];
    let number = |name: &str| Field::new(name, DataType::Int64, false);
    let text = |name: &str, is_missing: bool| Field::new(name, DataType::Utf8, is_missing);
    let schema = Arc::new(Schema::new(vec![
        text("list", false),
        text("rule", false),
        text("source", false),
        number("matched"),
        number("decided"),
        number("sole"),
        Field::new("last_seen", DataType::Timestamp(TimeUnit::Millisecond, None), true),
        text("state", true),
    ]));
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
    Table::new(
        "rules",
        "calls that a rule matches, decides, and alone decides; shadowed: without it nothing changes",
        &schema,
        &[batch],
    )
}
