//! The logs of agents, and what a policy says about them, as a WebAssembly module.
//!
//! Owns what is exported, and which log is being read. Never decides and never counts: the reader is `agent-logs`, the tables
//! are those of `policy_core::history`.

use agent_logs::{Call, Options, Outcome, Reader};
use policy_core::history::{Call as Asked, Logged, Showing, Tally};
use policy_core::{Dialect, Mode, Policy, Source};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// Faster and smaller than the allocator that Rust brings for this target (README_WASM.md of talc).
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Logs that are read, file by file.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Logs {
    tally: Tally,
    reader: Option<Reader>,
}

#[wasm_bindgen]
impl Logs {
    /// No log yet. `home` is the home directory of whoever the logs are of; an empty text if it is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(home: &str) -> Self {
        Self { tally: Tally::new(Some(home).filter(|home| !home.is_empty())), reader: None }
    }

    /// Begins a file. What was begun and not ended is given up.
    pub fn begin(&mut self) {
        self.reader = Some(Reader::new(Options::default()));
    }

    /// The next bytes of the file. Returns how many calls were read in all.
    pub fn push(&mut self, bytes: &[u8]) -> u32 {
        let Self { tally, reader } = self;
        if let Some(reader) = reader {
            reader.push(bytes, &mut |call| add(tally, &call));
        }
        self.calls()
    }

    /// Ends the file. Returns what became of it as the JSON text of an object: `format` (null for no log of a known one),
    /// `lines`, `calls`, `badLines`, `bad` (the first few, with `line` and `why`), `lossyLines`, `unknown`, `version`.
    pub fn end(&mut self) -> String {
        let Some(reader) = self.reader.take() else { return Value::Null.to_string() };
        let tally = &mut self.tally;
        let account = reader.finish(&mut |call| add(tally, &call));
        let bad = account.bad.iter().map(|bad| json!({"line": bad.line, "why": bad.why}));
        json!({
            "format": account.format.map(agent_logs::Format::name),
            "lines": account.lines,
            "calls": account.calls,
            "badLines": account.bad_lines,
            "bad": bad.collect::<Vec<_>>(),
            "lossyLines": account.lossy_lines,
            "unknown": account.unknown,
            "version": account.version,
        })
        .to_string()
    }

    /// How many calls were read; 2^32 - 1 stands for more.
    pub fn calls(&self) -> u32 {
        u32::try_from(self.tally.calls()).unwrap_or(u32::MAX)
    }

    /// The tables under the policy in the text of a settings file, as the JSON text of `policy_core::history::Tables`; `{"error":
    /// …}` if it is none. `modes`: whether the mode of each call counts, or that of the policy.
    pub fn tables(&self, policy: &str, suggestions: usize, commands: bool, modes: bool) -> String {
        let source = Source { name: "policy".to_owned(), text: policy.to_owned(), ..Source::default() };
        match Policy::from_sources(&[source]) {
            Ok(policy) => {
                let showing = Showing { suggestions, commands, modes };
                let tables = self.tally.tables(&policy, showing, &mut |_| {});
                serde_json::to_string(&tables).unwrap_or_default()
            }
            Err(errors) => {
                json!({"error": errors.first().map_or("", |error| error.message.as_str())}).to_string()
            }
        }
    }
}

fn add(tally: &mut Tally, call: &Call) {
    let shell = call.shell.and_then(|name| Dialect::NAMES.iter().find(|(known, _)| *known == name));
    tally.add(&Logged {
        call: Asked {
            tool: Some(&call.tool),
            command: &call.command,
            cwd: call.cwd.as_deref(),
            shell: shell.map(|(_, dialect)| *dialect),
            mode: call.mode.as_deref().and_then(Mode::from_name),
        },
        time: call.time,
        session: call.session.as_deref(),
        is_rejected: call.outcome == Some(Outcome::Rejected),
    });
}
