//! What deny rules see of words that only the run knows, and of text that cannot be read.

extern crate std;

use std::format;

use super::held::{hold, hold_under};
use crate::Decision::{Allow, Ask, Deny};

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
fn what_follows_the_output_of_another_command_is_not_read_as_a_command() {
    hold(
        "Bash(tool:*)",
        &[(Ask, "sh -c \"${x:-$(date)};tool x\""), (Deny, "sh -c \"tool x;${x:-$(date)}\"")],
    );
}
