//! jq options that read a program or data from elsewhere.

use super::form::{Case, Found, Marks, check};
use super::jq_program::jq_words;

check! {
    /// With `-f` the program of jq is a file nobody shows you, and `--rawfile` reads any file into the output. jq
    /// accepts these in clusters (`-nf`) and, in some builds, shortened.
    ///
    /// ```sh,fires
    /// jq -f prog.jq data.json
    /// jq -nf prog.jq
    /// jq --from-file prog.jq
    /// jq --from-file=prog.jq
    /// jq -L lib '.'
    /// jq --rawfile x /etc/passwd -n '$x'
    /// jq --slurpfile a b .
    /// jq --argfile a b .
    /// jq -n '$ARGS' --args a
    /// jq -n '$ARGS' --jsonargs 1
    /// jq --rawf x y .
    /// jq -rf prog.jq
    /// ```
    ///
    /// ```sh,silent
    /// jq --arg k v '.[$k]' f
    /// jq --argjson k 1 '. + $k' f
    /// jq -r '.a' f.json
    /// jq -nr '1+1'
    /// jq --sort-keys . f
    /// jq '.f' data.json
    /// ```
    pub static JQ_FILE_ARGUMENTS = 3 {
        says: "this option makes jq read a program or data from somewhere else",
        help: "write the program out as jq's first operand",
        marks: Marks::of(b"j"),
        find,
    }
}

/// Options in full; every beginning of one counts as well.
const READING: &[&str] =
    &["--from-file", "--library-path", "--rawfile", "--slurpfile", "--argfile", "--args", "--jsonargs"];

/// Options that are beginnings of the above and harmless.
const HARMLESS: &[&str] = &["--arg", "--argjson", "--raw-output", "--raw-output0", "--raw-input", "--slurp"];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        let Some(words) = jq_words(script, command) else { continue };
        let mut skip = 0;
        for word in words.iter().skip(1) {
            let Some(text) = script.text(word) else { continue };
            if skip > 0 {
                skip -= 1;
                continue;
            }
            if text == "--" {
                break;
            }
            if matches!(text, "--arg" | "--argjson") {
                skip = 2;
            }
            if reads_elsewhere(text) {
                found.ask(word.span);
            }
        }
    }
}

fn reads_elsewhere(option: &str) -> bool {
    let name = option.split('=').next().unwrap_or(option);
    if HARMLESS.contains(&name) {
        return false;
    }
    if name.starts_with("--") {
        return name.len() > 3 && READING.iter().any(|full| full.starts_with(name));
    }
    // A cluster such as `-nrf`; `-L` may carry its value.
    name.strip_prefix('-').is_some_and(|letters| {
        let cluster = letters.bytes().all(|byte| byte.is_ascii_alphabetic());
        letters.starts_with('L') || cluster && letters.contains(['f', 'L'])
    })
}
