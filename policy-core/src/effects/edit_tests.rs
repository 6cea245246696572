//! A request with contents in, a diff out; and the near neighbours that are presented as no edit.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

use crate::request::Need;
use crate::verdict::UiKind;
use crate::{Decision, Engine, Mode, Policy, Request, Source, System, Verdict};

/// The files of the made-up repository.
const FILES: &[(&str, &str)] = &[
    ("/repo/a", "one\ntwo\n"),
    ("/repo/b", "two"),
    ("/repo/empty", ""),
    ("/repo/ä", "ä\n"),
    ("/repo/sub/c", "c\n"),
    ("/repo/.claude/settings.json", "{}\n"),
    ("/repo/two words", "one\n"),
    ("/outside", "one\n"),
];

/// Where the links of the made-up repository lead.
const LINKS: &[(&str, &str)] =
    &[("/repo/link", "/repo/a"), ("/repo/out", "/outside"), ("/repo/folder/c", "/repo/sub/c")];

fn engine(settings: &str, mode: Mode) -> Engine {
    let source =
        Source { name: "s".into(), text: settings.into(), root: Some("/repo".into()), ..Source::default() };
    let mut policy = Policy::from_sources(&[source]).unwrap();
    policy.mode = mode;
    Engine::new(policy)
}

/// The verdict once the host has answered everything.
fn settled(engine: &Engine, command: &str) -> Verdict {
    let mut request = Request { cwd: Some("/repo"), home: Some("/home/u"), ..Request::new(command) };
    for _ in 0..4 {
        let verdict = engine.check(&request);
        if verdict.needs.is_empty() {
            return verdict;
        }
        for need in verdict.needs {
            let facts = &mut request.facts;
            match need {
                Need::BareRepository(path) => drop(facts.bare_repositories.insert(path, false)),
                Need::RepositoryPrograms(path) => drop(facts.repository_programs.insert(path, Vec::new())),
                Need::WorkTrees(path) => drop(facts.work_trees.insert(path, Vec::new())),
                Need::Exists(path) => drop(facts.existing.insert(path, false)),
                Need::Implementation(path) => drop(facts.implementations.insert(path, System::Gnu)),
                Need::Program(name) => drop(facts.programs.insert(name, Vec::new())),
                Need::Url(_) => {}
                Need::RealPath(path) => {
                    let real =
                        LINKS.iter().find(|(link, _)| *link == path).map(|(_, real)| (*real).to_owned());
                    facts.real_paths.insert(path.clone(), real.unwrap_or(path));
                }
                Need::Contents(path) => {
                    assert!(path.starts_with("/repo/"), "{command}: {path} is nobody's business");
                    let text =
                        FILES.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned());
                    facts.contents.insert(path, text);
                }
            }
        }
    }
    panic!("{command} never has enough");
}

/// The diffs without their heads, `same` for a file that stays as it is; none when it is no edit.
fn drawn(verdict: &Verdict) -> Option<String> {
    let files = verdict.ui.edit.as_ref()?.files.iter().map(|file| {
        if file.is_unchanged() {
            return format!("{} same\n", file.path);
        }
        let lines = file.diff.lines().skip(2).filter(|line| !line.starts_with([' ', '@']));
        let lines: Vec<&str> = lines.map(|line| if line.starts_with('\\') { "!" } else { line }).collect();
        format!("{} {}\n", file.path, lines.join(" "))
    });
    Some(files.collect())
}

