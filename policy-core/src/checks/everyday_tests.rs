//! What agents type all day raises none of the checks 13 to 23.

use alloc::string::String;
use alloc::vec::Vec;

use super::story_tests::spotted;
use super::{Example, Expectation};
use crate::script::Dialect;

const EVERYDAY: &[&str] = &[
    "git commit -m \"fix: don't; use #12 & co\"",
    "git commit -m 'feat(parser): read {a,b} and $x'",
    "git commit -m 'don'\\''t' && git push",
    "git commit -m \"one\n\n- two\n- three; four\" && git log -1",
    "git commit -m \"$(cat <<'EOF'\nfix: one\n\n# heading\n* it's done\nEOF\n)\"",
    "git log --oneline -20 | head",
    "git log --grep=#12 --format='%h %s'",
    "git show HEAD@{1} --stat",
    "git diff HEAD~1 -- src/main.rs",
    "git stash list; git status -sb",
    "git rev-parse --abbrev-ref @{u}",
    "grep -rn \"TODO\" src/ | head -20",
    "grep -rn 'a\\|b' src/ --include=\"*.rs\"",
    "grep -E '^(a|b)#' f | wc -l",
    "grep -n environ src/lib.rs",
    "rg -n 'fn \\w+\\(' -g '*.rs'",
    "rg \"it's\" docs",
    "find . -name \"*.rs\" -not -path \"./target/*\"",
    "find . -type f -exec grep -l x {} \\;",
    "find . -type f -exec grep -l x {} +",
    "find . \\( -name '*.ts' -o -name '*.tsx' \\) | xargs wc -l",
    "find . -name '*.log' -print0 | xargs -0 -I{} ls -l {}",
    "for f in *.md; do wc -l \"$f\"; done",
    "for i in 1 2 3; do echo $i; done",
    "while read -r line; do echo \"$line\"; done < list.txt",
    "if [ -f a ]; then cat a; else echo no; fi",
    "case $x in a|b) ls;; *) pwd;; esac",
    "{ ls; pwd; } | sort",
    "(cd sub && ls)",
    "awk '{print $1}' f | sort | uniq -c",
    "awk -F: '\n  # users\n  {print $1}\n' /etc/passwd",
    "sed -n '1,20p' f",
    "sed -e 's#a#b#g' -e 's/x\\/y/z/' f | head",
    "sed 's/\\&/x/' f",
    "jq -r '.items[] | select(.id == \"x\") | .name' f.json",
    "jq '\n  .a # first\n  | .b\n' f.json",
    "ls -la ~/dir",
    "ls -la | head -20; pwd",
    "mkdir -p src/{a,b}",
    "ls my\\ file.txt 'other file.txt'",
    "cat Program\\ Files/app.txt | head",
    "cat /proc/cpuinfo | head -5",
    "cat /proc/meminfo /proc/self/status",
    "ls /proc/$$/fd",
    "ps aux | grep node",
    "ps -ef | grep -v grep",
    "ps -eo pid,ppid,etime,command --sort=-etime | head",
    "curl -s https://example.com/page#part | jq .",
    "curl -X POST -d '{\"a\": \"b;c\"}' -H 'Content-Type: application/json' http://localhost:3000/x",
    "curl -d \"{\\\"a\\\": 1}\" localhost && echo ok",
    "cargo test -p policy-core -- --nocapture 2>&1 | tail -20",
    "RUST_BACKTRACE=1 cargo test some::test",
    "npm run build && npm test",
    "npx tsc --noEmit 2>&1 | head -50",
    "python3 -c 'import os; print(os.environ)'",
    "python3 -c \"\n# counts\nimport sys\nprint(len(sys.argv))\n\"",
    "node -e 'console.log(`a ${1 + 1}`)'",
    "docker ps --format '{{.Names}}'",
    "kubectl get pods -o jsonpath='{.items[*].metadata.name}'",
    "echo \"done; it's # fine\"; ls",
    "echo \"café 漢字 — “quoted” ✅\"",
    "git commit -m '❤️ 👨‍💻 done'",
    "tr -d '\\\\' < f | tr '\\n' ' '",
    "xargs -I{} cp {} dir/ < list",
    "printf '%s\\n' \"$x\" | sort -u",
    "printf '\\033[1mbold\\033[0m\\n'",
    "test -n \"$x\" && echo ${x} ${#x}",
    "gh pr create --title 'x' --body \"## Summary\n- one\n\n## Test plan\n- [ ] two\"",
    "gh issue view 12 --json title,body",
    "nix build .#tool && ./result/bin/tool",
    "# build it, don't test it\ncargo build\n# then list\nls target",
    "# look at `src`, \"all\" of it (twice)\nls src\n",
    "set -e\ncd src # go there\nls\n\n# count\nwc -l *.rs",
    "ls \\\n  -la \\\n  src",
    "cat > notes.md <<'EOF'\n# Title\nit's \"open\n/proc/self/environ\nEOF",
    "diff a.txt b.txt | less",
    "tail -n +5 f | cut -d' ' -f2 | paste -sd,",
    "tar -tzf a.tar.gz | grep '\\.rs$'",
    "basename \"$(pwd)\"; date +%s",
    "make -j4 2>&1 | tee build.log | tail",
];

