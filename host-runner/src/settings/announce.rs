//! Shows a person what the settings of a project loosen, the first time that they take part in an answer.
//!
//! Owns the record of what was shown, `projects.json`. What a file loosens later is shown again. A record that cannot
//! be kept only shows it once more. Decides nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use policy_core::policy::{Authority, HookCommand};
use policy_core::rules::List;
use policy_core::verdict::By;
use policy_core::{Decision, Policy, Source, Verdict};

use super::{discover, record};

/// The files that were shown, each with what it loosened.
type Record = BTreeMap<PathBuf, BTreeSet<String>>;

/// What a project's file loosens that was not shown before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// The name of the file.
    pub file: String,
    /// What it loosens: `permissions.allow: Bash(make)`.
    pub loosened: Vec<String>,
}

/// What the project's files in `policy` loosen, as far as they take part in `verdict` and it was not shown before.
/// From now on it counts as shown. `cwd` and `home` are those of the look-up.
pub fn announcements(
    verdict: &Verdict,
    policy: &Policy,
    cwd: &Path,
    home: Option<&Path>,
) -> Vec<Announcement> {
    if verdict.decision != Decision::Allow {
        return Vec::new();
    }
    let of_project = policy.sources.iter().filter(|source| source.authority == Authority::Project);
    let parts = of_project
        .map(|source| (source, loosened(source)))
        .filter(|(source, loosened)| !loosened.is_empty() && takes_part(source, loosened, verdict))
        .collect::<Vec<_>>();
    let Some(place) = record::file("projects.json", home).filter(|_| !parts.is_empty()) else {
        return Vec::new();
    };
    let mut record: Record = record::read(&place);
    let mut announced = Vec::new();
    for (source, loosened) in parts {
        let shown = record.entry(discover::full_name(&source.name, cwd, home)).or_default();
        let new = loosened.into_iter().filter(|item| shown.insert(item.clone())).collect::<Vec<_>>();
        if !new.is_empty() {
            announced.push(Announcement { file: source.name.clone(), loosened: new });
        }
    }
    if !announced.is_empty() {
        drop(record::write(&place, &record));
    }
    announced
}

/// The hooks of these projects' files that were not shown before, by file. From now on they count as shown. A hook that
/// cannot be read is not shown.
pub(crate) fn unseen_hooks<'p>(
    hooks: impl Iterator<Item = (&'p str, Option<&'p HookCommand>)>,
    cwd: &Path,
    home: Option<&Path>,
) -> BTreeMap<String, Vec<String>> {
    let hooks = hooks.filter_map(|(file, command)| Some((file, command?.text()))).collect::<Vec<_>>();
    let mut unseen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let Some(place) = record::file("projects.json", home).filter(|_| !hooks.is_empty()) else {
        return unseen;
    };
    let mut record: Record = record::read(&place);
    for (file, hook) in hooks {
        let shown = record.entry(discover::full_name(file, cwd, home)).or_default();
        if shown.insert(format!("hooks: {hook}")) {
            unseen.entry(file.to_owned()).or_default().push(hook);
        }
    }
    if !unseen.is_empty() {
        drop(record::write(&place, &record));
    }
    unseen
}

/// Everything that the file loosens, by key.
fn loosened(source: &Source) -> Vec<String> {
    let Ok(policy) = Policy::from_sources(std::slice::from_ref(source)) else { return Vec::new() };
    let mut all = Vec::new();
    let mut say = |key: &str, value: &str| all.push(format!("{key}: {value}"));
    for rule in policy.rules.list(List::Allow) {
        say("permissions.allow", &rule.text);
    }
    for directory in &policy.additional_directories {
        say("permissions.additionalDirectories", directory);
    }
    if policy.mode_place.is_some() {
        say("permissions.defaultMode", policy.mode.name());
    }
    for host in &policy.sandbox.allowed_domains {
        say("sandbox.network.allowedDomains", host);
    }
    if policy.sandbox.allow_local_binding {
        say("sandbox.network.allowLocalBinding", &policy.sandbox.allow_local_binding.to_string());
    }
    for (name, value) in &policy.sandbox.environment.set {
        say("env", &format!("{name}={value}"));
    }
    all
}

/// Whether the answer rests on the file: on a rule or the mode in it, or, for a command that does more than read, on a
/// grant.
fn takes_part(source: &Source, loosened: &[String], verdict: &Verdict) -> bool {
    let is_in = |place: &str| {
        let position = place.strip_prefix(&*source.name).and_then(|rest| rest.strip_prefix(':'));
        position.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b':'))
    };
    let by_rule = |by: &By| matches!(by, By::Rule { source, .. } if is_in(source));
    let grants = loosened
        .iter()
        .any(|item| !item.starts_with("permissions.allow:") && !item.starts_with("permissions.defaultMode:"));
    verdict.reason.source.as_deref().is_some_and(is_in)
        || verdict.commands.iter().any(|command| by_rule(&command.by))
        || grants && !verdict.read_only
}

