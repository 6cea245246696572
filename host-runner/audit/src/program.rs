//! The program: what each task does, in which order, and how it ends.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use datafusion::arrow::array::{AsArray as _, RecordBatch};
use datafusion::arrow::datatypes::Int64Type;
use datafusion::execution::context::SQLOptions;
use datafusion::prelude::SessionContext;
use policy_core::Mode;

use crate::arguments::{Arguments, Common, Task};
use crate::failure::Failure;
use crate::inputs::{self, Inputs};
use crate::log_table::Accounts;
use crate::progress::Progress;
use crate::report::{Report, Table};
use crate::tables::Shown;
use crate::{output, policy, rules, session, since, stages, suggest, tables, unreadable};

/// Less memory is of no use: each sort and each group needs some.
const MEMORY_MIB_MIN: usize = 64;

/// Runs the task of the arguments. Exits with 0; with 1 if `diff` found something looser; with 5 if settings cannot be
/// used; with 2 if anything else stops it; with 130 if it was interrupted.
pub fn run(arguments: Arguments) -> ExitCode {
    match work(arguments) {
        Ok(exit) => exit,
        Err(failure) => {
            anstream::eprintln!("{failure}");
            ExitCode::from(failure.exit())
        }
    }
}

fn work(arguments: Arguments) -> Result<ExitCode, Failure> {
    let common = match &arguments.task {
        Task::Run(common)
        | Task::Diff(common)
        | Task::Rules(common)
        | Task::Sql { common, .. }
        | Task::Suggest { common, .. } => common.clone(),
    };
    let threads =
        common.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)).max(1);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?;
    let audit = Audit::new(arguments.task, common, threads);
    let done = runtime.block_on(async {
        tokio::select! {
            // The folder with the steps goes with what is dropped here.
            _ = tokio::signal::ctrl_c() => Ok(ExitCode::from(130)),
            done = audit.run() => done,
        }
    });
    // A log that is still being read is not waited for.
    runtime.shutdown_background();
    done
}

/// One audit.
struct Audit {
    task: Task,
    common: Common,
    threads: usize,
    accounts: Arc<Accounts>,
}

impl Audit {
    fn new(task: Task, common: Common, threads: usize) -> Self {
        Self { task, common, threads, accounts: Arc::default() }
    }

    async fn run(&self) -> Result<ExitCode, Failure> {
        let is_sql = matches!(self.task, Task::Sql { .. });
        output::check(
            self.common.format,
            self.common.output.as_deref(),
            self.common.table.is_some() || is_sql,
        )?;
        let mode = self.mode()?;
        let since = self.common.since.as_deref().map(|text| since::parse(text, since::now())).transpose();
        let since =
            since.map_err(|message| Failure::usage(message, "see `--since` in `shellgate-audit --help`"))?;
        let home = std::env::home_dir();
        let policies = self.policies(home.as_deref())?;
        let inputs = inputs::find(&self.common, home.as_deref(), &self.accounts)?;
        // Private to the user: the steps hold whole commands.
        let place = tempfile::Builder::new().prefix("shellgate-audit-").tempdir()?;
        let memory = self.common.memory.max(MEMORY_MIB_MIN) << 20;
        let session = session::new(place.path(), self.threads, memory, policies.first().cloned())?;
        let progress = Progress::reading(bytes(&inputs));
        let counter = progress.counter();
        inputs::register(&session, &inputs, &self.common, since, &self.accounts, counter, self.threads)
            .await?;
        let done = self.report(&session, place.path(), &policies, mode, &progress).await;
        progress.end();
        let (mut report, is_looser) = done?;
        report.asked = self.asked();
        if let Some(name) = &self.common.table {
            let names =
                report.tables.iter().map(|table| format!("`{}`", table.name)).collect::<Vec<_>>().join(", ");
            report.tables.retain(|table| table.name == name);
            if report.tables.is_empty() {
                return Err(Failure::usage(
                    format!("there is no table `{name}`"),
                    format!("there are {names}"),
                ));
            }
        }
        let written = output::write(&report, self.common.format, self.common.output.as_deref());
        if let Err(Failure::Output(..)) = &written {
            // What was computed is not lost.
            output::write(&report, crate::arguments::Format::Text, None)?;
        }
        written?;
        Ok(ExitCode::from(u8::from(is_looser)))
    }

