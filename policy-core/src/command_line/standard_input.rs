//! Whether a command redirects its own standard input.
//!
//! Owns that one question. If it does not, the input must be empty: a program that waits for a person to type would
//! wait until its timeout.

use crate::script::{Descriptor, RedirectOp, Script};

/// Whether the first command of `script` redirects its standard input, by a file, a here-document or a descriptor, so
/// that nothing has to be given to it. What is not understood says nothing.
///
/// Only a script whose commands are all one pipeline can say so: in a list, the next command reads as well.
pub fn reads_its_own_input(script: &Script<'_>) -> bool {
    let is_pipeline = super::first_of_pipe::is_one_pipeline(script);
    is_pipeline
        && script.redirects_of(0).any(|redirect| {
            let of_input = matches!(redirect.fd, None | Some(Descriptor::Number(0)));
            of_input && reads(redirect.op)
        })
}

const fn reads(op: RedirectOp) -> bool {
    matches!(
        op,
        RedirectOp::Read
            | RedirectOp::ReadWrite
            | RedirectOp::HereDocument
            | RedirectOp::HereDocumentTabs
            | RedirectOp::HereString
            | RedirectOp::DuplicateInput
    )
}
