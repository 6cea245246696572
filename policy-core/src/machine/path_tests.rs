//! What paths decide: protected ones, those outside, those that Windows spells otherwise, and links.

#![expect(clippy::panic, reason = "a test may stop at the first surprise")]

extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use Decision::{Allow, Ask, Deny};

use crate::{Decision, Engine, Mode, Need, Policy, Request, Source, Verdict};

/// One place to decide in, and what is known about it.
#[derive(Clone, Copy)]
struct Situation<'p> {
    policy: &'p str,
    mode: Mode,
    cwd: &'p str,
    home: &'p str,
    /// The host vouches that no path leads through a link.
    no_links: bool,
    /// Where paths lead.
    real: &'p [(&'p str, &'p str)],
}

const HERE: Situation<'_> =
    Situation { policy: "{}", mode: Mode::Default, cwd: "/repo", home: "/home/u", no_links: true, real: &[] };

impl Situation<'_> {
    fn check(&self, command: &str) -> Verdict {
        let source = Source {
            name: "settings.json".into(),
            text: self.policy.into(),
            root: Some(self.cwd.into()),
            ..Source::default()
        };
        let mut policy = match Policy::from_sources(&[source]) {
            Ok(policy) => policy,
            Err(errors) => panic!("{errors:?}"),
        };
        policy.mode = self.mode;
        // These tests are about rules; `secret_tests` has the names of secrets.
        policy.asks_for_secrets = false;
        let mut request = Request::new(command);
        request.cwd = Some(self.cwd);
        request.home = Some(self.home);
        request.facts.no_links = self.no_links;
        request.facts.system = Some(crate::System::Gnu);
        let real = self.real.iter().map(|(path, real)| (String::from(*path), String::from(*real)));
        request.facts.real_paths = real.collect();
        Engine::new(policy).check(&request)
    }

    /// The commands that are not decided as expected.
    fn wrong(&self, expected: Decision, commands: &[&str]) -> Vec<String> {
        let decided = commands.iter().map(|command| (command, self.check(command)));
        decided
            .filter(|(_, verdict)| verdict.decision != expected)
            .map(|(command, verdict)| {
                format!("{command:?}: {} {}", verdict.decision.name(), verdict.reason.message)
            })
            .collect()
    }

    #[track_caller]
    fn holds(&self, expected: Decision, commands: &[&str]) {
        let wrong = self.wrong(expected, commands);
        assert!(wrong.is_empty(), "expected {}: {wrong:#?}", expected.name());
    }
}

/// Every way to write that the tables know, to a protected path.
const PROTECTED: &[&str] = &[
    "mkdir .git/hooks",
    "mkdir -p .git/hooks",
    "touch .git/hooks/pre-commit",
    "touch sub/dir/.vscode/tasks.json",
    "cp x .git/hooks/pre-commit",
    "cp -l x .git/hooks/pre-commit",
    "cp -t .husky x",
    "mv x .bashrc",
    "mv .git/hooks x",
    "mv x sub/.envrc",
    "rm .npmrc",
    "rm -rf .git",
    "rm -rf sub/.git",
    "rm -rf .g*",
    "rm -f .git/*",
    "rmdir .idea",
    "tee .cargo/config.toml",
    "tee -a ~/.bashrc",
    "tee ~/.ssh/authorized_keys",
    "tee \"$HOME/.bashrc\" .zshrc",
    "sed -i s/a/b/ .gitmodules",
    "sed -i.bak s/a/b/ .gitconfig",
    "truncate -s 0 .pre-commit-config.yaml",
    "ln -s x .git/hooks/pre-commit",
    "ln -sf ../x .mcp.json",
    "link x .envrc",
    "unlink .yarnrc.yml",
    "shred -u .pnp.cjs",
    "install -m 755 x .git/hooks/pre-commit",
    "chmod +x .git/hooks/pre-commit",
    "sort x -o .npmrc",
    "find . -fprint .git/config",
    "touch .GIT/hooks/x",
    "touch .Git./config",
    "touch GIT~1/config",
    "touch '.git::$INDEX_ALLOCATION/x'",
    "touch 'a\\.git\\config'",
    "touch a/../.git/config",
    "touch ./.git//config",
    "cd .git && touch config",
    "cd sub && touch ../.git/config",
    "x=.git; touch $x/config",
    "for f in a .npmrc; do touch $f; done",
    "touch {a,.npmrc}",
    "timeout 5 touch .npmrc",
    "sudo touch .npmrc",
    "env A=1 touch .npmrc",
    "ls | xargs touch .npmrc",
    "find . -exec cp x .git/hooks/y \\;",
    "bash -c 'touch .npmrc'",
    "echo $(touch .npmrc)",
    "true && { touch .npmrc; }",
    "touch a; touch .npmrc",
    "echo x > .git/hooks/pre-commit",
    "echo x >> ~/.bashrc",
    "{ echo x; } > .envrc",
    "cat <<< x >| .npmrc",
];

/// What only looks like it.
const NOT_PROTECTED: &[&str] = &[
    "mkdir sub",
    "touch .gitignore",
    "touch .github/workflows/x.yml",
    "cp .git/config x",
    "cp .npmrc .npmrc.example",
    "rm -rf node_modules/.cache",
    "rm *.json",
    "rm .*.swp",
    "mv a b",
    "tee a.bashrc",
    "sed -i s/a/b/ src/main.rs",
    "chmod +x x.sh",
    "sort .npmrc -o x",
    "find .git -fprint x",
    "cd sub && touch x",
    "touch .env",
    "touch .claude/worktrees/a/src/main.rs",
    "sudo touch x",
    "git add .gitmodules",
];

