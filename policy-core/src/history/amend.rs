//! Changes of a policy, step by step, made as they would be made in its settings.
//!
//! Owns how a step becomes settings. The settings are read again with it, so that a step is worth what a person would get.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::json;

use crate::policy::{Policy, Source, without_entry};
use crate::profiles::Profile;
use crate::request::Mode;
use crate::rules::List;

/// The name of the settings that hold what is added.
const ADDED: &str = "the change";

/// One step of a change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Takes a rule out of every file that has it.
    Remove(List, String),
    /// Adds a rule.
    Add(List, String),
    /// Adds a working directory: an absolute path.
    Directory(String),
    /// Sets the mode.
    Mode(Mode),
    /// Chooses the profile with this name.
    Profile(&'static str),
    /// Lets the sandbox be reason enough: `sandbox.autoAllowBashIfSandboxed`.
    Sandbox,
    /// Asks no more about files whose name says that they hold secrets: `permissions.askForSecrets`.
    Secrets,
}

impl Step {
    /// The path of the setting, outermost key first.
    pub const fn keys(&self) -> [&'static str; 2] {
        match self {
            Self::Remove(list, _) | Self::Add(list, _) => ["permissions", list.name()],
            Self::Directory(_) => ["permissions", "additionalDirectories"],
            Self::Mode(_) => ["permissions", "defaultMode"],
            Self::Profile(_) => ["profile", ""],
            Self::Sandbox => ["sandbox", "autoAllowBashIfSandboxed"],
            Self::Secrets => ["permissions", "askForSecrets"],
        }
    }

    /// The value that it sets, adds or removes, as JSON.
    pub fn value(&self) -> serde_json::Value {
        match self {
            Self::Remove(_, text) | Self::Add(_, text) | Self::Directory(text) => json!(text),
            Self::Mode(mode) => json!(mode.name()),
            Self::Profile(name) => json!(name),
            Self::Sandbox => json!(true),
            Self::Secrets => json!(false),
        }
    }

    /// `add`, `remove` or `set`.
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Remove(..) => "remove",
            Self::Add(..) | Self::Directory(_) => "add",
            Self::Mode(_) | Self::Profile(_) | Self::Sandbox | Self::Secrets => "set",
        }
    }

    /// The path of the setting with dots.
    pub fn path(&self) -> String {
        let [outer, inner] = self.keys();
        if inner.is_empty() { outer.into() } else { format!("{outer}.{inner}") }
    }
}

/// The policy after `steps`; none if they change nothing, or the settings cannot hold them as they are meant.
///
/// A mode and a profile that the host chose for the policy stay, unless a step sets them.
pub fn amended(policy: &Policy, steps: &[Step]) -> Option<Policy> {
    let before = Policy::from_sources(&policy.sources).ok()?;
    let mut sources = policy.sources.to_vec();
    for step in steps {
        let Step::Remove(_, rule) = step else { continue };
        let mut is_gone = false;
        for source in &mut sources {
            let without = without_entry(&source.text, &step.keys(), rule);
            if let Some(without) = without.filter(|text| *text != source.text) {
                source.text = without;
                is_gone = true;
            }
        }
        if !is_gone {
            return None;
        }
    }
    sources.extend(added(steps));
    let mut after = Policy::from_sources(&sources).ok()?;
    // What the settings warn about is not what is meant.
    if after.warnings.iter().any(|warning| warning.file == ADDED) {
        return None;
    }
    if before.profile.name != policy.profile.name && !steps.iter().any(|it| matches!(it, Step::Profile(_))) {
        after.profile = policy.profile;
        after.profile_place.clone_from(&policy.profile_place);
    }
    if before.mode != policy.mode && !steps.iter().any(|it| matches!(it, Step::Mode(_))) {
        after.set_mode(policy.mode);
    }
    Some(after)
}

/// The settings with what is added and set.
fn added(steps: &[Step]) -> Option<Source> {
    let mut settings = json!({});
    let mut is_any = false;
    for step in steps {
        let [outer, inner] = step.keys();
        let value = match step {
            Step::Remove(..) => continue,
            Step::Profile(name) => {
                settings.as_object_mut()?.insert(outer.into(), json!(name));
                is_any = true;
                continue;
            }
            _ => step.value(),
        };
        is_any = true;
        let group = settings.as_object_mut()?.entry(outer).or_insert_with(|| json!({})).as_object_mut()?;
        if step.verb() == "add" {
            group.entry(inner).or_insert_with(|| json!([])).as_array_mut()?.push(value);
        } else {
            group.insert(inner.into(), value);
        }
    }
    is_any.then(|| Source { name: ADDED.into(), text: settings.to_string(), ..Source::default() })
}

/// The steps that add these allow rules.
pub(super) fn allowing(rules: &[String]) -> Vec<Step> {
    rules.iter().map(|rule| Step::Add(List::Allow, rule.clone())).collect()
}

/// The profiles besides the one of `policy`.
pub(super) fn other_profiles(policy: &Policy) -> impl Iterator<Item = Step> {
    let own = policy.profile.name;
    Profile::ALL.into_iter().map(|profile| profile.name).filter(move |name| *name != own).map(Step::Profile)
}
