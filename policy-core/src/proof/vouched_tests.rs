//! What a proof and an allow rule vouch for, and what they leave to a person.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use crate::Decision::{self, Allow, Ask, Deny};
use crate::limits::WRAPPERS_MAX;
use crate::{Dialect, Engine, Policy, Request, Source, Verdict};

/// The verdict in `/repo` under these rules.
fn check(rules: &str, command: &str) -> Verdict {
    let text = format!(r#"{{"permissions":{rules}}}"#);
    let source = Source { name: "s".into(), text, root: Some("/repo".into()), ..Source::default() };
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    Engine::new(Policy::from_sources(&[source]).unwrap_or_default()).check(&request)
}

fn hold(rules: &str, rows: &[(Decision, &str)]) {
    let mut wrong = String::new();
    for (expected, command) in rows {
        let verdict = check(rules, command);
        if verdict.decision != *expected {
            let (found, code) = (verdict.decision.name(), verdict.reason.code);
            let _ = writeln!(wrong, "{found} {code} instead of {}: {command}", expected.name());
        }
    }
    assert_eq!(wrong, "", "under {rules}");
}

#[test]
fn find_runs_what_only_reads_on_names_below_its_starting_points() {
    hold(
        "{}",
        &[
            (Allow, "find . -exec cat {} \\;"),
            (Allow, "find -exec cat {} \\;"),
            (Allow, "find a -exec cat {} \\;"),
            (Allow, "find ./a ./b -exec cat {} +"),
            (Allow, "find ./a b -exec cat {} +"),
            (Ask, "find .. -exec cat {} \\;"),
            (Ask, "find / -exec cat {} \\;"),
            (Ask, "find ~ -exec cat {} \\;"),
            (Ask, "find . .. -exec cat {} \\;"),
            (Ask, "find . / -exec cat {} \\;"),
            (Allow, "find . -exec grep x-{} y \\;"),
            (Allow, "find a -exec sort {} \\;"),
            (Allow, "find ./a ./b -exec sort {} +"),
            (Ask, "find ./a b -exec sort {} +"),
            (Ask, "find a b -exec sort {} \\;"),
            (Ask, "find . -exec sort -o a {} \\;"),
            (Ask, "find . -exec sort --unheard {} \\;"),
            (Ask, "find . -exec unheard-of {} \\;"),
            (Ask, "find . -exec sh -c ls \\;"),
            (Allow, "find . -exec ls {} +"),
            (Ask, "find . -exec head -n {} +"),
            (Allow, "find . -exec printenv HOME \\;"),
            (Ask, "find . -exec printenv \\;"),
        ],
    );
}

#[test]
fn what_never_ends_asks_unless_something_ends_it() {
    hold(
        "{}",
        &[
            (Ask, "cat /dev/zero"),
            (Allow, "head -c 5 /dev/zero"),
            (Allow, "cat /dev/zero | head -c 5"),
            (Ask, "sort /dev/zero | head -c 5"),
            (Ask, "cat < /dev/zero"),
            (Ask, "wc /dev/zero"),
            (Allow, "cat a | head -c 5"),
        ],
    );
}

#[test]
fn xargs_cuts_names_as_they_were_joined() {
    hold(
        "{}",
        &[
            (Allow, "git ls-files | xargs cat"),
            (Allow, "git ls-files -z | xargs -0 cat"),
            (Allow, "git ls-files | xargs -d '\\n' cat"),
            (Ask, "git ls-files -z | xargs cat"),
            (Ask, "git ls-files | xargs -0 cat"),
            (Ask, "git ls-files | xargs -d x cat"),
            (Allow, "git ls-files | xargs -I{} cat {}"),
            (Ask, "git ls-files | xargs -I{} cat a{}"),
            (Ask, "git ls-files | xargs -I{} {} a"),
            (Ask, "git ls-files | nice xargs -0 cat"),
            (Allow, "git ls-files -z | nice xargs -0 cat"),
            (Allow, "git ls-files -z | nice -n 5 xargs -0 -n1 cat"),
            (Ask, "git ls-files | xargs cat -0"),
            (Ask, "git ls-files -z | xargs cat -0"),
            (Ask, "git ls-files | xargs -I{} cat {}.txt"),
            (Allow, "git ls-files | nice xargs -I{} cat {}"),
            (Ask, "git ls-files | nice xargs -I{} {} a"),
        ],
    );
}

#[test]
fn a_wrapper_without_a_command_is_a_command_of_its_own() {
    hold("{}", &[(Allow, "nice"), (Allow, "timeout 5 ls"), (Ask, "timeout 5"), (Ask, "nohup")]);
}

#[test]
fn no_rule_covers_a_path_that_is_hidden_from_a_deny_rule() {
    hold(
        r#"{"allow":["Bash(cat:*)"],"deny":["Read(./.env)"]}"#,
        &[
            (Allow, "cat a"),
            (Allow, "cat *"),
            (Ask, "cat $x"),
            (Ask, "git ls-files | xargs cat"),
            (Ask, "find . | xargs cat"),
            (Ask, "for f in *; do cat $f; done"),
            (Allow, "for f in a b; do cat $f; done"),
            (Allow, "cat <(ls)"),
            (Allow, "cat $#"),
            (Allow, "cat $((1+1))"),
            (Deny, "cat sub/../.env"),
        ],
    );
    let exact = r#"{"allow":["Bash(cat $x)","Bash(cat a)"],"deny":["Read(./.env)"]}"#;
    hold(exact, &[(Ask, "cat $x"), (Allow, "cat a")]);
}

#[test]
fn a_command_is_looked_for_behind_as_many_wrappers_as_the_limit_says() {
    let nices = |count: usize| format!("{}ls", "nice ".repeat(count));
    hold("{}", &[(Allow, &nices(WRAPPERS_MAX)), (Ask, &nices(WRAPPERS_MAX + 1))]);
}

#[test]
fn what_reads_no_path_does_not_ask_for_its_directory() {
    hold(
        r#"{"allow":["Bash(cd:*)"]}"#,
        &[
            (Allow, "cd .. && date"),
            (Allow, "cd .. && echo x"),
            (Ask, "cd .. && ls"),
            (Ask, "cd .. && git status"),
        ],
    );
}

#[test]
fn a_protected_path_in_one_command_is_no_objection_to_another() {
    let verdict = check(r#"{"allow":["Bash(sh:*)"]}"#, "bash -c 'ls > .git/config'; sh -c unheard");
    let decisions = verdict.commands.iter().map(|command| command.decision);
    assert!(decisions.eq([Ask, Allow]), "{:?}", verdict.commands);
}

#[test]
fn a_rule_names_the_words_that_measure_a_pipeline() {
    hold(
        r#"{"allow":["Bash(time -p make)","Bash(time make)","Bash(time -p tool x)"]}"#,
        &[
            (Allow, "time make"),
            (Allow, "time -p make"),
            (Ask, "time -p make x"),
            (Allow, "! time make"),
            (Ask, "time make; make"),
            (Ask, "make"),
            (Allow, "( time make )"),
            (Ask, "time ( make )"),
            (Allow, "time make | ls"),
            (Ask, "ls | make"),
            (Allow, "time -p tool x"),
            (Ask, "time tool x"),
            (Ask, "time -p ls; tool x"),
        ],
    );
    hold(
        r#"{"allow":["Bash(time ls make)"]}"#,
        &[(Allow, "time ls make"), (Ask, "time ls\nmake"), (Ask, "time ls; make")],
    );
}

#[test]
fn a_rule_covers_no_redirect_and_no_assignment_that_it_does_not_name() {
    hold(
        r#"{"allow":["Bash(tool x)"]}"#,
        &[
            (Allow, "tool x"),
            (Ask, "FOO=1 tool x"),
            (Ask, "FOO=$y tool x"),
            (Ask, "> f"),
            (Ask, "> f; tool x"),
            (Ask, "tool x > f"),
            (Allow, "echo $(< a)"),
        ],
    );
}

#[test]
fn the_environment_is_printed_by_what_lists_it() {
    hold(
        "{}",
        &[
            (Ask, "env"),
            (Ask, "printenv"),
            (Ask, "printenv -0"),
            (Allow, "printenv HOME"),
            (Ask, "printenv HOME API_TOKEN"),
            (Ask, "printenv $x"),
            (Allow, "printenv --help"),
            (Allow, "printenv --version"),
            (Allow, "test -n \"$API_TOKEN\""),
            (Allow, "X=$HOME; echo $X"),
            (Allow, "X=$PWD; echo $X"),
            (Ask, "A_TOKEN=$B_TOKEN; echo $A_TOKEN"),
            (Allow, "KEY=a; KEY=$KEY.b; echo $KEY"),
        ],
    );
}

#[test]
fn a_function_in_the_place_of_a_wrapper_proves_nothing_of_the_command_behind_its_name() {
    for (command, expected) in [
        ("nice() { ls; }; nice unheard-of", [Allow, Ask]),
        ("f() { ls; }; nice f", [Allow, Ask]),
        ("f() { ls; }; f unheard-of", [Allow, Allow]),
    ] {
        let verdict = check("{}", command);
        assert!(
            verdict.commands.iter().map(|it| it.decision).eq(expected),
            "{command}: {:?}",
            verdict.commands
        );
    }
}

#[test]
fn a_shell_that_runs_a_program_for_a_redirect_reads_one_file_by_itself() {
    for (expected, command) in [
        (Allow, "echo $(< a)"),
        (Ask, "echo $(3< a)"),
        (Ask, "echo $(> a)"),
        (Ask, "echo $(< a < b)"),
        (Ask, "echo $(< a; ls)"),
        (Ask, "< a"),
    ] {
        let source = Source {
            name: "s".into(),
            text: r#"{"permissions":{"defaultMode":"acceptEdits"}}"#.into(),
            root: Some("/repo".into()),
            ..Source::default()
        };
        let mut request = Request::new(command);
        (request.cwd, request.home, request.shell) = (Some("/repo"), Some("/home/u"), Dialect::Zsh);
        request.facts.no_links = true;
        let policy = Policy::from_sources(&[source]).unwrap_or_default();
        assert_eq!(Engine::new(policy).check(&request).decision, expected, "{command}");
    }
}

#[test]
fn git_asks_about_a_place_that_other_programs_may_read() {
    hold(
        "{}",
        &[
            (Allow, "cat /tmp/x"),
            (Ask, "git log -- /tmp/x"),
            (Ask, "git ls-files /tmp/x"),
            (Ask, "git -C /tmp/x status"),
            (Allow, "git log -- x"),
        ],
    );
}

#[test]
fn a_suggested_rule_ends_openly_where_no_further_word_does_harm() {
    for (command, expected) in [
        ("terraform show $x", &["Bash(terraform show:*)"][..]),
        ("az list $x", &["Bash(az list:*)"]),
        ("objdump a $x", &[]),
        ("sort a $x", &[]),
    ] {
        assert_eq!(check("{}", command).suggestions, expected, "{command}");
    }
}

#[test]
fn a_suggested_rule_names_what_is_the_same_at_every_turn() {
    for (command, expected) in [
        ("x=a; git add $x", "Bash(git add a)"),
        ("for f in a b; do git add c; done", "Bash(git add c)"),
        ("for f in a b; do git add $f; done", "Bash(git add:*)"),
        ("git add $f", "Bash(git add:*)"),
    ] {
        assert_eq!(check("{}", command).suggestions, [expected], "{command}");
    }
}

#[test]
fn a_reason_says_what_is_wrong_at_its_place() {
    for (command, message) in [
        ("find . -exec sort -o a {} \\;", "writes the result to a file"),
        ("find . -exec sort --unheard {} \\;", "an option that is not known to be harmless"),
        ("find . -exec unheard {} \\;", "run by `find`, and not known to only read"),
        ("env", "it prints variables of the environment"),
        ("echo $A_TOKEN", "the name of the variable `A_TOKEN`"),
        ("timeout 5", "`timeout`: runs another command"),
        ("touch a", "`touch` changes files"),
        ("uniq a.txt -c", "`uniq` with `-c`"),
    ] {
        let reason = check("{}", command).reason;
        assert!(reason.message.contains(message), "{command}: {}", reason.message);
    }
    let verdict = check("{}", "cd /etc && ls");
    let findings = verdict.findings.iter().map(|finding| (finding.span, finding.message.as_str()));
    let inside = "the directory that it is in is outside the working directories";
    assert!(
        findings.clone().any(|it| it == (crate::Span::new(11, 13), inside)),
        "{:?}",
        findings.collect::<alloc::vec::Vec<_>>()
    );
}

/// The verdict in PowerShell under these permissions.
#[cfg(feature = "powershell")]
fn check_powershell(permissions: &str, is_cleaned: bool, command: &str) -> Verdict {
    let text = format!(r#"{{"permissions":{permissions}}}"#);
    let source = Source { name: "s".into(), text, root: Some("/repo".into()), ..Source::default() };
    let mut request = Request::new(command);
    (request.cwd, request.home, request.shell) = (Some("/repo"), Some("/home/u"), Dialect::PowerShell);
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    request.facts.environment_cleaned = is_cleaned;
    Engine::new(Policy::from_sources(&[source]).unwrap_or_default()).check(&request)
}

#[cfg(feature = "powershell")]
fn hold_powershell(permissions: &str, rows: &[(Decision, &str)]) {
    let mut wrong = String::new();
    for (expected, command) in rows {
        let verdict = check_powershell(permissions, false, command);
        if verdict.decision != *expected {
            let (found, code) = (verdict.decision.name(), verdict.reason.code);
            let _ = writeln!(wrong, "{found} {code} instead of {}: {command}", expected.name());
        }
    }
    assert_eq!(wrong, "", "under {permissions}");
}

#[cfg(feature = "powershell")]
#[test]
fn files_that_come_down_a_pipeline_are_judged_unless_arguments_name_them() {
    hold_powershell(
        r#"{"defaultMode":"acceptEdits"}"#,
        &[
            (Allow, "Get-ChildItem src | Get-Content"),
            (Ask, "Import-Csv a.csv | Get-Content"),
            (Allow, "Import-Csv a.csv | Get-Content b"),
            (Allow, "Get-ChildItem src | Copy-Item -Destination b"),
            (Ask, "Import-Csv a.csv | Copy-Item -Destination b"),
            (Ask, "Import-Csv a.csv | Move-Item -Destination b"),
            (Ask, "Import-Csv a.csv | Compress-Archive -DestinationPath b.zip"),
            (Allow, "New-Item b"),
            (Ask, "Import-Csv a.csv | New-Item -Path b"),
            (Ask, "Import-Csv a.csv | Rename-Item -Path a"),
            (Ask, "Import-Csv a.csv | Set-ItemProperty a"),
            (Ask, "Import-Csv a.csv | Get-CimInstance Win32_Process"),
            (Allow, "'x' | Set-Content a.txt"),
        ],
    );
    hold_powershell(
        "{}",
        &[
            (Allow, "'a' | Get-Content"),
            (Ask, "$x | Get-Content"),
            (Ask, "@('a') | Get-Content"),
            (Ask, "'a' | Get-Item"),
            (Ask, "'a' | Copy-Item -Destination b"),
        ],
    );
}

#[cfg(feature = "powershell")]
#[test]
fn a_secret_file_that_is_listed_is_shown_by_nothing() {
    hold_powershell(
        "{}",
        &[
            (Allow, "gci .env"),
            (Allow, "gci .env | Get-Item"),
            (Ask, "gci .env | gc"),
            (Ask, "gci src | gc; gci .env"),
            (Allow, "gc a | gc; gci .env"),
            (Ask, "gci .env | % { gc $_.FullName }"),
            (Ask, "gci .env | % { Select-String $_ a }"),
            (Allow, "gci .env | % { Get-Item $_.FullName }"),
            (Allow, "foreach ($f in gci .env) { Test-Path $f }"),
            (Allow, "gci .env; gc a -TotalCount $x"),
            (Allow, "gci .env; Select-String $x a"),
            (Allow, "gci src | % { gc $_.FullName }"),
        ],
    );
    hold_powershell(
        r#"{"askForSecrets":false}"#,
        &[(Allow, "gci .env | gc"), (Allow, "gci .env | % { gc $_.FullName }")],
    );
}

#[cfg(feature = "powershell")]
#[test]
fn an_object_that_may_be_a_file_is_read_by_nothing_without_a_question() {
    hold_powershell(
        r#"{"allow":["Bash(Get-ChildItem:*)"]}"#,
        &[
            (Ask, "Select-String x -InputObject (gi .env)"),
            (Ask, "$x = gi .env; Select-String x -InputObject $x"),
            (Ask, "gci ~ | % { Select-String x -InputObject $_ }"),
            (Ask, "foreach ($f in gci ~) { Format-Hex -InputObject $f }"),
            (Ask, "Format-Hex -InputObject (gi .env)"),
            (Ask, "ConvertFrom-Markdown -InputObject (gi .env)"),
            (Ask, "Show-Markdown -InputObject (gi .env)"),
            (Allow, "Select-String x -InputObject 'a x'"),
            (Allow, "Format-Hex -InputObject a"),
        ],
    );
}

#[cfg(feature = "powershell")]
#[test]
fn an_expression_shows_no_secret_of_the_environment_without_a_question() {
    let rows = [
        (Ask, "$env:API_TOKEN"),
        (Ask, "$ENV:api_token.Length"),
        (Ask, "\"x ${env:API_TOKEN}\""),
        (Ask, "$x = $env:API_TOKEN"),
        (Allow, "$env:USER"),
        (Allow, "$API_TOKEN"),
    ];
    hold_powershell("{}", &rows);
    let all = rows.map(|(_, command)| (Allow, command));
    hold_powershell(r#"{"askForSecrets":false}"#, &all);
    for (_, command) in rows {
        assert_eq!(check_powershell("{}", true, command).decision, Allow, "{command}");
    }
    let reason = check_powershell("{}", false, "$env:API_TOKEN").reason;
    assert!(reason.message.contains("the name of the variable `API_TOKEN`"), "{}", reason.message);
}

#[cfg(feature = "powershell")]
#[test]
fn every_element_of_a_list_of_paths_is_judged() {
    hold_powershell(
        "{}",
        &[
            (Allow, "Get-Content src/a, b"),
            (Allow, "Get-Content src/a*"),
            // Where a pattern is an element, only its beginning and its end are known.
            (Ask, "Get-Content src/a*, b"),
            (Ask, "Get-Content a, $x"),
            (Ask, "Get-Content a, /etc/b"),
            (Ask, "$x = 'a'; Get-Content $x, .env"),
            (Ask, "$x = 'a'; Get-Content $x, ''"),
            (Ask, "gci src | % { Get-Content $_, .env }"),
            (Allow, "Get-ChildItem | Select-Object Name, @{ n = 'x'; e = { $_.Length } }"),
        ],
    );
    hold_powershell(
        r#"{"allow":["Bash(Get-Content:*)","Bash(Remove-Item:*)"]}"#,
        &[
            (Allow, "Get-Content \"src/$x\""),
            (Ask, "Get-Content src/a, $x, '.env'"),
            (Ask, "Remove-Item src/a, $x, '.git/config'"),
            (Ask, "Remove-Item -Recurse src/a, $x, /"),
        ],
    );
}
