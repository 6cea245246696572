//! The policy core as a WebAssembly module.
//!
//! Owns what JavaScript calls. Never decides anything: every function hands its text to the core's door.

use policy_core::door::{self, Door};
use policy_core::{Engine, Policy};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A gate: settings that were read once, and the requests that are decided under them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Gate {
    door: Door,
}

#[wasm_bindgen]
impl Gate {
    /// A gate under `policy`, the text of a settings file that is called `file` in messages.
    ///
    /// # Errors
    /// The settings cannot be used: the object `{ error, more }` of the wire format.
    #[wasm_bindgen(constructor)]
    pub fn new(policy: Option<String>, file: Option<String>, root: Option<String>) -> Result<Self, JsValue> {
        let sources: Vec<policy_core::Source> = policy
            .into_iter()
            .map(|text| policy_core::Source {
                name: file.clone().unwrap_or_else(|| door::POLICY_NAME.to_owned()),
                text,
                root: root.clone(),
            })
            .collect();
        match Policy::from_sources(&sources) {
            Ok(policy) => Ok(Self { door: Door::new(Engine::new(policy)) }),
            Err(errors) => Err(JsValue::from_str(&door::policy_error(&errors))),
        }
    }

    /// One request in, one verdict out, as the command line's `check --jsonl` writes it: spans in bytes.
    #[wasm_bindgen(js_name = checkJson)]
    pub fn check_json(&mut self, json: &str) -> String {
        self.door.answer(json)
    }
}
