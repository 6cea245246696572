//! `approvals`: what a person answered for good or for a session, and how to take it back.
//!
//! Owns the drawing and the choice. The records are of `settings::approvals` and of `session`.

mod session;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use policy_core::visible::line;
use serde::Serialize;
use serde_json::{Value, json};

use super::arguments::{ApprovalOrder, ApprovalsAsked};
use super::exit::Exit;
use super::failure::Failure;
use super::tasks::duration;
use super::{background, safe_output, terminal};
use crate::settings::approvals::{Approvals, KeptApproval, Revoked, Standing};

use session::SessionApproval;
pub(super) use session::SessionApprovals;

pub(super) fn approvals(asked: &ApprovalsAsked) -> Result<ExitCode, Failure> {
    let home = crate::system::home::users_home();
    let kept = Approvals::of(home.as_deref());
    let session = background::named_directory(asked.session.as_ref())
        .and_then(|it| SessionApprovals::of(&it, home.as_deref()));
    match &asked.order {
        ApprovalOrder::List => list(kept.as_ref(), session.as_ref(), asked.json),
        ApprovalOrder::Revoke { ids, all } => {
            let ids = chosen(ids, *all, kept.as_ref(), session.as_ref())?;
            revoke(&ids, kept.as_ref(), session.as_ref(), asked.json)
        }
    }
}

/// The names that are meant: those that were given, or all of the session, or all.
fn chosen(
    ids: &[String],
    all: bool,
    kept: Option<&Approvals>,
    session: Option<&SessionApprovals>,
) -> Result<Vec<String>, Failure> {
    let in_files = kept.map(Approvals::list).unwrap_or_default();
    let of_session = session.map(SessionApprovals::list).unwrap_or_default();
    let in_files = in_files.into_iter().map(|(kept, _)| kept.id).collect::<Vec<_>>();
    let of_session = of_session.into_iter().map(|approval| approval.id).collect::<Vec<_>>();
    if all {
        return Ok([in_files, of_session].concat());
    }
    if ids.is_empty() {
        return match session {
            Some(_) => Ok(of_session),
            None => Err(Failure::usage(
                "no approval is named",
                "name one of `shellgate approvals list`, or give `--session DIR` or `--all`",
            )),
        };
    }
    match ids.iter().find(|id| !in_files.contains(id) && !of_session.contains(id)) {
        None => Ok(ids.to_vec()),
        Some(unknown) => Err(Failure::usage(
            format!("there is no approval `{}`", line(unknown)),
            "`shellgate approvals list` lists them; `--session DIR` adds those of a session",
        )),
    }
}

fn list(
    kept: Option<&Approvals>,
    session: Option<&SessionApprovals>,
    is_json: bool,
) -> Result<ExitCode, Failure> {
    let kept = kept.map(Approvals::list).unwrap_or_default();
    let of_session = session.map(SessionApprovals::list).unwrap_or_default();
    if is_json {
        let kept = kept.iter().map(|(kept, standing)| {
            let mut shown = serde_json::to_value(kept).unwrap_or_default();
            shown["standing"] = serde_json::to_value(standing).unwrap_or_default();
            shown
        });
        let of_session = of_session.iter().map(|approval| {
            let mut shown = serde_json::to_value(approval).unwrap_or_default();
            shown["session"] = json!(session.map(SessionApprovals::directory));
            shown
        });
        let shown = kept.chain(of_session).collect::<Value>();
        terminal::data(&safe_output::json(&shown.to_string()))?;
        return Ok(Exit::Done.into());
    }
    let kept = kept.iter().map(|(kept, standing)| drawn(kept, *standing));
    let lines = kept.chain(of_session.iter().map(drawn_of_session)).collect::<Vec<_>>();
    terminal::data(&if lines.is_empty() { "no approvals".to_owned() } else { lines.join("\n") })?;
    Ok(Exit::Done.into())
}

fn drawn(kept: &KeptApproval, standing: Standing) -> String {
    let standing = match standing {
        Standing::InFile => "",
        Standing::Gone => " (it is no longer there)",
        Standing::Unreadable => " (the file cannot be read)",
    };
    format!(
        "{}  {}  `{}` in `{}` of `{}`{standing}\n    for `{}` in `{}`",
        kept.id,
        ago(kept.at),
        line(&kept.entry),
        kept.keys.join("."),
        name(&kept.file),
        line(&kept.command),
        line(&kept.cwd),
    )
}

fn drawn_of_session(approval: &SessionApproval) -> String {
    format!(
        "{}  {}  this session\n    for `{}` in `{}`",
        approval.id,
        ago(approval.at),
        line(&approval.command),
        line(&approval.cwd)
    )
}

fn ago(at: u64) -> String {
    let at = SystemTime::UNIX_EPOCH + Duration::from_millis(at);
    format!("{} ago", duration(at.elapsed().unwrap_or_default().as_secs()))
}

fn name(file: &Path) -> String {
    line(&file.to_string_lossy()).into_owned()
}

/// What became of one approval.
#[derive(Serialize)]
struct Revocation {
    id: String,
    done: &'static str,
    message: String,
}

fn revoke(
    ids: &[String],
    kept: Option<&Approvals>,
    session: Option<&SessionApprovals>,
    is_json: bool,
) -> Result<ExitCode, Failure> {
    let mut all: Vec<Revocation> = Vec::new();
    if let Some(kept) = kept {
        for (approval, revoked) in kept.revoke(ids)? {
            let (entry, file) = (line(&approval.entry).into_owned(), name(&approval.file));
            let (done, message) = match revoked {
                Revoked::Removed => ("removed", format!("`{entry}` was taken out of `{file}`")),
                Revoked::WasGone => ("wasGone", format!("`{entry}` was no longer in `{file}`")),
                Revoked::Failed(why) => {
                    ("failed", format!("`{entry}` still counts, because `{file}` cannot be changed: {why}"))
                }
            };
            all.push(Revocation { id: approval.id, done, message });
        }
    }
    if let Some(session) = session {
        for approval in session.revoke(ids)? {
            let message = format!("`{}` asks again in this session", line(&approval.command));
            all.push(Revocation { id: approval.id, done: "removed", message });
        }
    }
    if is_json {
        terminal::data(&safe_output::json(&serde_json::to_string(&all).unwrap_or_default()))?;
    } else if all.is_empty() {
        terminal::message("shellgate: there is nothing to take back");
    } else {
        for Revocation { id, message, .. } in &all {
            terminal::message(&format!("shellgate: {id}: {message}"));
        }
    }
    let failed = all.iter().any(|one| one.done == "failed");
    Ok(if failed { Exit::Internal.into() } else { Exit::Done.into() })
}
