//! The policy core as a WebAssembly module.
//!
//! Owns what is exported: text in and text out for every caller, the same bytes as from any build of the core, and for
//! JavaScript a verdict as the object that this text describes. Never decides anything: every function hands its text
//! to the core's door.

use std::cell::RefCell;

use policy_core::door::{self, Desk, Door, Unit};
use policy_core_bindings_objects::Objects;
use serde::Serialize;
use serde_wasm_bindgen::preserve;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Faster and smaller than the allocator that Rust brings for this target (README_WASM.md of talc).
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

thread_local! {
    /// What is open for callers that hold no objects of this module.
    static DESK: RefCell<Desk> = const { RefCell::new(Desk::new()) };
}

/// A gate: settings that were read once, and the requests that are decided under them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Gate {
    door: Door,
}

#[wasm_bindgen]
impl Gate {
    /// A gate under the options in `json`: an object with `policy` or `sources`, and `mode`, `file`, `root`.
    ///
    /// # Errors
    /// Throws the JSON text `{"error": …, "more": …}`. With a `file` in it the settings are wrong, else the options.
    #[wasm_bindgen(constructor)]
    pub fn new(json: &str) -> Result<Self, JsValue> {
        match door::open(json) {
            Ok(door) => Ok(Self { door }),
            Err(error) => Err(JsValue::from_str(&error.to_json())),
        }
    }

    /// One request in, one verdict or `{"error": …}` out, as an object, with spans in UTF-16.
    ///
    /// # Errors
    /// Throws when the object cannot be made, which is a defect.
    pub fn check(&mut self, json: &str) -> Result<JsValue, JsValue> {
        // Building the object here takes less time than writing its text and parsing that in JavaScript.
        Ok(self.door.answer_to(Objects, Unit::Utf16, json, Id::new)?)
    }

    /// What the settings say and cannot do, as the JSON text of a list of problems.
    pub fn warnings(&self) -> String {
        self.door.warnings_to_json()
    }

    /// One request in, one verdict or `{"error": …}` out, with spans in bytes: what every other build answers.
    #[wasm_bindgen(js_name = checkJson)]
    pub fn check_json(&mut self, json: &str) -> String {
        self.door.answer(json)
    }
}

/// The `id` of a request in an answer: whatever value JavaScript had given.
#[derive(Serialize)]
struct Id(#[serde(with = "preserve")] JsValue);

impl Id {
    /// The value of a JSON text; what JavaScript cannot read is nothing that it has written.
    fn new(json: &str) -> Self {
        Self(js_sys::JSON::parse(json).unwrap_or(JsValue::NULL))
    }
}

/// Every operation as one function: a JSON object with `operation` and its arguments in, a JSON value out.
///
/// It is all that a caller without JavaScript needs. The operations are listed at `policy_core::door::Desk`.
#[wasm_bindgen]
pub fn call(json: &str) -> String {
    DESK.with_borrow_mut(|desk| desk.call(json))
}

/// What `output`, all that a command wrote, says, shown with at most `limit` characters before a cut, as JSON.
#[wasm_bindgen]
pub fn preview(output: &[u8], limit: Option<u32>) -> String {
    door::preview(output, limit)
}
