//! The request's facts about the machine, and the list of missing facts.
//!
//! Owns the directories of the request, the links and contents that the host has sent, and the needs. Never looks at a
//! disk: for a missing fact it records a need and answers that it does not know.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::commands::System;
use crate::limits::CONTENT_BYTES_MAX;
use crate::paths::PathModel;
use crate::paths::lexical as paths;
use crate::paths::windows::Reading;
use crate::policy::Policy;
use crate::request::{Need, Needs, Request};
use crate::sorted;

/// The machine as one request describes it, under one policy.
#[derive(Debug)]
pub(crate) struct Machine<'e> {
    pub(super) request: &'e Request<'e>,
    pub(super) policy: &'e Policy,
    pub(super) model: &'static PathModel,
    /// The working directories, cleaned; the empty text stands for one that the request does not name.
    pub(super) roots: Vec<String>,
    pub(super) needs: RefCell<Needs>,
    /// The directories that commands entered because an allow rule says so: reads beneath them need no question.
    pub(super) entered: RefCell<Vec<String>>,
}

impl<'e> Machine<'e> {
    pub(crate) fn new(request: &'e Request<'e>, policy: &'e Policy, model: &'static PathModel) -> Self {
        let mut roots = Vec::with_capacity(1 + policy.additional_directories.len());
        roots.push(request.cwd.map_or_else(String::new, |cwd| paths::clean(cwd).into()));
        for directory in &policy.additional_directories {
            roots.extend(paths::resolve(request.cwd, request.home, &model.inward(directory)));
        }
        Self { request, policy, model, roots, needs: RefCell::default(), entered: RefCell::default() }
    }

    /// Lets what follows read beneath `directories`, which a command entered because an allow rule says so. Nobody means
    /// everything or all of the home directory by it.
    pub(crate) fn enter(&self, directories: &[String]) {
        let is_wide = |place: &&String| *place != "/" && Some(place.as_str()) != self.request.home;
        let mut entered = self.entered.borrow_mut();
        for place in directories.iter().filter(is_wide) {
            if !entered.contains(place) {
                entered.push(place.clone());
            }
        }
    }

    /// The request's working directory.
    pub(crate) fn cwd(&self) -> Option<&'e str> {
        self.request.cwd
    }

    /// The user's home directory.
    pub(crate) fn home(&self) -> Option<&'e str> {
        self.request.home
    }

    /// The tool that the agent named.
    pub(crate) fn tool(&self) -> &'e str {
        self.request.tool
    }

    /// How its system spells paths.
    pub(crate) fn path_model(&self) -> &'static PathModel {
        self.model
    }

    pub(crate) fn into_needs(self) -> Needs {
        let mut needs = self.needs.into_inner();
        sorted::sort(&mut needs);
        needs.dedup();
        needs
    }

    /// Whose implementation the program is that a command starts as `name`, if the host knows that.
    pub(crate) fn implementation(&self, name: &str) -> Option<System> {
        let facts = &self.request.facts;
        facts.implementations.get(name).copied().or(facts.system)
    }

    /// Asks the host whose implementation that program is.
    pub(crate) fn need_implementation(&self, name: &str) {
        self.need(Need::Implementation(name.into()));
    }

    pub(super) fn need(&self, need: Need) {
        self.needs.borrow_mut().push(need);
    }

    /// The absolute path that `path` is when it is looked up from `directory`, by its text; none when that is not
    /// known.
    ///
    /// [`PathModel::reading`] says which other path it can be to a program for Windows.
    pub(crate) fn absolute(&self, directory: &str, path: &str) -> Option<String> {
        if let Some(rest) = path.strip_prefix('~') {
            let home = self.request.home?;
            return match rest.strip_prefix('/') {
                Some(rest) => Some(paths::join(home, rest)),
                None if rest.is_empty() => Some(paths::clean(home).into()),
                None => None,
            };
        }
        match self.model.reading(directory, path).filter(|_| self.model.reads_only_as_windows()) {
            Some(Reading::Path(path)) => Some(path),
            Some(Reading::Short(_) | Reading::Unknown) => None,
            None => Some(paths::join(directory, path)),
        }
    }

    /// Which other path it can be where a shell on Windows may look it up.
    pub(super) fn otherwise(&self, directory: &str, path: &str) -> Option<Reading> {
        if path.starts_with('~') {
            return None;
        }
        self.model.reading(directory, path)
    }

    /// The path that `path`, which is cleaned, leads to once links are followed; none until the host has sent the fact.
    pub(crate) fn real(&self, path: &str) -> Option<String> {
        if let Some(real) = self.request.facts.real_paths.get(path) {
            return Some(paths::clean(real).into());
        }
        if self.request.facts.no_links {
            return Some(path.into());
        }
        self.need(Need::RealPath(path.into()));
        None
    }

    /// The content of the file at `path`, which is cleaned; asked for when the host has not sent it.
    pub(crate) fn content(&self, path: &str) -> Option<&'e str> {
        let Some(content) = self.request.facts.contents.get(path) else {
            self.need(Need::Contents(path.into()));
            return None;
        };
        content.as_deref().filter(|text| text.len() <= CONTENT_BYTES_MAX && !text.contains('\0'))
    }
}