#[test]
fn a_simple_edit_in_place_is_told_exactly() {
    const CASES: &[(&str, &str)] = &[
        ("sed -i s/one/1/ a", "/repo/a -one +1\n"),
        ("sed -i 's/one/1/' ./a", "/repo/a -one +1\n"),
        ("sed -i \"s/one/1/\" /repo/a", "/repo/a -one +1\n"),
        ("/usr/bin/sed -i s/one/1/ a", "/repo/a -one +1\n"),
        ("sed --in-place s/one/1/ a", "/repo/a -one +1\n"),
        ("sed s/one/1/ -i a", "/repo/a -one +1\n"),
        ("sed -i -- s/one/1/ a", "/repo/a -one +1\n"),
        ("sed -i 's/one/1/' 'two words'", "/repo/two words -one +1\n"),
        ("sed -Ei 's/(o)(n)/\\2\\1/' a", "/repo/a -one +noe\n"),
        ("sed -i -r 's/(o)(n)/\\2\\1/' a", "/repo/a -one +noe\n"),
        ("sed -i --regexp-extended 's/o+/0/' a", "/repo/a -one -two +0ne +tw0\n"),
        ("sed -ni /one/p a", "/repo/a -two\n"),
        ("sed -i --quiet 1p a", "/repo/a -two\n"),
        ("sed -i -e s/one/1/ -e s/two/2/ a", "/repo/a -one -two +1 +2\n"),
        ("sed -i -es/one/1/ --expression=s/two/2/ a", "/repo/a -one -two +1 +2\n"),
        ("sed -i -e '/one/{' -e 's/o/0/' -e '}' a", "/repo/a -one +0ne\n"),
        ("sed -i -s 1d a b", "/repo/a -one\n/repo/b -two !\n"),
        ("sed -i 's/two/2/' a b", "/repo/a -two +2\n/repo/b -two ! +2 !\n"),
        ("sed -i '$a three' a", "/repo/a +three\n"),
        ("sed -i '1i\\\nzero' a", "/repo/a +zero\n"),
        ("sed -i 1q a", "/repo/a -two\n"),
        ("sed -i s/x/y/ a", "/repo/a same\n"),
        ("sed -i s/x/y/ a b", "/repo/a same\n/repo/b same\n"),
        ("sed -i s/x/y/ empty", "/repo/empty same\n"),
        ("sed -i s/ä/a/ ä", "/repo/ä -ä +a\n"),
        ("sed -i s/one/1/ a\n", "/repo/a -one +1\n"),
        ("sed -i s/one/1/ a # comment", "/repo/a -one +1\n"),
        ("sed -i 's/{}/[]/' .claude/settings.json", "/repo/.claude/settings.json -{} +[]\n"),
    ];
    let engine = engine("{}", Mode::Default);
    for (command, expected) in CASES {
        let verdict = settled(&engine, command);
        assert_eq!(drawn(&verdict).as_deref(), Some(*expected), "{command}: {:?}", verdict.findings);
        assert_eq!((verdict.decision, verdict.ui.kind), (Decision::Ask, UiKind::Edit), "{command}");
        assert!(!verdict.ui.collapsible, "{command}");
    }
}

