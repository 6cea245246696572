//! Divides the lexer, which the generator writes as one function of a thousand states, into parts of some dozen states.
//!
//! An engine that compiles WebAssembly while it runs spends more than a second on the one function, and a process that
//! wants to end waits for that. The states stay as they are, text for text. A part runs as long as the next state is
//! its own, then hands over; the parts are called through a table, so that no optimiser puts them together again.
//! Pure: text in, text out. Whatever it does not know in the text is refused.

use std::fmt::Write as _;

/// Lines of states in one part, about. A part becomes four to eight kilobytes of machine code.
const LINES: usize = 300;

/// What a state may call: the generator's macros, and its one function.
const KNOWN: [&str; 7] =
    ["if", "set_contains", "ADVANCE", "ADVANCE_MAP", "SKIP", "ACCEPT_TOKEN", "END_STATE"];

/// Keywords that would leave a state in another way than those macros.
const FORBIDDEN: [&str; 8] = ["return", "break", "continue", "case", "default", "goto", "switch", "while"];

/// The names of the lexing functions, and what opens and closes each.
const FUNCTIONS: [&str; 2] = ["ts_lex", KEYWORDS];
const KEYWORDS: &str = "ts_lex_keywords";
const OPENS: &str = "  START_LEXER();\n  eof = lexer->eof(lexer);\n  switch (state) {\n";
const CLOSES: &str = "    default:\n      return false;\n  }\n}\n";

/// How one part begins and ends. `next_state` and `start` are where the generator's macros jump to.
const MACROS: &str = "\
typedef struct {
  TSStateId state;
  bool result;
} Lexing;

#define START_PART(first, count)                      \\
  TSStateId state = lexing->state;                    \\
  bool result = lexing->result;                       \\
  bool skip = false;                                  \\
  UNUSED                                              \\
  bool eof = false;                                   \\
  int32_t lookahead;                                  \\
  goto start;                                         \\
  next_state:                                         \\
  lexer->advance(lexer, skip);                        \\
  start:                                              \\
  if ((uint32_t)state - (first) >= (count)) {         \\
    lexing->state = state;                            \\
    lexing->result = result;                          \\
    return true;                                      \\
  }                                                   \\
  skip = false;                                       \\
  lookahead = lexer->lookahead;                       \\
  eof = lexer->eof(lexer);

#define END_PART()           \\
  {                          \\
    lexing->result = result; \\
    return false;            \\
  }

";

/// The text of a generated parser with its large lexing functions divided, or what in it is not as expected.
pub(super) fn divide(parser: &str) -> Result<String, String> {
    let mut text = parser.to_owned();
    let mut divided = 0;
    for name in FUNCTIONS {
        let head = format!("static bool {name}(TSLexer *lexer, TSStateId state) {{\n");
        // A grammar without keywords has no function for them.
        if name == KEYWORDS && !text.contains(name) {
            continue;
        }
        let (before, rest) = text.split_once(&head).ok_or_else(|| format!("there is no `{name}`"))?;
        if rest.contains(&head) {
            return Err(format!("`{name}` is there twice"));
        }
        let body = rest.strip_prefix(OPENS).ok_or_else(|| format!("`{name}` begins in another way"))?;
        let (body, after) = body.split_once(CLOSES).ok_or_else(|| format!("`{name}` ends in another way"))?;
        let states = states(body).map_err(|reason| format!("in `{name}`, {reason}"))?;
        let parts = parts(&states);
        if parts.len() < 2 {
            continue;
        }
        let macros = if divided == 0 { MACROS } else { "" };
        text = format!("{before}{macros}{}{after}", function(name, &head, &states, &parts));
        divided += 1;
    }
    if divided == 0 {
        return Err(format!("no lexer has more than {LINES} lines"));
    }
    // Optimising was switched off for the sake of the one large function; the parts are small enough.
    for switch in SWITCHES {
        let (before, after) = text.split_once(switch).ok_or("optimisation is switched off in another way")?;
        text = format!("{before}{after}");
    }
    Ok(text)
}

