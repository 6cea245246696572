//! The engine that the settings choose, made ready while the person sees why it takes long.

use policy_core::Policy;

use super::waiting::Waiting;
use crate::engine::ModuleGate;

/// The module that `policy` chooses; none when the linked core decides. What is wrong with it is said in the verdict.
pub(super) fn gate(policy: &Policy) -> Option<ModuleGate> {
    let gate = ModuleGate::of(policy)?;
    drop(Waiting::new().during("compiling the module, which is done once …", || gate.module().load()));
    Some(gate)
}
