//! The verdicts of one policy on commands of the past, in the mode of each.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::asked::Asked;
use crate::decide::Engine;
use crate::policy::Policy;
use crate::request::{Mode, Need, Request};
use crate::verdict::Verdict;

/// Rounds of questions about a plain disk; an answer can raise one more.
const ROUNDS_MAX: usize = 4;

/// Decides commands of the past under one policy.
#[derive(Debug)]
pub(crate) struct Replay {
    policy: Policy,
    /// By mode; each keeps a parser.
    engines: BTreeMap<Option<Mode>, Engine>,
}

impl Replay {
    pub(crate) const fn new(policy: Policy) -> Self {
        Self { policy, engines: BTreeMap::new() }
    }

    /// The verdict on a plain disk.
    pub(crate) fn verdict(&mut self, asked: &Asked) -> Verdict {
        on_plain_disk(self.engine(asked), asked.request())
    }

    /// The engine that decides in the mode of `asked`.
    pub(crate) fn engine(&mut self, asked: &Asked) -> &Engine {
        let Self { policy, engines } = self;
        engines.entry(asked.mode).or_insert_with(|| {
            let mut policy = policy.clone();
            if let Some(mode) = asked.mode {
                policy.set_mode(mode);
            }
            Engine::new(policy)
        })
    }
}

/// The verdict where no path is a link, and no directory a bare repository: what can be said without the disk of that time.
pub fn on_plain_disk(engine: &Engine, mut request: Request<'_>) -> Verdict {
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    let mut verdict = engine.check(&request);
    for _ in 0..ROUNDS_MAX {
        let facts = &mut request.facts;
        let known = (facts.bare_repositories.len(), facts.work_trees.len());
        for need in &verdict.needs {
            match need {
                Need::BareRepository(path) => {
                    facts.bare_repositories.insert(path.clone(), false);
                }
                Need::WorkTrees(path) => {
                    facts.work_trees.insert(path.clone(), Vec::new());
                }
                _ => {}
            }
        }
        if known == (facts.bare_repositories.len(), facts.work_trees.len()) {
            break;
        }
        verdict = engine.check(&request);
    }
    verdict
}
