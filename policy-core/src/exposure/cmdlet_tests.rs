//! What deny rules see of cmdlets: of the programs that they start, of their lists and of the files that they copy.

use super::held::hold_in;
use crate::Decision::{Allow, Ask, Deny};
use crate::Dialect;

#[test]
fn a_program_that_a_cmdlet_starts_is_seen_among_arguments_that_only_the_run_knows() {
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Bash(git push:*)"]}"#,
        &[
            (Deny, "Start-Process git -ArgumentList push"),
            (Deny, "Start-Process git -ArgumentList '-C', 'a,b', 'push'"),
            (Deny, "Start-Process git -ArgumentList '-P', '-p', 'push'"),
            (Deny, "Start-Process git -ArgumentList '-P push'"),
            (Ask, "Start-Process git -ArgumentList '-P,push', '-v', 'x'"),
            (Deny, "Start-Process git -ArgumentList '-C', $x, push"),
            (Deny, "Start-Process git -ArgumentList '-C', \"$x\", 'push'"),
            (Deny, "Start-Process git -ArgumentList '-C', (pwd), push"),
            (Deny, "Start-Process git -ArgumentList:'-C', $x, push"),
            (Deny, "saps git '-C', $x, push"),
            (Deny, "Start-Process git -ArgumentList \"-C a,b $x push\""),
            (Ask, "Start-Process git -ArgumentList $x"),
            (Ask, "Start-Process git -ArgumentList \"a,b $x\""),
            (Ask, "Start-Process git -ArgumentList (x)"),
            (Ask, "Start-Process git -ArgumentList {push}"),
            (Ask, "Start-Process $x -ArgumentList push"),
            (Ask, "Start-Process \"g$x\" push"),
            (Allow, "Start-Process git -ArgumentList status"),
            (Allow, "Start-Process git -ArgumentList 'log', 'push,$x'"),
            (Allow, "Start-Process git"),
        ],
    );
}

#[test]
fn a_list_hides_no_element_that_is_written_out() {
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Read(./.env)"]}"#,
        &[
            (Deny, "Get-Content $x, .env"),
            (Deny, "Get-Content \"src/$x\", '.env'"),
            (Deny, "Get-Content src/a, $x, .env"),
            (Deny, "Get-Content -Path:\"src/$x\", .env"),
            (Deny, "Get-Content @{a=1}, .env"),
            (Ask, "Get-Content src/a, $x"),
            (Ask, "Get-Content '', $x"),
            (Ask, "Get-Content \"src/$x\", \"$y\""),
            (Allow, "Get-Content src/a, \"src/$x\""),
        ],
    );
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Read(~/secret)"]}"#,
        &[(Deny, "Get-Content $HOME/secret, a"), (Deny, "Get-Content a, \"$HOME/secret\"")],
    );
    hold_in(
        Dialect::PowerShell,
        "{}",
        &[
            (Ask, "Remove-Item -Recurse $x, /"),
            (Ask, "Remove-Item -Recurse \"src/$x\", ~"),
            (Ask, "Remove-Item -Recurse ~, $x"),
            (Ask, "Remove-Item -Recurse src/a, (x), /"),
            (Ask, "Remove-Item -Recurse {x}, /"),
            (Ask, "Remove-Item -Recurse $x, `/"),
            (Allow, "Remove-Item -Recurse $x, src"),
            (Allow, "Remove-Item -Recurse $x"),
        ],
    );
    hold_in(
        Dialect::PowerShell,
        "{}",
        &[
            (Ask, "rm -rf build, /"),
            (Ask, "rm -rf 'build', '/'"),
            (Ask, "rm -rf $x, /"),
            (Ask, "sudo rm -rf \"src/$x\", /, b"),
            (Ask, "pwsh -c \"rm -rf build, /\""),
            (Allow, "rm -rf build, src"),
            (Allow, "rm -rf $x, src"),
            (Allow, "echo a, /"),
        ],
    );
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Bash(git push:*)"]}"#,
        &[
            (Deny, "git 'push', x"),
            (Deny, "git push, $x"),
            (Deny, "git '-C', $x, push"),
            (Ask, "git $x, log"),
            (Allow, "git log $x, y"),
        ],
    );
}

#[test]
fn a_rule_about_edits_may_be_about_a_copy_of_a_file_that_only_the_run_knows() {
    hold_in(
        Dialect::PowerShell,
        r#"{"deny":["Edit(./hidden/**)"]}"#,
        &[
            (Ask, "Copy-Item a $x"),
            (Ask, "Copy-Item $x b"),
            (Ask, "Move-Item a $x"),
            (Allow, "Copy-Item a b"),
            (Allow, "Get-Content $x"),
        ],
    );
}
