//! The two parts of a module.
//!
//! Owns how they are tied together. Both have one memory, one table and one set of globals, which the first part exports. In the first
//! part every function keeps its index. One that is in the rest has a body there that calls through the table, if the
//! first part calls it at all; its slot is empty until the rest is linked, so that the call stops the instance. The rest
//! calls the first part in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    Function, FunctionSection, ImportSection, Instruction, Module, RawSection, TableSection, TableType,
};

use super::Unsplit;
use super::apart::Apart;
use super::layout::Layout;
use super::references::References;

/// The name under which the rest imports what the first part exports.
const FIRST: &str = "first";

/// A module as two.
pub(super) struct Parts {
    pub(super) first: Vec<u8>,
    /// Its imports are the exports of the first part, under the name `first`.
    pub(super) rest: Vec<u8>,
}

/// Splits the module into the functions of `first` and the rest, which also has the data `apart`.
pub(super) fn parts(
    module: &[u8],
    layout: &Layout<'_>,
    first: &BTreeSet<u32>,
    apart: &Apart,
) -> Result<Parts, Unsplit> {
    let split = Split::new(module, layout, first, apart)?;
    Ok(Parts { first: split.first()?, rest: split.rest()? })
}

struct Split<'p, 'm> {
    module: &'m [u8],
    layout: &'p Layout<'m>,
    first: &'p BTreeSet<u32>,
    apart: &'p Apart,
    /// The functions that are called from the other part, and the slot in the table of each.
    crossings: BTreeMap<u32, u32>,
}

impl<'p, 'm> Split<'p, 'm> {
    fn new(
        module: &'m [u8],
        layout: &'p Layout<'m>,
        first: &'p BTreeSet<u32>,
        apart: &'p Apart,
    ) -> Result<Self, Unsplit> {
        if layout.is_part {
            return Err(Unsplit::Form("a memory, a table or a global that is imported"));
        }
        let mut split = Self { module, layout, first, apart, crossings: BTreeMap::new() };
        let mut crossing: BTreeSet<u32> = layout.exported().filter(|it| !split.is_first(*it)).collect();
        for function in layout.own() {
            let calls = References::of(layout.body(function))?.calls;
            crossing.extend(calls.into_iter().filter(|it| split.is_first(*it) != split.is_first(function)));
        }
        let Some(table) = layout.tables.first() else { return Err(Unsplit::Form("no table of functions")) };
        let slots = u32::try_from(table.initial).map_err(|_| Unsplit::Form("a table that is too long"))?..;
        split.crossings = crossing.into_iter().zip(slots).collect();
        Ok(split)
    }

    /// Imported functions are the host's, which the first part imports.
    fn is_first(&self, function: u32) -> bool {
        function < self.layout.imported || self.first.contains(&function)
    }

    fn first(&self) -> Result<Vec<u8>, Unsplit> {
        let mut module = Module::new();
        for number in [1, 2, 3] {
            self.copy(number, &mut module);
        }
        let mut tables = TableSection::new();
        for table in self.tables()? {
            tables.table(table);
        }
        module.section(&tables);
        for number in [5, 6] {
            self.copy(number, &mut module);
        }
        let mut exports = ExportSection::new();
        for export in &self.layout.exports {
            exports.export(export.name, RoundtripReencoder.export_kind(export.kind)?, export.index);
        }
        for (kind, mark, count) in self.shared() {
            for index in 0..count {
                exports.export(&format!("{mark}{index}"), kind, index);
            }
        }
        module.section(&exports);
        module.section(&self.elements(|function| self.is_first(function).then_some(function)));
        let mut code = CodeSection::new();
        for function in self.layout.own() {
            if self.is_first(function) {
                code.raw(self.layout.body(function).as_bytes());
            } else {
                code.function(
                    &self
                        .crossings
                        .get(&function)
                        .map_or_else(unreached, |slot| self.through(function, *slot)),
                );
            }
        }
        module.section(&code);
        module.section(&self.data(false));
        Ok(module.finish())
    }

    fn rest(&self) -> Result<Vec<u8>, Unsplit> {
        let mut module = Module::new();
        self.copy(1, &mut module);
        module.section(&self.imports()?);
        // Its own functions, then the ways into the first part.
        let own: Vec<u32> = self.layout.own().filter(|it| !self.is_first(*it)).collect();
        let ways: Vec<u32> = self.crossings.keys().copied().filter(|it| self.is_first(*it)).collect();
        let mut moved = Moved(own.iter().chain(&ways).copied().zip(0..).collect());
        let mut functions = FunctionSection::new();
        for function in own.iter().chain(&ways) {
            functions.function(self.layout.type_of(*function).0);
        }
        module.section(&functions);
        module.section(
            &self.elements(|function| moved.0.get(&function).copied().filter(|_| !self.is_first(function))),
        );
        let mut code = CodeSection::new();
        for function in own {
            moved.parse_function_body(&mut code, self.layout.body(function).clone())?;
        }
        for function in ways {
            code.function(&self.through(function, self.crossings[&function]));
        }
        module.section(&code);
        module.section(&self.data(true));
        Ok(module.finish())
    }