#[test]
fn protected_paths_are_asked_about_whatever_writes_and_whatever_rule_allows_it() {
    let rules = r#"{"permissions":{"allow":["Bash","Edit(//**)","Read(//**)"]}}"#;
    for mode in [Mode::Default, Mode::AcceptEdits] {
        let place = Situation { policy: rules, mode, ..HERE };
        place.holds(Ask, PROTECTED);
        let unsaid: Vec<&&str> = PROTECTED
            .iter()
            .filter(|command| {
                !place.check(command).findings.iter().any(|finding| finding.code == "PATH_PROTECTED")
            })
            .collect();
        assert!(unsaid.is_empty(), "{unsaid:#?}");
        place.holds(Allow, NOT_PROTECTED);
    }
    let bypassed = Situation { policy: rules, mode: Mode::BypassPermissions, ..HERE };
    bypassed.holds(Allow, PROTECTED);
    let denied = Situation { policy: rules, mode: Mode::DontAsk, ..HERE };
    denied.holds(Deny, PROTECTED);
}

#[test]
fn accept_edits_accepts_edits_inside_and_no_protected_ones() {
    let place = Situation { mode: Mode::AcceptEdits, ..HERE };
    place.holds(Ask, PROTECTED);
    place.holds(
        Allow,
        &[
            "mkdir sub",
            "touch .gitignore a",
            "rm -rf build",
            "mv a b",
            "cp a b",
            "sed -i s/a/b/ src/a",
            "rmdir x",
        ],
    );
    place.holds(
        Ask,
        &[
            "touch /etc/x",
            "rm /dev/null",
            "mv a /dev/null",
            "rm ../x",
            "mkdir /repo-evil/x",
            "cp a ~/x",
            "mv a /repo/../x",
            "touch $x",
            "rm *",
            "touch ~u/x",
            "touch ~+/../x",
            "touch ~-/x",
            "rm -rf .",
            "touch 'C:\\x'",
            "touch C:/x",
            "touch '..\\x'",
        ],
    );
}

#[test]
fn a_path_is_inside_by_its_components_and_never_by_its_beginning() {
    HERE.holds(
        Allow,
        &[
            "cat a",
            "cat ./a",
            "cat /repo/a",
            "cat //repo/a",
            "cat /repo//a/./b",
            "cat sub/../a",
            "cat sub/",
            "cat ../repo/a",
            "cat file:b",
            "cat foo..",
            "cat ...",
            "cat 'a b '",
            "cat a~",
            "cat a~1",
            "cat con nul.txt",
            "cat 'a\\b'",
            "cat sub/*.rs",
            "cat {a,b}.rs",
            "cat ./{a,b}/*.rs",
            "cat host:path",
            "cat x:y/z",
            "cat '*'",
            "ls '[a'",
        ],
    );
    HERE.holds(
        Ask,
        &[
            "cat /repo-evil/x",
            "cat /repo2",
            "cat ../repo-evil/x",
            "cat /repo/../x",
            "cat sub/../../x",
            "cat /",
            "cat ..",
            "cat ../*",
            "cat sub/../../*",
            "cat {a,../b}",
            "cat {a,/etc/passwd}",
            "cat /etc/{passwd,shadow}",
            "cat ~/x",
            "cat ~",
            "cat ~root/x",
            "cat ~1",
            "cat ~+/x",
            "cat ~-/x",
            "cat .*/x",
            "cat $x",
            "cat \"$x\"/a",
            "cat ~1/../../x/../..",
            "cat ''/etc/passwd",
            "cat /etc/*",
            "cat .??/x",
        ],
    );
}

#[test]
fn the_null_device_is_one_text() {
    HERE.holds(
        Allow,
        &["ls > /dev/null", "ls 2>/dev/null", "ls &> /dev/null", "ls >> /dev/null", "cat /dev/null"],
    );
    HERE.holds(
        Ask,
        &[
            "ls > /dev/null/",
            "ls > /dev//null",
            "ls > /dev/./null",
            "ls > /dev/nullx",
            "ls > /dev/null2",
            "ls > /dev/null/..",
            "ls > //dev/null",
            "ls > /dev/../dev/null",
            "ls > /DEV/NULL",
            "ls > nul",
            "ls > NUL",
            "ls > /dev/nul?",
            "ls > /dev/{null,x}",
            "ls > $x/dev/null",
            "cat /dev/nullx",
            "cat /dev/null/..",
        ],
    );
    let edits = Situation { mode: Mode::AcceptEdits, ..HERE };
    edits.holds(Allow, &["tee /dev/null", "cp a /dev/null"]);
    edits.holds(Ask, &["tee /dev/nullx", "tee /dev/null/x", "tee /dev/./null", "tee /dev/null/"]);
}

