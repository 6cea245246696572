//! What a rule's words mean of a command: tables of rule, command and answer.

use alloc::string::String;
use alloc::vec::Vec;

use super::meaning::{Answer, is_about};
use crate::Span;
use crate::commands::{AbstractValue, Arg, Count};

/// An argument for a test: what is behind `$` and one letter is a suffix. `$x` is one unknown argument, `$@` any number.
fn argument(text: &str) -> Arg<'_> {
    let Some((prefix, behind)) = text.split_once('$') else { return Arg::known(text, 0, Span::default()) };
    let (count, suffix) = behind.split_at(1);
    let count = Count::splitting(count == "@");
    Arg::new(AbstractValue::Unknown { prefix, suffix, count }, 0, Span::default())
}

fn check(rows: &[(&str, &str, Answer)]) {
    for (rule, command, expected) in rows {
        let words: Vec<String> = rule.split(' ').map(String::from).collect();
        let args: Vec<Arg<'_>> = command.split(' ').map(argument).collect();
        assert_eq!(is_about(&words, &args), *expected, "`{rule}` on `{command}`");
    }
}

use Answer::{No, Perhaps, Yes};

#[test]
fn an_unknown_argument_is_one_word_unless_it_is_split() {
    check(&[
        ("git push origin main", "git push origin main", Yes),
        ("git push origin main", "git push origin $x", Perhaps),
        ("git push origin main", "git push $x", No),
        ("git push origin main", "git push $@", Perhaps),
        ("git push origin main", "git push $@ main", Perhaps),
        ("git push origin main", "git push $@ origin main", Perhaps),
        ("git push origin main", "git push $x origin main", No),
        ("git push origin main", "git push origin main $@", Perhaps),
        ("git push origin main", "git push origin main $x", No),
        ("git push origin main", "git push ori$x main", Perhaps),
        ("git push origin main", "git push up$x main", No),
        ("git push origin main", "git push origin $xn", Perhaps),
        ("git push origin main", "git push origin $xs", No),
    ]);
}

#[test]
fn an_argument_that_is_split_is_at_least_one_word_if_anything_of_it_is_known() {
    check(&[
        ("git push ab", "git push a$@", Perhaps),
        ("git push ab", "git push $@b", Perhaps),
        ("git push ab", "git push a$@ ab", No),
        ("git push ab", "git push $@b ab", No),
        ("git push ab", "git push $@ ab", Perhaps),
        ("git push a b", "git push a$@", Perhaps),
        ("git push a b", "git push $@b", Perhaps),
        ("git push a b", "git push $@c", No),
    ]);
}

#[test]
fn a_wildcard_stands_for_any_number_of_words() {
    check(&[
        ("git push * main", "git push main", Yes),
        ("git push * main", "git push a main", Yes),
        ("git push * main", "git push a b main", Yes),
        ("git push * main", "git push a b mains", No),
        ("git push * main", "git push a $x", Perhaps),
        // It also stands for the last words of an argument that is split.
        ("git push * main", "git pu$@x main", Perhaps),
        ("git push * main", "git pu$@x mains", No),
    ]);
}

#[test]
fn only_a_name_that_no_table_has_may_be_cut_short() {
    check(&[
        ("git push *", "git pus origin", Perhaps),
        ("git push *", "git pu origin", No),
        ("git show-ref *", "git show x", No),
        ("grep pattern *", "grep patt x", No),
        ("unheard-of status *", "unheard-of stat x", No),
    ]);
}

#[test]
fn an_option_is_implied_by_others_in_every_spelling_of_it() {
    check(&[
        ("git branch -D *", "git branch -d -f x", Yes),
        ("git branch -D *", "git branch --delete --force x", Yes),
        ("git branch -D *", "git branch -d x", No),
        ("git branch -M *", "git branch -d -f x", No),
        ("git branch --force *", "git branch -D x", Yes),
        ("git branch --forc *", "git branch -D x", Yes),
        ("git branch -f *", "git branch -D x", Yes),
        ("git * -f *", "git branch -D x", Yes),
        ("git * --force *", "git branch -D x", Yes),
        ("git branch -f *", "git branch -d x", No),
    ]);
}

#[test]
fn an_unknown_argument_may_be_an_option_where_options_are_read() {
    check(&[
        ("git commit --amend *", "git commit $x", Perhaps),
        ("git commit --amend *", "git commit $x -m a", Perhaps),
        ("git commit --amend *", "git commit -m a $x", Perhaps),
        ("git commit --amend *", "git commit -m a -- $x", No),
        // The value of another option is none, unless it is split.
        ("git commit --amend *", "git commit -m $x", No),
        ("git commit --amend *", "git commit -m $@", Perhaps),
    ]);
}

#[test]
fn an_unknown_argument_is_an_option_only_if_it_begins_and_ends_like_one() {
    check(&[
        ("git commit --amend *", "git commit --$x", Perhaps),
        ("git commit --amend *", "git commit --no$x", No),
        ("git commit --amend *", "git commit a$x", No),
        ("git commit --amend *", "git commit $xnd", Perhaps),
        ("git commit --amend *", "git commit $x-amend", Perhaps),
        ("git commit --amend *", "git commit $x.txt", No),
        ("git commit --amend *", "git commit $@.txt", Perhaps),
        ("git commit -n *", "git commit -a$x", Perhaps),
        ("git commit -n *", "git commit --a$x", No),
        // What has a value may end in anything.
        ("git commit -F *", "git commit $x.txt", Perhaps),
    ]);
}

#[test]
fn behind_the_operand_at_which_a_program_stops_reading_nothing_is_its_option() {
    check(&[
        ("docker run --privileged *", "docker run $x image", Perhaps),
        ("docker run --privileged *", "docker run $x", Perhaps),
        ("docker run --privileged *", "docker run image $x", No),
    ]);
}
