//! A command whose changes are all known can make these and no other, even if it is not what it was taken for.

use std::fs;

use policy_core::verdict::Grants;

use super::*;

type Names = &'static [&'static str];

/// Runs `command` with the consent of a person or of the policy to change what `grants` names.
fn approved(command: &str, cwd: &Path, by_person: bool, grants: Grants) -> Outcome {
    let request = Request { cwd: cwd.to_str(), ..Request::new(command) };
    let verdict = Verdict { decision: Decision::Allow, grants: Some(grants), ..Verdict::unknown(&request) };
    let consent =
        if by_person { Consent::by_person(&verdict) } else { Consent::from_verdict(&verdict) }.unwrap();
    let plan = Plan::new(&request, &verdict, consent, &SandboxSettings::default()).unwrap();
    try_run(&session(), plan).unwrap()
}

#[test]
fn an_approval_reaches_the_named_paths_and_a_policy_only_those_in_the_working_directory() {
    let command = "for f in there new d/there d/new ../there ../new; do echo x >> $f; done; rm -f gone kept; \
                   mv from to; ls > /dev/null";
    for (by_person, outside) in [(true, "x\n"), (false, "")] {
        let place = Place::new();
        let cwd = place.cwd();
        for name in ["there", "d/there", "../there", "e/gone", "e/kept", "f/from"] {
            fs::create_dir_all(cwd.join(name).parent().unwrap()).unwrap();
            fs::write(cwd.join(name), "").unwrap();
        }
        let at = |name: &str| cwd.join(name).to_str().unwrap().to_owned();
        let grants = Grants {
            writes: vec![at("there"), at("d"), place.join("there").to_str().unwrap().to_owned()],
            replaces: vec![at("f/to")],
            removes: vec![at("e/gone"), at("f/from")],
            ..Grants::default()
        };
        let command = command.replace("gone kept", "e/gone").replace("from to", "f/from f/to");
        let outcome = approved(&command, &cwd, by_person, grants);
        let read = |name: &str| fs::read_to_string(cwd.join(name)).unwrap_or_default();
        assert_eq!(
            (read("there"), read("d/there"), read("d/new")),
            ("x\n".into(), "x\n".into(), "x\n".into())
        );
        assert_eq!(read("../there"), outside, "{}", outcome.stdout);
        assert!(!cwd.join("new").exists() && !place.join("new").exists(), "{}", outcome.stdout);
        assert!(!cwd.join("e/gone").exists() && cwd.join("f/to").exists(), "{}", outcome.stdout);
    }
}

#[test]
fn what_is_protected_can_be_written_only_when_a_person_approved_it_by_name() {
    for (granted, by_person, written) in [
        (".", true, false),
        (".", false, false),
        (".git", true, false),
        (".git", false, false),
        (".git/config", true, true),
        (".git/config", false, false),
    ] {
        let place = Place::new();
        let cwd = place.cwd();
        fs::create_dir_all(cwd.join(".git/hooks")).unwrap();
        fs::write(cwd.join(".git/config"), "").unwrap();
        let path = cwd.join(granted).to_str().unwrap().to_owned();
        let grants = Grants { writes: vec![path], ..Grants::default() };
        let command = "echo x >> .git/config; echo x > .git/hooks/pre-commit";
        let outcome = approved(command, &cwd, by_person, grants);
        let config = fs::read_to_string(cwd.join(".git/config")).unwrap();
        assert_eq!(config == "x\n", written, "{granted} {by_person}: {}", outcome.stdout);
        assert!(!cwd.join(".git/hooks/pre-commit").exists(), "{granted} {by_person}: {}", outcome.stdout);
    }
}