#[test]
fn the_neighbours_of_an_edit_are_not_presented_as_one() {
    let engine = engine("{}", Mode::Default);
    for command in [
        // The script does more than edit.
        "sed -i s/one/1/e a",
        "sed -i e a",
        "sed -i 'w out' a",
        "sed -i 's/one/1/w out' a",
        "sed -i 'w /dev/stdout' a",
        "sed -i 'r b' a",
        "sed -i F a",
        // The script or a file is not known.
        "sed -i s/one/$x/ a",
        "sed -i \"s/one/$x/\" a",
        "sed -i \"s/one/$(date)/\" a",
        "sed -i \"$x\" a",
        "sed -i -f script a",
        "sed -i s/one/1/ *",
        "sed -i s/one/1/ [a]",
        "sed -i s/one/1/ {a,b}",
        "sed -i s/one/1/ ~/a",
        "sed -i s/one/1/ \"$x\"",
        "sed -i s/one/1/",
        "sed -i s/one/1/ -",
        "sed -i s/one/1/ ''",
        "sed -i s/one/1/ missing",
        "sed -i s/one/1/ a missing",
        "sed -i s/one/1/ a ./a",
        // Something else happens as well.
        "sed -i.bak s/one/1/ a",
        "sed -i '' s/one/1/ a",
        "sed -iE s/one/1/ a",
        "sed -ie s/one/1/ a",
        "sed --in-place=.bak s/one/1/ a",
        "sed --in-pl s/one/1/ a",
        "sed -i s/one/1/ a > out",
        "sed -i s/one/1/ a 2>/dev/null",
        "sed -i s/one/1/ a < b",
        "sed -i s/one/1/ a; ls",
        "cd sub; sed -i s/c/d/ c",
        "sed -i s/one/1/ a && git add a",
        "sed -i s/one/1/ a | cat",
        "sed -i s/one/1/ a &",
        "! sed -i s/one/1/ a",
        "time sed -i s/one/1/ a",
        "(sed -i s/one/1/ a)",
        "if true; then sed -i s/one/1/ a; fi",
        "for f in a b; do sed -i s/one/1/ $f; done",
        "f=a; sed -i s/one/1/ $f",
        "LC_ALL=C sed -i s/one/1/ a",
        "env sed -i s/one/1/ a",
        "echo a | xargs sed -i s/one/1/",
        "find . -name a -exec sed -i s/one/1/ {} +",
        "./sed -i s/one/1/ a",
        // The outcome depends on more than is simulated.
        "sed -i 's/\\(o\\)\\1/x/' a",
        "sed -i 's/./x/' ä",
        "sed -i 1q5 a",
        "sed -i 1q a b",
        "sed -i --posix s/one/1/ a",
        "sed -zi s/one/1/ a",
        "sed -i --debug s/one/1/ a",
        "sed -i 'N;P;D' a",
        "sed -i 's/one' a",
        "sed -i -e 'a\\' -e text a",
        // The file is not one that may be looked at.
        "sed -i s/one/1/ /outside",
        "sed -i s/one/1/ ../outside",
        "sed -i s/one/1/ link",
        "sed -i s/one/1/ out",
        "sed -i s/c/d/ folder/c",
        // It is no edit.
        "sed s/one/1/ a",
        "sed -n s/one/1/p a",
        "perl -pi -e s/one/1/ a",
    ] {
        let verdict = settled(&engine, command);
        assert_eq!(verdict.ui.edit, None, "{command}");
    }
}

#[test]
fn an_edit_decides_nothing() {
    let cases = [
        ("{}", Mode::Default, "sed -i s/one/1/ a", Decision::Ask, true),
        ("{}", Mode::AcceptEdits, "sed -i s/one/1/ a", Decision::Allow, true),
        ("{}", Mode::AcceptEdits, "sed -i s/x/y/ a", Decision::Allow, true),
        ("{}", Mode::AcceptEdits, "sed -i s/{}/x/ .claude/settings.json", Decision::Ask, true),
        ("{}", Mode::AcceptEdits, "sed -i s/one/1/ /outside", Decision::Ask, false),
        ("{}", Mode::BypassPermissions, "sed -i s/one/1/ a", Decision::Allow, true),
        ("{}", Mode::Plan, "sed -i s/one/1/ a", Decision::Deny, false),
        ("{}", Mode::DontAsk, "sed -i s/one/1/ a", Decision::Deny, false),
        (
            r#"{"permissions":{"allow":["Bash(sed:*)"]}}"#,
            Mode::Default,
            "sed -i s/one/1/ a",
            Decision::Allow,
            true,
        ),
        (
            r#"{"permissions":{"ask":["Bash(sed:*)"]}}"#,
            Mode::Default,
            "sed -i s/one/1/ a",
            Decision::Ask,
            true,
        ),
        (
            r#"{"permissions":{"deny":["Bash(sed:*)"]}}"#,
            Mode::Default,
            "sed -i s/one/1/ a",
            Decision::Deny,
            false,
        ),
        (
            r#"{"permissions":{"deny":["Edit(a)"]}}"#,
            Mode::Default,
            "sed -i s/one/1/ a",
            Decision::Deny,
            false,
        ),
        (
            r#"{"permissions":{"allow":["Edit(//outside)"]}}"#,
            Mode::Default,
            "sed -i s/one/1/ /outside",
            Decision::Ask,
            false,
        ),
        (
            r#"{"sandbox":{"filesystem":{"denyRead":["./a"]}}}"#,
            Mode::Default,
            "sed -i s/one/1/ a",
            Decision::Ask,
            false,
        ),
        (
            r#"{"sandbox":{"filesystem":{"denyRead":["//secret"]}}}"#,
            Mode::Default,
            "sed -i s/one/1/ a",
            Decision::Ask,
            true,
        ),
    ];
    for (settings, mode, command, decision, presented) in cases {
        let verdict = settled(&engine(settings, mode), command);
        let found = (verdict.decision, verdict.ui.edit.is_some());
        assert_eq!(found, (decision, presented), "{settings} {mode:?} {command}");
    }
}