const SWITCHES: [&str; 1] = ["\
#ifdef _MSC_VER
#pragma optimize(\"\", off)
#elif defined(__clang__)
#pragma clang optimize off
#elif defined(__GNUC__)
#pragma GCC optimize (\"O0\", \"jump-tables\")
#endif
"];

/// The states in their order: the lines of each without its label.
fn states(body: &str) -> Result<Vec<&str>, String> {
    let mut states = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let number = states.len();
        rest = rest
            .strip_prefix(&format!("    case {number}:\n"))
            .ok_or_else(|| format!("state {number} is not where it should be"))?;
        let end = rest.find("    case ").filter(|at| rest[..*at].ends_with('\n'));
        let state = match end {
            Some(at) => &rest[..at],
            None => rest,
        };
        understood(state).map_err(|reason| format!("state {number} {reason}"))?;
        rest = &rest[state.len()..];
        states.push(state);
    }
    if states.is_empty() { Err("there is no state".into()) } else { Ok(states) }
}

/// A state reads `lookahead` and `eof`, and leaves only by the macros; it ends with the last of them.
fn understood(state: &str) -> Result<(), String> {
    if !state.ends_with("      END_STATE();\n") || state.matches("END_STATE").count() != 1 {
        return Err("does not end with `END_STATE()`".into());
    }
    let mut rest = without_characters(state)?;
    rest.retain(|c| c != '\n');
    for (at, word) in words(&rest) {
        let called = rest[at + word.len()..].trim_start().starts_with('(');
        if FORBIDDEN.contains(&word) || called && !KNOWN.contains(&word) {
            return Err(format!("has `{word}`"));
        }
        if !called && matches!(word, "state" | "result" | "skip" | "lexer") {
            return Err(format!("uses `{word}`"));
        }
    }
    Ok(())
}

/// The text without what is in character constants: `'('` is no call.
fn without_characters(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\'') {
        out.push_str(before);
        out.push('0');
        let escaped = after.strip_prefix('\\');
        let constant = escaped.unwrap_or(after);
        let mut characters = constant.chars();
        characters.next();
        rest = characters.as_str().strip_prefix('\'').ok_or("has a character constant of another form")?;
    }
    out.push_str(rest);
    Ok(out)
}

/// Every name in the text, with its place.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(move |c| !name(c))
        .filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
        .map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The first state of each part.
fn parts(states: &[&str]) -> Vec<usize> {
    let mut firsts = Vec::new();
    let mut lines = LINES;
    for (number, state) in states.iter().enumerate() {
        if lines >= LINES {
            firsts.push(number);
            lines = 0;
        }
        lines += state.lines().count() + 1;
    }
    firsts
}

/// The divided function: its parts, the table of them, which part has which state, and the driver in its old place.
fn function(name: &str, head: &str, states: &[&str], parts: &[usize]) -> String {
    let mut text = String::from("#undef END_STATE\n#define END_STATE() END_PART()\n\n");
    let ends = parts.iter().skip(1).copied().chain([states.len()]);
    let mut table = String::new();
    let mut owners = String::new();
    for (part, (first, end)) in parts.iter().copied().zip(ends).enumerate() {
        let _ = write!(
            text,
            "static bool {name}_part_{part}(TSLexer *lexer, Lexing *lexing) {{\n  START_PART({first}, {})\n  \
             switch (state) {{\n",
            end - first
        );
        for (number, state) in states.iter().enumerate().take(end).skip(first) {
            let _ = write!(text, "    case {number}:\n{state}");
        }
        text.push_str(CLOSES);
        text.push('\n');
        let _ = writeln!(table, "  {name}_part_{part},");
        for _ in first..end {
            let _ = write!(owners, "{part},");
        }
    }
    let count = states.len();
    let _ = write!(
        text,
        "#undef END_STATE\n#define END_STATE() return result;\n\n\
         static bool (*const {name}_parts[])(TSLexer *, Lexing *) = {{\n{table}}};\n\n\
         static const uint8_t {name}_part_of[{count}] = {{{owners}}};\n\n\
         {head}  Lexing lexing = {{state, false}};\n  do {{\n    if (lexing.state >= {count}) return false;\n  \
         }} while ({name}_parts[{name}_part_of[lexing.state]](lexer, &lexing));\n  return lexing.result;\n}}\n"
    );
    text
}

#[cfg(test)]
mod tests;
