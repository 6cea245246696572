//! What deny rules see among the arguments of a program that may run them, and under other names of a sub-command.

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use super::held::{hold, hold_under};
use crate::Decision::{Allow, Ask, Deny};

#[test]
fn what_runs_its_arguments_may_run_a_denied_command() {
    hold(
        "Bash(rm:*)",
        &[
            (Ask, "unknown-program rm x"),
            (Allow, "unknown-program rm"),
            (Ask, "unknown-program 'rm x'"),
            (Allow, "unknown-program 'bar rm x'"),
            (Allow, "unknown-program 'a b=rm x'"),
            (Ask, "unknown-program --run 'rm x'"),
            (Ask, "unknown-program --run='rm x'"),
            (Ask, "unknown-program X='rm x'"),
            (Ask, "X='rm x' unknown-program"),
            (Ask, "rsync --unheard='rm x' a b"),
            (Ask, "rsync --unheard 'rm x' a b"),
            (Allow, "curl --unheard a 'rm x'"),
            (Allow, "curl 'rm x' a"),
            (Ask, "curl X='rm x' a"),
            (Deny, "ssh -o 'A=rm x' h"),
            (Deny, "rsync -e 'rm x' a b"),
            (Allow, "git push -o 'a=rm x'"),
            (Ask, "sh -c ls 'X=rm x'"),
            (Ask, "git -c alias.a=status a 'X=rm x'"),
        ],
    );
}

#[test]
fn the_text_of_an_option_is_no_command() {
    hold(
        "Bash(git push:*)",
        &[(Allow, "curl -d git push"), (Ask, "curl -d x git push"), (Ask, "curl git push")],
    );
}

#[test]
fn a_sub_command_may_be_an_alias_that_a_variable_defines() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.up GIT_CONFIG_VALUE_0=push git up"),
            (Ask, "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.up; bash -c 'git up'"),
            (Allow, "git up"),
        ],
    );
}

#[test]
fn the_value_of_a_variable_may_be_a_command_unless_nothing_runs_it() {
    hold(
        "Bash(rm:*)",
        &[
            (Allow, "LC_ALL='rm x' ls"),
            (Allow, "TERM='rm x' unheard-of"),
            (Ask, "GIT_AUTHOR_NAME='rm x' git status"),
            (Allow, "foo='rm x'; ls"),
            (Ask, "foo='rm x' ls"),
            (Allow, "foo='rm' ls"),
        ],
    );
}

#[test]
fn a_program_without_a_table_may_add_names_of_files() {
    hold(
        "Bash(touch /etc/*)",
        &[
            (Ask, "unknown-program /etc -exec touch {} ';'"),
            (Ask, "unknown-program touch {}"),
            (Ask, "unknown-program touch -c"),
            (Ask, "unknown-program --each 'touch {}'"),
            (Ask, "unknown-program --each 'touch -c'"),
            (Ask, "EDITOR='touch -c' unknown-program"),
            (Allow, "unknown-program touch"),
            (Allow, "unknown-program touch ./x{}"),
            (Allow, "unknown-program other {}"),
            (Allow, "unknown-program --each 'touch ./{}'"),
        ],
    );
}

#[test]
fn a_program_of_a_sub_command_is_that_sub_command() {
    hold(
        "Bash(git:*)",
        &[(Deny, "git-push x"), (Deny, "/usr/lib/git-core/git-push x"), (Allow, "git-unheard-of x")],
    );
    hold("Bash(git push -f:*)", &[(Deny, "git-push -f x"), (Deny, "git-push x -f"), (Allow, "git-push x")]);
    hold("Bash(npm:*)", &[(Allow, "npm-unheard-of x")]);
    hold(
        "Bash(git unheard-of:*)",
        &[(Deny, "git-unheard-of x"), (Deny, "/usr/lib/git-core/git-unheard-of x"), (Allow, "git-other x")],
    );
}

#[test]
fn another_name_of_a_sub_command_has_the_options_of_that_sub_command() {
    hold(
        "Bash(git add --pathspec-from-file f -v:*)",
        &[
            (Deny, "git stage x -v --pathspec-from-file f"),
            (Deny, "git stage --pathspec-from-file f -v"),
            (Allow, "git stage -v f"),
        ],
    );
    hold("Bash(docker run -t:*)", &[(Deny, "docker container run -it x"), (Allow, "docker run -i x")]);
    hold("Bash(kubectl exec -i -t:*)", &[(Deny, "kubectl exec -ti x"), (Allow, "kubectl exec -i x")]);
}

#[test]
fn the_program_of_each_sub_command_in_a_table_is_denied_with_its_program() {
    // The first hyphen of a name ends that of the program.
    for program in crate::commands::programs().into_iter().filter(|program| !program.name.contains('-')) {
        let commands: Vec<String> =
            program.form.subs().map(|sub| format!("{}-{} x", program.name, sub.name)).collect();
        let rows: Vec<_> = commands.iter().map(|command| (Deny, command.as_str())).collect();
        hold(&format!("Bash({}:*)", program.name), &rows);
    }
}

#[test]
fn a_command_that_may_begin_at_any_argument_carries_nothing_for_sure() {
    hold(
        "Bash(tool:*)",
        &[
            (Deny, "ssh -o 'A=tool y' h"),
            (Deny, "nice ssh -o 'A=tool y' h"),
            (Ask, "nice --unheard ssh -o 'A=tool y' h"),
            (Ask, "nice --unheard a b ssh -o 'A=tool y' h"),
            (Ask, "timeout -s 9 5 nice --unheard ssh -o 'A=tool y' h"),
        ],
    );
}

#[test]
fn what_a_sub_command_runs_is_looked_at_without_a_rule() {
    hold_under(
        "{}",
        &[
            (Ask, "git bisect run rm -rf /"),
            (Ask, "git -c alias.x='!rm -rf /' x"),
            (Ask, "git submodule foreach rm -rf /"),
            (Ask, "npm exec rm -rf /"),
            (Allow, "git log 'rm -rf /'"),
        ],
    );
}
