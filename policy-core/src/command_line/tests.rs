//! One snapshot per stage: input and output.

extern crate std;

use std::borrow::Cow;
use std::string::{String, ToString};

use super::*;

/// Draws every case of a stage as two blocks, each line after a bar so that blanks and breaks are seen.
fn shown(stage: &str, says: &str, cases: impl IntoIterator<Item = (String, String)>) {
    let mut drawn = [says, "\n"].concat();
    for (given, made) in cases {
        drawn += &["\nin\n", &barred(&given), "out\n", &barred(&made)].concat();
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/command_line"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(stage, drawn));
}

fn barred(text: &str) -> String {
    text.split('\n').flat_map(|line| ["  | ", line, "\n"]).collect()
}

fn each(cases: &[&str], stage: impl Fn(&str) -> String) -> std::vec::Vec<(String, String)> {
    cases.iter().map(|case| ((*case).to_string(), stage(case))).collect()
}

const AS_IT_IS: &str = "(as it is)";

fn or_as_it_is(made: Cow<'_, str>) -> String {
    match made {
        Cow::Borrowed(_) => AS_IT_IS.to_string(),
        Cow::Owned(made) => made,
    }
}

#[test]
fn null_redirects_are_rewritten_where_that_is_certain() {
    let cases = [
        "git log 2>nul",
        "dir >NUL 2>&1",
        "a &>> Nul; b >| nul | (c > nul)",
        "echo \"$(date 2>nul)\"",
        // A file of that name may be meant.
        "echo a > nul; cat nul",
        "echo a > ./nul",
        "cat < nul",
        "echo 'nul' > nul",
        "echo a > \"nul\"",
        "echo a > nul # not nul",
        // Other words.
        "echo a > null",
        "echo nul",
        "echo a 2>/dev/null",
        "echo a > nul.txt",
        // Not understood.
        "echo 'a > nul",
        "echo a > nul |",
    ];
    let stage = |case: &str| or_as_it_is(null_redirects(case, Dialect::Bash));
    shown("1_null_redirects", "`nul` after an output redirect means nobody reads it", each(&cases, stage));
}

#[test]
fn input_is_a_commands_own_when_its_first_part_says_so() {
    let cases = [
        "cat < file",
        "cat 0< file | head",
        "cat <<END | wc -l\na\nEND",
        "cat <<< word",
        "cat <&3",
        "cat <> file",
        // Nobody says where it comes from.
        "cat",
        "ls | cat < file",
        "cat 3< file",
        "cat < file; cat",
        "(cat) < file",
        "{ cat; } < file",
        "cat $(cat < file)",
        // Not understood.
        "cat < 'file",
    ];
    let stage = |case: &str| {
        let own = reads_its_own_input(&read(case, Dialect::Bash));
        if own { "its own input" } else { "the input has to be empty" }.to_string()
    };
    shown(
        "2_standard_input",
        "what says itself where its input comes from is left alone",
        each(&cases, stage),
    );
}

#[test]
fn any_text_is_one_word_for_eval() {
    let cases = [
        "",
        "ls -la",
        "echo 'a b' \"c $d\"",
        "''",
        "'",
        "cat <<'END'\n$x `y` \\\nEND\n",
        "echo a \\\n  b",
        "echo hi! # it's",
        "trailing \\",
    ];
    shown("3_quoting", "one word of the shell, and its value is the text", each(&cases, quote));
}

#[test]
fn an_empty_input_goes_to_the_first_part_of_a_pipe() {
    let cases = [
        "rg it | wc -l",
        "a 2>&1 | b |& c",
        "x=1 a \\\n| b",
        "! a | b &",
        "a $(b; c) | d # e",
        "cat - 'x\ny' | b;",
        "a | cat <<END\nbody | body\nEND",
        // One command, a list, or a compound command: `eval` gets the redirect.
        "a",
        "a | b; c",
        "a | b && c",
        "a; b | c",
        "a | while read x; do b; done",
        "(a) | b",
        // Not understood.
        "a | b '",
        "a |",
    ];
    let stage = |case: &str| {
        input_in_first_of_pipe(&read(case, Dialect::Bash)).unwrap_or_else(|| AS_IT_IS.to_string())
    };
    shown("4_first_of_pipe", "the others read what comes through the pipe", each(&cases, stage));
}

#[test]
fn a_session_is_put_around_the_command() {
    let whole = Assembly {
        command: "cd 'my dir' && ls",
        snapshot: Some("/run/s/snapshot.sh"),
        unshadowed: &["ls", "cd"],
        environment: Some("/home/u/it's env.sh"),
        directory_note: Some("/run/s/note"),
        ..Assembly::default()
    };
    let cases = [
        ("the command alone", Assembly { command: whole.command, ..Assembly::default() }),
        ("without input", Assembly { command: whole.command, null_input: true, ..Assembly::default() }),
        ("with its directory", Assembly { snapshot: None, environment: None, ..whole.clone() }),
        (
            "with a snapshot",
            Assembly { environment: None, directory_note: None, unshadowed: &[], ..whole.clone() },
        ),
        ("everything, in bash", whole.clone()),
        ("everything, in zsh", Assembly { dialect: Dialect::Zsh, ..whole }),
    ];
    let cases = cases.map(|(given, assembly)| (given.to_string(), assemble(&assembly)));
    shown("5_assembly", "what the session gives, the command by `eval`, where it ended", cases);
}

#[test]
fn a_prefix_gets_the_whole_as_one_argument() {
    let cases =
        ["/opt/log.sh", "/opt/my tool", "nice -n 5 bash -c", "/opt/a-b/tool-c --all", "$(x) -y;z", " \t"];
    let stage = |prefix: &str| prefixed(prefix, "eval 'ls'; exit \"$1\"");
    shown("6_prefix", "one program, its options, and the line as one argument", each(&cases, stage));
}

#[test]
fn a_command_with_nothing_around_it_is_given_back_as_it_is() {
    for command in ["", "ls", "ls | wc", "a 'b", "cat <<E\nx\nE\n"] {
        assert_eq!(CommandLine::new(command).build(), command);
    }
    let own = CommandLine { input: Input::Null, ..CommandLine::new("cat < a") };
    assert_eq!(own.build(), "cat < a");
    let piped = CommandLine { input: Input::Null, ..CommandLine::new("a | b") };
    assert_eq!(piped.build(), "a < /dev/null | b");
    let alone = CommandLine { input: Input::Null, prefix: Some("/p"), ..CommandLine::new("a") };
    assert_eq!(alone.build(), "'/p' 'eval '\\''a'\\'' < /dev/null'");
}
