//! What deny rules see of what a shell reads from a pipe, a redirect or a text.

extern crate std;

use std::format;

use super::held::hold;
use crate::Decision::{Allow, Ask, Deny};

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
