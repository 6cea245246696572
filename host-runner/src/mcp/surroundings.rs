//! The machine around the server: directories, settings, sessions.
//!
//! Owns what the server asks for. The program that starts the server answers.

use std::path::{Path, PathBuf};

use policy_core::{Dialect, Facts, Policy, Request, Verdict};

use crate::session::Session;
use crate::session::tool::Conditions;

/// What the server needs to know of the machine. The calls may read the disk, so they block.
pub trait Surroundings: Send + Sync + 'static {
    /// The directory of a command that names none, where the client has no roots.
    fn directory(&self) -> PathBuf;

    /// Whether the client's roots count. They do not where the user named the directory.
    fn takes_roots(&self) -> bool;

    /// A session under the settings of `root`, for a command in `cwd`, which is `root` or lies in it. A copy of `session`.
    ///
    /// # Errors
    /// The settings cannot be used, or `cwd` has settings that `root` does not have: in one sentence.
    fn place(&self, session: &Session, root: &Path, cwd: &Path) -> Result<Place, String>;

    /// The shell that runs the commands, from which the name of the tool follows.
    fn shell(&self) -> Dialect;

    /// What the definition of the tool depends on in `root`.
    fn conditions(&self, root: &Path) -> Conditions;

    /// Tells the person what the settings of a project loosen, if they take part in `verdict`.
    fn announce(&self, place: &Place, verdict: &Verdict, policy: &Policy);

    /// Tells the person what went wrong. Standard output is the client's.
    fn log(&self, message: &str);
}

/// Where a command runs, and under which settings.
#[derive(Clone, Debug)]
pub struct Place {
    /// The session, under the settings.
    pub session: Session,
    /// The directory of the settings.
    pub root: PathBuf,
    /// The working directory: absolute, without symbolic links.
    pub cwd: String,
    /// The user's home directory.
    pub home: Option<String>,
    /// The shell that reads the command.
    pub shell: Dialect,
    /// The name of the tool, which rules name too.
    pub tool: String,
}

impl Place {
    /// The request for `command`, with these facts.
    pub fn request<'a>(&'a self, command: &'a str, facts: Facts) -> Request<'a> {
        Request {
            tool: &self.tool,
            cwd: Some(&self.cwd),
            home: self.home.as_deref(),
            shell: self.shell,
            facts,
            ..Request::new(command)
        }
    }
}
