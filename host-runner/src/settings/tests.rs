//! The settings files that count, their order, and the error about an unreadable file.

use std::fs;

use policy_core::rules::List;

use super::*;

/// A home with a repository in it, and the names of the files that were found from `cwd`.
fn found(files: &[&str], cwd: &str) -> Result<Vec<String>, SettingsError> {
    found_in(&tempfile::tempdir().unwrap(), files, cwd)
}

/// The same in a place of the caller's.
fn found_in(place: &tempfile::TempDir, files: &[&str], cwd: &str) -> Result<Vec<String>, SettingsError> {
    let home = place.path().join("home");
    fs::create_dir_all(home.join("repo/sub")).unwrap();
    make_repository(&home.join("repo"));
    fs::create_dir_all(home.join("loose/sub")).unwrap();
    for file in files {
        let file = home.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "{}").unwrap();
    }
    let cwd = home.join(cwd);
    let lookup = Lookup { files: &[], none: false, cwd: &cwd, home: Some(&home) };
    let sources = find(&lookup)?.sources;
    let shown = |path: &str| path.replace(home.to_str().unwrap(), "HOME");
    let lines = sources
        .iter()
        .map(|source| format!("{} from {}", shown(&source.name), shown(source.root.as_deref().unwrap())));
    Ok(lines.collect())
}

/// Makes `directory` the top of a work tree.
fn make_repository(directory: &Path) {
    for part in ["objects", "refs"] {
        fs::create_dir_all(directory.join(".git").join(part)).unwrap();
    }
    fs::write(directory.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
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
    let texts: Vec<String> = find(&lookup).unwrap().sources.into_iter().map(|source| source.text).collect();
    assert_eq!(texts, ["b.json", "a.json"]);
    let root = find(&lookup).unwrap().sources.remove(0).root;
    assert_eq!(root.as_deref(), place.path().to_str());
    assert!(find(&Lookup { none: true, ..lookup }).unwrap().sources.is_empty());
}

#[test]
fn a_file_that_cannot_be_used_is_named() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("s.json");
    let error = || {
        let files = [file.clone()];
        let lookup = Lookup { files: &files, none: false, cwd: place.path(), home: None };
        let text = find(&lookup).unwrap_err().to_string();
        text.replace(place.path().to_str().unwrap(), "DIR")
    };
    assert_eq!(error(), "there is no settings file `DIR/s.json`");
    fs::write(&file, b"{}\xff").unwrap();
    assert_eq!(error(), "the settings file `DIR/s.json` is not valid UTF-8 at byte 2");
    fs::File::create(&file).unwrap().set_len(FILE_BYTES_MAX + 1).unwrap();
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
    let error = find(&lookup).unwrap_err();
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
        let policy = policy(&find(&lookup).unwrap(), None, None).unwrap();
        refuse_module_of_project(&policy).map_err(|errors| errors[0].to_string())
    };
    assert_eq!(is_accepted(&[(&own, file)], &[]), Ok(()));
    assert_eq!(is_accepted(&[(&own, file), (&of_project, carried)], &[]), Ok(()));
    assert_eq!(is_accepted(&[(&named, file)], std::slice::from_ref(&named)), Ok(()));
    let refused =
        ".claude/settings.json:1:11: the settings of a project cannot name the module that decides about it";
    assert_eq!(is_accepted(&[(&of_project, file)], &[]), Err(refused.to_owned()));
    assert_eq!(is_accepted(&[(&own, carried), (&of_project, file)], &[]), Err(refused.to_owned()));
}

/// A project with settings at its top, and the policy that counts below it, in `sub`.
#[cfg(unix)]
struct Shared {
    place: tempfile::TempDir,
}

#[cfg(unix)]
impl Shared {
    fn new() -> Option<Self> {
        let place = test_support::place::outside_of_repositories()?;
        let top = place.path().join("top");
        make_repository(&top);
        for directory in ["top/.claude", "top/sub", "home/.claude"] {
            fs::create_dir_all(place.path().join(directory)).unwrap();
        }
        let text = r#"{"permissions":{"allow":["Bash(curl:*)"],"defaultMode":"acceptEdits"}}"#;
        fs::write(top.join(".claude/settings.json"), text).unwrap();
        Some(Self { place })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().canonicalize().unwrap().join(name)
    }

    fn open(&self, name: &str) {
        let everybody = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        fs::set_permissions(self.path(name), everybody).unwrap();
    }

    fn user_says(&self, text: &str) {
        fs::write(self.path("home/.claude/settings.json"), text).unwrap();
    }

    fn policy(&self) -> Policy {
        let (cwd, home) = (self.path("top/sub"), self.path("home"));
        let lookup = Lookup { files: &[], none: false, cwd: &cwd, home: Some(&home) };
        policy(&find(&lookup).unwrap(), None, None).unwrap()
    }
}

