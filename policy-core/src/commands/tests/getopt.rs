//! The option engine reads arguments as getopt does.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::argv;
use crate::commands::{Arg, Arity, Form, Proof, Role, Syntax, programs, uses};
use crate::span::Span;

fn roles(text: &str) -> Vec<Role> {
    uses(&argv(text)).uses.iter().map(|used| used.role).collect()
}

fn is_read_only(text: &str) -> bool {
    uses(&argv(text)).proof == Proof::ReadOnly
}

use Role::{Flag, OptionWithValue, PathRead, Pattern, Program, Setting, Text};

#[test]
fn letters_share_one_argument_up_to_one_that_takes_a_value() {
    assert_eq!(roles("grep -rnA3 foo src"), [Program, OptionWithValue, Pattern, PathRead]);
    assert_eq!(roles("grep -rnA 3 foo src"), [Program, OptionWithValue, Setting, Pattern, PathRead]);
    assert_eq!(roles("cut -sd: -f1 a"), [Program, OptionWithValue, OptionWithValue, PathRead]);
}

#[test]
fn an_attached_value_is_told_with_its_place() {
    let found = uses(&argv("grep -rfwords foo"));
    assert_eq!(found.uses[1].value, Some((PathRead, 3)));
    let args = argv("grep --file=words foo");
    let paths: Vec<_> = uses(&args).paths(&args).collect();
    assert_eq!(paths, [(1, PathRead, Some("words")), (2, PathRead, Some("foo"))]);
}

#[test]
fn options_may_follow_operands_where_the_program_permutes() {
    assert_eq!(
        roles("grep foo a -n -e x b"),
        [Program, PathRead, PathRead, Flag, OptionWithValue, Pattern, PathRead]
    );
    assert_eq!(roles("tr a-z -A"), [Program, Text, Text]);
}

#[test]
fn two_dashes_end_the_options() {
    assert_eq!(roles("cat -n -- -v --help"), [Program, Flag, Flag, PathRead, PathRead]);
    assert_eq!(roles("cat -- -- a"), [Program, Flag, PathRead, PathRead]);
    assert_eq!(roles("grep -e -- a"), [Program, OptionWithValue, Pattern, PathRead]);
}

#[test]
fn an_optional_value_is_only_ever_attached() {
    assert_eq!(roles("grep --color always a"), [Program, OptionWithValue, Pattern, PathRead]);
    assert_eq!(roles("date -I seconds")[2], Setting);
    assert!(!is_read_only("date -I seconds"));
}

#[test]
fn a_long_option_behind_one_dash_takes_its_value_after_an_equals_sign() {
    assert_eq!(roles("gcc -print-file-name=libc.so")[1], OptionWithValue);
    assert!(is_read_only("gcc -print-file-name=libc.so"));
    for text in ["gcc -dumpmachine=x", "gcc -fplugin=x --version", "gcc -print-file-nam=x", "go env -u=A"] {
        assert!(!is_read_only(text), "{text}");
    }
}

#[test]
fn no_abbreviation_of_a_long_option_is_accepted() {
    for program in programs() {
        let form = &program.form;
        for name in form.options.iter().flat_map(|option| option.names).filter(|name| name.starts_with("--"))
        {
            for end in 3..name.len() {
                let short = &name[..end];
                let is_an_option_itself = form.option(short).is_some();
                let args = [program.name, short].map(|text| Arg::known(text, 0, Span::default()));
                let is_read_only = uses(&args).proof == Proof::ReadOnly;
                assert!(is_an_option_itself || form.any_value || !is_read_only, "{} {short}", program.name);
            }
        }
    }
}

#[test]
fn a_value_where_none_belongs_or_a_missing_one_is_not_understood() {
    for text in ["cat --number=1 a", "sort -k", "grep -A", "wc --lines=", "git log --format %h", "head -c"] {
        assert!(!is_read_only(text), "{text}");
    }
}

