//! What a person is shown of commands of everyday use.

use alloc::string::String;
use alloc::vec::Vec;
use std::format;

use super::*;
use crate::verdict::{UiKind, Verdict};
use crate::{Dialect, Engine, Policy, Request, Source};

/// What a status means: in words, and whether it is a failure.
type Meaning = Option<(&'static str, bool)>;

fn verdicts<'c>(commands: impl Iterator<Item = &'c str>) -> Vec<(&'c str, Verdict)> {
    let engine = Engine::new(Policy::default());
    let ask = |command| {
        let mut request = Request::new(command);
        request.cwd = Some("/repo");
        request.facts.no_links = true;
        (command, engine.check(&request))
    };
    commands.map(ask).collect()
}

#[test]
fn a_command_is_shown_as_what_it_mainly_does() {
    use UiKind::{Edit, List, Other, Read, Search, Silent};
    let cases: &[(&str, UiKind, bool, &str)] = &[
        ("grep -rn foo src", Search, true, "grep -rn foo src"),
        ("rg foo | head -20", Search, true, "rg foo"),
        ("find . -name '*.rs' | wc -l", Search, true, "find . -name '*.rs'"),
        ("which git", Search, true, "which git"),
        ("git grep foo", Search, true, "git grep foo"),
        ("cat README.md", Read, true, "cat README.md"),
        ("cd src && cat a.rs", Read, true, "cat a.rs"),
        ("sed -n 10,40p a", Read, true, "sed -n 10,40p a"),
        ("echo --- && head -5 a", Read, true, "head -5 a"),
        ("timeout 5 cat a", Read, true, "cat a"),
        ("git diff HEAD~1 | cat", Read, true, "git diff HEAD~1"),
        ("[ -f a ] && cat a", Read, true, "cat a"),
        ("x=1; cat a", Read, true, "cat a"),
        ("for f in a b; do cat $f; done", Read, true, "cat $f"),
        ("cat a 2>/dev/null", Read, true, "cat a"),
        ("ls -la", List, true, "ls -la"),
        ("ls | sort | head", List, true, "ls"),
        ("ls; pwd", List, true, "ls"),
        ("git branch -a", List, true, "git branch -a"),
        ("cd src", Silent, false, "cd src"),
        ("test -f a", Silent, false, "test -f a"),
        ("x=1", Silent, false, "x=1"),
        ("sleep 1", Silent, false, "sleep 1"),
        ("mkdir -p a/b", Edit, false, "mkdir -p a/b"),
        ("rm -rf target", Edit, false, "rm -rf target"),
        ("cp a b && ls", Edit, false, "cp a b"),
        ("sed -i s/a/b/ a", Edit, false, "sed -i s/a/b/ a"),
        ("echo x > a", Edit, false, "echo x"),
        ("cat > a <<E\nx\nE", Edit, false, "cat"),
        ("grep foo a > b", Edit, false, "grep foo a"),
        ("> a", Edit, false, "> a"),
        ("chmod +x a", Edit, false, "chmod +x a"),
        ("echo hi", Other, false, "echo hi"),
        ("npm run build", Other, false, "npm run build"),
        ("ls && npm test", Other, false, "npm test"),
        ("cat a | python3 b.py", Other, false, "python3 b.py"),
        ("find . -name x -delete", Other, false, "find . -name x -delete"),
        ("cargo build 2>&1 | tail -5", Other, false, "cargo build"),
        ("$x", Other, false, "$x"),
        ("", Other, false, ""),
        ("sudo cat a", Other, false, "sudo cat a"),
        ("node  -e '\n1\n'", Other, false, "node -e ' 1 '"),
    ];
    let mut wrong = Vec::new();
    for ((command, verdict), (_, kind, collapsible, label)) in
        verdicts(cases.iter().map(|case| case.0)).into_iter().zip(cases)
    {
        let ui = verdict.ui;
        if (ui.kind, ui.collapsible, ui.label.as_str()) != (*kind, *collapsible, *label) {
            wrong.push(format!("`{command}`: {:?} {} `{}`", ui.kind, ui.collapsible, ui.label));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The commands of which `holds` is not `expected`.
fn unlike<'c>(commands: &[&'c str], expected: bool, holds: impl Fn(&Verdict) -> bool) -> Vec<&'c str> {
    let asked = verdicts(commands.iter().copied());
    asked.into_iter().filter(|(_, verdict)| holds(verdict) != expected).map(|(command, _)| command).collect()
}

