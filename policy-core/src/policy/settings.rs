//! The merged settings, ready to be matched.
//!
//! Owns the types and their defaults. Reads no text.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::classifier_settings::Classifier;
use super::engine_choice::EngineChoice;
use super::error::PolicyError;
use super::hook_settings::{Hook, HookFailures};
use super::source::{Authority, Source};
use super::web_settings::WebSettings;
use crate::profiles::{Profile, ReadsServices};
use crate::request::Mode;
use crate::rules::{Rules, SourceLocation};

/// Everything the settings say, ready to be matched.
#[derive(Clone, Debug)]
pub struct Policy {
    /// `permissions.defaultMode`
    pub mode: Mode,
    /// Whether the mode is set to `auto`: it is `default` then, and a hook leaves to Claude Code what would ask.
    pub is_auto: bool,
    /// Where the mode was set; none when no source sets it.
    pub mode_place: Option<SourceLocation>,
    /// `profile`
    pub profile: &'static Profile,
    /// Where the profile was chosen; none when no source chooses one.
    pub profile_place: Option<SourceLocation>,
    /// `engine`
    pub engine: EngineChoice,
    /// Where the engine was chosen; none when no source chooses one.
    pub engine_place: Option<SourceLocation>,
    /// `engineSha256`: the module that is meant.
    pub engine_sha256: Option<[u8; 32]>,
    /// What all of this was read from. A host that lets a module decide hands it these, with the mode and the profile
    /// of this policy: whatever else is changed here afterwards, only the linked core knows of.
    pub sources: Arc<[Source]>,
    /// Where `permissions.disableBypassPermissionsMode` forbids that mode, whatever asks for it.
    pub bypass_disabled: Option<SourceLocation>,
    /// `permissions.allow`, `ask` and `deny`, compiled.
    pub rules: Rules,
    /// `permissions.askForSecrets`: true unless a file says otherwise. Whether a command that reads a file whose name
    /// says that it holds secrets asks, and a command that prints the environment.
    pub asks_for_secrets: bool,
    /// `reads.services`; none where no file says it, so that the profile decides ([`Policy::reads_services`]).
    pub services: Option<ReadsServices>,
    /// `web.preapproved`: true unless a file says otherwise. Whether hosts of documentation are fetched without a question
    /// ([`web::documentation`](crate::web::documentation)).
    pub preapproved: bool,
    /// The rest of `web`.
    pub web: WebSettings,
    /// `permissions.additionalDirectories`, as written.
    pub additional_directories: Vec<String>,
    /// `trustedDirectories`, as written: settings and repositories of other people in them count.
    pub trusted_directories: Vec<String>,
    /// `hooks`: those of the user and those of projects, in the order of the sources; none with `disableAllHooks`.
    pub hooks: Vec<Hook>,
    /// `hookFailures`
    pub hook_failures: HookFailures,
    /// `trustedHooks`, as written: the hooks of projects in these directories are started.
    pub trusted_hooks: Vec<String>,
    /// `classifier`
    pub classifier: Option<Classifier>,
    /// `sandbox`
    pub sandbox: SandboxSettings,
    /// What is probably not meant, although it can be read; in the order of the sources and of the text.
    pub warnings: Vec<PolicyError>,
}

