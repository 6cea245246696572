//! Writes the tables of a generated parser densely: positions instead of designators, numbers instead of macros and
//! names, one state a line. The parser takes a quarter of the bytes, and a change shows as the states that it changed.
//!
//! Pure: text in, text out. What the lexer does and every table of less than some dozen kilobytes stay as they are.
//! Whatever it does not know in a table is refused; that the result means the same is proven by a compiler (`objects`).

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// The width that lines of short entries are filled to.
const WIDTH: usize = 110;

/// The macro that stands for the head of a list of actions: how many, and whether a node with them can be used again.
const ACTIONS: &str = "#define LIST(n, r) {.entry = {.count = n, .reusable = r}}\n\n";

/// The text with its large tables written densely, or what in it is not as expected.
pub(super) fn dense(parser: &str) -> Result<String, String> {
    let symbols = symbols(parser)?;
    let mut text = parser.to_owned();
    for (head, write) in [
        ("static const TSStateId ts_primary_state_ids[STATE_COUNT] = {\n", one_a_position as Write),
        ("static const TSLexerMode ts_lex_modes[STATE_COUNT] = {\n", modes),
        ("static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {\n", large_states),
        ("static const uint16_t ts_small_parse_table[] = {\n", small_states),
        ("static const uint32_t ts_small_parse_table_map[] = {\n", one_a_position),
        ("static const TSParseActionEntry ts_parse_actions[] = {\n", actions),
    ] {
        let refused = |reason: String| format!("{}: {reason}", head.trim_end_matches(" = {\n"));
        let (before, rest) = text.split_once(head).ok_or_else(|| refused("it is not there".to_owned()))?;
        let (body, after) = rest.split_once("};\n").ok_or_else(|| refused("it has no end".to_owned()))?;
        let body = write(body, &symbols).map_err(refused)?;
        let macros = if head.contains("ts_parse_actions") { ACTIONS } else { "" };
        text = format!("{before}{macros}{head}{body}}};\n{after}");
    }
    Ok(text)
}

/// How the body of a table becomes a dense one.
type Write = fn(&str, &Symbols) -> Result<String, String>;

/// The numbers of the grammar's symbols.
type Symbols = HashMap<String, usize>;

fn symbols(parser: &str) -> Result<Symbols, String> {
    let head = "enum ts_symbol_identifiers {\n";
    let body = parser.split_once(head).and_then(|(_, rest)| rest.split_once("};\n"));
    let (body, _) = body.ok_or("there is no list of symbols")?;
    // By a definition in `parser.h`.
    let mut symbols: Symbols = [("ts_builtin_sym_end".to_owned(), 0)].into();
    for line in body.lines() {
        let entry = line.trim().trim_end_matches(',').split_once(" = ");
        let (name, number) = entry.ok_or_else(|| format!("`{line}` is no symbol"))?;
        symbols.insert(name.to_owned(), plain(number)?);
    }
    Ok(symbols)
}

fn plain(number: &str) -> Result<usize, String> {
    number.parse().map_err(|_| format!("`{number}` is no number"))
}

/// A number, the name of a symbol, or one of the macros that are their argument.
fn value(text: &str, symbols: &Symbols) -> Result<usize, String> {
    let inner = ["ACTIONS(", "STATE("]
        .iter()
        .find_map(|name| text.strip_prefix(name)?.strip_suffix(')'))
        .unwrap_or(text);
    symbols.get(inner).copied().map_or_else(|| plain(inner), Ok)
}

/// `[position] = rest,` without its blanks.
fn entry(line: &str) -> Result<(&str, &str), String> {
    let entry = line.trim().strip_prefix('[').and_then(|line| line.split_once("] = "));
    entry.ok_or_else(|| format!("`{line}` is no entry"))
}

/// The lines of a table that has one entry for each position, in order.
fn positions(body: &str) -> impl Iterator<Item = Result<&str, String>> {
    let mut next = None;
    body.lines().map(move |line| {
        let (position, rest) = entry(line)?;
        // The smaller states are counted after the larger ones.
        let (offset, position) = match position.strip_prefix("SMALL_STATE(") {
            Some(state) => (true, plain(state.trim_end_matches(')'))?),
            None => (false, plain(position)?),
        };
        let expected = next.unwrap_or(if offset { position } else { 0 });
        next = Some(position + 1);
        if position == expected { Ok(rest) } else { Err(format!("`{line}` is not at {expected}")) }
    })
}

