//! The division of a lexer, on lexers small enough to be read.

use std::fmt::Write as _;

use super::divide;

const SWITCH: &str = "#ifdef _MSC_VER\n#pragma optimize(\"\", off)\n#elif defined(__clang__)\n#pragma clang optimize off\n\
                      #elif defined(__GNUC__)\n#pragma GCC optimize (\"O0\", \"jump-tables\")\n#endif\n";

/// A lexer of `count` states, each of which goes to the next on `(` and knows nothing else.
fn lexer(name: &str, count: usize) -> String {
    let mut text = format!(
        "static bool {name}(TSLexer *lexer, TSStateId state) {{\n  START_LEXER();\n  eof = lexer->eof(lexer);\n  \
         switch (state) {{\n"
    );
    for state in 0..count {
        let _ = write!(
            text,
            "    case {state}:\n      ACCEPT_TOKEN(sym_word);\n      if (lookahead == '(') ADVANCE({});\n      \
             if ((!eof && set_contains(sym_word_set, 12, lookahead))) SKIP(0);\n      END_STATE();\n",
            (state + 1) % count
        );
    }
    text + "    default:\n      return false;\n  }\n}\n"
}

fn parser(states: usize, keywords: usize) -> String {
    format!(
        "/* head */\n{SWITCH}int before;\n\n{}\n{}\nint after;\n",
        lexer("ts_lex", states),
        lexer("ts_lex_keywords", keywords)
    )
}

/// The number of lines that a part has before a new one begins.
const PART: usize = 300 / 5;

#[test]
fn every_state_is_in_one_part_and_reads_as_before() {
    let whole = parser(200, 3);
    let divided = divide(&whole).expect("the form is right");
    for state in 0..200 {
        let label = format!("    case {state}:\n");
        let before = whole.split(&label).nth(1).and_then(|it| it.split("    case ").next());
        let after = divided.split(&label).nth(1).and_then(|it| it.split("    case ").next());
        let text = |it: Option<&str>| it.and_then(|it| it.split("    default:").next()).map(str::to_owned);
        assert!(text(before).is_some_and(|it| it.contains("END_STATE();")));
        assert_eq!(text(before), text(after), "state {state}");
        let times = if state < 3 { 2 } else { 1 };
        assert_eq!(divided.matches(&label).count(), times, "state {state}, with the keywords'");
    }
}

#[test]
fn parts_cover_the_states_without_a_gap_and_the_table_knows_them() {
    let divided = divide(&parser(150, 3)).expect("the form is right");
    for expected in ["START_PART(0, 60)", "START_PART(60, 60)", "START_PART(120, 30)"] {
        assert!(divided.contains(expected), "{expected}");
    }
    assert_eq!(divided.matches("START_PART(").count(), 1 + 3, "the macro and its uses");
    let owners = [vec!["0"; PART], vec!["1"; PART], vec!["2"; 30]].concat().join(",");
    assert!(divided.contains(&format!("ts_lex_part_of[150] = {{{owners},}};")));
    assert!(divided.contains("if (lexing.state >= 150) return false;"));
}

#[test]
fn what_stands_around_the_lexer_stays_and_a_small_lexer_is_left_whole() {
    let divided = divide(&parser(200, 3)).expect("the form is right");
    assert!(divided.starts_with("/* head */\nint before;\n\n"), "only the optimiser's switch is taken away");
    assert!(divided.ends_with(&format!("{}\nint after;\n", lexer("ts_lex_keywords", 3))));
    assert!(divided.contains("\nstatic bool ts_lex(TSLexer *lexer, TSStateId state) {\n  Lexing lexing"));
    // What follows sees the generator's own macro again.
    let last = divided.rfind("#define END_STATE()").map(|at| divided[at..].lines().next());
    assert_eq!(last, Some(Some("#define END_STATE() return result;")));
}

#[test]
fn large_keywords_are_divided_too() {
    let divided = divide(&parser(200, 100)).expect("the form is right");
    assert!(divided.contains("ts_lex_keywords_part_1(") && divided.contains("ts_lex_part_3("));
    assert_eq!(divided.matches("} Lexing;").count(), 1);
}

#[test]
fn another_form_is_refused_with_its_place() {
    let whole = parser(200, 3);
    for (from, to, reason) in [
        ("static bool ts_lex(", "bool ts_lex(", "there is no `ts_lex`"),
        ("START_LEXER();\n  eof", "START_LEXER();\n\n  eof", "`ts_lex` begins in another way"),
        (
            "      return false;",
            "      return true;",
            "in `ts_lex`, state 199 does not end with `END_STATE()`",
        ),
        ("    case 7:", "    case 8:", "in `ts_lex`, state 7 is not where it should be"),
        ("if (lookahead == '(') ADVANCE(5);", "goto next_state;", "state 4 has `goto`"),
        ("if (lookahead == '(') ADVANCE(5);", "return result;", "state 4 has `return`"),
        ("if (lookahead == '(') ADVANCE(5);", "state = 5;", "state 4 uses `state`"),
        ("if (lookahead == '(') ADVANCE(5);", "PEEK(5);", "state 4 has `PEEK`"),
        ("if (lookahead == '(') ADVANCE(5);", "if (lookahead == 'ab') ADVANCE(5);", "character constant"),
        ("ADVANCE(5);", "ADVANCE(5);\n      END_STATE();", "state 4 does not end with `END_STATE()`"),
        ("\"jump-tables\"", "\"tables\"", "optimisation is switched off in another way"),
    ] {
        let changed = whole.replacen(from, to, 1);
        assert_ne!(changed, whole, "{from}");
        let refusal = divide(&changed).expect_err(from);
        assert!(refusal.contains(reason), "{from}: {refusal}");
    }
    assert!(divide(&parser(20, 3)).is_err_and(|it| it.contains("no lexer has more than")));
}