    /// Takes a section over as it is.
    fn copy(&self, id: u8, module: &mut Module) {
        if let Some(content) = self.layout.raw(id) {
            module.section(&RawSection { id, data: &self.module[content] });
        }
    }

    /// What the parts share: the kind, how its names begin, how many there are.
    fn shared(&self) -> [(ExportKind, char, u32); 3] {
        let layout = self.layout;
        [
            (ExportKind::Table, 't', layout.tables.len() as u32),
            (ExportKind::Memory, 'm', layout.memories.len() as u32),
            (ExportKind::Global, 'g', layout.globals.len() as u32),
        ]
    }

    fn imports(&self) -> Result<ImportSection, Unsplit> {
        let layout = self.layout;
        let tables = self.tables()?.into_iter().map(EntityType::Table);
        let mut imports = ImportSection::new();
        for (table, index) in tables.zip(0..) {
            imports.import(FIRST, &format!("t{index}"), table);
        }
        for (memory, index) in layout.memories.iter().zip(0..) {
            imports.import(FIRST, &format!("m{index}"), RoundtripReencoder.memory_type(*memory)?);
        }
        for (global, index) in layout.globals.iter().zip(0..) {
            imports.import(FIRST, &format!("g{index}"), RoundtripReencoder.global_type(*global)?);
        }
        Ok(imports)
    }

    /// The tables, the first one with the slots of the crossings.
    fn tables(&self) -> Result<Vec<TableType>, Unsplit> {
        let mut tables = Vec::new();
        for table in &self.layout.tables {
            tables.push(RoundtripReencoder.table_type(*table)?);
        }
        let more = self.crossings.len() as u64;
        if let Some(functions) = tables.first_mut() {
            functions.minimum += more;
            functions.maximum = functions.maximum.map(|most| most + more);
        }
        Ok(tables)
    }

    /// The slots that a part fills: `index` gives the part's index of a function that it has.
    fn elements(&self, index: impl Fn(u32) -> Option<u32>) -> ElementSection {
        let compiled = self.layout.slots.iter().flat_map(|slots| (slots.offset..).zip(&slots.functions));
        let crossings = self.crossings.iter().map(|(function, slot)| (*slot, function));
        let filled = compiled.chain(crossings).filter_map(|(slot, function)| Some((slot, index(*function)?)));
        let mut runs: Vec<(u32, Vec<u32>)> = Vec::new();
        for (slot, function) in filled.collect::<BTreeMap<_, _>>() {
            match runs.last_mut() {
                Some((offset, functions)) if *offset + functions.len() as u32 == slot => {
                    functions.push(function);
                }
                _ => runs.push((slot, vec![function])),
            }
        }
        let mut section = ElementSection::new();
        for (offset, functions) in runs {
            let offset = ConstExpr::i32_const(offset.cast_signed());
            section.active(None, &offset, Elements::Functions(functions.into()));
        }
        section
    }

    /// A function with the parameters of `function` that calls what is in the slot.
    fn through(&self, function: u32, slot: u32) -> Function {
        let (type_index, kind) = self.layout.type_of(function);
        let mut body = Function::new([]);
        for parameter in 0..kind.params().len() as u32 {
            body.instruction(&Instruction::LocalGet(parameter));
        }
        body.instruction(&Instruction::I32Const(slot.cast_signed()));
        body.instruction(&Instruction::CallIndirect { type_index, table_index: 0 });
        body.instruction(&Instruction::End);
        body
    }

    /// The data that is apart, or all other data.
    fn data(&self, apart: bool) -> DataSection {
        let mut section = DataSection::new();
        for segment in &self.layout.data {
            for (range, is_apart) in self.apart.pieces(segment) {
                if is_apart == apart {
                    let from = (range.start - segment.offset) as usize;
                    let bytes = &segment.bytes[from..from + range.len()];
                    section.active(
                        0,
                        &ConstExpr::i32_const(range.start.cast_signed()),
                        bytes.iter().copied(),
                    );
                }
            }
        }
        section
    }
}

/// The body of a function that is in the rest and that the first part never calls.
fn unreached() -> Function {
    let mut body = Function::new([]);
    body.instruction(&Instruction::Unreachable);
    body.instruction(&Instruction::End);
    body
}

/// The indices that functions have in the rest.
struct Moved(BTreeMap<u32, u32>);

impl Reencode for Moved {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        Ok(self.0[&function])
    }
}