/// Fills lines with entries.
fn fill(entries: impl Iterator<Item = Result<String, String>>) -> Result<String, String> {
    let mut text = String::new();
    let mut width = 0;
    for entry in entries {
        let entry = entry?;
        if width > 0 && width + entry.len() > WIDTH {
            text.push('\n');
            width = 0;
        }
        width += entry.len();
        text.push_str(&entry);
    }
    text.push('\n');
    Ok(text)
}

fn one_a_position(body: &str, symbols: &Symbols) -> Result<String, String> {
    fill(positions(body).map(|entry| {
        let number = entry?.strip_suffix(',').ok_or("an entry has no comma")?;
        Ok(format!("{},", value(number, symbols)?))
    }))
}

/// `{.lex_state = 0, .external_lex_state = 1},` as `{0,1},`.
fn modes(body: &str, _: &Symbols) -> Result<String, String> {
    fill(positions(body).map(|entry| {
        let entry = entry?;
        let fields = entry.strip_prefix('{').and_then(|entry| entry.strip_suffix("},"));
        let fields = fields.ok_or_else(|| format!("`{entry}` is no mode"))?;
        let mut fields = fields.split(", ");
        let mut field = |name: &str| match fields.next() {
            None => Ok(None),
            Some(field) => match field.strip_prefix(name).and_then(|field| field.strip_prefix(" = ")) {
                Some(number) => plain(number).map(Some),
                None => Err(format!("`{field}` is not `{name}`")),
            },
        };
        let lexer = field(".lex_state")?.ok_or("a mode has no state")?;
        let scanner = field(".external_lex_state")?;
        if fields.next().is_some() {
            return Err(format!("`{entry}` has more fields"));
        }
        Ok(scanner.map_or_else(|| format!("{{{lexer}}},"), |scanner| format!("{{{lexer},{scanner}}},")))
    }))
}

/// One state a line: what it does at each symbol, in their order.
fn large_states(body: &str, symbols: &Symbols) -> Result<String, String> {
    let mut text = String::new();
    let mut states = 0;
    // What the state that is being read does, by symbol.
    let mut state: Option<BTreeMap<usize, usize>> = None;
    for line in body.lines() {
        if line == "  }," {
            text.push_str(&large_state(&state.take().ok_or("a state ends twice")?));
            continue;
        }
        let (position, rest) = entry(line)?;
        if let Some(state) = &mut state {
            let number = value(rest.strip_suffix(',').ok_or("an entry has no comma")?, symbols)?;
            if state.insert(value(position, symbols)?, number).is_some() {
                return Err(format!("`{line}` is there twice"));
            }
        } else if position == format!("STATE({states})") && rest == "{" {
            states += 1;
            state = Some(BTreeMap::new());
        } else {
            return Err(format!("`{line}` is not state {states}"));
        }
    }
    if state.is_none() { Ok(text) } else { Err("the last state has no end".to_owned()) }
}

/// The line of one state. Where writing the zeros would take more, it jumps.
fn large_state(state: &BTreeMap<usize, usize>) -> String {
    let mut line = String::from("{");
    let mut next = 0;
    for (symbol, number) in state {
        let zeros = "0,".repeat(symbol - next);
        let jump = format!("[{symbol}]=");
        line.push_str(if zeros.len() > jump.len() { &jump } else { &zeros });
        let _ = write!(line, "{number},");
        next = symbol + 1;
    }
    line.push_str("},\n");
    line
}

/// One state a line: how many groups, then of each what is done, at how many symbols, and these.
fn small_states(body: &str, symbols: &Symbols) -> Result<String, String> {
    let mut text = String::new();
    let mut numbers = 0;
    for line in body.lines() {
        let list = if line.starts_with("  [") {
            let (position, rest) = entry(line)?;
            if plain(position)? != numbers {
                return Err(format!("`{line}` is not at {numbers}"));
            }
            if numbers > 0 {
                text.push('\n');
            }
            rest
        } else {
            line.trim()
        };
        let list = list.strip_suffix(',').ok_or_else(|| format!("`{line}` has no comma at its end"))?;
        for number in list.split(", ") {
            let _ = write!(text, "{},", value(number, symbols)?);
            numbers += 1;
        }
    }
    text.push('\n');
    Ok(text)
}

