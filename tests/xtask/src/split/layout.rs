//! What a module consists of, read once.
//!
//! Owns which forms of sections are known: what the compiler and the optimiser write. Any other form is an error.

use std::ops::Range;

use wasmparser::{
    CompositeInnerType, ConstExpr, Data, DataKind, Element, ElementItems, ElementKind, Export, ExternalKind,
    FuncType, FunctionBody, GlobalType, MemoryType, Operator, Parser, Payload, SectionLimited, TableType,
    TypeRef,
};

use super::Unsplit;

/// The elements that an active segment writes into the table of functions.
pub(super) struct Slots {
    /// The index of the first one in the table.
    pub(super) offset: u32,
    /// Indices of functions.
    pub(super) functions: Vec<u32>,
}

/// The bytes that an active segment writes into the memory.
pub(super) struct Segment<'m> {
    /// The address of the first one.
    pub(super) offset: u32,
    pub(super) bytes: &'m [u8],
}

/// A module by its sections.
#[derive(Default)]
pub(super) struct Layout<'m> {
    pub(super) types: Vec<FuncType>,
    /// The index of the type of each function; the imported ones come first.
    pub(super) functions: Vec<u32>,
    /// How many functions are imported.
    pub(super) imported: u32,
    /// It imports a memory, a table or a global.
    pub(super) is_part: bool,
    pub(super) tables: Vec<TableType>,
    pub(super) memories: Vec<MemoryType>,
    pub(super) globals: Vec<GlobalType>,
    pub(super) exports: Vec<Export<'m>>,
    pub(super) slots: Vec<Slots>,
    /// The bodies of the functions that are not imported.
    pub(super) bodies: Vec<FunctionBody<'m>>,
    pub(super) data: Vec<Segment<'m>>,
    /// The content of the sections that a part takes over as they are, by their numbers.
    raw: Vec<(u8, Range<usize>)>,
}

impl<'m> Layout<'m> {
    /// # Errors
    /// It is no module, or one of a form that no build has had.
    pub(super) fn read(module: &'m [u8]) -> Result<Self, Unsplit> {
        let mut layout = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            layout.section(payload?)?;
        }
        Ok(layout)
    }

    fn section(&mut self, payload: Payload<'m>) -> Result<(), Unsplit> {
        match payload {
            Payload::TypeSection(section) => {
                self.keep(1, &section);
                for group in section {
                    for kind in group?.into_types() {
                        let CompositeInnerType::Func(kind) = kind.composite_type.inner else {
                            return Err(Unsplit::Form("a type that is no function's"));
                        };
                        self.types.push(kind);
                    }
                }
            }
            Payload::ImportSection(section) => {
                self.raw.push((2, section.range()));
                for import in section.into_imports() {
                    if let TypeRef::Func(kind) = import?.ty {
                        self.functions.push(kind);
                        self.imported += 1;
                    } else {
                        self.is_part = true;
                    }
                }
            }
            Payload::FunctionSection(section) => {
                self.keep(3, &section);
                for kind in section {
                    self.functions.push(kind?);
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    self.tables.push(table?.ty);
                }
            }
            Payload::MemorySection(section) => {
                self.keep(5, &section);
                for memory in section {
                    self.memories.push(memory?);
                }
            }
            Payload::GlobalSection(section) => {
                self.keep(6, &section);
                for global in section {
                    self.globals.push(global?.ty);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    self.exports.push(export?);
                }
            }
            Payload::ElementSection(section) => {
                for element in section {
                    self.slots.push(slots(element?)?);
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::DataSection(section) => {
                for data in section {
                    self.data.push(segment(data?)?);
                }
            }
            Payload::CustomSection(_)
            | Payload::Version { .. }
            | Payload::CodeSectionStart { .. }
            | Payload::DataCountSection { .. }
            | Payload::End(_) => {}
            _ => return Err(Unsplit::Form("a section of another kind")),
        }
        Ok(())
    }

    fn keep<T>(&mut self, number: u8, section: &SectionLimited<'_, T>) {
        self.raw.push((number, section.range()));
    }

    /// Where the content of the section with this number is; nothing for a module without it.
    pub(super) fn raw(&self, number: u8) -> Option<Range<usize>> {
        self.raw.iter().find(|(it, _)| *it == number).map(|(_, range)| range.clone())
    }

    /// The indices of all functions that are not imported.
    pub(super) fn own(&self) -> impl Iterator<Item = u32> + use<> {
        self.imported..self.functions.len() as u32
    }

    /// The index of the type of a function, and the type.
    pub(super) fn type_of(&self, function: u32) -> (u32, &FuncType) {
        let kind = self.functions[function as usize];
        (kind, &self.types[kind as usize])
    }

    /// The body of a function that is not imported.
    pub(super) fn body(&self, function: u32) -> &FunctionBody<'m> {
        &self.bodies[(function - self.imported) as usize]
    }

    /// The functions that the host calls.
    pub(super) fn exported(&self) -> impl Iterator<Item = u32> + '_ {
        self.exports.iter().filter(|export| export.kind == ExternalKind::Func).map(|export| export.index)
    }
}

/// The number in an expression that is one constant, as an address or an index.
fn constant(expression: &ConstExpr<'_>) -> Result<u32, Unsplit> {
    let Operator::I32Const { value } = expression.get_operators_reader().read()? else {
        return Err(Unsplit::Form("a place that is computed"));
    };
    Ok(value.cast_unsigned())
}

fn slots(element: Element<'_>) -> Result<Slots, Unsplit> {
    let (
        ElementKind::Active { table_index: None | Some(0), offset_expr },
        ElementItems::Functions(functions),
    ) = (element.kind, element.items)
    else {
        return Err(Unsplit::Form("an element segment of another kind"));
    };
    let functions = functions.into_iter().collect::<Result<_, _>>()?;
    Ok(Slots { offset: constant(&offset_expr)?, functions })
}

fn segment(data: Data<'_>) -> Result<Segment<'_>, Unsplit> {
    let DataKind::Active { memory_index: 0, offset_expr } = data.kind else {
        return Err(Unsplit::Form("a data segment of another kind"));
    };
    Ok(Segment { offset: constant(&offset_expr)?, bytes: data.data })
}
