//! Long, deep, unclosed and unreadable texts of PowerShell, on each of which every build must give the same answer.

use policy_core::{Dialect, limits};

use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::Settings;

/// What opens and what closes again.
const NESTED: &[(&str, &str)] = &[
    ("(", ")"),
    ("& { ", " }"),
    ("% { ", " }"),
    ("$(", ")"),
    ("\"$(", ")\""),
    ("@(", ")"),
    ("@{ a = ", " }"),
    ("$x[", "]"),
    ("[", "]"),
    ("if (1) { ", " }"),
    ("if (", ") { ls }"),
    ("foreach ($x in ", ") { ls }"),
    ("$x = ", ""),
    ("-not ", ""),
    ("1, ", ""),
    ("1 + ", ""),
    ("'", "'"),
    ("\"", "\""),
    ("@'\n", "\n'@"),
    ("@\"\n", "\n\"@"),
    ("<#", "#>"),
    ("`", ""),
    ("`\n", ""),
    ("a | ", ""),
    ("a; ", ""),
    ("a && ", ""),
    ("a & ", ""),
    ("a > b ", ""),
    ("-a:", ""),
    ("--% ", ""),
    ("# ", "\n"),
    ("\r\n", ""),
    ("pwsh -c '", "'"),
    ("cmd /c ", ""),
    ("iex ", ""),
];

/// Texts that end too early, or that people and shells read differently.
const BROKEN: &[&str] = &[
    "",
    " ",
    "gci\0; ri x",
    "gci \u{0}",
    "\u{feff}gci",
    "gci\u{a0}-Recurse",
    "gci\u{2028}ri x",
    "gci \u{2013}Recurse",
    "echo \u{2018}a\u{2019}; ri x",
    "gci \u{200b}x",
    "gci \u{ad}x",
    "gci\r",
    "gci\rri x",
    "gci `",
    "gci `\r",
    "gci '",
    "gci \"",
    "gci \"$(",
    "gci (",
    "gci {",
    "gci @(",
    "gci @{",
    "gci ${",
    "gci ${x",
    "gci $(",
    "gci $x[",
    "gci [",
    "gci |",
    "gci &&",
    "gci ||",
    "gci ,",
    "gci a,",
    "gci -Path:",
    "gci <#",
    "gci >",
    "gci 2>&",
    "$x =",
    "$x +=",
    "if",
    "if (",
    "if (1)",
    "if (1) {",
    "if (1) {} else",
    "foreach ($x",
    "foreach ($x in",
    "foreach ($x in 1) {",
    "@'",
    "@'\n",
    "@'\na\n '@",
    "@'\na'@",
    "@\"\n$(\n\"@",
    "@'a\n'@",
    "@' \na\n'@; ri x",
    "@{ a",
    "@{ a =",
    "@{ a = 1; a = 2 }",
    "[int",
    "[int]",
    "1..",
    "1 -eq",
    "-not",
    "é",
    "😀 x",
    "gci 😀 | % Name",
    "Write-Output '漢字 é 😀'",
];

const MIB: usize = 1024 * 1024;

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let asked = |command: &str| Asked::at_home(command).shell(Dialect::PowerShell);
    for command in BROKEN {
        maker.check(settings.none, asked(command).text());
        maker.check(settings.rules, asked(command).on_windows().text());
    }
    let deepest = limits::NESTING_MAX;
    for (open, close) in NESTED {
        for times in [1, 2, 9, deepest - 1, deepest, deepest + 1, 10_000] {
            let nested = format!("{}ri x{}", open.repeat(times), close.repeat(times));
            maker.check(settings.none, asked(&nested).text());
        }
        // Not closed, and not opened.
        maker.check(settings.rules, asked(&format!("{}ri x", open.repeat(deepest + 1))).text());
        maker.check(settings.rules, asked(&format!("ri x{}", close.repeat(deepest))).on_windows().text());
    }
    for (part, bytes) in [
        ("a", MIB),
        ("gci; ", MIB),
        ("(", MIB),
        ("'", MIB),
        ("😀", MIB),
        ("$x ", MIB / 16),
        ("`\n", MIB / 16),
    ] {
        let command = format!("echo {}; ri x", part.repeat(bytes / part.len()));
        maker.check(settings.rules, asked(&command).text());
    }
    for count in [
        limits::COMMAND_CHARACTERS_MAX - 1,
        limits::COMMAND_CHARACTERS_MAX,
        limits::COMMAND_CHARACTERS_MAX + 1,
    ] {
        for letter in ["a", "é", "😀"] {
            maker.check(settings.none, asked(&format!("echo '{}'", letter.repeat(count - 7))).text());
        }
    }
    for count in [limits::PARTS_MAX - 1, limits::PARTS_MAX, limits::PARTS_MAX + 1] {
        for between in ["; ", " | ", "\n", " && ", "\r\n"] {
            maker.check(settings.none, asked(&vec!["gci"; count].join(between)).text());
        }
    }
    for count in [limits::WORDS_MAX - 1, limits::WORDS_MAX, limits::WORDS_MAX + 1] {
        for between in [" ", ", "] {
            maker.check(settings.none, asked(&format!("echo {}", vec!["a"; count - 1].join(between))).text());
        }
    }
}
