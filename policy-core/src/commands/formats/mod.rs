//! Little languages for the value of an option: formats and sort keys that can make a program do more.
//!
//! Owns one file per language. Reports only whether a value is harmless; the tables choose the values to check.

mod flaw;
mod git;
mod mode;
mod printf;

pub(super) use flaw::Flaw;
pub(super) use printf::printf;

use super::safe_variables::is_script_variable;
use super::shape::{Check, TextLimits};
use crate::script::Shell;

/// Whether a pretty format of git asks for signatures, which runs a program.
pub(super) fn checks_signature(format: &str) -> bool {
    matches!(git::pretty(format), Some(Flaw::Harmful(_)))
}

/// Whether a sort key of git is a signature, which runs a program.
pub(super) fn sorts_by_signature(key: &str) -> bool {
    git::sort_key(key).is_some()
}

/// Whether `text` is within `limits`.
pub(super) fn is_within(limits: &TextLimits, text: &str) -> bool {
    let listed = limits.values.contains(&text) || limits.prefixes.iter().any(|front| text.starts_with(front));
    let is_any = limits.values.is_empty() && limits.prefixes.is_empty();
    let is_named = |piece: &str| {
        let kind = piece.split(['/', '.']).next().unwrap_or(piece);
        limits.without_kinds.iter().any(|known| known.eq_ignore_ascii_case(kind))
    };
    (is_any || listed)
        && !limits.without.iter().any(|part| text.contains(part))
        && !text.split(',').any(is_named)
}

/// As [`is_within`], for values whose case means nothing.
pub(super) fn is_within_in_any_case(limits: &TextLimits, text: &str) -> bool {
    let own = limits.values.iter().find(|value| value.eq_ignore_ascii_case(text));
    is_within(limits, own.unwrap_or(&text))
}

/// What is wrong with `name`, which is set.
fn script_variable(shell: &Shell, name: Option<&str>) -> Option<Flaw> {
    match name {
        Some(name) if is_script_variable(shell, name) && is_name(name) => None,
        Some(_) => Some(Flaw::Harmful("sets a variable that other programs see")),
        None => Some(Flaw::Unknown(AT_RUN_TIME)),
    }
}

