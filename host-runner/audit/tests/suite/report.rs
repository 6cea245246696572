//! Every table of every task on the fixtures, in every format.

use std::fs;

use crate::support::{audit, printed, said};

fn shown(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../snapshots/audit"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn the_tables_of_run_rules_and_diff_are_those_of_the_snapshots() {
    shown("run", &printed(&["run", "--policy", "a.json", "logs"], 0));
    shown(
        "run_with_commands",
        &printed(&["run", "--policy", "a.json", "--show-commands", "--table", "asks", "logs"], 0),
    );
    shown("rules", &printed(&["rules", "--policy", "a.json", "logs"], 0));
    shown("diff", &printed(&["diff", "--policy", "a.json", "--policy", "b.json", "logs"], 1));
    shown("run_json", &printed(&["run", "--policy", "a.json", "--format", "json", "logs"], 0));
    shown(
        "changes_csv",
        &printed(
            &[
                "diff", "--policy", "a.json", "--policy", "b.json", "--format", "csv", "--table", "changes",
                "logs",
            ],
            1,
        ),
    );
    shown("page", &printed(&["run", "--policy", "a.json", "--format", "html", "logs"], 0));
}

#[test]
fn suggest_says_how_many_questions_its_rules_spare_and_run_agrees() {
    let ask = ["suggest", "--policy", "a.json", "logs"];
    shown("suggest", &printed(&ask, 0));
    let number = |text: &str, table: &str, column: &str| {
        let report: serde_json::Value = serde_json::from_str(text).unwrap();
        let rows = report["tables"][table].as_array().unwrap().clone();
        let counts = |row: &serde_json::Value| row.get("plain_disk").is_none_or(|it| it == "ask");
        rows.iter().filter(|row| counts(row)).map(|row| row[column].as_i64().unwrap()).sum::<i64>()
    };
    let place = tempfile::tempdir().unwrap();
    let policy = place.path().join("policy.json");
    fs::copy(crate::support::fixtures().join("a.json"), &policy).unwrap();
    let policy = policy.to_str().unwrap();
    let questions = |policy: &str| {
        number(&printed(&["run", "--policy", policy, "--format", "json", "logs"], 0), "summary", "calls")
    };
    let before = questions(policy);
    let json = printed(&["suggest", "--policy", policy, "--into", policy, "--format", "json", "logs"], 0);
    assert_eq!(number(&json, "left", "questions"), before);
    let left = number(&json, "left", "with_these_rules");
    assert!(left < before, "{json}");
    assert_eq!(questions(policy), left);
    // What was spared is not suggested again.
    let again = printed(&["suggest", "--policy", policy, "--format", "json", "logs"], 0);
    assert_eq!(number(&again, "left", "questions"), left);
    assert_eq!(number(&again, "left", "with_these_rules"), left);
}

#[test]
fn suggest_shows_commands_of_the_log_only_where_it_is_asked_to() {
    let without = printed(&["suggest", "--policy", "a.json", "--format", "json", "logs"], 0);
    let with = printed(&["suggest", "--policy", "a.json", "--show-commands", "--format", "json", "logs"], 0);
    assert!(without.contains("\"examples\": null") || without.contains("\"examples\":null"), "{without}");
    assert!(!with.contains("ghp_0123"), "{with}");
    assert_ne!(with, without);
}

#[test]
fn rules_are_added_to_no_file_that_has_no_place_for_them() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("odd.json");
    fs::write(&file, "[1]").unwrap();
    let errors = said(&["suggest", "--policy", "a.json", "--into", file.to_str().unwrap(), "logs"], 2);
    assert!(errors.contains("has no place for rules"), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "[1]");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for task in ["run", "rules", "suggest"] {
        let one = printed(&[task, "--policy", "a.json", "--threads", "1", "logs"], 0);
        assert_eq!(printed(&[task, "--policy", "a.json", "--threads", "5", "logs"], 0), one);
    }
}

#[test]
fn no_secret_of_a_command_is_printed() {
    for format in ["text", "json", "html"] {
        let text = printed(&["run", "--policy", "a.json", "--show-commands", "--format", format, "logs"], 0);
        assert!(!text.contains("ghp_0123") && text.contains("•••"), "{format}: {text}");
    }
    let without = printed(&["run", "--policy", "a.json", "--format", "json", "logs"], 0);
    assert!(!without.contains("out.txt") && !without.contains("example.com"), "{without}");
}