#[test]
fn what_the_system_publishes_may_be_read_and_not_written() {
    HERE.holds(
        Allow,
        &[
            "cat /etc/os-release",
            "cat /proc/cpuinfo",
            "head -c 4 /dev/urandom",
            "grep -rn x /usr/include",
            "cat /usr/share/doc/x/y",
        ],
    );
    HERE.holds(
        Ask,
        &[
            "cat /etc/os-release/../passwd",
            "cat /etc/os-releasex",
            "cat /proc/self/environ",
            "cat /proc/1/cpuinfo",
            "cat /usr/include-evil/x",
            "cat /usr/include/../../etc/passwd",
            "tee /usr/include/x",
            "cat /etc/passwd",
            "rm /usr/share/doc/x",
            "cat /ETC/OS-RELEASE",
        ],
    );
}

#[test]
fn an_allow_needs_the_link_and_its_target_inside_and_a_deny_needs_either() {
    let asked = Situation { no_links: false, ..HERE };
    let verdict = asked.check("cat link");
    assert_eq!((verdict.decision, verdict.needs), (Ask, [Need::RealPath("/repo/link".into())].into()));
    for (real, read, edit) in [
        ("/repo/file", Allow, Allow),
        ("/repo/.git/config", Allow, Ask),
        ("/repo-evil/file", Ask, Ask),
        ("/etc/hosts", Ask, Ask),
        ("/", Ask, Ask),
        ("/repo/sub/../../etc", Ask, Ask),
    ] {
        let real = &[("/repo/link", real), ("/repo", "/repo"), ("/repo/sub", "/repo/sub")];
        Situation { real, mode: Mode::AcceptEdits, ..asked }
            .holds(read, &["cat link", "cat ./link", "cat sub/../link"]);
        Situation { real, mode: Mode::AcceptEdits, ..asked }.holds(edit, &["touch link", "tee ./link"]);
    }
    // The working directory may itself be reached through a link.
    let moved = Situation { real: &[("/repo", "/data/repo"), ("/repo/a", "/data/repo/a")], ..asked };
    moved.holds(Allow, &["cat a", "cat /repo/a"]);
    moved.holds(Ask, &["cat /data/repo/a"]);

    let policy = r#"{"permissions":{"deny":["Read(./secret)","Edit(//etc/**)"]}}"#;
    let linked =
        Situation { policy, real: &[("/repo/link", "/repo/secret"), ("/repo/secret", "/repo/x")], ..asked };
    linked.holds(Deny, &["cat link", "cat secret", "cat sub/../secret", "grep x link", "unknown link"]);
    let written = Situation { policy, real: &[("/repo/out", "/etc/x")], ..asked };
    written.holds(Deny, &["tee out", "ls > out", "cp a out"]);
    // An allow rule needs both as well.
    let policy = r#"{"permissions":{"allow":["Read(//data/**)"]}}"#;
    for (real, decision) in [("/data/y", Allow), ("/etc/y", Ask), ("/repo/y", Allow)] {
        Situation { policy, real: &[("/data/x", real), ("/repo", "/repo")], ..asked }
            .holds(decision, &["cat /data/x"]);
    }
}

/// Every spelling of one file on the drive `C:`.
const SPELLINGS: &[&str] = &[
    "'C:\\secrets\\a'",
    "\"C:\\secrets\\a\"",
    "C:\\\\secrets\\\\a",
    "C:/secrets/a",
    "c:/secrets/a",
    "/c/secrets/a",
    "/cygdrive/c/secrets/a",
    "/mnt/c/secrets/a",
    "'\\\\?\\C:\\secrets\\a'",
    "'//?/C:/secrets/a'",
    "'\\\\.\\C:\\secrets\\a'",
    "'\\??\\C:\\secrets\\a'",
    "'\\\\localhost\\c$\\secrets\\a'",
    "C:/secrets/./b/../a",
    "'C:\\secrets\\a::$DATA'",
    "'C:\\secrets\\a.'",
    "'C:\\secrets.\\a '",
];

#[test]
fn a_verdict_is_about_the_request_as_its_host_spells_it() {
    let engine = Engine::new(Policy::default());
    for (cwd, home) in [("/repo", "/home/u"), ("/c/repo", "/c/Users/u"), ("C:\\repo", "C:\\Users\\u")] {
        let request = Request { cwd: Some(cwd), home: Some(home), ..Request::new("ls") };
        assert_eq!(engine.check(&request).about, crate::verdict::About::request(&request), "{cwd}");
    }
}

