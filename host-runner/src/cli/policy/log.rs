//! Logs as the core takes them, with a bar while they are read.
//!
//! Owns the files and the messages about what cannot be read. Decides nothing.

use std::io;
use std::path::PathBuf;

use agent_logs::{Options, files};
use policy_core::history::{Call, Log};
use policy_core::visible::line;
use policy_core::{Dialect, Mode};

use super::super::failure::Failure;
use super::super::{progress, terminal};
use super::text::counted;

/// The calls of these logs: files, or folders with logs.
pub(super) fn read(paths: &[PathBuf], home: Option<&str>) -> Result<Log, Failure> {
    let mut log = Log::new(home);
    let mut errors = Vec::new();
    let found: Vec<PathBuf> = paths.iter().flat_map(|path| files::at(path, &mut errors)).collect();
    if let Some((path, error)) = errors.first() {
        return Err(unreadable(path, error));
    }
    let bytes = found.iter().filter_map(|path| path.metadata().ok()).map(|it| it.len()).sum();
    let bar = progress::bar(bytes);
    for path in &found {
        let mut add = |call: agent_logs::Call| {
            log.add(&Call {
                tool: Some(&call.tool),
                command: &call.command,
                cwd: call.cwd.as_deref(),
                shell: call.shell.and_then(dialect),
                mode: call.mode.as_deref().and_then(Mode::from_name),
            });
        };
        let mut bytes = |count: usize| bar.inc(count as u64);
        let account = files::read(path, &Options::default(), &mut bytes, &mut add)
            .map_err(|error| unreadable(path, &error))?;
        let name = line(&path.to_string_lossy()).into_owned();
        if account.format.is_none() {
            bar.suspend(|| terminal::message(&format!("shellgate: `{name}` is no log of a known format\n")));
        } else if let Some(bad) = account.bad.first() {
            let lines = counted(account.bad_lines, "line", "lines");
            let text = format!("shellgate: {lines} cannot be read: {}\n", bad.at(&name));
            bar.suspend(|| terminal::message(&text));
        }
    }
    bar.finish_and_clear();
    if log.calls() == 0 {
        return Err(Failure::usage(
            "there is no command in the logs",
            "name transcripts of an agent, histories of a shell, or JSON lines with a `command`",
        ));
    }
    Ok(log)
}

fn dialect(name: &str) -> Option<Dialect> {
    Dialect::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, dialect)| dialect)
}

fn unreadable(path: &std::path::Path, error: &io::Error) -> Failure {
    Failure::usage(
        format!("the log `{}` cannot be read: {error}", line(&path.to_string_lossy())),
        "name a file that you may read, or a folder with logs",
    )
}