#[test]
fn a_person_who_approves_the_removal_of_a_directory_approves_that_of_the_repository_in_it() {
    for (removed, by_person, is_gone) in [
        ("clone", true, true),
        ("deep", true, true),
        ("deep/clone/.git", true, true),
        ("clone", false, false),
        ("other", true, false),
    ] {
        let place = Place::new();
        let cwd = place.cwd();
        for name in ["clone", "deep/clone", "other", "."] {
            fs::create_dir_all(cwd.join(name).join(".git/objects")).unwrap();
            fs::create_dir_all(cwd.join(name).join(".git/refs")).unwrap();
            fs::write(cwd.join(name).join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        }
        let asked = if removed == "other" { "clone" } else { removed };
        let path = cwd.join(asked).to_str().unwrap().to_owned();
        let grants = Grants { removes: vec![path], ..Grants::default() };
        let command = format!("rm -rf {removed}; rm -rf .git; echo x > .git/config");
        let outcome = approved(&command, &cwd, by_person, grants);
        assert_eq!(
            !cwd.join(removed).join("HEAD").exists() && !cwd.join(removed).join(".git/HEAD").exists(),
            is_gone,
            "{removed} {by_person}: {}",
            outcome.stdout
        );
        assert!(cwd.join(".git/HEAD").exists() && !cwd.join(".git/config").exists(), "{removed} {by_person}");
    }
}

#[test]
fn an_approval_frees_the_protected_name_alone_and_the_result_says_so() {
    // Approved as written, approved as removed; the command; what is other than before.
    let cases: [(Names, Names, &str, Names); 8] = [
        (&[".bashrc"], &[], "echo x > .bashrc; echo x > .zshrc", &[".bashrc"]),
        (&[".envrc"], &[], "echo x > .envrc; echo x > .zshrc", &[".envrc"]),
        (&[".envrc", "new"], &[], "echo x > .envrc; echo x > new; rm .mcp.json", &[".envrc", "new"]),
        (&[], &[".envrc"], "rm .envrc; rm .mcp.json", &[".envrc"]),
        (
            &[".git/hooks/pre-commit"],
            &[],
            "for f in pre-commit pre-push update; do echo x > .git/hooks/$f; done; mv .git/hooks .git/old",
            &[".git/hooks/pre-commit"],
        ),
        (
            &[".git/hooks/pre-commit", "new"],
            &[],
            "for f in pre-commit pre-push update; do echo x > .git/hooks/$f; done; mv .git/hooks .git/old",
            &[".git/hooks/pre-commit"],
        ),
        (
            &[".claude/new.json"],
            &[],
            "for f in new other settings; do echo x > .claude/$f.json; done; mv .claude old",
            &[".claude/new.json"],
        ),
        (&["new"], &[], "echo x > new; echo x > .bashrc; echo x > .envrc", &["new"]),
    ];
    let names = [
        ".bashrc",
        ".zshrc",
        ".envrc",
        ".mcp.json",
        "new",
        ".git/hooks/pre-commit",
        ".git/hooks/pre-push",
        ".git/hooks/update",
        ".claude/new.json",
        ".claude/other.json",
        ".claude/settings.json",
    ];
    for (writes, removes, command, changed) in cases {
        let place = Place::new();
        let cwd = place.cwd();
        for name in [".envrc", ".mcp.json", ".git/hooks/update", ".git/config", ".claude/settings.json"] {
            fs::create_dir_all(cwd.join(name).parent().unwrap()).unwrap();
            fs::write(cwd.join(name), "old").unwrap();
        }
        let state = || names.map(|name| fs::read_to_string(cwd.join(name)).ok());
        let before = state();
        let at =
            |names: &[&str]| names.iter().map(|name| cwd.join(name).to_str().unwrap().to_owned()).collect();
        let grants = Grants { writes: at(writes), removes: at(removes), ..Grants::default() };
        let outcome = approved(command, &cwd, true, grants);
        let after = state();
        let is_other = |index: &usize| before[*index] != after[*index];
        let other = (0..names.len()).filter(is_other).map(|index| names[index]).collect::<Vec<_>>();
        assert_eq!(other, changed, "{command}: {} {:?}", outcome.stdout, outcome.sandbox.denials);
        assert!(cwd.join(".git/hooks").is_dir() && cwd.join(".claude").is_dir(), "{command}");

        let told = changed.iter().filter(|name| **name != "new").map(|name| cwd.join(name));
        let told = told.collect::<Vec<_>>();
        assert_eq!(outcome.sandbox.approved, told, "{command}");
        assert!(outcome.sandbox.promises.contains(&"protected-paths"), "{:?}", outcome.sandbox.missing);
        assert_eq!(
            outcome.notes.iter().any(|note| note.contains("those that were approved")),
            !told.is_empty(),
            "{:?}",
            outcome.notes
        );
    }
}