#[test]
fn a_deny_rule_is_about_every_spelling_of_a_path() {
    for rule in [
        "Read(//c/secrets/**)",
        "Read(//mnt/c/secrets/**)",
        "Read(C:/secrets/**)",
        "Read(C:\\\\secrets\\\\a)",
    ] {
        let policy = format!(r#"{{"permissions":{{"deny":["{rule}"],"allow":["Bash"]}}}}"#);
        for (cwd, home) in [
            ("/repo", "/home/u"),
            ("/c/repo", "/c/Users/u"),
            ("/mnt/c/repo", "/home/u"),
            ("C:\\repo", "C:\\Users\\u"),
        ] {
            let place = Situation { policy: &policy, cwd, home, ..HERE };
            for spelling in SPELLINGS {
                place.holds(Deny, &[&format!("cat {spelling}"), &format!("unknown {spelling}")]);
            }
            place.holds(
                Allow,
                &["cat C:/secretsx/a", "cat /c/secret", "cat /mnt/d/secrets/a", "cat 'D:\\secrets\\a'"],
            );
        }
        // Where drives surely are, capital letters are small ones; elsewhere only a disk knows.
        for cwd in ["/c/repo", "C:\\repo"] {
            let place = Situation { policy: &policy, cwd, ..HERE };
            place.holds(Deny, &["cat C:/SECRETS/A", "cat '\\\\?\\C:\\Secrets\\A'", "cat /c/Secrets/A"]);
            place.holds(Deny, &["cat ../secrets/a", "cd .. && cat secrets/a"]);
        }
        let place = Situation { policy: &policy, ..HERE };
        place.holds(
            Ask,
            &["cat C:/SECRETS/A", "cat /c/Secrets/A", "cat 'C:\\SECRET~1\\a'", "cat C:/secret~1/a"],
        );
    }
    let policy =
        r#"{"permissions":{"deny":["Read(//server/share/**)","Read(//home/u/.ssh/**)"],"allow":["Bash"]}}"#;
    let place = Situation { policy, ..HERE };
    place.holds(
        Deny,
        &[
            "cat '\\\\server\\share\\x'",
            "cat //server/share/x",
            "cat '\\\\?\\UNC\\server\\share\\x'",
            "cat '\\\\wsl$\\Ubuntu\\home\\u\\.ssh\\id'",
            "cat '\\\\wsl.localhost\\Debian\\home\\u\\.ssh\\id'",
        ],
    );
    place.holds(Allow, &["cat '\\\\server\\other\\x'", "cat '\\\\wsl$\\Ubuntu\\home\\v\\.ssh\\id'"]);
}

#[test]
fn where_only_a_disk_knows_whether_a_deny_rule_is_about_a_name_it_asks() {
    let policy = r#"{"permissions":{"deny":["Read(./.env)","Edit(/Docs/**)"],"allow":["Bash"]}}"#;
    let place = Situation { policy, ..HERE };
    place.holds(Deny, &["cat .env", "touch Docs/a"]);
    place.holds(
        Ask,
        &[
            "cat .ENV",
            "cat .Env",
            "cat .env.",
            "cat '.env '",
            "cat '.env::$DATA'",
            "touch docs/a",
            "cat sub/../.ENV",
        ],
    );
    place.holds(Allow, &["cat .envx", "cat .en", "cat .env..x", "cat env", "touch doc/a"]);
    let verdict = place.check("cat .ENV");
    assert_eq!(verdict.needs, [Need::RealPath("/repo/.ENV".into())], "the host can settle it");
    assert_eq!(verdict.reason.rule.as_deref(), Some("Read(./.env)"));
    assert!(verdict.reason.message.contains("may match"), "{}", verdict.reason.message);
    Situation { policy, real: &[("/repo/.ENV", "/repo/.ENV")], ..HERE }.holds(Allow, &["cat .ENV"]);
    Situation { policy, real: &[("/repo/.ENV", "/repo/.env")], ..HERE }.holds(Deny, &["cat .ENV"]);
}

#[test]
fn a_deny_rule_is_about_paths_that_are_nearly_known() {
    let policy = r#"{"permissions":{"deny":["Read(~/.ssh/**)","Read(.env)","Edit(//etc/**)","Read(keys/*.pem)"],
        "allow":["Bash"]}}"#;
    for mode in [Mode::Default, Mode::BypassPermissions] {
        let place = Situation { policy, mode, ..HERE };
        place.holds(
            Deny,
            &[
                "cat ~/.ssh/id",
                "cat ~/.ssh/*",
                "cat \"$HOME/.ssh/id\"",
                "cat ${HOME}/.ssh/id",
                "cat $PWD/.env",
                "cat \"$(pwd)\"/.env",
                "cat ~+/.env",
                "cat sub/.env",
                "cat *.pem .env",
                "cat keys/*.pem",
                "cat < ~/.ssh/id",
                "ls > \"$HOME/../../etc/x\"",
                "tee /etc/*",
                "timeout 5 cat ~/.ssh/id",
                "bash -c 'cat ~/.ssh/id'",
                "unknown ~/.ssh/id",
                "cat {a,.env}",
            ],
        );
        place.holds(
            Ask,
            &[
                "cat .e*",
                "cat .??v",
                "cat ~/.s*/id",
                "cat ~/.*/id",
                "cat .[e]nv",
                "cat keys/*",
                "cat keys/a*",
                "cat sub/.e*",
                "tee /e*/x",
                "for f in .e*; do cat \"$f\"; done",
            ],
        );
        place.holds(
            Allow,
            &[
                "cat ~/.sshx/id",
                "cat *",
                "cat *.rs",
                "cat sub/*",
                "cat .g*",
                "cat ~/x",
                "cat \"$HOME/x\"",
                "cat keys/*.pub",
                "cat .envx",
                "tee ~/x",
                "for f in *.rs; do cat \"$f\"; done",
                "echo ~/.ssh/id",
                "unknown $x",
                "cargo test $x",
            ],
        );
    }
    // Of a path nothing may be known: no rule and no mode that allows the command answers for that, a person does.
    for mode in [Mode::Default, Mode::BypassPermissions] {
        Situation { policy, mode, ..HERE }.holds(
            Ask,
            &[
                "x=~/.ssh; cat $x/id",
                "cat $x/.env",
                "cat src/$x",
                "cat $x",
                "cat \"$1\"",
                "cat $(ls)",
                "tee \"$x\"",
                "rm \"$x\"",
                "cp \"$a\" \"$b\"",
            ],
        );
    }
    Situation { policy: r#"{"permissions":{"allow":["Bash"]}}"#, ..HERE }
        .holds(Allow, &["cat $x", "tee \"$x\""]);
}

