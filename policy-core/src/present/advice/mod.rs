//! Advice: warnings before a command runs, and better ways to do the same.
//!
//! Owns the remarks, one table for each kind of program, and the walk that offers every command to them. Changes no
//! decision. A new remark is a row with examples, which are its tests.

mod files;
mod git;
mod processes;
mod remark;
mod services;
mod subject;
mod tools;
mod waiting;

#[cfg(test)]
#[path = "tests.rs"]
mod tests;

use alloc::vec::Vec;

use super::Part;
use super::inward::base_name;
use crate::commands::{self, Arg, Inner};
use crate::limits::WRAPPERS_MAX;
use crate::name_set::Marks;
use crate::request::Request;
use crate::script::Script;
use crate::sorted;
use crate::span::Span;
use crate::syntax;
use crate::verdict::Advice;
pub use files::REMOVE_PLACE;
pub use remark::Remark;
use remark::Table;
use subject::{Place, RemarkSubject};

/// Deepest nesting of a command line inside an argument that is looked at.
const SHELL_DEPTH_MAX: usize = 2;

/// Most pieces of advice on one command; a person reads no more.
const ADVICE_MAX: usize = 32;

static TABLES: &[&Table] =
    &[&git::TABLE, &files::TABLE, &processes::TABLE, &services::TABLE, &waiting::TABLE, &tools::TABLE];

/// Every remark, in the order of the tables.
pub fn remarks() -> impl Iterator<Item = &'static Remark> {
    TABLES.iter().flat_map(|table| table.remarks)
}

/// What there is to say about the command that `parts` make up, in source order.
pub(crate) fn advice(script: &Script<'_>, request: &Request<'_>, parts: &[Part<'_>]) -> Vec<Advice> {
    let mut walk = Walk { cwd: request.cwd, home: request.home, found: Vec::new() };
    for part in parts {
        for call in &part.calls {
            walk.remark(script, part.index, call.args, None);
        }
        if let Some(last) = part.calls.last().filter(|last| last.runs) {
            walk.inside(script, part.index, last.args, None, 0);
        }
    }
    sorted::sort_by_key(&mut walk.found, |advice| (advice.span.start, advice.code));
    walk.found.dedup();
    walk.found
}

#[derive(Debug)]
struct Walk<'r> {
    cwd: Option<&'r str>,
    home: Option<&'r str>,
    found: Vec<Advice>,
}

impl Walk<'_> {
    /// Offers one program with its arguments to every remark; `at` is the place to show for all of a nested script.
    fn remark(&mut self, script: &Script<'_>, index: usize, args: &[Arg<'_>], at: Option<Span>) {
        let name = base_name(args);
        let marks = Marks::of(name);
        let mut tables = TABLES.iter().filter(|table| table.programs.has_marked(name, marks)).peekable();
        if tables.peek().is_none() {
            return;
        }
        let place = Place { nested: at.is_some(), cwd: self.cwd, home: self.home };
        let Some(look) = RemarkSubject::new(script, index, args, place) else { return };
        let remarks = tables.flat_map(|table| table.remarks);
        for remark in remarks.filter(|remark| remark.programs.contains(&name)) {
            if let Some(span) = (remark.find)(&look).filter(|_| self.found.len() < ADVICE_MAX) {
                self.found.push(Advice {
                    code: remark.code.name,
                    audience: remark.audience,
                    span: at.unwrap_or(span),
                    message: remark.code.says.text,
                    help: remark.code.help.person,
                });
            }
        }
    }

    /// Goes on to what a program runs that is no simple wrapper: `find … -exec`, `bash -c '…'`.
    fn inside(
        &mut self,
        script: &Script<'_>,
        index: usize,
        args: &[Arg<'_>],
        at: Option<Span>,
        depth: usize,
    ) {
        for inner in commands::inners(args) {
            match inner {
                Inner::Command { at: from, end, .. } => {
                    let own = args.get(from..end).unwrap_or(&[]);
                    self.remark(script, index, own, at);
                    if from > 0 && depth < WRAPPERS_MAX {
                        self.inside(script, index, own, at, depth + 1);
                    }
                }
                Inner::Shell { at: from, end, skip, .. } if depth < SHELL_DEPTH_MAX && end == from + 1 => {
                    let Some(arg) = args.get(from) else { continue };
                    let Some(line) = arg.text().and_then(|text| text.get(skip..)) else { continue };
                    let nested = syntax::read(line, script.dialect);
                    for (index, command) in nested.commands.iter().enumerate() {
                        let args = commands::arguments(&nested, command);
                        let at = Some(at.unwrap_or(arg.span));
                        self.remark(&nested, index, &args, at);
                        self.inside(&nested, index, &args, at, depth + 1);
                    }
                }
                Inner::Shell { .. } | Inner::Own { .. } | Inner::AnyOf { .. } => {}
            }
        }
    }
}
