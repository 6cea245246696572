//! jq programs (jq(1), 1.5 to 1.8): read token by token, strings with the programs inside them included.
//!
//! jq itself writes nothing and executes nothing; it reads further files only by `import`, `include` and
//! `modulemeta`. Names that no release of jq defines are not understood.

use alloc::vec::Vec;

use super::super::formats::Flaw;

const READS: Flaw = Flaw::Harmful("reads modules that the jq program names");
const UNKNOWN: Flaw = Flaw::Unknown("a jq program that is not understood");

/// Deepest nesting of programs in strings.
const DEPTH_MAX: usize = 32;

/// Keywords and the functions of all releases, sorted.
const NAMES: &[&str] = &[
    "IN",
    "INDEX",
    "JOIN",
    "SQL",
    "abs",
    "acos",
    "acosh",
    "add",
    "all",
    "and",
    "any",
    "arrays",
    "as",
    "ascii",
    "ascii_downcase",
    "ascii_upcase",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "booleans",
    "break",
    "bsearch",
    "builtins",
    "capture",
    "catch",
    "cbrt",
    "ceil",
    "combinations",
    "contains",
    "copysign",
    "cos",
    "cosh",
    "debug",
    "def",
    "del",
    "delpaths",
    "elif",
    "else",
    "empty",
    "end",
    "endswith",
    "env",
    "erf",
    "error",
    "exp",
    "exp10",
    "exp2",
    "explode",
    "expm1",
    "fabs",
    "false",
    "fdim",
    "finites",
    "first",
    "flatten",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "foreach",
    "format",
    "frexp",
    "from_entries",
    "fromdate",
    "fromdateiso8601",
    "fromjson",
    "fromstream",
    "gamma",
    "getpath",
    "gmtime",
    "group_by",
    "gsub",
    "halt",
    "halt_error",
    "has",
    "have_decnum",
    "have_literal_numbers",
    "if",
    "implode",
    "in",
    "index",
    "indices",
    "infinite",
    "input",
    "input_filename",
    "input_line_number",
    "inputs",
    "inside",
    "isempty",
    "isfinite",
    "isinfinite",
    "isnan",
    "isnormal",
    "isvalid",
    "iterables",
    "join",
    "keys",
    "keys_unsorted",
    "label",
    "last",
    "ldexp",
    "length",
    "lgamma",
    "lgamma_r",
    "limit",
    "localtime",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "ltrim",
    "ltrimstr",
    "map",
    "map_values",
    "match",
    "max",
    "max_by",
    "min",
    "min_by",
    "mktime",
    "modf",
    "nan",
    "nearbyint",
    "nextafter",
    "normals",
    "not",
    "now",
    "nth",
    "null",
    "nulls",
    "numbers",
    "objects",
    "or",
    "path",
    "paths",
    "pick",
    "pow",
    "pow10",
    "range",
    "recurse",
    "recurse_down",
    "reduce",
    "reverse",
    "rindex",
    "rint",
    "round",
    "rtrim",
    "rtrimstr",
    "scalars",
    "scan",
    "select",
    "setpath",
    "significand",
    "sin",
    "sinh",
    "skip",
    "sort",
    "sort_by",
    "split",
    "splits",
    "sqrt",
    "startswith",
    "stderr",
    "strflocaltime",
    "strftime",
    "strings",
    "strptime",
    "sub",
    "tan",
    "tanh",
    "test",
    "tgamma",
    "then",
    "to_entries",
    "toarray",
    "todate",
    "todateiso8601",
    "tojson",
    "tonumber",
    "tostream",
    "tostring",
    "transpose",
    "trim",
    "trimstr",
    "true",
    "trunc",
    "truncate_stream",
    "try",
    "type",
    "unique",
    "unique_by",
    "until",
    "utf8bytelength",
    "values",
    "walk",
    "while",
    "with_entries",
];

/// What the program does beyond filtering its input.
pub(super) fn flaw(text: &str) -> Option<Flaw> {
    let mut reader = JqReader { text, at: 0, defined: Vec::new() };
    reader.program(0, false).err()
}

