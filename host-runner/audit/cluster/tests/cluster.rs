//! One scheduler and two executors on loopback ports that the system chose: the answer has the same bytes as on one machine,
//! also if an executor dies on the way.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use shellgate_audit::report::Report;
use shellgate_audit::{formats, policy, program, session};

/// Distinct commands, and files of the log.
const COMMANDS: usize = 6_000;
const FILES: usize = 8;

const POLICY: &str = r#"{ "permissions": { "allow": ["Bash(make:*)"], "deny": ["Bash(curl:*)"] } }"#;

const QUERY: &str = "
    SELECT v['decision'] AS decision, v['code'] AS code, coalesce(v['rule'], '') AS rule,
           CAST(sum(n) AS BIGINT) AS calls, count(*) AS commands, min(mask(command)) AS example
    FROM (SELECT command, n, verdict(command, cwd) AS v
          FROM (SELECT command, cwd, count(*) AS n FROM log GROUP BY command, cwd))
    GROUP BY 1, 2, 3 ORDER BY calls DESC, decision, code, rule";

/// A process of the cluster, which ends with its value.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a process of the cluster, and returns where it listens.
fn started(arguments: &[&str]) -> (Process, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_shellgate-audit-cluster"));
    let mut child = program.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("{line:?}")).to_owned();
    (Process(child), address)
}

/// A scheduler and two executors, whose results are in these folders.
fn cluster(place: &Path) -> (Process, String, Vec<Process>) {
    let (scheduler, address) = started(&["scheduler", "--listen", "127.0.0.1:0", "--executor-timeout", "5"]);
    let executors = ["one", "other"].map(|name| {
        let folder = place.join(name);
        fs::create_dir(&folder).unwrap();
        let folder = folder.to_str().unwrap();
        let listen = "127.0.0.1:0";
        started(&[
            "executor",
            "--scheduler",
            &address,
            "--listen",
            listen,
            "--folder",
            folder,
            "--threads",
            "1",
        ])
        .0
    });
    (scheduler, address, executors.into())
}

/// The log as Parquet files in a folder.
async fn log(folder: &Path) {
    fs::create_dir(folder).unwrap();
    let session = SessionContext::new();
    for file in 0..FILES {
        let sql = format!(
            "SELECT CASE value % 5 WHEN 0 THEN 'make t' || value WHEN 1 THEN 'curl https://a.org/' || value
                    WHEN 2 THEN 'grep -rn x' || value || ' . | head' WHEN 3 THEN 'A_TOKEN=secret' || value || ' x'
                    ELSE 'cat' END AS command, '/repo' AS cwd
             FROM range({}, {})",
            file * COMMANDS / FILES,
            (file + 1) * COMMANDS / FILES
        );
        let path = folder.join(format!("{file}.parquet"));
        let options = DataFrameWriteOptions::new().with_single_file_output(true);
        session.sql(&sql).await.unwrap().write_parquet(path.to_str().unwrap(), options, None).await.unwrap();
    }
}

/// What one machine answers.
async fn on_one_machine(place: &Path, log: &Path, settings: &Path) -> String {
    let policy = policy::of_files(&[settings]).unwrap();
    let session = session::new(place, 2, 256 << 20, Some(policy)).unwrap();
    session
        .register_parquet("log", format!("{}/", log.display()), ParquetReadOptions::default())
        .await
        .unwrap();
    let table = program::answer(&session, QUERY).await.unwrap();
    formats::text(&Report { asked: String::new(), tables: vec![table], notes: Vec::new() })
}

/// Asks the cluster.
fn asked(scheduler: &str, log: &Path, settings: &Path) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_shellgate-audit-cluster"));
    program.args(["sql", QUERY]).arg(log).args(["--scheduler", scheduler, "--policy"]).arg(settings);
    program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn answer(client: Child) -> String {
    let output = client.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Whether a file is anywhere below the folder.
fn has_file(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.into_iter().any(|path| if path.is_dir() { has_file(&path) } else { true })
}

#[tokio::test(flavor = "multi_thread")]
async fn two_executors_answer_as_one_machine_does_also_if_one_dies() {
    let place = Arc::new(tempfile::tempdir().unwrap());
    let (folder, settings) = (place.path().join("log"), place.path().join("settings.json"));
    log(&folder).await;
    fs::write(&settings, POLICY).unwrap();
    let want = on_one_machine(place.path(), &folder, &settings).await;
    assert!(want.contains("DENY_RULE") && want.contains("A_TOKEN=•••"), "{want}");

    let (_scheduler, address, mut executors) = cluster(place.path());
    assert_eq!(answer(asked(&address, &folder, &settings)), want);

    // The second time, one of them dies as soon as it has a result that the rest of the query needs.
    let one = place.path().join("one");
    for entry in fs::read_dir(&one).unwrap() {
        fs::remove_dir_all(entry.unwrap().path()).unwrap();
    }
    let mut client = asked(&address, &folder, &settings);
    while !has_file(&one) {
        assert!(client.try_wait().unwrap().is_none(), "the query ended before the executor had a result");
        std::thread::yield_now();
    }
    let dying = executors.remove(0);
    assert!(client.try_wait().unwrap().is_none(), "the query is still running");
    drop(dying);
    assert_eq!(answer(client), want);
}
