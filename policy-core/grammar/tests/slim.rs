//! The parsers as they are compiled to WebAssembly.

#[path = "../slim.rs"]
mod slim;

use slim::slim;

const PARSERS: [&str; 2] =
    [include_str!("../generated/parser.c"), include_str!("../generated-powershell/parser.c")];

/// The numbers of a table, of each of its lines.
fn table(parser: &str, head: &str) -> Vec<Vec<usize>> {
    let body = parser.split_once(head).and_then(|(_, rest)| rest.split_once("\n};")).expect(head).0;
    let numbers =
        |line: &str| line.split_terminator(',').map(|number| number.parse().expect("a number")).collect();
    body.lines().filter(|line| !line.is_empty()).map(numbers).collect()
}

#[test]
fn the_table_that_is_left_out_follows_from_the_one_that_stays() {
    for parser in PARSERS {
        let states = table(parser, "static const uint16_t ts_small_parse_table[] = {");
        let map = table(parser, "static const uint32_t ts_small_parse_table_map[] = {").concat();
        let mut at = 0;
        for (state, begins) in states.iter().zip(&map) {
            assert_eq!(at, *begins);
            let mut length = 1;
            for _ in 0..state[0] {
                length += 2 + state[length + 1];
            }
            assert_eq!(length, state.len(), "the state at {begins} is its groups");
            at += length;
        }
        assert_eq!(states.len(), map.len());
    }
}

#[test]
fn nothing_else_is_left_out() {
    for parser in PARSERS {
        let slim = slim(parser).expect("the parser has the expected form");
        let gone = parser.len() - slim.len();
        let tables = ["ts_primary_state_ids[STATE_COUNT] = {", "ts_small_parse_table_map[] = {"];
        let bodies = tables.map(|head| {
            parser.split_once(head).and_then(|(_, rest)| rest.split_once("};")).expect(head).0.len()
        });
        assert!(gone < bodies[0] + bodies[1], "{gone} of {bodies:?}");
        assert!(!slim.contains("ts_primary_state_ids"));
        assert_eq!(slim.matches("ts_fill_small_parse_table_map").count(), 2);
    }
}

#[test]
fn a_parser_of_another_form_is_refused_by_the_part_that_is_missing() {
    for (from, part) in [
        ("ts_primary_state_ids[STATE_COUNT]", "static const TSStateId ts_primary_state_ids[STATE_COUNT] = {"),
        (".primary_state_ids = ", ".primary_state_ids = ts_primary_state_ids,"),
        ("ts_small_parse_table_map[] = {", "static const uint32_t ts_small_parse_table_map[] = {"),
        ("  return &language;", "return &language;"),
    ] {
        assert_eq!(slim(&PARSERS[1].replacen(from, "other", 1)).expect_err(from), part);
    }
}