/// The `sandbox` settings; names as in the settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxSettings {
    /// `enabled`: true unless a file says otherwise.
    pub enabled: bool,
    /// `failIfUnavailable`
    pub fail_if_unavailable: bool,
    /// `askIfUnconfined`: true unless a file says otherwise. Only a host that runs commands heeds it.
    pub ask_if_unconfined: bool,
    /// `autoAllowBashIfSandboxed`
    pub auto_allow_bash_if_sandboxed: bool,
    /// `allowUnsandboxedCommands`: true unless a file says otherwise.
    pub allow_unsandboxed_commands: bool,
    /// `excludedCommands`, as written; each can be read by [`crate::rules::Pattern::parse`].
    pub excluded_commands: Vec<String>,
    /// `permissions.additionalDirectories`, as written: commands may change files there as in the working directory.
    pub additional_directories: Vec<String>,
    /// `filesystem.allowWrite`
    pub allow_write: Vec<String>,
    /// `filesystem.denyWrite`, and the paths that deny rules about changes name one by one.
    pub deny_write: Vec<String>,
    /// `filesystem.denyRead`, and the paths that deny rules about reading name one by one.
    pub deny_read: Vec<String>,
    /// `filesystem.allowRead`
    pub allow_read: Vec<String>,
    /// `permissions.askForSecrets`: true unless a file says otherwise. Whether places in the home directory that hold
    /// secrets by their name are hidden.
    pub hide_secrets: bool,
    /// The paths that allow rules name, without the wildcards at their end: they are not hidden.
    pub shown_secrets: Vec<String>,
    /// `network.allowedDomains`, as written; each can be read by [`crate::rules::HostPattern::parse`].
    pub allowed_domains: Vec<String>,
    /// `network.deniedDomains`, in the same form.
    pub denied_domains: Vec<String>,
    /// The hosts of the rules `WebFetch(domain:…)` in `permissions.allow`, in the same form.
    pub fetch_allowed: Vec<String>,
    /// The hosts of the rules `WebFetch(domain:…)` in `permissions.deny` and `permissions.ask`, in the same form:
    /// nobody can be asked while a command runs.
    pub fetch_refused: Vec<String>,
    /// `network.allowUnixSockets`
    pub allow_unix_sockets: Vec<String>,
    /// `network.allowAllUnixSockets`
    pub allow_all_unix_sockets: bool,
    /// `network.allowLocalBinding`
    pub allow_local_binding: bool,
    /// The variables of a command.
    pub environment: EnvironmentSettings,
}

/// Which variables a command gets besides the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvironmentSettings {
    /// `env`: names with their values; each name once, sorted.
    pub set: Vec<(String, String)>,
    /// `sandbox.passEnvironment`: names that are passed on, or families as `MY_*`.
    pub pass: Vec<String>,
    /// `sandbox.credentials.envVars`: names that reach no command.
    pub hide: Vec<String>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            is_auto: false,
            mode_place: None,
            profile: <&Profile>::default(),
            profile_place: None,
            engine: EngineChoice::default(),
            engine_place: None,
            engine_sha256: None,
            sources: Arc::default(),
            bypass_disabled: None,
            rules: Rules::default(),
            asks_for_secrets: true,
            services: None,
            preapproved: true,
            web: WebSettings::default(),
            additional_directories: Vec::new(),
            trusted_directories: Vec::new(),
            hooks: Vec::new(),
            hook_failures: HookFailures::default(),
            trusted_hooks: Vec::new(),
            classifier: None,
            sandbox: SandboxSettings::default(),
            warnings: Vec::new(),
        }
    }
}

impl Default for SandboxSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            fail_if_unavailable: false,
            ask_if_unconfined: true,
            auto_allow_bash_if_sandboxed: false,
            allow_unsandboxed_commands: true,
            excluded_commands: Vec::new(),
            additional_directories: Vec::new(),
            allow_write: Vec::new(),
            deny_write: Vec::new(),
            deny_read: Vec::new(),
            allow_read: Vec::new(),
            hide_secrets: true,
            shown_secrets: Vec::new(),
            allowed_domains: Vec::new(),
            denied_domains: Vec::new(),
            fetch_allowed: Vec::new(),
            fetch_refused: Vec::new(),
            allow_unix_sockets: Vec::new(),
            allow_all_unix_sockets: false,
            allow_local_binding: false,
            environment: EnvironmentSettings::default(),
        }
    }
}

impl Policy {
    /// What happens to a command that only reads its service: what the settings say, or else the profile.
    pub fn reads_services(&self) -> ReadsServices {
        self.services.unwrap_or(self.profile.reads_services)
    }

    /// Whether `place` is in a file of a project's.
    pub fn is_of_project(&self, place: &SourceLocation) -> bool {
        let of_project = |source: &&Source| source.authority == Authority::Project;
        self.sources.iter().filter(of_project).any(|source| *source.name == *place.file)
    }

    /// Replaces the settings' own mode. One that they switch off is not taken: the mode is `default` then. The place of
    /// the mode stays if the settings say the same.
    pub fn set_mode(&mut self, mode: Mode) {
        let forbidden = mode == Mode::BypassPermissions && self.bypass_disabled.is_some();
        let mode = if forbidden { Mode::Default } else { mode };
        self.is_auto = false;
        if mode != self.mode {
            self.mode = mode;
            self.mode_place = None;
        }
    }
}
