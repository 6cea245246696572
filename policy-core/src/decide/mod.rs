//! The decision about one request: two readings, the evidence, the judge, the report.
//!
//! Owns the order of these steps. The judge alone decides.

mod evidence;
mod findings;
mod gather;
mod judge;
mod nested;
mod reason;
mod report;
mod web;

#[cfg(test)]
#[path = "cases_tests.rs"]
mod cases_tests;
#[cfg(test)]
#[path = "change_tests.rs"]
mod change_tests;
#[cfg(all(test, feature = "powershell"))]
#[path = "cmdlet_rules_tests.rs"]
mod cmdlet_rules_tests;
#[cfg(all(test, feature = "powershell"))]
#[path = "cmdlets_in_posix_tests.rs"]
mod cmdlets_in_posix_tests;
#[cfg(test)]
#[path = "doubt_tests.rs"]
mod doubt_tests;
#[cfg(test)]
#[path = "exact_text_tests.rs"]
mod exact_text_tests;
#[cfg(test)]
#[path = "fetch_tests.rs"]
mod fetch_tests;
#[cfg(test)]
#[path = "implementation_tests.rs"]
mod implementation_tests;
#[cfg(test)]
#[path = "judge_tests.rs"]
mod judge_tests;
#[cfg(test)]
#[path = "limit_tests.rs"]
mod limit_tests;
#[cfg(test)]
#[path = "meant_tests.rs"]
mod meant_tests;
#[cfg(test)]
#[path = "nested_tests.rs"]
mod nested_tests;
#[cfg(all(test, feature = "powershell"))]
#[path = "powershell_generated_tests.rs"]
mod powershell_generated_tests;
#[cfg(all(test, feature = "powershell"))]
mod powershell_generator;
#[cfg(all(test, feature = "powershell"))]
#[path = "powershell_tests.rs"]
mod powershell_tests;
#[cfg(test)]
#[path = "redirect_tests.rs"]
mod redirect_tests;
#[cfg(test)]
#[path = "rules_tests.rs"]
mod rules_tests;
#[cfg(test)]
#[path = "self_description_tests.rs"]
mod self_description_tests;
#[cfg(test)]
#[path = "services_tests.rs"]
mod services_tests;
#[cfg(test)]
#[path = "spelling_tests.rs"]
mod spelling_tests;
#[cfg(test)]
#[path = "story_tests.rs"]
mod story_tests;
#[cfg(test)]
#[path = "whole_tool_tests.rs"]
mod whole_tool_tests;

pub use crate::proof::Standing;
pub use judge::{Ground, Objection};
pub use web::{WebGround, WebObjection, WebStanding};

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use core::cell::RefCell;

use crate::checks;
use crate::dataflow::Variables;
use crate::effects;
use crate::limits::read_part;
use crate::machine::{DirectoryTracker, Machine, WindowsRequest};
use crate::paths::PathModel;
use crate::policy::Policy;
use crate::powershell;
use crate::request::Request;
use crate::script::{NestedText, Script};
use crate::span::Span;
use crate::syntax::{self, Witness};
use crate::verdict::{About, Decision, Verdict};
use crate::web::Tool;
use findings::check_finding;
use gather::{Extent, gather, limit};

/// Decides requests under one policy.
///
/// One engine serves one thread: it keeps a parser for its second reading.
#[derive(Debug)]
pub struct Engine {
    policy: Arc<Policy>,
    witness: RefCell<Witness>,
}

impl Engine {
    /// An engine for `policy`, which engines of several threads can share.
    pub fn new(policy: impl Into<Arc<Policy>>) -> Self {
        Self { policy: policy.into(), witness: RefCell::new(Witness::new()) }
    }

    /// The policy that decides.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The verdict on one request. The same request gives the same verdict, always.
    pub fn check(&self, request: &Request<'_>) -> Verdict {
        if let Some(tool) = Tool::of_name(request.tool) {
            return web::check(&self.policy, request, tool);
        }
        let model = PathModel::of(request.cwd, request.home);
        let Some(translated) = WindowsRequest::of(request, model) else {
            return self.check_here(request, model);
        };
        let mut verdict = self.check_here(&translated.request(request), model);
        translated.outward(&mut verdict);
        // A host knows the request as it sent it.
        verdict.about = About::request(request);
        verdict
    }

    /// As [`Engine::check`], with directories and facts in the core's spelling.
    fn check_here(&self, request: &Request<'_>, model: &'static PathModel) -> Verdict {
        let (part, unread) = read_part(request.command);
        if unread.is_empty() {
            self.check_read(request, model, unread)
        } else {
            self.check_read(&Request { command: part, ..request.clone() }, model, unread)
        }
    }

    /// As [`Engine::check_here`], for the part of a command that is read; `unread` is the rest of it.
    fn check_read(&self, request: &Request<'_>, model: &'static PathModel, unread: &str) -> Verdict {
        let mut script = syntax::read(request.command, request.shell.on(model.reads_only_as_windows()));
        if script.shell().has_cmdlets && request.cwd.or(request.home).is_none() {
            powershell::doubt_unknown_system(&mut script);
        }
        let limit = limit(&script, unread.is_empty());
        let machine = Machine::new(request, &self.policy, model);
        let tracker = DirectoryTracker::new(&script, request.cwd, request.home);
        let stays = request.cwd.filter(|_| model.keeps_names() && tracker.unmoved().is_some());
        // Past a limit no value can prove anything.
        let variables =
            if limit.is_none() { Variables::of(&script, request.cwd, stays) } else { Variables::default() };
        let mut evidence = gather(
            &self.policy,
            request,
            &script,
            &variables,
            &machine,
            tracker,
            Extent { limit, unread, is_nested: false },
        );
        evidence.judge();
        let mut settled = false;
        // Only an answer that the second reading can still change is worth its cost.
        let is_open = evidence.whole.0 == Decision::Allow
            && evidence.whole.1 != Ground::Bypass
            && !evidence.is_settled_by_its_text();
        if is_open && script.doubts.is_empty() {
            match self.agrees(&script, &evidence.nested) {
                Ok(()) => settled = evidence.approved.is_none(),
                Err((span, message)) => {
                    evidence.findings.push(check_finding(checks::readings_differ(), span, Some(message)));
                    evidence.judge();
                }
            }
        }
        let edit = evidence.may_be_shown_as_edit().and_then(|voucher| {
            effects::edit(&script, voucher, &machine, || {
                settled || self.witness.borrow_mut().agrees(&script).is_ok()
            })
        });
        report::verdict(evidence, request, machine, edit)
    }

    /// Whether the second reading of `script`, and of every text in it that another shell reads, is the same as the first.
    ///
    /// # Errors
    /// Where the readings differ, and how.
    fn agrees(&self, script: &Script<'_>, nested: &[NestedText<'_>]) -> Result<(), (Span, String)> {
        let mut witness = self.witness.borrow_mut();
        witness.agrees(script).map_err(|difference| (difference.span, format!("{difference}")))?;
        nested.iter().try_for_each(|text| {
            let inner = syntax::read(text.text, text.dialect);
            witness.agrees(&inner).map_err(|difference| (text.span, format!("{difference}")))
        })
    }
}
