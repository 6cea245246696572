//! `sandbox`: any program, held to what the arguments grant, with nobody deciding about it.
//!
//! Owns the way from arguments to a request and the report. The sandbox itself is the library's.

use std::ffi::OsStr;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use serde_json::json;

use super::arguments::Sandbox;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;
use crate::launch::denial::Denial;
use crate::launch::launcher_binary::own_binary;
use crate::launch::launcher_process::Origin;
use crate::launch::program::{NotStarted, Program, Ran, run_by};
use crate::launcher::forked;
use crate::network::Hosts;
use crate::sandbox::{Backend, Confinement, Missing, Network, Promise, Quarantined, SandboxRequest};
use policy_core::visible::line;

pub(super) fn sandbox(asked: &Sandbox) -> Result<ExitCode, Failure> {
    let cwd = match std::env::current_dir().and_then(|cwd| cwd.canonicalize()) {
        Ok(cwd) => cwd,
        Err(error) => {
            let why =
                format!("the working directory cannot be used: {error}; change to an existing directory");
            not_started(&why, asked.json);
            return Ok(Exit::NotRun.into());
        }
    };
    let Some(name) = asked.program.first() else {
        return Err(Failure::usage("there is no program", "name it after `--`"));
    };
    let path = match find(name, &cwd) {
        Ok(path) => path,
        Err((why, code)) => {
            not_started(&format!("`{}` {why}", name.to_string_lossy()), asked.json);
            return Ok(ExitCode::from(code));
        }
    };
    let hosts = Hosts::from_arguments(&asked.allow_host)
        .map_err(|bad| Failure::usage(format!("`{}` is not a host: {}", bad.entry, bad.problem), bad.help))?;
    let is_proxied = !hosts.is_empty();
    let program = Program {
        path,
        arguments: asked.program.clone(),
        backend: asked.backend.unwrap_or(Backend::of_this_system()),
        sandbox: SandboxRequest {
            writable: there(&asked.write, &cwd)?,
            read_only_inside: there(&asked.read_only, &cwd)?,
            deny_read: there(&asked.deny_read, &cwd)?,
            network: if is_proxied { Network::Proxied } else { Network::None },
            captured_ports: if is_proxied { hosts.captured_ports() } else { Vec::new() },
            ..SandboxRequest::default()
        },
        hosts,
        cwd,
        full_or_nothing: !asked.allow_partial && asked.backend.is_none(),
        output: None,
        record: None,
    };
    match run_by(&Origin { copy: Some(forked::fork), binary: own_binary() }, &program) {
        Ok(ran) => {
            report(&ran, program.backend, asked.json);
            Ok(ExitCode::from(u8::try_from(ran.status).unwrap_or(u8::MAX)))
        }
        Err(NotStarted::Io(error)) if error.kind() == io::ErrorKind::InvalidInput => {
            Err(Failure::usage("an argument has a null byte", "remove it"))
        }
        Err(why) => {
            not_started(&why.to_string(), asked.json);
            Ok(Exit::NotRun.into())
        }
    }
}

/// The named paths, absolute. One that is not there is a mistake: nothing could be granted or taken.
fn there(paths: &[PathBuf], cwd: &Path) -> Result<Vec<PathBuf>, Failure> {
    let absolute = |path: &PathBuf| {
        cwd.join(path).canonicalize().map_err(|error| {
            Failure::usage(
                format!("`{}` cannot be used: {error}", path.display()),
                "name an existing path, or create it first",
            )
        })
    };
    paths.iter().map(absolute).collect()
}

/// The program by a path or by `PATH`, or why not and with which exit code, as a shell says it.
fn find(name: &OsStr, cwd: &Path) -> Result<PathBuf, (&'static str, u8)> {
    let can_be_executed = |path: &Path| {
        path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    if Path::new(name).components().count() > 1 || name.as_encoded_bytes().contains(&b'/') {
        let path = cwd.join(name);
        return match path.exists() {
            true if can_be_executed(&path) => Ok(path),
            true => Err(("cannot be executed", 126)),
            false => Err(("does not exist", 127)),
        };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let listed = std::env::split_paths(&path).map(|directory| cwd.join(directory).join(name));
    listed.into_iter().find(|path| can_be_executed(path)).ok_or(("was not found in `PATH`", 127))
}

fn not_started(why: &str, json: bool) {
    terminal::message(&if json {
        json!({"notStarted": {"why": why}}).to_string()
    } else {
        format!("not started: {}", line(why))
    });
}

/// Says what is not as it should be, or with `json` everything. Standard output is the program's.
fn report(ran: &Ran, backend: Backend, json: bool) {
    if json {
        terminal::message(&report_json(ran, backend));
        return;
    }
    let notes = ran.hints.iter().cloned();
    let denied = ran.denials.iter().map(ToString::to_string);
    // Who switched it off knows that no promise holds.
    let matters = |lost: &&Missing| {
        backend != Backend::None && (lost.promise.is_required() || lost.promise == Promise::AllowedHosts)
    };
    let off = (backend == Backend::None).then(|| "no promise holds, because of `--backend none`".to_owned());
    let lost = ran.missing.iter().filter(matters).map(ToString::to_string).chain(off);
    let moved = ran.quarantined.iter().map(ToString::to_string);
    for note in notes.chain(denied).chain(lost).chain(moved) {
        terminal::message(&format!("shellgate: {}", line(&note)));
    }
}

fn report_json(ran: &Ran, backend: Backend) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Report<'r> {
        exit_code: i32,
        backend: &'static str,
        confinement: Confinement,
        promises: Vec<&'static str>,
        missing: &'r [Missing],
        denials: &'r [Denial],
        quarantined: &'r [Quarantined],
        hints: &'r [String],
    }
    let report = Report {
        exit_code: ran.status,
        backend: backend.name(),
        confinement: Confinement::of(&ran.held, &ran.missing),
        promises: ran.held.iter().map(|promise| promise.code()).collect(),
        missing: &ran.missing,
        denials: &ran.denials,
        quarantined: &ran.quarantined,
        hints: &ran.hints,
    };
    serde_json::to_string(&report).unwrap_or_default()
}