/// `{.entry = {.count = 1, .reusable = true}}, SHIFT(7),` as `LIST(1,1),SHIFT(7),`.
fn actions(body: &str, _: &Symbols) -> Result<String, String> {
    let mut next = 0;
    fill(body.lines().map(|line| {
        let (position, rest) = entry(line)?;
        if plain(position)? != next {
            return Err(format!("`{line}` is not at {next}"));
        }
        let fields =
            rest.strip_prefix("{.entry = {.count = ").and_then(|rest| rest.split_once(", .reusable = "));
        let (count, rest) = fields.ok_or_else(|| format!("`{line}` is no list of actions"))?;
        let (reusable, list) = rest.split_once("}},").ok_or_else(|| format!("`{line}` has no actions"))?;
        let reusable = match reusable {
            "true" => 1,
            "false" => 0,
            _ => return Err(format!("`{line}` is neither reusable nor not")),
        };
        next += 1 + plain(count)?;
        Ok(format!("LIST({count},{reusable}),{}", list.replace(' ', "")))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARSER: &str = "\
/* head */
enum ts_symbol_identifiers {
  sym_a = 1,
  sym_b = 9,
};
static const TSStateId ts_primary_state_ids[STATE_COUNT] = {
  [0] = 0,
  [1] = 0,
};
static const TSLexerMode ts_lex_modes[STATE_COUNT] = {
  [0] = {.lex_state = 7},
  [1] = {.lex_state = 0, .external_lex_state = 2},
};
static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
  [STATE(0)] = {
    [ts_builtin_sym_end] = ACTIONS(1),
    [sym_b] = STATE(3),
  },
  [STATE(1)] = {
    [sym_a] = ACTIONS(5),
  },
};
static const uint16_t ts_small_parse_table[] = {
  [0] = 1,
    ACTIONS(3), 2,
      sym_a,
      sym_b,
  [5] = 0,
};
static const uint32_t ts_small_parse_table_map[] = {
  [SMALL_STATE(2)] = 0,
  [SMALL_STATE(3)] = 5,
};
static const TSParseActionEntry ts_parse_actions[] = {
  [0] = {.entry = {.count = 0, .reusable = false}},
  [1] = {.entry = {.count = 2, .reusable = true}}, REDUCE(sym_a, 1, 0, 0), SHIFT_REPEAT(4),
  [4] = {.entry = {.count = 1, .reusable = false}}, RECOVER(),
};
int after;
";

    const DENSE: &str = "\
static const TSStateId ts_primary_state_ids[STATE_COUNT] = {
0,0,
};
static const TSLexerMode ts_lex_modes[STATE_COUNT] = {
{7},{0,2},
};
static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
{1,[9]=3,},
{0,5,},
};
static const uint16_t ts_small_parse_table[] = {
1,3,2,1,9,
0,
};
static const uint32_t ts_small_parse_table_map[] = {
0,5,
};
#define LIST(n, r) {.entry = {.count = n, .reusable = r}}

static const TSParseActionEntry ts_parse_actions[] = {
LIST(0,0),LIST(2,1),REDUCE(sym_a,1,0,0),SHIFT_REPEAT(4),LIST(1,0),RECOVER(),
};
int after;
";

    #[test]
    fn tables_become_dense_and_the_rest_stays() {
        let dense = dense(PARSER).expect("the form is right");
        let (head, tables) = dense.split_at(PARSER.find("static").expect("a table"));
        assert_eq!(tables, DENSE);
        assert!(PARSER.starts_with(head));
    }

    #[test]
    fn another_form_is_refused_with_its_place() {
        for (from, to, reason) in [
            ("ts_lex_modes[STATE_COUNT]", "ts_lex_modes[]", "ts_lex_modes[STATE_COUNT]: it is not there"),
            ("enum ts_symbol", "enum symbol", "there is no list of symbols"),
            ("  [1] = 0,", "  [2] = 0,", "is not at 1"),
            (".external_lex_state = 2", ".reserved_word_set_id = 2", "is not `.external_lex_state`"),
            ("= 2},", "= 2, .reserved_word_set_id = 1},", "has more fields"),
            ("[STATE(1)]", "[STATE(2)]", "is not state 1"),
            ("[ts_builtin_sym_end]", "[sym_other]", "`sym_other` is no number"),
            ("[ts_builtin_sym_end] = ACTIONS(1),\n", "[sym_b] = ACTIONS(1),\n", "is there twice"),
            ("  [5] = 0,", "  [4] = 0,", "is not at 5"),
            ("[SMALL_STATE(3)]", "[SMALL_STATE(4)]", "is not at 3"),
            ("  [4] = {.entry", "  [3] = {.entry", "is not at 4"),
            (".reusable = true", ".reusable = maybe", "neither reusable nor not"),
        ] {
            let changed = PARSER.replacen(from, to, 1);
            assert_ne!(changed, PARSER, "{from}");
            let refusal = dense(&changed).expect_err(from);
            assert!(refusal.contains(reason), "{from}: {refusal}");
        }
    }
}
