//! Converts a request of a host on Windows to the spelling of the core, and the verdict back.
//!
//! Owns the border between the two: inside the core `C:\repo` is `/c/repo`. Changes no other request.

use alloc::collections::BTreeMap;
use alloc::string::String;

use crate::paths::PathModel;
use crate::request::{Facts, Need, Request};
use crate::sorted;
use crate::verdict::Verdict;

/// The directories and facts of a request from Windows, in the core's spelling.
#[derive(Debug)]
pub(crate) struct WindowsRequest {
    model: &'static PathModel,
    cwd: Option<String>,
    home: Option<String>,
    facts: Facts,
}

impl WindowsRequest {
    /// None when the request comes from any other host.
    pub(crate) fn of(request: &Request<'_>, model: &'static PathModel) -> Option<Self> {
        if !model.is_renamed() {
            return None;
        }
        let inward = |path: &str| model.inward(path).into_owned();
        Some(Self {
            model,
            cwd: request.cwd.map(inward),
            home: request.home.map(inward),
            facts: Facts {
                bare_repository: request.facts.bare_repository,
                bare_repositories: renamed(&request.facts.bare_repositories, inward),
                repository_programs: renamed(&request.facts.repository_programs, inward),
                work_trees: renamed(&request.facts.work_trees, inward)
                    .into_iter()
                    .map(|(path, trees)| (path, trees.iter().map(|tree| inward(tree)).collect()))
                    .collect(),
                real_paths: renamed(&request.facts.real_paths, inward)
                    .into_iter()
                    .map(|(path, real)| (path, inward(&real)))
                    .collect(),
                existing: renamed(&request.facts.existing, inward),
                contents: renamed(&request.facts.contents, inward),
                environment_cleaned: request.facts.environment_cleaned,
                shims: request.facts.shims.clone(),
                system: request.facts.system,
                implementations: request.facts.implementations.clone(),
                programs: request.facts.programs.clone(),
                sandboxed: request.facts.sandboxed,
                no_links: request.facts.no_links,
                urls: request.facts.urls.clone(),
                carries_secret: request.facts.carries_secret,
            },
        })
    }

    /// The request as the core reads it.
    pub(crate) fn request<'r>(&'r self, request: &Request<'r>) -> Request<'r> {
        Request {
            tool: request.tool,
            command: request.command,
            cwd: self.cwd.as_deref(),
            home: self.home.as_deref(),
            shell: request.shell,
            facts: self.facts.clone(),
        }
    }

    /// The verdict as the host reads it.
    pub(crate) fn outward(&self, verdict: &mut Verdict) {
        let outward = |path: &mut String| *path = self.model.outward(path).into_owned();
        for need in &mut verdict.needs {
            match need {
                Need::BareRepository(path)
                | Need::Contents(path)
                | Need::Exists(path)
                | Need::RealPath(path)
                | Need::RepositoryPrograms(path)
                | Need::WorkTrees(path) => outward(path),
                // A name, or a path as the command has it.
                Need::Implementation(_) | Need::Program(_) | Need::Url(_) => {}
            }
        }
        if let Some(grants) = &mut verdict.grants {
            grants.writes.iter_mut().chain(&mut grants.replaces).chain(&mut grants.removes).for_each(outward);
        }
        for file in verdict.ui.edit.iter_mut().flat_map(|edit| &mut edit.files) {
            outward(&mut file.path);
        }
    }
}

fn renamed<T: Clone>(facts: &BTreeMap<String, T>, name: impl Fn(&str) -> String) -> BTreeMap<String, T> {
    sorted::map(facts.iter().map(|(path, fact)| (name(path), fact.clone())))
}
