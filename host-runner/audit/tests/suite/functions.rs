//! The functions of SQL: they answer as the core does, once for each distinct command.

use crate::support::{fixtures, over_fixtures};
use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::prelude::SessionContext;
use policy_core::door;
use policy_core::{Engine, Mode, Policy, Source};
use shellgate_audit::policy::Compiled;
use shellgate_audit::{policy, stages};

/// The rows of a query as texts.
async fn rows(session: &SessionContext, sql: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for batch in session.sql(sql).await.expect(sql).collect().await.expect(sql) {
        for row in 0..batch.num_rows() {
            let text = |column: &ArrayRef| {
                let column = cast(column, &DataType::Utf8).unwrap();
                let texts = column.as_string::<i32>();
                if texts.is_null(row) { String::new() } else { texts.value(row).to_owned() }
            };
            found.push(batch.columns().iter().map(text).collect());
        }
    }
    found
}

fn policy_text(name: &str) -> String {
    std::fs::read_to_string(fixtures().join(name)).unwrap()
}

#[tokio::test]
async fn the_function_answers_as_the_door_of_the_core_does() {
    let place = tempfile::tempdir().unwrap();
    let text = policy_text("a.json");
    let session = over_fixtures(place.path(), Some(text.clone())).await;
    let answers = rows(
        &session,
        "SELECT tool, command, cwd, mode, shell, v['decision'], v['code'], v['rule'], v['rule_source'], v['read_only']
         FROM (SELECT *, verdict(policy, command, cwd, mode, shell, tool) AS v
               FROM (SELECT *, $p AS policy FROM log))"
            .replace("$p", &format!("'{}'", text.replace('\'', "''")))
            .as_str(),
    )
    .await;
    assert!(answers.len() > 20, "{}", answers.len());
    let sources = [Source { name: "policy".to_owned(), text, ..Source::default() }];
    for row in answers {
        let [tool, command, cwd, mode, shell, decision, code, rule, place, read_only] = row.as_slice() else {
            panic!()
        };
        let subject = if tool == "WebFetch" { "url" } else { "command" };
        let mut request = serde_json::json!({ "tool": tool, subject: command });
        for (key, value) in [("cwd", cwd), ("mode", mode), ("shell", shell)] {
            if !value.is_empty() {
                request[key] = value.as_str().into();
            }
        }
        let request = request.to_string();
        let wire = door::request(&request).unwrap();
        let mut policy = Policy::from_sources(&sources).unwrap();
        policy.set_mode(wire.mode.unwrap_or(Mode::Default));
        let verdict = Engine::new(policy).check(&wire.as_request());
        assert_eq!(
            (decision.as_str(), code.as_str()),
            (verdict.decision.name(), verdict.reason.code),
            "{command}"
        );
        assert_eq!(*rule, verdict.reason.rule.clone().unwrap_or_default(), "{command}");
        if !rule.is_empty() {
            assert_eq!(*place, verdict.reason.source.unwrap_or_default(), "{command}");
        }
        assert_eq!(read_only, &verdict.read_only.to_string(), "{command}");
    }
}

#[tokio::test]
async fn the_short_form_means_the_policy_of_the_session() {
    let place = tempfile::tempdir().unwrap();
    let session = over_fixtures(place.path(), Some(policy_text("a.json"))).await;
    let short = rows(&session, "SELECT verdict('curl x', '/r')['rule'] , mask('A_TOKEN=abcdef x')").await;
    assert_eq!(short, [["Bash(curl:*)", "A_TOKEN=••• x"]]);
    let without = over_fixtures(place.path(), None).await;
    let error = without.sql("SELECT verdict('ls', '/r')").await.unwrap().collect().await.unwrap_err();
    assert!(error.to_string().contains("needs a policy"), "{error}");
    let nothing = rows(&without, "SELECT verdict('{}', NULL, '/r') IS NULL, mask(NULL) IS NULL").await;
    assert_eq!(nothing, [["true", "true"]]);
    let error = without.sql("SELECT verdict('{}', 5, '/r')").await.unwrap().collect().await.unwrap_err();
    assert!(error.to_string().contains("`command` of `verdict` is a text"), "{error}");
}

#[tokio::test]
async fn two_policies_as_two_columns_are_the_table_of_diff() {
    let place = tempfile::tempdir().unwrap();
    let session = over_fixtures(place.path(), None).await;
    let quoted = |name: &str| format!("'{}'", policy_text(name).replace('\'', "''"));
    let answer = |policy: String| {
        format!(
            "CASE WHEN verdict({policy}, command, cwd, mode, shell, tool)['depends_on_disk'] THEN 'depends_on_disk'
             ELSE verdict({policy}, command, cwd, mode, shell, tool)['decision'] END"
        )
    };
    let columns = format!(
        "SELECT before, after, count(*) AS calls FROM (SELECT {} AS before, {} AS after FROM log)
         GROUP BY before, after ORDER BY calls DESC, before, after",
        answer(quoted("a.json")),
        answer(quoted("b.json")),
    );
    let columns = rows(&session, &columns).await;
    let csv = crate::support::printed(
        &["diff", "--policy", "a.json", "--policy", "b.json", "--format", "csv", "--table", "cells", "logs"],
        1,
    );
    let table: Vec<Vec<String>> =
        csv.lines().skip(1).map(|line| line.split(',').take(3).map(str::to_owned).collect()).collect();
    assert_eq!(columns, table);
}

#[tokio::test]
async fn each_distinct_command_is_decided_once() {
    let place = tempfile::tempdir().unwrap();
    let session = over_fixtures(place.path(), None).await;
    // A policy that no other test has, so that its verdicts are counted alone.
    let text = "{ \"permissions\": { \"allow\": [\"Bash(counted once)\"] } }".to_owned();
    stages::run(&session, place.path(), std::slice::from_ref(&text), None, &|_| ()).await.unwrap();
    let count = |sql: &'static str| {
        let session = session.clone();
        async move {
            let batches = session.sql(sql).await.unwrap().collect().await.unwrap();
            batches[0].column(0).as_primitive::<Int64Type>().value(0)
        }
    };
    let distinct =
        count("SELECT count(*) FROM (SELECT DISTINCT tool, command, cwd, mode, shell FROM log)").await;
    let calls = count("SELECT count(*) FROM log").await;
    assert!(distinct < calls);
    assert_eq!(count("SELECT count(*) FROM decided").await, distinct);
    assert_eq!(count("SELECT CAST(sum(calls) AS BIGINT) FROM decided").await, calls);
    assert_eq!(i64::try_from(Compiled::of(&text).unwrap().decisions()).unwrap(), distinct);
    let sources = policy::sources(&text);
    assert_eq!((sources.len(), sources[0].name.as_str()), (1, "policy"));
}
