//! What will be run, where, and held to what: derived from a verdict and from nothing else.
//!
//! Owns the consent, without which no plan exists, and the way from settings to a sandbox request.
//! Never edits the command: exactly the text that was analysed is what the shell gets.

use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use policy_core::policy::{EnvironmentSettings, SandboxSettings};
use policy_core::verdict::{About, By, Grants};
use policy_core::{Decision, Dialect, Profile, Request, Verdict};

use crate::edit::{self, FileChange};
use crate::grants;
use crate::network::{BadHost, Hosts};
use crate::process::limits::Resources;
use crate::sandbox::{Backend, Network, SandboxRequest};
use crate::shell;

/// How a note begins about a command that ran without a sandbox.
const RAN_OUTSIDE: &str = "the command ran outside of the sandbox, because";

/// The leave to run the command of one verdict: from the policy, or from a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consent {
    giver: Giver,
    about: About,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Giver {
    Policy,
    Person,
}

impl Consent {
    /// The policy's own consent: there is one only when the verdict allows.
    pub fn from_verdict(verdict: &Verdict) -> Option<Self> {
        (verdict.decision == Decision::Allow).then(|| Self::to(verdict, Giver::Policy))
    }

    /// A person's consent, which nobody can give to what is denied.
    pub fn by_person(verdict: &Verdict) -> Option<Self> {
        (verdict.decision != Decision::Deny).then(|| Self::to(verdict, Giver::Person))
    }

    fn to(verdict: &Verdict, giver: Giver) -> Self {
        Self { giver, about: verdict.about.clone() }
    }
}

/// The shell that runs the command. It reads no start-up file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shell {
    /// GNU bash.
    #[default]
    Bash,
    /// zsh.
    Zsh,
}

impl Shell {
    /// The program's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
        }
    }

    /// The arguments that make it run `command` and nothing else. `--` keeps a command that starts with a dash from
    /// being taken for options.
    pub(crate) fn arguments(self, command: &str) -> Vec<String> {
        let options: &[&str] = match self {
            Self::Bash => &["bash", "--noprofile", "--norc", "-c", "--"],
            Self::Zsh => &["zsh", "-f", "-c", "--"],
        };
        options.iter().copied().chain([command]).map(str::to_owned).collect()
    }
}

impl From<Shell> for Dialect {
    fn from(shell: Shell) -> Self {
        match shell {
            Shell::Bash => Self::Bash,
            Shell::Zsh => Self::Zsh,
        }
    }
}

impl From<Dialect> for Shell {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Bash => Self::Bash,
            Dialect::Zsh => Self::Zsh,
        }
    }
}

/// The bounds of one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How long the command may run; at most `timeout_max` is given.
    pub timeout: Duration,
    /// How long any command may run.
    pub timeout_max: Duration,
}

impl Limits {
    /// The bounds that a profile gives.
    pub fn of(profile: &Profile) -> Self {
        Self { timeout: profile.timeout.default, timeout_max: profile.timeout.maximum }
    }

    /// How long the command is really given.
    pub fn time_given(&self) -> Duration {
        self.timeout.min(self.timeout_max)
    }
}

impl Default for Limits {
    /// The bounds of the profile `standard`.
    fn default() -> Self {
        Self::of(<&Profile>::default())
    }
}

/// A request that cannot become a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The verdict denies it.
    #[error("the command is denied: {0}; a denied command runs for nobody")]
    Denied(String),
    /// The verdict or the consent is about another command, directory or shell.
    #[error(
        "the verdict is not about this request; check the command again, in the directory in which it is to run"
    )]
    OtherRequest,
    /// The consent was given for a verdict that allowed, and this one does not.
    #[error("the consent is not for this command: the policy asks about it; let a person decide")]
    OtherConsent,
    /// There is no place to run it.
    #[error("the working directory `{0}` is not an absolute path; give the absolute path of a directory")]
    RelativeCwd(PathBuf),
    /// The verdict shows an edit of contents that the request does not hold.
    #[error("the edit is not of this request: the contents that it was told from are missing; check again")]
    OtherEdit,
    /// An entry of the settings names no host.
    #[error(transparent)]
    Host(#[from] BadHost),
}

/// What will be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    command: String,
    shell: Shell,
    cwd: PathBuf,
    read_only: bool,
    /// What the verdict speaks of as programs.
    programs: Vec<String>,
    silent: bool,
    backend: Backend,
    full_or_nothing: bool,
    sandbox: SandboxRequest,
    hosts: Hosts,
    environment: EnvironmentSettings,
    consent: Giver,
    /// What the command changes, if all of that is known.
    grants: Option<Grants>,
    edit: Option<Vec<FileChange>>,
    background: bool,
    /// Whether the settings let a request leave the sandbox.
    may_leave: bool,
    notes: Vec<String>,
    /// The bounds of the run; those of the profile `standard` until the caller sets others.
    pub limits: Limits,
    /// What the run may use up besides time.
    pub resources: Resources,
}