#[test]
fn what_may_not_be_read_is_not_shown() {
    for list in ["deny", "ask"] {
        let engine = engine(&format!(r#"{{"permissions":{{"{list}":["Read(./a)"]}}}}"#), Mode::Default);
        assert_eq!(settled(&engine, "sed -i s/one/1/ a").ui.edit, None, "{list}");
        assert!(settled(&engine, "sed -i s/two/2/ b").ui.edit.is_some(), "{list}");
    }
}

#[test]
fn contents_are_asked_for_once_it_is_known_where_the_files_are() {
    let engine = engine("{}", Mode::Default);
    let mut request = Request { cwd: Some("/repo"), ..Request::new("sed -i s/one/1/ a b") };
    let asked = |request: &Request<'_>| engine.check(request).needs;
    let real = ["/repo/a", "/repo/b"].map(|path| Need::RealPath(path.to_owned()));
    assert_eq!(asked(&request).first(), real.first());
    request.facts.no_links = true;
    assert_eq!(asked(&request), ["/repo/a", "/repo/b"].map(|path| Need::Contents(path.to_owned())));
    request.facts.contents.insert("/repo/a".to_owned(), Some("one".to_owned()));
    assert_eq!(asked(&request), [Need::Contents("/repo/b".to_owned())]);
    request.facts.contents.insert("/repo/b".to_owned(), None);
    assert_eq!(asked(&request), []);
    assert_eq!(engine.check(&request).ui.edit, None);
}

#[test]
fn a_text_that_is_too_large_or_no_text_is_not_simulated() {
    let engine = engine("{}", Mode::Default);
    let edit = |text: String, command: &str| {
        let mut request = Request { cwd: Some("/repo"), ..Request::new(command) };
        request.facts.no_links = true;
        request.facts.contents.insert("/repo/a".to_owned(), Some(text));
        engine.check(&request).ui.edit
    };
    let line = "0123456789abcde\n";
    let most = crate::limits::CONTENT_BYTES_MAX / line.len();
    assert!(edit(line.repeat(most), "sed -i s/f/g/ a").is_some());
    assert!(edit(line.repeat(most), "sed -i 's/[0-9]*e$/x/' a").is_some());
    for (text, command) in [
        (line.repeat(most + 1), "sed -i s/f/g/ a"),
        (line.repeat(most), "sed -i s/0/00/ a"),
        ("a\0b\n".to_owned(), "sed -i s/a/b/ a"),
        (line.repeat(most), "sed -i 's/\\([0-9]*[a-e]*\\)*x/y/' a"),
    ] {
        assert_eq!(edit(text, command), None, "{command}");
    }
}

#[test]
fn a_working_directory_may_be_reached_through_a_link() {
    let engine = engine("{}", Mode::Default);
    let mut request = Request { cwd: Some("/repo"), ..Request::new("sed -i s/c/d/ sub/c") };
    let facts = &mut request.facts;
    for (path, real) in [("/repo", "/data/repo"), ("/repo/sub/c", "/data/repo/sub/c")] {
        facts.real_paths.insert(path.to_owned(), real.to_owned());
    }
    facts.contents.insert("/repo/sub/c".to_owned(), Some("c\n".to_owned()));
    assert!(engine.check(&request).ui.edit.is_some());
    request.facts.real_paths.insert("/repo/sub/c".to_owned(), "/data/repo/c".to_owned());
    assert_eq!(engine.check(&request).ui.edit, None);
}