#[test]
fn diff_with_the_same_policy_finds_nothing_and_succeeds() {
    let text =
        printed(&["diff", "--policy", "a.json", "--policy", "a.json", "--table", "changes", "logs"], 0);
    assert!(text.contains("none"), "{text}");
}

#[test]
fn a_mode_and_a_time_are_heeded() {
    let denied =
        printed(&["run", "--policy", "a.json", "--mode", "dontAsk", "--table", "summary", "logs"], 0);
    assert!(!denied.lines().any(|line| line.trim_start().starts_with("ask ")), "{denied}");
    let late =
        ["run", "--policy", "a.json", "--since", "2026-11-24", "--format", "csv", "--table", "logs", "logs"];
    let calls = printed(&late, 0);
    // The account says what was read; the summary what counts.
    assert!(calls.contains("codex"), "{calls}");
    let late =
        ["run", "--policy", "a.json", "--since", "2026-11-24", "--format", "csv", "--table", "hours", "logs"];
    assert_eq!(
        printed(&late, 0)
            .lines()
            .skip(1)
            .map(|line| line.split(',').take(2).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>(),
        ["10 2"]
    );
}

#[test]
fn files_are_written_whole_and_parquet_can_be_audited_again() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    printed(&["run", "--policy", "a.json", "--format", "parquet", "--output", &at("tables"), "logs"], 0);
    let mut names: Vec<_> =
        fs::read_dir(place.path().join("tables")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        [
            "asks.parquet",
            "hours.parquet",
            "logs.parquet",
            "programs.parquet",
            "summary.parquet",
            "unreadable.parquet"
        ]
    );
    let sql = "SELECT tool, command, cwd, mode, time, session FROM log";
    printed(
        &["sql", "--policy", "a.json", "--format", "parquet", "--output", &at("log.parquet"), sql, "logs"],
        0,
    );
    let summary = |path: &str| printed(&["run", "--policy", "a.json", "--table", "hours", path], 0);
    assert_eq!(summary(&at("log.parquet")), summary("logs"));
    let message = said(&["run", "--policy", "a.json", &at("tables/hours.parquet")], 2);
    assert!(message.contains("has no column `command`; its columns are `hour`, `calls`"), "{message}");
    let other = "SELECT command AS line_of_shell FROM log";
    printed(
        &[
            "sql",
            "--policy",
            "a.json",
            "--format",
            "parquet",
            "--output",
            &at("other.parquet"),
            other,
            "logs",
        ],
        0,
    );
    let text =
        printed(&["run", "--policy", "a.json", "--command-column", "line_of_shell", &at("other.parquet")], 0);
    assert!(text.contains("summary"), "{text}");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let message = said(&["run", "--policy", "broken.json", "logs"], 5);
    assert!(message.contains("broken.json:4:13") && message.contains('^'), "{message}");
    assert!(
        said(&["run", "--policy", "gone.json", "logs"], 5)
            .contains("cannot read the settings file `gone.json`")
    );
    for (arguments, want) in [
        (&["diff", "--policy", "a.json", "logs"][..], "`diff` compares two policies"),
        (&["run", "--mode", "fast", "logs"], "there is no mode `fast`"),
        (&["run", "--since", "soon", "logs"], "`soon` is no time"),
        (&["run", "--input-format", "x", "logs"], "there is no format of logs `x`"),
        (&["run", "--table", "x", "logs"], "there is no table `x`"),
        (&["run", "--format", "csv", "logs"], "this format has a file for each table"),
        (&["run", "--output", "/gone/x", "logs"], "there is no folder `/gone`"),
        (&["sql", "DROP TABLE log", "logs"], "DDL not supported"),
        (&["sql", "SELECT verdict('{', 'ls', '/')", "logs"], "the policy cannot be read"),
    ] {
        let message = said(arguments, 2);
        assert!(message.contains(want), "{arguments:?}: {message}");
    }
}

#[test]
fn a_log_that_is_not_there_is_counted_and_the_others_are_read() {
    let text =
        printed(&["run", "--policy", "a.json", "--table", "unreadable", "gone.jsonl", "logs/codex.jsonl"], 0);
    assert!(text.contains("gone.jsonl") && text.contains("cannot be read"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_what_was_there_and_prints_what_was_computed() {
    let output = audit(&["run", "--policy", "a.json", "--output", "/dev/full", "logs"]);
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("cannot write `/dev/full`") && error.contains("free some space"), "{error}");
    assert!(out.contains("summary: what the policy would have answered"), "{out}");
}
