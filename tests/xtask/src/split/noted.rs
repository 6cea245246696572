//! A module in which every function notes that it was called, to find out what calls need.

use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ExportKind, ExportSection, Function, GlobalSection, GlobalType, Instruction,
    Module, ValType,
};
use wasmparser::{ExportSectionReader, FunctionBody, GlobalSectionReader, Parser};

use super::Unsplit;
use super::layout::Layout;

/// The module with an exported global `f0`, `f1`, … for each function that is not imported, under its index: 1 when it was
/// called.
pub(super) fn noted(module: &[u8], layout: &Layout<'_>) -> Result<Vec<u8>, Unsplit> {
    let mut out = Module::new();
    let mut noting = Noting { layout, next: layout.imported };
    noting.parse_core_module(&mut out, Parser::new(0), module)?;
    Ok(out.finish())
}

struct Noting<'p, 'm> {
    layout: &'p Layout<'m>,
    /// The function whose body comes next.
    next: u32,
}

impl Noting<'_, '_> {
    /// The global of a function.
    fn note(&self, function: u32) -> u32 {
        self.layout.globals.len() as u32 + function - self.layout.imported
    }
}

impl Reencode for Noting<'_, '_> {
    type Error = Infallible;

    fn parse_global_section(
        &mut self,
        globals: &mut GlobalSection,
        section: GlobalSectionReader<'_>,
    ) -> Result<(), Error> {
        utils::parse_global_section(self, globals, section)?;
        for _ in self.layout.own() {
            let kind = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
            globals.global(kind, &ConstExpr::i32_const(0));
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: ExportSectionReader<'_>,
    ) -> Result<(), Error> {
        utils::parse_export_section(self, exports, section)?;
        for function in self.layout.own() {
            exports.export(&format!("f{function}"), ExportKind::Global, self.note(function));
        }
        Ok(())
    }

    fn parse_function_body(&mut self, code: &mut CodeSection, body: FunctionBody<'_>) -> Result<(), Error> {
        let mut locals = Vec::new();
        for local in body.get_locals_reader()? {
            let (count, kind) = local?;
            locals.push((count, RoundtripReencoder.val_type(kind)?));
        }
        let mut function = Function::new(locals);
        function.instruction(&Instruction::I32Const(1));
        function.instruction(&Instruction::GlobalSet(self.note(self.next)));
        for operator in body.get_operators_reader()? {
            function.instruction(&self.instruction(operator?)?);
        }
        code.function(&function);
        self.next += 1;
        Ok(())
    }
}
