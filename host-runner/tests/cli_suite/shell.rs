//! What the environment of `shellgate` says about running commands: which shell, what is around it, how long.

use std::fs;
use std::process::Output;

use crate::place::Place;

/// Runs `shellgate run --yes` with these variables, then these arguments, then the command.
fn run(place: &Place, variables: &[(&str, &str)], arguments: &[&str], command: &str) -> Output {
    let mut shellgate = place.command();
    shellgate.envs(variables.iter().copied()).args(["run", "--yes"]).args(arguments).args(["--", command]);
    shellgate.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_shell_that_cannot_be_used_is_told_with_what_to_do_before_anything_runs() {
    let place = Place::new();
    for (chosen, says) in [
        ("/usr/bin/fish", "no bash, no zsh and no pwsh; set it to the path of one of them, or unset it"),
        ("bash", "not an absolute path; set it to one"),
        ("/nowhere/bash", "not a program; correct the path, or unset the variable"),
    ] {
        for arguments in [vec!["--no-policy"], vec!["--no-policy", "--shell", "bash"]] {
            let ended = run(&place, &[("CLAUDE_CODE_SHELL", chosen)], &arguments, "touch made");
            assert_eq!(ended.status.code(), Some(2), "{chosen} {arguments:?}");
            let said = text(&ended.stderr);
            assert!(said.contains(chosen) && said.contains(says), "{said}");
            assert!(!place.repo().join("made").exists());
        }
    }
}

#[test]
fn a_command_is_given_the_time_that_the_environment_says() {
    let place = Place::new();
    for variables in [
        vec![("BASH_DEFAULT_TIMEOUT_MS", "200")],
        // The maximum of the two is the maximum of all.
        vec![("BASH_DEFAULT_TIMEOUT_MS", "200"), ("BASH_MAX_TIMEOUT_MS", "100")],
    ] {
        let ended = run(&place, &variables, &["--no-policy"], "while :; do :; done");
        assert_eq!(ended.status.code(), Some(124), "{variables:?}");
        assert!(text(&ended.stderr).contains("timed out after 200 ms"), "{}", text(&ended.stderr));
    }
    let ended = run(&place, &[("BASH_MAX_TIMEOUT_MS", "long")], &["--no-policy"], "touch made");
    assert_eq!(ended.status.code(), Some(2));
    assert!(text(&ended.stderr).contains("`BASH_MAX_TIMEOUT_MS` is `long`"), "{}", text(&ended.stderr));
    assert!(!place.repo().join("made").exists());
}

#[test]
fn a_null_redirect_as_on_windows_makes_no_file_and_asks_nothing() {
    let place = Place::new();
    let ended = run(&place, &[], &["--no-policy"], "ls missing 2>nul; echo a >NUL; echo b");
    assert_eq!(text(&ended.stdout), "b\n");
    assert!(text(&ended.stderr).contains("it only reads"), "{}", text(&ended.stderr));
    assert_eq!(fs::read_dir(place.repo()).unwrap().count(), 1);
}

#[test]
fn the_users_aliases_and_functions_are_there_when_they_are_asked_for() {
    let place = Place::new();
    let home = place.repo().parent().unwrap().to_owned();
    fs::write(
        home.join(".bashrc"),
        "alias ll='echo mine'\ngreet() { echo hello \"$@\"; }\nalias cat='echo no cat'\n",
    )
    .unwrap();
    place.write("a", "content\n");
    for (command, arguments, output) in [
        ("ll", vec!["--snapshot"], "mine\n"),
        ("greet you && cat a", vec!["--snapshot"], "hello you\ncontent\n"),
        ("cat a", vec!["--snapshot"], "content\n"),
        ("greet you || echo none", vec![], "bash: line 1: greet: command not found\nnone\n"),
    ] {
        let ended = run(&place, &[], &[arguments, vec!["--no-policy"]].concat(), command);
        assert_eq!(text(&ended.stdout), output, "{command}: {}", text(&ended.stderr));
    }
}

#[test]
fn variables_reach_a_command_as_the_settings_say() {
    let place = Place::new();
    let settings = r#"{ "env": { "MODE": "test", "LD_PRELOAD": "/x.so" },
             "sandbox": { "passEnvironment": ["MY_*", "DEPLOY_TOKEN"],
                          "credentials": { "envVars": [{ "name": "LANG", "mode": "deny" }] } } }"#;
    place.write("../.claude/settings.json", settings);
    let variables = [
        ("MY_NAME", "n"),
        ("MY_SECRET", "s"),
        ("DEPLOY_TOKEN", "t"),
        ("OTHER", "o"),
        ("LANG", "de"),
        ("TZ", "UTC"),
        ("GITHUB_TOKEN", "g"),
    ];
    let command = "printf '%s,' \"$MODE\" \"$LD_PRELOAD\" \"$MY_NAME\" \"$MY_SECRET\" \"$DEPLOY_TOKEN\" \"$OTHER\" \
                   \"$LANG\" \"$TZ\" \"$GITHUB_TOKEN\" \"$CLAUDECODE\"";
    let ended = run(&place, &variables, &[], command);
    assert_eq!(text(&ended.stdout), "test,,n,,t,,,UTC,,1,", "{}", text(&ended.stderr));

    // A project gets no variable of the user's by naming it.
    place.write("../.claude/settings.json", "{}");
    place.write(".claude/settings.json", settings);
    let ended = run(&place, &variables, &[], command);
    assert_eq!(text(&ended.stdout), "test,,,,,,,UTC,,1,", "{}", text(&ended.stderr));
    assert!(
        text(&ended.stderr).contains("a project cannot set `passEnvironment`"),
        "{}",
        text(&ended.stderr)
    );
}
