//! What deny rules see of a command that another one runs, and of what a shell reads.

extern crate std;

use core::fmt::Write as _;
use std::format;
use std::string::String;
use std::vec::Vec;

use crate::Decision::{self, Allow, Ask, Deny};
use crate::{Dialect, Engine, Mode, Policy, Request, Source};

/// The decision where nothing but these rules objects.
pub(super) fn decision(shell: Dialect, rules: &str, command: &str) -> Decision {
    let text = format!(r#"{{"permissions":{rules}}}"#);
    let source = Source { name: "s".into(), text, root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap_or_default();
    policy.mode = Mode::BypassPermissions;
    let mut request = Request::new(command);
    (request.cwd, request.home, request.shell) = (Some("/repo"), Some("/home/u"), shell);
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    Engine::new(policy).check(&request).decision
}

fn hold_under(rules: &str, rows: &[(Decision, &str)]) {
    hold_in(Dialect::Bash, rules, rows);
}

pub(super) fn hold_in(shell: Dialect, rules: &str, rows: &[(Decision, &str)]) {
    let mut wrong = String::new();
    for (expected, command) in rows {
        let found = decision(shell, rules, command);
        if found != *expected {
            let _ = writeln!(wrong, "{} instead of {}: {command}", found.name(), expected.name());
        }
    }
    assert_eq!(wrong, "", "under {rules}");
}

/// Holds under one deny rule.
pub(super) fn hold(rule: &str, rows: &[(Decision, &str)]) {
    let rule = serde_json::to_string(rule).unwrap_or_default();
    hold_under(&format!(r#"{{"deny":[{rule}]}}"#), rows);
}

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
fn a_pipe_among_the_arguments_is_read_by_shells_only() {
    hold(
        "Bash(rm:*)",
        &[
            (Deny, "bash <(echo rm x)"),
            (Deny, "source <(echo rm x)"),
            (Allow, "cat <(echo rm x)"),
            (Allow, "python3 <(echo rm x)"),
            (Allow, "bash -c 'cat \"$0\"' <(echo rm x)"),
        ],
    );
}

#[test]
fn parallel_runs_a_command_with_each_of_its_arguments() {
    hold(
        "Bash(tool -rf x)",
        &[
            (Deny, "parallel 'tool -rf' ::: x"),
            (Deny, "parallel 'tool -rf {}' ::: y x"),
            (Allow, "parallel tool -rf ::: y"),
            (Deny, "parallel tool {} x ::: -rf"),
            (Ask, "parallel tool {} x"),
            (Ask, "parallel tool"),
            (Allow, "parallel other"),
        ],
    );
}

#[test]
fn xargs_runs_a_command_with_what_it_reads() {
    hold(
        "Bash(tool -rf x)",
        &[
            (Deny, "xargs tool <<< '-rf x'"),
            (Deny, "xargs tool -rf <<< x"),
            (Deny, "echo -rf x | xargs tool"),
            (Ask, "cat f | xargs tool"),
            (Ask, "xargs tool"),
            (Ask, "xargs -I% tool % x < f"),
            (Allow, "xargs -I% tool x < f"),
        ],
    );
    hold(
        "Bash(tool x)",
        &[
            (Deny, "xargs timeout <<< '5 tool x'"),
            (Deny, "xargs env <<< 'tool x'"),
            (Deny, "eval 'xargs tool <<< x'"),
            (Deny, "eval 'xargs -I% tool % <<< x'"),
            (Allow, "eval 'xargs tool <<< y'"),
            (Allow, "eval 'xargs -I% tool % <<< y'"),
            (Ask, "eval 'xargs tool < f'"),
            (Ask, "eval 'xargs -I% tool % < f'"),
            (Ask, "eval 'xargs -I% tool %'"),
            (Ask, "eval '{ echo y; cat f; } | xargs -I% tool %'"),
            (Ask, "eval '{ echo y; cat f; } | xargs tool'"),
        ],
    );
}

#[test]
fn find_runs_a_command_on_names_that_begin_as_its_starting_points_do() {
    hold(
        "Read(//etc/shadow)",
        &[
            (Allow, "find . -exec cat {} \\;"),
            (Allow, "find -exec cat {} \\;"),
            (Allow, "find ./a ./b -exec cat {} \\;"),
            (Allow, "find -name x -exec cat {} \\;"),
            (Allow, "find ! -name x -exec cat {} \\;"),
            (Allow, "find \\( -name x \\) -exec cat {} \\;"),
            (Ask, "find / -exec cat {} \\;"),
            (Ask, "find . / -exec cat {} \\;"),
            (Ask, "find / . -exec cat {} \\;"),
            (Ask, "find /usr /etc -exec cat {} \\;"),
        ],
    );
    hold(
        "Bash(tool ./x)",
        &[
            (Allow, "find / -exec tool {} \\;"),
            (Allow, "find /usr /etc -exec tool {} \\;"),
            (Ask, "find / . -exec tool {} \\;"),
            (Ask, "find a -exec tool {} \\;"),
        ],
    );
}

#[test]
fn a_loop_over_names_runs_a_command_on_all_of_them() {
    hold(
        "Bash(tool ~/*)",
        &[
            (Deny, "for f in ~/*; do tool \"$f\"; done"),
            (Deny, "for f in ~/*; do :; done; tool \"$f\""),
            (Deny, "for f in a ~/*; do tool \"$f\"; done"),
            (Deny, "for f in ~/*; do export f; sh -c 'tool $f'; done"),
            (Deny, "for f in ~/*; do export f; sh -c 'tool ${f}'; done"),
            (Deny, "for f in ~/*; do export f; sh -c 'tool \"$f\"'; done"),
            (Ask, "for f in ~/*; do export f; sh -c 'tool ${g}'; done"),
            (Deny, "for f in a; do for g in ~/*; do tool \"$g\" \"$f\"; done; done"),
            (Allow, "for f in a; do tool \"$f\"; done"),
        ],
    );
    hold(
        "Bash(tool secret*)",
        &[
            (Deny, "for f in secret*; do tool \"$f$g\"; done"),
            (Ask, "for f in secret*; do tool \"$g$f\"; done"),
            (Allow, "for f in a*; do tool x$f; done"),
            (Allow, "for f in ~/a*; do tool x$f; done"),
        ],
    );
    hold(
        "Bash(git push:*)",
        &[(Allow, "for f in a*; do timeout $f/* ls; done"), (Ask, "for f in a*; do timeout $f/*$x ls; done")],
    );
}

#[test]
fn a_loop_that_does_not_set_the_variable_of_a_command_hides_none_that_does() {
    let others = ["a", "b", "c", "d", "e", "g", "h", "i"]
        .map(|name| format!("for {name} in *; do :; done; "))
        .concat();
    let same = "for f in *.c; do :; done; ".repeat(8);
    hold(
        "Bash(tool ~/*)",
        &[
            (Deny, &format!("for f in ~/*; do :; done; {others}tool \"$f\"")),
            (Deny, &format!("for f in ~/*; do export f; done; {others}sh -c 'tool $f'")),
            (Deny, &format!("for f in ~/*; do tool \"$f\"; done; {same}")),
            (Ask, &format!("for f in ~/*; do :; done; {same}tool \"$f\"")),
        ],
    );
}

#[test]
fn names_behind_a_pipe_are_removed_by_what_reads_names() {
    hold(
        "Bash(find * -delete)",
        &[
            (Deny, "find . | xargs rm"),
            (Allow, "find . | timeout 5 rm x"),
            (Allow, "find . -print; xargs rm"),
        ],
    );
    hold_under("{}", &[(Ask, "echo '~' | xargs rm -rf"), (Allow, "echo a | xargs rm -rf")]);
}

#[test]
fn a_rule_about_a_pipeline_needs_its_parts_in_order_in_one_pipeline() {
    hold(
        "Bash(a * | b *)",
        &[
            (Deny, "a x | b y"),
            (Deny, "a x | c | b y"),
            (Deny, "c | a x | b y"),
            (Deny, "timeout 5 a x | b y"),
            (Allow, "a x; b y"),
            (Allow, "b y | a x"),
            (Allow, "a x | c; b y"),
            (Allow, "a x && b y"),
            (Allow, "a x"),
        ],
    );
}

#[test]
fn the_parameters_of_a_shell_text_are_its_arguments() {
    hold(
        "Bash(tool:*)",
        &[
            (Deny, "sh -c '$0 y' tool"),
            (Deny, "sh -c '$1 y' a tool"),
            (Ask, "sh -c 'tool$1 x'"),
            (Deny, "sh -c '${1} y' a tool"),
            (Deny, "sh -c '\"$@\"' a tool y"),
            (Allow, "sh -c 'echo $@' a tool y"),
            (Allow, "sh -c 'ls' tool y"),
            (Allow, "sh -c 'ls $' tool y"),
            (Deny, "x=tool; sh -c \"$x y\""),
            (Ask, "sh -c \"$x tool y\""),
        ],
    );
}

#[test]
fn what_a_shell_reads_from_a_pipe_is_a_command() {
    hold(
        "Bash(tool:*)",
        &[
            (Deny, "echo tool x | sh"),
            (Allow, "echo other x | sh"),
            (Deny, "echo tool x |& sh"),
            (Allow, "echo tool x && sh"),
            (Allow, "echo tool x; sh"),
            (Ask, "echo $x | sh"),
            (Ask, "ls | sh"),
            (Ask, "cat f | sh"),
            (Ask, "cat | sh"),
            (Deny, "cat <<< 'tool x' | sh"),
            (Allow, "cat <<< 'other x' | sh"),
            (Deny, "echo tool x | cat | cat | sh"),
            (Deny, "{ echo tool x; } | sh"),
            (Deny, "(echo tool x) | sh"),
            (Deny, "{ { echo tool x; }; } | sh"),
            (Deny, "{ echo other; echo tool x; } | sh"),
            (Allow, "{ echo other; } | sh"),
            (Ask, "{ echo tool x; }; ls | sh"),
            (Allow, "echo tool x; { echo other; } | sh"),
            (Deny, "for i in 1; do echo tool x; done | sh"),
            (Deny, "if true; then echo tool x; fi | sh"),
            (Ask, "if true; then ls; fi | sh"),
            (Deny, "echo tool x | { sh; }"),
            (Allow, "echo other x | { sh; }"),
            (Ask, "ls | { sh; }"),
            (Deny, "echo tool x | (cat; sh)"),
            (Allow, "echo tool x | { ls; }; sh"),
            (Deny, "{ echo tool x; } | { sh; }"),
            (Ask, "{ f() { echo tool x; }; } | sh"),
            (Allow, "f() { echo tool x; }; { echo other; } | sh"),
            (Ask, "{ echo $(echo tool x); } | sh"),
        ],
    );
}

#[test]
fn what_a_redirect_brings_to_a_shell_is_a_command() {
    hold(
        "Bash(tool:*)",
        &[
            (Deny, "sh <<< 'tool x'"),
            (Allow, "sh <<< 'other x'"),
            (Ask, "sh <<< \"$x\""),
            (Ask, "sh < f"),
            (Allow, "sh < /dev/null"),
            (Ask, "sh <> f"),
            (Ask, "sh <&3"),
            (Allow, "sh 2> f"),
            (Allow, "sh > f"),
            (Deny, "sh < <(echo tool x)"),
            (Allow, "sh < <(echo other x)"),
            (Ask, "sh < <(ls)"),
            (Deny, "sh < <(echo other; echo tool x)"),
            (Deny, "{ sh; } <<< 'tool x'"),
            (Allow, "{ sh; } <<< 'other x'"),
            (Deny, "(sh) <<< 'tool x'"),
            (Ask, "{ ls; sh; } < f"),
            (Allow, "{ ls; } < f"),
            (Allow, "{ sh; }"),
            (Deny, "sh <<E\ntool x\nE\n"),
            (Ask, "sh <<E\n$x\nE\n"),
            (Allow, "sh <<E\nother\nE\n"),
            (Allow, "{ ls; } <<< 'tool x'; sh"),
            (Allow, "{ sh; ls <<< 'tool x'; }"),
            (Allow, "{ sh; ls < f; }"),
        ],
    );
}

#[test]
fn what_echo_and_printf_print_is_known() {
    hold(
        "Bash(tool:*)",
        &[
            (Deny, "echo -n tool x | sh"),
            (Deny, "echo -e 'other\\ntool x' | sh"),
            (Ask, "echo -x tool x | sh"),
            (Ask, "echo - tool x | sh"),
            (Deny, "printf -- 'tool x' | sh"),
            (Deny, "printf 'to%s x' ol | sh"),
            (Deny, "printf '%s' tool ' x' | sh"),
            (Deny, "printf '100%% \\ntool x' | sh"),
            (Deny, "printf '\\164ool x' | sh"),
            (Deny, "printf '\\0164ool x' | sh"),
            (Deny, "printf '\\x74ool x' | sh"),
            (Deny, "printf ';tool\\tx' | sh"),
            (Deny, "printf 'other\\ntool x' | sh"),
            (Deny, "printf ';\\ttool x' | sh"),
            (Allow, "printf '\\tool x' | sh"),
            (Deny, "echo 'to\\\\ol x' | sh"),
            (Allow, "printf 'a\\\\;tool x' | sh"),
        ],
    );
}

#[test]
fn what_git_shows_under_another_name_is_the_file() {
    hold(
        "Read(./secret.pem)",
        &[
            (Deny, "git show HEAD:secret.pem"),
            (Deny, "git log -- secret.pem"),
            (Ask, "git diff -- ':(icase)SECRET.pem'"),
            (Ask, "git diff -- ':(icase,top)SECRET.pem'"),
            (Allow, "git diff -- ':(literal)*.pem'"),
            (Ask, "git diff -- '*.pem'"),
            (Allow, "git diff -- ':(exclude)*.pem'"),
            (Allow, "git diff -- ':!*.pem'"),
            (Allow, "git diff -- ':^*.pem'"),
            (Allow, "git diff -- ':/!*.pem'"),
            (Deny, "git diff -- ':/secret.pem'"),
            (Ask, "git diff -- ':/*.pem'"),
            (Deny, "git diff -- ':(top,literal)secret.pem'"),
            (Allow, "git diff -- ':(exclude,icase)secret.pem'"),
            (Ask, "git diff -- ':(top!)*.pem'"),
            (Ask, "git show secret.pem"),
            (Allow, "git show main"),
            (Deny, "git log -L 1,5:secret.pem"),
            (Allow, "git grep x -- other.pem"),
            (Allow, "git log --grep secret.pem"),
            (Allow, "git log --author=a:secret.pem"),
        ],
    );
}

#[test]
fn an_argument_may_hold_the_name_of_a_file() {
    hold(
        "Read(./secret.pem)",
        &[
            (Deny, "tool if=secret.pem"),
            (Ask, "tool -dsecret.pem"),
            (Deny, "tool secret.pem"),
            (Allow, "tool --secret.pem"),
            (Deny, "tool @secret.pem"),
            (Deny, "cat < secret.pem"),
            (Deny, "cat <> secret.pem"),
            (Allow, "tool 3>&1"),
        ],
    );
}

#[test]
fn in_text_that_cannot_be_read_every_mention_of_a_program_is_looked_at() {
    hold_under(
        r#"{"deny":["Bash(tool x)"],"ask":["Bash(tool y)"]}"#,
        &[
            (Deny, "if ( ; tool x"),
            (Deny, "tool x ; if ("),
            (Deny, "( ; tool y ; tool x"),
            (Deny, "( ; tool x ; tool y"),
            (Deny, "( ; tool z ; tool y ; tool x"),
            (Ask, "( ; tool y ; ls"),
        ],
    );
}

#[test]
fn what_xargs_and_parallel_run_is_looked_through() {
    hold(
        "Bash(tool x)",
        &[
            (Deny, "echo x | xargs timeout 5 tool"),
            (Deny, "echo x | xargs nice timeout 5 tool"),
            (Ask, "echo x | xargs sh -c 'tool $0'"),
            (Ask, "echo x | xargs -I{} sh -c 'tool {}'"),
            (Ask, "echo x | xargs -I{} nice timeout 5 tool {}"),
            (Deny, "parallel timeout 5 tool ::: x"),
            (Deny, "parallel nice timeout 5 tool ::: x"),
            (Allow, "parallel timeout 5 tool ::: y"),
            (Ask, "cat f | xargs -I{} timeout 5 {} x"),
            (Ask, "cat f | xargs -I{} sh -c {}"),
        ],
    );
}

#[test]
fn the_strictest_rule_about_a_path_decides() {
    hold_under(
        r#"{"ask":["Read(./f)"],"deny":["Read(./g)"]}"#,
        &[
            (Ask, "cat f"),
            (Deny, "cat g"),
            (Deny, "cat f g"),
            (Deny, "cat g f"),
            (Ask, "cat \"$x\""),
            (Ask, "cat *"),
            (Ask, "git show HEAD:f"),
            (Deny, "git show HEAD:g"),
            (Ask, "git log -- f"),
            (Ask, "echo f | xargs cat"),
            (Ask, "xargs cat <<< f"),
            (Ask, "xargs cat <<< h"),
        ],
    );
}

#[test]
fn a_redirect_that_writes_edits_its_file() {
    hold(
        "Edit(./f)",
        &[
            (Deny, "echo x > f"),
            (Deny, "echo x >> f"),
            (Deny, "echo x &> f"),
            (Allow, "echo x > g"),
            (Deny, "sh -c 'echo x > f'"),
            (Allow, "tool 2>&1"),
            (Allow, "cat < f"),
            (Deny, "cat <> f"),
            (Deny, "tool a=f"),
        ],
    );
}

#[test]
fn what_is_no_path_of_a_rule_is_no_question() {
    hold(
        "Read(./secret.pem)",
        &[
            (Allow, "cat ':secret.pem'"),
            (Allow, "cat $((1+1))"),
            (Allow, "cat <(ls)"),
            (Allow, "cat ''"),
            (Ask, "cat $x"),
            (Allow, "git log -L secret.pem"),
        ],
    );
}

#[test]
fn an_empty_argument_is_no_file() {
    hold("Read(./**)", &[(Allow, "cat ''"), (Allow, "unheard-of ''"), (Deny, "cat a")]);
}

#[test]
fn a_redirect_to_a_descriptor_is_no_file() {
    hold("Edit(./1)", &[(Allow, "tool 2>&1"), (Allow, "tool <&1"), (Deny, "tool > 1")]);
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
fn a_command_gets_names_of_files_that_the_program_finds() {
    hold(
        "Bash(touch /etc/*)",
        &[
            (Ask, "fd x /etc -x touch"),
            (Ask, "fd x /etc -X touch -c"),
            (Ask, "fd -x touch {} \\; x /etc"),
            (Ask, "fd x --exec touch {.}"),
            (Ask, "fdfind x --exec-batch touch"),
            (Allow, "fd x /etc -x touch d/{/}"),
            (Allow, "fd x /etc -x touch d/{}"),
            (Allow, "fd x /etc -x cp"),
            (Ask, "git grep -Otouch x"),
            (Ask, "git grep --open-files-in-pager='touch -c' x"),
            (Allow, "git grep -Oless x"),
            (Ask, "git difftool -x touch"),
            (Ask, "git difftool --extcmd=touch HEAD"),
            (Ask, "rg --pre touch x /etc"),
            (Ask, "rg --pre=touch x /etc"),
            (Allow, "rg --pre cat touch /etc"),
            (Ask, "ls /etc/* | entr touch /_"),
            (Allow, "ls /etc/* | entr touch x"),
        ],
    );
    hold("Bash(rm -rf:*)", &[(Deny, "fd -x rm -rf"), (Ask, "fd -x rm"), (Ask, "fd -x rm {}")]);
    hold("Bash(rm /etc/*)", &[(Ask, "fd x -x sh -c 'rm \"$1\"' _")]);
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
fn what_the_shell_splits_may_hold_another_command() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "timeout $x ls"),
            (Allow, "timeout \"$x\" ls"),
            (Allow, "timeout $((1+2)) ls"),
            (Ask, "timeout 5$x ls"),
            (Ask, "nice -n$x ls"),
            (Ask, "env A=$x ls"),
            (Allow, "env A=\"$x\" ls"),
            (Ask, "find $x -exec ls {} \\;"),
            (Allow, "find \"$x\" -exec ls {} \\;"),
            (Ask, "ssh $x ls"),
            (Allow, "ssh \"$x\" ls"),
            (Ask, "bash $x -c ls"),
            (Ask, "git -P$x"),
            (Ask, "git -$x"),
            (Allow, "git \"-P$x\""),
            (Allow, "git log -n$x"),
            (Allow, "git log $x"),
        ],
    );
}

#[test]
fn braces_around_an_unknown_value_may_become_any_of_their_words() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "git {push,$x}"),
            (Ask, "git {$x,push}"),
            (Ask, "git {pu,$x}sh"),
            (Ask, "git pu{s,$x}h"),
            (Ask, "git {-P,$x}"),
            (Ask, "git -{P,$x}"),
            (Ask, "{git,$x} push"),
            (Allow, "git lo{g,$x}"),
        ],
    );
}

