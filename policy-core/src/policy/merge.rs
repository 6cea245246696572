//! Merges several settings files into one policy: a later source wins for scalars, lists add up.
//!
//! Owns the merging. A key that a source does not have keeps its earlier value.

use alloc::string::String;
use alloc::vec::Vec;

use crate::profiles::{Profile, ReadsServices};
use crate::request::Mode;
use crate::rules::{Access, Content, List, Rule, Rules, SourceLocation};

use super::classifier_settings::Classifier;
use super::engine_choice::EngineChoice;
use super::error::PolicyError;
use super::hook_settings::HooksSaid;
use super::settings::{EnvironmentSettings, Policy, SandboxSettings};
use super::source::{Authority, Source};
use super::web_settings::{SearchSettings, Summariser, WebSettings};

/// What one source says; none where it says nothing.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) mode: Option<(Mode, SourceLocation)>,
    /// Whether that mode is written as `auto`.
    pub(super) is_auto: bool,
    /// Where a mode is written that cannot be read.
    pub(super) mode_in_doubt: Option<SourceLocation>,
    pub(super) profile: Option<(&'static Profile, SourceLocation)>,
    pub(super) engine: Option<(EngineChoice, SourceLocation)>,
    pub(super) engine_sha256: Option<[u8; 32]>,
    pub(super) bypass_disabled: Option<SourceLocation>,
    pub(super) rules: Vec<(List, Rule)>,
    pub(super) asks_for_secrets: Option<bool>,
    pub(super) services: Option<ReadsServices>,
    pub(super) preapproved: Option<bool>,
    pub(super) web: WebSaid,
    pub(super) additional_directories: Vec<String>,
    pub(super) trusted_directories: Vec<String>,
    pub(super) hooks: HooksSaid,
    pub(super) classifier: Option<Classifier>,
    pub(super) sandbox: SandboxSaid,
    pub(super) warnings: Vec<PolicyError>,
}

/// What one source says about the web tools.
#[derive(Debug, Default)]
pub(super) struct WebSaid {
    pub(super) search: Option<SearchSettings>,
    pub(super) trust_proxy: Option<bool>,
    pub(super) user_agent: Option<String>,
    pub(super) summarise: Option<Summariser>,
}

/// What one source says about the sandbox.
#[derive(Debug, Default)]
pub(super) struct SandboxSaid {
    pub(super) enabled: Option<bool>,
    pub(super) fail_if_unavailable: Option<bool>,
    pub(super) ask_if_unconfined: Option<bool>,
    pub(super) auto_allow_bash_if_sandboxed: Option<bool>,
    pub(super) allow_unsandboxed_commands: Option<bool>,
    pub(super) allow_all_unix_sockets: Option<bool>,
    pub(super) allow_local_binding: Option<bool>,
    pub(super) excluded_commands: Vec<String>,
    pub(super) allow_write: Vec<String>,
    pub(super) deny_write: Vec<String>,
    pub(super) deny_read: Vec<String>,
    pub(super) allow_read: Vec<String>,
    pub(super) allowed_domains: Vec<String>,
    pub(super) denied_domains: Vec<String>,
    pub(super) allow_unix_sockets: Vec<String>,
    pub(super) environment: EnvironmentSettings,
}

/// What all sources so far say.
#[derive(Debug, Default)]
pub(super) struct Merged {
    said: Said,
    sandbox: SandboxSettings,
}

impl Merged {
    /// Adds a source that is more special than those before.
    pub(super) fn add(&mut self, mut source: Said, authority: Authority) {
        let said = &mut self.said;
        if authority == Authority::Project
            && let (Some((chosen, _)), Some((profile, place))) = (&said.profile, &source.profile)
            && chosen.name != profile.name
        {
            let message =
                alloc::format!("the user chose the profile `{}`, so this does not count", chosen.name);
            let help = String::from("leave it out, or choose it with `--profile`");
            source.warnings.push(problem(place, message, help));
            source.profile = None;
        }
        let keeps_auto = source.mode.is_none() && source.mode_in_doubt.is_none() && said.is_auto;
        said.is_auto = source.is_auto || keeps_auto;
        said.mode = source.mode.or(said.mode.take());
        if let (Some(place), Some((Mode::AcceptEdits | Mode::BypassPermissions, _))) =
            (source.mode_in_doubt, &said.mode)
        {
            said.mode = Some((Mode::Default, place));
        }
        said.profile = source.profile.or(said.profile.take());
        said.engine = source.engine.or(said.engine.take());
        said.engine_sha256 = source.engine_sha256.or(said.engine_sha256.take());
        // Whoever forbids it first has forbidden it; no source can take that back.
        said.bypass_disabled = said.bypass_disabled.take().or(source.bypass_disabled);
        said.asks_for_secrets = source.asks_for_secrets.or(said.asks_for_secrets);
        said.services = source.services.or(said.services);
        said.preapproved = source.preapproved.or(said.preapproved);
        let (web, new) = (&mut said.web, source.web);
        web.search = new.search.or(web.search.take());
        web.trust_proxy = new.trust_proxy.or(web.trust_proxy);
        web.user_agent = new.user_agent.or(web.user_agent.take());
        web.summarise = new.summarise.or(web.summarise.take());
        said.rules.extend(source.rules);
        said.additional_directories.extend(source.additional_directories);
        said.trusted_directories.extend(source.trusted_directories);
        said.hooks.hooks.extend(source.hooks.hooks);
        said.hooks.failures = source.hooks.failures.or(said.hooks.failures);
        said.hooks.trusted.extend(source.hooks.trusted);
        said.hooks.are_disabled |= source.hooks.are_disabled;
        said.classifier = source.classifier.or(said.classifier.take());
        said.warnings.extend(source.warnings);

        let (sandbox, new) = (&mut self.sandbox, source.sandbox);
        for (value, set) in [
            (&mut sandbox.enabled, new.enabled),
            (&mut sandbox.fail_if_unavailable, new.fail_if_unavailable),
            (&mut sandbox.ask_if_unconfined, new.ask_if_unconfined),
            (&mut sandbox.auto_allow_bash_if_sandboxed, new.auto_allow_bash_if_sandboxed),
            (&mut sandbox.allow_unsandboxed_commands, new.allow_unsandboxed_commands),
            (&mut sandbox.allow_all_unix_sockets, new.allow_all_unix_sockets),
            (&mut sandbox.allow_local_binding, new.allow_local_binding),
        ] {
            *value = set.unwrap_or(*value);
        }
        sandbox.excluded_commands.extend(new.excluded_commands);
        sandbox.allow_write.extend(new.allow_write);
        sandbox.deny_write.extend(new.deny_write);
        sandbox.deny_read.extend(new.deny_read);
        sandbox.allow_read.extend(new.allow_read);
        sandbox.allowed_domains.extend(new.allowed_domains);
        sandbox.denied_domains.extend(new.denied_domains);
        sandbox.allow_unix_sockets.extend(new.allow_unix_sockets);
        let (environment, new) = (&mut sandbox.environment, new.environment);
        environment.pass.extend(new.pass);
        environment.hide.extend(new.hide);
        for (name, value) in new.set {
            match environment.set.binary_search_by(|(known, _)| known.cmp(&name)) {
                Ok(at) => {
                    if let Some(variable) = environment.set.get_mut(at) {
                        variable.1 = value;
                    }
                }
                Err(at) => environment.set.insert(at, (name, value)),
            }
        }
    }

