//! What a function refers to: other functions, and numbers that may be addresses.

use std::collections::BTreeSet;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, Instruction, MemArg};
use wasmparser::{FunctionBody, Operator};

use super::Unsplit;

/// What one function refers to.
#[derive(Default)]
pub(super) struct References {
    /// The functions that it calls by their indices.
    pub(super) calls: BTreeSet<u32>,
    /// Its constants, and the offsets of its reads and writes. Any of them can be an address.
    pub(super) numbers: BTreeSet<u64>,
    /// It refers to a function or a segment in another way than by a call.
    is_odd: bool,
}

impl References {
    /// # Errors
    /// The body has an instruction by which a part could reach what the other part has without a call.
    pub(super) fn of(body: &FunctionBody<'_>) -> Result<Self, Unsplit> {
        let mut found = Self::default();
        found.parse_function_body(&mut CodeSection::new(), body.clone())?;
        if found.is_odd { Err(Unsplit::Form("a reference to a function or a segment")) } else { Ok(found) }
    }
}

/// The walk over the instructions: the copy that it makes is not used.
impl Reencode for References {
    type Error = Infallible;

    fn instruction<'a>(&mut self, operator: Operator<'a>) -> Result<Instruction<'a>, Error> {
        match operator {
            Operator::Call { function_index } => _ = self.calls.insert(function_index),
            Operator::I32Const { value } => _ = self.numbers.insert(value.cast_unsigned().into()),
            Operator::RefFunc { .. }
            | Operator::ReturnCall { .. }
            | Operator::MemoryInit { .. }
            | Operator::DataDrop { .. }
            | Operator::TableInit { .. }
            | Operator::ElemDrop { .. } => self.is_odd = true,
            _ => {}
        }
        utils::instruction(self, operator)
    }

    fn mem_arg(&mut self, argument: wasmparser::MemArg) -> Result<MemArg, Error> {
        self.numbers.insert(argument.offset);
        utils::mem_arg(self, argument)
    }
}
