//! A file that a variable names for a redirect is judged no looser than the same file by its own name.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::script::Dialect;
use crate::{Decision, Engine, Mode, Policy, Request, Source, Verdict};

/// Ways to give the redirect `OP` of the command `CMD` the file `FILE`, whose name is written `NAME` where it is opened; all of
/// them are understood.
const KNOWN: &[(&str, &str)] = &[
    ("$f", "f=FILE; CMD OP NAME"),
    ("\"$f\"", "f=FILE; CMD OP NAME"),
    ("\"${f}\"", "f=FILE; CMD OP NAME"),
    ("$g", "f=FILE; g=$f; CMD OP NAME"),
    ("$f", "f=FILE; { CMD; } OP NAME"),
    ("$f", "f=FILE; ( CMD ) OP NAME"),
    ("$f", "( f=FILE; CMD OP NAME )"),
    ("$f", "f=FILE; ( CMD OP NAME )"),
    ("$f", "f=FILE; CMD OP NAME | wc -l"),
    ("$f", "f=FILE; echo a && CMD OP NAME"),
    ("$f", "f=FILE; if ls; then CMD OP NAME; fi"),
    ("$f", "f=FILE; while ls; do CMD; done OP NAME"),
    ("$f", "f=FILE; while ls; do CMD OP NAME; done"),
    ("$f", "f=FILE; while read -r l; do echo $l; done OP NAME"),
    ("$f", "f=FILE; for x in a b; do CMD OP NAME; done"),
    ("$f", "f=FILE; for x in a b; do CMD; done OP NAME"),
    ("$f", "f=FILE; case a in a) CMD OP NAME;; esac"),
    ("$f", "f=FILE; echo \"$(CMD OP NAME)\""),
    ("$f", "f=FILE; echo \"$(OP NAME)\""),
    ("$f", "f=FILE; wc -l <(CMD OP NAME)"),
    ("$f", "f=FILE; OP NAME CMD"),
    ("$f", "f=FILE; OP NAME"),
    ("$f", "f=FILE; read -r x OP NAME"),
    ("$f", "f=FILE; mapfile -t x OP NAME"),
    ("$f", "f=FILE; CMD OP a OP NAME"),
    ("$f", "f=FILE; CMD OP NAME OP a"),
    ("$f", "for f in FILE; do CMD OP NAME; done"),
    ("\"$f\"", "for f in a FILE b; do CMD OP NAME; done"),
    ("$f", "for f in a FILE; do { CMD; } OP NAME; done"),
    ("$f", "for f in a FILE; do for x in 1 2; do CMD OP NAME; done; done"),
    ("$g", "for f in a FILE; do g=$f; CMD OP NAME; done"),
    ("\"$1\"", "r() { CMD OP NAME; }; r FILE"),
    ("\"$1\"", "r() { CMD OP NAME; }; r a; r FILE"),
    ("\"$g\"", "r() { local g=FILE; CMD OP NAME; }; r"),
    ("\"$f\"", "r() { f=FILE; CMD OP NAME; }; r"),
    ("\"$f\"", "f=FILE; r() { CMD OP NAME; }; r"),
    ("$f", "sh -c 'f=FILE; CMD OP NAME'"),
    ("$f", "bash -c 'f=FILE; CMD OP NAME'"),
    ("\"$x\"", "f=(a FILE); for x in \"${f[@]}\"; do CMD OP NAME; done"),
];

/// Ways of which the value is not known.
const UNKNOWN: &[(&str, &str)] = &[
    ("\"${f[0]}\"", "f=(FILE); CMD OP NAME"),
    ("\"$f\"", "printf '%s\\n' FILE | while IFS= read -r f; do CMD OP NAME; done"),
    ("\"$f\"", "for f in $(printf '%s\\n' FILE); do CMD OP NAME; done"),
    ("\"$f\"", "read -r f <<< FILE; CMD OP NAME"),
    ("\"$f\"", "while IFS= read -r f; do CMD OP NAME; done <<< FILE"),
    ("\"$f\"", "printf -v f %s FILE; CMD OP NAME"),
    ("\"$1\"", "set -- FILE; CMD OP NAME"),
    ("\"$f\"", "r() { f=FILE; }; r; CMD OP NAME"),
    ("$f", "declare f=FILE; CMD OP NAME"),
    ("$f", "export f=FILE; CMD OP NAME"),
    ("$f", "f=FILE; eval true; CMD OP NAME"),
    ("$f", "f=a; f=FILE; CMD OP NAME"),
    ("$f", "if ls; then f=FILE; else f=a; fi; CMD OP NAME"),
    ("$f", "ls | f=FILE; CMD OP NAME"),
    ("${f:-FILE}", "CMD OP NAME"),
    ("\"${f:=FILE}\"", "CMD OP NAME"),
    ("$f", "f=FILE CMD OP NAME"),
    ("$f", "f=FILE; exec OP NAME; CMD"),
    ("$f", "f=FILE; exec 3OP NAME; CMD <&3"),
    ("\"$1\"", "sh -c 'CMD OP NAME' x FILE"),
    ("\"$0\"", "bash -c 'CMD OP NAME' FILE"),
    ("\"$f\"", "env f=FILE sh -c 'CMD OP NAME'"),
];