#[test]
fn names_that_a_pattern_finds_all_begin_and_end_as_it_does() {
    hold(
        "Bash(tool -rf /*)",
        &[
            (Allow, "tool -rf a*.log"),
            (Allow, "tool -rf ./*"),
            (Allow, "tool -rf build/* x"),
            (Allow, "tool -rf a/$x"),
            (Deny, "tool -rf /a*"),
            (Ask, "tool -rf $x"),
            (Ask, "tool -rf \"$x\""),
        ],
    );
    hold(
        "Bash(tool a b)",
        &[
            (Ask, "tool *"),
            (Allow, "tool a*"),
            (Ask, "tool $x"),
            (Ask, "tool $x b"),
            (Ask, "tool a $x"),
            (Ask, "tool a$x"),
            (Ask, "tool ${x}b"),
            (Allow, "tool c$x"),
            (Allow, "tool ${x}c"),
            (Allow, "tool c*"),
            (Allow, "tool *c"),
            (Allow, "tool \"$x\""),
        ],
    );
}

#[test]
fn behind_very_many_arguments_a_name_of_a_rule_is_enough() {
    let behind = |program: &str, command: &str| format!("{program} {}{command}", "a ".repeat(40));
    hold(
        "Bash(tool:*)",
        &[
            (Ask, &behind("unknown-program", "tool")),
            (Allow, &behind("unknown-program", "other")),
            (Allow, &behind("curl --unheard", "tool")),
        ],
    );
    hold(
        "Bash(tool x:*)",
        &[(Ask, &behind("curl --unheard", "tool")), (Allow, &behind("curl --unheard", "other"))],
    );
}

