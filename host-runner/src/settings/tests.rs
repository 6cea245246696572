//! The settings files that count, their order, and the error about an unreadable file.

use std::fs;

use super::*;

/// A home with a repository in it, and the names of the files that were found from `cwd`.
fn found(files: &[&str], cwd: &str) -> Result<Vec<String>, SettingsError> {
    found_in(&tempfile::tempdir().unwrap(), files, cwd)
}

/// The same in a place of the caller's.
fn found_in(place: &tempfile::TempDir, files: &[&str], cwd: &str) -> Result<Vec<String>, SettingsError> {
    let home = place.path().join("home");
    fs::create_dir_all(home.join("repo/sub")).unwrap();
    fs::create_dir_all(home.join("repo/.git")).unwrap();
    fs::create_dir_all(home.join("loose/sub")).unwrap();
    for file in files {
        let file = home.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "{}").unwrap();
    }
    let cwd = home.join(cwd);
    let lookup = Lookup { files: &[], none: false, cwd: &cwd, home: Some(&home) };
    let sources = sources(&lookup)?;
    let shown = |path: &str| path.replace(home.to_str().unwrap(), "HOME");
    let lines = sources
        .iter()
        .map(|source| format!("{} from {}", shown(&source.name), shown(source.root.as_deref().unwrap())));
    Ok(lines.collect())
}

#[test]
fn the_nearest_file_comes_last_so_that_it_wins() {
    let all = [
        ".claude/settings.json",
        "repo/.claude/settings.json",
        "repo/.claude/settings.local.json",
        "repo/sub/.claude/settings.json",
        "repo/sub/.claude/settings.local.json",
        "loose/.claude/settings.json",
    ];
    assert_eq!(
        found(&all, "repo/sub").unwrap(),
        [
            "~/.claude/settings.json from HOME/.claude",
            "~/repo/.claude/settings.json from HOME/repo",
            "~/repo/.claude/settings.local.json from HOME/repo",
            ".claude/settings.json from HOME/repo/sub",
            ".claude/settings.local.json from HOME/repo/sub",
        ]
    );
}

#[test]
fn outside_of_a_repository_only_the_directory_itself_counts() {
    let all = ["loose/.claude/settings.json", "loose/sub/.claude/settings.local.json"];
    let Some(place) = test_support::place::outside_of_repositories() else { return };
    let found = found_in(&place, &all, "loose/sub").unwrap();
    assert_eq!(found, [".claude/settings.local.json from HOME/loose/sub"]);
}

#[test]
fn a_home_that_is_the_project_is_read_once() {
    let lines = found(&[".claude/settings.json", ".claude/settings.local.json"], ".").unwrap();
    assert_eq!(lines.len(), 2, "{lines:?}");
}

#[test]
fn a_place_without_files_has_no_settings() {
    assert!(found(&[], "repo/sub").unwrap().is_empty());
}

#[test]
fn named_files_replace_the_usual_places_in_the_order_given() {
    let place = tempfile::tempdir().unwrap();
    let file = |name: &str| place.path().join(name);
    fs::create_dir_all(file(".claude")).unwrap();
    for name in ["a.json", "b.json", ".claude/settings.json"] {
        fs::write(file(name), name).unwrap();
    }
    let files = [file("b.json"), file("a.json")];
    let lookup = Lookup { files: &files, none: false, cwd: place.path(), home: None };
    let texts: Vec<String> = sources(&lookup).unwrap().into_iter().map(|source| source.text).collect();
    assert_eq!(texts, ["b.json", "a.json"]);
    let root = sources(&lookup).unwrap().remove(0).root;
    assert_eq!(root.as_deref(), place.path().to_str());
    assert!(sources(&Lookup { none: true, ..lookup }).unwrap().is_empty());
}