#[test]
fn no_output_is_expected_where_success_prints_nothing() {
    let silent = [
        "mv a b",
        "cp -r a b",
        "mkdir a",
        "touch a",
        "chmod +x a",
        "cd src",
        "export A=b",
        "A=b",
        "cd a && rm -f b",
        "echo x > a",
        "make > log 2>&1",
        "make &> log",
        "cat a | sort > b",
        "(ls; pwd) > a",
        "{ ls; pwd; } >> a",
        "for f in *; do echo $f; done > list",
        "x=$(ls)",
        "sed -i s/a/b/ c",
        "grep -q x a",
        "rg -q x",
        "tar xzf a.tgz",
        "timeout 5 mkdir a",
        "sudo mkdir a",
        "if grep -q x a; then rm a; fi",
        "git diff --quiet",
        "gzip a",
        "ln -s a b",
        "ls >/dev/null",
        "kill 1",
        "test -f a",
        "> a",
        "ls | xargs rm",
        "unset a",
        "(ls) | cat > b",
        "kubectl get > a",
    ];
    let printing = [
        "ls",
        "mv -v a b",
        "mkdir --verbose a",
        "cp --help",
        "echo x",
        "cd a && ls",
        "echo x >&2",
        "make 2> log",
        "grep x a",
        "tar tzf a.tgz",
        "tar xvzf a",
        "sed s/a/b/ c",
        "unknown",
        "time mkdir a",
        "(ls; pwd)",
        "{ ls; } 2> a",
        "echo $(ls)",
        "ls > /dev/stderr",
        "export",
        "gzip -c a",
        "ls | tee a",
        "(ls) | cat",
        "xargs -t rm",
        "",
        "kill -l",
        "echo x > a; ls",
        "diff a b",
        "cat <(ls)",
    ];
    assert_eq!(unlike(&silent, true, |it| it.ui.silent), [""; 0]);
    assert_eq!(unlike(&printing, false, |it| it.ui.silent), [""; 0]);
}

#[test]
fn what_may_take_long_may_go_on_in_the_background_and_what_talks_may_not() {
    let eligible = [
        "npm run dev",
        "cargo build",
        "make",
        "unknown",
        "python3 server.py",
        "find / -name x",
        "cargo build | tail -5",
        "cd a && npm test",
        "timeout 60 make",
        "FOO=1 make",
        "make; sleep 5; make",
        "for f in a b; do make $f; done",
        "docker build .",
        "ssh host make",
        "bash a.sh",
        "psql -c 'select 1'",
        "sudo make",
        "git clone x",
    ];
    let not = [
        "",
        "vim a",
        "less a",
        "git log | less",
        "sleep 5",
        "sleep 5 && make",
        "nice sleep 9",
        "top",
        "python3",
        "node -i",
        "cd a && vim b",
        "timeout 5 vim a",
        "sudo vim a",
        "docker run -it x",
        "docker exec -ti x bash",
        "psql",
        "bash",
        "make 'x",
        "env less a",
        "sudo -i",
        "rm -i a",
    ];
    assert_eq!(unlike(&eligible, true, |it| it.background_eligible), [""; 0]);
    assert_eq!(unlike(&not, false, |it| it.background_eligible), [""; 0]);
}

#[test]
fn what_is_denied_does_not_go_on_in_the_background() {
    let text = r#"{"permissions":{"deny":["Bash(make:*)"]}}"#;
    let source = Source { name: "s".into(), text: text.into(), root: None, ..Source::default() };
    let engine = Engine::new(Policy::from_sources(&[source]).unwrap_or_default());
    assert!(!engine.check(&Request::new("make x")).background_eligible);
    assert!(engine.check(&Request::new("cargo x")).background_eligible);
}