#[test]
fn parallel_adds_only_what_is_written_unless_that_is_very_much() {
    hold(
        "Bash(tool z)",
        &[
            (Allow, &format!("parallel tool ::: {}", "a ".repeat(15))),
            (Ask, &format!("parallel tool ::: {}", "a ".repeat(16))),
        ],
    );
    let lines = |count: usize| "a\\n".repeat(count);
    hold(
        "Bash(tool z)",
        &[
            (Allow, &format!("eval 'printf \"{}\" | xargs -I% tool %'", lines(16))),
            (Ask, &format!("eval 'printf \"{}\" | xargs -I% tool %'", lines(17))),
        ],
    );
}

#[test]
fn as_many_texts_as_a_compound_command_prints_are_read_and_no_more() {
    let others = |count: usize| "echo other; ".repeat(count);
    let cats = |count: usize| " | cat".repeat(count);
    hold(
        "Bash(tool:*)",
        &[
            (Allow, &format!("{{ {}}} | sh", others(16))),
            (Ask, &format!("{{ {}}} | sh", others(17))),
            (Allow, &format!("{{ {}}} | {{ sh; }}", others(16))),
            (Ask, &format!("{{ {}}} | {{ sh; }}", others(17))),
            (Allow, &format!("echo other{} | sh", cats(5))),
            (Ask, &format!("echo other{} | sh", cats(20))),
            (Deny, "{ cat <<< 'tool x'; } | sh"),
            (Deny, "cat <<< 'tool x' | { sh; }"),
            (Allow, "printf '%%%s x' tool | sh"),
            (Allow, &format!("{{ echo other{}; }} | {{ sh; }}", cats(8))),
            (Ask, &format!("{{ echo other{}; }} | {{ sh; }}", cats(9))),
            (Allow, &format!("{{ echo other{}; }} | sh", cats(8))),
            (Ask, &format!("{{ echo other{}; }} | sh", cats(9))),
            (Allow, &format!("sh < <({})", others(15))),
            (Ask, &format!("sh < <({})", others(16))),
        ],
    );
}

