//! The kind of each argument of `jq`: option, program, or something else (jq(1), "INVOKING JQ").

use super::invocation::program;
use crate::script::{Script, Simple, Word};

/// An argument that a check cares for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JqArgument {
    /// An option that reads a program or data from elsewhere, or takes the arguments that follow as data.
    Elsewhere,
    /// An option whose name is not known before running.
    UnknownOption,
    /// The program text.
    Program,
}

/// Long options that read from elsewhere. jq does not abbreviate, but other implementations may.
const ELSEWHERE: &[&str] =
    &["--from-file", "--library-path", "--rawfile", "--slurpfile", "--argfile", "--args", "--jsonargs"];

/// Long options that are the beginning of such an option and mean something else.
const EXACT: &[&str] = &["--arg", "--argjson", "--raw-input", "--raw-output", "--slurp"];

/// Tells `tell` what the arguments are when `command` runs jq.
pub(super) fn each(script: &Script<'_>, command: &Simple, tell: &mut dyn FnMut(JqArgument, &Word, u32)) {
    let Some(at) = program(script, command, |name| matches!(name, "jq" | "gojq" | "jaq")) else { return };
    let mut words = (command.words.start..).zip(script.words_of(command)).skip(at + 1);
    let mut program = false;
    let mut options = true;
    while let Some((index, word)) = words.next() {
        let text = script.text(word);
        let written = text.unwrap_or_else(|| script.slice(word.span).trim_start_matches(['"', '\'']));
        if !options || !written.starts_with('-') || written == "-" {
            if !program {
                tell(JqArgument::Program, word, index);
            }
            program = true;
            continue;
        }
        let Some(option) = text else {
            tell(JqArgument::UnknownOption, word, index);
            continue;
        };
        if option == "--" {
            options = false;
        } else if elsewhere(option) {
            tell(JqArgument::Elsewhere, word, index);
        }
        // The values of these options are not programs.
        let values = match option {
            "--arg" | "--argjson" | "--slurpfile" | "--rawfile" | "--argfile" => 2,
            "--indent" | "-L" | "--library-path" => 1,
            // The program comes from the file that this option names.
            "-f" | "--from-file" => {
                program = true;
                1
            }
            _ => 0,
        };
        for _ in 0..values {
            words.next();
        }
    }
}

fn elsewhere(option: &str) -> bool {
    let name = option.split_once('=').map_or(option, |(name, _)| name);
    if name.starts_with("--") {
        return name.len() > 2
            && !EXACT.contains(&name)
            && ELSEWHERE.iter().any(|long| long.starts_with(name));
    }
    name.contains(['f', 'L'])
}