#[test]
fn an_exit_status_means_what_it_means_to_the_program_that_decided() {
    let cases: &[(&str, u8, Meaning)] = &[
        ("grep x a", 0, None),
        ("grep x a", 1, Some(("no line matched", false))),
        ("grep x a", 2, Some(("a file could not be read, or the pattern is wrong", true))),
        ("egrep x a", 1, Some(("no line matched", false))),
        ("ls | grep x", 1, Some(("no line matched", false))),
        ("rg x", 1, Some(("no line matched", false))),
        ("git grep x", 1, Some(("no line matched", false))),
        ("cat a; grep x a", 1, Some(("no line matched", false))),
        ("make || grep x a", 1, Some(("no line matched", false))),
        ("grep x a | head", 1, Some(("some file could not be read", true))),
        ("cd a && grep x a", 1, Some(("no line matched, or a command before it failed", false))),
        ("make && grep x a", 1, Some(("no line matched, or a command before it failed", true))),
        ("set -o pipefail; make | grep x", 1, Some(("no line matched, or a command before it failed", true))),
        ("(cd a; grep x b)", 1, Some(("no line matched", false))),
        ("{ grep x b; } 2>/dev/null", 1, Some(("no line matched", false))),
        ("make && (grep x b)", 1, Some(("no line matched", false))),
        ("timeout 5 grep x a", 1, Some(("no line matched", false))),
        ("timeout 5 grep x a", 124, Some(("its time was over", true))),
        ("sudo -u a grep x a", 1, Some(("no line matched", false))),
        ("bash -c 'ls; grep x a'", 1, Some(("no line matched", false))),
        ("A=1 grep x a", 1, Some(("no line matched", false))),
        ("ls | xargs grep x", 123, Some(("some of the commands failed", true))),
        ("ls | xargs grep x", 1, None),
        ("diff a b", 1, Some(("the files differ", false))),
        ("cmp -s a b", 1, Some(("the files differ", false))),
        ("test -f a", 1, Some(("the condition is false", false))),
        ("[ -f a ]", 1, Some(("the condition is false", false))),
        (
            "find . -name x",
            1,
            Some(("some directories could not be read, or the expression is wrong", false)),
        ),
        ("git diff --exit-code", 1, Some(("there are changes", false))),
        ("git diff --quiet", 1, Some(("there are changes", false))),
        ("git diff", 1, None),
        ("git diff", 128, Some(("git stopped with the error that it printed", true))),
        ("git push", 128, Some(("git stopped with the error that it printed", true))),
        ("jq -e .a b", 1, Some(("the last output was false or null", false))),
        ("jq .a b", 1, None),
        ("pgrep node", 1, Some(("no process matched", false))),
        ("which x", 1, Some(("some program was not found", false))),
        ("command -v x", 1, Some(("some name was not found", false))),
        ("type x", 1, Some(("some name was not found", false))),
        ("systemctl is-active x", 3, Some(("it is not active", false))),
        ("curl x", 22, Some(("the server answered with an error", true))),
        ("expr 0", 1, Some(("the result is empty or 0", false))),
        ("unknown", 127, Some(("a command was not found", true))),
        ("unknown", 126, Some(("a program was found, but it cannot be executed", true))),
        ("unknown", 1, None),
        ("unknown", 139, Some(("ended by SIGSEGV: it accessed memory that it may not use", true))),
        ("unknown", 137, Some(("ended by SIGKILL: often because the machine ran out of memory", true))),
        ("unknown", 131, Some(("ended by SIGQUIT", true))),
        ("unknown", 128, None),
        ("unknown", 255, None),
        ("for f in *; do grep x $f; done", 1, None),
        ("grep x a; for f in *; do false; done", 1, None),
        ("! grep x a", 1, None),
        ("exit 127", 127, None),
        ("grep 'x", 1, None),
        ("", 1, None),
    ];
    assert_meanings(Dialect::Bash, cases);
}

/// In PowerShell the status is that of the last program, and a pipeline fails with any of its commands.
#[cfg(feature = "powershell")]
#[test]
fn a_status_of_powershell_is_that_of_a_program_or_a_cmdlet_failed() {
    let cases: &[(&str, u8, Meaning)] = &[
        ("Get-Item nope", 1, Some(("a cmdlet reported an error", true))),
        ("gci nope", 1, Some(("a cmdlet reported an error", true))),
        ("Get-Item nope", 0, None),
        ("Get-Item nope", 2, None),
        ("grep x a", 1, Some(("no line matched", false))),
        ("Get-Date; grep x a", 1, Some(("no line matched", false))),
        ("grep x a; Get-Item nope", 1, Some(("a cmdlet reported an error", true))),
        ("git diff --quiet", 1, Some(("there are changes", false))),
        (
            "git status | Select-Object -First 1",
            128,
            Some(("git stopped with the error that it printed", true)),
        ),
        (
            "grep x a | Select-Object -First 1",
            1,
            Some(("no line matched, or a cmdlet reported an error", true)),
        ),
        (
            "grep x a | Select-Object -First 1",
            2,
            Some(("a file could not be read, or the pattern is wrong", true)),
        ),
        ("make && grep x a", 1, Some(("no line matched, or a command before it failed", true))),
        ("make || grep x a", 1, Some(("no line matched", false))),
        ("& grep x a", 1, Some(("no line matched", false))),
        ("unknown", 139, Some(("ended by SIGSEGV: it accessed memory that it may not use", true))),
        ("unknown", 1, None),
        ("exit 3", 3, None),
        ("if ($x) { grep x a }", 1, None),
        ("foreach ($f in 1..3) { grep x a }", 1, None),
        ("Get-Item 'x", 1, None),
        ("", 1, None),
    ];
    assert_meanings(Dialect::PowerShell, cases);
}

fn assert_meanings(shell: Dialect, cases: &[(&str, u8, Meaning)]) {
    let mut wrong: Vec<String> = Vec::new();
    for (command, status, expected) in cases {
        let found = exit_meaning(command, shell, *status);
        let found = found.as_ref().map(|it| (it.means.as_ref(), it.failure));
        if found != *expected {
            wrong.push(format!("`{command}` with {status}: {found:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
