//! The texts on which the witness agrees or objects, and a test that no single change of a script escapes it.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop at the first surprise")]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::*;
use crate::script::{Dialect, Script};
use crate::syntax::read;

#[path = "tests_agree.rs"]
mod agree;
#[path = "tests_differ.rs"]
mod differ;
#[path = "tests_mutation.rs"]
mod mutation;
#[cfg(feature = "powershell")]
#[path = "tests_typed_plain.rs"]
mod typed_plain_texts;

/// What the witness says about `source`; empty when it agrees.
fn says(witness: &mut Witness, script: &Script<'_>) -> String {
    match witness.agrees(script) {
        Ok(()) => String::new(),
        Err(Disagreement { span, kind }) => format!("{kind:?} at {:?}", script.slice(span)),
    }
}

/// Every row: the witness says this about the text.
fn holds<'r>(rows: impl IntoIterator<Item = (&'r str, &'r str)>) {
    let mut witness = Witness::new();
    let mut wrong: Vec<String> = Vec::new();
    for (source, expected) in rows {
        let script = read(source, Dialect::Bash);
        let said = says(&mut witness, &script);
        if said != expected {
            wrong.push(format!("{source:?}: {said}; expected: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}
