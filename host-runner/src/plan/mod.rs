//! The plan of a run: the command, its directory and its confinement, derived from a verdict and nothing else.
//!
//! Owns the way from settings to a sandbox request. Needs a consent. Never edits the command: the shell gets exactly
//! the text that was analysed.

use std::path::{Path, PathBuf};

use policy_core::codes::reasons::SANDBOXED;
use policy_core::policy::{EnvironmentSettings, SandboxSettings};
use policy_core::verdict::{About, By, CommandVerdict, Grants};
use policy_core::{Decision, Request, Verdict};

pub use self::consent::Consent;
use self::consent::Giver;
pub use self::error::PlanError;
pub use self::granted::Grant;
pub use self::limits::Limits;
pub use self::shell::Shell;
use crate::edit::{self, FileChange};
use crate::network::Hosts;
use crate::sandbox::{Backend, Network, Resources, SandboxRequest};

mod consent;
mod error;
mod granted;
mod grants;
mod limits;
mod programs;
mod sandbox;
mod secrets;
mod shell;
#[cfg(test)]
mod tests;

/// How a note begins about a command that ran without a sandbox.
const RAN_OUTSIDE: &str = "the command ran outside of the sandbox, because";

/// The command, or the edit, to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    command: String,
    shell: Shell,
    cwd: PathBuf,
    home: Option<PathBuf>,
    read_only: bool,
    /// The programs that the verdict names.
    programs: Vec<String>,
    silent: bool,
    backend: Backend,
    full_or_nothing: bool,
    sandbox: SandboxRequest,
    hosts: Hosts,
    /// Whether it may reach a host that somebody lets it reach while it runs.
    may_ask_hosts: bool,
    /// Whether somebody is there for that, and no list would give it a network.
    asks_hosts: bool,
    environment: EnvironmentSettings,
    consent: Giver,
    /// The changes of the command, if all of them are known.
    grants: Option<Grants>,
    /// What a person granted to write on top.
    granted_writes: Vec<PathBuf>,
    edit: Option<Vec<FileChange>>,
    background: bool,
    /// Whether the settings let a request leave the sandbox.
    may_leave: bool,
    notes: Vec<String>,
    /// The bounds of the run; those of the profile `standard` until the caller sets others.
    pub limits: Limits,
    /// The limits of the run besides time.
    pub resources: Resources,
}

/// Whether every command of `verdict` is proven to only read: here, at a service, or pages of documentation.
fn only_reads(verdict: &Verdict) -> bool {
    let is_proven = |command: &CommandVerdict| {
        command.read_only || matches!(command.by, By::ReadsService | By::Documentation)
    };
    verdict.decision == Decision::Allow && verdict.commands.iter().all(is_proven)
}

impl Plan {
    /// The plan for `request`, on which `verdict` decided.
    ///
    /// - A read-only command gets no writable path and no network, no matter who consented.
    /// - If the verdict lists every change (`grants`), only those paths are writable.
    /// - Any other command can write in the working directory and in `filesystem.allowWrite`.
    /// - A command that only reads its service, by what its table says, reaches the hosts and sockets that the table names.
    /// - A command that only prints pages of documentation reaches the hosts of these pages.
    /// - Both have a private temporary directory, and reach the allowed hosts if there are any.
    /// - An edit is written by the runner instead, if the command could have written the files.
    /// - A command that the verdict excludes from the sandbox runs without one.
    /// - A command that is allowed only because of the sandbox runs in a complete one, or not at all.
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
        let mut hosts = Hosts::new(settings)?;
        // Nothing else runs beside a command that reaches what a table names.
        let is_by = |by: &By| only_reads(verdict) && verdict.commands.iter().any(|command| command.by == *by);
        let (reads_services, reads_pages) = (is_by(&By::ReadsService), is_by(&By::Documentation));
        let service = verdict.grants.as_ref().filter(|_| reads_services);
        if let Some(grants) = verdict.grants.as_ref().filter(|_| reads_services || reads_pages) {
            hosts.add_granted(&grants.hosts)?;
        }
        let place = sandbox::Place { cwd: &cwd, home: request.home.map(Path::new) };
        // What is known to connect nowhere needs no network.
        let connects = !read_only && verdict.grants.as_ref().is_none_or(|grants| grants.network);
        let mut sandbox = if read_only {
            place.to_read(settings)
        } else {
            place.to_work(settings, connects.then_some(&hosts))
        };
        sandbox.allowed_sockets.extend(service.iter().flat_map(|it| &it.sockets).map(PathBuf::from));
        // Also when every command is vouched for, and the sandbox answers for the text around them.
        let by_sandbox = verdict.reason.code == SANDBOXED.name
            || verdict.commands.iter().any(|command| command.by == By::Sandbox);
        // A person who lets a command connect lets it log in, and so do settings that let it read its service.
        let may_log_in = sandbox.network == Network::Proxied && (giver == Giver::Person || reads_services);
        if let Some(home) = request.home.map(Path::new)
            && settings.hide_secrets
            && !may_log_in
        {
            let mut named = place.resolved(&settings.shown_secrets);
            // Nobody was asked about what the sandbox is to hold.
            if !by_sandbox {
                named.extend(verdict.effects.reads.iter().map(|path| place.resolve(path)));
            }
            let grants =
                verdict.grants.iter().flat_map(|grants| grants.writes.iter().chain(&grants.replaces));
            named.extend(grants.map(PathBuf::from));
            let written = |path: &Path| {
                let name = path.file_name().map(|name| name.to_string_lossy());
                giver == Giver::Person && name.is_some_and(|name| request.command.contains(&*name))
            };
            let is_named = |path: &Path| {
                written(path) || named.iter().any(|named| named.starts_with(path) || path.starts_with(named))
            };
            sandbox.hidden = secrets::places(home, &cwd, is_named);
        }
        let edit = verdict
            .ui
            .edit
            .as_ref()
            .map(|edit| edit::changes(edit, &request.facts).ok_or(PlanError::OtherEdit))
            .transpose()?;
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
            home: request.home.map(PathBuf::from),
            read_only,
            programs: programs::programs(verdict),
            silent: verdict.ui.silent,
            backend: if settings.enabled && !excluded { Backend::of_this_system() } else { Backend::None },
            full_or_nothing: by_sandbox || settings.enabled && !excluded && settings.fail_if_unavailable,
            sandbox,
            hosts,
            may_ask_hosts: connects && !reads_services && !reads_pages,
            asks_hosts: false,
            environment: settings.environment.clone(),
            consent: giver,
            grants: verdict.grants.clone().filter(|_| !read_only),
            granted_writes: Vec::new(),
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