    async fn report(
        &self,
        session: &SessionContext,
        place: &Path,
        policies: &[String],
        mode: Option<&'static str>,
        progress: &Progress,
    ) -> Result<(Report, bool), Failure> {
        let shown = Shown { min_count: self.common.min_count, commands: self.common.show_commands };
        let mut report = Report::default();
        let mut is_looser = false;
        if let Task::Sql { query, .. } = &self.task {
            // The steps are there for those who ask for them.
            if ["counted", "decided", "used"].iter().any(|step| query.to_ascii_lowercase().contains(step)) {
                stages::run(session, place, &policies[..1], mode, &|what| progress.step(what)).await?;
            }
            progress.step("answers");
            report.tables.push(answer(session, query).await?);
            return Ok((report, false));
        }
        stages::run(session, place, policies, mode, &|what| progress.step(what)).await?;
        progress.step("makes tables");
        match self.task {
            Task::Run(_) => {
                for query in tables::RUN {
                    report.tables.push(tables::table(session, query, shown).await?);
                }
            }
            Task::Diff(_) => {
                for query in [&tables::CELLS, &tables::CHANGES] {
                    report.tables.push(tables::table(session, query, shown).await?);
                }
                let looser = session.sql(&tables::text(tables::LOOSENED, shown)).await?.collect().await?;
                is_looser = looser.iter().any(|batch| {
                    batch.column(0).as_primitive::<Int64Type>().iter().flatten().any(|calls| calls > 0)
                });
            }
            Task::Rules(_) => {
                for policy in &policies[..1] {
                    report.tables.push(rules::table(session, policy, mode, self.threads).await?);
                }
            }
            Task::Suggest { top, ref into, .. } => {
                progress.step("tries rules");
                for policy in &policies[..1] {
                    let found = suggest::suggest(session, policy, mode, top, shown.commands).await?;
                    if let Some(file) = into {
                        suggest::add(&found.rules, file)?;
                    }
                    report.tables.extend(found.tables);
                }
            }
            Task::Sql { .. } => {}
        }
        let accounts = self.accounts.all();
        report.tables.push(unreadable::logs(&accounts)?);
        report.tables.push(unreadable::unreadable(&accounts)?);
        report.notes = unreadable::notes(self.common.since.is_some());
        Ok((report, is_looser))
    }

    fn mode(&self) -> Result<Option<&'static str>, Failure> {
        let Some(name) = &self.common.mode else { return Ok(None) };
        let known = Mode::ALL.iter().find(|(_, known)| known == name).map(|(_, known)| *known);
        known.map(Some).ok_or_else(|| {
            let modes = Mode::ALL.map(|(_, name)| format!("`{name}`")).join(", ");
            Failure::usage(format!("there is no mode `{name}`"), format!("write one of {modes}"))
        })
    }

    /// The texts of the policies: two for `diff`, else one.
    fn policies(&self, home: Option<&Path>) -> Result<Vec<String>, Failure> {
        let files: Vec<&Path> = self.common.policy.iter().map(PathBuf::as_path).collect();
        match (&self.task, files.as_slice()) {
            (Task::Diff(_), [one, other]) => Ok(vec![policy::of_files(&[one])?, policy::of_files(&[other])?]),
            (Task::Diff(_), _) => {
                Err(Failure::usage("`diff` compares two policies", "write `--policy A --policy B`"))
            }
            (_, []) => {
                let usual = home.map(|home| home.join(".claude/settings.json")).filter(|file| file.is_file());
                let usual: Vec<&Path> = usual.iter().map(PathBuf::as_path).collect();
                Ok(vec![policy::of_files(&usual)?])
            }
            (_, files) => Ok(vec![policy::of_files(files)?]),
        }
    }

    /// The task as it was asked for, without the paths.
    fn asked(&self) -> String {
        let task = match self.task {
            Task::Run(_) => "run",
            Task::Diff(_) => "diff",
            Task::Rules(_) => "rules",
            Task::Sql { .. } => "sql",
            Task::Suggest { .. } => "suggest",
        };
        let policies = self.common.policy.iter().map(|file| format!("--policy {}", file.display()));
        let options = [("since", &self.common.since), ("mode", &self.common.mode)];
        let options =
            options.iter().filter_map(|(name, value)| Some(format!("--{name} {}", value.as_ref()?)));
        let words = ["shellgate-audit", task].map(str::to_owned).into_iter();
        words.chain(policies).chain(options).collect::<Vec<_>>().join(" ")
    }
}

/// The answer to a query of the user's, which can only read.
///
/// # Errors
/// The query is wrong, would write, or fails.
pub async fn answer(session: &SessionContext, query: &str) -> Result<Table, Failure> {
    let only_reads =
        SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    let rows = session.sql_with_options(query, only_reads).await?;
    let schema = Arc::new(rows.schema().as_arrow().clone());
    let batches = rows.collect().await?;
    let schema = batches.first().map_or(schema, RecordBatch::schema);
    Table::new("result", "the answer to the query", &schema, &batches)
}

fn bytes(inputs: &Inputs) -> u64 {
    inputs.logs.iter().map(|file| file.metadata().map_or(0, |found| found.len())).sum()
}
