//! The engines of a session: one for each concurrent decision, all under one policy.
//!
//! Owns the idle ones. An engine serves one thread at a time, because its witness keeps a parser.

use std::sync::{Arc, Mutex, PoisonError};

use policy_core::{Engine, Policy};

/// How many engines are kept for later decisions. Each holds a parser of a few hundred kilobytes at most.
const IDLE_MAX: usize = 8;

/// Engines under one policy.
#[derive(Debug)]
pub(super) struct Engines {
    policy: Arc<Policy>,
    idle: Mutex<Vec<Engine>>,
}

impl Engines {
    /// No engine yet; the first decision makes one.
    pub(super) fn new(policy: Policy) -> Self {
        Self { policy: Arc::new(policy), idle: Mutex::default() }
    }

    /// The policy of all of them.
    pub(super) fn policy(&self) -> &Arc<Policy> {
        &self.policy
    }

    /// Does `work` with an engine that nobody else uses.
    pub(super) fn with<T>(&self, work: impl FnOnce(&Engine) -> T) -> T {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let engine = idle.unwrap_or_else(|| Engine::new(Arc::clone(&self.policy)));
        let done = work(&engine);
        // One that panicked never comes back here.
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_MAX {
            idle.push(engine);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_at_the_same_time_have_engines_of_their_own() {
        let engines = Engines::new(Policy::default());
        let address = |engine: &Engine| std::ptr::from_ref(engine).addr();
        let (outer, inner) = engines.with(|outer| (address(outer), engines.with(address)));
        assert_ne!(outer, inner);
        assert_eq!(engines.idle.lock().unwrap().len(), 2);
        engines.with(|engine| assert!(std::ptr::eq(engine.policy(), &raw const *engines.policy)));
        assert_eq!(engines.idle.lock().unwrap().len(), 2);
    }
}