    /// The policy.
    pub(super) fn finish(self, sources: &[Source]) -> Policy {
        let Said {
            mode,
            is_auto,
            profile,
            engine,
            engine_sha256,
            bypass_disabled,
            rules,
            asks_for_secrets,
            services,
            preapproved,
            web,
            additional_directories,
            trusted_directories,
            hooks,
            classifier,
            mut warnings,
            ..
        } = self.said;
        let (engine, engine_place) = engine.unzip();
        let (profile, profile_place) = profile.unzip();
        let (mut mode, mode_place) =
            mode.map_or((Mode::default(), None), |(mode, place)| (mode, Some(place)));
        if let (Mode::BypassPermissions, Some(forbidden), Some(place)) = (mode, &bypass_disabled, &mode_place)
        {
            mode = Mode::Default;
            warnings.push(problem(
                place,
                String::from("`bypassPermissions` is switched off, so the mode is `default`"),
                alloc::format!("`disableBypassPermissionsMode` at {forbidden} forbids it"),
            ));
        }
        let rules = Rules::new(rules);
        let mut sandbox = self.sandbox;
        // What no command may name, no command may reach by other means.
        sandbox.deny_read.extend(rules.named_paths(List::Deny, Access::Read));
        sandbox.hide_secrets = asks_for_secrets.unwrap_or(true);
        sandbox.shown_secrets = allowed_paths(&rules).collect();
        sandbox.additional_directories.clone_from(&additional_directories);
        sandbox.deny_write.extend(rules.named_paths(List::Deny, Access::Edit));
        sandbox.fetch_allowed = hosts(&rules, List::Allow).collect();
        sandbox.fetch_refused = hosts(&rules, List::Deny).chain(hosts(&rules, List::Ask)).collect();
        Policy {
            mode,
            is_auto,
            mode_place,
            profile: profile.unwrap_or_default(),
            profile_place,
            engine: engine.unwrap_or_default(),
            engine_place,
            engine_sha256,
            sources: sources.into(),
            bypass_disabled,
            rules,
            asks_for_secrets: asks_for_secrets.unwrap_or(true),
            services,
            preapproved: preapproved.unwrap_or(true),
            web: WebSettings {
                search: web.search.unwrap_or_default(),
                trust_proxy: web.trust_proxy.unwrap_or_default(),
                user_agent: web.user_agent,
                summarise: web.summarise,
            },
            additional_directories,
            trusted_directories,
            hooks: if hooks.are_disabled { Vec::new() } else { hooks.hooks },
            hook_failures: hooks.failures.unwrap_or_default(),
            trusted_hooks: hooks.trusted,
            classifier,
            sandbox,
            warnings,
        }
    }
}

fn problem(place: &SourceLocation, message: String, help: String) -> PolicyError {
    let SourceLocation { file, line, column, span } = place;
    PolicyError { file: (&**file).into(), line: *line, column: *column, span: *span, message, help }
}

/// The paths that allow rules name, without the wildcards at their end.
fn allowed_paths(rules: &Rules) -> impl Iterator<Item = String> + '_ {
    let paths = rules.list(List::Allow).iter().filter(|rule| matches!(rule.content, Content::Path(_)));
    paths.filter_map(|rule| {
        let (_, path) = rule.text.split_once('(')?;
        Some(path.strip_suffix(')')?.trim_end_matches("/**").trim_end_matches("/*").into())
    })
}

/// The hosts that the rules of a list name.
fn hosts(rules: &Rules, list: List) -> impl Iterator<Item = String> + '_ {
    rules.list(list).iter().filter_map(|rule| match &rule.content {
        Content::Domain(pattern) => Some(String::from(pattern.text())),
        Content::All | Content::Command(_) | Content::Path(_) | Content::Text(_) => None,
    })
}
