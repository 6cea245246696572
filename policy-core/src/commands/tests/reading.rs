//! What a tolerant reader sees: at least all that the tables know, and the plain convention where they know nothing.

use std::vec::Vec;

use super::super::reading::Reading;
use super::argv;

/// The reading of a command.
fn reading(command: &str) -> Reading<'static, 'static> {
    Reading::of(argv(command).leak())
}

/// Whether the option is given, by this spelling or another one, after a sub-command.
fn has(command: &str, path: &[&str], spelling: &str) -> bool {
    reading(command).after(path).is_some_and(|it| it.option(spelling).is_some())
}

/// The operands of a command.
fn operands(command: &str) -> Vec<&'static str> {
    let args = argv(command).leak();
    Reading::of(args).operands().iter().filter_map(|at| args[*at].text()).collect()
}

#[test]
fn an_option_is_found_by_any_of_its_spellings_in_a_cluster_and_cut_short() {
    for command in ["rm -r a", "rm -fR a", "rm --recursive a", "rm --rec a", "rm a -r", "rm -xr a"] {
        assert!(has(command, &[], "--recursive"), "{command}");
        assert!(has(command, &[], "-R"), "{command}");
    }
    for command in ["rm -- -r", "rm -f a", "rm r", "rm --one-file-system a"] {
        assert!(!has(command, &[], "--recursive"), "{command}");
    }
}

#[test]
fn a_value_is_no_option_and_no_operand() {
    assert!(!has("git commit -m --amend", &["commit"], "--amend"));
    assert!(!has("git commit -am--amend", &["commit"], "--amend"));
    assert!(has("git commit --message x --amend", &["commit"], "--amend"));
    assert_eq!(operands("grep -e a -f b c"), ["c"]);
    assert_eq!(operands("mv -t d a b"), ["a", "b"]);
    assert_eq!(operands("tar xfC a b c"), ["c"]);
}

#[test]
fn a_value_is_found_wherever_it_stands() {
    let value = |command: &str, name: &str| {
        let reading = reading(command);
        reading.option(name).and_then(|given| reading.value(given))
    };
    for command in ["head -n 5 a", "head -n5 a", "head -qn5 a", "head --lines=5 a", "head --lines 5 a"] {
        assert_eq!(value(command, "--lines"), Some("5"), "{command}");
    }
    assert_eq!(value("bash -oe pipefail -c ls", "-o"), Some("pipefail"));
    assert_eq!(value("find . -name x", "-name"), Some("x"));
}

#[test]
fn what_no_table_has_is_read_by_the_plain_convention() {
    assert!(has("nobodys-program -xf a --force", &[], "--force"));
    assert!(has("nobodys-program -xf a", &[], "-f"));
    assert!(has("nobodys-program -destroy", &[], "-destroy"));
    assert_eq!(operands("nobodys-program -x a --b=c d -- -e"), ["a", "d", "-e"]);
}

#[test]
fn a_sub_command_is_found_behind_options_whether_a_table_has_it_or_not() {
    for command in [
        "git push -f",
        "git -C d push -f",
        "git --unknown push -f",
        "git --unknown value push -f",
        "git -c a=b push --force",
    ] {
        assert!(has(command, &["push"], "--force"), "{command}");
    }
    for command in ["docker system prune -f", "docker --log-level debug system -x prune --all -f"] {
        assert!(has(command, &["system", "prune"], "-f"), "{command}");
    }
    assert!(!has("git log push -f", &["push"], "-f"));
    assert!(!has("git -C push -f", &["push"], "-f"));
}

#[test]
fn a_name_can_have_a_version_or_a_sub_command_in_it() {
    assert!(has("/usr/bin/python3.12 -Bc x", &[], "-c"));
    assert!(has("docker-compose -f a down -v", &["compose", "down"], "--volumes"));
    assert!(!has("docker-compose down -v", &["system", "down"], "--volumes"));
}