impl Plan {
    /// The plan for `request`, which `verdict` is about.
    ///
    /// What is proven read-only gets no writable path and no network, whoever consented. Of everything else, what the
    /// verdict tells all changes of may make these, and the rest may write in the working directory and in
    /// `filesystem.allowWrite`; both have a temporary directory of their own and reach the allowed hosts, if there are
    /// any. What the verdict
    /// shows as an edit is written instead of run, where the command could have written.
    ///
    /// What the verdict calls excluded from the sandbox runs without one. What the sandbox alone was the reason to
    /// allow runs in a complete one or not at all.
    ///
    /// # Errors
    /// When the verdict or the consent is about another request, the verdict denies, the consent does not fit it, the
    /// request has no absolute working directory, or the verdict's edit is not of this request.
    pub fn new(
        request: &Request<'_>,
        verdict: &Verdict,
        consent: Consent,
        settings: &SandboxSettings,
    ) -> Result<Self, PlanError> {
        let Consent { giver, about } = consent;
        if verdict.about != About::request(request) || about != verdict.about {
            return Err(PlanError::OtherRequest);
        }
        match (verdict.decision, giver) {
            (Decision::Deny, _) => return Err(PlanError::Denied(verdict.reason.message.clone())),
            (Decision::Ask, Giver::Policy) => return Err(PlanError::OtherConsent),
            (Decision::Ask, Giver::Person) | (Decision::Allow, Giver::Policy | Giver::Person) => {}
        }
        let cwd = PathBuf::from(request.cwd.unwrap_or_default());
        if !cwd.is_absolute() {
            return Err(PlanError::RelativeCwd(cwd));
        }
        let read_only = verdict.decision == Decision::Allow && verdict.read_only;
        let home = request.home.map(Path::new);
        let resolve =
            |paths: &[String]| paths.iter().map(|path| resolve(path, &cwd, home)).collect::<Vec<_>>();
        let writable = if read_only {
            Vec::new()
        } else {
            [cwd.clone()].into_iter().chain(resolve(&settings.allow_write)).collect()
        };
        let hosts = Hosts::new(settings)?;
        // What is known to connect nowhere needs no network.
        let closed = read_only || verdict.grants.as_ref().is_some_and(|grants| !grants.network);
        let network = match (closed, hosts.is_empty(), settings.allow_local_binding) {
            (false, false, _) => Network::Proxied,
            (false, true, true) => Network::Loopback,
            (true, _, _) | (false, true, false) => Network::None,
        };
        let sandbox = SandboxRequest {
            read_only_inside: if read_only { Vec::new() } else { resolve(&settings.deny_write) },
            writable,
            kept_links: Vec::new(),
            deny_read: resolve(&settings.deny_read),
            hidden: Vec::new(),
            captured_ports: if network == Network::Proxied { hosts.captured_ports() } else { Vec::new() },
            network,
            unix_sockets: settings.allow_all_unix_sockets && !read_only,
            allowed_sockets: if read_only { Vec::new() } else { resolve(&settings.allow_unix_sockets) },
            temp: None,
        };
        let edit = verdict
            .ui
            .edit
            .as_ref()
            .map(|edit| edit::changes(edit, &request.facts).ok_or(PlanError::OtherEdit))
            .transpose()?;
        let by_sandbox = verdict.commands.iter().any(|command| command.by == By::Sandbox);
        let excluded = settings.enabled && verdict.excluded;
        let notes = if excluded {
            vec![format!("{RAN_OUTSIDE} `sandbox.excludedCommands` names it")]
        } else {
            vec![]
        };
        Ok(Self {
            command: request.command.to_owned(),
            shell: request.shell.into(),
            cwd,
            read_only,
            programs: shell::programs(verdict),
            silent: verdict.ui.silent,
            backend: if settings.enabled && !excluded { Backend::of_this_system() } else { Backend::None },
            full_or_nothing: by_sandbox || settings.enabled && !excluded && settings.fail_if_unavailable,
            sandbox,
            hosts,
            environment: settings.environment.clone(),
            consent: giver,
            grants: verdict.grants.clone().filter(|_| !read_only),
            edit,
            background: verdict.background_eligible,
            may_leave: settings.enabled && settings.allow_unsandboxed_commands && !read_only && !by_sandbox,
            notes,
            limits: Limits::default(),
            resources: Resources::default(),
        })
    }