#[test]
fn commands_in_each_other_are_followed_to_a_depth_and_deeper_ones_ask() {
    let evals = |count: usize| "eval ".repeat(count);
    hold(
        "Bash(tool ~/*)",
        &[
            (Deny, &format!("{}tool ~/x", evals(8))),
            (Ask, &format!("{}tool ~/x", evals(9))),
            (Deny, &format!("for f in ~/*; do {}tool \"$f\"; done", evals(7))),
            (Ask, &format!("for f in ~/*; do {}tool \"$f\"; done", evals(8))),
        ],
    );
}

#[test]
fn a_command_with_found_names_is_followed_through_wrappers_and_deeper_ones_ask() {
    let nices = |count: usize| "nice ".repeat(count);
    hold(
        "Bash(tool x)",
        &[
            (Deny, &format!("echo x | xargs {}tool", nices(8))),
            (Ask, &format!("echo x | xargs {}tool", nices(9))),
            (Ask, &format!("find x -exec {}tool {{}} \\;", nices(8))),
            (Ask, &format!("find x -exec {}tool {{}} \\;", nices(9))),
            (Ask, &format!("find x -exec {}tool {{}} \\;", nices(20))),
            (Ask, &format!("fd x -x {}tool", nices(9))),
            (Ask, &format!("eval 'xargs {}tool <<< x'", nices(9))),
            (Ask, &format!("parallel {}tool ::: x", nices(9))),
            (Ask, &format!("unknown-program --each '{}tool {{}}'", nices(9))),
            (Allow, &format!("find x -exec {}other {{}} \\;", nices(7))),
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
fn what_follows_the_output_of_another_command_is_not_read_as_a_command() {
    hold(
        "Bash(tool:*)",
        &[(Ask, "sh -c \"${x:-$(date)};tool x\""), (Deny, "sh -c \"tool x;${x:-$(date)}\"")],
    );
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

#[cfg(feature = "powershell")]
#[test]
fn a_program_that_a_cmdlet_starts_is_seen_among_arguments_that_only_the_run_knows() {
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Bash(git push:*)"]}"#,
        &[
            (Deny, "Start-Process git -ArgumentList push"),
            (Deny, "Start-Process git -ArgumentList '-C', 'a,b', 'push'"),
            (Deny, "Start-Process git -ArgumentList '-P', '-p', 'push'"),
            (Deny, "Start-Process git -ArgumentList '-P push'"),
            (Ask, "Start-Process git -ArgumentList '-P,push', '-v', 'x'"),
            (Deny, "Start-Process git -ArgumentList '-C', $x, push"),
            (Deny, "Start-Process git -ArgumentList '-C', \"$x\", 'push'"),
            (Deny, "Start-Process git -ArgumentList '-C', (pwd), push"),
            (Deny, "Start-Process git -ArgumentList:'-C', $x, push"),
            (Deny, "saps git '-C', $x, push"),
            (Deny, "Start-Process git -ArgumentList \"-C a,b $x push\""),
            (Ask, "Start-Process git -ArgumentList $x"),
            (Ask, "Start-Process git -ArgumentList \"a,b $x\""),
            (Ask, "Start-Process git -ArgumentList (x)"),
            (Ask, "Start-Process git -ArgumentList {push}"),
            (Ask, "Start-Process $x -ArgumentList push"),
            (Ask, "Start-Process \"g$x\" push"),
            (Allow, "Start-Process git -ArgumentList status"),
            (Allow, "Start-Process git -ArgumentList 'log', 'push,$x'"),
            (Allow, "Start-Process git"),
        ],
    );
}

#[cfg(feature = "powershell")]
#[test]
fn a_list_hides_no_element_that_is_written_out() {
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Read(./.env)"]}"#,
        &[
            (Deny, "Get-Content $x, .env"),
            (Deny, "Get-Content \"src/$x\", '.env'"),
            (Deny, "Get-Content src/a, $x, .env"),
            (Deny, "Get-Content -Path:\"src/$x\", .env"),
            (Deny, "Get-Content @{a=1}, .env"),
            (Ask, "Get-Content src/a, $x"),
            (Ask, "Get-Content '', $x"),
            (Ask, "Get-Content \"src/$x\", \"$y\""),
            (Allow, "Get-Content src/a, \"src/$x\""),
        ],
    );
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Read(~/secret)"]}"#,
        &[(Deny, "Get-Content $HOME/secret, a"), (Deny, "Get-Content a, \"$HOME/secret\"")],
    );
    hold_in(
        Dialect::PowerShell,
        "{}",
        &[
            (Ask, "Remove-Item -Recurse $x, /"),
            (Ask, "Remove-Item -Recurse \"src/$x\", ~"),
            (Ask, "Remove-Item -Recurse ~, $x"),
            (Ask, "Remove-Item -Recurse src/a, (x), /"),
            (Ask, "Remove-Item -Recurse {x}, /"),
            (Ask, "Remove-Item -Recurse $x, `/"),
            (Allow, "Remove-Item -Recurse $x, src"),
            (Allow, "Remove-Item -Recurse $x"),
        ],
    );
    hold_in(
        Dialect::PowerShell,
        "{}",
        &[
            (Ask, "rm -rf build, /"),
            (Ask, "rm -rf 'build', '/'"),
            (Ask, "rm -rf $x, /"),
            (Ask, "sudo rm -rf \"src/$x\", /, b"),
            (Ask, "pwsh -c \"rm -rf build, /\""),
            (Allow, "rm -rf build, src"),
            (Allow, "rm -rf $x, src"),
            (Allow, "echo a, /"),
        ],
    );
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Bash(git push:*)"]}"#,
        &[
            (Deny, "git 'push', x"),
            (Deny, "git push, $x"),
            (Deny, "git '-C', $x, push"),
            (Ask, "git $x, log"),
            (Allow, "git log $x, y"),
        ],
    );
}

