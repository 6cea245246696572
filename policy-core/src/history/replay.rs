//! The verdicts of one policy on commands of the past, in the mode of each.

use alloc::vec::Vec;

use super::asked::Asked;
use crate::decide::Engine;
use crate::policy::Policy;
use crate::request::{Mode, Need};
use crate::verdict::Verdict;

/// Rounds of questions about a plain disk; an answer can raise one more.
const ROUNDS_MAX: usize = 4;

/// Decides commands of the past under one policy.
#[derive(Debug)]
pub(crate) struct Replay {
    policy: Policy,
    /// By mode; each keeps a parser.
    engines: Vec<(Option<Mode>, Engine)>,
}

impl Replay {
    pub(crate) const fn new(policy: Policy) -> Self {
        Self { policy, engines: Vec::new() }
    }

    /// The verdict on a plain disk.
    pub(crate) fn verdict(&mut self, asked: &Asked) -> Verdict {
        let known = self.engines.iter().position(|(mode, _)| *mode == asked.mode);
        let at = known.unwrap_or_else(|| {
            let mut policy = self.policy.clone();
            if let Some(mode) = asked.mode {
                policy.set_mode(mode);
            }
            self.engines.push((asked.mode, Engine::new(policy)));
            self.engines.len() - 1
        });
        let mut request = asked.request();
        let Some((_, engine)) = self.engines.get(at) else { return Verdict::unknown(&request) };
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
}
