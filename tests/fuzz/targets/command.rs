//! A command as an agent proposes it. Its first byte chooses the shell: `z` zsh, `p` PowerShell, any other bash.

#![no_main]

use libfuzzer_sys::fuzz_target;
use policy_core::script::Dialect;
use shellgate_fuzz::is_planted;

#[path = "../../claims.rs"]
mod claims;

use claims::{Engines, endure, engine};

thread_local! {
    static ENGINES: Engines = Engines::new();
    static OPEN: Engines = Engines { closed: engine("{}"), ..Engines::new() };
}

fuzz_target!(|data: &[u8]| {
    let Some((first, text)) = data.split_first() else { return };
    let shell = match first {
        b'z' => Dialect::Zsh,
        b'p' => Dialect::PowerShell,
        _ => Dialect::Bash,
    };
    let engines = if is_planted(text) { &OPEN } else { &ENGINES };
    engines.with(|engines| endure(engines, &String::from_utf8_lossy(text), shell));
});
