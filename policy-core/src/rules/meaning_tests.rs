//! What a rule's words mean of a command: tables of rule, command and answer.
#![expect(clippy::panic, reason = "a test may stop at the first surprise")]

use alloc::string::String;
use alloc::vec::Vec;

use super::meaning::{Answer, Required, is_about, required};
use crate::Span;
use crate::commands::{AbstractValue, Arg, Count, Form, programs};

/// An argument for a test: what is after `$` and one letter is a suffix. `$x` is one unknown argument, `$@` any number.
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
fn a_name_of_the_program_may_be_an_option_of_the_sub_command_that_is_cut_short() {
    check(&[
        ("brew list --versions *", "brew list --version", Perhaps),
        ("brew list --versions *", "brew --version list", Perhaps),
        ("brew list --versions *", "brew list --verbose", No),
        ("brew list --version *", "brew list --versions", No),
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

/// The examples of a form and of the sub-commands below it.
fn examples(form: &'static Form, into: &mut Vec<&'static str>) {
    into.extend(form.yes.iter().chain(form.no));
    for sub in form.subs() {
        examples(sub, into);
    }
}

/// A command as a rule or another command could have it: cut short, gone on, with what is not known.
fn variants(command: &str) -> Vec<String> {
    let lead = command.rsplit_once(' ').map_or(command, |(lead, _)| lead);
    let ends = [command, lead].into_iter().map(String::from);
    ends.chain([alloc::format!("{lead} *"), alloc::format!("{command} * x"), alloc::format!("{lead} $@")])
        .collect()
}

#[test]
fn a_command_has_the_word_that_a_rule_about_it_requires() {
    let (mut about, mut with_word) = (0, 0);
    for program in programs() {
        let mut commands = Vec::new();
        examples(&program.form, &mut commands);
        // The name alone is the same; quotes do not matter to the comparison.
        let commands: Vec<Vec<String>> = commands.into_iter().map(variants).collect();
        for (at, rules) in commands.iter().enumerate() {
            let others = commands.iter().skip(at.saturating_sub(3)).take(7).flatten();
            for command in others.filter(|command| !command.contains('*')) {
                let args: Vec<Arg<'_>> = command.split(' ').map(argument).collect();
                for rule in rules.iter().filter(|rule| !rule.contains('$')) {
                    let words: Vec<String> = rule.split(' ').map(String::from).collect();
                    if is_about(&words, &args) == No {
                        continue;
                    }
                    about += 1;
                    match required(&words) {
                        Required::Never => panic!("`{rule}` is about `{command}`"),
                        Required::Unknown => {}
                        Required::Word(word) => {
                            with_word += 1;
                            let has =
                                args.iter().skip(1).any(|arg| arg.text().is_none_or(|text| *text == *word));
                            assert!(has, "`{rule}` requires `{word}`, and is about `{command}`");
                        }
                    }
                }
            }
        }
    }
    assert!(about > 10_000 && with_word > about / 3, "{with_word} of {about}");
}