/// Whether the settings of the project count, and how many warnings there are.
#[cfg(unix)]
fn counted(policy: &Policy) -> (bool, usize) {
    assert_eq!(policy.mode == Mode::AcceptEdits, policy.rules.list(List::Allow).len() == 1);
    (policy.mode == Mode::AcceptEdits, policy.warnings.len())
}

#[test]
#[cfg(unix)]
fn settings_that_other_users_can_change_do_not_count_and_a_warning_names_who() {
    let Some(own) = Shared::new() else { return };
    assert_eq!(counted(&own.policy()), (true, 0));
    for open in ["top", "top/.claude", "top/.claude/settings.json", "top/.git"] {
        let shared = Shared::new().unwrap();
        shared.open(open);
        let policy = shared.policy();
        assert_eq!(counted(&policy), (false, 1), "{open}");
        let message = &policy.warnings[0].message;
        assert!(
            message.contains(&format!("every user can change `{}`", shared.path(open).display())),
            "{message}"
        );

        shared.user_says(&format!("{{\"trustedDirectories\":[{:?}]}}", shared.path("top")));
        assert_eq!(counted(&shared.policy()), (true, 0), "{open}");
        shared.user_says(r#"{"trustedDirectories":["/nowhere","~/top"]}"#);
        assert_eq!(counted(&shared.policy()), (false, 1), "{open}");
    }
}

#[test]
#[cfg(unix)]
fn a_link_out_of_a_directory_of_others_does_not_count() {
    let Some(shared) = Shared::new() else { return };
    fs::create_dir(shared.path("theirs")).unwrap();
    let file = shared.path("top/.claude/settings.json");
    fs::rename(&file, shared.path("theirs/settings.json")).unwrap();
    std::os::unix::fs::symlink("../../theirs/settings.json", &file).unwrap();
    assert_eq!(counted(&shared.policy()), (true, 0), "a link to a file of the user's own");
    shared.open("theirs");
    assert_eq!(counted(&shared.policy()), (false, 1));
}

#[test]
#[cfg(unix)]
fn an_empty_git_directory_makes_no_project() {
    for kept in [&[][..], &["HEAD"], &["objects", "refs"], &["HEAD", "objects"]] {
        let Some(shared) = Shared::new() else { return };
        for part in ["HEAD", "objects", "refs"].iter().filter(|part| !kept.contains(part)) {
            let part = shared.path("top/.git").join(part);
            fs::remove_file(&part).or_else(|_| fs::remove_dir(&part)).unwrap();
        }
        assert_eq!(counted(&shared.policy()), (false, 0), "{kept:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_git_file_makes_a_project_only_if_it_names_a_repository() {
    for (text, counts) in [
        ("gitdir: ../main/.git", true),
        ("gitdir: ../main/.git\n", true),
        ("", false),
        ("gitdir: ../nowhere", false),
        ("gitdir: ../empty", false),
        ("../main/.git", false),
    ] {
        let Some(shared) = Shared::new() else { return };
        fs::create_dir(shared.path("empty")).unwrap();
        fs::create_dir(shared.path("main")).unwrap();
        fs::rename(shared.path("top/.git"), shared.path("main/.git")).unwrap();
        fs::write(shared.path("top/.git"), text).unwrap();
        assert_eq!(counted(&shared.policy()), (counts, 0), "{text:?}");
    }
}

#[test]
#[cfg(unix)]
fn settings_of_the_user_that_others_can_change_are_an_error() {
    let Some(shared) = Shared::new() else { return };
    shared.user_says("{}");
    shared.open("home/.claude");
    let (cwd, home) = (shared.path("top/sub"), shared.path("home"));
    let lookup = Lookup { files: &[], none: false, cwd: &cwd, home: Some(&home) };
    let error = find(&lookup).unwrap_err().to_string();
    let claude = home.join(".claude");
    assert_eq!(
        error,
        format!(
            "the settings file `~/.claude/settings.json` cannot be trusted: every user can change `{}`",
            claude.display()
        )
    );
    assert!(readable(&lookup).sources.iter().all(|source| source.authority == Authority::Project));
}

#[test]
#[cfg(unix)]
fn a_planted_pipe_is_an_error_and_not_a_wait() {
    let Some(shared) = Shared::new() else { return };
    let file = shared.path("top/.claude/settings.json");
    fs::remove_file(&file).unwrap();
    nix::unistd::mkfifo(&file, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let (cwd, home) = (shared.path("top/sub"), shared.path("home"));
    let lookup = Lookup { files: &[], none: false, cwd: &cwd, home: Some(&home) };
    let error = find(&lookup).unwrap_err().to_string();
    assert!(error.ends_with("cannot be read: it is no regular file"), "{error}");
}
