//! A small module, split. What the parts of the real one answer is tested where they run: `js/test/parts.test.js`, and the
//! engine `first` of the conformance run.

use std::collections::BTreeSet;
use std::ops::Range;

use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, Instruction, MemorySection, MemoryType, Module, RefType,
    TableSection, TableType, TypeSection, ValType,
};

use super::apart::{Apart, Map};
use super::layout::{Layout, Slots};
use super::parts::{Parts, parts};
use super::references::References;
use super::{Unsplit, everyday};

const DATA: u32 = 1024;
/// Where the grammar is in the data.
const GRAMMAR: Range<u32> = 1040..1056;
const MAP: &str = "\
    Addr      Off     Size         Out     In      Symbol
     400       c8       10         /target/libcore.rlib(core.o):(.rodata.names)
     410       d8        8         /target/libgrammar.rlib(8b-bash-parser.o):(.rodata.bash.language)
     418       e0        8         /target/libgrammar.rlib(8b-bash-parser.o):(.rodata.ts_parse_table)
     420       e8        8         /target/libzmij.rlib(zmij.o):(.rodata._ZN4zmij11STATIC_DATA17h0E)
       -       e8        8         /target/libgrammar.rlib(8b-bash-parser.o):(shellgate_bash)
";

/// A module with these functions: of one number to one, with the instructions between `local.get 0` and the end. The first
/// one is exported, all are in the table, and the data is the words.
fn module(functions: &[&[Instruction<'_>]], words: &[u32]) -> Vec<u8> {
    let mut module = Module::new();
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    module.section(&types);
    let mut kinds = FunctionSection::new();
    let mut code = CodeSection::new();
    for instructions in functions {
        kinds.function(0);
        let mut body = Function::new([]);
        body.instruction(&Instruction::LocalGet(0));
        for instruction in *instructions {
            body.instruction(instruction);
        }
        body.instruction(&Instruction::End);
        code.function(&body);
    }
    module.section(&kinds);
    let count = functions.len() as u32;
    let mut tables = TableSection::new();
    let element_type = RefType::FUNCREF;
    tables.table(TableType {
        element_type,
        table64: false,
        minimum: u64::from(count) + 1,
        maximum: Some(u64::from(count) + 1),
        shared: false,
    });
    module.section(&tables);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    module.section(&memories);
    let mut globals = GlobalSection::new();
    let kind = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(kind, &ConstExpr::i32_const(0));
    module.section(&globals);
    let mut exports = ExportSection::new();
    exports.export("run", ExportKind::Func, 0);
    module.section(&exports);
    let mut elements = ElementSection::new();
    let all = Elements::Functions((0..count).collect::<Vec<_>>().into());
    elements.active(None, &ConstExpr::i32_const(1), all);
    module.section(&elements);
    module.section(&code);
    let mut data = DataSection::new();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    data.active(0, &ConstExpr::i32_const(DATA.cast_signed()), bytes);
    module.section(&data);
    module.finish()
}

/// The parts of a module, of which these functions are in the first one.
fn split(module: &[u8], first: &[u32]) -> Parts {
    let layout = Layout::read(module).expect("it is a module");
    let first = first.iter().copied().collect();
    let apart = Map::read(MAP)
        .expect("it is a map")
        .apart(&layout, &first)
        .expect("the rest alone knows the grammar");
    parts(module, &layout, &first, &apart).expect("it can be split")
}

/// The functions by the slots of the table that they are in.
fn slots(layout: &Layout<'_>) -> Vec<(u32, u32)> {
    let slots =
        layout.slots.iter().flat_map(|Slots { offset, functions }| (*offset..).zip(functions.clone()));
    slots.collect()
}

/// The addresses that the data of a module covers.
fn covered(layout: &Layout<'_>) -> Vec<Range<u32>> {
    layout.data.iter().map(|segment| segment.offset..segment.offset + segment.bytes.len() as u32).collect()
}

fn calls(layout: &Layout<'_>, function: u32) -> Vec<u32> {
    References::of(layout.body(function)).expect("it is known").calls.into_iter().collect()
}

#[test]
fn a_call_to_the_other_part_goes_through_a_slot_that_the_other_part_fills() {
    // run → far → near, and near is in the first part as run is.
    let whole = module(&[&[Instruction::Call(1)], &[Instruction::Call(2)], &[]], &[0; 16]);
    let Parts { first, rest } = split(&whole, &[0, 2]);
    let (first, rest) = (Layout::read(&first).expect("a module"), Layout::read(&rest).expect("a module"));
    // The first part has its functions in their slots, and the slots of the function of the rest are empty.
    assert_eq!(slots(&first), [(1, 0), (3, 2), (5, 2)]);
    assert_eq!(first.tables[0].initial, 6);
    assert_eq!(calls(&first, 0), [1]);
    assert!(calls(&first, 1).is_empty());
    assert!(References::of(first.body(1)).expect("it is known").numbers.contains(&4));
    // The rest has `far`, which calls its own way into slot 5, and fills the two slots of `far`.
    assert_eq!(slots(&rest), [(2, 0), (4, 0)]);
    assert_eq!(calls(&rest, 0), [1]);
    assert!(References::of(rest.body(1)).expect("it is known").numbers.contains(&5));
    assert_eq!(rest.bodies.len(), 2);
}

#[test]
fn the_data_of_the_rest_is_that_of_the_grammar_and_all_other_data_is_in_the_first_part() {
    let whole = module(&[&[], &[]], &[1; 16]);
    let Parts { first, rest } = split(&whole, &[0]);
    let (first, rest) = (Layout::read(&first).expect("a module"), Layout::read(&rest).expect("a module"));
    assert_eq!(covered(&first), [DATA..GRAMMAR.start, 1064..DATA + 64]);
    // The table of numbers behind the grammar, which nothing of the first part refers to, is there as well.
    assert_eq!(covered(&rest), [GRAMMAR, 1056..1064]);
}

#[test]
fn a_table_that_the_first_part_refers_to_stays_in_it() {
    for reads in [
        [Instruction::I32Const(1060), Instruction::I32Add],
        [
            Instruction::I32Load(wasm_encoder::MemArg { offset: 1056, align: 2, memory_index: 0 }),
            Instruction::Nop,
        ],
    ] {
        let whole = module(&[&reads], &[1; 16]);
        let Parts { first, rest } = split(&whole, &[0]);
        let first = Layout::read(&first).expect("a module");
        assert_eq!(covered(&first), [DATA..GRAMMAR.start, GRAMMAR.end..DATA + 64]);
        assert_eq!(covered(&Layout::read(&rest).expect("a module")), [GRAMMAR]);
    }
    let mut words = [1; 16];
    words[0] = 1056;
    let Parts { rest, .. } = split(&module(&[&[]], &words), &[0]);
    assert_eq!(covered(&Layout::read(&rest).expect("a module")), [GRAMMAR]);
}

#[test]
fn a_first_part_that_knows_where_the_grammar_is_is_an_error() {
    let map = Map::read(MAP).expect("it is a map");
    let apart = |functions: &[&[Instruction<'_>]], words: &[u32], first: &[u32]| {
        let whole = module(functions, words);
        let layout = Layout::read(&whole).expect("it is a module");
        map.apart(&layout, &first.iter().copied().collect()).map_err(|error| error.to_string())
    };
    let knows = [Instruction::I32Const(1040), Instruction::I32Add];
    assert!(apart(&[&[], &knows], &[0; 16], &[0]).is_ok());
    let error = "the map of the linker: the first part knows where the grammar is";
    assert_eq!(apart(&[&[], &knows], &[0; 16], &[0, 1]).expect_err("it knows"), error);
    let mut words = [0; 16];
    words[2] = 1040;
    assert_eq!(apart(&[&[]], &words, &[0]).expect_err("a word knows"), error);
    // Inside of the grammar its own address is nothing new.
    words.swap(2, 5);
    assert!(apart(&[&[]], &words, &[0]).is_ok());
}

#[test]
fn a_map_without_the_grammar_in_one_piece_is_an_error() {
    let error = |text: &str| match Map::read(text) {
        Err(error) => error.to_string(),
        Ok(_) => "it was read".to_owned(),
    };
    assert_eq!(error(""), "the map of the linker: the grammar is not in it");
    let foreign = MAP.replace("     418 ", "     420 ").replace(
        "     420       e8        8         /target/libzmij",
        "     418       e8        8         /target/libzmij",
    );
    assert_eq!(error(&foreign), "the map of the linker: other data lies between the tables of the grammar");
}

#[test]
fn a_function_that_leads_to_the_grammar_is_in_the_rest_with_all_that_only_it_calls() {
    let samples =
        [vec![1, 2], vec![1, 3, 9], vec![4]].map(|sample| sample.into_iter().collect::<BTreeSet<u32>>());
    assert_eq!(everyday(&samples, &BTreeSet::from([9])), BTreeSet::from([1, 2, 4]));
}

#[test]
fn what_no_build_has_had_is_an_error_and_not_a_guess() {
    let whole = module(&[&[Instruction::ReturnCall(0)]], &[0; 16]);
    let layout = Layout::read(&whole).expect("it is a module");
    let split = parts(&whole, &layout, &BTreeSet::new(), &Apart::default());
    assert!(matches!(split, Err(Unsplit::Form("a reference to a function or a segment"))));
    assert!(matches!(Layout::read(b"\0asm"), Err(Unsplit::Module(_))));
}