#[test]
fn a_file_that_cannot_be_used_is_named() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("s.json");
    let error = || {
        let files = [file.clone()];
        let lookup = Lookup { files: &files, none: false, cwd: place.path(), home: None };
        let text = sources(&lookup).unwrap_err().to_string();
        text.replace(place.path().to_str().unwrap(), "DIR")
    };
    assert_eq!(error(), "there is no settings file `DIR/s.json`");
    fs::write(&file, b"{}\xff").unwrap();
    assert_eq!(error(), "the settings file `DIR/s.json` is not valid UTF-8 at byte 2");
    File::create(&file).unwrap().set_len(FILE_BYTES_MAX + 1).unwrap();
    assert_eq!(error(), "the settings file `DIR/s.json` is larger than 4 MiB");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(error().starts_with("the settings file `DIR/s.json` cannot be read: "));
}

#[test]
#[cfg(unix)]
fn a_usual_file_that_is_there_and_cannot_be_read_is_an_error() {
    let Some(place) = test_support::place::outside_of_repositories() else { return };
    let cwd = place.path();
    fs::create_dir_all(cwd.join(".claude")).unwrap();
    std::os::unix::fs::symlink("nowhere", cwd.join(".claude/settings.json")).unwrap();
    let lookup = Lookup { files: &[], none: false, cwd, home: None };
    let error = sources(&lookup).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the settings file `.claude/settings.json` is a symbolic link that leads nowhere"
    );
}

#[test]
fn only_the_user_names_the_file_of_the_module_that_decides() {
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("home");
    let project = home.join("project");
    let [own, of_project, named] = [
        home.join(".claude/settings.json"),
        project.join(".claude/settings.json"),
        project.join("named.json"),
    ];
    let (file, carried) = (r#"{"engine":"wasm:/x"}"#, r#"{"engine":"wasm"}"#);
    let is_accepted = |written: &[(&Path, &str)], files: &[PathBuf]| {
        for file in [&own, &of_project, &named] {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            let text = written.iter().find(|(path, _)| path == file).map_or("{}", |(_, text)| text);
            fs::write(file, text).unwrap();
        }
        let lookup = Lookup { files, none: false, cwd: &project, home: Some(&home) };
        let policy = policy(&sources(&lookup).unwrap(), None, None).unwrap();
        refuse_module_of_project(&policy, &lookup).map_err(|errors| errors[0].to_string())
    };
    assert_eq!(is_accepted(&[(&own, file)], &[]), Ok(()));
    assert_eq!(is_accepted(&[(&own, file), (&of_project, carried)], &[]), Ok(()));
    assert_eq!(is_accepted(&[(&named, file)], std::slice::from_ref(&named)), Ok(()));
    let refused =
        ".claude/settings.json:1:11: the settings of a project cannot name the module that decides about it";
    assert_eq!(is_accepted(&[(&of_project, file)], &[]), Err(refused.to_owned()));
    assert_eq!(is_accepted(&[(&own, carried), (&of_project, file)], &[]), Err(refused.to_owned()));
}

#[test]
fn only_the_user_says_that_nothing_is_asked_any_more() {
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("home");
    let project = home.join("project");
    let [own, of_project, local, named] = [
        home.join(".claude/settings.json"),
        project.join(".claude/settings.json"),
        project.join(".claude/settings.local.json"),
        project.join("named.json"),
    ];
    let bypass = r#"{"permissions":{"defaultMode":"bypassPermissions"}}"#;
    let mode_of = |saying: &Path, files: &[PathBuf], mode: Option<Mode>| {
        for file in [&own, &of_project, &local, &named] {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, if file == saying { bypass } else { "{}" }).unwrap();
        }
        let lookup = Lookup { files, none: false, cwd: &project, home: Some(&home) };
        let mut policy = policy(&sources(&lookup).unwrap(), mode, None).unwrap();
        refuse_bypass_of_project(&mut policy, &lookup);
        (policy.mode, policy.warnings.len())
    };
    for (saying, files, mode, expected) in [
        (&own, &[][..], None, (Mode::BypassPermissions, 0)),
        (&of_project, &[], None, (Mode::Default, 1)),
        (&local, &[], None, (Mode::Default, 1)),
        (&named, std::slice::from_ref(&named), None, (Mode::BypassPermissions, 0)),
        (&of_project, &[], Some(Mode::BypassPermissions), (Mode::BypassPermissions, 0)),
        (&of_project, &[], Some(Mode::Plan), (Mode::Plan, 0)),
    ] {
        assert_eq!(mode_of(saying, files, mode), expected, "{}", saying.display());
    }
}