    /// The text that the shell gets.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The shell that gets it.
    pub fn shell(&self) -> Shell {
        self.shell
    }

    /// The absolute directory in which it starts.
    pub fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// Whether it was proven to change nothing.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// The names that the verdict speaks of as programs, sorted: no alias and no function of the user's may stand for
    /// them.
    pub fn programs(&self) -> &[String] {
        &self.programs
    }

    /// Whether it prints nothing when it succeeds.
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// The same, held by other means.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Self {
        Self { backend, ..self }
    }

    /// The same without a sandbox, as the request asked for (`dangerouslyDisableSandbox`).
    ///
    /// It stays in the sandbox, with a note that says why, where the settings allow no such request
    /// (`allowUnsandboxedCommands`), and where it only reads, for which nothing is missing in there.
    #[must_use]
    pub fn without_sandbox(mut self) -> Self {
        if self.backend == Backend::None {
            return self;
        }
        if self.may_leave {
            self.notes.push(format!("{RAN_OUTSIDE} the request said so (`dangerouslyDisableSandbox`)"));
            return Self { backend: Backend::None, full_or_nothing: false, ..self };
        }
        self.notes.push(
            if self.read_only {
                "the command ran in the sandbox all the same: it only reads, and the sandbox keeps nothing from it"
            } else {
                "the command ran in the sandbox all the same: `sandbox.allowUnsandboxedCommands` is false"
            }
            .to_owned(),
        );
        self
    }

    /// What a person should know about how it runs.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether it may go on in the background.
    pub fn may_go_to_background(&self) -> bool {
        self.background
    }

    /// By which means it is held.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Whether it must not run when it cannot be held to everything.
    pub fn is_full_or_nothing(&self) -> bool {
        self.full_or_nothing
    }

    /// Which variables it gets besides the usual ones.
    pub fn environment(&self) -> &EnvironmentSettings {
        &self.environment
    }

    /// What is written instead of running the command; none for a command that is no edit.
    pub fn edit(&self) -> Option<&[FileChange]> {
        self.edit.as_deref()
    }

    /// Which hosts it may reach through the proxy, when its network is that.
    pub fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// To what it is held, as the disk is now. The temporary directory is made when it runs.
    ///
    /// Where everything is known that the command changes, nothing else is writable. A policy's consent reaches no
    /// further than the working directory and `filesystem.allowWrite`; a person's reaches what was approved.
    pub fn sandbox(&self) -> SandboxRequest {
        let roots = &self.sandbox.writable;
        let writable = match &self.grants {
            Some(grants) if self.consent == Giver::Person => grants::writable(grants),
            Some(grants) => grants::within(grants::writable(grants), roots),
            None => roots.clone(),
        };
        SandboxRequest { writable, ..self.sandbox.clone() }
    }
}

/// The absolute path that a sandbox setting means: `~/x` in the home directory, `//x` and `/x` absolute, the rest
/// beneath the working directory. `.` and `..` are taken out.
fn resolve(path: &str, cwd: &Path, home: Option<&Path>) -> PathBuf {
    let home = || home.unwrap_or(cwd);
    let joined = match path.strip_prefix('~') {
        Some("") => home().to_owned(),
        Some(rest) if rest.starts_with('/') => home().join(rest.trim_start_matches('/')),
        _ if path.starts_with('/') => Path::new("/").join(path.trim_start_matches('/')),
        _ => cwd.join(path),
    };
    let mut absolute = PathBuf::new();
    for part in joined.components() {
        match part {
            Component::ParentDir => drop(absolute.pop()),
            Component::CurDir => {}
            part => absolute.push(part),
        }
    }
    absolute
}

#[cfg(test)]
mod tests {
    use policy_core::verdict::{CommandVerdict, Edit, FileEdit};

    use super::*;

    fn verdict(decision: Decision, read_only: bool) -> Verdict {
        Verdict { decision, read_only, ..Verdict::unknown(&request()) }
    }

    /// A consent to what `request` asks for, whatever the verdict.
    fn consent(giver: Giver) -> Consent {
        Consent { giver, about: About::request(&request()) }
    }

