//! Options of jq that read other files.

use super::form::{Case, Found, Marks, check};
use super::jq_arguments::{self, JqArgument};

check! {
    /// jq's program need not be in the command: `-f` takes it from a file, `-L` says where modules come from,
    /// `--rawfile` reads any file whatever into a variable and prints it. The options hide in clusters, too:
    /// `-nf` is `-n -f`.
    ///
    /// ```sh,fires
    /// jq -f program.jq data.json
    /// jq --from-file program.jq
    /// jq --from program.jq
    /// jq -nf program.jq
    /// jq -rf program.jq data.json
    /// jq . -f program.jq
    /// jq -L lib .
    /// jq -Llib .
    /// jq -nL lib .
    /// jq -n --rawfile x /etc/passwd '$x'
    /// jq -n --slurpfile x /etc/passwd '$x'
    /// jq -n --argfile x f '$x'
    /// jq --rawf x f .
    /// jq -n '$ARGS' --args a b
    /// jq -n '$ARGS' --jsonargs 1 2
    /// jq --"rawfile" x f .
    /// jq "-$x" .
    /// /usr/bin/jq -f x
    /// timeout 5 jq -f x
    /// ```
    ///
    /// Values that are in the command are as visible as the program.
    ///
    /// ```sh,silent
    /// jq --arg k v '.a == $k' f
    /// jq --argjson k 1 '.a == $k' f
    /// jq --arg f -f '.a == $f' data.json
    /// jq -r .name package.json
    /// jq -nr '1'
    /// jq --raw-output --slurp . f
    /// jq -e . -- -f
    /// grep -f jq x
    /// ```
    ///
    /// The program is the same one in PowerShell.
    ///
    /// ```powershell,fires
    /// jq -f a.jq a.json
    /// gc a.json | jq --rawfile x a.txt .
    /// jq '--slurpfile' x a.json .
    /// jq -nf a.jq
    /// ```
    ///
    /// ```powershell,silent
    /// jq --arg k v '.a' a.json
    /// gc a.json | jq -r .a
    /// gc a.json | ConvertFrom-Json
    /// ```
    pub static JQ_FILE_ARGUMENTS = 3 {
        says: "jq reads a program or data from somewhere else",
        help: "write the program into the command, and name data files as operands",
        marks: Marks::of(b"q\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    for command in &case.script.commands {
        jq_arguments::each(case.script, command, &mut |argument, word, _| match argument {
            JqArgument::Elsewhere => found.ask(word.span),
            JqArgument::UnknownOption => {
                found.ask_because(word.span, "this option of jq is known only at run time".into());
            }
            JqArgument::Program => {}
        });
    }
}