/// What agents type all day in PowerShell, besides the cases that are allowed.
const EVERYDAY_OF_POWERSHELL: &[&str] = &[
    "git commit -m \"fix: don't; use #12 & co\"",
    "git log --oneline -20 | Select-Object -First 5",
    "git log '--format=%h %s' -5",
    "git diff HEAD~1 -- src/main.rs",
    "npm run build; if ($?) { npm test }",
    "npm test 2>&1 | Select-Object -Last 20",
    "dotnet build -c Release /p:Version=1.0",
    "dotnet test --filter 'Name~Parser' | Out-String",
    "cargo test -p policy-core -- --nocapture 2>&1 | Select-Object -Last 20",
    "python -m pytest tests -k 'a and b'",
    "node -e 'console.log(1)'",
    "docker ps --format '{{.Names}}'",
    "rg -n 'fn \\w+\\(' -g '*.rs'",
    "rg '\\\\server' docs",
    "$env:RUST_BACKTRACE = '1'; cargo test",
    "$ErrorActionPreference = 'Stop'\r\n$ProgressPreference = 'SilentlyContinue'\r\nnpm ci",
    "$files = Get-ChildItem src -Recurse -Filter *.ts\nforeach ($f in $files) { $f.Name }",
    "Get-ChildItem -Recurse | Where-Object { $_.Length -gt 1mb } | ForEach-Object { $_.FullName }",
    "Get-Process | Where-Object { $_.ProcessName -match 'node' } | Select-Object Id, ProcessName",
    "Copy-Item -Recurse src/a dist/a",
    "New-Item -ItemType Directory -Force -Path build | Out-Null",
    "Set-Content -Path a.txt -Value 'x'",
    "Remove-Item -Recurse -Force node_modules",
    "Invoke-WebRequest https://example.com/a.zip -OutFile a.zip",
    "Invoke-RestMethod http://localhost:3000/health | ConvertTo-Json",
    "try { Get-Item a -ErrorAction Stop } catch { Write-Output $_.Exception.Message }",
    "[math]::Round(1.5)",
    "[System.IO.File]::ReadAllText('a.txt')",
    "(Get-Content a.json | ConvertFrom-Json).version.Split('.')[0]",
    "'a b'.Trim().ToUpper()",
    "$x = @{ a = 1; b = 'c' }; $x.a",
    "Start-Sleep -Seconds 5; Get-Content log.txt -Tail 5",
    "Start-Process npm -ArgumentList 'start' -NoNewWindow",
    "Get-Content src/a.rs | Select-String -Pattern 'unsafe' -Context 2",
    "cd src; ls; cd ..",
    "Test-Path ./a.txt -PathType Leaf",
    "pwsh -NoProfile -File build.ps1",
    "& ./build.ps1 -Release",
    "(Get-Command git).Source",
    "wsl ls -la",
    "while ($true) { Get-Date; break }",
    "gh pr create --title 'x' --body \"## Summary`n- one\"",
    "git commit -m @'\nfix: one\n\n# heading\n'@",
];

/// The places that checks of PowerShell report, but for redirects and what is left open.
fn fires_in_powershell(command: &str) -> Vec<String> {
    let shells = [Dialect::PowerShell, Dialect::PowerShellOnWindows];
    let places = shells.into_iter().flat_map(|dialect| {
        spotted(&Example { expectation: Expectation::Silent, dialect, command: command.into() })
    });
    let own = places.filter(|it| !matches!(it.check.number, 1 | 10));
    own.map(|it| alloc::format!("{} in {command:?}", it.check.code.name)).collect()
}

#[test]
fn no_check_fires_on_what_is_allowed_or_typed_all_day_in_powershell() {
    let allowed = test_support::cases::commands(test_support::cases::POWERSHELL_HARMLESS);
    let commands = allowed.into_iter().chain(EVERYDAY_OF_POWERSHELL.iter().map(|it| String::from(*it)));
    let wrong: Vec<String> = commands.flat_map(|command| fires_in_powershell(&command)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(EVERYDAY_OF_POWERSHELL.len() >= 40);
}

fn checks_that_fire(command: &str, dialect: Dialect) -> Vec<String> {
    let example = Example { expectation: Expectation::Silent, dialect, command: command.into() };
    let places = spotted(&example).into_iter().filter(|it| it.check.number >= 13);
    places.map(|it| alloc::format!("{} in {command:?}", it.check.code.name)).collect()
}

#[test]
fn no_check_fires_on_everyday_commands() {
    let wrong: Vec<String> =
        EVERYDAY.iter().flat_map(|command| checks_that_fire(command, Dialect::Bash)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(EVERYDAY.len() >= 60);
}

#[test]
fn no_check_but_that_of_zsh_minds_the_shell() {
    for command in EVERYDAY {
        let wrong = checks_that_fire(command, Dialect::Zsh);
        let wrong: Vec<_> =
            wrong.iter().filter(|it| !it.starts_with("ZSH_") && !it.starts_with("BRACE_")).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