#[test]
fn a_foreign_spelling_is_never_taken_for_a_path_inside() {
    HERE.holds(
        Ask,
        &[
            "cat 'C:\\x'",
            "cat C:/x",
            "cat 'C:\\repo\\x'",
            "cat '\\\\server\\share'",
            "cat '\\\\repo\\a'",
            "cat '..\\x'",
            "cat 'a\\..\\..\\x'",
            "cat '\\x'",
            "cat '\\\\?\\C:\\x'",
            "cat //?/C:/x",
            "cat '\\\\wsl$\\U\\etc\\passwd'",
            "cat '\\\\.\\COM1'",
            "cat C:/PROGRA~1/x",
            "cd 'C:\\x' && cat a",
            "cd '..\\x' && cat a",
            "cat 'C:\\'*",
            "cat C:/*",
            "cat /c/x",
            "cat /mnt/c/x",
            "cat /cygdrive/c/x",
        ],
    );
    HERE.holds(
        Allow,
        &["cat '\\\\wsl$\\Ubuntu\\repo\\a'", "cat 'sub\\a'", "cat 'a\\..\\b'", "cat a:b c: x:y"],
    );
    // On a machine with Windows, two slashes begin the name of another machine.
    let msys = Situation { cwd: "/c/repo", home: "/c/Users/u", ..HERE };
    msys.holds(
        Allow,
        &[
            "cat a",
            "cat /c/repo/a",
            "cat C:/repo/a",
            "cat 'C:\\repo\\a'",
            "cat 'c:\\repo\\sub\\..\\a'",
            "cat 'sub\\a'",
            "cat C:/repo/*.rs",
            "cd sub && cat a",
        ],
    );
    msys.holds(
        Ask,
        &[
            "cat //c/repo/a",
            "cat C:/x",
            "cat D:/repo/a",
            "cat 'C:\\repo-evil\\a'",
            "cat '..\\a'",
            "cat /mnt/c/repo/a",
            "cat C:/*",
            "cd 'C:\\x' && cat a",
            "cat 'C:\\repo\\NUL'",
            "cat '\\repo-evil\\a'",
        ],
    );
    let wsl = Situation { cwd: "/mnt/c/repo", ..HERE };
    wsl.holds(Allow, &["cat a", "cat /mnt/c/repo/a", "cat 'C:\\repo\\a'", "cat //mnt/c/repo/a"]);
    wsl.holds(Ask, &["cat /c/repo/a", "cat /mnt/c/x", "cat 'C:\\x'", "cat /mnt/d/repo/a"]);
}

#[test]
fn a_host_that_names_its_directories_as_windows_does_is_understood() {
    for (cwd, home) in
        [("C:\\repo", "C:\\Users\\u"), ("c:/repo", "C:/Users/u"), ("\\\\?\\C:\\repo", "C:\\Users\\u")]
    {
        let place = Situation { cwd, home, ..HERE };
        place.holds(
            Allow,
            &[
                "cat a",
                "cat sub/a",
                "cat 'sub\\a'",
                "cat C:/repo/a",
                "cat 'C:\\repo\\a'",
                "cat 'c:\\repo\\a'",
                "cat /c/repo/a",
                "cat sub/../a",
                "cat *.rs",
                "cat C:/repo/src/*.rs",
                "cd sub && cat ../a",
                "cd 'C:\\repo\\sub' && cat ../a",
                "cd 'sub\\x' && cat ../../a",
                "cat '\\repo\\a'",
                "cat file:b",
                "cat 'file::$DATA'",
                "ls > /dev/null",
                "cat a. 'b '",
            ],
        );
        place.holds(
            Ask,
            &[
                "cat C:/x",
                "cat 'C:\\repo-evil\\a'",
                "cat D:/repo/a",
                "cat ../a",
                "cat '..\\a'",
                "cat 'sub\\..\\..\\a'",
                "cat C:a",
                "cat nul",
                "cat 'sub\\con.txt'",
                "cat PROGRA~1",
                "cat //server/share",
                "cat /repo/a",
                "cat /mnt/c/x",
                "cd .. && cat a",
                "cd 'C:\\' && cat a",
                "cat C:*",
                "cat ~/a",
                "cat '\\x'",
                "cat ...",
            ],
        );
        let edits = Situation { mode: Mode::AcceptEdits, ..place };
        edits.holds(Allow, &["touch a", "mkdir 'C:\\repo\\sub'", "rm -rf build"]);
        edits.holds(
            Ask,
            &[
                "touch '.git\\config'",
                "touch C:/x",
                "touch 'C:\\repo\\.git\\config'",
                "touch GIT~1/config",
                "rm -rf .",
            ],
        );
        Situation { mode: Mode::BypassPermissions, ..place }.holds(
            Ask,
            &[
                "rm -rf 'C:\\'",
                "rm -rf 'C:\\repo'",
                "rm -rf C:/Users",
                "rm -rf '..'",
                "rm -rf /c/Users/u",
                "rm -rf C:/*",
            ],
        );
        Situation { mode: Mode::BypassPermissions, ..place }.holds(
            Allow,
            &["rm -rf 'C:\\repo\\build'", "rm -rf D:/x/y", "rm -rf build", "rm -rf 'build\\x'"],
        );
        let granted = place.check("touch a").grants.map(|grants| grants.writes);
        assert_eq!(granted, Some(["C:/repo/a".into()].into()));
        let linked = Situation { no_links: false, ..place };
        let verdict = linked.check("cat link");
        assert_eq!(verdict.needs, [Need::RealPath("C:/repo/link".into())], "asked in its own spelling");
        for (real, decision) in
            [("C:\\repo\\x", Allow), ("\\\\?\\C:\\repo\\x", Allow), ("C:\\x", Ask), ("D:\\repo\\x", Ask)]
        {
            Situation { real: &[("C:/repo/link", real), ("C:/repo", "C:\\repo")], ..linked }
                .holds(decision, &["cat link"]);
        }
    }
    let share = Situation { cwd: "\\\\server\\share\\repo", home: "C:\\Users\\u", ..HERE };
    share.holds(Allow, &["cat a", "cat //server/share/repo/a", "cat '\\\\server\\share\\repo\\a'"]);
    share.holds(
        Ask,
        &["cat //server/share/a", "cat //other/share/repo/a", "cat ../a", "cat /server/share/repo/a"],
    );
    let policy = r#"{"permissions":{"additionalDirectories":["D:\\docs","../other"],"deny":["Edit(/out/**)","Read(~/x)"]}}"#;
    let place = Situation { policy, cwd: "C:\\repo", home: "C:\\Users\\u", ..HERE };
    place.holds(Allow, &["cat D:/docs/a", "cat /d/docs/a", "cat ../other/a", "cat 'C:\\other\\a'"]);
    place.holds(Deny, &["touch out/a", "touch 'C:\\repo\\OUT\\a'", "cat ~/x", "cat 'C:\\users\\U\\x'"]);
}

