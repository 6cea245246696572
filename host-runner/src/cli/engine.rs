//! The engine that the settings choose, made ready while the person sees why it takes long.

use policy_core::Policy;

use super::waiting::Waiting;
use crate::engine::ModuleGate;

/// The module that `policy` chooses; none when the linked core decides. What is wrong with it is said in the verdict.
pub(super) fn gate(policy: &Policy) -> Option<ModuleGate> {
    let gate = ModuleGate::of(policy)?;
    load(&gate);
    Some(gate)
}

/// Loads the module, which takes seconds the first time. An error shows in the verdict.
pub(super) fn load(gate: &ModuleGate) {
    drop(Waiting::new().during("compiling the module (only at the first start) …", || gate.module().load()));
}
