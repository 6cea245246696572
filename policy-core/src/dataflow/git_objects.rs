//! Commands of git that print object ids: hexadecimal words, one per line, which can be no option and no path.
//!
//! Owns the closed list of sub-commands and options with which git prints nothing else.

use crate::commands::Arg;

/// Options of `git log` and `git rev-list` that choose commits and print nothing more.
const CHOOSES: &[&str] = &[
    "--abbrev-commit",
    "--all",
    "--ancestry-path",
    "--branches",
    "--date-order",
    "--first-parent",
    "--full-history",
    "--merges",
    "--no-merges",
    "--remotes",
    "--reverse",
    "--tags",
    "--topo-order",
];

/// The same, with a value behind `=`.
const CHOOSES_BY: &[&str] = &[
    "--after",
    "--author",
    "--before",
    "--diff-filter",
    "--grep",
    "--max-count",
    "--max-parents",
    "--min-parents",
    "--since",
    "--skip",
    "--until",
];

/// Whether `args` is a command of git that prints object ids and nothing else.
pub(crate) fn are_listed(args: &[Arg<'_>]) -> bool {
    let text = |at: usize| args.get(at).and_then(Arg::text);
    text(0) == Some("git") && text(1).is_some_and(|sub| prints(sub, args.get(2..).unwrap_or(&[])))
}

/// Whether a sub-command of git prints object ids and nothing else.
///
/// What prints references, or what it is given, is not among them: a branch may be called `--output=x` behind its
/// directory, and begins a word there.
fn prints(sub: &str, args: &[Arg<'_>]) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let operand = |arg: &Arg<'_>| !arg.prefix().is_empty() && !arg.prefix().starts_with('-') && !arg.splits();
    let ends = args.iter().position(|arg| arg.text() == Some("--")).unwrap_or(args.len());
    let own = args.get(..ends).unwrap_or(&[]);
    let chooses = |arg: &Arg<'_>| {
        let Some(text) = arg.text() else { return operand(arg) };
        let by = text.split_once('=').is_some_and(|(name, _)| CHOOSES_BY.contains(&name));
        let count = text.strip_prefix("-n").or_else(|| text.strip_prefix('-'));
        CHOOSES.contains(&text) || by || text == "-n" || count.is_some_and(is_number) || operand(arg)
    };
    match sub {
        "merge-base" => {
            let plain = ["-a", "--all", "--fork-point", "--independent", "--octopus"];
            args.iter().all(|arg| operand(arg) || arg.text().is_some_and(|text| plain.contains(&text)))
        }
        "rev-list" => own.iter().all(chooses),
        "log" => {
            let format = |arg: &Arg<'_>| {
                let value = arg.text().and_then(|text| {
                    text.strip_prefix("--format=").or_else(|| text.strip_prefix("--pretty="))
                });
                matches!(value, Some("%H" | "%h" | "format:%H" | "format:%h" | "tformat:%H" | "tformat:%h"))
            };
            own.iter().filter(|arg| format(arg)).count() == 1
                && own.iter().all(|arg| format(arg) || chooses(arg))
        }
        // What is no object it prints as it stands.
        "rev-parse" => args.iter().all(|arg| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./@{}~^-".contains(&byte);
            arg.text().is_some_and(|text| {
                matches!(text, "--short" | "--verify" | "-q" | "--quiet")
                    || text.strip_prefix("--short=").is_some_and(is_number)
                    || text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '@')
                        && text.bytes().all(plain)
                        && !text.contains("..")
            })
        }),
        _ => false,
    }
}