#[test]
fn what_reads_where_it_is_asks_only_where_a_rule_let_cd_lead_it_to_the_root_or_the_home_directory() {
    let policy = r#"{"permissions":{"allow":["Bash(cd:*)"]}}"#;
    let place = Situation { policy, ..HERE };
    place.holds(
        Ask,
        &[
            "cd / && ls",
            "cd ~ && rg x",
            "cd /etc && cat ../var/x",
            "ls /etc",
            "cd /etc && touch x",
            "cd && find -name id_rsa",
            "cd .. && git log",
        ],
    );
    place.holds(
        Allow,
        &["cd /etc", "cd /etc && ls", "cd /etc && echo x", "cd src && ls", "cd /repo/src && rg x"],
    );
    let policy = r#"{"permissions":{"allow":["Bash(cd:*)","Read(//data/**)"]}}"#;
    Situation { policy, ..HERE }.holds(Allow, &["cd /data/x && ls"]);
    // At home there is nothing to leave.
    let home = Situation { cwd: "/home/u", ..HERE };
    home.holds(Allow, &["cd", "cd && ls", "cd -P && ls"]);
    home.holds(Ask, &["cd .. && ls"]);
}

#[test]
fn a_rule_about_one_file_leaves_patterns_alone_that_cannot_find_it() {
    let policy = r#"{"permissions":{"deny":["Read(./.env)","Read(./secrets/**)"],"ask":["Read(./*.pem)"]}}"#;
    let place = Situation { policy, ..HERE };
    place.holds(
        Allow,
        &["cat *.rs", "wc -l src/*.rs", "cat src/*", "head -3 [a-m]*.md", "cat ./*.rs", "ls -d a*.rs"],
    );
    place.holds(
        Ask,
        &[
            "cat .*v",
            "cat .e*",
            "cat ./.en?",
            "cat s*/a",
            "cat */a",
            "cat *.pem",
            "cat *",
            // What else decides which names are found.
            "shopt -s dotglob; cat *.rs",
            "builtin shopt -s dotglob; cat *.rs",
            "command shopt -s dotglob; cat *.rs",
            "find . -name x | xargs cat",
        ],
    );
    let zsh = |command| {
        let source = Source {
            name: "settings.json".into(),
            text: policy.into(),
            root: Some("/repo".into()),
            ..Source::default()
        };
        let mut request = Request::new(command);
        request.cwd = Some("/repo");
        request.shell = crate::Dialect::Zsh;
        request.facts.no_links = true;
        Engine::new(Policy::from_sources(&[source]).unwrap_or_default()).check(&request).decision
    };
    assert_eq!(zsh("cat *.rs"), Ask, "a setting of zsh may find what begins with a dot");
}

#[test]
fn what_may_not_be_read_may_not_be_changed() {
    let policy = r#"{"permissions":{"deny":["Read(./.env)","Read(./secrets/**)"]}}"#;
    for mode in [Mode::Default, Mode::AcceptEdits, Mode::BypassPermissions] {
        let place = Situation { policy, mode, ..HERE };
        let commands = [
            "mv .env x",
            "mv secrets s2 && cat s2/a",
            "sed -i s/a/b/ .env",
            "touch .env",
            "tee .env",
            "truncate -s0 .env",
            "echo x > .env",
            "cat <> .env",
            "rm secrets/a",
        ];
        place.holds(Deny, &commands);
    }
    let place = Situation { policy, mode: Mode::AcceptEdits, ..HERE };
    place.holds(Allow, &["mv .envx x", "touch a", "mv src s2"]);
}