    fn request() -> Request<'static> {
        Request { cwd: Some("/repo"), home: Some("/home/u"), ..Request::new("  ls -la # as written\n") }
    }

    #[test]
    fn consent_follows_the_verdict() {
        let cases =
            [(Decision::Allow, true, true), (Decision::Ask, false, true), (Decision::Deny, false, false)];
        for (decision, policy, person) in cases {
            let verdict = verdict(decision, false);
            assert_eq!(Consent::from_verdict(&verdict).is_some(), policy, "{decision:?}");
            assert_eq!(Consent::by_person(&verdict).is_some(), person, "{decision:?}");
        }
    }

    #[test]
    fn consent_for_another_verdict_makes_no_plan() {
        let settings = SandboxSettings::default();
        let plan =
            |decision| Plan::new(&request(), &verdict(decision, false), consent(Giver::Policy), &settings);
        assert_eq!(plan(Decision::Ask), Err(PlanError::OtherConsent));
        assert!(matches!(plan(Decision::Deny), Err(PlanError::Denied(_))));
        assert!(plan(Decision::Allow).is_ok());
    }

    #[test]
    fn a_verdict_serves_for_the_request_that_it_is_about() {
        let allowed = verdict(Decision::Allow, true);
        let settings = SandboxSettings::default();
        let of = |change: fn(&mut Request<'_>)| {
            let mut other = request();
            change(&mut other);
            Plan::new(&other, &allowed, consent(Giver::Policy), &settings).map(|_| ())
        };
        assert_eq!(of(|_| ()), Ok(()));
        // What was found out in between is part of the answer, not of the question.
        assert_eq!(of(|request| request.facts.bare_repository = Some(false)), Ok(()));
        let others: [fn(&mut Request<'_>); 5] = [
            |request| request.command = "ls -la",
            |request| request.cwd = Some("/repository"),
            |request| request.home = None,
            |request| request.shell = Dialect::Zsh,
            |request| request.tool = "Other",
        ];
        for other in others {
            assert_eq!(of(other), Err(PlanError::OtherRequest));
        }
        let other = Verdict { decision: Decision::Allow, ..Verdict::unknown(&Request::new("rm -rf x")) };
        let consents = [Consent::from_verdict(&other), Consent::by_person(&other)];
        for other in consents.into_iter().flatten() {
            let plan = Plan::new(&request(), &allowed, other, &settings);
            assert_eq!(plan, Err(PlanError::OtherRequest));
        }
    }

    #[test]
    fn what_is_proven_read_only_may_write_nowhere() {
        let settings = SandboxSettings { allow_write: vec!["/data".into()], ..SandboxSettings::default() };
        let plan = |decision, read_only| {
            Plan::new(&request(), &verdict(decision, read_only), consent(Giver::Person), &settings)
                .map(|plan| plan.sandbox)
        };
        assert_eq!(plan(Decision::Allow, true).map(|sandbox| sandbox.writable), Ok(vec![]));
        let granted = ["/repo", "/data"].map(PathBuf::from).to_vec();
        assert_eq!(plan(Decision::Allow, false).map(|sandbox| sandbox.writable), Ok(granted));
    }

    #[test]
    fn only_what_is_not_read_only_reaches_the_allowed_hosts() {
        let plan = |allowed: &[&str], allow_local_binding, read_only| {
            let allowed_domains = allowed.iter().copied().map(str::to_owned).collect();
            let settings =
                SandboxSettings { allowed_domains, allow_local_binding, ..SandboxSettings::default() };
            Plan::new(&request(), &verdict(Decision::Allow, read_only), consent(Giver::Policy), &settings)
                .map(|plan| (plan.sandbox.network, plan.sandbox.captured_ports))
        };
        for (allowed, local, read_only, expected) in [
            (&[][..], false, false, (Network::None, vec![])),
            (&[], true, false, (Network::Loopback, vec![])),
            (&["a.test:8443"], true, false, (Network::Proxied, vec![22, 80, 443, 8443])),
            (&["a.test"], true, true, (Network::None, vec![])),
        ] {
            assert_eq!(plan(allowed, local, read_only), Ok(expected), "{allowed:?} {local} {read_only}");
        }
        assert!(matches!(plan(&["a b"], false, true), Err(PlanError::Host(_))));
        for (network, expected) in [(false, Network::None), (true, Network::Proxied)] {
            let grants = Some(Grants { network, ..Grants::default() });
            let verdict = Verdict { grants, ..verdict(Decision::Allow, false) };
            let settings =
                SandboxSettings { allowed_domains: vec!["a.test".to_owned()], ..SandboxSettings::default() };
            let plan = Plan::new(&request(), &verdict, consent(Giver::Policy), &settings);
            assert_eq!(plan.map(|plan| plan.sandbox.network), Ok(expected));
        }
    }

    #[test]
    fn a_command_leaves_the_sandbox_only_as_the_settings_say() {
        let plan = |verdict: &Verdict, change: fn(&mut SandboxSettings)| {
            let mut settings = SandboxSettings::default();
            change(&mut settings);
            Plan::new(&request(), verdict, consent(Giver::Policy), &settings).unwrap()
        };
        let usual = verdict(Decision::Allow, false);
        let reads = verdict(Decision::Allow, true);
        let excluded = Verdict { excluded: true, ..usual.clone() };
        let by_sandbox = CommandVerdict {
            span: policy_core::Span::default(),
            argv: Vec::new(),
            assignments: Vec::new(),
            wrappers: Vec::new(),
            redirects: Vec::new(),
            decision: Decision::Allow,
            read_only: false,
            by: By::Sandbox,
        };
        let held = Verdict { commands: vec![by_sandbox], ..usual.clone() };
        let (own, none) = (Backend::of_this_system(), Backend::None);
        let closed = |settings: &mut SandboxSettings| settings.allow_unsandboxed_commands = false;
        let full = |settings: &mut SandboxSettings| settings.fail_if_unavailable = true;
        for (verdict, change, backend, full_or_nothing, asked, notes) in [
            (&usual, (|_| ()) as fn(&mut SandboxSettings), own, false, none, 1),
            (&usual, closed, own, false, own, 1),
            (&usual, full, own, true, none, 1),
            (&usual, |settings| settings.enabled = false, none, false, none, 0),
            (&reads, |_| (), own, false, own, 1),
            (&excluded, |_| (), none, false, none, 1),
            (&excluded, closed, none, false, none, 1),
            (&excluded, full, none, false, none, 1),
            (&held, |_| (), own, true, own, 1),
        ] {
            let plan = plan(verdict, change);
            assert_eq!((plan.backend, plan.full_or_nothing), (backend, full_or_nothing), "{plan:?}");
            let plan = plan.without_sandbox();
            assert_eq!((plan.backend, plan.notes().len()), (asked, notes), "{plan:?}");
        }
    }

    #[test]
    fn an_edit_is_planned_from_the_contents_that_it_was_told_from() {
        let mut verdict = verdict(Decision::Allow, false);
        verdict.ui.edit = Some(Edit {
            files: vec![FileEdit {
                path: "/repo/a".to_owned(),
                diff: "@".to_owned(),
                new_content: "new".to_owned(),
            }],
        });
        let mut request = request();
        let plan = |request: &Request<'_>| {
            Plan::new(request, &verdict, consent(Giver::Policy), &SandboxSettings::default())
                .map(|plan| plan.edit)
        };
        assert_eq!(plan(&request), Err(PlanError::OtherEdit));
        request.facts.contents.insert("/repo/a".to_owned(), Some("old".to_owned()));
        request.facts.real_paths.insert("/repo/a".to_owned(), "/real/a".to_owned());
        let change = FileChange { path: "/real/a".into(), before: "old".to_owned(), after: "new".to_owned() };
        assert_eq!(plan(&request), Ok(Some(vec![change])));
    }

    #[test]
    fn the_command_is_carried_as_it_was_written() {
        let verdict = verdict(Decision::Allow, true);
        let plan = Plan::new(&request(), &verdict, consent(Giver::Policy), &SandboxSettings::default());
        assert_eq!(plan.map(|plan| plan.command), Ok("  ls -la # as written\n".to_owned()));
    }

    #[test]
    fn a_profile_bounds_how_long_a_command_may_run() {
        let cases = [
            // name, default, asked for, given, in seconds
            ("standard", 120, 300, 300),
            ("standard", 120, 1_000, 600),
            ("claurst", 120, 1_000, 600),
            ("jazz", 120, 800, 800),
            ("jazz", 120, 1_000, 900),
        ];
        assert_eq!(Limits::default(), Limits { timeout: seconds(120), timeout_max: seconds(600) });
        for (name, default, asked, given) in cases {
            let limits = Limits::of(Profile::from_name(name).unwrap());
            assert_eq!(limits.time_given(), seconds(default), "{name}");
            assert_eq!(Limits { timeout: seconds(asked), ..limits }.time_given(), seconds(given), "{name}");
        }
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn settings_name_paths_from_home_root_or_the_working_directory() {
        let cases = [
            ("~/x", "/home/u/x"),
            ("~", "/home/u"),
            ("//var/x", "/var/x"),
            ("/var/../x", "/x"),
            ("./x", "/repo/x"),
            ("../x/", "/x"),
            ("~x", "/repo/~x"),
        ];
        for (path, absolute) in cases {
            assert_eq!(
                resolve(path, Path::new("/repo"), Some(Path::new("/home/u"))),
                Path::new(absolute),
                "{path}"
            );
        }
    }
}
