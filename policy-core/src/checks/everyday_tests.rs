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