#[test]
fn a_redirect_out_of_the_working_directories_says_so() {
    let codes = |command: &str| {
        let verdict = HERE.check(command);
        verdict.findings.iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    for (command, expected) in [
        ("echo x > /etc/cron.d/x", &["OUTPUT_REDIRECTION", "PATH_OUTSIDE"][..]),
        ("cd src && echo x >> ../../x", &["OUTPUT_REDIRECTION", "PATH_OUTSIDE"]),
        ("{ echo x; } > ~/x", &["OUTPUT_REDIRECTION", "PATH_OUTSIDE"]),
        ("{ echo x; } > /tmp/x", &["OUTPUT_REDIRECTION", "PATH_OUTSIDE"]),
        ("echo x > out", &["OUTPUT_REDIRECTION"]),
        ("echo x > .bashrc", &["OUTPUT_REDIRECTION", "PATH_PROTECTED"]),
        ("echo x 2> /dev/null", &[]),
    ] {
        assert_eq!(codes(command), expected, "{command}");
        assert_eq!(
            expected.last().copied().unwrap_or("READ_ONLY"),
            HERE.check(command).reason.code,
            "{command}"
        );
    }
}

#[test]
fn a_command_whose_output_goes_to_a_file_is_not_called_read_only() {
    let verdict = HERE.check("cat a > y; ls");
    let told: Vec<_> = verdict.commands.iter().map(|command| (command.decision, command.read_only)).collect();
    assert_eq!(told, [(Ask, false), (Allow, true)]);
    let verdict = Situation { mode: Mode::BypassPermissions, ..HERE }.check("cat a > y");
    let told: Vec<_> = verdict.commands.iter().map(|command| (command.decision, command.read_only)).collect();
    assert_eq!(told, [(Allow, false)]);
    let verdict = HERE.check("cat a 2> /dev/null");
    assert!(verdict.commands.iter().all(|command| command.read_only));
}

#[test]
fn git_prints_no_file_that_may_not_be_read() {
    let policy = r#"{"permissions":{"deny":["Read(./.env)","Read(./secrets/**)"]}}"#;
    let place = Situation { policy, ..HERE };
    let denied = [
        "git show HEAD:.env",
        "git show HEAD:./.env",
        "git show :.env",
        "git show :0:.env",
        "git cat-file -p main:secrets/a",
        "git diff -- .env",
        "git diff -- ':(top).env'",
        "git log -p -- :/.env",
    ];
    place.holds(Deny, &denied);
    place.holds(Ask, &["git diff .env", "git blame .env", "git log -p .env", "git show secrets"]);
    for command in ["git show HEAD:src/main.rs", "git diff main", "git log -p src", "git show HEAD:"] {
        assert_eq!(place.check(command).reason.rule, None, "{command}");
    }
}

/// Commands whose `..` follows a link, or `cd` into one.
const BEHIND_LINKS: &[&str] = &[
    "cat link/../secret.txt",
    "cat sub/deep/er/../../x",
    "cat ./link/.././secret.txt",
    "cat /repo/link/../secret.txt",
    "cat README.md link/../x",
    "cd link && cat ../secret.txt",
    "cd sub && cd deep && cd er && cat ../x",
    "cd link; cd ../x && cat secret.txt",
    "cd link/../x && cat secret.txt",
    "wc -l < link/../secret.txt",
    "cd link && wc -l < ../x",
    "cd link && while read -r x; do echo \"$x\"; done < ../x",
    "f=link/../x; cat $f",
    "grep -r x link/..",
    "find link/.. -name x",
    "ls link/..",
    "ls link/../*",
    "find . -exec cat link/../x {} +",
];

#[test]
fn a_parent_behind_a_link_is_the_parent_of_where_the_link_leads() {
    let asked = Situation { no_links: false, ..HERE };
    let straight: &[(&str, &str)] = &[
        ("/repo", "/repo"),
        ("/repo/sub", "/repo/sub"),
        ("/repo/sub/deep", "/repo/sub/deep"),
        ("/repo/sub/deep/er", "/repo/sub/deep/er"),
        ("/repo/README.md", "/repo/README.md"),
        ("/repo/sub/README.md", "/repo/sub/README.md"),
    ];
    let harmless = &[
        "cat sub/../README.md",
        "cat sub/deep/../../README.md",
        "cat sub/deep/er/../../README.md",
        "cd sub && cat ../README.md",
        "cd sub/deep && cat ../../README.md",
        "cd sub/deep && cd .. && cat README.md",
        "cd sub && wc -l < ../README.md",
        "wc -l < sub/../README.md",
        "cd sub && while read -r x; do echo \"$x\"; done < README.md",
    ];
    Situation { real: straight, ..asked }.holds(Allow, harmless);
    HERE.holds(Allow, harmless);
    // Nothing is known yet, and so it is asked.
    asked.holds(Ask, harmless);
    asked.holds(Ask, BEHIND_LINKS);
    for away in ["/outside/deep", "/", "/home/u/x"] {
        let real = &[("/repo/link", away), ("/repo/sub/deep/er", away), ("/repo/sub", "/repo/sub")];
        Situation { real, ..HERE }.holds(Ask, BEHIND_LINKS);
    }
    let elsewhere = &[("/repo/sub", "/outside/deep")];
    Situation { real: elsewhere, ..HERE }.holds(Ask, &["cat sub/../README.md", "cd sub && cat ../README.md"]);
    // A link that leads inside, from where the parent is inside as well.
    let inside = &[("/repo/link", "/repo/sub/deep")];
    Situation { real: inside, ..HERE }.holds(Allow, &["cat link/../x", "cd link && cat ../x"]);
    Situation { real: inside, ..HERE }.holds(Ask, &["cat link/../../../x", "cd link && cat ../../../x"]);
    // The working directory itself is reached through a link.
    let moved: &[(&str, &str)] = &[
        ("/repo", "/data/repo"),
        ("/repo/sub", "/data/repo/sub"),
        ("/repo/README.md", "/data/repo/README.md"),
    ];
    Situation { real: moved, ..asked }.holds(Allow, &["cat sub/../README.md", "cd sub && cat ../README.md"]);
}

#[test]
fn a_deny_rule_and_a_protected_path_are_seen_behind_a_parent_of_a_link() {
    let policy = r#"{"permissions":{"deny":["Read(//outside/**)"],"allow":["Bash(cat:*)","Bash(touch:*)"]}}"#;
    let real = &[("/repo/link", "/outside/deep"), ("/repo/git", "/repo/.git/x")];
    let place = Situation { policy, real, ..HERE };
    place.holds(
        Deny,
        &["cat link/../secret.txt", "cd link && cat ../secret.txt", "wc -l < link/../secret.txt"],
    );
    place.holds(Ask, &["touch git/../config", "echo x > git/../config"]);
    place.holds(Allow, &["cat sub/../secret.txt", "touch sub/../config"]);
}

#[test]
fn git_is_started_where_the_link_in_front_of_a_parent_leads() {
    let check = |command: &str, link: &str| {
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
        request.facts.no_links = true;
        request.facts.real_paths.insert("/repo/l".into(), link.into());
        request.facts.bare_repository = Some(false);
        request.facts.bare_repositories.insert("/repo/x".into(), true);
        let policy = Policy::from_sources(&[]).unwrap_or_default();
        Engine::new(policy).check(&request)
    };
    for command in ["git -C l/.. status", "git -C ./l/../. status"] {
        assert_eq!(check(command, "/repo/l").decision, Allow, "{command}");
        assert_eq!(check(command, "/repo/x/y").decision, Ask, "{command}");
        let needs = check(command, "/repo/z/y").needs;
        assert!(needs.contains(&Need::BareRepository("/repo/z".into())), "{command}: {needs:?}");
    }
}

#[test]
fn two_files_of_git_diff_are_followed_because_there_may_be_no_repository() {
    let check = |command: &str, link: &str| {
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
        request.facts.no_links = true;
        request.facts.real_paths.insert("/repo/l/x".into(), link.into());
        request.facts.bare_repository = Some(false);
        Engine::new(Policy::default()).check(&request).decision
    };
    for command in ["git diff README.md l/x", "git diff l/x a", "git diff --stat a l/x"] {
        assert_eq!(check(command, "/etc/shadow"), Ask, "{command}");
        assert_eq!(check(command, "/repo/l/x"), Allow, "{command}");
    }
    for command in [
        "git diff main l/y",
        "git diff HEAD~1 HEAD",
        "git diff l/x",
        "git diff main...l/x a",
        "git log a l/x",
    ] {
        assert_eq!(check(command, "/etc/shadow"), Allow, "{command}");
    }
}

#[test]
fn a_connection_is_no_file_wherever_the_command_runs() {
    let place = Situation { cwd: "/", ..HERE };
    place.holds(
        Ask,
        &[
            "cat < /dev/tcp/198.51.100.7/80",
            "f=/dev/tcp/198.51.100.7/80; cat < \"$f\"",
            "for f in a /dev/udp/198.51.100.7/53; do wc -l < \"$f\"; done",
        ],
    );
}

#[test]
fn what_denies_holds_for_the_other_names_of_macos_and_what_allows_does_not() {
    let denied = Situation {
        policy: r#"{"permissions": {"deny": ["Read(//etc/keys/**)", "Read(//private/var/keys/**)"]}}"#,
        ..HERE
    };
    denied.holds(
        Deny,
        &["cat /etc/keys/a", "cat /private/etc/keys/a", "cat /var/keys/a", "cat /private/var/keys/a"],
    );
    for neighbour in
        ["cat /private/etc/keysx", "cat /private/keys/a", "cat /var/key", "cat /privately/etc/keys/a"]
    {
        assert_ne!(denied.check(neighbour).decision, Deny, "{neighbour}");
    }
    // On another system the other name is nobody's.
    let allowed = Situation { policy: r#"{"permissions": {"allow": ["Edit(//tmp/**)"]}}"#, ..HERE };
    for command in ["echo x > /private/tmp/x", "touch /private/tmp/x", "cp a /private/tmp/x"] {
        assert_eq!(allowed.check(command).decision, HERE.check(command).decision, "{command}");
        assert_ne!(allowed.check(command).decision, Allow, "{command}");
    }
}
