//! A command whose changes are all known can make these and no other, even if it is not what it was taken for.

use std::fs;

use policy_core::verdict::Grants;

use super::*;

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
            network: false,
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