/// What is wrong with a value whose text, or at least whose beginning, is given.
pub(super) fn check(shell: &Shell, check: Check, text: Option<&str>, lead: &str) -> Option<Flaw> {
    match check {
        Check::None => None,
        Check::DateFormat => date(text.unwrap_or(lead)),
        Check::GitPretty => known(text, git::pretty),
        Check::GitRefFormat => known(text, git::ref_format),
        Check::GitSortKey => known(text, git::sort_key),
        Check::GitRevision => known(text, git::revision),
        Check::GitSetting => known(text, git::setting),
        Check::GlobOption => known(text, |text| {
            let plain = matches!(
                text,
                "nullglob"
                    | "failglob"
                    | "globstar"
                    | "dotglob"
                    | "nocaseglob"
                    | "lastpipe"
                    | "inherit_errexit"
            );
            (!plain).then_some(Flaw::Harmful("changes how the rest of the command is read"))
        }),
        Check::ShellOption => known(text, |text| {
            let plain = matches!(text, "pipefail" | "errexit" | "nounset" | "xtrace" | "errtrace");
            (!plain).then_some(Flaw::Harmful("changes how the rest of the command is read"))
        }),
        Check::LocalArchive => known(text, |text| {
            text.contains(':').then_some(Flaw::Harmful("asks another host for the archive"))
        }),
        Check::ScriptVariable => script_variable(shell, text),
        Check::ScriptAssignment => {
            let written = text.unwrap_or(lead);
            script_variable(shell, written.split_once('=').map(|(name, _)| name).or(text))
        }
        Check::ShellNumber => match text {
            _ if !shell.operands_are_arithmetic => None,
            Some(text) if is_decimal(text) => None,
            Some(_) | None => Some(Flaw::Unknown("not plainly a number, and the shell evaluates it")),
        },
        Check::Suffix => known(text, |text| {
            text.contains(['/', '*']).then_some(Flaw::Harmful("writes a backup in another directory"))
        }),
        Check::NoListFile => known(text, |text| {
            text.starts_with('@').then_some(Flaw::Harmful("reads the names of further files from a file"))
        }),
        Check::NoPlus => match text.unwrap_or(lead).chars().next() {
            Some('+') => Some(Flaw::Harmful("turns an option off")),
            None if text.is_none() => Some(Flaw::Unknown("could turn an option off")),
            Some(_) | None => None,
        },
        Check::Number => known(text, |text| (!is_number(text)).then_some(Flaw::Unknown("not a number"))),
        Check::Count => known(text, |text| {
            let digits = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
            (!digits).then_some(Flaw::Unknown("a number that could stand for no option at all"))
        }),
        Check::GitGroup => known(text, git::group),
        Check::NoDebugLinks => known(text, |text| {
            let follows = text.contains("follow-links") || !text.contains(['-', '=']) && text.contains('K');
            follows.then_some(Flaw::Harmful("follows links to debug information, which a server can send"))
        }),
        Check::NpmSelector => known(text, |text| {
            // npm-query(1), "Outdated" and "Vuln": both ask the registry.
            let asks = text.contains(":outdated") || text.contains(":vuln");
            asks.then_some(Flaw::Harmful("asks the registry"))
        }),
        Check::NpmPackage => known(text, |text| {
            (!is_registry_package(text)).then_some(Flaw::Harmful("can name another server, or a file"))
        }),
        Check::NoPager => known(text, |text| (text != "never").then_some(Flaw::Harmful("can run a pager"))),
        Check::OwnerRepository => known(text, |text| {
            let is_local = text.matches('/').count() < 2 && !text.contains([':', '@', '\\']);
            (!is_local).then_some(Flaw::Harmful("can name another server"))
        }),
        Check::PsFormat => known(text, |text| {
            text.contains("environ").then_some(Flaw::Harmful("prints the environment of processes"))
        }),
        Check::NoAssignment => {
            known(text, |text| text.contains('=').then_some(Flaw::Harmful("sets a value")))
        }
        Check::FileMode => known(text, mode::flaw),
        Check::NoArgumentFile => known(text, |text| {
            text.starts_with('@').then_some(Flaw::Harmful("reads further arguments from a file"))
        }),
        Check::Colon => known(text, |text| {
            (!text.starts_with(':')).then_some(Flaw::Unknown("further options in the same argument"))
        }),
        Check::NoArchive => {
            known(text, |text| is_archive(text).then_some(Flaw::Harmful("unpacks the archive")))
        }
        Check::RpmFormat => {
            known(text, |text| text.contains("%(").then_some(Flaw::Harmful("runs a command")))
        }
    }
}

/// Digits, and a unit of memory; or hexadecimal digits after `0x`. Either with a sign.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    if let Some(digits) = text.strip_prefix("0x") {
        return !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    }
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = text.len() - unit.len();
    let unit = unit.strip_suffix('B').unwrap_or(unit);
    let unit = unit.strip_suffix('i').unwrap_or(unit);
    digits > 0 && matches!(unit, "" | "K" | "M" | "G" | "k" | "m" | "g")
}

/// Whether npm takes a text for the name of a package in the registry (npm-package-arg): `name@1`, `@scope/name`. With any
/// other slash it is a repository or a file, with a colon an address.
fn is_registry_package(text: &str) -> bool {
    let name =
        text.strip_prefix('@').and_then(|scoped| scoped.split_once('/')).map_or(text, |(_, name)| name);
    let ends = [".tgz", ".tar", ".tar.gz"].iter().any(|ending| name.ends_with(ending));
    !ends && !name.starts_with(['.', '~']) && !text.contains([':', '\\']) && !name.contains('/')
}

fn known(text: Option<&str>, check: fn(&str) -> Option<Flaw>) -> Option<Flaw> {
    text.map_or(Some(Flaw::Unknown(AT_RUN_TIME)), check)
}

const AT_RUN_TIME: &str = "an argument known only at run time, whose value matters here";

/// Whether it is a name that a shell can set.
fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
}

/// Digits, with a sign in front of them and a point in them at most.
fn is_decimal(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether a file is an archive or a package by its ending, as cloc tells them.
fn is_archive(name: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "7z", "bz2", "deb", "ear", "gz", "jar", "rpm", "tar", "tbz2", "tgz", "txz", "war", "whl", "xz", "z",
        "zip", "zst",
    ];
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// `date`'s operand: `+FORMAT` prints, everything else sets the clock (date(1)).
fn date(text: &str) -> Option<Flaw> {
    (!text.starts_with('+')).then_some(Flaw::Harmful("sets the system's clock"))
}
