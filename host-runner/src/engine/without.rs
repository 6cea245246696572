//! The same names in a program that was built without wasmtime.

use super::error::EngineError;
use super::limits::Limits;
use super::pin::Pin;

/// A module that cannot be compiled here.
#[derive(Debug)]
pub(super) enum Program {}

/// An instance that cannot be started here.
#[derive(Debug)]
pub(super) enum Instance {}

impl Program {
    pub(super) fn compile(_bytes: &[u8], _pin: Option<Pin>) -> Result<Self, EngineError> {
        Err(EngineError::NotBuilt)
    }

    pub(super) fn start(&self, _limits: &Limits) -> Result<Instance, EngineError> {
        match *self {}
    }
}

impl Instance {
    pub(super) fn call(&mut self, _json: &str, _limits: &Limits) -> Result<String, EngineError> {
        match *self {}
    }
}