struct JqReader<'t> {
    text: &'t str,
    at: usize,
    /// Names that the program defines, parameters included.
    defined: Vec<&'t str>,
}

impl<'t> JqReader<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn name(&mut self) -> &'t str {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        self.text.get(from..self.at).unwrap_or("")
    }

    /// Reads to the end, or (in a string) past the `)` that ends it.
    fn program(&mut self, depth: usize, in_string: bool) -> Result<(), Flaw> {
        if depth > DEPTH_MAX {
            return Err(UNKNOWN);
        }
        let mut open = 0usize;
        let mut before = b' ';
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.at += 1;
                    self.string(depth)?;
                }
                b'#' => {
                    while self.peek().is_some_and(|byte| byte != b'\n') {
                        // A backslash may make a comment go on, in some releases.
                        if self.peek() == Some(b'\\') {
                            return Err(UNKNOWN);
                        }
                        self.at += 1;
                    }
                }
                b'(' => {
                    open += 1;
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    if open == 0 {
                        return if in_string { Ok(()) } else { Err(UNKNOWN) };
                    }
                    open -= 1;
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(before)?,
                b'0'..=b'9' => {
                    self.name();
                }
                b'$' | b'@' => {
                    self.at += 1;
                    self.name();
                }
                b':' if self.text.as_bytes().get(self.at + 1) == Some(&b':') => return Err(UNKNOWN),
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'.' | b',' | b'|' | b'[' | b']' | b'{' | b'}' | b'?' | b'/' | b'+' | b'-' | b'*' | b'%'
                | b'=' | b'<' | b'>' | b'!' | b';' | b':' => self.at += 1,
                _ => return Err(UNKNOWN),
            }
            before = byte;
        }
        if in_string { Err(UNKNOWN) } else { Ok(()) }
    }

    /// A name: a field after a dot, a key in front of a colon, a keyword or a function.
    fn word(&mut self, before: u8) -> Result<(), Flaw> {
        let name = self.name();
        let behind = self.text.get(self.at..).unwrap_or("").trim_start();
        let is_key = matches!(before, b'{' | b',')
            && (behind.starts_with([':', ',', '}']) && !behind.starts_with("::"));
        if before == b'.' || is_key && !matches!(name, "import" | "include") {
            return Ok(());
        }
        if is_key && behind.starts_with(':') {
            return Ok(());
        }
        match name {
            "import" | "include" | "modulemeta" => Err(READS),
            "def" => {
                self.definition();
                Ok(())
            }
            _ if NAMES.binary_search(&name).is_ok() || self.defined.contains(&name) => Ok(()),
            _ => Err(UNKNOWN),
        }
    }

    /// `f`, `f(x; $y)` after `def`: these names mean what the program says.
    fn definition(&mut self) {
        let until = self.text.get(self.at..).and_then(|rest| rest.find([':', '"', '#'])).unwrap_or(0);
        let end = self.at + until;
        while self.at < end {
            let name = self.name();
            if name.is_empty() {
                self.at += 1;
            } else {
                self.defined.push(name);
            }
        }
    }

    /// A string, after its opening quote.
    fn string(&mut self, depth: usize) -> Result<(), Flaw> {
        loop {
            let byte = self.peek().ok_or(UNKNOWN)?;
            self.at += 1;
            match byte {
                b'"' => return Ok(()),
                b'\\' => {
                    let next = self.peek().ok_or(UNKNOWN)?;
                    self.at += 1;
                    if next == b'(' {
                        self.program(depth + 1, true)?;
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether a program of jq has `env` or `$ENV` in it, which are the environment (jq(1), "`$ENV`, `env`"): not as a key
/// (`.env`, `{env: 1}`), and not at the beginning of a string.
pub(super) fn names_environment(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices("env").chain(text.match_indices("$ENV")).any(|(at, name)| {
        let (before, after) = (text.get(..at).unwrap_or(""), text.get(at + name.len()..).unwrap_or(""));
        let is_key = before.ends_with(|c: char| is_part(c) || matches!(c, '.' | '"' | '$'));
        !is_key && !after.starts_with(|c: char| is_part(c) || c == ':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_so_that_they_are_found() {
        assert!(NAMES.is_sorted());
    }
}
