//! `mcp`: serves the tools to an agent on standard input and output.
//!
//! Owns the way from arguments to a server: the place, the settings of each call, the end by a signal.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use policy_core::visible::line;
use policy_core::{Dialect, Policy, Source, Verdict};

use super::arguments::{LocationArguments, Mcp, Settings};
use super::exit::Exit;
use super::failure::Failure;
use super::interruption::Interruption;
use super::request::Location;
use super::{draw, schema, terminal};
use crate::mcp::{Options, Place, Surroundings, serve};
use crate::sandbox::Backend;
use crate::session::Session;
use crate::session::tool::Conditions;
use crate::settings;

/// Serves until the client goes or a signal ends it.
pub(super) fn mcp(asked: Mcp) -> Result<ExitCode, Failure> {
    let here = Location::of(&asked.place)?;
    let options = Options { approval_timeout: Duration::from_millis(asked.approval_timeout) };
    let machine = Arc::new(Machine {
        directory: PathBuf::from(&here.cwd),
        takes_roots: asked.place.cwd.is_none(),
        dialect: here.shell,
        shell: asked.place.shell,
        tool: asked.place.tool,
        settings: asked.settings,
        backend: asked.backend,
        told: Mutex::default(),
    });
    // What is wrong with the settings here is said at once; each call says it again.
    if let Err(failure) = machine.location(&machine.directory).and_then(|here| machine.policy(&here)) {
        failure.report(None);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let interruption = Interruption::default();
    runtime.block_on(serve(
        machine,
        Session::new().with_standby(),
        options,
        (tokio::io::stdin(), tokio::io::stdout()),
        interruption.clone().wait(),
    ));
    // A read of standard input that waits would keep the program.
    runtime.shutdown_background();
    Ok(interruption.status().map_or(Exit::Done.into(), ExitCode::from))
}

/// This machine, with the arguments.
#[derive(Debug)]
struct Machine {
    directory: PathBuf,
    takes_roots: bool,
    /// The shell of the directory.
    dialect: Dialect,
    shell: Option<super::arguments::Shell>,
    tool: Option<String>,
    settings: Settings,
    backend: Option<Backend>,
    /// The messages that were written already.
    told: Mutex<BTreeSet<String>>,
}

impl Machine {
    fn location(&self, cwd: &Path) -> Result<Location, Failure> {
        let (shell, tool) = (self.shell, self.tool.clone());
        Location::of(&LocationArguments { cwd: Some(cwd.to_owned()), shell, tool })
    }

    /// The settings of a place. What is probably not meant in them is written once.
    fn policy(&self, here: &Location) -> Result<Policy, Failure> {
        let policy = here.quiet_policy(&self.settings)?;
        if !policy.warnings.is_empty() {
            let colour = terminal::colour_of_messages();
            self.tell_once(draw::policy_warnings(&policy.warnings, &policy.sources, colour));
        }
        Ok(policy)
    }

    fn tell_once(&self, text: String) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !told.contains(&text) {
            terminal::message(&text);
            told.insert(text);
        }
    }

    /// The settings file of `here` that `root` does not have, if there is one.
    fn own_settings(&self, root: &Location, here: &Location) -> Result<Option<String>, Failure> {
        let known = settings::find(&root.lookup(&self.settings))?.sources;
        let found = settings::find(&here.lookup(&self.settings))?.sources;
        let is_same = |one: &Source, other: &Source| one.root == other.root && one.text == other.text;
        let own = found.iter().find(|source| !known.iter().any(|known| is_same(known, source)));
        Ok(own.map(|source| source.name.clone()))
    }
}

impl Surroundings for Machine {
    fn directory(&self) -> PathBuf {
        self.directory.clone()
    }

    fn takes_roots(&self) -> bool {
        self.takes_roots
    }

    fn place(&self, session: &Session, root: &Path, cwd: &Path) -> Result<Place, String> {
        let sentence = |failure: Failure| failure.sentence();
        let at_root = self.location(root).map_err(sentence)?;
        let here = self.location(cwd).map_err(sentence)?;
        if let Some(own) = self.own_settings(&at_root, &here).map_err(sentence)? {
            return Err(format!(
                "`{}` has settings of its own (`{}`), which a model cannot choose; run the command from `{}`, with `cd`",
                line(&here.cwd),
                line(&own),
                line(&at_root.cwd)
            ));
        }
        let policy = self.policy(&at_root).map_err(sentence)?;
        let kept = self.settings.policy.iter().filter_map(|path| std::path::absolute(path).ok());
        let mut session = session.clone().with_policy(policy).with_kept_paths(kept);
        if let Some(backend) = self.backend {
            session = session.with_backend(backend);
        }
        let Location { cwd, home, shell, tool } = here;
        Ok(Place { session, root: root.to_owned(), cwd, home, shell, tool })
    }

    fn shell(&self) -> Dialect {
        self.dialect
    }

    fn conditions(&self, root: &Path) -> Conditions {
        let policy = self.location(root).and_then(|here| self.policy(&here));
        schema::conditions(&policy.unwrap_or_default(), self.dialect)
    }

    fn announce(&self, place: &Place, verdict: &Verdict, policy: &Policy) {
        let Ok(root) = self.location(&place.root) else { return };
        for text in [root.announcement(verdict, policy), root.untrusted_hooks(policy)].into_iter().flatten() {
            self.log(&text);
        }
    }

    fn log(&self, message: &str) {
        terminal::message(&format!("shellgate: {}", line(message)));
    }
}