    /// The home directory of the user, if the request named one.
    pub(crate) fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    /// Whether it was proven to change nothing.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// The names that the verdict treats as programs, sorted: no alias and no function of the user may replace
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
        if !self.backend.confines() {
            return self;
        }
        if self.may_leave {
            self.notes.push(format!("{RAN_OUTSIDE} the request asked for it (`dangerouslyDisableSandbox`)"));
            return Self { backend: Backend::None, full_or_nothing: false, ..self };
        }
        self.notes.push(
            if self.read_only {
                "the command ran in the sandbox anyway: it only reads, so the sandbox does not affect it"
            } else {
                "the command ran in the sandbox anyway: `sandbox.allowUnsandboxedCommands` is false"
            }
            .to_owned(),
        );
        self
    }

    /// The same, with a way to the proxy for a command that may connect: somebody is asked about each host that nothing
    /// names, when a connection to it is made. Secrets stay hidden that were hidden before.
    pub(crate) fn asking_for_hosts(mut self) -> Self {
        let is_closed = matches!(self.sandbox.network, Network::None | Network::Loopback);
        if self.may_ask_hosts && is_closed && self.backend.has_proxy() {
            self.asks_hosts = true;
            self.sandbox.network = Network::Proxied;
            self.sandbox.captured_ports = self.hosts.captured_ports();
        }
        self
    }

    /// Whether somebody may be asked about a host while it runs.
    pub(crate) fn may_ask_hosts(&self) -> bool {
        self.may_ask_hosts && self.backend.has_proxy() && self.edit.is_none()
    }

    /// Whether it has a network only because somebody is asked about each host.
    pub(crate) fn asks_hosts(&self) -> bool {
        self.asks_hosts
    }

    /// Notes for a person about the run.
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

    /// The content to write instead of running the command; none for a command that is not an edit.
    pub fn edit(&self) -> Option<&[FileChange]> {
        self.edit.as_deref()
    }

    /// Which hosts it may reach through the proxy, when its network is that.
    pub fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// Whether it may want a network and gets none, because the settings allow no host.
    pub fn lacks_hosts(&self) -> bool {
        let may_connect = !self.read_only && self.grants.as_ref().is_none_or(|grants| grants.network);
        may_connect && self.backend.confines() && self.sandbox.network == Network::None
    }

    /// To what it is held, as the disk is now. The temporary directory is made when it runs.
    ///
    /// Where everything is known that the command changes, nothing else is writable. A policy's consent reaches no
    /// further than the working directory and `filesystem.allowWrite`; a person's reaches what was approved.
    pub fn sandbox(&self) -> SandboxRequest {
        let roots = &self.sandbox.writable;
        let (mut approved, mut closed) = (Vec::new(), Vec::new());
        let mut writable = match &self.grants {
            Some(grants) if self.consent == Giver::Person => {
                let writable = grants::writable(grants);
                (approved, closed) = grants::approved(grants, &writable, roots);
                writable
            }
            Some(grants) => grants::within(grants::writable(grants), roots),
            None => roots.clone(),
        };
        writable.extend(self.granted_writes.iter().cloned());
        SandboxRequest { writable, approved, closed, ..self.sandbox.clone() }
    }
}