#[cfg(test)]
mod tests {
    use std::fs;

    use policy_core::{Engine, Request};

    use super::*;

    /// What is announced for `command` in a project with these settings, in a home that stays.
    fn announced(home: &Path, settings: &str, command: &str) -> Vec<String> {
        let source = Source {
            name: ".claude/settings.json".to_owned(),
            text: settings.to_owned(),
            root: Some("/repo".to_owned()),
            authority: Authority::Project,
        };
        let policy = Policy::from_sources(&[source]).unwrap();
        let mut request = Request::new(command);
        request.cwd = Some("/repo");
        request.facts.no_links = true;
        let verdict = Engine::new(policy.clone()).check(&request);
        let all = announcements(&verdict, &policy, Path::new("/repo"), Some(home));
        all.into_iter().flat_map(|announcement| announcement.loosened).collect()
    }

    #[test]
    fn what_a_project_loosens_is_announced_once_and_again_when_it_loosens_more() {
        let home = tempfile::tempdir().unwrap();
        let one = r#"{"permissions":{"allow":["Bash(make:*)"],"deny":["Bash(curl:*)"]}}"#;
        let two = r#"{"permissions":{"allow":["Bash(make:*)","Bash(cargo:*)"]}}"#;
        let mode = r#"{"permissions":{"defaultMode":"acceptEdits"}}"#;
        for (settings, command, expected) in [
            (one, "ls", &[][..]),
            (one, "curl x", &[]),
            (one, "rm x", &[]),
            (one, "make all", &["permissions.allow: Bash(make:*)"]),
            (one, "make all", &[]),
            (two, "make all", &["permissions.allow: Bash(cargo:*)"]),
            (two, "make all", &[]),
            (mode, "ls", &[]),
            (mode, "touch x", &["permissions.defaultMode: acceptEdits"]),
            (mode, "touch x", &[]),
        ] {
            assert_eq!(announced(home.path(), settings, command), expected, "{settings} {command}");
        }
    }

    #[test]
    fn a_hook_that_does_not_run_is_shown_once() {
        let home = tempfile::tempdir().unwrap();
        let hook = |text: &str| HookCommand::Line(text.to_owned());
        let (one, two) = (hook("one"), hook("two"));
        let unseen = |hooks: &[&HookCommand]| {
            let hooks = hooks.iter().map(|hook| (".claude/settings.json", Some(*hook)));
            unseen_hooks(hooks, Path::new("/repo"), Some(home.path())).remove(".claude/settings.json")
        };
        assert_eq!(unseen(&[&one]), Some(vec!["one".to_owned()]));
        assert_eq!(unseen(&[&one]), None);
        assert_eq!(unseen(&[&one, &two]), Some(vec!["two".to_owned()]));
        assert_eq!(unseen(&[]), None);
    }

    #[test]
    fn a_grant_takes_part_in_every_answer_that_does_more_than_read() {
        let home = tempfile::tempdir().unwrap();
        let settings = r#"{"permissions":{"allow":["Bash(make:*)"]},
                           "sandbox":{"network":{"allowedDomains":["docs.rs"],"allowLocalBinding":true}},
                           "env":{"A":"1"}}"#;
        assert_eq!(announced(home.path(), settings, "cat a"), [""; 0]);
        assert_eq!(
            announced(home.path(), settings, "make"),
            [
                "permissions.allow: Bash(make:*)",
                "sandbox.network.allowedDomains: docs.rs",
                "sandbox.network.allowLocalBinding: true",
                "env: A=1",
            ]
        );
    }

    #[test]
    fn everything_that_a_project_may_loosen_is_named() {
        let source = Source {
            text: r#"{"permissions":{"allow":["Bash(a)"],"additionalDirectories":["b"],"defaultMode":"plan"},
                      "sandbox":{"network":{"allowedDomains":["c.d"],"allowLocalBinding":true}},"env":{"E":"f"}}"#
                .to_owned(),
            authority: Authority::Project,
            ..Source::default()
        };
        let named = loosened(&source);
        for key in policy_core::policy::LOOSENED_BY_PROJECT {
            assert!(named.iter().any(|item| item.starts_with(&format!("{key}: "))), "{key}: {named:?}");
        }
    }

    #[test]
    fn a_record_that_cannot_be_kept_shows_it_again() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join(".local"), "").unwrap();
        let settings = r#"{"permissions":{"allow":["Bash(make:*)"]}}"#;
        for _ in 0..2 {
            assert_eq!(announced(home.path(), settings, "make"), ["permissions.allow: Bash(make:*)"]);
        }
    }
}