#[test]
fn an_unknown_word_is_fine_only_where_no_value_of_it_does_harm() {
    for text in [
        "grep -e \"$x\" a",
        "grep -A\"$n\" foo a",
        "grep --include=\"$x\" foo a",
        "head -n \"$x\" a",
        "git show HEAD:\"$x\"",
        "cat src/*",
        "echo $x",
    ] {
        assert!(is_read_only(text), "{text}");
    }
    for text in [
        "grep -e $x a",
        "grep --include=$x foo a",
        "grep -\"$x\" a",
        "sort -\"$x\"",
        "sort --\"$x\"",
        "sort -r\"$x\"",
        "sort src/$x",
        "cat src/\"$x\"",
        "$x a",
        "\"$x\" a",
    ] {
        assert!(!is_read_only(text), "{text}");
    }
}

#[test]
fn several_arguments_from_one_word_never_reach_an_operand_that_is_written() {
    for text in ["uniq src/*", "uniq a src/*", "cp src/* b", "mv src/* b", "rm src/*"] {
        assert!(!matches!(uses(&argv(text)).proof, Proof::ReadOnly | Proof::Edits), "{text}");
    }
}

#[test]
fn only_a_bare_name_or_one_in_the_systems_own_directories_is_a_program() {
    for text in ["/opt/bin/ls", "./ls", "LS", "ls/", ""] {
        let args = [Arg::known(text, 0, Span::default())];
        assert_eq!(uses(&args).proof, Proof::Unlisted, "{text}");
    }
}

#[test]
fn the_directories_that_git_changes_into_are_told_in_order() {
    let found = uses(&argv("git -C a -C b --no-pager status -s"));
    assert_eq!((found.proof, found.directories), (Proof::ReadOnly, std::vec![2, 4]));
    assert!(found.form.is_some_and(|form| form.repository));
}

/// A rule about `-i` would miss `-it` otherwise, which is both to the program. Where something is proven, such a name can be
/// needed: `pacman -Ss` searches.
#[test]
fn nothing_that_is_refused_whole_has_an_option_like_several_letters() {
    fn walk(path: &str, form: &'static Form, found: &mut Vec<String>) {
        let is_letter = |letter: char| {
            let short = format!("-{letter}");
            form.options
                .iter()
                .any(|option| option.names.contains(&&*short) && matches!(option.arity, Arity::None))
        };
        for name in form.options.iter().flat_map(|option| option.names.iter()) {
            // `-vv` is `-v` twice, for which many programs have a name.
            let letters = name.strip_prefix('-').filter(|rest| rest.chars().any(|it| !rest.starts_with(it)));
            if form.refuse.is_some()
                && form.syntax.clusters
                && letters.is_some_and(|letters| letters.chars().all(is_letter))
            {
                found.push(format!("{path} {name}"));
            }
        }
        for sub in form.subs() {
            walk(&format!("{path} {}", sub.name), sub, found);
        }
    }
    let mut found = Vec::new();
    for program in programs().into_iter().filter(|program| program.form.syntax.kind == Syntax::Getopt) {
        walk(program.name, &program.form, &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
}

/// A rule about one name of a sub-command is about the others too: an argument that is a value under one name would
/// otherwise be an operand under the other.
#[test]
fn all_names_of_a_sub_command_have_the_same_options() {
    let options = |form: &Form| -> Vec<String> {
        let spelled = form.options.iter().map(|it| format!("{} {:?}", it.names.join(" "), it.arity));
        let mut spelled: Vec<String> = spelled.collect();
        crate::sorted::sort(&mut spelled);
        spelled
    };
    let mut found = Vec::new();
    for program in programs() {
        for group in program.form.same.synonyms {
            let forms = group.names.iter().filter_map(|name| {
                let form = name.split(' ').try_fold(&program.form, Form::sub)?;
                Some((name, options(form)))
            });
            let forms: Vec<(&&str, Vec<String>)> = forms.collect();
            let [(first, known), others @ ..] = forms.as_slice() else { continue };
            let differs = |(_, options): &&(&&str, Vec<String>)| options != known;
            found.extend(
                others.iter().filter(differs).map(|(name, _)| format!("{} {first}, {name}", program.name)),
            );
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