/// Ways to name a file of this directory.
const HERE: &[(&str, &str)] = &[
    ("./$f", "f=FILE; CMD OP NAME"),
    ("\"$PWD/$f\"", "f=FILE; CMD OP NAME"),
    ("../$f", "f=FILE; cd src; CMD OP NAME"),
    ("$f", "cd src; f=../FILE; CMD OP NAME"),
];

const FILES: &[&str] = &[
    "README.md",
    ".env",
    "sub/.env",
    "id_rsa",
    "link",
    ".bashrc",
    ".git/config",
    "package.json",
    "/etc/passwd",
];

const RELATIVE: &[&str] = &["README.md", ".env", "sub/.env", "id_rsa", "link", ".bashrc", ".git/config"];

const PROVING: &[(&str, Mode)] = &[
    ("{}", Mode::Default),
    ("{}", Mode::AcceptEdits),
    ("{}", Mode::DontAsk),
    (r#"{"permissions":{"allow":["Bash(cat:*)","Bash(sh:*)","Read(//etc/**)"]}}"#, Mode::Default),
    (r#"{"permissions":{"askForSecrets":false,"ask":["Read(./.env)"]}}"#, Mode::Default),
];

const BYPASSING: &[(&str, Mode)] = &[
    (r#"{"permissions":{"deny":["Read(.env)","Read(id_*)","Edit(./README.md)"]}}"#, Mode::BypassPermissions),
    (r#"{"permissions":{"deny":["Edit(//etc/**)","Edit(.bashrc)"]}}"#, Mode::BypassPermissions),
];

const ASKING: &[(&str, Mode)] =
    &[(r#"{"permissions":{"ask":["Read(.env)","Read(id_*)","Edit(.bashrc)"]}}"#, Mode::BypassPermissions)];

const SANDBOXED: &[(&str, Mode)] = &[
    (r#"{"sandbox":{"autoAllowBashIfSandboxed":true}}"#, Mode::Default),
    (
        r#"{"sandbox":{"autoAllowBashIfSandboxed":true},"permissions":{"deny":["Read(./sub/**)"],"allow":["Bash(cat:*)"]}}"#,
        Mode::Default,
    ),
];

fn engine((settings, mode): (&str, Mode)) -> Engine {
    let source =
        Source { name: "s".into(), text: settings.into(), root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap();
    policy.mode = mode;
    Engine::new(policy)
}

fn check(engine: &Engine, shell: Dialect, command: &str) -> Verdict {
    let mut request = Request::new(command);
    (request.cwd, request.home, request.shell) = (Some("/repo"), Some("/home/u"), shell);
    request.tool = shell.tool();
    let facts = &mut request.facts;
    (facts.no_links, facts.sandboxed, facts.environment_cleaned) = (true, true, true);
    facts.bare_repository = Some(false);
    facts.real_paths.insert("/repo/link".into(), "/repo/.env".into());
    engine.check(&request)
}

/// What is tried: in which ways each of the files is given to each of the redirects, under which settings in which shells.
struct Trial<'t> {
    ways: &'t [(&'t str, &'t str)],
    files: &'t [&'t str],
    redirects: &'t [&'t str],
    settings: &'t [&'t [(&'t str, Mode)]],
    shells: &'t [Dialect],
    /// The decision that is strict enough.
    enough: Decision,
}

impl Trial<'_> {
    /// Each command whose decision is looser than that of the same command with the file's own name.
    fn looser(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut strict = 0;
        for settings in self.settings.iter().copied().flatten() {
            let engine = engine(*settings);
            for shell in self.shells {
                for (file, redirect) in
                    self.files.iter().flat_map(|file| self.redirects.iter().map(move |it| (file, it)))
                {
                    for (name, way) in self.ways {
                        let way = way.replace("CMD", "cat").replace("OP", redirect);
                        let check = |name: &str| {
                            let command = way.replace("NAME", name).replace("FILE", file);
                            (check(&engine, *shell, &command), command)
                        };
                        let least = check(file).0.decision.min(self.enough);
                        strict += usize::from(least > Decision::Allow);
                        let (verdict, command) = check(name);
                        if verdict.decision < least {
                            let (own, code) = (verdict.decision.name(), verdict.reason.code);
                            found.push(format!("{own} ({code}): {command} in {shell:?} under {settings:?}"));
                        }
                    }
                }
            }
        }
        assert!(strict > self.ways.len(), "next to nothing was compared: {strict}");
        found
    }
}

const NONE: [&str; 0] = [];

#[test]
fn a_file_that_a_variable_names_is_judged_by_its_name() {
    let trial = Trial {
        ways: KNOWN,
        files: FILES,
        redirects: &["<", ">", "<>", "&>>"],
        settings: &[PROVING, BYPASSING, ASKING],
        shells: &[Dialect::Bash],
        enough: Decision::Deny,
    };
    assert_eq!(trial.looser(), NONE);
    assert_eq!(Trial { ways: HERE, files: RELATIVE, ..trial }.looser(), NONE);
    // In a sandbox the text of a nested shell is searched for names.
    let ways: Vec<(&str, &str)> = KNOWN.iter().copied().filter(|(_, way)| !way.contains("sh -c")).collect();
    assert_eq!(Trial { ways: &ways, settings: &[SANDBOXED], ..trial }.looser(), NONE);
}

#[test]
fn a_file_whose_name_is_not_known_is_at_least_asked_about() {
    let trial = Trial {
        ways: &[KNOWN, UNKNOWN].concat(),
        files: &[RELATIVE, &["~/.ssh/id_rsa", "/dev/tcp/198.51.100.7/80"]].concat(),
        redirects: &["<", ">", "<>", "&>>"],
        settings: &[PROVING, BYPASSING],
        shells: &[Dialect::Bash, Dialect::Zsh],
        enough: Decision::Ask,
    };
    assert_eq!(trial.looser(), NONE);
    assert_eq!(Trial { ways: HERE, files: RELATIVE, ..trial }.looser(), NONE);
}

#[test]
fn a_secret_that_the_script_names_is_asked_about_in_a_sandbox() {
    // A name inside of another text is not found: `${f:-.env}`, `sh -c 'cat < "$0"' .env`, `local g=id_rsa`.
    let is_word = |(name, way): &(&str, &str)| !name.contains(['{', '0']) && !way.contains("local");
    let ways: Vec<(&str, &str)> = [KNOWN, UNKNOWN].concat().into_iter().filter(is_word).collect();
    let trial = Trial {
        ways: &ways,
        files: &[".env", "sub/.env", "id_rsa"],
        redirects: &["<", "<>"],
        settings: &[SANDBOXED],
        shells: &[Dialect::Bash, Dialect::Zsh],
        enough: Decision::Ask,
    };
    assert_eq!(trial.looser(), NONE);
}

#[test]
fn a_directory_of_secrets_asks_whatever_is_known_of_the_file() {
    let engine = engine(("{}", Mode::Default));
    for command in ["cat < .ssh/$x", "x=known_hosts; cat < .ssh/$x", "x=known_hosts; cat <> .ssh/$x"] {
        assert_eq!(check(&engine, Dialect::Bash, command).decision, Decision::Ask, "{command}");
    }
}

#[test]
fn the_effects_name_the_file_of_a_redirect() {
    let engine = engine(("{}", Mode::Default));
    for (command, reads, writes) in [
        ("f=README.md; cat < \"$f\"", "README.md", ""),
        ("for f in a b; do wc -l < $f; done", "a b", ""),
        ("for f in *.md; do wc -l < $f; done", "", ""),
        ("d=src; sort < $d/a | uniq > $d/b", "src/a", "src/b"),
        ("bash -c 'f=a; cat < $f'", "a", ""),
        ("cat <> a", "a", "a"),
        ("diff <(ls a) <(ls b)", "a b", ""),
        ("while read -r l; do echo $l; done < <(ls a)", "a", ""),
        ("ls > /dev/null", "", ""),
    ] {
        let effects = check(&engine, Dialect::Bash, command).effects;
        assert_eq!(
            (effects.reads.join(" "), effects.writes.join(" ")),
            (reads.into(), writes.into()),
            "{command}"
        );
        assert!(!effects.opaque, "{command}");
    }
    for command in ["cat < $x", "echo a > $x", "ls > *.txt", "ls > >(cat)"] {
        assert!(check(&engine, Dialect::Bash, command).effects.opaque, "{command}");
    }
}

#[cfg(feature = "powershell")]
#[test]
fn a_file_that_a_variable_of_powershell_names_is_judged_by_its_name() {
    let trial = Trial {
        ways: &[
            ("$f", "$f='FILE'; 'x' OP NAME"),
            ("\"$f\"", "$f = \"FILE\"; Write-Output x OP NAME"),
            ("$F", "$f='FILE'\nGet-Date OP NAME"),
            ("./$f", "$f='FILE'; 1, 2 OP NAME"),
        ],
        files: RELATIVE,
        redirects: &[">", ">>", "*>"],
        settings: &[PROVING, BYPASSING, ASKING, SANDBOXED],
        shells: &[Dialect::PowerShell, Dialect::PowerShellOnWindows],
        enough: Decision::Deny,
    };
    assert_eq!(trial.looser(), NONE);
    let ways = [
        ("$f", "$f='a'; $f='FILE'; 'x' OP NAME"),
        ("$f", "foreach ($f in 'a', 'FILE') { 'x' OP NAME }"),
        ("$_", "'FILE' | ForEach-Object { 'x' OP NAME }"),
        ("$($f)", "$f='FILE'; 'x' OP NAME"),
    ];
    let settings = &[PROVING, BYPASSING];
    assert_eq!(Trial { ways: &ways, settings, enough: Decision::Ask, ..trial }.looser(), NONE);
}
