//! Leaves tables out of a parser that is compiled to WebAssembly, where a byte of a table is a byte to fetch.
//!
//! Owns which tables: one that only queries read, and one that follows from another table and is filled at the first use of
//! the language.

/// Which states have the same core; queries alone read it.
const PRIMARY: &str = "static const TSStateId ts_primary_state_ids[STATE_COUNT] = {\n";

/// Where each state begins in the table of the small ones.
const MAP: &str = "static const uint32_t ts_small_parse_table_map[] = {\n";

/// A state is its number of groups, and of each group what is done, at how many symbols, and these.
const FILL: &str = "\
static uint32_t ts_small_parse_table_map[STATE_COUNT - LARGE_STATE_COUNT];

static void ts_fill_small_parse_table_map(void) {
  const uint32_t count = sizeof(ts_small_parse_table_map) / sizeof(ts_small_parse_table_map[0]);
  uint32_t at = 0;
  if (ts_small_parse_table_map[count - 1] > 0) return;
  for (uint32_t state = 0; state < count; state++) {
    ts_small_parse_table_map[state] = at;
    uint32_t groups = ts_small_parse_table[at++];
    while (groups-- > 0) at += 2 + ts_small_parse_table[at + 1];
  }
}
";

/// The parser without these tables.
///
/// # Errors
/// The name of the part that is not as expected.
pub(crate) fn slim(parser: &str) -> Result<String, String> {
    let (front, back) = without(parser, PRIMARY)?;
    let back = replaced(back, ".primary_state_ids = ts_primary_state_ids,", "")?;
    let (middle, back) = without(&back, MAP)?;
    let back =
        replaced(back, "  return &language;", "  ts_fill_small_parse_table_map();\n  return &language;")?;
    Ok([front, middle, FILL, &back].concat())
}

/// What is in front of a table, and what follows it.
fn without<'t>(text: &'t str, head: &str) -> Result<(&'t str, &'t str), String> {
    let parts = text.split_once(head).and_then(|(front, rest)| Some((front, rest.split_once("};\n")?.1)));
    parts.ok_or_else(|| head.trim_end().to_owned())
}

fn replaced(text: &str, from: &str, to: &str) -> Result<String, String> {
    let (front, back) = text.split_once(from).ok_or_else(|| from.trim().to_owned())?;
    Ok([front, to, back].concat())
}
