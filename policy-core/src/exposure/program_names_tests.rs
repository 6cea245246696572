//! Deny rules see the program that an option or a setting names, and the one after `exec`.

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use super::carried::is_harmless;
use super::held::{decision, hold};
use crate::Decision::{Allow, Ask, Deny};
use crate::Dialect;
use crate::commands::{Arg, Form, names_program, programs, uses};
use crate::span::Span;

/// Every option with a value whose name says that the value is a program, behind the words that lead to it.
fn options() -> Vec<(String, &'static str)> {
    fn walk(path: &str, form: &'static Form, found: &mut Vec<(String, &'static str)>) {
        let valued = form.options.iter().filter(|option| option.value.is_some());
        let names = valued.flat_map(|option| option.names.iter().copied());
        found.extend(names.filter(|name| names_program(name)).map(|name| (path.into(), name)));
        form.subs().for_each(|sub| walk(&format!("{path} {}", sub.name), sub, found));
    }
    let mut found = Vec::new();
    let tables = programs().into_iter().filter(|program| program.cmdlet.is_none());
    tables.for_each(|program| walk(program.name, &program.form, &mut found));
    found
}

#[test]
fn no_option_whose_name_says_that_it_takes_a_program_gets_a_denied_one() {
    let options = options();
    assert!(options.len() > 60, "{}", options.len());
    let commands = options.iter().flat_map(|(path, option)| {
        [
            format!("{path} {option}=r0 x"),
            format!("{path} {option} r0 x"),
            format!("{path} {option}=/usr/bin/r0 x"),
        ]
    });
    // What is proven runs nothing, whatever the name is: `git cat-file --batch-command=x`.
    let is_allowed = |command: &String| {
        let args: Vec<Arg<'_>> =
            command.split(' ').map(|word| Arg::known(word, 0, Span::default())).collect();
        decision(Dialect::Bash, r#"{"deny":["Bash(r0:*)"]}"#, command) == Allow
            && !is_harmless(&uses(&args).proof)
    };
    let allowed: Vec<String> = commands.filter(is_allowed).collect();
    assert_eq!(allowed, Vec::<String>::new());
}

#[test]
fn one_word_is_a_command_where_a_program_is_expected() {
    hold(
        "Bash(r0:*)",
        &[
            (Ask, "wget --use-askpass r0 x"),
            (Ask, "git clone --upload-pack=r0 x"),
            (Ask, "unknown-program --pager=r0"),
            (Ask, "su -s /bin/r0 u"),
            (Ask, "git config core.pager r0"),
            (Ask, "git config --global core.sshCommand r0"),
            (Ask, "aws configure set credential_process r0"),
            (Ask, "jj --config ui.pager=r0 log"),
            (Ask, "gh alias set x '!r0'"),
            (Ask, "git clone 'ext::r0 x'"),
            (Ask, "rbenv exec r0"),
            (Ask, "ip netns exec x r0"),
            (Ask, "ip netns e x r0"),
            (Ask, "yarn r0"),
            (Deny, "tmux pipe-pane -o r0"),
            (Deny, "tmux display-popup -E r0"),
            (Deny, "uv tool run r0"),
            (Deny, "kubectl run x --image=y -- r0"),
            (Ask, "nix develop -c r0"),
            (Ask, "/lib64/ld-linux-x86-64.so.2 /bin/r0"),
            (Ask, "fzf --bind 'enter:execute(r0)'"),
            (Allow, "git config core.pager r00"),
            (Allow, "git config user.name r0"),
            (Allow, "git checkout -b r0"),
            (Allow, "unknown-program --name=r0"),
            (Allow, "unknown-program r0"),
            (Allow, "npm install r0"),
            (Allow, "apt-get install r0"),
            (Allow, "npm run r0"),
            (Allow, "make r0"),
            (Allow, "docker stop r0"),
            (Allow, "systemctl restart r0"),
        ],
    );
}

#[test]
fn a_name_says_that_it_takes_a_program_by_the_end_of_one_of_its_words() {
    for name in ["--use-askpass", "core.sshCommand", "credential_process", "--EXTCMD", "filter.x.clean"] {
        assert!(names_program(name), "{name}");
    }
    for name in ["--name", "user.email", "--commands", "--packages", "-x", ""] {
        assert!(!names_program(name), "{name}");
    }
}
