//! A POSIX shell has no cmdlets: their names mean as much to it as any other name that no table knows.
//!
//! A build that reads no PowerShell has no tables of cmdlets, and gives the same answers about the other shells.

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::commands::programs;
use crate::script::Dialect;
use crate::{Engine, Policy, Request, Source};

/// Settings in which `NAME` is the name that is asked about.
const SETTINGS: [&str; 5] = [
    "{}",
    r#"{"permissions":{"allow":["Bash(NAME:*)"]}}"#,
    r#"{"permissions":{"deny":["Bash(NAME -Path a:*)","Bash(rm:*)","Read(./a/**)","Edit(./b/**)"],"ask":["Bash(NAME b)","Bash(git push:*)"]}}"#,
    r#"{"permissions":{"defaultMode":"acceptEdits","allow":["Bash(NAME)","Bash(ls:*)"]}}"#,
    r#"{"profile":"jazz"}"#,
];

/// Where a command can be in a text.
const PLACES: [&str; 7] =
    ["X", "X; ls", "X && cat a/b", "ls | X", "X | cat", "cd a; X; rm b", "for i in a b; do X; done"];

/// The name of the same length, in the same pattern, that no table knows.
fn stand_in(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphabetic() { 'q' } else { letter }).collect()
}

/// Everything that is answered about a text, with the stand-in where the name is.
fn answer(settings: &str, shell: Dialect, command: &str, name: &str) -> String {
    let text = settings.replace("NAME", name);
    let source = Source { name: "s".into(), text, root: None, ..Source::default() };
    let policy = Policy::from_sources(&[source]).unwrap_or_default();
    let request = Request { shell, cwd: Some("/repo"), home: Some("/home/u"), ..Request::new(command) };
    format!("{:?}", Engine::new(policy).check(&request)).replace(name, &stand_in(name))
}

#[test]
fn a_name_of_a_cmdlet_is_a_name_that_no_table_knows() {
    let mut wrong: Vec<String> = Vec::new();
    let mut asked = 0_usize;
    for program in programs().into_iter().filter(|program| program.cmdlet.is_some()) {
        let name = program.name;
        for example in program.form.yes.iter().chain(program.form.no) {
            let rest = example.split_once(' ').map_or("", |(_, rest)| rest);
            let own = format!("{name} {rest}");
            let other = format!("{} {rest}", stand_in(name));
            for settings in SETTINGS {
                for place in PLACES {
                    let [own, other] = [&own, &other].map(|command| place.replace('X', command));
                    asked += 1;
                    let shells = Dialect::POSIX.iter().skip(asked % Dialect::POSIX.len()).take(1);
                    let differs = |shell: &&Dialect| {
                        answer(settings, **shell, &own, name)
                            != answer(settings, **shell, &other, &stand_in(name))
                    };
                    wrong.extend(shells.filter(differs).map(|shell| format!("{shell:?} {settings}: {own}")));
                }
            }
        }
    }
    assert!(asked > 10_000, "{asked} texts");
    let count = wrong.len();
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{count} of {asked} differ: {wrong:#?}");
}
