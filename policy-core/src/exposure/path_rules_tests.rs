//! What deny rules about files see among the arguments and in redirects.

use super::held::{hold, hold_under};
use crate::Decision::{Allow, Ask, Deny};

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