#[cfg(feature = "powershell")]
#[test]
fn a_rule_about_edits_may_be_about_a_copy_of_a_file_that_only_the_run_knows() {
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Edit(./hidden/**)"]}"#,
        &[
            (Ask, "Copy-Item a $x"),
            (Ask, "Copy-Item $x b"),
            (Ask, "Move-Item a $x"),
            (Allow, "Copy-Item a b"),
            (Allow, "Get-Content $x"),
        ],
    );
}

#[test]
fn a_denied_command_is_seen_in_text_that_the_shell_evaluates() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "typeset -i x='a[$(git push)]'"),
            (Ask, "let 'a[`git push`]'"),
            (Ask, "[[ 'a[$(git push)]' -eq 1 ]]"),
            (Ask, "printf -v 'a[$(git push)]' x"),
            (Ask, "read 'a[$(git push)]'"),
            (Ask, "test -v 'a[$(git push)]'"),
            (Ask, "unset 'a[$(git push)]'"),
            (Ask, "x='a[$(git push)]'; echo $((x))"),
            (Ask, "y='$(git push)'; echo ${y@P}"),
            (Ask, "PS4='$(git push)'; set -x; ls"),
            (Ask, "for v in 'a[$(git push)]'; do echo $((v)); done"),
            (Ask, "echo ${HOME: '$(git push)' -1}"),
            // Text that nothing evaluates.
            (Allow, "exit 'a[$(git push)]'"),
            (Allow, "printf '%s' '$(git push)'"),
            (Allow, "echo 'a[$(git push)]' > notes"),
            (Allow, "git commit -m 'never $(git push) here'"),
            (Allow, "x='git push'; git commit -m \"$x\""),
            (Allow, "typeset -i x='a[$(date)]'"),
            (Allow, "cat > s.sh <<'E'\nx=$(git push)\nE"),
        ],
    );
}

#[test]
fn zsh_evaluates_the_qualifiers_of_a_pattern_and_more_operands() {
    let deny = r#"{"deny":["Bash(curl:*)"]}"#;
    hold_in(
        Dialect::Zsh,
        deny,
        &[
            (Ask, "ls *(+curl)"),
            (Ask, "ls *(e_curl_)"),
            (Ask, "cat < a(e:curl:)"),
            (Ask, "exit 'path[$(curl)]'"),
            (Ask, "for HISTSIZE in 'path[$(curl)]'; do ls; done"),
            (Deny, "nocorrect curl x"),
            (Deny, "v=1 nocorrect curl x"),
            (Deny, "repeat 2 curl x"),
            (Ask, "repeat 2 $x a"),
            (Deny, "{curl x\n}"),
            (Ask, "ls &| \"$x\" = a"),
            (Allow, "ls *(.)"),
            (Allow, "nocorrect ls a"),
            (Allow, "repeat 2 ls a"),
        ],
    );
}

#[test]
fn a_denied_command_is_seen_in_the_code_of_a_program_that_may_run_it() {
    hold(
        "Bash(curl:*)",
        &[
            (Ask, "awk 'BEGIN { system(\"curl x\") }'"),
            (Ask, "awk '{ print | \"curl\" }' f"),
            (Ask, "sed '1e curl x' f"),
            (Ask, "sed -e 's/a/curl x/e' f"),
            // What is proven runs nothing.
            (Allow, "awk '/curl/ {print $1}' f"),
            (Allow, "sed -i 's/curl/wget/' f"),
            (Allow, "sed -n '/curl/p' f"),
            (Allow, "awk '{ print > \"o\" }' f"),
        ],
    );
}
