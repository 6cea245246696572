//! What deny rules see of a command that gets names: by `xargs`, `parallel`, `find` and loops.

extern crate std;

use std::format;

use super::held::{hold, hold_under};
use crate::Decision::{Allow, Ask, Deny};

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
